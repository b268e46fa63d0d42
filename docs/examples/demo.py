#!/usr/bin/env python3
"""Rewrites the examples of this folder, runs original and rewritten program, and compares what they print.

    demo.py BUILD_DIR [PROGRAM...]        PROGRAM: heat, nbody, matmul, mandelbrot (default: all)

With a GPU and nvcc the rewritten programs run on all GPUs; without, on four virtual devices: memories apart from each
other, the same kernels, slices and transfers, on the threads of this machine. CLUSTRIX_DEVICES chooses otherwise. The
same programs then run as the fallback would, on CPU threads.
Everything that is made lies in BUILD_DIR/demo. The exit status is 1 when a result differs by more than the tolerance.
"""
import argparse
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import time
import zlib

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = ["heat", "nbody", "matmul", "mandelbrot"]
PICTURES = {"heat", "mandelbrot"}
TOLERANCE = 1e-9  # relative, of printed values; sums are combined in another order than the original's
HOST = ["g++", "-std=c++20", "-O2", "-Wno-attributes"]

COLOUR = sys.stdout.isatty() and "NO_COLOR" not in os.environ


def paint(text, code):
    return f"\033[{code}m{text}\033[0m" if COLOUR else text


def bold(text):
    return paint(text, "1")


def row(label, text):
    print(f"  {paint(f'{label:<10}', '2')} {text}", flush=True)


class Progress:
    """A line that says what takes time, replaced when it is done; nothing where output is no terminal."""

    def __init__(self, text):
        self.text = text

    def __enter__(self):
        self.start = time.monotonic()
        if COLOUR:
            print(f"  {self.text} ...", end="", flush=True)
        return self

    def __exit__(self, *_):
        self.seconds = time.monotonic() - self.start
        if COLOUR:
            print("\r\033[K", end="", flush=True)


class DemoError(Exception):
    """Something that the person at the terminal can act on."""


def run(command, env=None, what=""):
    done = subprocess.run(command, capture_output=True, text=True, env=env, stdin=subprocess.DEVNULL, timeout=300)
    if done.returncode != 0:
        raise DemoError(f"{what or command[0]} failed with status {done.returncode}:\n{done.stderr.strip()}\n"
                        f"  command: {shlex.join(map(str, command))}")
    return done


def environment(**extra):
    kept = {k: v for k, v in os.environ.items() if not k.startswith("CLUSTRIX_")}
    return {**kept, **extra}


class Machine:
    """Which compiler builds the rewritten programs, and which devices run them."""

    def __init__(self, build):
        binaries = build / "bin"
        self.rewrite, self.config, info = (binaries / f"clustrix-{name}" for name in ("rewrite", "config", "info"))
        for program in (self.rewrite, self.config):
            if not program.exists():
                raise DemoError(f"{program} does not exist: build the project first (./dev build)")
        self.nvcc = shutil.which("nvcc") if self.has_gpu() else None
        self.devices = os.environ.get("CLUSTRIX_DEVICES") or ("auto" if self.nvcc else "virtual:4")
        listed = subprocess.run([str(info)], capture_output=True, text=True, timeout=60,
                                env=environment(CLUSTRIX_DEVICES=self.devices)) if info.exists() else None
        self.description = listed.stdout.strip() if listed and listed.returncode == 0 else ""

    @staticmethod
    def has_gpu():
        if not shutil.which("nvcc") or not shutil.which("nvidia-smi"):
            return False
        done = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True, timeout=60)
        return done.returncode == 0 and "GPU 0" in done.stdout

    def flags(self, option):
        return shlex.split(run([str(self.config), option]).stdout)

    def compile_command(self, source, target):
        include = [f"-I{HERE}"]
        libraries = self.flags("--libs")
        if self.nvcc:
            # No fused multiply-add: the original has none either, and the results are compared closely.
            return ["nvcc", "-std=c++20", "-O2", "-fmad=false", *include, *self.flags("--cuda-flags"), str(source),
                    "-o", str(target), *libraries]
        return [*HOST, *include, *self.flags("--cxxflags"), "-x", "c++", str(source), "-x", "none", "-o", str(target),
                *libraries]

    def run_environment(self, **extra):
        forced = {} if self.nvcc else {"CLUSTRIX_FORCE": "1"}  # the cost model knows that virtual devices do not pay
        chosen = {k: v for k, v in os.environ.items() if k.startswith("CLUSTRIX_")}
        return environment(CLUSTRIX_DEVICES=self.devices, **{**forced, **chosen, **extra})


