#!/usr/bin/env python3
"""Mutants: the compiler broken on purpose, one place at a time, and who notices.

    mutants.py BUILD_DIR [--only N,...] [--jobs J]
    mutants.py BUILD_DIR --full-only      nothing but with CLUSTRIX_TEST_FULL=1: what CTest calls

mutants.json says of each what is broken, where, and which programs witness it: a name in test/e2e (programs or patterns),
or in programs/ here. The compiler is built once, under BUILD_DIR/mutants, with all of them inside. Each mutant's
witnesses are rewritten with it, until both judges have found it:

    audit    the program of `clustrix-rewrite --audit` reports a fault
    tests    what test/e2e/run.py says of the program: other `results` than the original's on some devices or with
             CLUSTRIX_VERIFY=1, a rewritten file that does not compile (`build`), a rewriter that ends with an error
             (`crash`), or the report says of a loop what the source's `marks` deny

Without a mutant both judges have to be content with every witness. Prints a table in Markdown; what neither finds is in
it. The exit status is 1 when a witness is not right, a mutant reaches none of its witnesses, or fewer than nine of ten
are found.
"""
import argparse
import concurrent.futures
import copy
import dataclasses
import json
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE.parent / "e2e"))
import audit  # noqa: E402
import instrumented  # noqa: E402
import run  # noqa: E402
from switches import Misplaced, NotBuilt, built, write_sources  # noqa: E402

SKIPPED = 77
KINDS = [("crash", "clustrix-rewrite exits"), ("build", " does not compile"), ("build", " does not link"),
         ("build", "Clang refuses"), ("results", " WRONG "), ("results", " exits "), ("results", "CLUSTRIX_VERIFY")]


@dataclasses.dataclass
class Found:
    """What came of a mutant: the program by which it was found, and how."""

    reached: bool = False
    audit: tuple = ()
    tests: tuple = ()

    def cells(self):
        by = {}
        for judge, (program, how) in [("audit", self.audit or ("", "")), ("tests", self.tests or ("", ""))]:
            if program:
                by.setdefault(program, []).append(judge)
        programs = ", ".join(f"`{program}`" + ("" if len(by) == 1 else f" ({judges[0]})") for program, judges in by.items())
        return ["yes" if self.audit else "-", self.tests[1] if self.tests else "-",
                programs or ("" if self.reached else "no witness is reached")]


def fault_of(complaints):
    """The first report of an audit among them; none where it found nothing."""
    reports = [one for one in complaints if one.startswith("FAULT ") or "the status of a fault" in one]
    return reports[0] if reports else None


def kind_of(complaints):
    """How the tests have found it: by the strongest of what they say."""
    for kind, words in KINDS:
        if any(words in f" {one}" for one in complaints):
            return kind
    return "marks" if complaints else None


class Bench:
    """Both judges of a program, rewritten with one of the mutants or none (0)."""

    def __init__(self, build, rewrite, work):
        self.work = work
        self.rewrite = rewrite
        self.tools = run.Tools(build)
        self.tools.audit = instrumented.Instrumented(build)
        self.texts = {}

    def tools_of(self, number):
        """The environment of the judges has none of our variables: a program of its own says which mutant is on."""
        tools = copy.copy(self.tools)
        tools.rewrite = self.work / f"rewrite-{number}"
        if not tools.rewrite.exists():
            tools.rewrite.write_text(f'#!/bin/sh\nCLUSTRIX_MUTANT={number} exec "{self.rewrite}" "$@"\n')
            tools.rewrite.chmod(0o755)
        return tools

    def folder(self, number, program):
        folder = self.work / str(number) / program.stem
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def text(self, number, program):
        """What the rewriter makes of it, for devices and for the audit; how it ends where it fails."""
        key = number, program
        if key in self.texts:
            return self.texts[key]
        texts, target = [], self.folder(number, program) / "text.cu"
        for form in [[], ["--audit"]]:
            model = [f"--library-model={path}" for path in run.library_of(program, ".yml")]
            status, _, errors = run.run([str(self.tools_of(number).rewrite), str(program), *form, "-o", str(target),
                                         "--remarks", "none", *model, "--", "-std=c++20", *run.INCLUDE], 180, run.environment())
            texts.append(target.read_text() if status == 0 else f"{status} {errors}")
        return self.texts.setdefault(key, texts)

    def reaches(self, number, program):
        return self.text(number, program) != self.text(0, program)

    def audited(self, number, program):
        return run.guarded(audit.audited, program, self.tools_of(number), self.folder(number, program))

    def tested(self, number, program):
        folder = self.folder(number, program)
        return run.guarded(run.check_program, program, self.tools_of(number), run.DEVICES, folder)


