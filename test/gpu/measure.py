#!/usr/bin/env python3
"""Builds a bundle (see pack.py) and runs it: the backend's tests, and each program against its original.

    measure.py --bundle FOLDER [--out FOLDER] [--work FOLDER] [--only NAME,...] [--jobs N] [--minutes M] [--kernels]
               [--double FOLDER]

Each program runs as it was written, rewritten on the GPU, and rewritten on the GPU split in 3 devices, several programs
at a time. Outputs are compared line by line: integers exactly, floating-point values (printed with a point) to 1e-6
relative or 1e-9. Then the examples run once more, one at a time: kernel and transfer times come from the trace.
Results: OUT/gpu-DATE.md and .json; what --minutes leave no time for is listed as not run. Without a GPU the programs run
on the CPU fallback, nothing is written, and the exit status says whether they were right. With --double they run on 1,
3 and 8 devices of the CUDA double in that folder (see test/cuda-double) instead; times would mean nothing there.
"""
import argparse
import concurrent.futures
import datetime
import glob
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import time

# In a bundle it lies beside this file.
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import problems  # noqa: E402
from comparison import values_agree, without  # noqa: E402

LIMIT = 120  # seconds a run
# The runtime tells which loop a launch belongs to.
LAUNCH = re.compile(r"Executing GPU parallelization with .*?\[(.*?)\]")
# g++ 12 miscompiles some reversed in-place loops at -O2; without ivopts it does not.
HOST_OPTIMISATION = ["-O2", "-fno-ivopts"]
TIMED = ("seconds",)  # lines in which a program tells its own time


