#!/usr/bin/env python3
"""Measures the compiler and the runtime against what people would use instead.

    run.py BUILD_DIR [--suite NAME...] [--rounds N] [--output FOLDER]

Writes FOLDER/results.json (default BUILD_DIR/../bench), a list of
    {"suite", "name", "opponent", "ours", "theirs", "unit", "ratio"}      ratio = theirs / ours, above 1: ours is faster
and one SVG for each suite beside it. Every figure is the median of N rounds in which the contenders take turns, so
that a busy machine hurts all of them alike.

Suites:
    rewriting   clustrix-rewrite over `clang++ -fsyntax-only`; files from 1 to 1000 annotated loops (wanted: over 0.83)
    cpu         rewritten programs with CLUSTRIX_DEVICES=cpu over the serial original and over hand-written OpenMP
    devices     a compute-bound loop on two virtual devices over one (wanted on idle cores: over 1.9), and on two of
                which one has half the speed over the ideal split (wanted: over 0.9)
    kernels     rewritten kernels over hand-written CUDA, counted and modelled by the PTX interpreter (no GPU): see
                kernels.py, which also compares with what is recorded; needs nvcc
    order       sums that are the same bits for any number of threads and devices over sums that are not: hand-written
                OpenMP with a sum, or an array of them, for each thread
    codes       whole programs of docs/examples/codes with CLUSTRIX_DEVICES=cpu over the serial original, over their
                OpenMP versions, two threads each, and over themselves where the functions of OpenMP loops alone are
                annotated; codes.md has a table with the loops of each
    training    a step of docs/examples/training/gpt.cpp with CLUSTRIX_DEVICES=cpu, on two threads, over the serial
                original (wanted on idle cores: over 1.8)
    libraries   docs/examples/libraries/tensors.cpp, a loop that drives LibTorch, on two virtual devices over one
                (wanted on idle cores: over 1.8); needs LibTorch
    cluster     a compute-bound loop on two ranks of a core each over one (wanted on idle cores: over 1.9); a repeated launch
                on another rank's device over one on this rank's, and over a round trip of MPI's; needs Open MPI
    scale       nothing that is timed against others: see scale.py, whose table is written to scale.md
    overhead    loops too small to be worth spreading, over the serial original
    dispatch    a loop of one iteration over eight arrays: a call, over the original and over what it may cost; where it
                stays as it is, and, where nvcc is there, launched by the CUDA backend on the CUDA double (no GPU): alone,
                with copies both ways, and in time steps, with arrays that stay on the device
"""
import argparse
import json
import os
import pathlib
import shlex
import shutil
import statistics
import subprocess
import sys
import time

sys.dont_write_bytecode = True  # leaves nothing in the source tree
sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "codes"))

import cluster as ranks
import codes as whole_codes
import kernels as kernel_problems
import plots
import scale as simulated
import sources

HERE = pathlib.Path(__file__).resolve().parent
KERNELS = HERE / "kernels"
EXAMPLES = HERE.parents[1] / "docs" / "examples"
# Where a short loop lies in the code decides up to a half of its speed: all contenders have theirs aligned.
COMPILE = ["g++", "-std=c++20", "-O2", "-falign-loops=64", "-Wno-attributes", f"-I{KERNELS}"]
CPU_KERNELS = ["stencil", "matmul", "nbody", "reduction", "triad"]


class BenchmarkError(Exception):
    pass


def environment(**extra):
    kept = {k: v for k, v in os.environ.items() if not k.startswith("CLUSTRIX_")}
    return {**kept, **extra}


def run(command, env=None):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, env=env or environment(),
                          stdin=subprocess.DEVNULL, timeout=900)
    if done.returncode != 0:
        raise BenchmarkError(f"{shlex.join(map(str, command))} exits {done.returncode}:\n{done.stderr.strip()[:2000]}")
    return done.stdout


