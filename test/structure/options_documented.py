#!/usr/bin/env python3
"""docs/options.md has each option that a program declares or tells in its --help, and no others.

    options_documented.py SOURCE_TREE

`clustrix-rewrite` declares its options with CLI11; the others have their help as text, an option at the begin of a line.
"""
import pathlib
import re
import sys

DECLARED = re.compile(r'(?:add_option|add_flag|addFile|addChoice)\((?:app, )?"(-[^"{]*)')
TOLD = re.compile(r'^ *"  (-[\w+-]+(?:=\w+)?)((?:, -[\w=-]+)*)', re.M)
EVERYWHERE = {"--help", "--version", "-h"}


def declared(source):
    return set(DECLARED.findall(source)) - EVERYWHERE


def told(source):
    """`-v, --verbose  print ...` is two."""
    return {option for first, more in TOLD.findall(source) for option in [first, *re.findall(r"-[\w=-]+", more)]} - EVERYWHERE


def documented(page, program):
    """What the first cells of the rows below the program's heading begin with."""
    section = (page + "\n## ").split(f"\n## {program}\n")
    lines = section[1].split("\n## ")[0].splitlines() if len(section) > 1 else []
    cells = [re.split(r"(?<!\\)\|", line)[1] for line in lines if line.startswith("| ")][2:]
    return {option for cell in cells for option in re.findall(r"`(-[\w+-]+(?:=\w+)?)", cell)}


def gaps(page, program, options):
    said = documented(page, program)
    yield from (f"docs/options.md: '{option}' of {program} is missing" for option in sorted(options - said))
    yield from (f"docs/options.md: {program} has no '{option}'" for option in sorted(said - options))


def main():
    tree = pathlib.Path(sys.argv[1])
    page = (tree / "docs" / "options.md").read_text(encoding="utf-8")
    programs = {file.parent.name: told(file.read_text(encoding="utf-8")) for file in sorted((tree / "tools").glob("clustrix-*/main.cpp"))}
    programs["clustrix-rewrite"] = declared((tree / "lib/Driver/CommandLine.cpp").read_text(encoding="utf-8")) | {"--audit=guards"}
    found = [f"{program}: no options found in its source" for program, options in programs.items() if not options]
    found += [line for program, options in programs.items() for line in gaps(page, program, options)]
    print("\n".join(found) or f"{sum(map(len, programs.values()))} options of {len(programs)} programs are told")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
