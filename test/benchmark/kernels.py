#!/usr/bin/env python3
"""Kernels against hand-written CUDA, without a GPU: counted and modelled by the PTX interpreter (test/ptx).

    kernels.py BUILD_DIR [--nvcc NVCC] [--only NAME,...] [--folder FOLDER] [--jobs N] [--output FOLDER]
               [--record FILE | --check FILE] [--bits]

A problem is a natural program NAME.cpp, which is rewritten, beside an expert's NAME.cu. Both print a digest of what they
compute; it has to be the same. Of all launches of each, on one H100 as the interpreter models it:

    time        microseconds, modelled; launches follow one another without a gap
    threads     of the launch that takes longest
    sectors     of 32 bytes in a request of a warp, loads and stores: 8 is coalesced for doubles, 4 for floats
    DRAM, L2    bytes moved over those that have to be
    useful      share of a multiprocessor's issue slots that is arithmetic on floating-point numbers, loads or stores
    regs        registers of a thread at most; spills are bytes

The counts are the same on every machine. --record writes those of ours to a file, and the expert's time; --check fails
where one is worse than it says. FOLDER: problems of another folder, with the sizes that their programs have by themselves.
--bits, by itself or besides --check: what ours compute on 1, 2, 3 and 8 devices has to have the bits of the natural
program, as g++ compiles it; where a sum over the launched loop is grouped, or the device has functions of its own, the
same on all.
"""
import argparse
import concurrent.futures
import dataclasses
import json
import math
import os
import pathlib
import shlex
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True  # leaves nothing in the source tree
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "gpu")]
from comparison import values_agree  # noqa: E402
import problems  # noqa: E402

FOLDER = HERE / "cuda"
SKIPPED = 77
SECONDS = 1800  # of one compilation or run
# How much a figure may grow without being worse: in which order blocks run differs, and with it which of them find a
# line in the caches.
WORSE = {"us": 1.15, "L2": 1.1, "DRAM": 1.05}
WORSE_BY = 1.04  # of all others
DEVICES = (1, 2, 3, 8)
# Whose bits are not those of the source: why.
OTHER_BITS = {"dot": "a sum over the launched loop is grouped", "black_scholes": "functions of the device's own",
              "softmax_rows": "functions of the device's own"}
SUMS = ("loads", "stores", "loadSectors", "storeSectors", "l1Sectors", "l2Reads", "l2Writes", "dramReads", "dramWrites",
        "compulsoryReads", "compulsoryWrites", "issue", "flopInstructions", "seconds")


class KernelError(Exception):
    pass


def run(command, **environment):
    kept = {k: v for k, v in os.environ.items() if not k.startswith("CLUSTRIX_")}
    try:
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, env={**kept, **environment},
                              stdin=subprocess.DEVNULL, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        raise KernelError(f"{shlex.join(map(str, command))} takes longer than {SECONDS} s") from None
    if done.returncode != 0:
        raise KernelError(f"{shlex.join(map(str, command))} exits {done.returncode}: {done.stderr.strip()[-1500:]}")
    return done.stdout


@dataclasses.dataclass
class Counts:
    """Of all launches of a program."""
    launches: int
    threads: int
    registers: int
    spills: int
    sums: dict

    @property
    def microseconds(self):
        return self.sums["seconds"] * 1e6

    def ratio(self, above, below):
        below = sum(self.sums[name] for name in below.split())
        return sum(self.sums[name] for name in above.split()) / below if below else 0.0

    def columns(self):
        useful = self.ratio("flopInstructions loads stores", "issue")
        return {"threads": self.threads, "launches": self.launches,
                "load sectors": self.ratio("loadSectors", "loads"), "store sectors": self.ratio("storeSectors", "stores"),
                "DRAM": self.ratio("dramReads dramWrites", "compulsoryReads compulsoryWrites"),
                "L2": self.ratio("l2Reads l2Writes", "compulsoryReads compulsoryWrites"),
                "useful": useful, "registers": self.registers, "spills": self.spills, "us": self.microseconds}


def counted(path):
    """From the interpreter's report, an object of JSON a launch."""
    launches = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    launches = [launch for launch in launches if "measureLayout" not in launch["kernel"]]
    if not launches:
        raise KernelError("it launches no kernel")
    longest = max(launches, key=lambda launch: launch["seconds"])
    return Counts(len(launches), int(longest["threads"]), int(max(launch["registers"] for launch in launches)),
                  int(max(launch["spillStores"] + launch["spillLoads"] for launch in launches)),
                  {name: sum(launch[name] for launch in launches) for name in SUMS})