class Bench:
    """The build tree under test, the folder for what is made, and the number of rounds."""

    def __init__(self, build, work, rounds):
        self.build, self.rewrite = build, build / "bin" / "clustrix-rewrite"
        config = build / "bin" / "clustrix-config"
        for program in (self.rewrite, config):
            if not program.exists():
                raise BenchmarkError(f"{program} does not exist: build the project first (./dev build)")
        self.flags = shlex.split(run([config, "--cxxflags"]))
        self.libraries = shlex.split(run([config, "--libs"]))
        self.work, self.rounds = work, rounds
        work.mkdir(parents=True, exist_ok=True)

    def interleaved(self, contenders):
        """name -> median of what the contender's function returns; they take turns, in changing order."""
        taken = {name: [] for name in contenders}
        for turn in range(self.rounds):
            order = list(contenders)
            for name in order[turn % len(order):] + order[:turn % len(order)]:
                taken[name].append(contenders[name]())
        return {name: statistics.median(values) for name, values in taken.items()}


def result(suite, name, opponent, ours, theirs):
    ratio = theirs / ours
    print(f"  {name:<24} over {opponent:<26} ours {ours:.4g} s, theirs {theirs:.4g} s: ratio {ratio:.2f}", flush=True)
    return {"suite": suite, "name": name, "opponent": opponent, "ours": ours, "theirs": theirs, "unit": "s",
            "ratio": ratio}


def elapsed(command, env=None):
    begin = time.perf_counter()
    run(command, env)
    return time.perf_counter() - begin


def rewriting(bench):
    clang = shutil.which("clang++-19") or shutil.which("clang++")
    if not clang:
        raise BenchmarkError("clang++-19 is needed to compare with (apt install clang-19)")
    folder = bench.work / "rewriting"
    folder.mkdir(exist_ok=True)
    results = []
    for name, text in sources.rewriting_inputs():
        source = folder / f"{name}.cpp"
        source.write_text(text)
        ours = [bench.rewrite, source, "-o", folder / f"{name}.clustrix.cu", "--remarks", "none", "--", "-std=c++20"]
        theirs = [clang, "-std=c++20", "-fsyntax-only", "-Wno-unknown-attributes", source]
        median = bench.interleaved({"ours": lambda: elapsed(ours), "theirs": lambda: elapsed(theirs)})
        results.append(result("rewriting", name, "clang++ -fsyntax-only", median["ours"], median["theirs"]))
    return results


def kernel_seconds(program, env, under=()):
    """(seconds, check value) as the kernel measured and printed them, run by the command `under`."""
    lines = dict(line.split(" ", 1) for line in run([*under, program], env).splitlines())
    return float(lines["seconds"]), float(lines["check"])


class Kernel:
    """One kernel in three builds: serial original, hand-written OpenMP, rewritten."""

    def __init__(self, bench, name, optimised="-O2"):
        self.name, source = name, KERNELS / f"{name}.cpp"
        folder = bench.work / "kernels"
        folder.mkdir(exist_ok=True)
        compile_it = [*COMPILE, optimised]
        self.serial, self.openmp, self.ours = (folder / f"{name}.{kind}" for kind in ("serial", "openmp", "clustrix"))
        run([*compile_it, source, "-o", self.serial])
        if "BENCHMARK_OPENMP" in source.read_text():
            run([*compile_it, "-fopenmp", "-DBENCHMARK_OPENMP", source, "-o", self.openmp])
        rewritten = folder / f"{name}.clustrix.cu"
        run([bench.rewrite, source, "-o", rewritten, "--remarks", "none", "--", "-std=c++20"])
        run([*compile_it, *bench.flags, "-x", "c++", rewritten, "-x", "none", "-o", self.ours, *bench.libraries])
        self.expected = kernel_seconds(self.serial, environment())[1]

    def seconds(self, program, env=None, under=()):
        taken, check = kernel_seconds(program, env or environment(), under)
        if abs(check - self.expected) > 1e-9 * max(1.0, abs(self.expected)):
            raise BenchmarkError(f"{program.name} computes {check}, the original {self.expected}")
        return taken


