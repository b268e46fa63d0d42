#!/usr/bin/env python3
"""Where the loops of a rewritten program ran, on the CUDA double: on its devices, each of them, or the test fails.

    where.py PROGRAM --original ORIGINAL --report REPORT.json

For 1, 3 and 8 devices: the lines are those of the original; each loop that the report maps to devices was launched on
all of them and never ran elsewhere, which both the runtime's summary and the double's count of launches of that loop's
kernel have to say; a loop for the host alone (plan.host-only) was launched on none, and ran on threads.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROW = re.compile(r"^clustrix: summary: (\S.*) \S+?:(\d+) +\| (.*)$", re.MULTILINE)


def run(program, devices):
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CLUSTRIX_")}
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        settings = {"CLUSTRIX_DEVICES": "cuda", "CLUSTRIX_FORCE": "1", "CLUSTRIX_SUMMARY": "1", "CLUSTRIX_LOG": "warn",
                    "CLUSTRIX_DOUBLE_DEVICES": str(devices), "CLUSTRIX_DOUBLE_MEMORY": "64MB",
                    "CLUSTRIX_DOUBLE_COUNTERS": file.name}
        done = subprocess.run([program], env={**kept, **settings}, capture_output=True, timeout=120)
        text = file.read().decode()
    if not text:
        sys.exit("the program did not find the CUDA double: LD_LIBRARY_PATH must name its folder first")
    return done.returncode, done.stdout.decode(), done.stderr.decode(), json.loads(text)["launches"]


def summary(err):
    """line -> launches, on devices, on CPU threads, original, most devices"""
    rows = {}
    for _, line, columns in ROW.findall(err):
        rows[int(line)] = [int(column) for column in columns.split(" | ")[:5]]
    return rows


def kernels_of(launches, function, line):
    """The kernels' names are the function's and the line's. What measures layouts is launched once, for all devices."""
    name = f"{function}_{line}"
    is_one = re.compile(rf"\d{name}(_by_\w+?)?[EI]").search  # a nest may be launched by its inner loop
    return {kernel: counts for kernel, counts in launches.items() if is_one(kernel) and "measureLayout" not in kernel}


def for_host(loop):
    return loop["mapped"] == "cpu" or any(reason["code"] == "plan.host-only" for reason in loop["reasons"])


def judge(function, loop, rows, launches, devices):
    """What is not as the report says, in words."""
    line, kinds = loop["line"], loop["kinds"]
    launched, on_devices, on_threads, original, most = rows.get(line, [0, 0, 0, 0, 0])
    kernels = kernels_of(launches, function, line)
    if for_host(loop):
        if on_devices or kernels or not on_threads:
            yield f"is for the CPU alone, and ran {on_devices} times on devices and {on_threads} on threads"
        return
    if launched == 0:
        yield "was never launched"
    elif on_devices < launched or on_threads or original or most != devices:
        yield f"ran {on_devices} of {launched} times on devices, {most} of {devices} at most"
    for kernel, counts in kernels.items():
        if 0 in counts and "foldResults" not in kernel:
            yield f"left devices alone: {kernel} was launched {counts} times"
    if not kernels:
        yield "has no kernel that the double has seen"
    for part in ["Total", "Writer"] if "scan" in kinds else []:
        if not any(part in kernel for kernel in kernels):
            yield f"has not had its pass {part} on devices"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--original", required=True)
    parser.add_argument("--report", required=True, type=pathlib.Path)
    options = parser.parse_args()
    expected = subprocess.run([options.original], capture_output=True, check=True, timeout=60).stdout.decode()
    functions = json.loads(options.report.read_text())["functions"]
    failures = 0
    for devices in (1, 3, 8):
        status, out, err, launches = run(options.program, devices)
        if status != 0 or out != expected:
            print(f"FAIL {devices} devices: status {status}, wrong lines:\n{out}{err}")
            failures += 1
            continue
        rows = summary(err)
        judged = 0
        for function in functions:
            for loop in function["loops"]:
                if loop["mapped"] not in ("devices", "cpu"):
                    continue
                judged += 1
                for complaint in judge(function["name"].split("::")[-1], loop, rows, launches, devices):
                    print(f"FAIL {devices} devices: {function['name']}:{loop['line']} {complaint}")
                    failures += 1
            if not any(loop["mapped"] in ("devices", "cpu") for loop in function["loops"]):
                print(f"FAIL {function['name']} has no loop for devices or threads")
                failures += 1
        print(f"{devices} devices: {judged} loops")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
