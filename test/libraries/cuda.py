#!/usr/bin/env python3
"""Loops that drive GPUs themselves: CUDA C++ sources against their originals, compiled by nvcc, on interpreted devices.

    cuda.py BUILD_DIR NAME

The original runs on one device. The rewritten program prints the same on one and on three devices, and on the CPU; each loop
that should be a task is one, runs on all devices where there are several, and as it is written where there are not. Of a
program whose loops carry `want: serial` none is anything else. Exits 77 where there is no nvcc, or no interpreter of its code.
"""
import pathlib
import re
import shutil
import sys
import tempfile

sys.dont_write_bytecode = True  # leaves nothing in the source tree
sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
from rewritten import check, config, rewrite, run, summary  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLES = HERE.parent.parent / "docs" / "examples" / "libraries"
PROGRAMS = {"kernels": {"source": EXAMPLES / "kernels.cu", "tasks": 1, "launched": 2},
            "launches": {"source": HERE / "launches.cu", "tasks": 6, "launched": 6},
            "errors": {"source": HERE / "errors.cu", "tasks": 2, "launched": 2, "mixed": True},
            "thrust": {"source": HERE / "thrust.cu", "tasks": 6, "launched": 6, "mixed": True},
            "trap_thrust": {"source": HERE / "trap_thrust.cu", "tasks": 0, "launched": 0},
            "trap_launches": {"source": HERE / "trap_launches.cu", "tasks": 0, "launched": 0}}
# Compiled and linked alone: their functions need a GPU's driver.
COMPILED = {"toolkit": {"source": HERE / "toolkit.cu", "tasks": 4, "libraries": ["-lcublas", "-lcufft", "-lcurand"]}}
PLACES = [{"CLUSTRIX_DEVICES": "cuda", "CLUSTRIX_DOUBLE_DEVICES": "1"},
          {"CLUSTRIX_DEVICES": "cuda", "CLUSTRIX_DOUBLE_DEVICES": "3"},
          {"CLUSTRIX_DEVICES": "cpu", "CLUSTRIX_DOUBLE_DEVICES": "1"}]


def nvcc_of(build):
    cache = (build / "CMakeCache.txt").read_text()
    found = re.search(r"^CUDAToolkit_NVCC_EXECUTABLE:\w+=(.+)$", cache, re.MULTILINE)
    nvcc = found.group(1) if found and not found.group(1).endswith("NOTFOUND") else shutil.which("nvcc")
    return nvcc if nvcc and pathlib.Path(nvcc).exists() else None


def build_both(program, nvcc, tools, work):
    """The original and the rewritten program, and the report's loops."""
    rewritten, loops = rewrite(tools, program["source"], work, ["-std=c++17"])
    compiling, linking = config(tools, "--cuda-flags", "--libs")
    common = [nvcc, "-std=c++17", "-O2", "-w", "-arch=compute_90", "-cudart", "shared", f"-I{program['source'].parent}"]
    libraries = program.get("libraries", [])
    if not libraries:
        run([*common, program["source"], "-o", work / "original"])
    compiling = [flag for flag in compiling if not flag.startswith("-std=")]
    run([*common, *compiling, rewritten, "-o", work / "program", *linking, *libraries])
    return loops


def check_failure(work, environment):
    """A call that fails ends the program as the original says it, with its message and status."""
    failing = {**environment, "CLUSTRIX_DOUBLE_DEVICES": "3", "CLUSTRIX_DOUBLE_FAIL": "2+:oom@cudaMalloc"}
    original = run([work / "original"], 1, **failing)
    done = run([work / "program"], 1, CLUSTRIX_FORCE="1", CLUSTRIX_DEVICES="cuda", **failing)
    check(done.stderr.endswith(original.stderr) and done.stdout == original.stdout, "where a call fails it ends as the original")


def main():
    build, name = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
    tools, interpreter = build / "bin", build / "ptx"
    program, nvcc = {**PROGRAMS, **COMPILED}[name], nvcc_of(build)
    if nvcc is None or not (interpreter / "libcudart.so.13").exists():
        print("skipped: there is no nvcc, or no interpreter of its code")
        sys.exit(77)
    with tempfile.TemporaryDirectory(prefix="clustrix-cuda-") as folder:
        work = pathlib.Path(folder)
        loops = build_both(program, nvcc, tools, work)
        tasks = [loop for loop in loops if "task" in loop["kinds"] and loop["mapped"] != "sequential"]
        check(len(tasks) == program["tasks"] and all(loop["mapped"] == "devices" for loop in tasks),
              f"{program['tasks']} loops are tasks on devices")
        if program["tasks"] == 0:
            check(not any(loop["parallel"] for loop in loops), f"all {len(loops)} loops are serial")
        if name in COMPILED:
            print("ok: nvcc compiles and links it")
            return
        environment = {"LD_LIBRARY_PATH": str(interpreter), "CLUSTRIX_DOUBLE_DEVICES": "1"}
        original = run([work / "original"], **environment).stdout
        for place in PLACES:
            done = run([work / "program"], CLUSTRIX_FORCE="1", CLUSTRIX_SUMMARY="1", **{**environment, **place})
            where = f"on {place['CLUSTRIX_DEVICES']}:{place['CLUSTRIX_DOUBLE_DEVICES']}"
            check(done.stdout == original, f"it prints what the original prints {where}")
            rows = summary(done.stderr)
            several = place["CLUSTRIX_DOUBLE_DEVICES"] != "1"
            for row in [] if program.get("mixed") else rows:
                isTask = any(row[0].endswith(f":{loop['line']}") for loop in tasks)
                column = 4 if isTask and not several else 2 if place["CLUSTRIX_DEVICES"] == "cuda" else 3
                check(row[1] == row[column], f"{row[0].split()[-2]} has run in its place each time {where}")
                if column == 2:
                    check(row[5] == place["CLUSTRIX_DOUBLE_DEVICES"], f"on all devices {where}")
            check(len(rows) == program["launched"], f"{program['launched']} loops have run {where}")
        if name == "kernels":
            check_failure(work, environment)


if __name__ == "__main__":
    main()
