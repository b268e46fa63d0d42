#!/usr/bin/env python3
"""Loops that drive libraries: examples of docs/examples/libraries and programs of this folder, against their originals.

    run.py BUILD_DIR NAME

The rewritten program prints what the original prints, on one thread and on all, with every kind of device; where it draws
random numbers, it prints the same on all of these, and its numbers change with the seed. Each loop that should be a task
is one, and the summary says that it ran: on the devices that its library would drive, or on the host's threads. Exits 77
where the library is not installed.
"""
import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True  # leaves nothing in the source tree
sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
from comparison import without  # noqa: E402
from rewritten import check, config, rewrite, run, summary  # noqa: E402

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
    "gram": {**TORCH, "source": EXAMPLES / "gram.cpp", "tasks": 2, "arguments": ["20"], "devices": True, "random": "random"},
    "tensor_sums": {**TORCH, "source": HERE / "tensor_sums.cpp", "tasks": 9, "kernels": 7, "arguments": [], "devices": True},
    "matrix_sums": {**EIGEN, "source": HERE / "matrix_sums.cpp", "tasks": 5, "arguments": []},
    "gradients": {**TORCH, "source": HERE / "gradients.cpp", "tasks": 1, "arguments": [], "devices": True},
    "walks": {**OWN, "source": EXAMPLES / "walks.cpp", "tasks": 0, "kernels": 2, "arguments": [], "devices": True},
    "batches": {**LAPACK, "source": EXAMPLES / "batches.cpp", "tasks": 0, "kernels": 5, "arguments": ["40"]},
    "spectra": {**FFTW, "source": EXAMPLES / "spectra.cpp", "tasks": 0, "kernels": 2, "arguments": []},
    "failing": {**EIGEN, "source": HERE / "failing.cpp", "tasks": 1, "arguments": []},
}
DEVICES = ["cpu", "virtual:1", "virtual:3"]


def build(program, tools, work):
    """The original and the rewritten program, and the report's loops."""
    flags = ["-std=c++17", *(f"-I{folder}" for folder in program["include"])]
    model = program["source"].with_suffix(".yml")
    rewritten, loops = rewrite(tools, program["source"], work, flags, *(["--library-model", model] if model.exists() else []))
    compiling, linking = config(tools, "--cxxflags", "--libs")
    common = ["g++", "-O1", "-Wno-attributes", *flags]
    run([*common, program["source"], "-o", work / "original", *program["libraries"]])
    run([*common, *compiling, "-x", "c++", rewritten, "-x", "none", "-o", work / "program", *linking, *program["libraries"]])
    return loops


def main():
    tools, name = pathlib.Path(sys.argv[1]).resolve() / "bin", sys.argv[2]
    program = PROGRAMS[name]
    if not any((pathlib.Path(folder) / program["header"]).exists() for folder in program["include"]):
        print(f"skipped: there is no <{program['header']}>")
        sys.exit(77)
    with tempfile.TemporaryDirectory(prefix="clustrix-libraries-") as folder:
        work = pathlib.Path(folder)
        every = build(program, tools, work)
        loops = [loop for loop in every if "task" in loop["kinds"]]
        check(len(loops) == program["tasks"] and all(loop["parallel"] for loop in loops),
              f"{program['tasks']} loops are tasks")
        kernels = [loop for loop in every if loop["mapped"] == "devices"]
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
                rows = summary(done.stderr)
                place = 2 if program.get("devices") and devices != "cpu" else 3  # the column
                check(len(rows) == launched and all(int(row[place]) > 0 for row in rows),
                      f"each loop has run on {'devices' if place == 2 else 'threads'} {where}")
                printed.add(done.stdout)
        check(len(printed) == 1, "and the same everywhere")
        if program.get("random"):
            check(printed.pop() != original, "random numbers come from streams")


if __name__ == "__main__":
    main()
