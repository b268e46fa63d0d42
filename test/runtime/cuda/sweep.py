#!/usr/bin/env python3
"""Runs a program on the CUDA double: on several machines, or with failures at each call that it makes.

    sweep.py PROGRAM --machines          1, 3 and 8 devices, mixed and small memories, both orders: always the same lines
    sweep.py PROGRAM --memory            each device has allocated at most what CLUSTRIX_PLAN has said, and no less
    sweep.py PROGRAM --kind KIND         the 1st, 2nd, ... call fails
    sweep.py PROGRAM --kind KIND --onwards      from the 1st, 2nd, ... call on all of them fail
    sweep.py PROGRAM --kind KIND,KIND --most N  at N positions spread evenly over the calls, where there are more; the
                                                same in each run; at all of them with CLUSTRIX_TEST_FULL=1
    sweep.py PROGRAM --pairs N           two calls fail, each in a way of its own: N pairs, the same in each run

A run with failures ends with the right lines. Where one call alone is refused, and its device works on, nothing may
have run on the CPU: the call is made again. With --may-stop the program keeps results on devices, and may stop with an
error that says that a device had the only copy of some; of those whose calls do not all fail from some on, a third at
least has to be right.

--original PROGRAM: what the lines are compared with; else with those of an undisturbed run, which say `right`.
--with NAME=VALUE adds a setting to all runs; --needs CALL wants the program to make that call, on 3 devices.
KIND+ stands for --onwards with this kind alone.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

DEFAULTS = {"CLUSTRIX_DEVICES": "cuda", "CLUSTRIX_FORCE": "1", "CLUSTRIX_LOG": "warn", "CLUSTRIX_DOUBLE_DEVICES": "3",
            "CLUSTRIX_DOUBLE_MEMORY": "64MB"}

MACHINES = [
    {"CLUSTRIX_DOUBLE_DEVICES": "1"},
    {"CLUSTRIX_DOUBLE_DEVICES": "3"},
    {"CLUSTRIX_DOUBLE_DEVICES": "8"},
    {"CLUSTRIX_DOUBLE_DEVICES": "8", "CLUSTRIX_DOUBLE_ORDER": "eager"},
    {"CLUSTRIX_DOUBLE_DEVICES": "2", "CLUSTRIX_CUDA_CACHE": "0"},
    {"CLUSTRIX_DOUBLE_DEVICES": "2", "CLUSTRIX_CUDA_SPLIT": "3"},
    {"CLUSTRIX_DOUBLE_DEVICES": "4", "CLUSTRIX_DOUBLE_MEMORY": "64MB,1MB", "CLUSTRIX_SCHEDULE": "weighted"},
    {"CLUSTRIX_DOUBLE_DEVICES": "3", "CLUSTRIX_DOUBLE_MEMORY": "100KB", "CLUSTRIX_SCHEDULE": "dynamic"},
    {"CLUSTRIX_DOUBLE_DEVICES": "3", "CLUSTRIX_MAX_GPU_PARALLEL_JOBS": "3", "CLUSTRIX_SCHEDULE": "dynamic"},
    {"CLUSTRIX_DOUBLE_DEVICES": "0"},
    {"CLUSTRIX_DOUBLE_DEVICES": "no-driver"},
]


def run(program, settings):
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CLUSTRIX_")}
    done = subprocess.run([program], env={**kept, **DEFAULTS, **settings}, capture_output=True, timeout=120)
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def counters(program, settings):
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        status, out, err = run(program, {**settings, "CLUSTRIX_DOUBLE_COUNTERS": file.name})
        text = file.read()
    if status != 0:
        sys.exit(f"the program does not even run undisturbed: status {status}\n{out}{err}")
    if not text:
        sys.exit("the program did not find the CUDA double: LD_LIBRARY_PATH must name its folder first")
    return out, json.loads(text)


def expected_of(program, original):
    """The right lines: the original's, or the program's own where that has compared its results itself."""
    if original is not None:
        return subprocess.run([original], capture_output=True, timeout=60, check=True).stdout.decode()
    out = run(program, {})[1]
    return out if out.startswith("right") else sys.exit(f"the program is wrong undisturbed:\n{out}")


def on_machines(program, expected):
    failures = 0
    for settings in MACHINES:
        status, out, err = run(program, settings)
        # The CPU combines in the same fixed order: not even a machine without devices may differ.
        good = status == 0 and out == expected
        print("ok  " if good else "FAIL", " ".join(f"{k}={v}" for k, v in settings.items()))
        if not good:
            print(f"     status {status}, expected {expected.strip()!r}\n{err}")
            failures += 1
    return failures


def as_printed(size):
    """What the runtime's printByteSize makes of a number of bytes."""
    units = ["B", "KB", "MB", "GB"]
    unit, value = 0, float(size)
    while value >= 1024 and unit + 1 < len(units):
        value, unit = value / 1024, unit + 1
    return f"{value:.0f} {units[unit]}" if unit == 0 or value >= 100 else f"{value:.1f} {units[unit]}"


