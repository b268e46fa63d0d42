#!/usr/bin/env python3
"""Collects what a machine with a GPU and without Clang needs to test and measure, in one folder.

    pack.py --root REPOSITORY --build BUILD_DIR --bundle FOLDER [--only NAME,...] [--programs FOLDER]... [--without NAME,...]
            [--random COUNT [--seed S]]

    originals/     the end-to-end programs, the examples, those of each FOLDER that have a main, loops that drive GPUs
                   (.cu), and COUNT random functions of test/fuzz in programs of 12, as they are
    rewritten/     the same, rewritten here
    problems/      the kernel problems of test/benchmark/cuda: natural programs and an expert's CUDA
    runtime/       the runtime's sources
    tests/         the CUDA backend's own tests, and Catch2's header
    third-party/   headers and libraries of oneTBB and yaml-cpp, for machines that lack them
    bundle.json    names and flags; measure.py and run.sh beside it do the rest
"""
import argparse
import concurrent.futures
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FUZZ = ROOT / "test/fuzz"
sys.dont_write_bytecode = True  # leaves nothing in the source tree
sys.path.insert(0, str(FUZZ))
from functions import random_function  # noqa: E402
from problems import PROBLEMS  # noqa: E402
from sources import source_text  # noqa: E402

HOST_FLAGS = ["-std=c++20", "-Wno-attributes", "-Wno-attributes=clustrix::"]
HEADERS = [ROOT / "test/e2e/programs", ROOT / "runtime/include"]  # that programs of other folders include
INCLUDES = ["/usr/include/tbb", "/usr/include/oneapi", "/usr/include/yaml-cpp"]
LIBRARIES = ["libtbb.so.12", "libyaml-cpp.so.0.7"]
CATCH = "/usr/include/catch2"
BATCH = 12  # random functions in one program
# What programs are given, files of the bundle among it. Training feeds on its own results, so that the last bits of a GPU's
# exp show in more digits of its losses.
TEXT = "originals/text.txt"
RUN_WITH = {"gpt": {"arguments": [TEXT, "10"], "tolerance": 1e-3}, "sine": {"tolerance": 1e-3},
            "imbalanced": {"tolerance": 1e-3}, "toolkit": {"libraries": ["-lcublas", "-lcufft", "-lcurand"]},
            "tensors": {"random": "traces|first|last|sum"}, "gram": {"random": "random"}}
# Loops that drive LibTorch, of the machine's PyTorch there, and of Debian's package here.
TORCH = ["gram", "tensors"]
TORCH_HEADERS = pathlib.Path("/usr/include/torch/csrc/api/include")


def stop(message):
    sys.exit(f"gpu: error: {message}")


def cuda_flags(root):
    """The list in cmake/ClustrixCudaFlags.cmake, read by CMake itself."""
    with tempfile.NamedTemporaryFile("w", suffix=".cmake") as script:
        script.write(f'include("{root}/cmake/ClustrixCudaFlags.cmake")\n'
                     'message("${CLUSTRIX_CUDA_FLAGS}|${CLUSTRIX_CUDA_LINK_FLAGS}")\n')
        script.flush()
        done = subprocess.run(["cmake", "-P", script.name], capture_output=True, text=True)
    if done.returncode != 0:
        stop(f"cmake cannot read ClustrixCudaFlags.cmake: {done.stderr}")
    compile_flags, link_flags = done.stderr.strip().split("|")
    return compile_flags.split(";"), link_flags.split(";")


def rewrite(tool, source, target, options=(), flags=()):
    """None, or why not."""
    command = [str(tool), str(source), "-o", str(target), "--remarks", "none", *map(str, options), "--", *HOST_FLAGS,
               *(f"-I{folder}" for folder in (source.parent, *HEADERS)), *flags]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == 0:
        return None
    return next((line for line in done.stderr.splitlines() if "error" in line), f"exit status {done.returncode}")


