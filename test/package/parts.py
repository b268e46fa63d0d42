#!/usr/bin/env python3
"""The parts of an installation by themselves: the runtime alone, static and shared, by CMake and by pkg-config.

    parts.py --build BUILD --cmake CMAKE [--double FOLDER]

The machine that builds has no compiler of ours: the parts `runtime` and `dev` are installed and moved, and what is built
there was rewritten elsewhere. FOLDER has the stand-in for CUDA's library: with it, and nvcc, devices are looked for by the
shared runtime, too.
"""
import argparse
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile

from run import DEFINES, HERE, check, environment, finished, run

SAMPLE = HERE / "sample"
COMMON = ["-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror", f"-I{SAMPLE}/include", f"-iquote{SAMPLE}/src", *DEFINES]


class Parts:
    def __init__(self, args, scratch):
        self.cmake, self.scratch, self.programs = args.cmake, scratch, args.build / "bin"
        for part in ("runtime", "dev"):
            run([args.cmake, "--install", args.build, "--prefix", scratch / "installed", "--component", part])
        self.prefix = (scratch / "installed").rename(scratch / "moved")
        self.rewritten = scratch / "heat.clustrix.cu"
        run([self.programs / "clustrix-rewrite", SAMPLE / "src" / "heat.cpp", "-o", self.rewritten, "--remarks=none",
             "--", *COMMON])
        original = scratch / "original"
        run(["g++", *COMMON, "-Wno-attributes", SAMPLE / "main.cpp", SAMPLE / "plain.cpp", SAMPLE / "src" / "heat.cpp",
             "-o", original])
        self.expected = run([original])
        self.has_shared = (self.prefix / "lib").is_dir() and any(self.prefix.rglob("libclustrix_runtime.so"))

    def check_program(self, program, what, shared=False, **env):
        for devices in ("cpu", "virtual:3"):
            got = run([program], CLUSTRIX_DEVICES=devices, CLUSTRIX_FORCE="1", **env)
            check(got == self.expected, f"{what}: the program prints what the original prints on {devices}")
        needed = re.findall(r"NEEDED.*\[(libclustrix_runtime.*)\]", run(["readelf", "-d", program]))
        version = run([self.programs / "clustrix-config", "--version"]).strip()
        soname = f"libclustrix_runtime.so.{'.'.join(version.split('.')[:2])}"
        check(needed == ([soname] if shared else []), f"{what}: it needs {needed or 'no library of ours'}")

    def nvcc(self):
        defines = [word.replace(",", "\\,") for word in DEFINES]  # nvcc divides what it hands on at commas
        return ["nvcc", "-O1", *defines, f"-I{SAMPLE}/include", f"-Xcompiler=-iquote,{SAMPLE}/src", self.rewritten,
                SAMPLE / "main.cpp", SAMPLE / "plain.cpp"]

    def project(self, name, find, lines=""):
        """A CMake project of the rewritten file; the command that configures it."""
        folder = self.scratch / name
        folder.mkdir()
        sources = " ".join(f'"{path}"' for path in (SAMPLE / "main.cpp", SAMPLE / "plain.cpp", self.rewritten))
        words = " ".join(f"[==[{word}]==]" for word in COMMON)
        (folder / "CMakeLists.txt").write_text(
            f"cmake_minimum_required(VERSION 3.25)\nproject(Parts CXX)\n{find}\n{lines or ''}\n"
            f"add_executable(app {sources})\nset_source_files_properties(\"{self.rewritten}\" PROPERTIES LANGUAGE CXX "
            f"COMPILE_OPTIONS \"-x;c++\")\ntarget_compile_options(app PRIVATE {words} -Wno-attributes)\n"
            "target_link_libraries(app PRIVATE Clustrix::runtime)\n")
        return [self.cmake, "-S", folder, "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={self.prefix}"]

    def build(self, name, find, *options):
        run(self.project(name, find) + list(options))
        run([self.cmake, "--build", self.scratch / name / "build"])
        return self.scratch / name / "build" / "app"


def check_cmake(parts):
    check(not (parts.prefix / "bin" / "clustrix-rewrite").exists(), "the compiler is no part of the runtime")
    find = "find_package(Clustrix 0.1 CONFIG REQUIRED COMPONENTS runtime{})"
    parts.check_program(parts.build("by default", find.format("")), "COMPONENTS runtime")
    parts.check_program(parts.build("static", find.format(" static"), "-DBUILD_SHARED_LIBS=ON"), "COMPONENTS runtime static")
    if parts.has_shared:
        parts.check_program(parts.build("shared", find.format(" shared")), "COMPONENTS runtime shared", shared=True)
        parts.check_program(parts.build("by cmake", find.format(""), "-DBUILD_SHARED_LIBS=ON"), "BUILD_SHARED_LIBS", shared=True)


def check_names(parts):
    """The shared runtime takes no program's names: of TBB, yaml-cpp and the standard's templates it shows nothing."""
    if parts.has_shared:
        library = next(parts.prefix.rglob("libclustrix_runtime.so"))
        shown = [line.split()[-1] for line in run(["nm", "-D", "--defined-only", library]).splitlines()]
        others = [name for name in shown if "clustrix" not in name]
        check(len(shown) > 100 and not others, f"the shared runtime shows {len(shown)} names, all of them its own {others or ''}")


