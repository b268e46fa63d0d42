#!/usr/bin/env python3
"""What of the frontend the random programs reach.

    coverage.py BUILD_DIR [--programs N] [--variants N] [--seed S] [--counted FOLDER] [--goal PERCENT] [--show FILE]

BUILD_DIR is of the preset `coverage`. Random programs (fuzz.py) and variants of people's (variants.py) are rewritten, and
nothing else runs the compiler, so that what is counted is theirs alone:

    source.cpp ─► clustrix-rewrite (counts conditions) ─► llvm-cov ─► taken and possible branches of the frontend's rooms
               └► clang -ast-dump ─► kinds of nodes that the sources hold, against those that the frontend names

Runs of the fuzzer itself count as well: `LLVM_PROFILE_FILE=FOLDER/%4m.profraw fuzz.py BUILD_DIR ...` and `--counted FOLDER`.

A branch is one outcome of a condition that the source writes (each operand of `&&` and `||`, each case of a switch),
as Clang's source-based coverage counts them.

Prints a line a file, the least covered first, and the totals; writes BUILD_DIR/coverage.json with every branch that no
program took. Exit status 1 where the total is below the goal, or the tool fails on a program.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from fuzz import programs_of
from judge import HERE, MODEL, call, until_change, with_fixes
from judge import fixes_first as program_is_fixed_first
from sources import source_text
from variants import corpus, fixes_first, rewrite, variant_of

CLANG = "clang++-19"
# Of lib/: the frontend's rooms, in the order of the include rules.
ROOMS = ["Library", "Syntax", "Source", "HostCode", "Normalise", "Lower", "Memory", "Induction", "Recurrence", "KernelText"]
NODE = re.compile(r"^[ |`-]*(\w+(?:Decl|Stmt|Expr|Operator|Literal|Type|Cleanups|Cast|Attr)) 0x", re.M)
CAST = re.compile(r"<(\w+)(?: \([^)]*\))?>$", re.M)
NAMED = re.compile(r"\bclang::(\w+)\b")
NAMED_CAST = re.compile(r"\bCK_(\w+)")


class Branches:
    """{file: {(line, column, outcome): times taken}} of the frontend's files, `Lower/Walker.cpp`, in the folder `lib`."""

    def __init__(self, lib):
        self.lib = lib
        self.taken = collections.defaultdict(lambda: collections.defaultdict(int))

    def add(self, file):
        path = pathlib.Path(file["filename"])
        if path.parent not in self.rooms():
            return
        name = f"{path.parent.name}/{path.name}"
        for line, column, _, _, true, false, *_ in file["branches"]:  # once more for each instantiation of a template
            self.taken[name][line, column, "true"] += true
            self.taken[name][line, column, "false"] += false

    def rooms(self):
        return [self.lib / room for room in ROOMS]

    def of_file(self, name):
        counts = self.taken[name].values()
        return sum(c > 0 for c in counts), len(counts)

    def total(self):
        pairs = [self.of_file(name) for name in self.taken]
        return sum(t for t, _ in pairs), sum(n for _, n in pairs)

    def untaken(self):
        return {name: [f"{line}:{column} {outcome}" for (line, column, outcome), count in sorted(branches.items()) if count == 0]
                for name, branches in sorted(self.taken.items())}


def tool(build):
    return build / "bin" / "clustrix-rewrite"


def lib(build):
    """lib/ of the sources that were built."""
    source = re.search(r"^CMAKE_HOME_DIRECTORY:INTERNAL=(.+)$", (build / "CMakeCache.txt").read_text(), re.M)
    return pathlib.Path(source[1]) / "lib"


def collect(build, folder, others):
    """The Branches that the runs took which left their counts in `folder`, or in one of the others."""
    merged, found = folder / "all.profdata", Branches(lib(build))
    counts = [file for one in (folder, *others) for file in sorted(one.glob("*.profraw"))]
    subprocess.run(["llvm-profdata-19", "merge", "-sparse", *counts, "-o", merged], check=True)
    report = subprocess.run(["llvm-cov-19", "export", "-skip-functions", "-skip-expansions", f"-instr-profile={merged}", tool(build),
                             *found.rooms()], check=True, capture_output=True, text=True)
    for file in json.loads(report.stdout)["data"][0]["files"]:
        found.add(file)
    return found


def batches(args, folder):
    """Random programs, as files, and whether they are rewritten from what --fix makes of them."""
    shutil.copy(HERE / "harness.h", folder)
    end, first = args.seed + args.programs, args.seed
    while first < end:
        source, count = folder / f"batch{first}.cpp", min(until_change(first), end - first)
        source.write_text(source_text(programs_of(first, count)))
        yield source, program_is_fixed_first(first)
        first += count


def rewrite_batch(build, source, fix):
    """Whether the tool takes the batch; what it counts up to an error counts."""
    if fix:
        source, errors = with_fixes(tool(build), source, 1200)
        if errors:
            print(f"coverage: clustrix-rewrite --fix fails on {source.stem}: {errors}", file=sys.stderr)
            return False
    status, _, errors = call([tool(build), source, "-o", source.with_suffix(".cu"), "--remarks", "none", *MODEL, "--",
                              "-std=c++20", "-I", source.parent], 1200)
    if status != 0:
        print(f"coverage: clustrix-rewrite fails on {source.stem}: {status} {errors[-2000:]}", file=sys.stderr)
    return status == 0


