#!/usr/bin/env python3
"""The end-to-end programs' device code: compiled by nvcc, run on the PTX interpreter, compared with the originals.

    programs.py BUILD_DIR --prepare [--full]         rewrite all programs, choose some, make units of them
    programs.py BUILD_DIR --run I/N                  compile and run every N-th unit, starting with the I-th
    programs.py BUILD_DIR --only NAME,...            all of it for some programs

Without --full (or CLUSTRIX_TEST_FULL=1) those are chosen that cover every word of the runtime's interface and every
kind of kernel. A program passes when it prints what its original does on one device and on three, when each called
function with a distributed loop launches, and, for every eighth program, when CLUSTRIX_VERIFY=1 finds no difference and
calls that fail lead to the right result or to a clear error. refused.txt lists what nvcc does not take, with the cause:
a program that is refused and not listed fails the test, and so does one that is listed and taken. The same holds for
wrong.txt, of programs whose device code is known to be wrong.

The last line reads `N passed, N failed`; the exit status is 1 when one failed, 77 where there is no nvcc.
"""
import argparse
import json
import os
import pathlib
import re
import shlex
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True  # leaves nothing in the source tree
sys.path[:0] = [str(HERE.parent / "e2e"), str(HERE.parent)]
import run as e2e  # noqa: E402
from units import Nvcc, Program  # noqa: E402

SKIPPED = 77
UNIT = 16  # programs in one translation unit
OTHERS_EVERY = 8  # one program in so many is run in other ways, too
ON_CUDA = {"CLUSTRIX_DEVICES": "cuda", "CLUSTRIX_FORCE": "1"}
SECONDS = 600  # of a run; a machine may do much else at the same time
FAULTS = ["1:oom@cudaMalloc", "2:invalid@cudaLaunchKernel", "3:illegal@cudaMemcpyAsync", "1:launch-later@cudaLaunchKernel",
          "2+:oom@cudaMalloc"]
# What a rewritten file uses: the interface's words, and how its kernels are made.
WORDS = re.compile(r"\bclustrix::\w+|\bloop\.\w+|\btouched\.\w+|\)\.(?:box|gather|all|rows)\w*|^template <|\[&\]|"
                   r"CLUSTRIX_\w+|operator\(\)\([^)]*\)|std::\w+", re.MULTILINE)
COVERED_BY = 2  # programs for each word, where there are as many


def originals():
    return [p for folder in ("programs", "patterns") for p in sorted((e2e.HERE / folder).glob("*.cpp"))]


def listed(name):
    """The programs that a file of this folder names, each with the cause behind it."""
    lines = (HERE / name).read_text().splitlines()
    return {line.split()[0] for line in lines if line.strip() and not line.startswith("#")}


# Of devices alone: their functions have other last digits than the host's.
UNVERIFIED = re.compile(r"//\s*unverified( on devices)?:")


class Work:
    """Folders and tools of this build tree."""

    def __init__(self, build, nvcc):
        self.build = build.resolve()
        self.folder = self.build / "test" / "ptx" / "work"
        self.tools = e2e.Tools(build)
        config = self.build / "bin" / "clustrix-config"
        flags = shlex.split(e2e.run([str(config), "--cuda-flags"], 60)[1])
        # -O1 for kernels; the host's half of a file is as quick as it compiles.
        compile_flags = [*flags[:flags.index("-cudart")], "-w", "-arch=compute_90", "-O1", "-Xcompiler=-O0", *e2e.INCLUDE]
        self.nvcc = Nvcc(nvcc, compile_flags, self.tools.libraries, self.build / "ptx", self.folder / "units")

    def of(self, program):
        folder = self.folder / program.parent.name / program.stem
        folder.mkdir(parents=True, exist_ok=True)
        return folder


def rewrite(program, work):
    """The rewritten text and the report."""
    folder = work.of(program)
    rewritten, report = folder / f"{program.stem}.clustrix.cu", folder / "report.json"
    model = [f"--library-model={path}" for path in e2e.library_of(program, ".yml")]
    status, _, errors = e2e.run([str(work.tools.rewrite), str(program), "-o", str(rewritten), "--report", str(report),
                                 "--remarks", "none", *model, "--", "-std=c++20", *e2e.INCLUDE], SECONDS, e2e.environment())
    if status != 0:
        raise e2e.Failure(f"{program.stem}: clustrix-rewrite exits {status}: {e2e.first_error(errors)}")
    return rewritten.read_text(), json.loads(report.read_text())


def chosen(words):
    """A cover, greedy in a fixed order: {program: its words} to a list of programs."""
    missing = {}
    for found in words.values():
        for word in found:
            missing[word] = min(missing.get(word, 0) + 1, COVERED_BY)
    taken = []
    while any(missing.values()):
        rest = [name for name in words if name not in taken]
        best = max(rest, key=lambda name: sum(missing[word] > 0 for word in words[name]))
        taken.append(best)
        for word in words[best]:
            missing[word] = max(0, missing[word] - 1)
    return [name for name in words if name in taken]


