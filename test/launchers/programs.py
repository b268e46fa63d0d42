"""The programs whose ranks the tests start, and how they are watched."""
import functools
import os
import pathlib
import re
import subprocess
import time

from rewritten import check, config, rewrite, run

HERE = pathlib.Path(__file__).resolve().parent
SMALL = ["60", "40", "5", "2"]


def rewritten_program(tools, source, work):
    """(compiler and rewritten file, what to link with) of a source whose loops are for devices."""
    rewritten, loops = rewrite(tools, source, work, ["-std=c++17"])
    check(sum(loop["mapped"] == "devices" for loop in loops) >= 2, f"loops of {source.name} are for devices")
    compiling, linking = config(tools, "--cxxflags", "--libs")
    return ["g++", "-std=c++17", "-O2", "-Wno-attributes", *compiling, "-x", "c++", rewritten, "-x", "none"], linking


class Programs:
    """The stencil, as it is and rewritten, and the solvers: each is built where it is asked for."""

    def __init__(self, tools, work):
        self.tools, self.work = tools, work
        self.appending = work / "appending"  # a program's output, whoever started it, goes behind what a file has
        self.appending.write_text('#!/bin/sh\nprogram=$1 output=$2\nshift 2\nexec "$program" "$@" >> "$output"\n')
        self.appending.chmod(0o755)

    def built(self, name, source, *options, linking=None):
        build, static = rewritten_program(self.tools, HERE / source, self.work)
        run([*build, *options, "-o", self.work / name, *(linking or static)])
        return str(self.work / name)

    @functools.cached_property
    def original(self):
        run(["g++", "-std=c++17", "-O2", "-Wno-attributes", HERE / "steps.cpp", "-o", self.work / "original"])
        return str(self.work / "original")

    @functools.cached_property
    def program(self):
        return self.built("program", "steps.cpp")

    @functools.cached_property
    def other(self):
        return self.built("other", "steps.cpp", "-DOTHER", "-O1")

    @functools.cached_property
    def shared(self):
        return self.built("shared", "steps.cpp", linking=config(self.tools, "--shared-libs")[0])

    @functools.cached_property
    def solvers(self):
        return self.built("solvers", "solvers.cpp")


def forced(devices="virtual:2", **more):
    return {"CLUSTRIX_DEVICES": devices, "CLUSTRIX_FORCE": "1", **more}


def megabytes(text):
    number, unit = text.split()
    return float(number) * {"B": 2**-20, "KB": 2**-10, "MB": 1}[unit]


def traffic(errors):
    return megabytes(re.search(r"sent from the first rank to the others: (\S+ \S+) in \d+ messages", errors)[1])


def ranks_of(program):
    """The processes that run it."""
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if os.path.realpath(folder / "exe") == os.path.realpath(program):
                found.append(int(folder.name))
        except OSError:
            pass
    return sorted(found)


class Long:
    """A process in the midst of its rounds; `launch(environment)`: what is to stand in front of a program.

    What it prints goes to files: a launcher that falls keeps nothing, and one that is killed leaves pipes to its children.
    """

    def __init__(self, launch, programs, steps=200, rounds=100, **settings):
        settings = forced(**settings)
        self.program, self.output, self.told = programs.program, programs.work / "printed", programs.work / "told"
        self.arguments = ["800", "800", str(steps), str(rounds)]
        words = [*launch(settings), programs.appending, self.program, self.output, *self.arguments]
        self.output.write_text("")
        with self.told.open("w") as told:
            self.process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=told, env={**os.environ, **settings})
        while not self.printed() and self.process.poll() is None:
            time.sleep(0.02)

    def printed(self):
        return self.output.read_text()

    def errors(self):
        return self.told.read_text()

    def ranks(self):
        return ranks_of(self.program)

    def alone(self):
        """What it prints on one rank."""
        return run([self.program, *self.arguments], **forced()).stdout

    def ended(self, patience=60):
        """Whether the launcher has ended by itself: Open MPI's sometimes hangs behind ranks that are all gone."""
        try:
            self.process.wait(timeout=patience)
            return True
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return False