def copy_sources(root, bundle):
    shutil.copytree(root / "runtime", bundle / "runtime")
    shutil.copytree(root / "test/runtime/cuda", bundle / "tests")
    shutil.copytree(CATCH, bundle / "tests/catch2")
    for name in ("run.sh", "measure.py", "problems.py", "../comparison.py", "../benchmark/kernels.json"):
        shutil.copy2(root / "test/gpu" / name, bundle / pathlib.Path(name).name)


def copy_third_party(bundle):
    for folder in map(pathlib.Path, INCLUDES):
        shutil.copytree(folder, bundle / "third-party/include" / folder.name)
    libraries = bundle / "third-party/lib"
    libraries.mkdir()
    for name in LIBRARIES:
        found = next((p for p in pathlib.Path("/usr/lib").rglob(name)), None)
        if found is None:
            stop(f"{name} is not under /usr/lib; './dev setup' installs it")
        shutil.copy2(found.resolve(), libraries / name)


def whole_programs(root, more):
    """(name, kind, source) of all that have a main. Where two have the same name, the folder's stands before it."""
    examples = root / "docs/examples"
    folders = [("e2e", root / "test/e2e/programs"), ("e2e", root / "test/e2e/patterns"), ("example", examples),
               ("example", examples / "training"), ("cuda", examples / "libraries"), ("cuda", root / "test/libraries"),
               *(("more", folder) for folder in more)]
    if TORCH_HEADERS.exists():
        folders.append(("torch", examples / "libraries"))
    taken = set()
    for kind, folder in folders:
        if not folder.is_dir():
            stop(f"there is no folder {folder}")
        for source in sorted(folder.glob("*.cu" if kind == "cuda" else "*.cpp")):
            if kind == "torch" and source.stem not in TORCH:
                continue
            if re.search(r"\bint main\b", source.read_text()):
                name = source.stem if source.stem not in taken else f"{folder.name}-{source.stem}"
                taken.add(name)
                yield name, kind, source


def refused(root):
    """Programs that nvcc does not take, the originals neither."""
    lines = (root / "test/ptx/refused.txt").read_text().splitlines()
    return {line.split()[0] for line in lines if line.strip() and not line.startswith("#")}


def copy_programs(tool, bundle, sources, only):
    """Rewrites them, two at a time; names and kinds of those for which that works."""
    def one(program):
        name, kind, source = program
        beside, model = (source.parent / "library" / f"{source.stem}{ending}" for ending in (".cpp", ".yml"))
        problem = rewrite(tool, source, bundle / "rewritten" / f"{name}.clustrix.cu",
                          ["--library-model", model] if model.exists() else [],
                          ["-std=c++17", f"-I{TORCH_HEADERS}"] if kind == "torch" else [])
        if problem:
            print(f"gpu: warning: {source.name} is left out, it cannot be rewritten: {problem}", file=sys.stderr)
            return None
        shutil.copy2(source, bundle / "originals" / f"{name}{source.suffix}")
        made = {"name": name, "kind": kind, "source": f"originals/{name}{source.suffix}", **RUN_WITH.get(name, {})}
        if not beside.exists():
            return made
        shutil.copy2(beside, bundle / "originals" / f"{name}-library.cpp")
        return {**made, "with": f"{name}-library.cpp"}

    chosen = [program for program in sources if not only or program[0] in only]
    for folder in {source.parent for _, _, source in chosen}:
        for header in folder.glob("*.h"):
            shutil.copy2(header, bundle / "originals" / header.name)
        for header in folder.parent.glob("*.h"):  # `../picture.h`
            shutil.copy2(header, bundle / header.name)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return [found for found in pool.map(one, chosen) if found]


