#!/usr/bin/env python3
"""Loops that drive libraries: examples of docs/examples/libraries and programs of this folder, against their originals.

    run.py BUILD_DIR NAME

The rewritten program prints what the original prints, on one thread and on all, with every kind of device; where it draws
random numbers, it prints the same on all of these, and its numbers change with the seed. Each loop that should be a task
is one, and the summary says that it ran: on the devices that its library would drive, or on the host's threads. Exits 77
where the library is not installed.
"""
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLES = HERE.parent.parent / "docs" / "examples" / "libraries"
EIGEN = {"header": "Eigen/Dense", "include": ["/usr/include/eigen3"], "libraries": []}
TORCH = {"header": "torch/torch.h", "include": ["/usr/include/torch/csrc/api/include"],
         "libraries": ["-ltorch", "-ltorch_cpu", "-lc10"]}
OWN = {"header": "clustrix/philox.h", "include": [HERE.parent.parent / "runtime" / "include"], "libraries": []}
LAPACK = {"header": "lapacke.h", "include": ["/usr/include"], "libraries": ["-llapacke", "-lopenblas"]}
FFTW = {"header": "fftw3.h", "include": ["/usr/include"], "libraries": ["-lfftw3"]}
PROGRAMS = {
    "systems": {**EIGEN, "source": EXAMPLES / "systems.cpp", "tasks": 3, "arguments": ["60"]},
    "tensors": {**TORCH, "source": EXAMPLES / "tensors.cpp", "tasks": 2, "arguments": ["40"], "devices": True,
                "random": "traces|first|last|sum"},
    "gradients": {**TORCH, "source": HERE / "gradients.cpp", "tasks": 1, "arguments": [], "devices": True},
    "walks": {**OWN, "source": EXAMPLES / "walks.cpp", "tasks": 0, "kernels": 2, "arguments": [], "devices": True},
    "batches": {**LAPACK, "source": EXAMPLES / "batches.cpp", "tasks": 0, "kernels": 5, "arguments": ["40"]},
    "spectra": {**FFTW, "source": EXAMPLES / "spectra.cpp", "tasks": 0, "kernels": 2, "arguments": []},
    "failing": {**EIGEN, "source": HERE / "failing.cpp", "tasks": 1, "arguments": []},
}
DEVICES = ["cpu", "virtual:1", "virtual:3"]


def run(command, **env):
    kept = {k: v for k, v in os.environ.items() if not k.startswith("CLUSTRIX_")}
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, env={**kept, **env}, timeout=600)
    if done.returncode != 0:
        sys.exit(f"FAILED ({done.returncode}): {shlex.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done


def check(condition, sentence):
    if not condition:
        sys.exit(f"FAILED: {sentence}")
    print(f"ok: {sentence}", flush=True)


def build(program, tools, work):
    """The original and the rewritten program, and the report."""
    flags = ["-std=c++17", *(f"-I{folder}" for folder in program["include"])]
    model = program["source"].with_suffix(".yml")
    rewritten, report = work / "rewritten.cu", work / "report.json"
    run([tools / "clustrix-rewrite", program["source"], "-o", rewritten, "--report", report, "--remarks", "none",
         *(["--library-model", model] if model.exists() else []), "--", *flags])
    config = [shlex.split(run([tools / "clustrix-config", option]).stdout) for option in ("--cxxflags", "--libs")]
    common = ["g++", "-O1", "-Wno-attributes", *flags]
    run([*common, program["source"], "-o", work / "original", *program["libraries"]])
    run([*common, *config[0], "-x", "c++", rewritten, "-x", "none", "-o", work / "program", *config[1],
         *program["libraries"]])
    return json.loads(report.read_text())


def without(pattern, text):
    return [line for line in text.splitlines() if not pattern or not re.match(rf"({pattern})\b", line)]


def main():
    tools, name = pathlib.Path(sys.argv[1]).resolve() / "bin", sys.argv[2]
    program = PROGRAMS[name]
    if not any((pathlib.Path(folder) / program["header"]).exists() for folder in program["include"]):
        print(f"skipped: there is no <{program['header']}>")
        sys.exit(77)
    with tempfile.TemporaryDirectory(prefix="clustrix-libraries-") as folder:
        work = pathlib.Path(folder)
        report = build(program, tools, work)
        loops = [loop for function in report["functions"] for loop in function["loops"] if "task" in loop["kinds"]]
        check(len(loops) == program["tasks"] and all(loop["parallel"] for loop in loops),
              f"{program['tasks']} loops are tasks")
        kernels = [loop for function in report["functions"] for loop in function["loops"] if loop["mapped"] == "devices"]
        launched = program.get("kernels", program["tasks"])
        if program.get("devices"):
            check(len(kernels) == launched, f"{launched} loops are for devices")
        original = run([work / "original", *program["arguments"]]).stdout
        printed = set()
        for devices in DEVICES:
            for pinned in ([], ["taskset", "-c", "0"]):
                done = run([*pinned, work / "program", *program["arguments"]], CLUSTRIX_DEVICES=devices, CLUSTRIX_FORCE="1",
                           CLUSTRIX_SUMMARY="1")
                where = f"on {devices}" + (", one core" if pinned else "")
                check(without(program.get("random"), done.stdout) == without(program.get("random"), original),
                      f"it prints what the original prints {where}")
                rows = [row.split("|") for row in done.stderr.splitlines() if re.match(r"clustrix: summary: \w+ \S+:\d+", row)]
                place = 2 if program.get("devices") and devices != "cpu" else 3  # the column
                check(len(rows) == launched and all(int(row[place]) > 0 for row in rows),
                      f"each loop has run on {'devices' if place == 2 else 'threads'} {where}")
                printed.add(done.stdout)
        check(len(printed) == 1, "and the same everywhere")
        if program.get("random"):
            check(printed.pop() != original, "random numbers come from streams")


if __name__ == "__main__":
    main()
