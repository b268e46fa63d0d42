#!/usr/bin/env python3
"""Programs with kernels on the CUDA doubles of several ranks: six devices, two of each.

    cuda.py BUILD_DIR LAUNCHER DOUBLE PROGRAM...     openmpi or mpich; the double's folder; programs that nvcc has compiled

Exits 77 where the launcher is not installed, or cannot start anything here.
"""
import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True  # leaves nothing in the source tree
HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))
from launching import launcher_ready, tried  # noqa: E402
from programs import traffic  # noqa: E402
from rewritten import check, run  # noqa: E402


class Doubles:
    def __init__(self, build, launcher, double):
        self.launcher = launcher
        self.settings = {"LD_LIBRARY_PATH": f"{double}:{build / 'lib'}", "CLUSTRIX_DEVICES": "cuda", "CLUSTRIX_FORCE": "1",
                         "CLUSTRIX_CLUSTER": "mpi", "CLUSTRIX_LOG": "warn"}

    def alone(self, program):
        return run([program], **self.settings, CLUSTRIX_DOUBLE_DEVICES="6").stdout

    def start(self, program, preload=None, **more):
        return tried(self.launcher, 3, [program], preload, **{**self.settings, "CLUSTRIX_DOUBLE_DEVICES": "2", **more})


def check_programs(doubles, programs):
    for program in programs:
        done = doubles.start(program, CLUSTRIX_SUMMARY="1")
        check(done.returncode == 0 and done.stdout == doubles.alone(program),
              f"{pathlib.Path(program).name} prints on three ranks what it prints on one")
        check(traffic(done.stderr) > 0.005, "and the others have worked for it")


def check_aware(doubles, programs, work):
    """Where MPI reaches devices, it alone copies between them: that shows where their memory is out of its reach."""
    aware = work / "aware.so"
    run(["gcc", "-shared", "-fPIC", HERE / "aware.c", "-o", aware])
    for program in programs:
        done = doubles.start(program, aware, CLUSTRIX_DOUBLE_CHECKS="0")
        check(done.returncode == 0 and done.stdout == doubles.alone(program),
              f"with an MPI that reaches devices {pathlib.Path(program).name} prints the same")
    stencil = next(program for program in programs if program.endswith("stencil"))
    check(doubles.start(stencil, aware).returncode != 0, "and copies go there without a stop in the host's memory")


def main():
    build, launcher, double, *programs = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="clustrix-cuda-") as folder:
        work = pathlib.Path(folder)
        with launcher_ready(launcher, work):
            doubles = Doubles(pathlib.Path(build).resolve(), launcher, double)
            check_programs(doubles, programs)
            check_aware(doubles, programs, work)


if __name__ == "__main__":
    main()
