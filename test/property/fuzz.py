#!/usr/bin/env python3
"""Random programs against their originals.

    fuzz.py BUILD_DIR [--minutes N | --programs N] [--seed S]

Each program is rewritten, compiled, and run on CPU threads and on virtual devices; its output must be that of the
original, to the last digit. At the first difference the program is shrunk and printed with its seed, and the exit
status is 1. Program number K of seed S is that of `--seed S+K --programs 1`.
"""
import argparse
import dataclasses
import json
import os
import pathlib
import random
import shlex
import subprocess
import sys
import tempfile
import time

from program import Generator, interesting_loops
from shrink import shrink

# -O1: g++ 12.2 miscompiles some reversed in-place loops at -O2, in originals, too.
COMPILE = ["g++", "-std=c++20", "-O1", "-Wno-attributes"]
DEVICES = ["cpu", "virtual:1", "virtual:3", "virtual:2x64KB,1x128KB@0.5"]


@dataclasses.dataclass
class Outcome:
    what: str = ""  # "" where original and rewritten program agree
    detail: str = ""
    loops: int = 0
    parallel: int = 0


def call(command, timeout, **env):
    """(status, output, errors); the status of a program that does not end is "timeout"."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("CLUSTRIX_")}
    try:
        done = subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=timeout,
                              env=dict(clean, **env))
        return done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        return "timeout", "", f"no end after {timeout} s"


class Tools:
    def __init__(self, build):
        self.rewrite = build / "bin" / "clustrix-rewrite"
        config = build / "bin" / "clustrix-config"
        self.compile, self.link = (self.words(config, option) for option in ("--cxxflags", "--libs"))

    @staticmethod
    def words(config, option):
        status, output, errors = call([config, option], 60)
        if status != 0:
            sys.exit(f"fuzz: {config} {option} failed: {errors}")
        return shlex.split(output)


def first_difference(expected, got):
    for ours, theirs in zip(got.splitlines(), expected.splitlines()):
        if ours != theirs:
            return f"expected '{theirs}', got '{ours}'"
    return f"{len(got.splitlines())} lines instead of {len(expected.splitlines())}"


def judge(program, tools, folder):
    """What becomes of a program; the folder is for intermediate files."""
    source, original, rewritten = folder / "program.cpp", folder / "original", folder / "program.clustrix.cu"
    report, ours = folder / "report.json", folder / "rewritten"
    source.write_text(program.text())
    status, _, errors = call([*COMPILE, source, "-o", original], 120)
    if status != 0:
        return Outcome("the original does not compile (a bug of the fuzzer)", errors)
    status, expected, errors = call([original], 20)
    if status != 0:
        return Outcome("the original fails (a bug of the fuzzer)", f"{status} {errors}")

    status, _, errors = call([tools.rewrite, source, "-o", rewritten, "--report", report, "--remarks", "none", "--",
                              "-std=c++20"], 120)
    if status != 0:
        return Outcome("clustrix-rewrite fails", f"{status} {errors}")
    status, _, errors = call([*COMPILE, *tools.compile, "-x", "c++", rewritten, "-x", "none", "-o", ours,
                              *tools.link], 300)
    if status != 0:
        return Outcome("the rewritten program does not compile", errors)
    for devices in DEVICES:
        status, got, errors = call([ours], 60, CLUSTRIX_DEVICES=devices, CLUSTRIX_FORCE="1")
        if status != 0:
            return Outcome(f"the rewritten program fails on {devices}", f"{status} {errors[-2000:]}")
        if got != expected:
            return Outcome(f"the outputs differ on {devices}", first_difference(expected, got))
    loops = [loop for f in json.loads(report.read_text())["functions"] for loop in f["loops"]]
    return Outcome(loops=len(loops), parallel=sum(1 for loop in loops if loop["parallel"]))


def show_failure(seed, program, outcome, tools, folder):
    print(f"\nseed {seed}: {outcome.what}: {outcome.detail.strip()[:2000]}\nshrinking ...", flush=True)
    small = shrink(program, lambda candidate: judge(candidate, tools, folder).what == outcome.what)
    last = judge(small, tools, folder)
    print(f"--- the shrunk program ({interesting_loops(small)} loops)\n{small.text()}---")
    print(f"seed {seed}: {last.what}: {last.detail.strip()[:2000]}")
    print(f"again: ./dev fuzz --seed {seed} --programs 1")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--minutes", type=float, help="stop after so many minutes (default 5)")
    parser.add_argument("--programs", type=int, help="stop after so many programs")
    parser.add_argument("--seed", type=int, help="default: taken from the clock")
    args = parser.parse_args()
    seed = args.seed if args.seed is not None else int(time.time())
    minutes = args.minutes if args.minutes is not None else (5 if args.programs is None else float("inf"))
    if not (args.build / "bin" / "clustrix-rewrite").exists():
        sys.exit(f"fuzz: {args.build}/bin/clustrix-rewrite is missing; build the project first (./dev build)")

    tools, started = Tools(args.build.resolve()), time.monotonic()
    programs = loops = parallel = 0
    with tempfile.TemporaryDirectory(prefix="clustrix-fuzz-") as name:
        while (time.monotonic() - started) < 60 * minutes and (args.programs is None or programs < args.programs):
            program = Generator(random.Random(seed + programs)).program(functions=6)
            outcome = judge(program, tools, pathlib.Path(name))
            if outcome.what:
                show_failure(seed + programs, program, outcome, tools, pathlib.Path(name))
                sys.exit(1)
            programs, loops, parallel = programs + 1, loops + outcome.loops, parallel + outcome.parallel
            if programs % 10 == 0:
                print(f"{programs} programs, {loops} loops, {parallel} parallel", flush=True)
    print(f"seed {seed}: {programs} programs, {loops} loops, {parallel} of them parallel, no difference")


if __name__ == "__main__":
    main()