def show_loops(source, report):
    """One line for each loop: where, its head, and the verdict."""
    text = source.read_text().splitlines()
    for function in report["functions"]:
        level = function["complexity"]["level"]
        row("function", f"{bold(function['name'])}  line {function['line']}, complexity {level}")
        for loop in function["loops"]:
            head = text[loop["line"] - 1].strip()
            head = head[:52] + ("..." if len(head) > 52 else "")
            place = "  " * loop["depth"] + f"line {loop['line']:<4}{head}"
            if loop["parallel"]:
                kinds = f" ({', '.join(loop['kinds'])})" if loop["kinds"] else ""
                verdict = paint(f"parallel{kinds}", "32") + f" → {loop['mapped']}"
            else:
                reason = loop["reasons"][0]
                verdict = paint("serial", "33") + f": line {reason['line']}: {reason['message']}"
            row("", f"{place:<64} {verdict}")


def build_and_report(name, machine, out):
    source = HERE / f"{name}.cpp"
    rewritten, json_report = out / f"{name}.clustrix.cu", out / f"{name}.json"
    base = [str(machine.rewrite), str(source), "--remarks", "none"]
    flags = ["--", "-std=c++20"]
    with Progress("rewriting") as step:
        run([*base, "-o", str(rewritten), "--report", str(json_report), *flags], environment(), "clustrix-rewrite")
        run([*base, "--dry-run", "--report", str(out / f"{name}.html"), *flags], environment(), "clustrix-rewrite")
    show_loops(source, json.loads(json_report.read_text()))
    row("file", f"{rewritten}  ({step.seconds:.1f} s)")
    row("report", f"{out / f'{name}.html'}")
    with Progress("compiling the original") as original:
        run([*HOST, str(source), "-o", str(out / name)], environment(), "the compiler")
    with Progress("compiling the rewritten program") as changed:
        run(machine.compile_command(rewritten, out / f"{name}.clustrix"), environment(), "the compiler")
    compiler = "nvcc" if machine.nvcc else "g++"
    row("compiled", f"original {original.seconds:.1f} s (g++), rewritten {changed.seconds:.1f} s ({compiler})")


def values(text):
    """name -> value of the lines `name value`; the workload and the time are no results."""
    found = {}
    for line in text.splitlines():
        name, _, value = line.partition(" ")
        if name not in ("workload", "seconds"):
            found[name] = value
    return found


def largest_difference(expected, got):
    if expected.keys() != got.keys():
        raise DemoError("the programs print different lines")
    worst = 0.0
    for name, value in expected.items():
        reference = float(value)
        worst = max(worst, abs(reference - float(got[name])) / max(abs(reference), 1e-12))
    return worst


def picture_bytes(path):
    """The pixels of one of our own pictures: rows of a filter byte and RGB values."""
    data = path.read_bytes()
    begin = data.index(b"IDAT") + 4
    return zlib.decompress(data[begin:begin + int.from_bytes(data[begin - 8:begin - 4], "big")])


def seconds(text):
    return float(re.search(r"^seconds (\S+)$", text, re.MULTILINE)[1])


def devices_used(log):
    counts = [int(n) for n in re.findall(r"Executing GPU parallelization with (\d+)", log)]
    return max(counts) if counts else 0


def place_of(log, machine):
    used = devices_used(log)
    if not used:
        return "the CPU: no loop was worth a device"
    if machine.nvcc:
        return f"{used} GPU{'' if used == 1 else 's'}"
    return f"{used} virtual devices, which share this machine's cores and copy all data twice"