def cpu(bench):
    results = []
    for name in CPU_KERNELS:
        # g++ -O2 vectorises no loop of unknown length.
        kernel = Kernel(bench, name, "-O3")
        median = bench.interleaved({
            "ours": lambda: kernel.seconds(kernel.ours, environment(CLUSTRIX_DEVICES="cpu")),
            "serial original": lambda: kernel.seconds(kernel.serial),
            "OpenMP": lambda: kernel.seconds(kernel.openmp)})
        for opponent in ("serial original", "OpenMP"):
            results.append(result("cpu", name, opponent, median["ours"], median[opponent]))
    return results


def devices(bench):
    kernel = Kernel(bench, "nbody")

    unequal, cache = "virtual:1@1.0,1@0.5", str(bench.work / "cache")

    def on(spec, **extra):
        return lambda: kernel.seconds(kernel.ours, environment(CLUSTRIX_DEVICES=spec, CLUSTRIX_FORCE="1",
                                                               XDG_CACHE_HOME=cache, **extra))

    on(unequal, CLUSTRIX_SCHEDULE="weighted")()  # learns
    median = bench.interleaved({
        "virtual:1": on("virtual:1"), "virtual:2": on("virtual:2"),
        **{schedule: on(unequal, CLUSTRIX_SCHEDULE=schedule) for schedule in ("weighted", "dynamic")}})
    ideal = median["virtual:1"] / 1.5
    return [result("devices", "nbody on virtual:2", "virtual:1", median["virtual:2"], median["virtual:1"]),
            *(result("devices", f"nbody, {schedule}, on 1, 1@0.5", "ideal split", median[schedule], ideal)
              for schedule in ("weighted", "dynamic"))]


def order(bench):
    results = []
    for name in ("reduction", "histogram"):
        kernel = Kernel(bench, name)
        median = bench.interleaved({
            "CPU threads": lambda: kernel.seconds(kernel.ours, environment(CLUSTRIX_DEVICES="cpu")),
            "two devices": lambda: kernel.seconds(kernel.ours, environment(CLUSTRIX_DEVICES="virtual:2",
                                                                           CLUSTRIX_FORCE="1")),
            "theirs": lambda: kernel.seconds(kernel.openmp)})
        results += [result("order", f"{name}, {where}", "a sum for each thread", median[where], median["theirs"])
                    for where in ("CPU threads", "two devices")]
    return results


# Programs that have nothing to gain: what they are called, and the kernel.
WITHOUT_GAIN = {"20000 loops of 2000": "small_loops", "loops of 8": "elements", "blocks of 5 by 5": "blocks",
                "transforms of 64": "butterflies"}


def overhead(bench):
    results = []
    for title, name in WITHOUT_GAIN.items():
        kernel = Kernel(bench, name)
        ours = environment(CLUSTRIX_DEVICES="cpu")
        median = bench.interleaved({
            "all cores": lambda: kernel.seconds(kernel.ours, ours),
            "one core": lambda: kernel.seconds(kernel.ours, ours, ["taskset", "-c", "0"]),
            "serial": lambda: kernel.seconds(kernel.serial)})
        results += [result("overhead", f"{title}, {cores}", "serial original", median[cores], median["serial"])
                    for cores in ("all cores", "one core")]
    return results


def codes(bench):
    """Two threads on two cores, since OpenMP's wait for each other in a loop."""
    results, rows = [], []
    for name in whole_codes.SHORT:
        code = whole_codes.Code(name, bench.build, bench.work / "codes")
        serial, openmp, ours, outer = (code.program(kind) for kind in ("serial", "openmp", "clustrix", "outer"))
        two = ["taskset", "-c", "0,1"]
        median = bench.interleaved({
            "ours": lambda: elapsed([*two, ours], environment(CLUSTRIX_DEVICES="cpu")),
            "serial original": lambda: elapsed([*two, serial]),
            "OpenMP": lambda: elapsed([*two, openmp], environment(OMP_NUM_THREADS="2")),
            "OpenMP's functions annotated alone": lambda: elapsed([*two, outer], environment(CLUSTRIX_DEVICES="cpu"))})
        results += [result("codes", name, opponent, median["ours"], median[opponent])
                    for opponent in [*median][1:]]
        rows.append([name, len(code.loops), sum(loop.parallel for loop in code.loops),
                     sum(loop.on_devices for loop in code.loops), *(f"{median[who]:.2f}" for who in median),
                     *(f"{one['ratio']:.2f}" for one in results[-3:])])
    head = ["code", "OpenMP loops", "parallel", "on devices", "ours, s", "serial, s", "OpenMP, s", "outer alone, s",
            "serial / ours", "OpenMP / ours", "outer / ours"]
    lines = ["| " + " | ".join(map(str, row)) + " |" for row in [head, ["---"] * len(head), *rows]]
    write_whole(bench.work.parent / "codes.md", "\n".join(lines) + "\n")
    return results


