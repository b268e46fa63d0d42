#!/usr/bin/env python3
"""Programs that people have written, with random edits, against their rewriting.

    variants.py BUILD_DIR [--minutes N | --count N] [--seed S] [--jobs J] [--only GLOB] [--keep DIR]

The programs are those of test/e2e, and the samples of ../shared/acceptance where they lie beside the repository. They
hold constructs in the combinations that people think of; an edit puts each beside what nobody has thought of:

    program.cpp ── edits ──► variant.cpp ── sanitizers ──► clean, and what it prints     (else: dropped)
                                 └► clustrix-rewrite (every fourth with --fix first) ─► run on devices ─► the same?

A variant that differs is printed with as few of its edits as still make it differ, and the exit status is 1. Variant
number K of seed S is that of `--seed S+K --count 1`.
"""
import argparse
import concurrent.futures
import dataclasses
import difflib
import fnmatch
import os
import pathlib
import random
import re
import shutil
import sys
import tempfile
import time

from edits import edited, random_edits
from judge import SANITIZE, call

HERE = pathlib.Path(__file__).resolve().parent
E2E = HERE.parent / "e2e"
sys.path[:0] = [str(E2E)]
import run as e2e  # noqa: E402

SAMPLES = HERE.parent.parent.parent / "shared" / "acceptance"
DEVICES = ["cpu", "virtual:1", "virtual:3", "virtual:8"]
COMPILE = ["g++", "-std=c++20", "-O0", "-w", *e2e.INCLUDE]
PROMISE = re.compile(r"clustrix::(extent|independent)|independent =|\brestrict\b|__restrict")
SECONDS = 20  # for an original under the sanitizers: what takes longer is dropped


@dataclasses.dataclass
class Variant:
    program: pathlib.Path
    edits: list

    def text(self):
        return edited(self.program.read_text(), self.edits)

    def changes(self):
        before, after = self.program.read_text().splitlines(), self.text().splitlines()
        return "\n".join(list(difflib.unified_diff(before, after, str(self.program.name), "variant", "", "", 2, ""))[2:])


def corpus(pattern="*"):
    """Programs without their authors' word for anything: an edit may break it unseen."""
    folders = [E2E / "programs", E2E / "patterns", SAMPLES]
    programs = [p for folder in folders if folder.is_dir() for p in sorted(folder.glob("*.cpp"))]
    return [p for p in programs if fnmatch.fnmatch(p.stem, pattern) and not PROMISE.search(p.read_text())]


def variant_of(seed, programs):
    chance = random.Random(seed)
    program = chance.choice(programs)
    return Variant(program, random_edits(chance, program.read_text()))


def fixes_first(seed):
    """Whether the variant is rewritten from what --fix makes of it."""
    return seed % 4 == 0


def rewrite(tool, source, program, fix):
    """The rewritten file, and what went wrong with it."""
    model = [f"--library-model={path}" for path in e2e.library_of(program, ".yml")]
    flags = ["--remarks", "none", *model, "--", "-std=c++20", *e2e.INCLUDE, "-I", program.parent]
    result = source.with_suffix(".cu")
    for step in [["--fix"]] * fix + [["-o", result]]:
        status, _, errors = call([tool, source, *step, *flags], 120)
        if status != 0:
            return result, f"clustrix-rewrite {step[0]} fails: {status} {errors[-2000:]}"
    return result, ""


