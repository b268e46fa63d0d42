#!/usr/bin/env python3
"""A project whose loops call functions of its other sources, against an installation.

    helpers.py --build BUILD --cmake CMAKE

The bodies of those functions are known where the target says HELPERS: the loops are launched, print what the original
prints, and are rewritten when such a body changes. Without, they stay as they are. Where nvcc is, it compiles them.
"""
import argparse
import pathlib
import re
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from run import HERE, check, finished, run  # noqa: E402

LAUNCHED = re.compile(r"Executing GPU parallelization with 3 GPUs \[(\w+) at ")


def launched(program):
    done = finished([program], CLUSTRIX_DEVICES="virtual:3", CLUSTRIX_FORCE="1", CLUSTRIX_LOG="info")
    return done.stdout, set(LAUNCHED.findall(done.stderr))


def check_targets(build):
    expected = run([build / "original"])
    for name, loops in (("app", {"step", "fluxes"}), ("library", {"step", "fluxes"}), ("alone", set())):
        output, ran = launched(build / name)
        check(output == expected, f"{name} prints what the original prints")
        check(ran == loops, f"the loops of {name} on devices are those of {sorted(loops)}")


def check_change(args, source, build):
    eos = source / "eos.cpp"
    run([args.cmake, "--build", build])
    before = run([build / "original"])
    eos.write_text(eos.read_text().replace("constexpr int steps = 3;", "constexpr int steps = 5;"))
    run([args.cmake, "--build", build])
    expected = run([build / "original"])
    output, ran = launched(build / "app")
    check(expected != before and output == expected and "fluxes" in ran,
          "a helper's new body is in the loops that call it")
    eos.write_text(eos.read_text() + "\n// More.\n")
    run([args.cmake, "--build", build])
    again = finished([args.cmake, "--build", build]).stdout
    check("Rewriting" not in again and "Reading" not in again, "a build without a change does nothing")


def check_nvcc(build, scratch):
    if not shutil.which("nvcc"):
        print("skipped: nvcc compiles the helpers for devices (there is none)")
        return
    rewritten = next(path for path in build.rglob("heat.clustrix.cu") if "app" in str(path))
    flags = run([scratch / "installed" / "bin" / "clustrix-config", "--cuda-flags"]).split()
    listed = run(["nvcc", *flags, f"-I{HERE / 'helpers'}", "-ptx", "-o", "/dev/stdout", rewritten])
    kernels = re.findall(r"\.entry (\w+)", listed)
    check(len([name for name in kernels if "step" in name or "fluxes" in name]) >= 2 and ".extern .func" not in listed,
          "nvcc compiles the helpers for devices")


def main():
    parser = argparse.ArgumentParser()
    for name in ("build", "cmake"):
        parser.add_argument("--" + name, required=True)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        run([args.cmake, "--install", args.build, "--prefix", scratch / "installed"])
        source, build = scratch / "project", scratch / "build"
        shutil.copytree(HERE / "helpers", source)
        run([args.cmake, "-S", source, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
             f"-DCMAKE_PREFIX_PATH={scratch / 'installed'}"])
        run([args.cmake, "--build", build, "-j", "2"])
        check_targets(build)
        check_nvcc(build, scratch)
        check_change(args, source, build)


if __name__ == "__main__":
    main()
