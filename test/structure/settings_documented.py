#!/usr/bin/env python3
"""docs/settings.md has each variable that the runtime knows, each key of clustrix.yml, and no others; and the runtime
knows each variable that it reads, since it calls the others a mistake.

    settings_documented.py SOURCE_TREE
"""
import pathlib
import re
import sys


def known_variables(source):
    """What stands in `known[] = {...}`, with the prefix."""
    table = re.search(r"known\[\] = \{(.*?)\};", source, re.S).group(1)
    return {f"CLUSTRIX_{name}" for name in re.findall(r'"(\w+)"', table)}


def read_variables(source):
    return set(re.findall(r'"(CLUSTRIX_[A-Z_]+)"', source))


def known_keys(source):
    return set(re.findall(r'key == "(\w+)"', source))


def first_cells(page, heading):
    """The first cell of each row of the table below a heading."""
    section = page.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return [line.split("|")[1] for line in section.splitlines() if line.startswith("| ")][2:]


def gaps(page, variables, keys):
    for heading, known in (("Variables", variables), ("Keys", keys)):
        told = {name for cell in first_cells(page, heading) for name in re.findall(r"`(\w+)`", cell)}
        yield from (f"docs/settings.md: '{name}' is missing" for name in sorted(known - told))
        yield from (f"docs/settings.md: there is no '{name}'" for name in sorted(told - known))


def main():
    tree = pathlib.Path(sys.argv[1])
    variables = known_variables((tree / "runtime/src/settings/Variables.cpp").read_text())
    keys = known_keys((tree / "lib/Driver/ProjectConfig.cpp").read_text())
    read = set().union(*(read_variables(file.read_text()) for file in (tree / "runtime/src").rglob("*.cpp")))
    found = [f"runtime/src/settings/Variables.cpp: '{name}' is not known" for name in sorted(read - variables)]
    found += list(gaps((tree / "docs/settings.md").read_text(), variables, keys))
    print("\n".join(found) or f"{len(variables)} variables and {len(keys)} keys are told")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
