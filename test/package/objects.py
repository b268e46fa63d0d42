#!/usr/bin/env python3
"""Objects of clustrix-c++, by the host compiler and by nvcc: the same source is the same object, byte for byte, whatever
the folder for intermediate files is called; and sources of one name and text stay apart in a program.

    objects.py BUILD --by host|nvcc [--nvcc NVCC]

The exit status is 77 where there is no nvcc.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
# Debug information names files; sanitizers, line tables and CUDA's own debug information do it elsewhere.
FLAGS = {
    "host": [["-O2"], ["-O0", "-g"], ["-g", "-fsanitize=address"]],
    "nvcc": [["-O2"], ["-O0", "-g"], ["-g", "-Xnvcc", "-lineinfo"], ["-S"]],
}


def run(command, cwd, **extra):
    kept = {k: v for k, v in os.environ.items() if not k.startswith("CLUSTRIX_") and k != "CXX"}
    done = subprocess.run([str(word) for word in command], cwd=cwd, env={**kept, **extra}, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"FAILED ({done.returncode}): {' '.join(map(str, command))}\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done.stdout


def project(scratch):
    """kernel.cpp in two folders, beside an amounts.h each."""
    folder = scratch / "project"
    for name, (function, amount) in {"one": ("first", 2), "two": ("second", 100)}.items():
        (folder / name).mkdir(parents=True)
        shutil.copy(HERE / "objects" / "kernel.cpp", folder / name)
        (folder / name / "amounts.h").write_text(
            f"#ifndef NAME\n#define NAME {function}\n#define AMOUNT {amount}.0\n#endif\n")
    for name in ("main.cpp", "template.cpp"):
        shutil.copy(HERE / "objects" / name, folder)
    return folder


def differences(compiler, how, folder, scratch):
    """What of two runs is not the same, a sentence each: by folders for intermediate files of two names and lengths."""
    wrong = []
    for source in ("one/kernel.cpp", "template.cpp"):
        for flags in FLAGS[how]:
            results = []
            for temporary in (scratch / "t", scratch / "another folder"):
                temporary.mkdir(exist_ok=True)
                run([*compiler, *flags, *([] if "-S" in flags else ["-c"]), source, "-o", scratch / "result"], folder,
                    TMPDIR=str(temporary))
                results.append((scratch / "result").read_bytes())
            if results[0] != results[1]:
                wrong.append(f"{source} with {' '.join(flags)} is another object each time")
    return wrong


def mixed_up(compiler, folder):
    """Whether the program that has the same text three times has one of them for another."""
    for name in ("one", "two"):
        run([*compiler, "-O1", "-c", "kernel.cpp"], folder / name)
    run([*compiler, "-O1", "-DNAME=third", "-DAMOUNT=1000.0", "-c", "kernel.cpp", "-o", "third.o"], folder / "one")
    run([*compiler, "-O1", "-c", "main.cpp"], folder)
    run([*compiler, "main.o", "one/kernel.o", "two/kernel.o", "one/third.o", "-o", "program"], folder)
    printed = run([folder / "program"], folder, CLUSTRIX_DEVICES="virtual:2", CLUSTRIX_FORCE="1")
    expected = "45 110001 11000001\n"
    return [] if printed == expected else [f"three sources of one text print {printed!r}, and not {expected!r}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--by", choices=FLAGS, required=True)
    parser.add_argument("--nvcc", default=shutil.which("nvcc"), help="default: the one in the PATH")
    options = parser.parse_args()
    compiler = [str((options.build / "bin" / "clustrix-c++").resolve()), "-std=c++20", "-Xclustrix", "--remarks=none"]
    if options.by == "host":
        compiler.append("--host")
    elif not options.nvcc:
        print("skipped: there is no nvcc")
        sys.exit(77)
    else:
        os.environ["PATH"] = f"{pathlib.Path(options.nvcc).parent}:{os.environ['PATH']}"
    with tempfile.TemporaryDirectory() as name:
        scratch = pathlib.Path(name)
        folder = project(scratch)
        wrong = differences(compiler, options.by, folder, scratch) + mixed_up(compiler, folder)
    print("\n".join([f"FAIL {one}" for one in wrong] or ["ok"]))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