class Judge:
    """The tools of a build tree, and the folder for what is made."""

    def __init__(self, build, nvcc, folder, work):
        self.build, self.nvcc, self.folder, self.work = build.resolve(), nvcc, folder, work
        self.rewrite, self.interpreter = self.build / "bin/clustrix-rewrite", self.build / "ptx"
        config = self.build / "bin/clustrix-config"
        for needed in (self.rewrite, config, self.interpreter / "libcudart.so.13"):
            if not needed.exists():
                raise KernelError(f"{needed} does not exist: build the project first (./dev build)")
        flags = shlex.split(run([config, "--cuda-flags"]))
        self.compile_flags = flags[:flags.index("-cudart")]
        self.libraries = shlex.split(run([config, "--libs"]))
        self.launcher = ["ccache"] if shutil.which("ccache") else []
        work.mkdir(parents=True, exist_ok=True)

    def build_cuda(self, source, target, flags=()):
        """With nvcc, through its compiler cache; linking is quick."""
        made = target.with_suffix(".o")
        run([*self.launcher, self.nvcc, "-O3", "-w", "-arch=compute_90", f"-I{self.folder}", *flags, "-c", source,
             "-o", made])
        return made

    def ours(self, name):
        rewritten, target = self.work / f"{name}.clustrix.cu", self.work / f"{name}.clustrix"
        run([self.rewrite, self.folder / f"{name}.cpp", "-o", rewritten, "--remarks", "none", "--", "-std=c++20",
             f"-I{self.folder}"])
        made = self.build_cuda(rewritten, target, self.compile_flags)
        run([self.nvcc, "-arch=compute_90", "-cudart", "shared", made, "-o", target, *self.libraries])
        return target

    def theirs(self, name):
        target = self.work / f"{name}.expert"
        made = self.build_cuda(self.folder / f"{name}.cu", target, ["-std=c++20"])
        run([self.nvcc, "-arch=compute_90", "-cudart", "shared", made, "-o", target])
        return target

    def count(self, program, sizes):
        report = self.work / f"{program.name}.jsonl"
        report.unlink(missing_ok=True)
        # Pages of their own for arrays, as large ones have: elsewhere they begin where the heap happens to.
        output = run([program, *sizes, "1"] if sizes else [program], LD_LIBRARY_PATH=str(self.interpreter),
                     CLUSTRIX_PTX_OUT=str(report), CLUSTRIX_DEVICES="cuda", CLUSTRIX_FORCE="1",
                     GLIBC_TUNABLES="glibc.malloc.mmap_threshold=1024")
        return output, counted(report)

    def measure(self, name, sizes, with_expert=True):
        """(ours, theirs or None): Counts."""
        output, ours = self.count(self.ours(name), sizes)
        if not with_expert:
            return ours, None
        expected, theirs = self.count(self.theirs(name), sizes)
        got, wanted = output.split(), expected.split()
        if len(got) != len(wanted) or not all(values_agree(w, g, problems.TOLERANCE) for w, g in zip(wanted, got)):
            raise KernelError(f"ours prints\n{output}the expert's\n{expected}")
        return ours, theirs


    def natural(self, name):
        target = self.work / f"{name}.natural"
        run([*self.launcher, "g++", "-O2", "-w", "-std=c++20", "-ffp-contract=off", f"-I{self.folder}", "-c",
             self.folder / f"{name}.cpp", "-o", target.with_suffix(".natural.o")])
        run(["g++", target.with_suffix(".natural.o"), "-o", target])
        return target

    def bits(self, name, sizes):
        """(those of the natural program, those of ours on each number of DEVICES), as lines of text."""
        arguments = [*sizes, "1"] if sizes else []
        program = self.ours(name)
        return run([self.natural(name), *arguments], SHOW_BITS="1"), [
            run([program, *arguments], SHOW_BITS="1", LD_LIBRARY_PATH=str(self.interpreter), CLUSTRIX_DEVICES="cuda",
                CLUSTRIX_FORCE="1", CLUSTRIX_DOUBLE_DEVICES=str(devices)) for devices in DEVICES]


HEAD = (f"{'problem':<17}{'threads':>9} {'launches':>8}  {'sectors: load':>13} {'store':>5}  {'DRAM':>5} {'L2':>6} {'useful':>6}"
        f"  {'regs':>4} {'spills':>6} {'us':>9}  {'expert':>15} {'us':>9}  {'ratio':>6}")


def line(name, ours, theirs):
    c = ours.columns()
    text = (f"{name:<17}{c['threads']:>9} {c['launches']:>8}  {c['load sectors']:>13.1f} {c['store sectors']:>5.1f}  "
            f"{c['DRAM']:>5.2f} {c['L2']:>6.2f} {c['useful']:>6.2f}  {c['registers']:>4} {c['spills']:>6} {c['us']:>9.2f}")
    if theirs is None:
        return text
    t = theirs.columns()
    return (f"{text}  {t['load sectors']:>9.1f} {t['store sectors']:>5.1f} {t['us']:>9.2f}  "
            f"{c['us'] / t['us']:>6.2f}")


def worse(name, recorded, ours):
    """What is worse than the record says, a sentence each."""
    found = []
    now = ours.columns()
    for column in ("load sectors", "store sectors", "DRAM", "L2", "registers", "spills", "launches", "us"):
        if now[column] > recorded[column] * WORSE.get(column, WORSE_BY) + 1e-9:
            found.append(f"{name}: {column} {now[column]:.4g}, recorded {recorded[column]:.4g}")
    if now["useful"] * WORSE_BY < recorded["useful"]:
        found.append(f"{name}: useful {now['useful']:.4g}, recorded {recorded['useful']:.4g}")
    return found


