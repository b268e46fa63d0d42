#!/usr/bin/env python3
"""One program on the devices of several ranks, with a real launcher.

    cluster.py BUILD_DIR LAUNCHER     openmpi, mpich or slurm

Exits 77 where the launcher is not installed, or cannot start anything here.
"""
import functools
import os
import pathlib
import re
import shlex
import signal
import sys
import tempfile
import time

sys.dont_write_bytecode = True  # leaves nothing in the source tree
HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))
from launching import command, launched, launcher_ready, tried  # noqa: E402
from programs import SMALL, Long, Programs, forced, megabytes, ranks_of, traffic  # noqa: E402
from rewritten import check, config, run  # noqa: E402

TOLD = "ranks are one program"


def check_once(launcher, programs, work):
    """What the program does it does once, and what it prints has the same bits as on one rank."""
    alone = run([programs.program, *SMALL], **forced("virtual:6")).stdout
    for ranks in (2, 3, 4):
        done = launched(launcher, ranks, [programs.program, *SMALL, work / f"file{ranks}"], **forced(CLUSTRIX_LOG="info"))
        check(done.stdout == alone, f"{ranks} ranks print once what one prints, to the bit")
        check((work / f"file{ranks}").read_text() == "written\n", "and write a file once")
        check(f"Executing GPU parallelization with {2 * ranks} GPUs" in done.stderr, "on the devices of all")
        check(done.stderr.count(TOLD) == 1, "and say that they are one program")
    quiet = launched(launcher, 2, [programs.program, *SMALL], **forced(CLUSTRIX_CLUSTER="mpi"))
    check(TOLD not in quiet.stderr, "unless somebody has said so before")
    apart = launched(launcher, 2, [programs.program, *SMALL], **forced(CLUSTRIX_CLUSTER="off"))
    check(sorted(apart.stdout.splitlines()) == sorted(2 * alone.splitlines()), "CLUSTRIX_CLUSTER=off makes each its own program")
    plain = launched(launcher, 2, [programs.program, *SMALL], CLUSTRIX_DEVICES="cpu")
    check(plain.stdout == run([programs.original, *SMALL]).stdout, "ranks without devices leave all to the first one's threads")


def check_children(launcher, programs, work):
    """A program that the first rank starts is no rank."""
    script = f"{programs.program} {' '.join(SMALL)} && {programs.program} {' '.join(SMALL)}"
    starter = work / "starter.cpp"
    starter.write_text('#include <clustrix/devices.h>\n#include <cstdlib>\n'
                       'int main(int, char** argv) { clustrix::listDevices(); return std::system(argv[1]) != 0; }\n')
    compiling, linking = config(pathlib.Path(sys.argv[1]).resolve() / "bin", "--cxxflags", "--libs")
    run(["g++", "-std=c++17", "-Wno-attributes", *compiling, starter, "-o", work / "starter", *linking])
    done = launched(launcher, 2, [work / "starter", script], **forced())
    check(done.stdout == 2 * run([programs.program, *SMALL], **forced()).stdout, "what the first rank starts runs once, alone")


def check_shared(launcher, programs):
    """A library's runtime may be loaded when the program has long begun: its ranks stay programs of their own."""
    done = launched(launcher, 2, [programs.shared, *SMALL], **forced())
    alone = run([programs.shared, *SMALL], **forced()).stdout
    check(sorted(done.stdout.splitlines()) == sorted(2 * alone.splitlines()), "ranks with a shared runtime run by themselves")
    check(done.stderr.count("their runtime is a shared library; link the static one") == 1, "and are told why, once")


def check_status(launcher, programs, work):
    done = tried(launcher, 2, [programs.program, *SMALL, work / "status", "3"], **forced())
    check(done.returncode == 3, "the first rank's exit status is the launcher's")


