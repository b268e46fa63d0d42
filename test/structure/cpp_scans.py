#!/usr/bin/env python3
"""Plan and Emit read no C++: what they have to know of a text, the frontend has recorded where the syntax tree is.

    cpp_scans.py SOURCE_TREE

Prints `file:line: what` for each search in a text and exits 1 when there is one. Exempt are the files that choose free
names (Names, LaunchNames, Expressions, which fills its own patterns) and those that lay out white space and lines
(Lines, LineTable).
"""
import pathlib
import re
import sys

FOLDERS = ("lib/Plan", "lib/Emit")
EXEMPT = {"lib/Emit/Names.cpp", "lib/Emit/LaunchNames.cpp", "lib/Emit/Expressions.cpp", "lib/Emit/Lines.cpp",
          "lib/Plan/LineTable.cpp"}
SEARCH = re.compile(r"""\.(?:rfind|find_first_of|find_first_not_of|find_last_of|find_last_not_of|starts_with|ends_with)\(
                        |\.find\((?:"|'|text|cpp|std::string)          # in a text rather than in a set or a map
                        |\.compare\(|\bisWord\(|\bisspace\(|\bisalnum\(|std::regex""", re.VERBOSE)


def violations(tree):
    found = []
    for folder in FOLDERS:
        for path in sorted((tree / folder).glob("*")):
            name = path.relative_to(tree).as_posix()
            if path.suffix not in (".h", ".cpp") or name in EXEMPT:
                continue
            for number, line in enumerate(path.read_text().splitlines(), 1):
                if SEARCH.search(line.split("//")[0]):
                    found.append(f"{name}:{number}: searches a text; let the frontend record the fact: {line.strip()}")
    return found


def main(tree):
    found = violations(pathlib.Path(tree))
    print("\n".join(found) or "no searches in texts")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
