#!/usr/bin/env python3
"""End-to-end tests: each program of a folder rewritten, run on several sets of devices, compared with its original.

    run.py BUILD_DIR [--folder programs] [--filter GLOB] [--jobs N] [--shard I/N] [--devices LIST] [--in-header]
    run.py --sanitize [--folder programs] [--filter GLOB] [--jobs N]     the originals alone, under ASan and UBSan

A program passes when
  - clustrix-rewrite accepts it and reports every loop that carries a mark as the mark says (see README.md),
  - the rewritten file compiles with the host compiler, and Clang takes it wherever it takes the original,
  - on every set of devices, with CLUSTRIX_FORCE=1, its lines equal those of the original: names and integers exactly,
    floating-point values (printed with a point) to 1e-6 relative or 1e-9 absolute; and on those of several ranks
    (`virtual:1/virtual:2` are two, under mpirun) each bit is what it is on those of one: every third program, and all
    with CLUSTRIX_TEST_FULL=1,
  - the folder's missed.txt, where there is one, lists exactly the loops that should be found parallel and are not,
  - on `virtual:3` each loop that the report maps to devices is seen there (itself or, in its place, one inside it), and
    none that it maps to the host's threads, unless marked `idle`; and with CLUSTRIX_VERIFY=1 no launch differs from its original loop, unless marked `// unverified: NAME`.

With --in-header a source that includes the program is rewritten, and what it makes of the header passes as the program.

The last line reads `N passed, N failed`; the exit status is 1 when one failed.
"""
import argparse
import concurrent.futures
import fnmatch
import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True  # leaves nothing in the source tree
sys.path.insert(0, str(HERE.parent))
from comparison import values_agree  # noqa: E402
from precompiled import CCACHE, precompiled  # noqa: E402

PROGRAMS = HERE / "programs"
RUNTIME_HEADERS = HERE.parent.parent / "runtime" / "include"
INCLUDE = [f"-I{PROGRAMS}", f"-I{HERE / 'patterns'}"]
DEVICES = ["cpu", "virtual:1", "virtual:3", "virtual:8", "virtual:2x1MB"]
RANKS = "virtual:1/virtual:2/virtual:1x1MB"  # where Open MPI is installed
WITNESS = "virtual:3"  # the run whose log tells which functions reached the devices

# g++ 12 miscompiles some reversed in-place loops at -O2 (a[n-1-i] = f(a[i])); without ivopts it does not. And where two
# neighbouring doubles become floats and doubles again, its SLP vectoriser leaves out the rounding.
COMPILE = ["-std=c++20", "-O2", "-fno-ivopts", "-fno-tree-slp-vectorize", "-Wno-attributes", "-Wno-attributes=clustrix::",
           *INCLUDE]
SANITIZE = ["-std=c++20", "-O1", "-g", "-Wno-attributes", *INCLUDE, "-fsanitize=address,undefined",
            "-fno-sanitize-recover=all", "-D_GLIBCXX_ASSERTIONS"]

MARK = re.compile(r"//\s*(want|may):\s*(parallel|serial)")
EXECUTED = re.compile(r"Executing GPU parallelization with .*\[(.+) at [^\[\]]*:(\d+)\]$", re.MULTILINE)
REFUSED = re.compile(r"GPU parallelization not beneficial: (.*) \[(.+) at [^\[\]]*:(\d+)\]$", re.MULTILINE)
UNVERIFIED = re.compile(r"//\s*unverified:")
IDLE = re.compile(r"//\s*idle:\s*([\w:~ ,*=+-]+)")
IDLE_LOOP = re.compile(r"//.*\bidle$")


# What nearly all rewritten programs include.
COMMON = ["<clustrix/runtime.h>", "<algorithm>", "<array>", "<cmath>", "<complex>", "<cstdint>", "<cstdio>", "<functional>",
          "<numeric>", "<optional>", "<ranges>", "<span>", "<string>", "<vector>"]


class Failure(Exception):
    """What is wrong with a program, in one line."""