def check_refusals(parts):
    def refused(name, find, *words, lines=""):
        done = finished(parts.project(name, find, lines), status=1)
        text = " ".join(done.stderr.split())
        check(all(word in text for word in words), f"{name}: CMake stops, and says {', '.join(map(repr, words))}")

    refused("no compiler", "find_package(Clustrix CONFIG REQUIRED COMPONENTS runtime rewrite)",
            "component 'rewrite' is not there", "the package 'clustrix'")
    refused("no such part", "find_package(Clustrix CONFIG REQUIRED COMPONENTS compilre)", "'compilre' is not there",
            "runtime, rewrite, audit")
    refused("two kinds", "find_package(Clustrix CONFIG REQUIRED COMPONENTS static shared)", "name one of the two")
    refused("no rewriting", "find_package(Clustrix CONFIG REQUIRED)", "this Clustrix has no compiler",
            lines="add_executable(other main.cpp)\nclustrix_target(other SOURCES main.cpp)")
    finished(parts.project("if there is one", "find_package(Clustrix CONFIG REQUIRED COMPONENTS runtime "
                           "OPTIONAL_COMPONENTS rewrite)\nif(Clustrix_rewrite_FOUND)\n  message(FATAL_ERROR found)\nendif()"))
    check(True, "a part that is optional may be missing")


def check_pkg_config(parts):
    if not shutil.which("pkg-config"):
        return print("left out: pkg-config is not installed")
    folder = next(parts.prefix.rglob("clustrix-runtime.pc")).parent

    def flags(package):
        words = run(["pkg-config", "--cflags", "--libs", package], PKG_CONFIG_PATH=str(folder)).strip()
        check(str(parts.prefix) in words, f"{package} knows where it was moved to")
        return shlex.split(words)

    for package, shared in (("clustrix-runtime", False), ("clustrix-runtime-shared", True))[:1 + parts.has_shared]:
        program = parts.scratch / package
        sources = [SAMPLE / "main.cpp", SAMPLE / "plain.cpp", "-x", "c++", parts.rewritten, "-x", "none"]
        run(["g++", *COMMON, *sources, "-o", program, *flags(package)])
        parts.check_program(program, package, shared, **({"LD_LIBRARY_PATH": str(folder.parent)} if shared else {}))
    if shutil.which("nvcc") and (folder / "clustrix-cuda.pc").exists():
        program = parts.scratch / "clustrix-cuda"
        run([*parts.nvcc(), "-o", program, *flags("clustrix-cuda")])
        rpath = pathlib.Path(shutil.which("nvcc")).resolve().parents[1]
        parts.check_program(program, "clustrix-cuda", LD_LIBRARY_PATH=f"{rpath}/lib:{rpath}/lib64")


def check_config(parts):
    config = parts.prefix / "bin" / "clustrix-config"
    done = subprocess.run([config, "--cxxflags", "--shared-libs"], capture_output=True, text=True, env=environment(), check=False)
    if not parts.has_shared:
        return check(done.returncode == 3 and "CLUSTRIX_SHARED_RUNTIME" in done.stderr, "a runtime that is not there is missed")
    program = parts.scratch / "by clustrix-config"
    run(["g++", *COMMON, SAMPLE / "main.cpp", SAMPLE / "plain.cpp", "-x", "c++", parts.rewritten, "-x", "none",
         "-o", program, *shlex.split(done.stdout)])
    parts.check_program(program, "clustrix-config --shared-libs", shared=True)


def check_cuda(parts, double):
    """The backend is an archive of the program's; the runtime, which knows nothing of it, is a library beside it."""
    if not (double and shutil.which("nvcc") and parts.has_shared):
        return print("left out: devices of a shared runtime, which want nvcc and the stand-in for CUDA")
    flags = shlex.split(run([parts.prefix / "bin" / "clustrix-config", "--cuda-flags", "--shared-libs"]))
    source, rewritten = HERE.parent / "runtime" / "cuda" / "kinds" / "plain.cpp", parts.scratch / "plain.clustrix.cu"
    run([parts.programs / "clustrix-rewrite", source, "-o", rewritten, "--remarks=none", "--", "-std=c++20"])
    run(["g++", "-std=c++20", "-Wno-attributes", source, "-o", parts.scratch / "plain"])
    program = parts.scratch / "on devices"
    run(["nvcc", "-O1", f"-I{source.parent}", rewritten, "-o", program, *flags])
    got = run([program], CLUSTRIX_FORCE="1", CLUSTRIX_REQUIRE="gpu", LD_LIBRARY_PATH=str(double), CLUSTRIX_DOUBLE_DEVICES="3")
    check(got == run([parts.scratch / "plain"]), "a shared runtime finds the program's backend, and runs on its devices")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--cmake", required=True)
    parser.add_argument("--double", type=pathlib.Path)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="clustrix-parts-") as name:
        parts = Parts(args, pathlib.Path(name))
        check_cmake(parts)
        check_names(parts)
        check_refusals(parts)
        check_pkg_config(parts)
        check_config(parts)
        check_cuda(parts, args.double)
        check(any(parts.prefix.rglob("clustrix-config.1.gz")), "a program brings its page")


if __name__ == "__main__":
    main()
