#!/usr/bin/env python3
"""What lib/Library/models/standard.yml names of the standard library stands in no other file of lib/: stages ask for
roles and kinds (lib/Library/Standard.h), so that a name is said once and lists of names cannot disagree.

    standard_names.py SOURCE_TREE

Prints `file:line: rule` for each string literal that is such a name, and exits 1 when there is one.
"""
import pathlib
import re
import sys

MODEL = "lib/Library/models/standard.yml"
# Keys whose values are no names of members.
WORDS_OF_ENTRIES = {"is", "like", "elements", "terminated", "constant", "packs_bools", "spells", "asks", "does", "loop",
                    "counted", "projects", "kernel"}
# Files and rooms where words mean something else, with what they mean there.
EXEMPT = {
    "lib/Library/StandardModel.cpp": "the words of the model file are often those of what they describe",
    "lib/Support/": "knows nothing of Clang's declarations",
    "lib/Model/": "knows nothing of Clang's declarations",
    "lib/Analysis/": "knows nothing of Clang's declarations",
    "lib/Plan/": "knows nothing of Clang's declarations: words of remarks",
    "lib/Emit/": "knows nothing of Clang's declarations: C++ that is written",
    "lib/Report/": "knows nothing of Clang's declarations: keys of JSON, words of pages",
    "lib/Driver/": "keys of JSON and YAML, names of stages",
}
# Words of single files that are no names of the library's there, with what they are.
WORDS = {
    "lib/Induction/Quotients.cpp": {"remainder"},  # a symbol
    "lib/KernelText/KernelFunctions.cpp": {"at"},  # what an operator[] is called in a kernel
    "lib/KernelText/KernelScope.cpp": {"identity"},  # a member of the runtime's reductions
    "lib/Normalise/Algorithms.cpp": {"at", "last"},  # wishes for names of variables
    "lib/Splice/Fingerprint.cpp": {"end"},  # ends a list that is hashed
}
LITERAL = re.compile(r'(?<!\w)"((?:[^"\\\n]|\\.)*)"')


def expanded(key):
    """`std::{a,b}::c` -> std::a::c, std::b::c"""
    found = re.search(r"\{([^}]*)\}", key)
    if not found:
        return [key]
    return [name for word in found.group(1).split(",")
            for name in expanded(key[:found.start()] + word.strip() + key[found.end():])]


def names_of(model):
    """Names of classes, members and functions in the text of a model."""
    names = set()
    for line in model.splitlines():
        line = line.split(" #")[0].rstrip()
        if not line or line.startswith("#"):
            continue
        entry = re.match(r"\"?([\w:{}, ]*?[\w}])\"?:(?: |$)", line) if not line[0].isspace() else None
        if entry:
            for name in expanded(entry.group(1)):
                names |= {name, name.rsplit("::", 1)[-1]}
            line = line[entry.end():].strip().removeprefix("{").removesuffix("}")
        for key, value in re.findall(r"(\w+): (\[[^\]]*\]|\"[^\"]*\"|[\w:.]+)", line):
            if key not in WORDS_OF_ENTRIES:
                names |= set(re.findall(r"\w+", value))
    return names


def violations(tree):
    names = names_of((tree / MODEL).read_text(encoding="utf-8"))
    found = []
    for path in sorted((tree / "lib").rglob("*")):
        name = path.relative_to(tree).as_posix()
        if path.suffix not in {".h", ".cpp"} or any(name.startswith(exempt) for exempt in EXEMPT):
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if line.lstrip().startswith("#include"):
                continue
            found += [f"{name}:{number}: \"{word}\" is named in {MODEL}: ask lib/Library/Standard.h what it is"
                      for word in LITERAL.findall(line.split("//")[0]) if word in names and word not in WORDS.get(name, {})]
    found += [f"test/structure/standard_names.py: {name} is not there" for name in [*EXEMPT, *WORDS]
              if not (tree / name).exists()]
    return found


def main():
    found = violations(pathlib.Path(sys.argv[1]))
    print("\n".join(found) or "no other file names what the model does")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