def program_of(name):
    """A witness: `programs/sums` and `patterns/expansion` are of test/e2e, all else is beside this file."""
    folder = run.HERE if "/" in name else HERE / "programs"
    return folder / f"{name}.cpp"


def judged(mutant, bench):
    found = Found()
    number = mutant["number"]
    for program in map(program_of, mutant["witnesses"]):
        if not bench.reaches(number, program):
            print(f"{number}: {program.stem} is not reached", file=sys.stderr, flush=True)
            continue
        found.reached = True
        if not found.audit:
            complaints = bench.audited(number, program)
            report = fault_of(complaints)
            found.audit = (program.stem, report) if report else ()
            print(f"{number}: {program.stem}: audit: {report or complaints}", file=sys.stderr, flush=True)
        if not found.tests:
            complaints = bench.tested(number, program)
            found.tests = (program.stem, kind_of(complaints)) if complaints else ()
            print(f"{number}: {program.stem}: tests: {'; '.join(complaints)[:400]}", file=sys.stderr, flush=True)
        if found.audit and found.tests:
            break
    return found


def table(mutants, results):
    lines = ["| # | what is broken | in | audit | tests | by |", "| --- | --- | --- | --- | --- | --- |"]
    for mutant, found in zip(mutants, results):
        meaning, where = mutant["meaning"].replace("|", "\\|"), mutant["file"].removeprefix("lib/")
        lines.append("| " + " | ".join([str(mutant["number"]), meaning, f"`{where}`", *found.cells()]) + " |")
    count = lambda holds: sum(map(bool, map(holds, results)))
    together = count(lambda one: one.audit or one.tests)
    lines += ["", f"{together} of {len(results)} are found: {count(lambda one: one.audit)} by the audit, "
              f"{count(lambda one: one.tests)} by the tests ({count(lambda one: one.tests and one.tests[1] != 'marks')} without "
              f"the marks in the sources), {count(lambda one: one.audit and not one.tests)} by the audit alone, "
              f"{count(lambda one: one.tests and not one.audit)} by the tests alone."]
    return lines, together


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--only", help="numbers of mutants, with commas between them")
    parser.add_argument("--jobs", "-j", type=int, default=1)
    parser.add_argument("--full-only", action="store_true")
    return parser.parse_args()


def main():
    options = arguments()
    if options.full_only and os.environ.get("CLUSTRIX_TEST_FULL") != "1":
        print("skipped: the compiler is built once more for it; CLUSTRIX_TEST_FULL=1 does")
        sys.exit(SKIPPED)
    build = options.build.resolve()
    everyone = json.loads((HERE / "mutants.json").read_text())
    work = build / "mutants"
    try:
        write_sources(ROOT, work / "src", everyone)
        bench = Bench(build, built(build, work / "src", options.jobs), work)
    except (Misplaced, NotBuilt) as problem:
        sys.exit(f"error: {problem}")
    wanted = set(map(int, options.only.split(","))) if options.only else {one["number"] for one in everyone}
    mutants = [one for one in everyone if one["number"] in wanted]
    programs = sorted({program_of(name) for one in mutants for name in one["witnesses"]})
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        right = lambda program: [program.stem, *bench.audited(0, program), *bench.tested(0, program)]
        wrong = [complaints for complaints in pool.map(right, programs) if len(complaints) > 1]
        results = list(pool.map(lambda mutant: judged(mutant, bench), mutants))
    if bench.tools.clang:
        bench.tools.clang.close()
    lines, together = table(mutants, results)
    print("\n".join(lines))
    for complaints in wrong:
        print(f"FAIL {complaints[0]} without a mutant: " + "; ".join(complaints[1:]))
    idle = [one["number"] for one, found in zip(mutants, results) if not found.reached]
    if idle:
        print(f"FAIL no witness is reached by {idle}")
    sys.exit(1 if wrong or idle or together < 0.9 * len(mutants) else 0)


if __name__ == "__main__":
    main()