def run(command, timeout, env=None, cwd=None):
    """(exit status, standard output, standard error); a status of None stands for a timeout."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=timeout, env=env, cwd=cwd, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return None, "", f"no end after {timeout} s"
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def environment(**extra):
    """The caller's environment without its CLUSTRIX_ variables."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("CLUSTRIX_")}
    return {**kept, **extra}


def first_error(text):
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    telling = (line for line in lines if re.search(r"\berror\b|undefined reference|ERROR:", line))
    return next(telling, lines[-1] if lines else "no message")[:240]


MPIRUN = ["mpirun.openmpi", "--allow-run-as-root", "--oversubscribe"]


def starts_ranks():
    return shutil.which(MPIRUN[0]) is not None and run([*MPIRUN, "-n", "2", "true"], 60)[0] == 0


def on_devices(devices, program, **settings):
    """What `program` does on them: as `run` says, with this environment and in the program's folder."""
    ranks = devices.split("/")
    if len(ranks) == 1:
        return run([program], 30, environment(CLUSTRIX_DEVICES=devices, **settings), program.parent)
    handed = [word for name in settings for word in ("-x", name)]
    command = [*MPIRUN, *handed]
    for rank in ranks:
        command += ["-n", "1", "-x", f"CLUSTRIX_DEVICES={rank}", program, ":"]
    return run(command[:-1], 60, environment(**settings), program.parent)


def compiler():
    """g++, through ccache where that is installed: rewritten files seldom change from run to run."""
    gxx = os.environ.get("CLUSTRIX_TEST_CXX", "g++")
    return ["ccache", gxx] if shutil.which("ccache") else [gxx]


def begun(command, work):
    """The flags that give `command` what rewritten programs include, parsed once; below the folder `work`."""
    try:
        return precompiled(command, COMMON, work, [RUNTIME_HEADERS])
    except RuntimeError as problem:
        sys.exit(f"error: {command[0]} cannot read the runtime's headers: {first_error(str(problem))}")


class Clang:
    """Reads programs as Clang's users would, without making anything of them."""

    def __init__(self, compiler, flags, work):
        command = [compiler, "-std=c++20", "-w", *INCLUDE, *flags]
        self.command = [*command, "-fsyntax-only", *begun(command, work), "-x", "c++"]

    def refusal(self, source):
        """Its first error; None when there is none."""
        status, _, errors = run([*self.command, str(source)], 300)
        return None if status == 0 else first_error(errors)


def refused_by_clang(clang, rewritten, original):
    """Complaints when Clang refuses what was written of a program that it takes; __attribute__((hot)) [[...]], say, is
    GCC's alone."""
    error = clang.refusal(rewritten) if clang else None
    return [f"Clang refuses the rewritten file: {error}"] if error and not clang.refusal(original) else []


def library_of(program, ending):
    """The program's other translation unit (`.cpp`), its library model (`.yml`): a list of one path or none."""
    path = program.parent / "library" / f"{program.stem}{ending}"
    return [path] if path.exists() else []


def compiled(source, target, flags, by):
    status, _, errors = run([*by, *flags, "-x", "c++", "-c", str(source), "-o", str(target)], 300, {**os.environ, **CCACHE})
    if status != 0:
        raise Failure(f"{source.name} does not compile: {first_error(errors)}")
    return str(target)


def linked(objects, target, libraries, by):
    status, _, errors = run([by[-1], *objects, *libraries, "-o", str(target)], 120)
    if status != 0:
        raise Failure(f"{target.name} does not link: {first_error(errors)}")


def compile_and_link(sources, target, flags, libraries=(), with_compiler=None):
    by = with_compiler or compiler()
    objects = [compiled(source, f"{target}.{number}.o", flags, by) for number, source in enumerate(sources)]
    linked(objects, target, libraries, by)