def rewrite_variant(build, seed, programs, folder):
    """What no compiler takes counts as well: the frontend has seen it, up to its first error."""
    variant, source = variant_of(seed, programs), folder / f"variant{seed}.cpp"
    source.write_text(variant.text())
    rewrite(tool(build), source, variant.program, fixes_first(seed))


def kinds_in(source):
    """Kinds of the tree's nodes and of its casts, of the functions that are written in `source` itself."""
    status, tree, _ = call([CLANG, "-std=c++20", "-w", "-fsyntax-only", "-Xclang", "-ast-dump", "-fno-color-diagnostics",
                            "-I", source.parent, "-Wno-unknown-attributes", source], 600)
    start = re.search(r"^.*FunctionDecl 0x\w+ <.*" + re.escape(source.name), tree, re.M)
    own = tree[start.start():] if start else tree
    return set(NODE.findall(own)) | {"CK_" + kind for kind in CAST.findall(own)} if status == 0 else set()


def kinds_handled(rooms):
    """Those that the frontend in these folders names: what it decides something about."""
    text = "\n".join(p.read_text() for room in rooms for p in sorted(room.glob("*.cpp")) + sorted(room.glob("*.h")))
    nodes = {n for n in NAMED.findall(text) if re.search(r"(Decl|Stmt|Expr|Operator|Literal|Type|Cast)$", n)}
    return nodes | {"CK_" + kind for kind in NAMED_CAST.findall(text)}


def show(name, branches):
    """The file's text with the branches that nobody took marked: column, and (t)rue or (f)alse."""
    missing = collections.defaultdict(list)
    for (line, column, outcome), count in sorted(branches.taken[name].items()):
        if count == 0:
            missing[line].append(f"{column}{outcome[0]}")
    for at, text in enumerate((branches.lib / name).read_text().splitlines(), 1):
        print(f"{','.join(missing[at]):>12} {at:5} {text}")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--programs", type=int, default=1200)
    parser.add_argument("--variants", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--counted", type=pathlib.Path, action="append", default=[], metavar="FOLDER", help="counts of other runs")
    parser.add_argument("--goal", type=float, default=0, help="least percentage of branches")
    parser.add_argument("--show", action="append", default=[], metavar="FILE", help="print a file with what is missing")
    args = parser.parse_args()
    args.build = args.build.resolve()
    cache = args.build / "CMakeCache.txt"
    if not (tool(args.build).exists() and "CLUSTRIX_COVERAGE:BOOL=ON" in cache.read_text()):
        sys.exit("coverage: nothing in the build counts branches; use `./dev fuzz --coverage`")
    return args


def main():
    args = arguments()
    with tempfile.TemporaryDirectory(prefix="clustrix-coverage-") as folder:
        folder, programs = pathlib.Path(folder), corpus()
        os.environ["LLVM_PROFILE_FILE"] = f"{folder}/%4m.profraw"  # four files, to which all processes add
        written = list(batches(args, folder))
        seeds = range(args.seed, args.seed + args.variants)
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            failed = 0
            for done, taken in enumerate(pool.map(lambda b: rewrite_batch(args.build, *b), written), 1):
                failed += not taken
                print(f"coverage: {done} of {len(written)} batches", file=sys.stderr)
            for done, _ in enumerate(pool.map(lambda s: rewrite_variant(args.build, s, programs, folder), seeds), 1):
                if done % 50 == 0:
                    print(f"coverage: {done} of {args.variants} variants", file=sys.stderr)
            held = set().union(*pool.map(kinds_in, [source for source, _ in written[:8]]))
        branches = collect(args.build, folder, args.counted)
    handled = kinds_handled(branches.rooms())
    for name in sorted(branches.taken, key=lambda n: branches.of_file(n)[0] - branches.of_file(n)[1]):
        taken, possible = branches.of_file(name)
        print(f"{taken:5} of {possible:5} {100 * taken / max(1, possible):5.1f} %  {name}")
    taken, possible = branches.total()
    percent = 100 * taken / max(1, possible)
    print(f"kinds that the frontend names and no program holds: {' '.join(sorted(handled - held))}")
    print(f"kinds that programs hold: {len(held)}, of {len(handled)} that the frontend names {len(handled & held)}")
    print(f"branches of the frontend: {taken} of {possible}, {percent:.1f} %, by {args.programs} programs and {args.variants} variants"
          + "".join(f" and what {folder} counts" for folder in args.counted))
    for name in args.show:
        show(name, branches)
    (args.build / "coverage.json").write_text(json.dumps(
        {"programs": args.programs, "variants": args.variants, "taken": taken, "possible": possible, "untaken": branches.untaken()}, indent=1))
    sys.exit(1 if percent < args.goal or failed else 0)


if __name__ == "__main__":
    main()
