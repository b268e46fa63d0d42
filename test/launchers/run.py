#!/usr/bin/env python3
"""Ranks that a launcher has started on one machine share its devices and cores, with real launchers.

    run.py BUILD_DIR DOUBLE INFO LAUNCHER     openmpi, mpich or slurm; DOUBLE: the folder of the CUDA double, and INFO:
                                              clustrix-info with it; or ""

clustrix-info under three ranks names each its own GPUs, all eight between them, and once CLUSTRIX_DEVICES names some, those.
A program that uses MPI, rewritten, prints what the original prints on one, two and three ranks, and each rank's loops run on
devices. Exits 77 where the launcher is not installed, or cannot start anything here.
"""
import json
import pathlib
import re
import shutil
import sys
import tempfile

sys.dont_write_bytecode = True  # leaves nothing in the source tree
sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
from launching import launched, launcher_ready  # noqa: E402
from rewritten import check, config, rewrite, run  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
RANK = {"openmpi": "OMPI_COMM_WORLD_LOCAL_RANK", "mpich": "MPI_LOCALRANKID", "slurm": "SLURM_LOCALID"}


def listings(launcher, ranks, info, work, **environment):
    """What clustrix-info says to each rank."""
    environment.setdefault("CLUSTRIX_CLUSTER", "off")
    for old in work.glob("*.json"):
        old.unlink()
    script = f'exec "$0" --json > "$1/${RANK[launcher]}.json"'
    launched(launcher, ranks, ["sh", "-c", script, info, work], **environment)
    return [json.loads((work / f"{rank}.json").read_text()) for rank in range(ranks)]


def check_shares(launcher, info, double, work):
    machine = {"LD_LIBRARY_PATH": str(double), "CLUSTRIX_DOUBLE_DEVICES": "8"}
    said = listings(launcher, 3, info, work, **machine)
    check([len(one["devices"]) for one in said] == [2, 3, 3], "three ranks have two, three and three of eight GPUs")
    notes = [" ".join(one["notes"]) for one in said]
    check(all(re.search(rf"{RANK[launcher]}={rank}: of 8 GPUs this rank uses cuda:{first} to {last}; 3 ranks share them",
                        notes[rank]) for rank, (first, last) in enumerate([(0, 1), (2, 4), (5, 7)])), "and each is told which")
    named = listings(launcher, 2, info, work, CLUSTRIX_DEVICES="cuda:1,6", **machine)
    check([len(one["devices"]) for one in named] == [2, 2], "GPUs that CLUSTRIX_DEVICES names are each rank's")
    few = listings(launcher, 3, info, work, **{**machine, "CLUSTRIX_DOUBLE_DEVICES": "2"})
    check([len(one["devices"]) for one in few] == [1, 1, 1], "where there are fewer GPUs than ranks, each has one")


def check_program(launcher, tools, work):
    wrapper = "mpicxx.mpich" if launcher == "mpich" else "mpicxx.openmpi"
    includes = re.findall(r"-I(\S+)", run([wrapper, "-show"]).stdout) if shutil.which(wrapper) else []
    if not any(pathlib.Path(folder, "mpi.h").exists() for folder in includes):
        print(f"skipped: the program that uses MPI, for want of {wrapper} and its headers")
        return
    source = HERE / "parts.cpp"
    rewritten, loops = rewrite(tools, source, work, ["-std=c++17", *(f"-I{folder}" for folder in includes)])
    check(any(loop["mapped"] == "devices" for loop in loops), "a loop of a program that uses MPI is for devices")
    compiling, linking = config(tools, "--cxxflags", "--libs")
    common = [wrapper, "-std=c++17", "-O1", "-Wno-attributes"]
    run([*common, source, "-o", work / "original"])
    run([*common, *compiling, "-x", "c++", rewritten, "-x", "none", "-o", work / "program", *linking])
    for ranks in (1, 2, 3):
        original = launched(launcher, ranks, [work / "original"]).stdout
        done = launched(launcher, ranks, [work / "program"], CLUSTRIX_DEVICES="virtual:2", CLUSTRIX_FORCE="1", CLUSTRIX_LOG="info")
        check(done.stdout == original and f"ranks {ranks} " in original, f"{ranks} ranks print what the original prints")
        starts = done.stderr.count("Executing GPU parallelization with 2 GPUs")
        check(starts == ranks, "and each has run the loop on its own two devices")


def main():
    build, (double, info, launcher) = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    with tempfile.TemporaryDirectory(prefix="clustrix-launchers-", ignore_cleanup_errors=True) as folder:
        work = pathlib.Path(folder)
        with launcher_ready(launcher, work):
            if double:
                check_shares(launcher, info, double, work)
            check_program(launcher, build / "bin", work)


if __name__ == "__main__":
    main()