def in_bytes(text):
    number, unit = text.split()
    return float(number) * 1024 ** ["B", "KB", "MB", "GB"].index(unit)


def memory(program):
    """A cache keeps blocks for later: without it what a plan needs is what there is."""
    failures = 0
    for machine in ({}, {"CLUSTRIX_DOUBLE_DEVICES": "1"}, {"CLUSTRIX_DOUBLE_MEMORY": "100KB"},
                    {"CLUSTRIX_DOUBLE_MEMORY": "60KB", "CLUSTRIX_MAX_GPU_PARALLEL_JOBS": "3"},
                    {"CLUSTRIX_DOUBLE_DEVICES": "4", "CLUSTRIX_DOUBLE_MEMORY": "64MB,100KB"}):
        settings = {**machine, "CLUSTRIX_PLAN": "1", "CLUSTRIX_CUDA_CACHE": "0"}
        with tempfile.NamedTemporaryFile(suffix=".json") as file:
            status, out, err = run(program, {**settings, "CLUSTRIX_DOUBLE_COUNTERS": file.name})
            peaks = json.load(file)["peak"]
        for device, peak in enumerate(peaks):
            said = re.findall(rf"at most (.*?) of memory on device {device} ", err)
            most = max(said, key=in_bytes, default="0 B")
            good = status == 0 and most == as_printed(peak) and peak > 0
            print("ok  " if good else "FAIL", f"device {device}: planned {most}, allocated {as_printed(peak)}",
                  " ".join(f"{k}={v}" for k, v in machine.items()))
            failures += not good
    return failures


# Refused calls after which the device works on; the others take it away, or come to light later.
PASSING = ["oom", "invalid", "resources", "unsupported"]
LASTING = ["illegal", "launch", "ecc", "busy", "unknown", "oom-later", "invalid-later", "illegal-later", "launch-later"]
ON_CPU = re.compile(r"on the CPU|runs as written")


def verdict(status, out, err, expected):
    if status == 0 and out == expected:
        return "right, in part on the CPU" if ON_CPU.search(err) else "right"
    # Nothing wrong was said: what was printed is where the right lines begin.
    if status > 0 and expected.startswith(out) and "held the only copy of" in err:
        return "stopped"
    return "BAD"


def tried(program, fault, expected):
    try:
        status, out, err = run(program, {"CLUSTRIX_DOUBLE_FAIL": fault})
    except subprocess.TimeoutExpired:
        return "BAD", "hangs"
    return verdict(status, out, err, expected), f"status {status}: {out}{err}"


