#!/usr/bin/env python3
"""docs/feature-index.md: from each word of the glossary to its source, its tests and the remarks that the source gives.

    feature_index.py SOURCE_TREE            exits 1 when the page is not what would be written
    feature_index.py SOURCE_TREE --write    writes it

Tests: the mirrored one, and end-to-end programs whose names say a word of it.
"""
import collections
import pathlib
import re
import sys

from glossary import rows

HEAD = """# Feature index

Written by `test/structure/feature_index.py --write` from [glossary.md](glossary.md), the tree of tests and the ids of remarks in
the sources.

| feature | source | tests | remarks |
| --- | --- | --- | --- |
"""
MOST = 3  # programs


def mirrored(path):
    """`lib/Lower/X.cpp` -> `test/unit/Lower/XTest.cpp`; `runtime/src/memory/X.h` -> `test/runtime/memory/XTest.cpp`."""
    path = pathlib.PurePosixPath(path)
    tests = {"lib": "test/unit", "runtime": "test/runtime"}.get(path.parts[0])
    return f"{tests}/{path.parent.name}/{path.stem}Test.cpp" if tests else ""


def programs(tree):
    """{word of a name: paths} of the end-to-end programs."""
    named = collections.defaultdict(list)
    for file in sorted((tree / "test" / "e2e" / "programs").glob("*.cpp")):
        for word in file.stem.split("_"):
            named[word.rstrip("s")].append(file.relative_to(tree).as_posix())
    return named


def page(tree):
    ids = re.findall(r"^#+ `?([a-z]+[.-][a-z.-]+)`?", (tree / "docs" / "remarks.md").read_text(encoding="utf-8"), re.M)
    named, lines = programs(tree), []
    for word, path in rows((tree / "docs" / "glossary.md").read_text(encoding="utf-8")):
        source = (tree / path).read_text(encoding="utf-8")
        tests = [mirrored(path)] if (tree / (mirrored(path) or "-")).is_file() else []
        said = re.findall(r"[a-z]{4,}", re.sub(r"\(.*\)", "", word).replace("no alias", "alias"))
        tests += sorted({name for one in said for name in named[one.rstrip("s")]})[:MOST]
        remarks = [f"[{one}](remarks.md#{one.replace('.', '')})" for one in ids if f'"{one}"' in source]
        # From docs/: a page of the site names its neighbours so.
        place = path.removeprefix("docs/") if path.startswith("docs/") else f"../{path}"
        lines.append(f"| {word} | [{path}]({place}) | {', '.join(f'[{t}](../{t})' for t in tests)} | {', '.join(remarks)} |")
    return HEAD + "\n".join(lines) + "\n"


def main():
    tree = pathlib.Path(sys.argv[1])
    target, text = tree / "docs" / "feature-index.md", page(tree)
    if "--write" in sys.argv:
        target.write_text(text, encoding="utf-8")
    elif not target.exists() or target.read_text(encoding="utf-8") != text:
        sys.exit("docs/feature-index.md is not what the tree says: run test/structure/feature_index.py . --write")
    print(f"{text.count(chr(10)) - HEAD.count(chr(10))} features")


if __name__ == "__main__":
    main()