class Bench:
    """Tools and a folder of its own, for one variant after another."""

    def __init__(self, build, folder, mutate=None):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.tools = e2e.Tools(build)
        self.mutate = mutate  # of the rewritten text: breaks it, to test the fuzzer

    def built(self, source, program, flags, *libraries):
        """What the compiler says against `source`; empty where it is built."""
        others = e2e.library_of(program, ".cpp")
        target = self.folder / f"{source.stem}.{source.suffix[1:]}.out"
        include = ["-I", program.parent]
        status, _, errors = call([*COMPILE, *include, *flags, "-x", "c++", source, *others, "-x", "none", "-o", target,
                                  *libraries], 300)
        return target, "" if status == 0 else errors or f"status {status}"

    def expected(self, source, program):
        """What the original prints, or None where it says nothing: it is not clean, takes too long, or does not compile."""
        original, errors = self.built(source, program, SANITIZE)
        if errors:
            return None
        status, output, _ = call([original], SECONDS)
        return output if status == 0 else None

    def prints_always(self, expected, source, program):
        """Whether the original's lines are the same however memory begins and whatever the optimiser makes of it: what
        sanitizers do not see."""
        for flags, fill in (["-ftrivial-auto-var-init=zero"], "0"), (["-O2", "-ftrivial-auto-var-init=pattern"], "85"):
            original, errors = self.built(source, program, flags)
            status, output, _ = call([original], SECONDS, MALLOC_PERTURB_=fill) if not errors else (1, "", "")
            if status != 0 or e2e.first_difference(expected, output):
                return False
        return True

    def judge(self, variant, fix):
        """What is wrong; empty where all is right, None where the variant says nothing."""
        source = self.folder / "variant.cpp"
        source.write_text(variant.text())
        expected = self.expected(source, variant.program)
        if expected is None:
            return None
        rewritten, problem = rewrite(self.tools.rewrite, source, variant.program, fix)
        if problem:
            return problem
        if self.mutate:
            rewritten.write_text(self.mutate(rewritten.read_text()))
        program, errors = self.built(rewritten, variant.program, self.tools.flags, *self.tools.libraries)
        if errors:
            return f"the rewritten program does not compile: {errors[:2000]}"
        for devices in DEVICES:
            status, output, errors = call([program], 120, CLUSTRIX_DEVICES=devices, CLUSTRIX_FORCE="1")
            if status != 0:
                return f"the rewritten program fails on {devices}: {status} {errors[-1500:]}"
            difference = e2e.first_difference(expected, output)
            if difference and not self.prints_always(expected, source, variant.program):
                return None
            if difference:
                return f"the results differ on {devices}: {difference}"
        return ""

    def shrunk(self, variant, fix):
        """The variant with as few edits as still make it differ."""
        for edit in variant.edits:
            fewer = Variant(variant.program, [e for e in variant.edits if e != edit])
            if self.judge(fewer, fix):
                return self.shrunk(fewer, fix)
        return variant


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--minutes", type=float, help="stop after so many minutes (default 5)")
    parser.add_argument("--count", type=int, help="stop after so many variants")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="default: taken from the clock")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="variants at a time")
    parser.add_argument("--only", default="*", help="glob over the names of programs")
    parser.add_argument("--keep", type=pathlib.Path, help="go on after a difference; write variants that differ there")
    args = parser.parse_args()
    if args.minutes is None:
        args.minutes = 5 if args.count is None else float("inf")
    args.build = args.build.resolve()
    args.programs = corpus(args.only)
    if not args.programs:
        sys.exit(f"variants: no program is called '{args.only}'")
    return args


def seeds(args, started):
    seed = args.seed
    while args.count is None or seed < args.seed + args.count:
        if time.monotonic() - started > 60 * args.minutes:
            return
        yield seed
        seed += 1


def judged(args, folder, seed):
    """(seed, what is wrong, the smallest variant for which it is)."""
    variant, fix = variant_of(seed, args.programs), fixes_first(seed)
    work = pathlib.Path(folder) / str(seed)
    try:
        bench = Bench(args.build, work)
        problem = bench.judge(variant, fix) if variant.edits else None
        return seed, problem, bench.shrunk(variant, fix) if problem else variant
    finally:
        shutil.rmtree(work, ignore_errors=True)


def show(args, seed, problem, variant):
    fixed = " after --fix" if fixes_first(seed) else ""
    print(f"\nseed {seed}: {variant.program.stem}{fixed}: {problem}\n{variant.changes()}\n"
          f"again: ./dev fuzz --variants --seed {seed} --count 1", flush=True)
    if args.keep:
        args.keep.mkdir(parents=True, exist_ok=True)
        (args.keep / f"{seed}-{variant.program.name}").write_text(variant.text())


def main():
    args, started = arguments(), time.monotonic()
    counts = {"right": 0, "dropped": 0, "different": 0}
    with tempfile.TemporaryDirectory(prefix="clustrix-variants-") as folder, \
            concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        running, waiting = set(), seeds(args, started)
        while True:
            for seed in waiting:
                running.add(pool.submit(judged, args, folder, seed))
                if len(running) > args.jobs:
                    break
            if not running:
                break
            done, running = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
            for seed, problem, variant in [future.result() for future in done]:
                counts["different" if problem else "dropped" if problem is None else "right"] += 1
                if problem:
                    show(args, seed, problem, variant)
                    if not args.keep:
                        pool.shutdown(cancel_futures=True)
                        sys.exit(1)
                if sum(counts.values()) % 20 == 0:
                    print(f"variants: {counts} in {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
    print(f"seed {args.seed}: " + ", ".join(f"{number} {what}" for what, number in counts.items()))
    sys.exit(1 if counts["different"] else 0)


if __name__ == "__main__":
    main()