def show_time(original, taken, where):
    row("rewritten", f"{taken:.3f} s, {bold(f'{original / taken:.2f} x')} the original's speed, on {where}")


def compare(name, machine, out):
    """Runs both programs; returns whether they agree."""
    pictures = [[str(out / f"{name}.{kind}.png")] if name in PICTURES else [] for kind in ("original", "rewritten")]
    with Progress("running the original"):
        original = run([str(out / name), *pictures[0]], environment(), name)
    program = str(out / f"{name}.clustrix")
    with Progress(f"running the rewritten program on {machine.devices}"):
        settings = machine.run_environment(CLUSTRIX_LOG="info", CLUSTRIX_SUMMARY="1")
        rewritten = run([program, *pictures[1]], settings, f"the rewritten {name}")
    with Progress("running the rewritten program on CPU threads"):
        on_cpu = run([program], environment(CLUSTRIX_DEVICES="cpu"), f"the rewritten {name} on the CPU")
    log = out / f"{name}.log"
    log.write_text(rewritten.stderr)
    row("workload", re.search(r"^workload (.*)$", original.stdout, re.MULTILINE)[1])
    row("original", f"{seconds(original.stdout):.3f} s")
    show_time(seconds(original.stdout), seconds(rewritten.stdout), place_of(rewritten.stderr, machine))
    show_time(seconds(original.stdout), seconds(on_cpu.stdout), f"CPU threads ({os.cpu_count()} cores)")
    worst = max(largest_difference(values(original.stdout), values(other.stdout)) for other in (rewritten, on_cpu))
    agree = worst <= TOLERANCE
    verdict = paint("equal within", "32") if agree else paint("DIFFERENT, beyond", "31")
    row("results", f"{len(values(original.stdout))} values, largest relative difference {worst:.1e}: "
                   f"{verdict} {TOLERANCE:g}")
    if name in PICTURES:
        agree = compare_pictures(*(pathlib.Path(p[0]) for p in pictures)) and agree
    row("ledger", f"{log}")
    return agree


def compare_pictures(original, rewritten):
    differing = sum(a != b for a, b in zip(picture_bytes(original), picture_bytes(rewritten)))
    total = len(picture_bytes(original))
    same = differing <= total // 1000  # a value that is rounded differently may fall into the next colour
    row("picture", f"{rewritten}  ({differing} of {total} bytes differ from the original's)")
    return same


def demonstrate(name, machine, out):
    print(f"\n{bold(f'{name}.cpp')}", flush=True)
    build_and_report(name, machine, out)
    return compare(name, machine, out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path, help="build tree with bin/clustrix-rewrite")
    parser.add_argument("programs", nargs="*", metavar="PROGRAM", help=f"some of: {', '.join(PROGRAMS)}")
    options = parser.parse_args()
    unknown = set(options.programs) - set(PROGRAMS)
    if unknown:
        parser.error(f"no example '{sorted(unknown)[0]}'; there are {', '.join(PROGRAMS)}")
    start = time.monotonic()
    try:
        build = options.build.resolve()
        machine = Machine(build)
        out = build / "demo"
        out.mkdir(parents=True, exist_ok=True)
        print(f"{bold('Clustrix')}: plain loops, spread over devices ({machine.devices})")
        for line in machine.description.splitlines():
            print(f"  {line}")
        wrong = [name for name in options.programs or PROGRAMS if not demonstrate(name, machine, out)]
    except (DemoError, OSError, KeyError, TypeError, subprocess.TimeoutExpired) as problem:
        sys.exit(f"demo: error: {problem}")
    print(f"\n{bold('done')} in {time.monotonic() - start:.0f} s; everything is in {out}")
    if wrong:
        sys.exit(f"demo: error: results differ in {', '.join(wrong)}; CLUSTRIX_VERIFY=1 names the first loop that does")


if __name__ == "__main__":
    main()
