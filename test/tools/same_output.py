#!/usr/bin/env python3
"""Whether two builds of the compiler write the same, to the byte: for changes that must not change a verdict.

    same_output.py OLD NEW SOURCE...     OLD, NEW: folders with a clustrix-rewrite; SOURCE: files, and folders of *.cpp
        --programs N --seed S            and N programs of the fuzzer
        --include FOLDER                 for all sources

Compares emitted files, reports (JSON), remarks and exit statuses. Prints each source that differs with the first lines
of the difference, and exits with 1. Texts of remarks alone: counted, and shown with --texts.
"""
import argparse
import concurrent.futures
import difflib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "test" / "fuzz"))

TEXTS = {"message", "hint", "reason", "text", "why"}


def written(binary, source, includes):
    """(exit status, emitted file, report, remarks) of one source."""
    with tempfile.TemporaryDirectory(prefix="clustrix-same-") as folder:
        emitted, report = pathlib.Path(folder, "out.cu"), pathlib.Path(folder, "out.json")
        done = subprocess.run(
            [str(binary / "clustrix-rewrite"), str(source), "-o", str(emitted), "--report", str(report), "--remarks", "all",
             "--", "-std=c++20", *(f"-I{path}" for path in includes)],
            capture_output=True, text=True, errors="replace", timeout=600)
        texts = [path.read_text(errors="replace").replace(folder, "FOLDER") if path.exists() else "" for path in (emitted, report)]
        return done.returncode, texts[0], texts[1], done.stderr.replace(folder, "FOLDER")


def without_texts(value):
    if isinstance(value, dict):
        return {key: without_texts(part) for key, part in value.items() if key not in TEXTS}
    return [without_texts(part) for part in value] if isinstance(value, list) else value


def difference(old, new):
    """("", "texts" or "output"; lines) of two results of `written`."""
    if old == new:
        return "", []
    if old[:2] == new[:2] and all(result[2] for result in (old, new)):
        if without_texts(json.loads(old[2])) == without_texts(json.loads(new[2])):
            return "texts", list(difflib.unified_diff(old[3].splitlines(), new[3].splitlines(), lineterm="", n=0))
    sides = ["\n".join(map(str, result)).splitlines() for result in (old, new)]
    return "output", list(difflib.unified_diff(*sides, lineterm="", n=1))


def sources(arguments, folder):
    for name in map(pathlib.Path, arguments.sources):
        yield from sorted(name.rglob("*.cpp")) if name.is_dir() else [name]
    if arguments.programs:
        from fuzz import programs_of
        from sources import source_text
        for seed in range(arguments.seed, arguments.seed + arguments.programs):
            path = pathlib.Path(folder, f"{seed}.cpp")
            path.write_text(source_text(programs_of(seed, 1)))
            yield path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=pathlib.Path)
    parser.add_argument("new", type=pathlib.Path)
    parser.add_argument("sources", nargs="*")
    parser.add_argument("--programs", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("--texts", action="store_true")
    arguments = parser.parse_args()
    counts = {"": 0, "texts": 0, "output": 0}
    rewritten = 0
    includes = [*arguments.include, ROOT / "test" / "fuzz"]
    with tempfile.TemporaryDirectory(prefix="clustrix-same-") as folder, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        def compared(source):
            results = [written(binary, source, includes) for binary in (arguments.old, arguments.new)]
            return source, difference(*results), results[0][0]
        for source, (kind, lines), status in pool.map(compared, sources(arguments, folder)):
            counts[kind] += 1
            rewritten += status == 0
            if kind == "output" or kind and arguments.texts:
                print(f"{source}: {kind}", *lines[:20], sep="\n", flush=True)
    print(f"{sum(counts.values())} sources, of which the old build rewrites {rewritten}: {counts['']} the same, {counts['texts']} with other texts of remarks, "
          f"{counts['output']} different")
    return 1 if counts["output"] else 0


if __name__ == "__main__":
    sys.exit(main())
