#!/usr/bin/env python3
"""What of the frontend the random programs reach.

    coverage.py BUILD_DIR [--programs N] [--variants N] [--seed S] [--goal PERCENT] [--show FILE]

BUILD_DIR is of the preset `coverage`. Random programs (fuzz.py) and variants of people's (variants.py) are rewritten, and
nothing else runs the compiler, so that what is counted is theirs alone:

    source.cpp ─► clustrix-rewrite (counts branches) ─► gcov ─► taken and possible branches of each file of lib/Frontend
               └► clang -ast-dump ─► kinds of nodes that the sources hold, against those that lib/Frontend names

Prints a line a file, the least covered first, and the totals; writes BUILD_DIR/coverage.json with every branch that no
program took. Exit status 1 where the total is below the goal.
"""
import argparse
import collections
import concurrent.futures
import gzip
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from fuzz import programs_of
from judge import HERE, call
from sources import source_text
from variants import corpus, fixes_first, rewrite, variant_of

FRONTEND = HERE.parent.parent / "lib" / "Frontend"
CLANG = "clang++-19"
BATCH = 60  # programs in one source, as in a run of the fuzzer
NODE = re.compile(r"^[ |`-]*(\w+(?:Decl|Stmt|Expr|Operator|Literal|Type|Cleanups|Cast|Attr)) 0x", re.M)
CAST = re.compile(r"<(\w+)(?: \([^)]*\))?>$", re.M)
NAMED = re.compile(r"\bclang::(\w+)\b")
NAMED_CAST = re.compile(r"\bCK_(\w+)")


class Branches:
    """{file: {(line, function, number): times taken}} of lib/Frontend."""

    def __init__(self):
        self.taken = collections.defaultdict(lambda: collections.defaultdict(int))

    def add(self, record):
        for file in record["files"]:
            path = pathlib.Path(file["file"])
            if path.parent != FRONTEND:
                continue
            for line in file["lines"]:
                # What an exception would take is no branch that anybody wrote.
                written = [b for b in line["branches"] if not b["throw"]]
                for number, branch in enumerate(written if len(written) > 1 else []):
                    self.taken[path.name][line["line_number"], number] += branch["count"]

    def of_file(self, name):
        counts = self.taken[name].values()
        return sum(c > 0 for c in counts), len(counts)

    def total(self):
        pairs = [self.of_file(name) for name in self.taken]
        return sum(t for t, _ in pairs), sum(n for _, n in pairs)

    def untaken(self):
        return {name: sorted({line for (line, _), count in branches.items() if count == 0})
                for name, branches in sorted(self.taken.items())}


def objects(build):
    folder = build / "lib" / "Frontend" / "CMakeFiles" / "ClustrixFrontend.dir"
    return sorted(folder.glob("*.gcno"))


def forget(build):
    for notes in objects(build):
        notes.with_suffix(".gcda").unlink(missing_ok=True)


def collect(build):
    """The Branches that runs since `forget` have taken."""
    found = Branches()
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["gcov", "--json-format", "--branch-probabilities", "--branch-counts", *objects(build)], cwd=folder, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for record in pathlib.Path(folder).glob("*.gcov.json.gz"):
            found.add(json.loads(gzip.decompress(record.read_bytes())))
    return found


def batches(args, folder):
    """Random programs, as files."""
    shutil.copy(HERE / "harness.h", folder)
    for first in range(args.seed, args.seed + args.programs, BATCH):
        source = folder / f"batch{first}.cpp"
        source.write_text(source_text(programs_of(first, min(BATCH, args.seed + args.programs - first))))
        yield source


def rewrite_batch(build, source):
    status, _, errors = call([build / "bin" / "clustrix-rewrite", source, "-o", source.with_suffix(".cu"), "--remarks",
                              "none", "--", "-std=c++20", "-I", source.parent], 1200)
    if status != 0:
        sys.exit(f"coverage: clustrix-rewrite fails on a batch: {status} {errors[-2000:]}")