class Sweep:
    def __init__(self, program, expected, seen, options):
        self.program, self.expected, self.calls, self.options = program, expected, seen["calls"], options
        self.found = collections.Counter()
        self.bad = 0

    def over(self, title, faults, onwards=False):
        """`faults`: what is to fail, and the verdicts that are good enough for it."""
        results = collections.Counter()
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            outcomes = pool.map(lambda each: tried(self.program, each[0], self.expected), faults)
            for (fault, good), (result, what) in zip(faults, outcomes):
                results[result] += 1
                if result not in good:
                    self.bad += 1
                    print(f"FAIL CLUSTRIX_DOUBLE_FAIL={fault}: {result}: {what[:1500]}")
        if not onwards:
            self.found += results
        print(f"{title}: " + ", ".join(f"{n} {r}" for r, n in sorted(results.items())))

    def good(self, passing):
        if passing:
            return ["right"]
        return ["right", "right, in part on the CPU"] + (["stopped"] if self.options.may_stop else [])

    def singles(self, kind, onwards):
        at = positions(self.calls, self.options.most)
        mark = "+" if onwards else ""
        good = self.good(kind in PASSING and not onwards)
        self.over(f"{kind}{mark} at {len(at)} of {self.calls} calls", [(f"{k}{mark}:{kind}", good) for k in at], onwards)

    def pairs(self, count):
        """Spread over the square of calls and over that of kinds by multiples of irrational numbers."""
        kinds = PASSING + LASTING
        faults = []
        for n in range(1, count + 1):
            first, second = sorted((1 + int(n * 0.7548776662466927 % 1 * self.calls),
                                    1 + int(n * 0.5698402909980532 % 1 * self.calls)))
            one, other = kinds[n % len(kinds)], kinds[n * 7 // len(kinds) % len(kinds)]
            # A call that is refused twice in a row is given up, and so is a device that fails again.
            faults.append((f"{first}:{one},{second}:{other}", self.good(False)))
        self.over(f"{count} pairs of {self.calls} calls", faults)

    def failures(self):
        right = sum(n for result, n in self.found.items() if result.startswith("right"))
        if 2 * right < self.found["stopped"]:
            print(f"FAIL: {right} runs were right and {self.found['stopped']} stopped")
            self.bad += 1
        return self.bad


def positions(calls, most):
    if most is None or calls <= most:
        return range(1, calls + 1)
    return sorted({1 + k * (calls - 1) // (most - 1) for k in range(most)})


def require_calls(seen, needed):
    for call in needed:
        if seen.get(call, 0) == 0:
            sys.exit(f"the program did not call {call} on the double: a sweep over it would show nothing")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--machines", action="store_true")
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--kind")
    parser.add_argument("--onwards", action="store_true")
    parser.add_argument("--most", type=int)
    parser.add_argument("--pairs", type=int, default=0, metavar="N")
    parser.add_argument("--may-stop", action="store_true")
    parser.add_argument("--original", metavar="PROGRAM")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--with", dest="settings", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--needs", action="append", default=[], metavar="CALL")
    options = parser.parse_args()
    if os.environ.get("CLUSTRIX_TEST_FULL") == "1":
        options.most = None
    DEFAULTS.update(setting.split("=", 1) for setting in options.settings)
    failures = 0
    expected = expected_of(options.program, options.original)
    seen = counters(options.program, {})[1]
    if options.machines:
        require_calls(seen, options.needs)
        failures += on_machines(options.program, expected)
    if options.memory:
        failures += memory(options.program)
    if options.most is not None and options.most < 2:
        parser.error("--most takes at least 2: the first call and the last")
    if options.kind or options.pairs:
        require_calls(seen, ["cudaLaunchKernel", *options.needs])
        sweep = Sweep(options.program, expected, seen, options)
        for kind in options.kind.split(",") if options.kind else []:
            sweep.singles(kind.rstrip("+"), options.onwards or kind.endswith("+"))
        if options.pairs:
            sweep.pairs(options.pairs)
        failures += sweep.failures()
    if not options.machines and not options.memory and not options.kind and not options.pairs:
        parser.error("say --machines, --memory, --kind KIND or --pairs N")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
