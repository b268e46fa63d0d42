#!/usr/bin/env python3
"""The end-to-end programs audited: each rewritten with --audit, compiled with Clang's hooks and run as it is written.

    audit.py BUILD_DIR [--folder programs] [--filter GLOB] [--jobs N] [--shard I/N]
    audit.py BUILD_DIR --sources FOLDER ...   all programs of other folders
    audit.py BUILD_DIR --faults           that of audited_faults.cpp is found, and which of its guards are needed

A program passes when its lines are those of the original, and the audit has found no fault: whatever iterations do to
each other, the plan knows of it. The last line reads `N passed, N failed`; the exit status is 1 when one failed.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import sys

sys.dont_write_bytecode = True
import run  # noqa: E402
import instrumented  # noqa: E402, in the folder that run.py adds
sys.path.insert(0, str(run.HERE.parent / "codes"))
from codes import SHORT  # noqa: E402

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
        done(["compiling", *tools.compile_audited, "-x", "c++", "-c", source, "-o", objects[-1]], 300)
    done(["linking", *instrumented.CLANG, *objects, *tools.audit.libraries, "-o", binary], 120)
    status, output, log = run.run([str(binary), *SHORT.get(program.stem, [])], 300, run.environment(), work)
    found = [line for line in log.splitlines() if ", which " in line or ", of which " in line]
    excused = excuses(program)
    complaints = [f"FAULT {line}" for line in found if not any(f"::{name} at " in line for name in excused)]
    if status == FAULTS and found and not complaints:
        status = 0
    if status not in (0, FAULTS):
        complaints.append(f"ends with status {status}: {run.first_error(log)}")
    elif status == FAULTS and not complaints:
        complaints.append("ends with the status of a fault and names none")
    difference = run.first_difference(expected, output)
    return complaints + ([f"WRONG {difference}"] if difference else [])


def excuses(program):
    """The functions whose libraries count references, by atomic operations that the audit takes for writes: the program
    names them in a comment, `// counted: NAME, NAME`."""
    marks = re.findall(r"//\s*counted:\s*([\w, ]+)", program.read_text())
    return {name.strip() for mark in marks for name in mark.split(",")}


def original(program, work):
    """What it prints as Clang compiles it; none where Clang has no code for it."""
    sources = [program, *run.library_of(program, ".cpp")]
    try:
        run.compile_and_link(sources, work / "original.clang", PLAIN[1:], with_compiler=PLAIN[:1])
    except run.Failure:
        return None
    status, output, errors = run.run([str(work / "original.clang"), *SHORT.get(program.stem, [])], 60, run.environment())
    if status != 0:
        raise run.Failure(f"the original fails ({status}): {run.first_error(errors)}")
    return output


def done(step, seconds):
    status, _, errors = run.run([str(word) for word in step[1:]], seconds, run.environment())
    if status != 0:
        raise run.Failure(f"{step[0]} ends with status {status}: {run.first_error(errors)}")


def marked(program, mark):
    """The line that ends with the mark."""
    return 1 + next(k for k, text in enumerate(program.read_text().splitlines()) if text.endswith(f"// {mark}"))


def judge_faults(program, tools, work):
    """Complaints about a program with faults at the lines that say so, where it is started with an argument."""
    complaints = audited(program, tools, work)
    status, _, log = run.run([str(work / "audited"), "with"], 60, run.environment(), work)
    for mark in ["fault", "fault of threads"]:
        place = f"{program.name}:{marked(program, mark)}:"
        if status != FAULTS or place not in log:
            complaints.append(f"status {status} instead of {FAULTS}, or nothing is said of {place}: {log[:600]}")
    return complaints + judge_guards(program, tools, work)


def judge_guards(program, tools, work):
    """Complaints about what is said past its guards, in JSON and beside the loops of the HTML report."""
    report = work / "audit.json"
    told = run.environment(CLUSTRIX_AUDIT="guards", CLUSTRIX_AUDIT_REPORT=str(report))
    status, _, log = run.run([str(work / "audited")], 60, told, work)
    complaints = [] if status == 0 else [f"what guards are right about is a fault: {log[:600]}"]
    guards = {loop["line"]: loop["guards"] for loop in json.loads(report.read_text())["loops"]}
    for mark, needed in [("needed", 1), ("not needed", 0)]:
        counts = [(guard["asked"], guard["refused"], guard["needed"]) for guard in guards.get(marked(program, mark), [])]
        if counts != [(1, 1, needed)]:
            complaints.append(f"guards of the loop that is marked '{mark}': {counts}")
    done(["reporting", tools.rewrite, program, "--dry-run", "--report", work / "r.html", "--audit-report", report,
          "--remarks", "none", "--", "-std=c++20"], 60)
    page = (work / "r.html").read_text()
    for mark, words in [("needed", "and was needed in 1: iteration 1 reads b[1], which iteration 0 has written"),
                        ("not needed", "it was not needed on this input")]:
        line = marked(program, mark)
        beside = page[page.index(f'id="s1l{line}"'):page.index(f'id="s1l{line + 1}"')]
        row = re.search(r'href="#(f\d+l\d+)"', beside)
        begin = page.index(f'id="{row[1]}"') if row else len(page)
        if words not in page[begin:page.find("</tr>", begin)]:
            complaints.append(f"the report does not say '{words}' in the row of the loop: {beside}")
    return complaints


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--folder", default="programs")
    parser.add_argument("--filter", default="*", help="glob over program names, such as 'trap_*'")
    parser.add_argument("--jobs", "-j", type=int, default=1)
    parser.add_argument("--shard", default="1/1", help="I/N: every N-th program, starting with the I-th; with CLUSTRIX_TEST_FULL=1 all")
    parser.add_argument("--sources", type=pathlib.Path, nargs="+", help="folders with programs, instead")
    parser.add_argument("--faults", action="store_true")
    options = parser.parse_args()
    shard = "1/1" if os.environ.get("CLUSTRIX_TEST_FULL") == "1" else options.shard
    programs = run.selected(options.folder, options.filter, shard)
    if options.sources:
        programs = sorted(path for folder in options.sources for path in folder.resolve().glob(f"{options.filter}.cpp"))
    if not programs:
        sys.exit(f"error: no program matches '{options.filter}'")
    tools = run.Tools(options.build)
    tools.audit = instrumented.Instrumented(options.build)
    judge = audited
    if options.faults:
        programs, judge = [run.HERE / "audited_faults.cpp"], judge_faults
    root = options.build.resolve() / "test" / "e2e" / "audited"
    command = [*tools.audit.compile, "-w", *run.INCLUDE]
    tools.compile_audited = [*command, *run.begun(command, root)]
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
