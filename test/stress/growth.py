#!/usr/bin/env python3
"""Whether the compiler's time grows about as fast as its source, for each construct of constructs.py.

    growth.py TOOL FLAGS... [--only NAME...]

A source of four times the size may take less than ten times as long: four times is linear and more than enough for
n log n, quadratic would be sixteen times. What takes less than `FLOOR` seconds of CPU counts as `FLOOR`: it cannot be
measured well, and a budget may end the analysis in between. What takes more than `ENOUGH` has shown how it grows, and is
not asked for the next size. No other time is compared with a number of seconds.
"""
import argparse
import concurrent.futures
import os
import resource
import subprocess
import sys
import tempfile

from constructs import CONSTRUCTS

FLOOR = 0.3
ENOUGH = 2
SIZES = [50, 200, 800, 3200]
STEP = 10
RUNS = 3
ENDLESS = 240  # seconds


class Endless(Exception):
    pass


def cpu(command):
    """CPU seconds of one run, which must not crash."""
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (ENDLESS, ENDLESS)))
    error = child.stderr.read()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if used.ru_utime + used.ru_stime >= ENDLESS - 1:
        raise Endless
    if child.returncode not in (0, 2):
        raise RuntimeError(f"exit status {child.returncode}: {error.decode(errors='replace')[-300:]}")
    return used.ru_utime + used.ru_stime


def measure(command, construct, size, folder, limit):
    """The least of some runs, of which one below `limit` is enough."""
    source = os.path.join(folder, f"{construct.__name__}_{size}.cpp")
    with open(source, "w", encoding="utf-8") as out:
        out.write(construct(size))
    line = [command[0], source, "-o", source + ".cu", "--remarks=all", "--", *command[1:]]
    least = cpu(line)
    for _ in range(RUNS - 1):
        if least < limit:
            break
        least = min(least, cpu(line))
    return least


def grows(command, name, folder):
    """What went wrong, or "", and the sizes with their seconds."""
    construct, seen = CONSTRUCTS[name], []
    try:
        for size in SIZES:
            limit = STEP * max(seen[-1][1] if seen else 0, FLOOR)
            seconds = measure(command, construct, size, folder, limit)
            seen.append((size, seconds))
            if seconds >= limit:
                return f"{STEP} times as long for 4 times as much", seen
            if seconds > ENOUGH and len(seen) > 2:
                break
    except Endless:
        return f"no end in {ENDLESS} s", seen
    except RuntimeError as error:
        return str(error), seen
    return "", seen


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command", nargs="+")
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--jobs", type=int, default=1)
    known, flags = parser.parse_known_args()
    command = known.command + flags
    names = known.only or list(CONSTRUCTS)
    bad = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(known.jobs) as pool:
        for name, (problem, seen) in zip(names, pool.map(lambda one: grows(command, one, folder), names)):
            print(f"{name}: " + ", ".join(f"{size}: {seconds:.2f} s" for size, seconds in seen) +
                  (f"  FAILED: {problem}" if problem else ""), flush=True)
            bad += bool(problem)
    sys.exit(f"{bad} of {len(names)} constructs grow too fast" if bad else 0)


if __name__ == "__main__":
    main()