def sizes_of(folder, only=(), small=False):
    """name -> sizes on the command line, those of each program in a folder; `small` ones, or such as fill a GPU."""
    names = sorted(p.stem for p in folder.glob("*.cpp") if p.with_suffix(".cu").exists())
    if unknown := [name for name in only if name not in names]:
        raise KernelError(f"{folder} has no problem {', '.join(unknown)}")
    wanted = list(only) or names
    if folder != FOLDER:
        return {name: [] for name in wanted}
    return {name: problems.PROBLEMS[name].small if small else problems.PROBLEMS[name].modelled for name in wanted}


def show(text):
    print(text, flush=True)


def measure_all(judge, sizes, jobs, with_expert=True):
    """name -> (ours, theirs), in the order of the names; failures as a list of sentences. Shows the table."""
    measured, failed = {}, []
    show(HEAD)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        running = {name: pool.submit(judge.measure, name, arguments, with_expert) for name, arguments in sizes.items()}
        for name, future in running.items():
            try:
                measured[name] = future.result()
                show(line(name, *measured[name]))
            except KernelError as problem:
                failed.append(f"{name}: {problem}")
                show(f"{name:<17}{str(problem).splitlines()[0][:150]}")
    ratios = [ours.microseconds / theirs.microseconds for ours, theirs in measured.values() if theirs]
    if ratios:
        show(f"{len(ratios)} problems, modelled time ours over the expert's: geometric mean {geometric_mean(ratios):.2f}, "
             f"worst {max(ratios):.2f}")
    return measured, failed


def compare_bits(judge, sizes, jobs):
    """Shows whose bits each problem's results have. Failures as a list of sentences."""
    failed = []
    show(f"{'problem':<17}bits on {', '.join(map(str, DEVICES))} devices are those of")
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        running = {name: pool.submit(judge.bits, name, arguments) for name, arguments in sizes.items()}
        for name, future in running.items():
            try:
                source, ours = future.result()
            except KernelError as problem:
                failed.append(f"{name}: {problem}")
                continue
            differing = [str(devices) for devices, bits in zip(DEVICES, ours) if bits != ours[0]]
            if differing:
                failed.append(f"{name}: other bits on {', '.join(differing)} devices than on {DEVICES[0]}")
            elif ours[0] != source and name not in OTHER_BITS:
                failed.append(f"{name}: other bits than the source's")
            show(f"{name:<17}{'the source' if ours[0] == source else OTHER_BITS.get(name, 'others')}")
    return failed


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def results(measured):
    """As the other suites have them."""
    return [{"suite": "kernels", "name": name, "opponent": "hand-written CUDA", "ours": ours.microseconds * 1e-6,
             "theirs": theirs.microseconds * 1e-6, "unit": "s", "ratio": theirs.microseconds / ours.microseconds,
             "counts": ours.columns(), "expert": theirs.columns()}
            for name, (ours, theirs) in measured.items() if theirs is not None]


def parsed():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path, help="build tree with bin/clustrix-rewrite and ptx/")
    parser.add_argument("--nvcc", default=default_nvcc())
    parser.add_argument("--only", default="", help="names, separated by commas")
    parser.add_argument("--folder", type=pathlib.Path, default=FOLDER)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--output", type=pathlib.Path, help="for programs and reports (default BUILD_DIR/test/kernels)")
    parser.add_argument("--record", type=pathlib.Path)
    parser.add_argument("--check", type=pathlib.Path)
    parser.add_argument("--bits", action="store_true")
    return parser.parse_args()


def default_nvcc():
    return shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")


def main():
    options = parsed()
    if options.nvcc is None:
        print("skipped: there is no nvcc")
        sys.exit(SKIPPED)
    try:
        judge = Judge(options.build, options.nvcc, options.folder.resolve(),
                      options.output or options.build.resolve() / "test/kernels")
        only = [name for name in options.only.split(",") if name]
        sizes, small = (sizes_of(judge.folder, only, little) for little in (False, True))
        recorded = json.loads(options.check.read_text()) if options.check else {}
    except (KernelError, OSError, ValueError) as problem:
        sys.exit(f"kernels: error: {problem}")
    measured, failed = {}, []
    if options.check or not options.bits:
        measured, failed = measure_all(judge, sizes, options.jobs, not options.check)
    if options.bits:
        failed += compare_bits(judge, small, options.jobs)
    if options.check:
        failed += [f"{name}: is not recorded" for name in measured if name not in recorded]
        failed += [text for name, (ours, _) in measured.items() if name in recorded
                   for text in worse(name, recorded[name], ours)]
    if options.record and not failed:
        columns = {name: ours.columns() | {"expert us": theirs.microseconds} for name, (ours, theirs) in measured.items()}
        options.record.write_text("{\n" + ",\n".join(f'"{n}": {json.dumps(c)}' for n, c in columns.items()) + "\n}\n")
    for text in failed:
        print(f"failed: {text}", file=sys.stderr)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