def reference(program, work):
    """The original's output; kept beside the work files under a name that depends on all that it depends on."""
    version = run([compiler()[-1], "--version"], 20)[1]
    headers = sorted({*PROGRAMS.glob("*.h"), *program.parent.glob("*.h")})
    sources = [program, *library_of(program, ".cpp")]
    text = "\0".join([version, *COMPILE, *(file.read_text() for file in [*headers, *sources])])
    kept = work / f"original-{hashlib.sha256(text.encode()).hexdigest()[:20]}.out"
    if kept.exists():
        return kept.read_text()
    compile_and_link(sources, work / "original", COMPILE)
    status, output, errors = run([str(work / "original")], 60, environment())
    if status != 0:
        raise Failure(f"the original fails ({status}): {first_error(errors)}")
    fresh = kept.with_suffix(f".{os.getpid()}")
    fresh.write_text(output)
    fresh.rename(kept)
    return output


def first_difference(expected, got):
    before, after = expected.splitlines(), got.splitlines()
    for number, (x, y) in enumerate(zip(before, after), 1):
        name_x, _, value_x = x.partition(" ")
        name_y, _, value_y = y.partition(" ")
        if name_x != name_y or not values_agree(value_x, value_y):
            return f"line {number}: expected '{x}', got '{y[:100]}'"
    if len(before) != len(after):
        return f"{len(after)} lines instead of {len(before)}"
    return None


def reported_loops(report, program):
    """line -> the loops that the report lists there."""
    loops = {}
    for function in report["functions"]:
        if pathlib.Path(function["file"]).name == program.name:
            for loop in function["loops"]:
                loops.setdefault(loop["line"], []).append(loop)
    return loops


def loop_names(report, program):
    """line -> `program.function:K` for the function's K-th loop: a name that edits elsewhere in the file don't change."""
    names = {}
    for function in report["functions"]:
        if pathlib.Path(function["file"]).name == program.name:
            lines = sorted({loop["line"] for loop in function["loops"] if loop["line"] >= function["line"]})
            for number, line in enumerate(lines, 1):
                names[line] = f"{program.stem}.{function['name'].split('::')[-1]}:{number}"
    return names


def known_misses(program):
    """The loops of this program that missed.txt lists: their names, each before the cause on a line."""
    listed = program.parent / "missed.txt"
    lines = listed.read_text().splitlines() if listed.exists() else []
    names = {line.split()[0] for line in lines if line.strip() and not line.startswith("#")}
    return {name for name in names if name.startswith(f"{program.stem}.")}


def judge_marks(program, report):
    """Complaints about loops whose verdict is not what the source's marks ask for."""
    loops = reported_loops(report, program)
    names = loop_names(report, program)
    known = known_misses(program)
    missed = set()
    complaints = []
    for number, line in enumerate(program.read_text().splitlines(), 1):
        mark = MARK.search(line)
        if not mark:
            continue
        wanted = f"{mark[1]} {mark[2]}"
        here = loops.get(number, [])
        parallel = [loop for loop in here if loop["parallel"]]
        proven = [loop for loop in parallel if not {"guarded", "scan"} & set(loop["kinds"])]
        if not here:
            complaints.append(f"unlisted {number}")
        elif wanted == "want parallel" and len(parallel) < len(here):
            missed.add(names.get(number))
            if names.get(number) not in known:
                complaints.append(f"missed {number} ({'; '.join(r['code'] for l in here for r in l['reasons'])})")
        elif wanted == "want serial" and proven:
            complaints.append(f"UNSOUND {number}")
        for loop in here:
            if not loop["parallel"] and not loop["reasons"]:
                complaints.append(f"no reason {number}")
    complaints += [f"no longer missed, strike it from missed.txt: {name}" for name in sorted(known - missed)]
    return complaints


def idle_marks(program):
    """The functions and the lines of loops that the source says never reach the devices."""
    text = program.read_text()
    functions = {name.strip() for found in IDLE.findall(text) for name in found.split(",")}
    lines = {number for number, line in enumerate(text.splitlines(), 1) if IDLE_LOOP.search(line.rstrip())}
    return functions, lines


def with_inner(loops, index):
    """The lines of a loop and of all loops inside it: a short one leaves its launch to these."""
    inside = {index}
    for number, loop in enumerate(loops):
        if loop.get("parent") in inside:
            inside.add(number)
    return {loops[number]["line"] for number in inside}