def check_run(launcher, tools, programs, work):
    """clustrix-run is the launcher's command."""
    words = [tools / "clustrix-run", "--launcher", launcher, "--oversubscribe", "-n", "3"]
    alone = run([programs.program, *SMALL], **forced("virtual:6")).stdout
    done = run([*words, programs.program, *SMALL], **forced(CLUSTRIX_LOG="info"))
    check(done.stdout == alone and TOLD not in done.stderr, "clustrix-run starts three ranks, and they know that they are one program")
    check("Executing GPU parallelization with 6 GPUs" in done.stderr, "they hear of the settings")
    file = work / "of the command"
    shown = run([*words, "--dry-run", programs.program, *SMALL, file], **forced()).stdout
    check(not file.exists() and shlex.split(shown)[-1] == str(file), "with --dry-run it shows the command, and starts nothing")
    check(run(["sh", "-c", shown], **forced()).stdout == alone and file.exists(), "and that does the same")
    run([*words, programs.program, *SMALL, work / "run", "3"], expected=3, **forced())
    check(True, "the launcher's status is its own")


def check_other_program(programs):
    """Open MPI alone starts different files."""
    words = ["mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "-x", "CLUSTRIX_DEVICES", "-x", "CLUSTRIX_FORCE",
             "-x", "CLUSTRIX_LOG", "-n", "2", programs.program, *SMALL, ":", "-n", "1", programs.other, *SMALL]
    done = run(words, **forced(CLUSTRIX_LOG="info"))
    check(re.search(r"rank 2 on \S+ runs another program; start the same file on all ranks", done.stderr),
          "a rank with another program is refused")
    check("with 4 GPUs" in done.stderr and done.stdout == run([programs.program, *SMALL], **forced()).stdout,
          "and the others go on")


def check_bytes(launcher, programs):
    """The arrays go to the devices once, halos in each step, and the result comes home: nothing else moves."""
    rows, columns, steps = 600, 1000, 100
    done = launched(launcher, 3, [programs.program, str(rows), str(columns), str(steps), "1"],
                    **forced(CLUSTRIX_SUMMARY="1", CLUSTRIX_CLUSTER="mpi"))
    moved = next(row for row in done.stderr.splitlines() if re.match(r"clustrix: summary: advance \S+:\d+", row))
    cells = [cell.strip() for cell in moved.split("|")]
    to_devices, from_devices, between = cells[7:10]
    print(f"   {to_devices} to devices, {from_devices} home, {between} between devices; "
          f"{traffic(done.stderr):.1f} MB from the first rank")
    array = rows * columns * 8 / (1 << 20)
    halos = (steps - 1) * 2 * 5 * columns * 8 / (1 << 20)  # two rows at each of five borders, but for the first step
    check(megabytes(to_devices) <= 1.05 * array, "the array goes there once")
    check(0.98 * halos <= megabytes(between) <= 1.02 * halos, "halos go between neighbours in each step")
    check(megabytes(from_devices) <= 2.02 * array, "and both arrays come home once")
    # Four of six parts, for the steps and for the sum behind them; and of the halos one row of a step.
    check(traffic(done.stderr) <= 2 * array * 4 / 6 + halos / 10 + 0.5, "little else leaves the first rank")


def check_solvers(launcher, programs):
    """Halos and sums of conjugate gradients; of bodies, what each device lacks of all positions."""
    rows, columns, iterations, bodies, steps = 300, 1000, 40, 12000, 6
    words = [programs.solvers, *map(str, (rows, columns, iterations, bodies, steps))]
    done = launched(launcher, 3, words, **forced(CLUSTRIX_SUMMARY="1", CLUSTRIX_CLUSTER="mpi"))
    check(done.stdout == run(words, **forced()).stdout, "conjugate gradients and bodies have the same bits on three ranks")
    moved = {}
    for row in done.stderr.splitlines():
        if named := re.match(r"clustrix: summary: (solve|attract) \S+:\d+", row):
            cells = [megabytes(cell.strip()) for cell in row.split("|")[7:10]]
            moved[named[1]] = [a + b for a, b in zip(moved.get(named[1], [0, 0, 0]), cells)]
    array, halos = rows * columns * 8 / 2**20, iterations * 10 * columns * 8 / 2**20
    print(f"   {moved}")
    to_devices, home, between = moved["solve"]
    check(to_devices <= 4.1 * array and home <= 4.2 * array, "four arrays go to the devices once, and come home once")
    # Loops over rows and over all elements end a little apart.
    check(0.9 * halos <= between <= 1.25 * halos, "of conjugate gradients halos alone go between devices")
    positions = bodies * 8 / 2**20
    to_devices, home, between = moved["attract"]
    check(to_devices <= 7 * positions + 0.1 and home <= 3.1 * positions, "positions go to each device once")
    check(between <= 1.02 * (steps - 1) * 5 * positions, "and then what others have moved")


