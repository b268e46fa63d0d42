#!/usr/bin/env python3
"""Audits a program with an installation, as an outsider would: by clustrix-c++, by CMake, and by hand.

    audit.py --build BUILD --cmake CMAKE --clang clang++-19

The program is right without an argument, and then ends as it does without an audit. With one, what its library model says
of a function is wrong, which nothing but an audit tells.
"""
import argparse
import pathlib
import shlex
import shutil
import tempfile

from run import HERE, check, finished, install, run

AUDITED = HERE / "audited"
FAULTS = 66


class Audited:
    """The sources, in a folder of their own, and how to build them with the installation at `prefix`."""

    def __init__(self, prefix, scratch):
        self.folder = scratch / "audited source"
        shutil.copytree(AUDITED, self.folder)
        self.prefix, self.driver = prefix, prefix / "bin" / "clustrix-c++"
        self.model = f"--library-model={self.folder / 'weigh.yml'}"
        self.rewriting = ["-Xclustrix", self.model, "-Xclustrix", "--remarks=none"]
        lines = (self.folder / "weigh.cpp").read_text().splitlines()
        self.fault = f"weigh.cpp:{1 + next(k for k, line in enumerate(lines) if line.endswith('// fault'))}:"
        original = scratch / "original"
        run(["g++", "-w", "-std=c++20", self.folder / "main.cpp", self.folder / "weigh.cpp", "-o", original])
        self.expected = {which: run([original, *which]) for which in ((), ("heavy",))}

    def check(self, program, what, openmp="without"):
        right, wrong = finished([program]), finished([program, "heavy"], status=FAULTS)
        expected = {which: text.replace("without", openmp) for which, text in self.expected.items()}
        check(right.stdout == expected[()] and "no fault" in right.stderr, f"{what}: a right program ends as ever")
        check(wrong.stdout == expected[("heavy",)] and self.fault in wrong.stderr and "weights[0]" in wrong.stderr,
              f"{what}: a wrong one ends with status {FAULTS}, and says where")


def check_driver(audited, scratch):
    driver, common = audited.driver, ["--audit", "-std=c++20", "-O3", "-Wall", "-Wextra", "-Werror"]
    sources = [audited.folder / "main.cpp", audited.folder / "weigh.cpp"]
    run([driver, *common, *audited.rewriting, *sources, "-o", "in one step"], cwd=scratch)
    audited.check(scratch / "in one step", "clustrix-c++ --audit")

    for source in sources:
        run([driver, *common, *audited.rewriting, "-MD", "-c", source], cwd=scratch)
    rules = (scratch / "main.d").read_text().replace("\\ ", " ")
    check("main.o:" in rules and "source/main.cpp" in rules and "clustrix-c++." not in rules,
          "the depfile of an audited source names the original")
    linked = finished([driver, "--audit", "main.o", "weigh.o", "-o", "of objects"], cwd=scratch)
    check(linked.stderr == "", "nothing is said of objects that have the hooks")
    audited.check(scratch / "of objects", "clustrix-c++ --audit -c")

    run([driver, *common, *audited.rewriting, "-fopenmp", *sources, "-o", "with OpenMP"], cwd=scratch)
    audited.check(scratch / "with OpenMP", "clustrix-c++ --audit -fopenmp", "with")


def check_without_hooks(audited, scratch):
    run(["g++", "-c", audited.folder / "weigh.cpp", "-o", "plain.o"], cwd=scratch)
    linked = finished([audited.driver, "--audit", "main.o", "plain.o", "-o", "half"], cwd=scratch)
    check(linked.stderr.endswith("compiled without --audit: plain.o\n"), "an object without the hooks is named")
    run([scratch / "half", "heavy"])  # what it does is not seen
    without = finished([audited.driver, "--audit", "-c", audited.folder / "weigh.cpp"], status=3, PATH="/nowhere", CXX="g++")
    check("install it" in without.stderr, "without Clang 19 it is said what to install")


def check_by_hand(audited, scratch, clang):
    """As docs/audit.md has it."""
    ask = lambda option: shlex.split(run([audited.prefix / "bin" / "clustrix-config", option]))
    rewritten = scratch / "main.audited.cu"
    run([audited.prefix / "bin" / "clustrix-rewrite", "--audit", audited.folder / "main.cpp", "-o", rewritten, audited.model,
         "--remarks=none", "--", "-std=c++20"])
    run([clang, "-std=c++20", f"-iquote{audited.folder}", *ask("--audit-cxxflags"), audited.folder / "weigh.cpp", "-x", "c++",
         rewritten, "-x", "none", "-o", scratch / "by hand", *ask("--audit-libs"), "-w"])
    audited.check(scratch / "by hand", "clustrix-rewrite --audit")


def check_cmake(args, audited, scratch):
    build = scratch / "audited build"
    configure = [args.cmake, "-S", audited.folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                 f"-DCMAKE_PREFIX_PATH={audited.prefix}"]
    run([*configure, "-B", build, f"-DCMAKE_CXX_COMPILER={args.clang}"])
    run([args.cmake, "--build", build, "-j", "2"])
    audited.check(build / "whole", "clustrix_target(... AUDIT)")
    audited.check(build / "partly", "clustrix_target(... SOURCES ... AUDIT)", "with")
    again = run([args.cmake, "--build", build])
    check("no work to do" in again, "an audited build without a change does nothing")
    other = finished([*configure, "-B", scratch / "by g++", "-DCMAKE_CXX_COMPILER=g++"], status=1)
    said = " ".join(other.stderr.split())
    check("wants Clang 19, and this build's compiler is GNU" in said, "a build by another compiler is refused, with a reason")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for option in ("--build", "--cmake", "--clang"):
        parser.add_argument(option, required=True)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="clustrix-package-") as name:
        scratch = pathlib.Path(name)
        audited = Audited(install(args, scratch), scratch)
        check_driver(audited, scratch)
        check_without_hooks(audited, scratch)
        check_by_hand(audited, scratch, args.clang)
        check_cmake(args, audited, scratch)


if __name__ == "__main__":
    main()
