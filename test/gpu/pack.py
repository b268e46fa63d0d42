#!/usr/bin/env python3
"""Collects what a machine with a GPU and without Clang needs to test and measure, in one folder.

    pack.py --root REPOSITORY --build BUILD_DIR --bundle FOLDER [--only NAME,...]

    originals/     the end-to-end programs and the examples, as they are
    rewritten/     the same, rewritten here
    runtime/       the runtime's sources
    tests/         the CUDA backend's own tests, and Catch2's header
    third-party/   headers and libraries of oneTBB and yaml-cpp, for machines that lack them
    bundle.json    names and flags; measure.py and run.sh beside it do the rest
"""
import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

HOST_FLAGS = ["-std=c++20", "-Wno-attributes", "-Wno-attributes=clustrix::"]
INCLUDES = ["/usr/include/tbb", "/usr/include/oneapi", "/usr/include/yaml-cpp"]
LIBRARIES = ["libtbb.so.12", "libyaml-cpp.so.0.7"]
CATCH = "/usr/include/catch2"


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


def rewrite(tool, source, target):
    """None, or why not."""
    command = [str(tool), str(source), "-o", str(target), "--remarks", "none", "--", *HOST_FLAGS, f"-I{source.parent}"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == 0:
        return None
    return next((line for line in done.stderr.splitlines() if "error" in line), f"exit status {done.returncode}")


def copy_sources(root, bundle):
    shutil.copytree(root / "runtime", bundle / "runtime")
    shutil.copytree(root / "test/runtime/cuda", bundle / "tests")
    shutil.copytree(CATCH, bundle / "tests/catch2")
    for name in ("run.sh", "measure.py", "../comparison.py"):
        shutil.copy2(root / "test/gpu" / name, bundle / name)


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


def copy_programs(root, tool, bundle, only):
    names = []
    for kind, folder in (("e2e", root / "test/e2e/programs"), ("example", root / "docs/examples")):
        for header in folder.glob("*.h"):
            shutil.copy2(header, bundle / "originals" / header.name)
        for source in sorted(folder.glob("*.cpp")):
            if only and source.stem not in only:
                continue
            problem = rewrite(tool, source, bundle / "rewritten" / f"{source.stem}.clustrix.cu")
            if problem:
                print(f"gpu: warning: {source.name} is left out, it cannot be rewritten: {problem}", file=sys.stderr)
                continue
            shutil.copy2(source, bundle / "originals" / source.name)
            names.append({"name": source.stem, "kind": kind})
    return names


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for option in ("--root", "--build", "--bundle"):
        parser.add_argument(option, type=pathlib.Path, required=True)
    parser.add_argument("--only", type=lambda text: text.split(","), help="names of programs, separated by commas")
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
    copy_third_party(fresh)
    programs = copy_programs(root, tool, fresh, options.only)
    if not programs:
        stop("no program could be rewritten")
    compile_flags, link_flags = cuda_flags(root)
    (fresh / "bundle.json").write_text(json.dumps(
        {"programs": programs, "cuda_flags": compile_flags, "cuda_link_flags": link_flags,
         "host_flags": HOST_FLAGS}, indent=1) + "\n")
    shutil.rmtree(options.bundle, ignore_errors=True)
    fresh.rename(options.bundle)
    print(f"gpu: {len(programs)} programs in {options.bundle}")


if __name__ == "__main__":
    main()