def problems(root, tool, bundle, only):
    """Rewrites the natural programs of the kernel problems; those that math = "fast" changes once more with it."""
    folder, rewritten = bundle / "problems", bundle / "rewritten"
    shutil.copytree(root / "test/benchmark/cuda", folder, ignore=shutil.ignore_patterns("*.py", "*.json"))
    names = [name for name in PROBLEMS if (folder / f"{name}.cu").exists() and (not only or name in only)]
    fast = bundle / "fast.yml"
    fast.write_text("math: fast\n")

    def one(name):
        exact, grouped = rewritten / f"{name}.problem.cu", rewritten / f"{name}.fast.cu"
        problem = (rewrite(tool, folder / f"{name}.cpp", exact)
                   or rewrite(tool, folder / f"{name}.cpp", grouped, ["--config", fast]))
        if not problem and exact.read_text() == grouped.read_text():
            grouped.unlink()
        return problem

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for name, problem in zip(names, pool.map(one, names)):
            if problem:
                stop(f"problem {name} cannot be rewritten: {problem}")
    return names


def random_programs(tool, bundle, count, seed):
    """Random functions, with the harness that calls them and prints what they did."""
    for name in ("harness.h", "harness.cpp"):
        shutil.copy2(FUZZ / name, bundle / "originals" / name)
    found = []
    for first in range(seed, seed + count, BATCH):
        name = f"random_{first}"
        source = bundle / "originals" / f"{name}.cpp"
        seeds = range(first, min(first + BATCH, seed + count))
        source.write_text(source_text({f"f{k}": random_function(random.Random(k)) for k in seeds}))
        problem = rewrite(tool, source, bundle / "rewritten" / f"{name}.clustrix.cu",
                          ["--library-model", FUZZ / "harness.yml"])
        if problem:
            stop(f"{source} cannot be rewritten: {problem}")
        found.append({"name": name, "kind": "random", "source": f"originals/{name}.cpp", "with": "harness.cpp"})
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for option in ("--root", "--build", "--bundle"):
        parser.add_argument(option, type=pathlib.Path, required=True)
    parser.add_argument("--only", type=lambda text: text.split(","), help="names of programs, separated by commas")
    parser.add_argument("--programs", type=pathlib.Path, action="append", default=[], help="a folder of more programs")
    parser.add_argument("--without", type=lambda text: text.split(","), default=[], help="names of programs to leave out")
    parser.add_argument("--random", type=int, default=0, metavar="COUNT", help="so many random functions")
    parser.add_argument("--seed", type=int, default=1, help="of the first random function")
    options = parser.parse_args()
    root = options.root.resolve()
    tool = (options.build / "bin/clustrix-rewrite").resolve()
    if not tool.exists():
        stop(f"there is no {tool}; './dev build' makes it")

    fresh = options.bundle.with_name(options.bundle.name + ".new")
    shutil.rmtree(fresh, ignore_errors=True)
    for folder in ("originals", "rewritten", "third-party/include"):
        (fresh / folder).mkdir(parents=True)
    copy_sources(root, fresh)
    shutil.copy2(root / "README.md", fresh / TEXT)
    copy_third_party(fresh)
    left_out = refused(root) | set(options.without)
    sources = [each for each in whole_programs(root, options.programs) if each[0] not in left_out]
    programs = copy_programs(tool, fresh, sources, options.only)
    programs += random_programs(tool, fresh, options.random, options.seed)
    measured = problems(root, tool, fresh, options.only)
    compile_flags, link_flags = cuda_flags(root)
    (fresh / "bundle.json").write_text(json.dumps(
        {"programs": programs, "problems": measured, "cuda_flags": compile_flags, "cuda_link_flags": link_flags,
         "host_flags": HOST_FLAGS}, indent=1) + "\n")
    if not programs and not measured:
        stop("no program could be rewritten")
    shutil.rmtree(options.bundle, ignore_errors=True)
    fresh.rename(options.bundle)
    print(f"gpu: {len(programs)} programs in {options.bundle}")


if __name__ == "__main__":
    main()
