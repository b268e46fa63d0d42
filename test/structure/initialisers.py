#!/usr/bin/env python3
"""What a variable holds is asked in one place: only lib/Syntax/InitialValue.h takes a variable's initialiser.

    initialisers.py SOURCE_TREE

Clang keeps the default argument of a parameter, and what a range-for loop gives its variable, where it keeps
initialisers: whoever asks a declaration itself takes them for its value. Prints `file:line: call` for each violation
and exits 1 when there is one.
"""
import pathlib
import re
import sys

ONLY = pathlib.PurePath("lib/Syntax/InitialValue.h")
# Asked of nothing but variables.
ALWAYS = re.compile(r"(?:->|\.)(?:getAnyInitializer|hasInit)\(|\bVarDecl>\([^()]*\)->getInit\(\)|\]\s*(?:->|\.)getInit\(\)")
# Also asked of statements and of a constructor's initialisers: what the name was declared as tells which.
ASKED = re.compile(r"\b(\w+)(?:->|\.)getInit\(\)")


def declared_as_variable(name, lines):
    """Whether the last declaration of `name` in `lines` makes it a variable of the source."""
    declares = re.compile(rf"(?:[*&]\s*(?:const\s+)?|\bauto\s+){name}\b(?=\s*(?:=[^=]|[;,):{{]))")
    for at in range(len(lines) - 1, -1, -1):
        found = None
        for found in declares.finditer(lines[at]):
            pass  # the last one of the line
        if not found:
            continue
        before = lines[at][: found.end()]
        if re.search(r"\bauto\s*[*&]?\s*(?:const\s+)?\w+$", before):
            return "VarDecl" in lines[at][found.end() :] + " ".join(lines[at + 1 : at + 3]).split(";")[0]
        return re.search(r"\b(?:\w*VarDecl|DecompositionDecl)\s*[*&]\s*(?:const\s+)?\w+$", before) is not None
    return False


def violations(tree):
    files = 0
    found = []
    for file in sorted((tree / "lib").rglob("*")):
        if file.suffix not in (".h", ".cpp") or file.relative_to(tree) == ONLY:
            continue
        files += 1
        lines = file.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines, 1):
            calls = [match[0] for match in ALWAYS.finditer(line)]
            calls += [m[0] for m in ASKED.finditer(line) if declared_as_variable(m[1], lines[:number])]
            found += [f"{file.relative_to(tree)}:{number}: {call}" for call in calls]
    return files, found


def main():
    files, found = violations(pathlib.Path(sys.argv[1]))
    print("\n".join(found + [f"{files} files, {len(found)} violations"]))
    sys.exit(1 if found or files == 0 else 0)


if __name__ == "__main__":
    main()
