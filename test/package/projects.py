#!/usr/bin/env python3
"""A project of two libraries and a program, built by Make, Meson, autotools with libtool, and CMake: as it is, and with
clustrix-c++ as its compiler, which is what a user changes.

    projects.py BUILD [--only make,meson,autotools,cmake]

What both print is the same, loops of the libraries are launched, and a second build does nothing. A build system that is
not there is skipped by name.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TOOLS = {"make": ["make"], "meson": ["meson", "ninja"], "autotools": ["autoreconf", "libtoolize", "make"], "cmake": ["cmake"]}


def environment(**extra):
    kept = {k: v for k, v in os.environ.items() if not k.startswith("CLUSTRIX_") and k not in ("CXX", "CXXFLAGS", "MAKEFLAGS")}
    return {**kept, **extra}


def run(command, cwd, **extra):
    done = subprocess.run([str(word) for word in command], cwd=cwd, env=environment(**extra), capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"FAILED ({done.returncode}): {' '.join(map(str, command))}\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done


def make(folder, compiler, flags):
    command = ["make", "-j2", *([f"CXX={compiler}", f"CXXFLAGS=-O2 -g {flags}"] if compiler else [])]
    run(command, folder)
    return folder / "app", run(command, folder).stdout


def meson(folder, compiler, flags):
    run(["meson", "setup", "build"], folder, **({"CXX": compiler, "CXXFLAGS": flags} if compiler else {}))
    run(["ninja", "-C", "build"], folder)
    return folder / "build" / "app", run(["ninja", "-C", "build"], folder).stdout


def autotools(folder, compiler, flags):
    run(["autoreconf", "-i"], folder)
    run(["./configure", *([f"CXX={compiler}", f"CXXFLAGS=-O2 {flags}"] if compiler else [])], folder)
    run(["make", "-j2"], folder)
    return folder / "app", run(["make"], folder).stdout


def cmake(folder, compiler, flags):
    chosen = [f"-DCMAKE_CXX_COMPILER={compiler}", f"-DCMAKE_CXX_FLAGS={flags}"] if compiler else []
    run(["cmake", "-B", "build", "-DCMAKE_BUILD_TYPE=Release", *chosen], folder)
    run(["cmake", "--build", "build", "-j2"], folder)
    return folder / "build" / "app", run(["cmake", "--build", "build"], folder).stdout


def check(name, build, compiler, scratch):
    """What is wrong with the project built that way, a sentence each."""
    printed = {}
    wrong = []
    for kind, chosen in (("original", ""), ("rewritten", compiler)):
        folder = scratch / name / kind
        shutil.copytree(HERE / "projects", folder)
        program, again = build(folder, chosen, "--host")
        if any(word in again for word in ("Building", "Compiling", " -c ")):
            wrong.append(f"the {kind} project is built again without a change: {again[-300:]}")
        done = run([program], folder, CLUSTRIX_DEVICES="virtual:2", CLUSTRIX_FORCE="1", CLUSTRIX_LOG="info")
        printed[kind] = done.stdout
        launched = {function for function in ("smooth", "fill", "total") if f"[{function} at " in done.stderr}
        if launched != ({"smooth", "fill", "total"} if chosen else set()):
            wrong.append(f"the {kind} program launched {sorted(launched)}: {done.stderr[-500:]}")
    if printed["original"] != printed["rewritten"]:
        wrong.append(f"prints {printed['rewritten']!r} instead of {printed['original']!r}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--only", default="make,meson,autotools,cmake")
    options = parser.parse_args()
    compiler = str((options.build / "bin" / "clustrix-c++").resolve())
    failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        for name in options.only.split(","):
            missing = [tool for tool in TOOLS[name] if not shutil.which(tool)]
            if missing:
                print(f"skipped: {name}, since there is no {', '.join(missing)}")
                continue
            wrong = check(name, globals()[name], compiler, pathlib.Path(scratch))
            failed += bool(wrong)
            print("\n".join([f"FAIL {name}: {one}" for one in wrong] or [f"ok   {name}"]), flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