def run(command, settings=None, limit=LIMIT):
    """(exit status or None, standard output, standard error, seconds)"""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CLUSTRIX_")}
    begin = time.monotonic()
    try:
        done = subprocess.run([str(part) for part in command], env={**kept, **(settings or {})}, capture_output=True,
                              timeout=limit, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return None, "", f"no end after {limit} s", time.monotonic() - begin
    return (done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"),
            time.monotonic() - begin)


def build(command, what):
    status, _, errors, _ = run(command, limit=1200)
    if status != 0:
        raise RuntimeError(f"{what} does not build:\n{errors[-2000:]}")


class Machine:
    """Compilers, flags and folders of this run."""

    def __init__(self, bundle, work, double, toolkit=None):
        self.bundle = bundle
        self.double = double
        self.work = work or bundle / "work"
        self.work.mkdir(parents=True, exist_ok=True)
        self.about = json.loads((bundle / "bundle.json").read_text())
        self.nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
        if not pathlib.Path(self.nvcc).exists():
            sys.exit("gpu: error: nvcc is neither on the PATH nor in /usr/local/cuda/bin; install the CUDA 13 toolkit")
        self.toolkit_headers, self.toolkit_libraries = toolkit or self.ask_toolkit()
        self.gpus = [] if double else self.list_gpus()
        self.architecture = ["-arch=native"] if self.gpus else ["-arch=sm_80"]
        lib = bundle / "third-party/lib"
        # The bundle's own, before those that the machine may have: headers and libraries of one version.
        self.includes = ["-I", bundle / "runtime/include", "-isystem", bundle / "third-party/include"]
        self.libraries = [f"-L{lib}", *(f"-l:{path.name}" for path in sorted(lib.iterdir())), "-ldl", "-lpthread"]
        self.paths = [f"-Wl,-rpath,{lib}"]
        self.torch = None if double or not any(program["kind"] == "torch" for program in self.about["programs"]) else self.ask_torch()

    @staticmethod
    def list_gpus():
        if not glob.glob("/dev/nvidia[0-9]*"):
            return []
        try:
            query = ["nvidia-smi", "--query-gpu=name,memory.total,driver_version", "--format=csv,noheader"]
            done = subprocess.run(query, capture_output=True, text=True, timeout=60)
        except (OSError, subprocess.TimeoutExpired):
            return ["a GPU that nvidia-smi does not describe"]
        return done.stdout.strip().splitlines() if done.returncode == 0 else []

    def ask_toolkit(self):
        """The toolkit's folders of headers and of libraries, from nvcc: it may be a link or a script far from them."""
        done = subprocess.run([self.nvcc, "--dryrun", "any.cu"], capture_output=True, text=True)
        headers = re.search(r'^#\$ INCLUDES=.*?-I([^"\s]+)', done.stderr, re.M)
        libraries = [f for f in re.findall(r'"-L([^"]+)"', done.stderr) if pathlib.Path(f, "libcudart.so").exists()]
        if not headers or not pathlib.Path(headers[1], "cuda_runtime_api.h").exists() or not libraries:
            sys.exit(f"gpu: error: `{self.nvcc} --dryrun any.cu` names no folder that has cuda_runtime_api.h and none "
                     f"that has libcudart.so; install the whole CUDA 13 toolkit\n{done.stderr}")
        return pathlib.Path(headers[1]), pathlib.Path(libraries[0])

    def compile_host(self, source, target, extra=()):
        build(["g++", *self.about["host_flags"], *HOST_OPTIMISATION, *extra, *self.includes, "-c", source,
               "-o", target], source.name)

    def compile_cuda(self, source, target, extra=()):
        build([self.nvcc, *self.about["cuda_flags"], *self.architecture, "-O2", "-Xcompiler=-fno-ivopts", *extra,
               *self.includes, "-c", source, "-o", target], source.name)

    def link_cuda(self, objects, target, libraries=()):
        cudart = self.toolkit_libraries
        build(["g++", *objects, self.work / "libclustrix.a", *self.libraries, f"-L{cudart}", *libraries, "-lcudart",
               f"-Wl,-rpath,{cudart}", *self.paths, "-o", target], target.name)

    def build_runtime(self, pool):
        # Of one machine: MPI's part is a library of its own.
        sources = sorted(source for source in self.bundle.glob("runtime/src/*/*.cpp") if source.parent.name != "mpi")
        objects = [self.work / f"runtime-{source.parent.name}-{source.stem}.o" for source in sources]
        extra = ["-I", self.bundle / "runtime/src", "-isystem", self.toolkit_headers]
        list(pool.map(lambda pair: self.compile_host(*pair, extra), zip(sources, objects)))
        archive = self.work / "libclustrix.a"
        archive.unlink(missing_ok=True)
        build(["ar", "rcs", archive, *objects], "the runtime")

    def ask_torch(self):
        """(flags to compile, flags to link) of the machine's PyTorch, else of Debian's LibTorch; or None."""
        asks = ("import torch; from torch.utils import cpp_extension as e; print(*e.include_paths()); print(*e.library_paths()); "
                "print(int(torch._C._GLIBCXX_USE_CXX11_ABI), int(torch.cuda.is_available()))")
        done = subprocess.run(["python3", "-c", asks], capture_output=True, text=True)
        if done.returncode == 0:
            headers, libraries, (abi, cuda) = (line.split() for line in done.stdout.splitlines())
        elif pathlib.Path("/usr/include/torch/csrc/api/include").exists():
            headers, libraries, abi, cuda = ["/usr/include/torch/csrc/api/include"], [], "1", "0"
        else:
            return None
        linked = ["-Wl,--no-as-needed", "-ltorch", "-ltorch_cpu", "-lc10", *(["-ltorch_cuda", "-lc10_cuda"] if cuda == "1" else [])]
        return ([f"-D_GLIBCXX_USE_CXX11_ABI={abi}", *(f"-isystem{folder}" for folder in [*headers, self.toolkit_headers])],
                [word for folder in libraries for word in (f"-L{folder}", f"-Wl,-rpath,{folder}")] + linked)

    def build_torch(self, program):
        """By the host's compiler: there are no kernels in it, and the devices are the library's."""
        compiling, linking = self.torch
        original, rewritten = (self.work / f"{program['name']}-{part}" for part in ("original", "rewritten"))
        for source, target in ((program["source"], original), (f"rewritten/{program['name']}.clustrix.cu", rewritten)):
            self.compile_host(self.bundle / source, f"{target}.o", ["-std=c++17", "-x", "c++", *compiling])
            self.link_cuda([f"{target}.o"], target, linking)
        return original, rewritten

    def build_program(self, program):
        name = program["name"]
        if program["kind"] == "torch":
            return self.build_torch(program)
        original, rewritten, beside = (self.work / f"{name}-{part}" for part in ("original", "rewritten", "beside.o"))
        others = [beside] if "with" in program else []
        if others:
            self.compile_host(self.bundle / "originals" / program["with"], beside)
        source, libraries = self.bundle / program["source"], program.get("libraries", [])
        is_cuda = source.suffix == ".cu"
        (self.compile_cuda if is_cuda else self.compile_host)(source, f"{original}.o")
        if is_cuda:
            self.link_cuda([f"{original}.o"], original, libraries)
        elif re.search(r"#include\s*<clustrix/", source.read_text()):
            self.link_cuda([f"{original}.o", *others], original)  # it calls the runtime itself
        else:
            build(["g++", f"{original}.o", *others, "-o", original], name)
        self.compile_cuda(self.bundle / "rewritten" / f"{name}.clustrix.cu", f"{rewritten}.o",
                          [f"-I{self.bundle / 'originals'}"])
        self.link_cuda([f"{rewritten}.o", *others], rewritten, libraries)
        return original, rewritten

    def build_problem(self, name):
        """The programs of a problem: natural, rewritten (fast too, where that differs), the expert's."""
        here = [f"-I{self.bundle / 'problems'}"]
        sources = {"natural": f"problems/{name}.cpp", "problem": f"rewritten/{name}.problem.cu",
                   "fast": f"rewritten/{name}.fast.cu", "expert": f"problems/{name}.cu"}
        found = {}
        for whose, source in sources.items():
            source, target = self.bundle / source, self.work / f"{name}-{whose}"
            if not source.exists():
                continue
            if source.suffix == ".cpp":
                self.compile_host(source, f"{target}.o", here)
                build(["g++", f"{target}.o", "-o", target], name)
            else:
                self.compile_cuda(source, f"{target}.o", here)
                self.link_cuda([f"{target}.o"], target)
            found[whose] = target
        return found

    def build_tests(self):
        tests = self.bundle / "tests"
        host = ["-I", tests, "-I", self.bundle / "runtime/src", "-isystem", self.toolkit_headers]
        main = self.work / "catch-main.cpp"
        main.write_text("#define CATCH_CONFIG_MAIN\n#include <catch2/catch.hpp>\n")
        self.compile_host(main, self.work / "catch-main.o", host)
        self.compile_host(tests / "CudaBackendTest.cpp", self.work / "CudaBackendTest.o", host)
        for name in ("TestKernels", "generated"):
            self.compile_cuda(tests / f"{name}.cu", self.work / f"{name}.o")
        self.link_cuda([self.work / f"{name}.o" for name in ("CudaBackendTest", "catch-main", "TestKernels")],
                       self.work / "backend-test")
        self.link_cuda([self.work / "generated.o"], self.work / "generated")


def difference(expected, got, tolerance=1e-6):
    """The first difference, or None. Bits (0x1.8p-1) have to be the same, but where a program has a tolerance of its own."""
    def plain(word):
        are_bits = tolerance > 1e-6 and re.fullmatch(r"-?0x[0-9a-f.]+p[-+]?\d+", word)
        return f"{float.fromhex(word):e}" if are_bits else word

    def lines(text):
        words = (line.split() for line in text.splitlines())
        return [list(map(plain, line)) for line in words if line and line[0] not in TIMED]

    def agree(x, y):
        """A random program marks what rounds by a ~ and names it; all else has to be the same text."""
        (ours, _, x), (theirs, _, y) = (text.rpartition("=") for text in (x, y))
        if theirs.startswith("~"):
            return ours == theirs and values_agree(f"{float(x):e}", f"{float(y):e}", tolerance)
        return ours == theirs and values_agree(x, y, tolerance)

    before, after = lines(expected), lines(got)
    for number, (x, y) in enumerate(zip(before, after), 1):
        if len(x) != len(y) or not all(map(agree, x, y)):
            return f"line {number}: expected '{' '.join(x)}', got '{' '.join(y)}'"
    return None if len(before) == len(after) else f"{len(after)} lines instead of {len(before)}"


def own_seconds(text):
    found = re.search(r"^seconds (\S+)$", text, re.MULTILINE)
    return float(found[1]) if found else None


def traced(path):
    """Sums over a trace of what the backend measured: microseconds and bytes by activity, and the kernels."""
    sums = {"kernels": 0, "kernel_us": 0.0, "to_device_us": 0.0, "to_device_bytes": 0, "to_host_us": 0.0,
            "to_host_bytes": 0, "between_us": 0.0, "between_bytes": 0}
    keys = {"copy to device": "to_device", "copy to host": "to_host", "copy between devices": "between"}
    try:
        events = json.loads(pathlib.Path(path).read_text())["traceEvents"]
    except (OSError, ValueError):
        return sums
    for event in events:
        if event["ph"] != "X" or event["tid"] == 0:
            continue  # chunks as the executor sees them: the same time once more
        if event["name"] == "kernel":
            sums["kernels"] += 1
            sums["kernel_us"] += event["dur"]
        elif event["name"] in keys:
            sums[keys[event["name"]] + "_us"] += event["dur"]
            sums[keys[event["name"]] + "_bytes"] += event["args"]["bytes"]
    return sums


def settings_of(machine):
    """The ways in which each rewritten program runs."""
    if machine.double:
        return {f"double {n}": {"CLUSTRIX_DEVICES": "cuda", "CLUSTRIX_FORCE": "1", "CLUSTRIX_DOUBLE_DEVICES": str(n),
                                "LD_LIBRARY_PATH": str(machine.double)} for n in (1, 3, 8)}
    if not machine.gpus:
        return {"cpu": {"CLUSTRIX_DEVICES": "auto", "CLUSTRIX_FORCE": "1"}}
    return {"gpu": {"CLUSTRIX_DEVICES": "cuda", "CLUSTRIX_FORCE": "1"},
            "gpu split in 3": {"CLUSTRIX_DEVICES": "cuda", "CLUSTRIX_FORCE": "1", "CLUSTRIX_CUDA_SPLIT": "3"}}


def arguments_of(machine, program):
    """Those that name files of the bundle, as paths."""
    return [machine.bundle / word if (machine.bundle / word).is_file() else word for word in program.get("arguments", [])]


def check_program(machine, program, original, rewritten):
    """The row of one program: whether it prints what the original does, everywhere."""
    name = program["name"]
    arguments = arguments_of(machine, program)
    status, expected, errors, seconds = run([original, *arguments])
    row = {"name": name, "kind": program["kind"], "original_seconds": own_seconds(expected) or seconds, "runs": {}}
    if status != 0:
        row["problem"] = f"the original fails ({status}): {errors[-300:]}"
        return row
    for way, settings in settings_of(machine).items():
        status, got, errors, _ = run([rewritten, *arguments], {**settings, "CLUSTRIX_LOG": "info"})
        found = (f"fails ({status}): {errors[-300:]}" if status != 0
                 else difference(*(without(program.get("random"), text) for text in (expected, got)), program.get("tolerance", 1e-6)))
        row["runs"][way] = {"difference": found, "launched": len(set(LAUNCH.findall(errors)))}
    return row


def take_times(machine, program, row, rewritten):
    """Adds to its row what one program's run takes, with nothing else running."""
    arguments = arguments_of(machine, program)
    for way, settings in settings_of(machine).items():
        trace = machine.work / f"{row['name']}.trace.json"
        trace.unlink(missing_ok=True)
        run([rewritten, *arguments], {**settings, "CLUSTRIX_TRACE": str(trace)})
        # Tracing waits and measures: the time is that of a run without it.
        _, got, _, whole = run([rewritten, *arguments], settings)
        row["runs"][way] |= {"seconds": own_seconds(got) or whole, **traced(trace)}


def whole_times(natural, ours, sizes):
    """Milliseconds of the annotated functions, calls, copies and all: the serial original's fastest call; the rewritten
    program's first and fastest call, where it decides by itself, and the fastest on CPU threads and on the GPU."""
    def seconds(program, devices="auto"):
        _, _, errors, _ = run([program, *sizes], {"CLUSTRIX_DEVICES": devices})
        found = re.search(r"^seconds (\S+) (\S+)$", errors, re.M)
        return [1e3 * float(each) for each in found.groups()] if found else [0.0, 0.0]

    first, best = seconds(ours)
    return {"serial_ms": seconds(natural)[1], "first_ms": first, "best_ms": best, "threads_ms": seconds(ours, "cpu")[1],
            "gpu_ms": seconds(ours, "cuda")[1]}


def modelled(bundle):
    """name -> what the interpreter counts of a kernel problem, of its sizes: see test/benchmark/kernels.py."""
    path = bundle / "kernels.json"
    return json.loads(path.read_text()) if path.exists() else {}


def ratio(row, time="ours_us"):
    return f"{row[time] / row['expert_us']:.2f}" if time in row else ""


def mean_ratio(rows):
    """Geometric, of ours over the expert's."""
    return statistics.geometric_mean(row["ours_us"] / row["expert_us"] for row in rows)


def kernel_times(machine, program, arguments):
    """(what the rewritten program prints, microseconds on one GPU), or (None, why not)"""
    trace = machine.work / f"{program.name}.trace.json"
    trace.unlink(missing_ok=True)
    status, got, errors, _ = run([program, *arguments], {"CLUSTRIX_DEVICES": "cuda", "CLUSTRIX_FORCE": "1",
                                                         "CLUSTRIX_TRACE": str(trace)})
    times = problems.of_trace(trace)
    return (got, times) if status == 0 and times else (None, f"{program.name} fails ({status}): {errors[-300:]}")


def measure_problem(machine, name, programs, whole):
    """The row of a kernel problem: microseconds on one GPU, and whether all its programs print the same. `whole`: whole
    calls too."""
    sizes = problems.PROBLEMS[name]
    arguments = [*sizes.large, problems.REPEATS]
    row = {"name": name, "sizes": sizes.large}
    status, expected, errors, _ = run([programs["expert"], *arguments])
    expert = problems.of_expert(errors)
    if status != 0 or not expert:
        return row | {"problem": f"the expert's program fails ({status}): {errors[-300:]}"}
    got, times = kernel_times(machine, programs["problem"], arguments)
    if got is None:
        return row | {"problem": times}
    found = difference(expected, got, problems.TOLERANCE)
    model = modelled(machine.bundle).get(name)
    row |= {"model": f"{model['us'] / model['expert us']:.2f}" if model else "", "ours_us": times.microseconds,
            "launches": times.launches, "expert_us": expert.microseconds, "problem": found and f"differs: {found}"}
    if "fast" in programs:
        got, times = kernel_times(machine, programs["fast"], arguments)
        found = times if got is None else difference(expected, got, problems.TOLERANCE)
        row |= {"problem": f"fast: {found}"} if found else {"fast_us": times.microseconds}
    if whole:
        row |= {"large": whole_times(programs["natural"], programs["problem"], [*sizes.large, 4]),
                "small": whole_times(programs["natural"], programs["problem"], [*sizes.small, 20])}
    return row


def run_tests(machine):
    """Names of what failed among the backend's own tests."""
    failed = []
    checks = [("backend-test", {})] if machine.gpus else []  # it needs devices
    checks += [("generated", {**settings, "CLUSTRIX_LOG": "error"}) for settings in settings_of(machine).values()]
    for name, settings in checks:
        status, out, errors, _ = run([machine.work / name], settings)
        print(f"{'ok  ' if status == 0 else 'FAIL'} {name} {settings.get('CLUSTRIX_CUDA_SPLIT', '')}", flush=True)
        if status != 0:
            failed.append(f"{name}: {(out + errors)[-1500:]}")
            print(failed[-1])
    return failed


def rate(bytes_moved, microseconds):
    return f"{bytes_moved / microseconds / 1e3:.1f}" if microseconds > 0 and bytes_moved > 0 else "–"


def is_right(row):
    return "problem" not in row and not any(result["difference"] for result in row["runs"].values())


def verdicts(rows):
    """A line for each kind of program."""
    for kind in sorted({row["kind"] for row in rows}):
        these = [row for row in rows if row["kind"] == kind]
        launched = sum(1 for row in these if any(result["launched"] for result in row["runs"].values()))
        loops = sum(max((result["launched"] for result in row["runs"].values()), default=0) for row in these)
        yield f"| {kind} | {len(these)} | {sum(map(is_right, these))} | {launched} | {loops} |"


def markdown(machine, rows, measured, failed, left, date):
    tests = "; ".join(each.splitlines()[0] for each in failed) or "all passed"
    text = [f"# On a GPU, {date}", "", "GPU: " + "; ".join(machine.gpus) + ".", "",
            "Every program ran with `CLUSTRIX_FORCE=1`, also where the estimate would have kept it on the CPU, on the GPU "
            "and on the GPU split in 3 devices; its output was compared with the original's.", "",
            f"Backend's tests: {tests}.", "",
            "| kind | programs | equal | that launched | loops launched |", "| --- | --- | --- | --- | --- |", *verdicts(rows)]
    if left:
        text += ["", f"Not run, for lack of time or of PyTorch: {', '.join(left)}."]
    wrong = [row for row in rows if not is_right(row)]
    if wrong:
        text += ["", "| not equal | devices | |", "| --- | --- | --- |"]
    for row in wrong:
        text += [f"| {row['name']} | {way} | {result['difference'].splitlines()[0]} |"
                 for way, result in row["runs"].items() if result["difference"]]
        text += [f"| {row['name']} | | {row['problem'].splitlines()[0]} |"] if "problem" in row else []
    text += ["", "Seconds are the program's own where it prints them, else of the whole process, start-up of CUDA included. "
             "Kernel and transfer times are CUDA's own events.", "",
             "| program | devices | original s | rewritten s | kernels | kernel ms | to device GB/s | to host GB/s |",
             "| --- | --- | --- | --- | --- | --- | --- | --- |"]
    text += [f"| {row['name']} | {way} | {row['original_seconds']:.3g} | {result['seconds']:.3g} | {result['kernels']} "
             f"| {result['kernel_us'] / 1e3:.3g} | {rate(result['to_device_bytes'], result['to_device_us'])} "
             f"| {rate(result['to_host_bytes'], result['to_host_us'])} |"
             for row in rows for way, result in row["runs"].items() if "seconds" in result]
    if measured:
        text += ["", "Kernels of natural programs, rewritten, and an expert's CUDA for the same problem: microseconds on the "
                 "GPU, by CUDA's events, median of seven.", "", "| problem | sizes | launches | rewritten us | expert us "
                 "| ratio | ratio, math = fast | ratio, modelled, smaller |",
                 "| --- | --- | --- | --- | --- | --- | --- | --- |"]
    text += [f"| {row['name']} | {' '.join(map(str, row['sizes']))} | "
             + (f"**{row['problem'].splitlines()[0]}** | | | | | |" if row["problem"] else
                f"{row['launches']} | {row['ours_us']:.0f} | {row['expert_us']:.0f} | {ratio(row)} "
                f"| {ratio(row, 'fast_us')} | {row['model']} |")
             for row in measured]
    if right := [row for row in measured if not row["problem"]]:
        text += ["", f"Geometric mean of {len(right)} ratios: {mean_ratio(right):.2f}."]
    whole = [(row, size) for row in measured for size in ("large", "small") if size in row]
    if whole:
        text += ["", "The annotated functions of the same problems as a user meets them: calls, copies and all, in "
                 "milliseconds; large are the sizes above, small the programs' defaults. First: the first call of the process, "
                 "which starts CUDA. Auto is what the runtime chooses by itself.", "",
                 "| problem | size | serial original | first call, auto | fastest call, auto | on CPU threads | on the GPU "
                 "| serial over auto |", "| --- | --- | --- | --- | --- | --- | --- | --- |"]
    for row, size in whole:
        times = [row[size][key] for key in ("serial_ms", "first_ms", "best_ms", "threads_ms", "gpu_ms")]
        text.append(f"| {row['name']} | {size} | " + " | ".join(f"{t:.3g}" for t in times)
                    + f" | {times[0] / max(times[2], 1e-9):.2f} |")
    return "\n".join(text) + "\n"


def write_whole(path, text):
    draft = path.with_name(path.name + ".tmp")
    draft.write_text(text)
    draft.rename(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bundle", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--only", help="names of programs, separated by commas")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--double", type=pathlib.Path, help="folder of the double's libcudart.so.13")
    parser.add_argument("--toolkit-headers", type=pathlib.Path, help="folder of cuda_runtime_api.h; default: nvcc's")
    parser.add_argument("--toolkit-libraries", type=pathlib.Path, help="folder of libcudart.so; default: nvcc's")
    parser.add_argument("--work", type=pathlib.Path, help="where programs are built; default: in the bundle")
    parser.add_argument("--kernels", action="store_true", help="of the kernel problems, no whole calls")
    parser.add_argument("--minutes", type=float, default=60, help="start no more runs after so many")
    options = parser.parse_args()
    end = time.monotonic() + 60 * options.minutes
    toolkit = options.toolkit_headers and (options.toolkit_headers, options.toolkit_libraries)
    machine = Machine(options.bundle.resolve(), options.work and options.work.resolve(),
                      options.double and options.double.resolve(), toolkit)
    wanted = [each for each in machine.about["programs"] if not options.only or each["name"] in options.only.split(",")]
    names = [each for each in machine.about["problems"] if machine.gpus and (not options.only or each in options.only.split(","))]
    if not wanted and not names:
        sys.exit("gpu: error: --only names no program of the bundle")
    where = "; ".join(machine.gpus) or ("the CUDA double" if machine.double else "none, the programs run on the CPU")
    print(f"GPU: {where}", flush=True)

    rows, left = [], []

    def one(program):
        """Builds a program and checks it; tells how that went."""
        if time.monotonic() > end or (program["kind"] == "torch" and machine.torch is None):
            left.append(program["name"])
            return None
        try:
            programs = machine.build_program(program)
            row = check_program(machine, program, *programs)
        except RuntimeError as error:
            row, programs = {"name": program["name"], "kind": program["kind"], "original_seconds": 0.0, "runs": {},
                             "problem": str(error)}, None
        rows.append(row)
        bad = row.get("problem") or next((f"{w}: {r['difference']}" for w, r in row["runs"].items() if r["difference"]), None)
        launched = max((result["launched"] for result in row["runs"].values()), default=0)
        print(f"{'FAIL' if bad else 'ok  '} {row['name']} {bad or f'{launched} loops launched'}", flush=True)
        return program, row, programs

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        try:
            machine.build_runtime(pool)
            tests = pool.submit(machine.build_tests)
            done = [pool.submit(one, program) for program in wanted]
            built = {name: pool.submit(machine.build_problem, name) for name in names}
            tests.result()
        except RuntimeError as error:
            sys.exit(f"gpu: error: {error}")
        failed = run_tests(machine)
    for program, row, programs in filter(None, (future.result() for future in done)):  # nothing else runs any more
        if row["kind"] == "example" and is_right(row) and time.monotonic() < end:
            take_times(machine, program, row, programs[1])
    measured = []
    for name, programs in built.items():
        if time.monotonic() > end:
            left.append(name)
            continue
        try:
            row = measure_problem(machine, name, programs.result(), whole=not options.kernels)
        except RuntimeError as error:
            row = {"name": name, "sizes": problems.PROBLEMS[name].large, "problem": str(error)}
        print(f"FAIL {name} {row['problem']}" if row["problem"] else f"ok   {name} {row['ours_us']:.0f} us, the expert "
              f"{row['expert_us']:.0f} us", flush=True)
        measured.append(row)

    rows.sort(key=lambda row: row["name"])
    bad = [row["name"] for row in rows if not is_right(row)] + [row["name"] for row in measured if row["problem"]]
    if rows and (machine.gpus or machine.double) and not any(r["launched"] for row in rows for r in row["runs"].values()):
        bad.append("no program launched a kernel: that the outputs are equal shows nothing")
        print(f"FAIL {bad[-1]}")
    if machine.gpus:
        out = options.out or machine.bundle / "out"
        out.mkdir(parents=True, exist_ok=True)
        date = datetime.date.today().isoformat()
        write_whole(out / f"gpu-{date}.md", markdown(machine, rows, measured, failed, left, date))
        record = {"version": 2, "date": date, "gpus": machine.gpus, "tests_failed": failed, "left": left, "programs": rows,
                  "problems": measured}
        write_whole(out / f"gpu-{date}.json", json.dumps(record, indent=1) + "\n")
        print(f"written: {out}/gpu-{date}.md and .json")
    print(f"{len(rows) - sum(not is_right(row) for row in rows)} passed, {len(bad) + len(failed)} failed, {len(left)} not run")
    sys.exit(1 if bad or failed or left else 0)


if __name__ == "__main__":
    main()
