#!/usr/bin/env python3
"""Each source has a test of its name, in a room of the same name.

    mirrored_tests.py SOURCE_TREE

lib/Plan/Hull.cpp has test/unit/Plan/HullTest.cpp, runtime/src/memory/Regions.cpp has test/runtime/memory/RegionsTest.cpp.
Other tests may lie beside them: of several sources together, of what a user sees. Prints what is missing and exits 1 where
there is something.
"""
import pathlib
import sys

MIRRORS = (("lib", "test/unit"), ("runtime/src", "test/runtime"))
ENDING = "Test.cpp"


def rooms(folder):
    return [path for path in sorted(folder.iterdir()) if path.is_dir()] if folder.is_dir() else []


def violations(tree):
    found = []
    for sources, tests in MIRRORS:
        for room in rooms(tree / sources):
            for source in sorted(room.glob("*.cpp")):
                if not (tree / tests / room.name / (source.stem + ENDING)).exists():
                    found.append(f"{sources}/{room.name}/{source.name} has no {tests}/{room.name}/{source.stem}{ENDING}")
    return found


def main(tree):
    found = violations(pathlib.Path(tree))
    print("\n".join(found) or "each source has its test")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