def prepare(work, full):
    words = {str(p): sorted(set(WORDS.findall(rewrite(p, work)[0]))) for p in originals()}
    programs = list(words) if full else chosen(words)
    units = [programs[k::-(-len(programs) // UNIT)] for k in range(-(-len(programs) // UNIT))]
    (work.folder / "units.json").write_text(json.dumps(units))
    print(f"{len(programs)} of {len(words)} programs in {len(units)} units")


def other_objects(program, work):
    objects = []
    for source in e2e.library_of(program, ".cpp"):
        objects.append(str(work.of(program) / f"{source.stem}-library.o"))
        status, _, errors = e2e.run([*e2e.compiler(), *e2e.COMPILE, "-c", str(source), "-o", objects[-1]], SECONDS)
        if status != 0:
            raise e2e.Failure(f"{source.name} does not compile: {e2e.first_error(errors)}")
    return tuple(objects)


class Trial:
    """One built program: all its runs."""

    def __init__(self, program, command, work):
        self.program, self.command, self.work = program, command, work
        self.expected = e2e.reference(program, work.of(program))
        self.report = json.loads((work.of(program) / "report.json").read_text())
        self.complaints = []

    def run(self, **settings):
        environment = e2e.environment(LD_LIBRARY_PATH=str(self.work.build / "ptx"), **ON_CUDA, **settings)
        return e2e.run(self.command, SECONDS, environment, self.work.of(self.program))

    def complain(self, what, text):
        self.complaints.append(f"{what}: {text}")

    def on_devices(self, count):
        status, output, log = self.run(CLUSTRIX_DOUBLE_DEVICES=str(count), CLUSTRIX_LOG="info")
        what = f"{count} device{'s' * (count > 1)}"
        if status != 0:
            self.complain(what, f"exits {status}: {e2e.first_error(log)}")
            return
        difference = e2e.first_difference(self.expected, output)
        if difference:
            self.complain(what, f"WRONG {difference}")
        if count > 1:
            self.complaints += e2e.misreported_loops(self.program, self.report, log)

    def verified(self):
        if UNVERIFIED.search(self.program.read_text()):
            return
        status, _, log = self.run(CLUSTRIX_DOUBLE_DEVICES="3", CLUSTRIX_VERIFY="1")
        if status != 0:
            self.complain("CLUSTRIX_VERIFY=1", f"exits {status}: {e2e.first_error(log)}")

    def with_fault(self, fault):
        status, output, log = self.run(CLUSTRIX_DOUBLE_DEVICES="3", CLUSTRIX_DOUBLE_FAIL=fault, CLUSTRIX_LOG="error")
        clear = status is not None and status > 0 and "clustrix: error:" in log
        if status != 0 and not clear:
            self.complain(fault, f"exits {status}: {e2e.first_error(log)}")
        elif status == 0 and e2e.first_difference(self.expected, output):
            self.complain(fault, f"WRONG {e2e.first_difference(self.expected, output)}")


def check(program, built, work, otherwise):
    """Complaints about one program."""
    is_listed = program.stem in listed("refused.txt")
    if built.problem:
        return [] if is_listed else [f"nvcc refuses it: {e2e.first_error(built.problem)}"]
    if is_listed:
        return ["nvcc takes it: strike it from refused.txt"]
    trial = Trial(program, built.command, work)
    for count in (1, 3):
        trial.on_devices(count)
    if otherwise:
        trial.verified()
        for fault in FAULTS:
            trial.with_fault(fault)
    if program.stem in listed("wrong.txt"):
        return [] if trial.complaints else ["it is right: strike it from wrong.txt"]
    return trial.complaints


def run_unit(paths, name, work):
    """{program: complaints}"""
    programs = [pathlib.Path(path) for path in paths]
    everything = [p.stem for p in originals()]
    texts = [Program(p.stem, (work.of(p) / f"{p.stem}.clustrix.cu").read_text(), str(p), other_objects(p, work))
             for p in programs]
    apart = [text for text in texts if text.name in listed("refused.txt")]
    together = [text for text in texts if text not in apart]
    built = work.nvcc.build(together, name) if together else {}
    built |= {text.name: work.nvcc.build_alone(text) for text in apart}
    return {p.stem: e2e.guarded(lambda q: check(q, built[q.stem], work, everything.index(q.stem) % OTHERS_EVERY == 0), p)
            for p in programs}


def report(results):
    failed = 0
    for name, complaints in results.items():
        failed += bool(complaints)
        if complaints:
            print(f"FAIL {name}: " + "; ".join(complaints), flush=True)
    print(f"{len(results) - failed} passed, {failed} failed")
    return failed


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--nvcc", default="nvcc", help="the compiler; default: the one in the PATH")
    parser.add_argument("--prepare", action="store_true")
    parser.add_argument("--full", action="store_true", default=os.environ.get("CLUSTRIX_TEST_FULL") == "1")
    parser.add_argument("--run", metavar="I/N")
    parser.add_argument("--only", type=lambda text: text.split(","))
    return parser.parse_args()


def main():
    options = arguments()
    if e2e.shutil.which(options.nvcc) is None:
        print("skipped: there is no nvcc")
        sys.exit(SKIPPED)
    work = Work(options.build, options.nvcc)
    if options.prepare:
        prepare(work, options.full)
        return
    if options.only:
        programs = [p for p in originals() if p.stem in options.only]
        for program in programs:
            rewrite(program, work)
        sys.exit(bool(report(run_unit(programs, "only", work))))
    units = json.loads((work.folder / "units.json").read_text())
    index, _, count = options.run.partition("/")
    results = {}
    for number in range(int(index) - 1, len(units), int(count)):
        results |= run_unit(units[number], f"unit{number}", work)
    sys.exit(bool(report(results)))


if __name__ == "__main__":
    main()