def check_ends(launcher, programs):
    """Whoever goes, all go, within seconds."""
    for sentence, end in [("the launcher is told to end", lambda process, ranks: process.send_signal(signal.SIGTERM)),
                          ("the first rank is killed", lambda process, ranks: os.kill(ranks[0], signal.SIGKILL)),
                          ("another rank is killed", lambda process, ranks: os.kill(ranks[-1], signal.SIGKILL))]:
        long = Long(functools.partial(command, launcher, 3), programs)
        ranks = long.ranks()
        check(len(ranks) == 3, "three ranks run")
        end(long.process, ranks)
        begin = time.monotonic()
        check(long.ended(), "the launcher ends")
        while long.ranks() and time.monotonic() - begin < 30:
            time.sleep(0.1)
        check(long.process.returncode != 0 and not long.ranks(),
              f"where {sentence}, all ends in {time.monotonic() - begin:.1f} s")


def check_stall(launcher, programs):
    """A rank that does not answer any more: the others go on where they have all data, and else say what is lost."""
    for steps, rounds in [(0, 150), (300, 60)]:
        long = Long(functools.partial(command, launcher, 3), programs, steps, rounds, CLUSTRIX_CLUSTER_TIMEOUT="2")
        os.kill(long.ranks()[-1], signal.SIGSTOP)
        by_itself = long.ended(120)
        check(by_itself or not long.ranks()[1:], "no rank but the one that stalls is left")
        for rank in long.ranks():
            os.kill(rank, signal.SIGKILL)
        check(re.search(r"rank \d on \S+ has not answered for 2 s", long.errors()), "a rank that stalls is given up")
        named = steps > 0 and "held the only copy" in long.errors() and (long.process.returncode != 0 or not by_itself)
        check(long.printed() == long.alone() or named, "and the result is right, or what only it had is named as lost")


def check_falls(launcher, programs, work):
    """A rank that dies at one call of MPI after another: all end, and nothing that was printed is wrong."""
    package, library = {"openmpi": ("ompi-c", "libmpi.so.40"), "mpich": ("mpich", "libmpich.so.12")}[launcher]
    flags = run(["pkg-config", "--cflags", package]).stdout.split()
    run(["gcc", "-shared", "-fPIC", f'-DFALL_LIBRARY="{library}"', *flags, HERE / "fall.c", "-o", work / "fall.so"])
    words = [programs.program, "60", "40", "20", "3"]
    rows = run(words, **forced()).stdout.splitlines()

    def is_right(done):
        printed = [row for row in done.stdout.splitlines() if row.startswith("round ")]  # and what MPICH's launcher says
        return done.returncode != 0 and printed == rows[:len(printed)]

    def fallen(rank, at):
        return tried(launcher, 3, words, work / "fall.so",
                     **forced(CLUSTRIX_CLUSTER="mpi", CLUSTRIX_TEST_FALLS=str(rank), CLUSTRIX_TEST_AT=str(at)))

    points = 20 if os.environ.get("CLUSTRIX_TEST_FULL") else 5
    for rank in (0, 1):
        calls = int(re.search(r"calls (\d+)", fallen(rank, 0).stderr)[1])
        at = [1 + calls * k // points for k in range(points)]
        done = [fallen(rank, place) for place in at]
        check(all(map(is_right, done)) and not ranks_of(programs.program),
              f"rank {rank} dies at {points} of {calls} calls: all end, with what is right so far and a status that says so")


def main():
    build, launcher = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
    with tempfile.TemporaryDirectory(prefix="clustrix-cluster-", ignore_cleanup_errors=True) as folder:
        work = pathlib.Path(folder)
        with launcher_ready(launcher, work):
            programs = Programs(build / "bin", work)
            check_once(launcher, programs, work)
            check_children(launcher, programs, work)
            check_shared(launcher, programs)
            check_status(launcher, programs, work)
            check_run(launcher, build / "bin", programs, work)
            if launcher == "openmpi":
                check_other_program(programs)
            check_bytes(launcher, programs)
            check_solvers(launcher, programs)
            check_ends(launcher, programs)
            if launcher != "slurm":
                check_falls(launcher, programs, work)
            if launcher != "slurm":
                check_stall(launcher, programs)


if __name__ == "__main__":
    main()