def example(bench, source, language, flags=(), libraries=()):
    """(original, rewritten) of a program of docs/examples."""
    folder = bench.work / source.stem
    folder.mkdir(exist_ok=True)
    original, rewritten, ours = folder / "original", folder / "rewritten.cu", folder / "program"
    common = ["g++", f"-std={language}", "-O3", "-Wno-attributes", f"-I{source.parent}", *flags]
    run([bench.rewrite, source, "-o", rewritten, "--remarks", "none", "--", f"-std={language}", *flags])
    run([*common, source, "-o", original, *libraries])
    run([*common, *bench.flags, "-x", "c++", rewritten, "-x", "none", "-o", ours, *bench.libraries, *libraries])
    return original, ours


def training(bench):
    original, ours = example(bench, EXAMPLES / "training" / "gpt.cpp", "c++17")
    text = EXAMPLES.parent / "tutorial.md"

    def seconds(program, **env):
        printed = run(["taskset", "-c", "0,1", program, text, "40"], environment(**env))
        return float(printed.split("seconds")[1]) / 40

    median = bench.interleaved({"ours": lambda: seconds(ours, CLUSTRIX_DEVICES="cpu"),
                                "theirs": lambda: seconds(original)})
    return [result("training", "step of gpt", "serial original", median["ours"], median["theirs"])]


def libraries(bench):
    include = pathlib.Path("/usr/include/torch/csrc/api/include")
    if not include.exists():
        print("  skipped: there is no LibTorch")
        return []
    _, ours = example(bench, EXAMPLES / "libraries" / "tensors.cpp", "c++17", [f"-I{include}"],
                      ["-ltorch", "-ltorch_cpu", "-lc10"])

    def on(spec):
        # The loop alone: a process spends a third of a second on LibTorch itself.
        env = environment(CLUSTRIX_DEVICES=spec, CLUSTRIX_FORCE="1", CLUSTRIX_SUMMARY="1")
        rows = [line.split("|") for line in run(["sh", "-c", f"{shlex.quote(str(ours))} 700 2>&1"], env).splitlines() if "matrixComputation" in line]
        return float(rows[0][6]) / 1000

    median = bench.interleaved({spec: lambda spec=spec: on(spec) for spec in ("virtual:1", "virtual:2")})
    return [result("libraries", "tensors on virtual:2", "virtual:1", median["virtual:2"], median["virtual:1"])]


DISPATCH_CALLS = 2000  # as kernels/dispatch.cpp and kernels/dispatch_steps.cpp have it


def on_double(bench, kernel):
    """(program, environment) of the kernel built by nvcc, on the CUDA double; None where it cannot be built."""
    double = bench.rewrite.parent.parent / "cuda-double"
    nvcc = kernel_problems.default_nvcc()
    if not nvcc or not (double / "libcudart.so").exists():
        return None
    flags = shlex.split(run([bench.rewrite.parent / "clustrix-config", "--cuda-flags"]))
    program = kernel.ours.with_suffix(".cuda")
    run([nvcc, *flags, "-O2", f"-I{KERNELS}", kernel.ours.with_suffix(".clustrix.cu"), "-o", program, *bench.libraries])
    return program, environment(CLUSTRIX_DEVICES="cuda", CLUSTRIX_FORCE="1", CLUSTRIX_DOUBLE_DEVICES="1",
                                CLUSTRIX_DOUBLE_CHECKS="0",  # which take longer than all that is measured
                                LD_LIBRARY_PATH=str(double))


