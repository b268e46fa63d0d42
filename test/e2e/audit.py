#!/usr/bin/env python3
"""The end-to-end programs audited: each rewritten with --audit, compiled with Clang's hooks and run as it is written.

    audit.py BUILD_DIR [--folder programs] [--filter GLOB] [--jobs N] [--shard I/N]
    audit.py BUILD_DIR --faults           that of audited_faults.cpp is found

A program passes when its lines are those of the original, and the audit has found no fault: whatever iterations do to
each other, the plan knows of it. The last line reads `N passed, N failed`; the exit status is 1 when one failed.
"""
import argparse
import concurrent.futures
import os
import pathlib
import sys

sys.dont_write_bytecode = True
import run  # noqa: E402
import instrumented  # noqa: E402, in the folder that run.py adds

PLAIN = [*instrumented.CLANG, "-O1", "-w", *run.INCLUDE]
FAULTS = 66


def audited(program, tools, work):
    """Complaints about one program; empty when it passes."""
    work.mkdir(parents=True, exist_ok=True)
    expected = original(program, work)
    if expected is None:
        print(f"{program.stem}: Clang has no code for it", flush=True)
        return []
    rewritten, binary = work / f"{program.stem}.audited.cu", work / "audited"
    model = [f"--library-model={path}" for path in run.library_of(program, ".yml")]
    done(["rewriting", tools.rewrite, program, "--audit", "-o", rewritten, "--remarks", "none", *model, "--", "-std=c++20",
          *run.INCLUDE], 180)
    objects = []
    for source in [rewritten, *run.library_of(program, ".cpp")]:
        objects.append(f"{binary}.{len(objects)}.o")
        done(["compiling", *tools.audit.compile, "-w", *run.INCLUDE, "-x", "c++", "-c", source, "-o", objects[-1]], 300)
    done(["linking", *instrumented.CLANG, *objects, *tools.audit.libraries, "-o", binary], 120)
    status, output, log = run.run([str(binary)], 300, run.environment(), work)
    complaints = [f"FAULT {line}" for line in log.splitlines() if ", which " in line or ", of which " in line]
    if status not in (0, FAULTS):
        complaints.append(f"ends with status {status}: {run.first_error(log)}")
    elif status == FAULTS and not complaints:
        complaints.append("ends with the status of a fault and names none")
    difference = run.first_difference(expected, output)
    return complaints + ([f"WRONG {difference}"] if difference else [])


def original(program, work):
    """What it prints as Clang compiles it; none where Clang has no code for it."""
    sources = [program, *run.library_of(program, ".cpp")]
    try:
        run.compile_and_link(sources, work / "original.clang", PLAIN[1:], with_compiler=PLAIN[:1])
    except run.Failure:
        return None
    status, output, errors = run.run([str(work / "original.clang")], 60, run.environment())
    if status != 0:
        raise run.Failure(f"the original fails ({status}): {run.first_error(errors)}")
    return output


def done(step, seconds):
    status, _, errors = run.run([str(word) for word in step[1:]], seconds, run.environment())
    if status != 0:
        raise run.Failure(f"{step[0]} ends with status {status}: {run.first_error(errors)}")


def judge_faults(program, tools, work):
    """Complaints about a program with a fault at the line that says so, where it is started with an argument."""
    complaints = audited(program, tools, work)
    lines = program.read_text().splitlines()
    place = f"{program.name}:{1 + next(k for k, text in enumerate(lines) if text.endswith('// fault'))}:"
    status, _, log = run.run([str(work / "audited"), "with"], 60, run.environment(), work)
    if status != FAULTS or place not in log:
        complaints.append(f"status {status} instead of {FAULTS}, or nothing is said of {place}: {log[:600]}")
    return complaints


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--folder", default="programs")
    parser.add_argument("--filter", default="*", help="glob over program names, such as 'trap_*'")
    parser.add_argument("--jobs", "-j", type=int, default=1)
    parser.add_argument("--shard", default="1/1", help="I/N: every N-th program, starting with the I-th; with CLUSTRIX_TEST_FULL=1 all")
    parser.add_argument("--faults", action="store_true")
    options = parser.parse_args()
    shard = "1/1" if os.environ.get("CLUSTRIX_TEST_FULL") == "1" else options.shard
    programs = run.selected(options.folder, options.filter, shard)
    if not programs:
        sys.exit(f"error: no program matches '{options.filter}'")
    tools = run.Tools(options.build)
    tools.audit = instrumented.Instrumented(options.build)
    judge = audited
    if options.faults:
        programs, judge = [run.HERE / "audited_faults.cpp"], judge_faults
    root = options.build.resolve() / "test" / "e2e" / "audited"
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        check = lambda program: run.guarded(judge, program, tools, root / program.parent.name / program.stem)
        for program, complaints in zip(programs, pool.map(check, programs)):
            failed += bool(complaints)
            if complaints:
                print(f"FAIL {program.stem}: " + "; ".join(complaints), flush=True)
    print(f"{len(programs) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
