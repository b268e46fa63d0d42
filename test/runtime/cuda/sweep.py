#!/usr/bin/env python3
"""Runs a program on the CUDA double: on several machines, or with one failure at each call that it makes.

    sweep.py PROGRAM --machines          1, 3 and 8 devices, mixed and small memories, both orders: always the same line
    sweep.py PROGRAM --memory            each device has allocated at most what CLUSTRIX_PLAN has said, and no less
    sweep.py PROGRAM --kind KIND         the 1st, 2nd, ... call fails: right, or an error on standard error; never wrong
    sweep.py PROGRAM --kind KIND --onwards      from the 1st, 2nd, ... call on all of them fail
    sweep.py PROGRAM --kind KIND,KIND --most N  at N positions spread evenly over the calls, where there are more; the
                                                same in each run

--with NAME=VALUE adds a setting to all runs; --needs CALL wants the program to make that call, on 3 devices.
KIND+ stands for --onwards with this kind alone.
"""
import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

DEFAULTS = {"CLUSTRIX_DEVICES": "cuda", "CLUSTRIX_FORCE": "1", "CLUSTRIX_LOG": "error", "CLUSTRIX_DOUBLE_DEVICES": "3",
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


def on_machines(program):
    failures = 0
    expected = None
    for settings in MACHINES:
        status, out, err = run(program, settings)
        expected = expected or out
        # The CPU combines in the same fixed order: not even a machine without devices may differ.
        good = status == 0 and out == expected and out.startswith("right")
        print("ok  " if good else "FAIL", " ".join(f"{k}={v}" for k, v in settings.items()), out.strip())
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


def verdict(status, out, err, expected):
    if status == 0 and out == expected:
        return "right"
    if status > 0 and "right" not in out and "wrong" not in out and "clustrix: error:" in err:
        return "clear error"
    return "BAD"


def positions(calls, most):
    if most is None or calls <= most:
        return range(1, calls + 1)
    return sorted({1 + k * (calls - 1) // (most - 1) for k in range(most)})


def require_calls(seen, needed):
    for call in needed:
        if seen.get(call, 0) == 0:
            sys.exit(f"the program did not call {call} on the double: a sweep over it would show nothing")


def with_faults(program, kind, onwards, jobs, most, needed):
    expected, seen = counters(program, {})
    require_calls(seen, needed)
    results = {}
    tried = positions(seen["calls"], most)

    def fault(position):
        return f"{position}{'+' if onwards else ''}:{kind}"

    def one(position):
        try:
            status, out, err = run(program, {"CLUSTRIX_DOUBLE_FAIL": fault(position)})
        except subprocess.TimeoutExpired:
            return position, "BAD", "hangs", "", ""
        return position, verdict(status, out, err, expected), status, out, err

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for position, result, status, out, err in pool.map(one, tried):
            results[result] = results.get(result, 0) + 1
            if result == "BAD":
                print(f"FAIL CLUSTRIX_DOUBLE_FAIL={fault(position)}: status {status}: {out.strip()}\n{err}")
    print(f"{kind}{'+' if onwards else ''} at {len(tried)} of {seen['calls']} calls: " +
          ", ".join(f"{n} {r}" for r, n in sorted(results.items())))
    return results.get("BAD", 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--machines", action="store_true")
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--kind")
    parser.add_argument("--onwards", action="store_true")
    parser.add_argument("--most", type=int)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--with", dest="settings", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--needs", action="append", default=[], metavar="CALL")
    options = parser.parse_args()
    DEFAULTS.update(setting.split("=", 1) for setting in options.settings)
    failures = 0
    if options.machines:
        require_calls(counters(options.program, {})[1], options.needs)
        failures += on_machines(options.program)
    if options.memory:
        failures += memory(options.program)
    if options.most is not None and options.most < 2:
        parser.error("--most takes at least 2: the first call and the last")
    for kind in options.kind.split(",") if options.kind else []:
        onwards = options.onwards or kind.endswith("+")
        failures += with_faults(options.program, kind.rstrip("+"), onwards, options.jobs, options.most,
                                ["cudaLaunchKernel", *options.needs])
    if not options.machines and not options.memory and not options.kind:
        parser.error("say --machines, --memory or --kind KIND")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
