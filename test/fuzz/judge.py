"""Random functions against their rewriting: a whole batch is rewritten, compiled and run at once, and the differences
are told apart by function. Where a step fails as a whole, halves of the batch tell whose fault it is."""
import dataclasses
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

from sources import source_text

HERE = pathlib.Path(__file__).resolve().parent
DEVICES = ["virtual:1", "virtual:3", "virtual:8", "cpu", "virtual:2x64KB,1x128KB@0.5"]
COUNTED_ON = "virtual:3"
# Unoptimised: most of the time goes into compilers, and an original should not depend on one being right.
COMPILE = ["g++", "-std=c++20", "-O0", "-w"]
SANITIZE = ["-g1", "-D_GLIBCXX_ASSERTIONS", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
MODEL = ["--library-model", HERE / "harness.yml"]
LAUNCH = re.compile(r"Executing GPU parallelization with .*?\[(.*?)\]")
FIX_RUN, FIX_EVERY = 60, 4  # of the programs, in the order of their seeds, every fourth run of sixty has --fix first
TOLERANCE = 1e-9  # for sums that round, marked by a ~ in front of the name


@dataclasses.dataclass
class Failure:
    what: str
    detail: str = ""

    def kind(self):
        return self.what.split(" on ")[0]


@dataclasses.dataclass
class Verdict:
    failures: dict = dataclasses.field(default_factory=dict)  # name -> Failure
    loops: int = 0
    parallel: int = 0
    mapped: int = 0
    launched: int = 0

    def add(self, other):
        self.failures |= other.failures
        for count in ("loops", "parallel", "mapped", "launched"):
            setattr(self, count, getattr(self, count) + getattr(other, count))
        return self


def call(command, timeout, **env):
    """(status, output, errors); the status of a program that does not end is "timeout"."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("CLUSTRIX_")}
    try:
        done = subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=timeout,
                              errors="replace", env=dict(clean, **env))
        return done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired as late:
        return "timeout", (late.stdout or b"").decode(errors="replace"), f"no end after {timeout} s"


def fixes_first(seed):
    """Whether a program is rewritten from what --fix makes of it."""
    return seed // FIX_RUN % FIX_EVERY == 0


def until_change(seed):
    """How many programs from this one on are treated as it is."""
    return FIX_RUN - seed % FIX_RUN


def with_fixes(tool, source, seconds):
    """A copy of `source` with the edits that remarks propose, and what went wrong."""
    fixed = source.with_name("fixed_" + source.name)
    shutil.copy(source, fixed)
    status, _, errors = call([tool, fixed, "--fix", "--remarks", "none", *MODEL, "--", "-std=c++20", "-I", source.parent], seconds)
    return fixed, "" if status == 0 else f"{status} {errors[-3000:]}"


def results_by_function(output):
    """{function: [a line for each call]}; the lines start with FUNCTION.NUMBER."""
    results = {}
    for text in output.splitlines():
        results.setdefault(text.split(".")[0], []).append(text)
    return results


def died(lines):
    return not lines or ".died" in lines[-1]


def same(expected, got, tolerant):
    """Whether two lines agree: to the last digit, but for what is marked as rounding in a `tolerant` comparison."""
    if expected == got:
        return True
    ours, theirs = got.split(" "), expected.split(" ")
    return tolerant and len(ours) == len(theirs) and all(
        o == t or (o.startswith("~") and close(float(o.split("=")[1]), float(t.split("=")[1])))
        for o, t in zip(ours, theirs))


def close(x, y):
    return abs(x - y) <= TOLERANCE * max(1.0, abs(x), abs(y))


def difference(expected, got, tolerant):
    """The first line that differs, as text; empty where all agree."""
    for theirs, ours in zip(expected, got):
        if not same(theirs, ours, tolerant):
            return f"expected '{theirs}'\n     got '{ours}'"
    return "" if len(expected) == len(got) else f"{len(got)} calls instead of {len(expected)}"


def runs_serially(function):
    """Whether loops run as written where there are no devices: nothing groups their sums there."""
    return any(option in function.options for option in ("parallel = false", "parallel = 0"))


class Judge:
    """Tools and a folder of its own, for one batch after another."""

    all_devices, counted_on = DEVICES, COUNTED_ON
    options = []  # of the rewriting

    def __init__(self, build, folder, mutate=None):
        self.devices, self.limit = self.all_devices, {}
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.rewrite = build / "bin" / "clustrix-rewrite"
        self.mutate = mutate  # of the rewritten text: breaks it, to test the fuzzer
        config = build / "bin" / "clustrix-config"
        self.flags, self.libraries = (shlex.split(self.must([config, option])) for option in ("--cxxflags", "--libs"))
        for name in ("harness.h", "harness.cpp"):  # a run keeps what it started with
            shutil.copy(HERE / name, self.folder)
        self.harness = self.folder / "harness.o"
        self.must([*COMPILE, "-O1", "-c", self.folder / "harness.cpp", "-o", self.harness])
        self.compile_original = self.precompiled("original.h", ['"harness.h"'], [])
        self.compile_rewritten = self.precompiled("rewritten.h", ["<clustrix/runtime.h>", '"harness.h"'], self.flags)

    def precompiled(self, name, headers, flags):
        """The command that compiles what starts with the headers; they are parsed once for all batches."""
        header = self.folder / name
        header.write_text("".join(f"#include {h}\n" for h in headers))
        self.must([*COMPILE, *flags, "-x", "c++-header", header, "-o", f"{header}.gch"])
        return [*COMPILE, *flags, "-include", header]

    @staticmethod
    def must(command):
        status, output, errors = call(command, 120)
        if status != 0:
            sys.exit(f"fuzz: {shlex.join(map(str, command))} failed: {errors}")
        return output

    def settings(self, devices):
        """The environment for a run on the named devices."""
        return {"CLUSTRIX_DEVICES": devices, "CLUSTRIX_FORCE": "1"}

    def build_rewritten(self, rewritten, target):
        """What the compiler says against the rewritten file; empty where it is built."""
        status, _, errors = call([*self.compile_rewritten, "-x", "c++", rewritten, "-x", "none", self.harness, "-o",
                                  target, *self.libraries], 600)
        return "" if status == 0 else errors or f"status {status}"

    def judge(self, functions, fix=False):
        """The Verdict on a batch, a dictionary from names to functions; `fix`: rewritten from what --fix makes of it."""
        if not functions:
            return Verdict()
        source, original = self.folder / "batch.cpp", self.folder / "original"
        source.write_text(source_text(functions))
        status, _, errors = call([*self.compile_original, source, self.harness, "-o", original], 300)
        if status != 0:
            return self.divide(functions, Failure("the original does not compile (a bug of the fuzzer)", errors), fix)
        _, output, errors = call([original], 300, **self.limit)
        expected = results_by_function(output)
        bad = {name: Failure("the original fails (a bug of the fuzzer)", errors) for name in functions
               if died(expected.get(name, []))}
        if bad:
            return Verdict(bad)
        return self.judge_rewritten(functions, source, expected, fix)

    def judge_rewritten(self, functions, source, expected, fix):
        rewritten, ours, report = (self.folder / name for name in ("batch.cu", "rewritten", "report.json"))
        seconds = 60 + 2 * len(functions)
        if fix:
            source, errors = with_fixes(self.rewrite, source, seconds)
            if errors:
                return self.divide(functions, Failure("clustrix-rewrite --fix fails", errors), fix)
        status, _, errors = call([self.rewrite, source, *self.options, "-o", rewritten, "--report", report, "--remarks", "none", *MODEL, "--",
                                  "-std=c++20", "-I", self.folder], seconds)
        if status != 0:
            return self.divide(functions, Failure("clustrix-rewrite fails", f"{status} {errors[-3000:]}"), fix)
        if self.mutate:
            rewritten.write_text(self.mutate(rewritten.read_text()))
        errors = self.build_rewritten(rewritten, ours)
        if errors:
            return self.divide(functions, Failure("the rewritten program does not compile", errors[:3000]), fix)
        loops = [loop for f in json.loads(report.read_text())["functions"] for loop in f["loops"]]
        verdict = Verdict(loops=len(loops), parallel=sum(loop["parallel"] for loop in loops),
                          mapped=sum(loop["mapped"] == "devices" for loop in loops))
        return self.compare(functions, ours, expected, verdict)

    def compare(self, functions, program, expected, verdict):
        first = None
        for devices in self.devices:
            log = {"CLUSTRIX_LOG": "info"} if devices == self.counted_on else {}
            _, output, errors = call([program], 300, **self.settings(devices), **log, **self.limit)
            if log:
                verdict.launched = len(set(LAUNCH.findall(errors)))
            got = results_by_function(output)
            first = first or got
            for name in functions:
                if died(got.get(name, [])):
                    last = "\n".join(got.get(name, [])[-2:])
                    verdict.failures.setdefault(
                        name, Failure(f"the rewritten program fails on {devices}", f"{last}\n{errors[-1500:]}"))
                    continue
                found = difference(expected[name], got[name], True)
                if found:
                    verdict.failures.setdefault(name, Failure(f"the results differ on {devices}", found))
                found = difference(first[name], got[name], devices == "cpu" and runs_serially(functions[name]))
                if found:
                    verdict.failures.setdefault(name, Failure(f"the devices disagree on {devices}", found))
        return verdict

    def divide(self, functions, failure, fix):
        """Who of the batch is to blame for a failure as a whole: each half is judged for itself."""
        names = list(functions)
        if len(names) == 1:
            return Verdict({names[0]: failure})
        half = len(names) // 2
        verdict = Verdict()
        for part in (names[:half], names[half:]):
            verdict.add(self.judge({name: functions[name] for name in part}, fix))
        return verdict

    def check_defined(self, functions):
        """The originals under the sanitizers: what they say, empty where they are clean."""
        source, program = self.folder / "batch.cpp", self.folder / "sanitized"
        source.write_text(source_text(functions))
        self.must([*COMPILE, *SANITIZE, source, self.folder / "harness.cpp", "-o", program])
        _, output, errors = call([program], 600)
        bad = [name for name, lines in results_by_function(output).items() if died(lines)]
        return f"{', '.join(bad)}: {errors[:3000]}" if bad else ""
