#!/usr/bin/env python3
"""What moves between the host and the devices where a program keeps its arrays there, however often it calls.

    kept.py PROGRAM      kept.cpp, rewritten: its summary on two virtual devices, to the byte as it prints them
"""
import os
import re
import subprocess
import sys

ROW = re.compile(r"^clustrix: summary: (\w+) \S+ +\| (.*)$", re.MULTILINE)


def as_printed(size):
    """What the runtime's printByteSize makes of a number of bytes."""
    units, unit, value = ["B", "KB", "MB", "GB"], 0, float(size)
    while value >= 1024 and unit + 1 < len(units):
        value, unit = value / 1024, unit + 1
    return f"{value:.0f} {units[unit]}" if unit == 0 or value >= 100 else f"{value:.1f} {units[unit]}"


def moved(program, steps):
    """function -> launches on devices, bytes to devices, from devices, between devices"""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CLUSTRIX_")}
    settings = {"CLUSTRIX_DEVICES": "virtual:2", "CLUSTRIX_FORCE": "1", "CLUSTRIX_SUMMARY": "1"}
    done = subprocess.run([program, str(steps)], env={**kept, **settings}, capture_output=True, timeout=60)
    if done.returncode != 0 or done.stdout != b"right\n":
        sys.exit(f"status {done.returncode}: {done.stdout.decode()}{done.stderr.decode()}")
    rows = {name: [column.strip() for column in columns.split(" | ")] for name, columns in ROW.findall(done.stderr.decode())}
    return {name: (int(row[1]), *row[6:9]) for name, row in rows.items()}


def main():
    n, word, failures = 4000, 8, 0
    for steps in (2, 10, 200):
        found = moved(sys.argv[1], steps)
        # In once: the first launch reads one array, two elements of it on both devices, and the second the other's ends.
        # Between: an element each way, in each step but the first. Loops that are divided elsewhere move what lies between.
        entered, exchanged = (n + 4) * word, 2 * (steps - 1) * word
        # Four times another array, for the functions that bring it home.
        entered += 4 * (n + 4) * word
        expected = {"step": (steps + 4, as_printed(entered), None, as_printed(exchanged)),
                    "highest": (1, "0 B", None, None), "cooled": (1, "0 B", None, None)}
        for name, wanted in expected.items():
            good = all(is_ == should_be for is_, should_be in zip(found[name], wanted) if should_be is not None)
            print("ok  " if good else "FAIL", f"{steps} steps: {name} moved {found[name]}, expected {wanted}")
            failures += not good
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
