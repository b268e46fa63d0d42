#!/usr/bin/env python3
"""Random programs against their originals.

    fuzz.py BUILD_DIR [--minutes N | --programs N] [--seed S] [--jobs J]
    fuzz.py BUILD_DIR --sanitize ...     only whether the originals have defined behaviour
    fuzz.py BUILD_DIR --audit ...        their loops as written, with the plan held against what they do
    fuzz.py BUILD_DIR --device-code ...  compiled by nvcc, their kernels run by the PTX interpreter (test/ptx)

A program is an annotated function with its calls. It is rewritten, compiled, and run on CPU threads and on virtual
devices; its results must be those of the original, to the last digit (sums that round: the same bits on all devices).
A share of the programs is rewritten from what --fix makes of them.
At the first difference the program is shrunk and printed with its seed, and the exit status is 1. Program number K of
seed S is that of `--seed S+K --programs 1`.
"""
import argparse
import concurrent.futures
import os
import pathlib
import queue
import random
import re
import sys
import tempfile
import time

from audited import AuditJudge, clang_is_there
from device import DeviceJudge, nvcc_of
from functions import random_function
from judge import Judge, Verdict, fixes_first, until_change
from shrink import shrink
from sources import source_text


SKIPPED = 77


def programs_of(seed, count):
    return {f"f{k}": random_function(random.Random(k)) for k in range(seed, seed + count)}


def lose_last_iteration(text):
    """A deliberate bug, to test the fuzzer: every launch runs one iteration less."""
    return re.sub(r"(clustrix::Loop \w+\(\w+, )(.*?)(, residency_?)?\);$", r"\1(\2) - ((\2) > 3)\3);", text, flags=re.M)


class Run:
    """One run of the fuzzer: batches go to `jobs` judges, results are added up and printed."""

    def __init__(self, args, folder):
        self.args, self.folder = args, pathlib.Path(folder)
        self.started, self.programs, self.total = time.monotonic(), 0, Verdict()
        mutate = lose_last_iteration if args.break_rewriting else None
        self.judges = queue.SimpleQueue()
        kind = DeviceJudge if args.device_code else AuditJudge if args.audit else Judge
        for number in range(args.jobs):
            self.judges.put(kind(args.build, self.folder / str(number), mutate))

    def seconds(self):
        return time.monotonic() - self.started

    def batches(self):
        """(seed of the first, number of programs) of each batch, while time and number last."""
        done = 0
        while self.args.programs is None or done < self.args.programs:
            if self.seconds() > 60 * self.args.minutes:
                return
            seed = self.args.seed + done
            count = min(self.args.batch, until_change(seed))
            if self.args.programs is not None:
                count = min(count, self.args.programs - done)
            yield seed, count
            done += count

    def judge(self, seed, count):
        judge = self.judges.get()
        try:
            if self.args.sanitize:
                found = judge.check_defined(programs_of(seed, count))
                return (seed, count, Verdict()) if not found else sys.exit(f"fuzz: not defined: {found}")
            return seed, count, judge.judge(programs_of(seed, count), fixes_first(seed))
        finally:
            self.judges.put(judge)

    def all(self):
        """Judges batch after batch; yields (seed, failure) of each program that fails."""
        with concurrent.futures.ThreadPoolExecutor(self.args.jobs) as pool:
            batches, running = self.batches(), set()
            while True:
                for seed, count in batches:
                    running.add(pool.submit(self.judge, seed, count))
                    if len(running) > self.args.jobs:
                        break
                if not running:
                    return
                done, running = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
                for _, count, verdict in [future.result() for future in done]:
                    self.programs += count
                    self.total.add(verdict)
                    yield from ((int(name[1:]), failure) for name, failure in verdict.failures.items())
                print(self.progress(), flush=True)

    def progress(self):
        rate = self.programs / max(self.seconds(), 0.001) * 60
        t = self.total
        counts = f"{t.loops} loops, {t.parallel} parallel, {t.mapped} mapped to devices, {t.launched} launched"
        return f"{self.programs} programs ({rate:.0f} a minute): {counts}"

    def shrunk(self, seed, failure):
        """The text of a small program that fails as this one does."""
        judge = self.judges.get()
        try:
            judge.limit = {} if self.args.device_code else {"HARNESS_SECONDS": "1"}
            everywhere = judge.all_devices
            judge.devices = [d for d in everywhere if failure.what.endswith(" on " + d)] or everywhere[:2]
            if failure.kind() == "the devices disagree":
                judge.devices = everywhere[:1] + judge.devices

            def failing(batch):
                found = judge.judge(batch, fixes_first(seed)).failures
                return [name for name, other in found.items() if other.kind() == failure.kind()]

            function = programs_of(seed, 1)[f"f{seed}"]
            small = shrink(function, failing) if failing({f"f{seed}": function}) else function
            last = judge.judge({f"f{seed}": small}, fixes_first(seed)).failures.get(f"f{seed}")
            note = last.what + "\n" + last.detail.strip() if last else "fails only in its batch: " + failure.detail
            return f"{source_text({f'f{seed}': small})}--- seed {seed}: {note[:3000]}\n"
        finally:
            judge.devices, judge.limit = judge.all_devices, {}
            self.judges.put(judge)


