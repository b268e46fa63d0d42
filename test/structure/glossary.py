#!/usr/bin/env python3
"""docs/glossary.md against the tree.

    glossary.py SOURCE_TREE

Each row names a file that exists, rows are in the order of the alphabet, and words that the glossary has replaced come
back nowhere in the sources. Prints a line for each violation and exits 1 when there is one.
"""
import pathlib
import re
import sys

ROW = re.compile(r"^\| ([^|`]+?) \| .* \| `([^`]+)` \|$")
# What was said before, as a word of a name: `KeptStorage`, `keptStorage`.
REPLACED = {
    "SecondName": "alias propagation", "KeptStorage": "pointer stability", "HostTouch": "effects (mod and ref)",
    "RestatedLoop": "loop normalisation", "RangeFront": "preheader", "SteadyLaunch": "launch cache",
    "ApartRows": "disjoint rows", "StagedRows": "staging buffer", "SplitPlace": "loop distribution",
    "FirstPlaces": "find-first", "OwnObjects": "privatisation", "Companion": "secondary induction variable",
}


def rows(text):
    return [match.groups() for match in map(ROW.match, text.splitlines()) if match]


def violations(tree):
    glossary = rows((tree / "docs" / "glossary.md").read_text(encoding="utf-8"))
    found = [] if glossary else ["docs/glossary.md: no rows"]
    found += [f"docs/glossary.md: '{word}' names {path}, which is not there" for word, path in glossary if not (tree / path).exists()]
    words = [word for word, _ in glossary]
    found += [f"docs/glossary.md: '{after}' stands behind '{before}'" for before, after in zip(words, words[1:]) if after < before]
    replaced = re.compile("|".join(rf"\b{word[0]}{word[1:]}|\b{word[0].lower()}{word[1:]}|(?<=[a-z]){word}" for word in REPLACED))
    for top in ("include", "lib", "runtime"):
        for file in sorted((tree / top).rglob("*")):
            if file.suffix not in (".h", ".cpp"):
                continue
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                for match in replaced.finditer(line):
                    word = match[0][0].upper() + match[0][1:]
                    found.append(f"{file.relative_to(tree)}:{number}: '{match[0]}': the glossary says '{REPLACED[word]}'")
    return found


def main():
    found = violations(pathlib.Path(sys.argv[1]))
    print("\n".join(found + [f"{len(found)} violations"]))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
