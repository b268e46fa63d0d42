#!/usr/bin/env python3
"""Sources that can be taken in: files of at most 500 lines, functions of at most 60, in lib and runtime.

    sizes.py SOURCE_TREE [--table]

Prints what is longer and exits 1 where there is something; --table prints figures of each room instead. Functions are told
by the layout that clang-format gives them: they begin at the margin of their scope and end with a brace there. What is long
and shall stay so is listed below with its reason.
"""
import pathlib
import re
import statistics
import sys

MOST_LINES, MOST_OF_FUNCTION = 500, 60
FOLDERS = ("lib", "runtime/src", "runtime/include/clustrix", "include/clustrix")
LONG = {  # path, or path:name of a function -> reason
    "lib/KernelText/DeviceText.cpp": "one visitor of Clang's tree, a function for each kind of node: they share what was searched",
}
NO_FUNCTION = re.compile(r"\s*(?:NODE|namespace|class|struct|union|enum|using|template|extern|typedef|constexpr \w+ \w+ =|#|//|\}|public|private|if |for "
                         r"|while |switch |else|return|do |try|case|default)")


def functions(lines):
    """(line, name, number of lines) of each function."""
    found = []
    at = 0
    while at < len(lines):
        line = lines[at]
        margin = len(line) - len(line.lstrip())
        if not line.strip() or margin not in (0, 2) or "(" not in line or NO_FUNCTION.match(line):
            at += 1
            continue
        head = at
        while head < len(lines) and not lines[head].rstrip().endswith(("{", "}", ";")):
            head += 1
        if head >= len(lines) or not lines[head].rstrip().endswith("{"):
            at = head + 1
            continue
        end = head
        while end < len(lines) and not lines[end].startswith(" " * margin + "}"):
            end += 1
        name = re.search(r"([\w~:]+|operator\W+)\(", line)
        found.append((at + 1, name[1] if name else "?", end - at + 1))
        at = end + 1
    return found


def sources(tree):
    for folder in FOLDERS:
        for path in sorted((tree / folder).rglob("*")):
            if path.suffix in (".h", ".cpp", ".cu", ".inc"):
                yield path


def violations(tree):
    found = []
    for path in sources(tree):
        name, lines = path.relative_to(tree).as_posix(), path.read_text().splitlines()
        if len(lines) > MOST_LINES and name not in LONG:
            found.append(f"{name}: {len(lines)} lines")
        for at, function, count in functions(lines):
            if count > MOST_OF_FUNCTION and f"{name}:{function}" not in LONG:
                found.append(f"{name}:{at}: {function} has {count} lines")
    return found


def table(tree):
    rooms = {}
    for path in sources(tree):
        rooms.setdefault(path.parent.relative_to(tree).as_posix(), []).append(path)
    print("| room | files | lines | longest file | functions | median | p90 | longest |\n| --- | --- | --- | --- | --- | --- | --- | --- |")
    for room, paths in rooms.items():
        texts = [path.read_text().splitlines() for path in paths]
        lengths = sorted(count for lines in texts for _, _, count in functions(lines)) or [0]
        print(f"| `{room}` | {len(paths)} | {sum(map(len, texts))} | {max(map(len, texts))} | {len(lengths)} "
              f"| {statistics.median(lengths):.0f} | {lengths[int(.9 * len(lengths))]} | {lengths[-1]} |")


def main(tree, *options):
    if "--table" in options:
        return table(pathlib.Path(tree))
    found = violations(pathlib.Path(tree))
    print("\n".join(found) or f"no file has over {MOST_LINES} lines, no function over {MOST_OF_FUNCTION}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