def misreported_loops(program, report, log):
    """Complaints about loops that ran elsewhere than the report maps them to: a guard that no input of the program
    satisfies would go unnoticed otherwise."""
    functions, lines = idle_marks(program)
    seen = {(name, int(line)) for name, line in EXECUTED.findall(log)}
    refused = {(name, int(line)): why for why, name, line in REFUSED.findall(log)}
    complaints = []
    for function in report["functions"]:
        name = function["name"]
        short = name.split("::")[-1]
        for index, loop in enumerate(function["loops"]):
            ran = any((name, line) in seen for line in with_inner(function["loops"], index))
            what = f"{short}:{loop['line']}"
            if loop["mapped"] == "devices" and not ran and short not in functions and loop["line"] not in lines:
                complaints.append(f"{what} never ran on devices ({refused.get((name, loop['line']), 'never reached')})")
            # Of loops on one line some may be for devices.
            alone = all(l["mapped"] == "cpu" for l in function["loops"] if l["line"] == loop["line"])
            if loop["mapped"] == "cpu" and alone and (name, loop["line"]) in seen:
                complaints.append(f"{what} ran on devices, and the report says that none runs it")
    return complaints


class Tools:
    """The programs of a build tree and the flags that they print."""

    def __init__(self, build):
        binaries = build.resolve() / "bin"
        self.rewrite = binaries / "clustrix-rewrite"
        config = binaries / "clustrix-config"
        for program in (self.rewrite, config):
            if not program.exists():
                sys.exit(f"error: {program} does not exist; build the project first")
        self.flags = shlex.split(run([str(config), "--cxxflags"], 20)[1])
        self.libraries = shlex.split(run([str(config), "--libs"], 20)[1])
        clang = os.environ.get("CLUSTRIX_TEST_CLANG", shutil.which("clang++-19") or shutil.which("clang++"))
        work = binaries.parent / "test" / "e2e" / "work"
        self.clang = Clang(clang, self.flags, work) if clang else None
        command = [compiler()[-1], *COMPILE, *self.flags]
        self.compile = [*command[1:], *begun(command, work)]


def including(program, work):
    """A source that has the program as a header."""
    source = work / f"{program.stem}.includes.cpp"
    source.write_text(f'#include "{program}"\n')
    return source


def check_program(program, tools, devices, work, in_header=False):
    """Complaints about one program; empty when it passes."""
    work.mkdir(parents=True, exist_ok=True)
    expected = reference(program, work)
    source = including(program, work) if in_header else program
    rewritten, report_file = work / f"{program.stem}.clustrix.cu", work / "report.json"
    model = [f"--library-model={path}" for path in library_of(program, ".yml")]
    command = [str(tools.rewrite), str(source), "-o", str(rewritten), "--report", str(report_file),
               "--remarks", "none", *model, "--", "-std=c++20", *INCLUDE]
    status, _, errors = run(command, 180, environment(), work)
    if status != 0:
        raise Failure(f"clustrix-rewrite exits {status}: {first_error(errors)}")
    report = json.loads(report_file.read_text())
    complaints = judge_marks(program, report)
    sources = [rewritten, *library_of(program, ".cpp")]
    complaints += refused_by_clang(tools.clang, rewritten, program)
    compile_and_link(sources, work / "rewritten", tools.compile, tools.libraries)
    witness = None
    for device in devices:
        status, output, log = on_devices(device, work / "rewritten", CLUSTRIX_FORCE="1", CLUSTRIX_LOG="info")
        if status != 0:
            complaints.append(f"{device} exits {status}: {first_error(log)}")
            continue
        difference = first_difference(expected, output)
        if not difference and "/" in device and witness not in (None, output):
            difference = "other bits than on the devices of one rank"
        if difference:
            complaints.append(f"{device} WRONG {difference}")
        if device == WITNESS:
            witness = output
            complaints += misreported_loops(program, report, log)
            if UNVERIFIED.search(program.read_text()):
                continue
            status, _, log = on_devices(device, work / "rewritten", CLUSTRIX_FORCE="1", CLUSTRIX_VERIFY="1")
            if status != 0:
                complaints.append(f"CLUSTRIX_VERIFY=1 on {device} exits {status}: {first_error(log)}")
    return complaints