# Seconds that a launch may cost over a call of the original: (kernel, where) -> limit.
DISPATCH_LIMITS = {("dispatch", "CPU"): 1e-6, ("dispatch_steps", "CPU"): 1e-6, ("dispatch_steps", "CUDA double"): 10e-6}


def dispatch(bench):
    contenders = {}
    for name in ("dispatch", "dispatch_steps"):
        kernel = Kernel(bench, name)
        programs = {"raw call": (kernel.serial, environment()),
                    "CPU": (kernel.ours, environment(CLUSTRIX_DEVICES="cpu"))}
        double = on_double(bench, kernel)
        if double:
            programs["CUDA double"] = double
        for where, program in programs.items():
            contenders[name, where] = lambda kernel=kernel, program=program: kernel.seconds(*program)
    median = {key: taken / DISPATCH_CALLS for key, taken in bench.interleaved(contenders).items()}
    results = []
    for (name, where), ours in median.items():
        if where == "raw call":
            continue
        title = "eight arrays" + (", in steps" if name == "dispatch_steps" else "") + f", {where}"
        raw, limit = median[name, "raw call"], DISPATCH_LIMITS.get((name, where))
        results.append(result("dispatch", title, "raw call", ours, raw))
        if limit:
            results.append(result("dispatch", title, f"{limit * 1e6:g} us", max(ours - raw, 1e-12), limit))
    return results


def kernels(bench):
    """Counts, exact on every machine: no rounds, no turns."""
    nvcc = kernel_problems.default_nvcc()
    if nvcc is None:
        print("  skipped: there is no nvcc")
        return []
    try:
        judge = kernel_problems.Judge(bench.build, nvcc, kernel_problems.FOLDER, bench.work / "cuda")
        measured, failed = kernel_problems.measure_all(judge, kernel_problems.sizes_of(judge.folder), os.cpu_count())
    except kernel_problems.KernelError as problem:
        raise BenchmarkError(str(problem)) from None
    if failed:
        raise BenchmarkError("\n".join(failed))
    return kernel_problems.results(measured)


def cluster(bench):
    return ranks.measure(bench, Kernel, run, result, DISPATCH_CALLS)


def scale(bench):
    """Modelled times of simulated devices, and how long planning takes for them."""
    table, results = simulated.measure(bench.build, bench.work / "scale", run)
    write_whole(bench.work.parent / "scale.md", table)
    print(table)
    return results


SUITES = {"rewriting": rewriting, "cpu": cpu, "devices": devices, "kernels": kernels, "order": order,
          "codes": codes, "training": training, "libraries": libraries, "cluster": cluster,
          "scale": scale, "overhead": overhead, "dispatch": dispatch}


def write_whole(path, text):
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    fresh.write_text(text)
    fresh.replace(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path, help="build tree with bin/clustrix-rewrite")
    parser.add_argument("--suite", action="append", choices=SUITES, help="only this one; may be given several times")
    parser.add_argument("--rounds", type=int, default=5, help="turns of each contender (default 5)")
    parser.add_argument("--output", type=pathlib.Path, help="folder for results.json and plots")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds: at least 1")
    build = options.build.resolve()
    output = (options.output or build.parent / "bench").resolve()
    results = []
    try:
        output.mkdir(parents=True, exist_ok=True)
        bench = Bench(build, output / "work", options.rounds)
        for suite in options.suite or SUITES:
            print(f"{suite}:", flush=True)
            measured = SUITES[suite](bench)
            results += measured
            if measured:
                write_whole(output / f"{suite}.svg", plots.bars(suite, measured))
            if suite == "rewriting":
                write_whole(output / "rewriting-growth.svg", plots.growth(measured))
    except (BenchmarkError, whole_codes.CodeError, OSError, KeyError, ValueError, subprocess.TimeoutExpired) as problem:
        sys.exit(f"bench: error: {problem}")
    write_whole(output / "results.json", json.dumps(results, indent=2) + "\n")
    print(f"{output / 'results.json'}: {len(results)} results")


if __name__ == "__main__":
    main()