def show_failure(run, seed, failure):
    print(f"\nseed {seed}: {failure.what}\n{failure.detail.strip()[:2000]}\nshrinking ...", flush=True)
    text = run.shrunk(seed, failure)
    print(f"--- the shrunk program (harness.h is in test/fuzz)\n{text}again: ./dev fuzz --seed {seed} --programs 1"
          f"{' --device-code' * run.args.device_code}{' --audit' * run.args.audit}", flush=True)
    if run.args.keep:
        run.args.keep.mkdir(parents=True, exist_ok=True)
        (run.args.keep / f"{seed}.cpp").write_text(text)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--minutes", type=float, help="stop after so many minutes (default 5)")
    parser.add_argument("--programs", type=int, help="stop after so many programs")
    parser.add_argument("--programs-full", type=int, help="so many instead where CLUSTRIX_TEST_FULL is 1")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="default: taken from the clock")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="batches at a time")
    parser.add_argument("--batch", type=int, default=60, help="programs in one source")
    parser.add_argument("--sanitize", action="store_true", help="only run the originals, under ASan and UBSan")
    parser.add_argument("--audit", action="store_true", help="loops as written, by Clang 19's hooks: see docs/audit.md")
    parser.add_argument("--device-code", action="store_true", help="nvcc's device code, on the PTX interpreter")
    parser.add_argument("--keep", type=pathlib.Path, help="go on after a difference; write what is shrunk there")
    parser.add_argument("--break-rewriting", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.programs_full and os.environ.get("CLUSTRIX_TEST_FULL") == "1":
        args.programs = args.programs_full
    if args.minutes is None:
        args.minutes = 5 if args.programs is None else float("inf")
    args.build = args.build.resolve()
    if args.device_code and nvcc_of(args.build) is None:
        print("skipped: there is no nvcc, or the build has no PTX interpreter")
        sys.exit(SKIPPED)
    if args.audit and not clang_is_there():
        print("skipped: there is no clang++-19")
        sys.exit(SKIPPED)
    if not (args.build / "bin" / "clustrix-rewrite").exists():
        sys.exit(f"fuzz: {args.build}/bin/clustrix-rewrite is missing; build the project first (./dev build)")
    return args


def main():
    args, failures = arguments(), 0
    with tempfile.TemporaryDirectory(prefix="clustrix-fuzz-") as folder:
        run = Run(args, folder)
        for seed, failure in run.all():
            failures += 1
            show_failure(run, seed, failure)
            if not args.keep:
                os._exit(1)  # batches that still run are of no interest
        print(f"seed {args.seed}: {run.progress()}; {failures or 'no'} difference{'s' * (failures > 1)}")
        sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