def rewrite_variant(build, seed, programs, folder):
    """What no compiler takes counts as well: the frontend has seen it, up to its first error."""
    variant, source = variant_of(seed, programs), folder / f"variant{seed}.cpp"
    source.write_text(variant.text())
    rewrite(build / "bin" / "clustrix-rewrite", source, variant.program, fixes_first(seed))


def kinds_in(source):
    """Kinds of the tree's nodes and of its casts, of the functions that are written in `source` itself."""
    status, tree, _ = call([CLANG, "-std=c++20", "-w", "-fsyntax-only", "-Xclang", "-ast-dump", "-fno-color-diagnostics",
                            "-I", source.parent, "-Wno-unknown-attributes", source], 600)
    start = re.search(r"^.*FunctionDecl 0x\w+ <.*" + re.escape(source.name), tree, re.M)
    own = tree[start.start():] if start else tree
    return set(NODE.findall(own)) | {"CK_" + kind for kind in CAST.findall(own)} if status == 0 else set()


def kinds_handled():
    """Those that lib/Frontend names: what it decides something about."""
    text = "\n".join(p.read_text() for p in sorted(FRONTEND.glob("*.cpp")) + sorted(FRONTEND.glob("*.h")))
    nodes = {n for n in NAMED.findall(text) if re.search(r"(Decl|Stmt|Expr|Operator|Literal|Type|Cast)$", n)}
    return nodes | {"CK_" + kind for kind in NAMED_CAST.findall(text)}


def show(name, branches):
    """The file's text with the branches that nobody took marked by their numbers."""
    missing = collections.defaultdict(list)
    for (line, number), count in branches.taken[name].items():
        if count == 0:
            missing[line].append(number)
    for at, text in enumerate((FRONTEND / name).read_text().splitlines(), 1):
        mark = ",".join(map(str, missing[at])) if at in missing else ""
        print(f"{mark:>8} {at:5} {text}")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--programs", type=int, default=1200)
    parser.add_argument("--variants", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--goal", type=float, default=0, help="least percentage of branches")
    parser.add_argument("--show", action="append", default=[], metavar="FILE", help="print a file with what is missing")
    args = parser.parse_args()
    args.build = args.build.resolve()
    if not objects(args.build):
        sys.exit("coverage: nothing in the build counts branches; use `./dev fuzz --coverage`")
    return args


def main():
    args = arguments()
    forget(args.build)
    with tempfile.TemporaryDirectory(prefix="clustrix-coverage-") as folder:
        folder, programs = pathlib.Path(folder), corpus()
        written = list(batches(args, folder))
        seeds = range(args.seed, args.seed + args.variants)
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            for done, _ in enumerate(pool.map(lambda s: rewrite_batch(args.build, s), written), 1):
                print(f"coverage: {done} of {len(written)} batches", file=sys.stderr)
            for done, _ in enumerate(pool.map(lambda s: rewrite_variant(args.build, s, programs, folder), seeds), 1):
                if done % 50 == 0:
                    print(f"coverage: {done} of {args.variants} variants", file=sys.stderr)
            held = set().union(*pool.map(kinds_in, written[:8]))
    branches, handled = collect(args.build), kinds_handled()
    for name in sorted(branches.taken, key=lambda n: branches.of_file(n)[0] - branches.of_file(n)[1]):
        taken, possible = branches.of_file(name)
        print(f"{taken:5} of {possible:5} {100 * taken / max(1, possible):5.1f} %  {name}")
    taken, possible = branches.total()
    percent = 100 * taken / max(1, possible)
    print(f"kinds that the frontend names and no program holds: {' '.join(sorted(handled - held))}")
    print(f"kinds that programs hold: {len(held)}, of {len(handled)} that the frontend names {len(handled & held)}")
    print(f"branches of lib/Frontend: {taken} of {possible}, {percent:.1f} %, by {args.programs} programs and {args.variants} variants")
    for name in args.show:
        show(name, branches)
    (args.build / "coverage.json").write_text(json.dumps(
        {"programs": args.programs, "variants": args.variants, "taken": taken, "possible": possible, "untaken": branches.untaken()}, indent=1))
    sys.exit(1 if percent < args.goal else 0)


if __name__ == "__main__":
    main()
