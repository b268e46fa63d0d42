#!/usr/bin/env python3
"""Plans for GPUs that are not there: 8, 64, 512 and 4096 of them, on simulated clocks (see scale/SimulatedBackend.h).

    scale.py BUILD_DIR WORK_DIR     prints a table in Markdown

Each program of scale/programs.cpp runs a problem that one GPU has memory for, the same on all numbers of them (strong
scaling). Efficiency is T(1) / (N T(N)), planning included. Times are modelled, planning is measured on this machine.
"""
import json
import pathlib
import shlex
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FOLDER = HERE / "scale"
DEVICES = [1, 8, 64, 512, 4096]
# program -> rows of the problem
PROGRAMS = {"heat": 65536, "multiply": 49152, "nbody": 4 << 20, "mandelbrot": 131072}
STEPS = {"heat": 20, "multiply": 3, "nbody": 20, "mandelbrot": 5}


def build(tools, work, run):
    work.mkdir(parents=True, exist_ok=True)
    rewritten, program = work / "programs.cu", work / "simulate"
    run([tools / "bin" / "clustrix-rewrite", FOLDER / "programs.cpp", "-o", rewritten, "--remarks", "none", "--", "-std=c++17"])
    flags = shlex.split(run([tools / "bin" / "clustrix-config", "--cxxflags"]))
    libraries = shlex.split(run([tools / "bin" / "clustrix-config", "--libs"]))
    run(["g++", "-std=c++17", "-O2", *flags, f"-I{ROOT / 'runtime' / 'src'}", f"-I{FOLDER}", FOLDER / "simulate.cpp",
         FOLDER / "SimulatedBackend.cpp", "-x", "c++", rewritten, "-x", "none", "-o", program, *libraries])
    return program


def simulate(program, run, name, devices, rows):
    return json.loads(run([program, name, devices, rows, STEPS[name]]))


def rows_of(all_of):
    """The table's, of one program."""
    alone = all_of[1]["seconds"]
    for devices, one in all_of.items():
        efficiency = alone / devices / (one["seconds"] + one["planning"])
        yield [devices, f"{one['seconds'] * 1e3:.3g}", f"{one['planning'] * 1e6:.0f}", f"{one['memory'] / 2**20:.0f}",
               f"{100 * efficiency:.1f} %"]


def measure(tools, work, run):
    """(the table, planning as the results of run.py: a launch on 512 devices over a millisecond)."""
    program = build(tools, work, run)
    head = ["program", "GPUs", "step, ms (modelled)", "planning a launch, us (measured)", "memory, MB", "efficiency"]
    text, results = ["| " + " | ".join(head) + " |", "| --- " * len(head) + "|"], []
    for name, rows in PROGRAMS.items():
        all_of = {devices: simulate(program, run, name, devices, rows) for devices in DEVICES}
        text += ["| " + " | ".join(map(str, [f"{name}, {rows} rows", *cells])) + " |" for cells in rows_of(all_of)]
        results.append({"suite": "scale", "name": f"{name}, planning for 512", "opponent": "a millisecond",
                        "ours": all_of[512]["planning"], "theirs": 1e-3, "unit": "s", "ratio": 1e-3 / all_of[512]["planning"]})
    return "\n".join(text) + "\n", results


def main():
    def run(words):
        return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True).stdout

    print(measure(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(), run)[0])


if __name__ == "__main__":
    main()