def sanitize_program(program, work):
    work.mkdir(parents=True, exist_ok=True)
    sources = [program, *library_of(program, ".cpp")]
    compile_and_link(sources, work / "sanitized", SANITIZE, ["-fsanitize=address,undefined"])
    outputs = set()
    for _ in range(2):
        start = time.monotonic()
        status, output, errors = run([str(work / "sanitized")], 60, environment())
        if status != 0:
            raise Failure(f"exits {status} under the sanitizers: {first_error(errors)}")
        if time.monotonic() - start > 10:
            raise Failure("takes more than ten seconds under the sanitizers")
        outputs.add(output)
    if len(outputs) > 1:
        raise Failure("prints different lines in two runs")
    if first_difference(reference(program, work), outputs.pop()):
        raise Failure("prints other lines under the sanitizers")
    return []


def selected(folder, pattern, shard):
    programs = [p for p in sorted((HERE / folder).glob("*.cpp")) if fnmatch.fnmatch(p.stem, pattern)]
    index, _, count = shard.partition("/")
    return programs[int(index) - 1::int(count)]


def guarded(check, program, *arguments):
    try:
        return check(program, *arguments)
    except (Failure, KeyError, ValueError, OSError) as problem:
        return [str(problem)]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", nargs="?", type=pathlib.Path, help="build tree with bin/clustrix-rewrite")
    parser.add_argument("--folder", default="programs", help="where the programs lie: programs or patterns")
    parser.add_argument("--filter", default="*", help="glob over program names, such as 'trap_*'")
    parser.add_argument("--jobs", "-j", type=int, default=1, help="programs at a time")
    parser.add_argument("--shard", default="1/1", help="I/N: every N-th program, starting with the I-th")
    parser.add_argument("--devices", help="values of CLUSTRIX_DEVICES, separated by spaces")
    parser.add_argument("--in-header", action="store_true",
                        help="the program as a header of the source that is rewritten; with CLUSTRIX_TEST_FULL=1 all shards")
    parser.add_argument("--sanitize", action="store_true", help="the originals alone, under ASan and UBSan")
    parser.add_argument("--verbose", "-v", action="store_true", help="name the programs that pass, too")
    options = parser.parse_args()
    if not options.sanitize and not options.build:
        parser.error("name the build tree, or ask for --sanitize")
    return options


def main():
    options = arguments()
    everything = options.in_header and os.environ.get("CLUSTRIX_TEST_FULL") == "1"
    programs = selected(options.folder, options.filter, "1/1" if everything else options.shard)
    if not programs:
        sys.exit(f"error: no program matches '{options.filter}'")
    devices = options.devices.split() if options.devices else [*DEVICES, RANKS]
    everywhere = options.devices or os.environ.get("CLUSTRIX_TEST_FULL") == "1"
    if not starts_ranks():
        devices = [device for device in devices if "/" not in device]
        print("note: no mpirun.openmpi starts anything here: nothing has run on the devices of several ranks")
    root = (options.build or pathlib.Path(tempfile.gettempdir()) / f"clustrix-sanitize-{os.getuid()}").resolve()
    root = root / "test" / "e2e" / "work"
    tools = None if options.sanitize else Tools(options.build)

    def check(program):
        work = root / (program.parent.name + ("-in-header" if options.in_header else "")) / program.stem
        if options.sanitize:
            return guarded(sanitize_program, program, work)
        own = devices if everywhere or programs.index(program) % 3 == 0 else [one for one in devices if "/" not in one]
        return guarded(check_program, program, tools, own, work, options.in_header)

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(max(1, options.jobs)) as pool:
        for program, complaints in zip(programs, pool.map(check, programs)):
            failed += bool(complaints)
            if complaints:
                print(f"FAIL {program.stem}: " + "; ".join(complaints), flush=True)
            elif options.verbose:
                print(f"ok   {program.stem}", flush=True)
    if tools and not tools.clang:
        print("note: there is no clang++: nobody has asked Clang what it thinks of the rewritten files")
    print(f"{len(programs) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
