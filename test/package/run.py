#!/usr/bin/env python3
"""Uses an installation as an outsider would: installs a build, moves the installation, and builds the sample with it.

    run.py --build BUILD --source SOURCE --generator Ninja

Checks that the rewritten sample prints what the original prints on every kind of device, that a build without a change
does nothing, that a touched header rebuilds what includes it and nothing else, that clustrix-config and clustrix-c++
work without CMake, and that the project configures as a subdirectory.
"""
import argparse
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
DEVICES = ["cpu", "virtual:1", "virtual:3"]
DEFINES = ["-DSAMPLE_STEPS=4", "-DSAMPLE_WEIGHT=0.125", '-DSAMPLE_TITLE="heat, and more"']


def environment(**extra):
    kept = {k: v for k, v in os.environ.items() if not k.startswith("CLUSTRIX_") and k != "LD_LIBRARY_PATH"}
    return dict(kept, **extra)


def finished(command, cwd=None, status=0, **env):
    """A command that has to end with `status`, and what it wrote."""
    command = [str(word) for word in command]
    done = subprocess.run(command, cwd=cwd, env=environment(**env), capture_output=True, text=True)
    if done.returncode != status:
        sys.exit(f"FAILED ({done.returncode} instead of {status}): {shlex.join(command)}\n{done.stdout}{done.stderr}")
    return done


def run(*command, **how):
    """Standard output of such a command."""
    return finished(*command, **how).stdout


def check(condition, sentence):
    if not condition:
        sys.exit(f"FAILED: {sentence}")
    print(f"ok: {sentence}", flush=True)


def stamps(folder):
    """Times of the rewritten files and objects of the target `app`, by file name."""
    kinds = (".clustrix.cu", ".o")
    return {p.name: p.stat().st_mtime_ns for p in folder.rglob("*") if p.name.endswith(kinds) and "app" in str(p)}


def changed(before, after):
    return sorted(name for name in after if after[name] != before.get(name))


def install(args, scratch):
    """The folder of an installation that was moved."""
    run([args.cmake, "--install", args.build, "--prefix", scratch / "installed"])
    return (scratch / "installed").rename(scratch / "moved")


def build_sample(args, prefix, scratch):
    sample, build = scratch / "sample source", scratch / "sample build"
    shutil.copytree(HERE / "sample", sample)
    run([args.cmake, "-S", sample, "-B", build, "-G", args.generator, "-DCMAKE_BUILD_TYPE=Release",
         f"-DCMAKE_PREFIX_PATH={prefix}"])
    run([args.cmake, "--build", build, "-j", "2"])
    return sample, build


def check_results(build):
    expected = run([build / "original"])
    check("title heat, and more" in expected, "definitions with quotes reach the compiler")
    for devices in DEVICES:
        got = run([build / "app"], CLUSTRIX_DEVICES=devices, CLUSTRIX_FORCE="1")
        check(got == expected, f"the rewritten sample prints what the original prints on {devices}")
    done = finished([build / "whole"], CLUSTRIX_DEVICES="virtual:2", CLUSTRIX_FORCE="1", CLUSTRIX_SUMMARY="1")
    check(done.stdout == expected and " halve " in done.stderr and " heat " in done.stderr,
          "all sources of a target are rewritten, and functions of headers with them")


def check_rebuilds(args, sample, build):
    def rebuild():
        before = stamps(build)
        time.sleep(1.1)  # make compares whole seconds on some file systems
        return before

    before = rebuild()
    run([args.cmake, "--build", build])
    check(changed(before, stamps(build)) == [], "a build without a change does nothing")

    before = rebuild()
    (sample / "src" / "near.h").touch()
    run([args.cmake, "--build", build])
    expected = ["heat.clustrix.cu", "heat.clustrix.cu.o"]
    check(changed(before, stamps(build)) == expected, "a header that one source includes rebuilds that source alone")

    before = rebuild()
    (sample / "plain.cpp").touch()
    run([args.cmake, "--build", build])
    check(changed(before, stamps(build)) == ["plain.cpp.o"], "an unrelated source rewrites nothing")

    before = rebuild()
    rewritten = next(path for path in build.rglob("heat.clustrix.cu") if "app" in str(path))
    launches = rewritten.read_text().count("clustrix::Site site{")
    (sample / "clustrix.yml").write_text("math: strict\n")
    run([args.cmake, "--build", build])
    check(changed(before, stamps(build)) == expected, "a clustrix.yml that appears above a source rewrites it")
    check(rewritten.read_text().count("clustrix::Site site{") == launches - 1, "and what it says is heeded")
    (sample / "clustrix.yml").unlink()
    run([args.cmake, "--build", build])


def check_errors(args, sample, build):
    heat = sample / "src" / "heat.cpp"
    text = heat.read_text()
    line = text[:text.index("return sum;")].count("\n") + 1
    heat.write_text(text.replace("return sum;", "return no_such_name;"))
    done = subprocess.run([args.cmake, "--build", build], capture_output=True, text=True, env=environment())
    heat.write_text(text)
    output = done.stdout + done.stderr
    check(done.returncode != 0 and f"heat.cpp:{line}:" in output, "an error names the line of the original")
    run([args.cmake, "--build", build])


def check_config(prefix, sample, scratch, expected):
    config = prefix / "bin" / "clustrix-config"
    check(shlex.split(run([config, "--prefix"])) == [str(prefix)], "a moved installation knows where it is")
    flags, libs = (shlex.split(run([config, option])) for option in ("--cxxflags", "--libs"))
    common = ["-std=c++20", "-O2", "-Wall", "-Wextra", "-Werror", f"-I{sample}/include", *DEFINES]
    rewritten = scratch / "heat.clustrix.cu"
    run([prefix / "bin" / "clustrix-rewrite", sample / "src" / "heat.cpp", "-o", rewritten, "--", *common])
    program = scratch / "by hand"
    run(["g++", *common, f"-iquote{sample}/src", *flags, sample / "main.cpp", sample / "plain.cpp", "-x", "c++",
         rewritten, "-x", "none", "-o", program, *libs])
    check(run([program], CLUSTRIX_DEVICES="virtual:2", CLUSTRIX_FORCE="1") == expected,
          "clustrix-config's flags build a program that needs no LD_LIBRARY_PATH")


def check_driver(prefix, sample, scratch, expected):
    driver = prefix / "bin" / "clustrix-c++"
    common = ["--host", "-std=c++20", "-O2", f"-I{sample}/include", *DEFINES]
    sources = [sample / "main.cpp", sample / "src" / "heat.cpp", sample / "plain.cpp"]
    run([driver, *common, *sources, "-o", "in one step"], cwd=scratch)
    check(run([scratch / "in one step"], CLUSTRIX_DEVICES="virtual:2", CLUSTRIX_FORCE="1") == expected,
          "clustrix-c++ rewrites, compiles and links several sources")

    run([driver, *common, "-c", sources[1], "-MD", "-MF", "heat.d", "-o", "heat.o"], cwd=scratch)
    rules = (scratch / "heat.d").read_text().replace("\\ ", " ")
    check("heat.o:" in rules and "near.h" in rules and "src/heat.cpp" in rules and "clustrix-c++." not in rules,
          "its depfile names the original and its headers")
    run([driver, *common, "-c", sources[0], sources[2]], cwd=scratch)
    run([driver, "--host", "main.o", "heat.o", "plain.o", "-o", "of objects"], cwd=scratch)
    check(run([scratch / "of objects"], CLUSTRIX_DEVICES="cpu") == expected, "it links objects that it compiled")

    run([driver, "--shared-runtime", *common, *sources, "-o", "of a shared runtime"], cwd=scratch)
    check(run([scratch / "of a shared runtime"], CLUSTRIX_DEVICES="virtual:2", CLUSTRIX_FORCE="1") == expected and
          "libclustrix_runtime.so" in run(["readelf", "-d", scratch / "of a shared runtime"]), "it links a shared runtime, too")

    broken = scratch / "broken.cpp"
    broken.write_text("int main() { return nowhere; }\n")
    run([driver, "--host", broken], cwd=scratch, status=2)
    check(not (scratch / "a.out").exists(), "a source that does not compile gives exit 2 and no program")
    left = list(pathlib.Path(tempfile.gettempdir()).glob("clustrix-c++.*"))
    check(not left, "no intermediate files are left")


def check_as_compiler(args, prefix, sample, scratch, expected):
    """What build systems ask of a compiler, and CMake, whose compiler it is."""
    driver = prefix / "bin" / "clustrix-c++"
    check(run([driver, "--version"]).startswith(run(["g++", "--version"])), "its version begins with the host compiler's")
    check(run([driver, "-dumpmachine"]) == run(["g++", "-dumpmachine"]), "it answers for the host compiler")

    common = ["-std=c++20", "-O2", f"-I{sample}/include", *DEFINES]
    sources = [sample / "main.cpp", sample / "src" / "heat.cpp", sample / "plain.cpp"]
    (scratch / "words").write_text("\n".join(shlex.quote(str(word)) for word in ["--host", *common, *sources]))
    run([driver, "@words", "-o", "of a response file"], cwd=scratch)
    check(run([scratch / "of a response file"], CLUSTRIX_DEVICES="cpu") == expected, "it reads response files")

    given = (sample / "src" / "heat.cpp").read_text()
    subprocess.run([driver, "--host", *common, "-x", "c++", "-c", "-", "-o", scratch / "heat.o"], input=given, text=True,
                   check=True, cwd=sample / "src", env=environment())
    run([driver, "--host", *common, sources[0], sources[2], "heat.o", "-o", "of standard input"], cwd=scratch)
    check(run([scratch / "of standard input"], CLUSTRIX_DEVICES="cpu") == expected, "it reads standard input")

    if shutil.which("nvcc"):
        run([driver, *common, "-c", sources[1], "-o", "device.o"], cwd=scratch)
        run(["ar", "rcs", "libdevice.a", "device.o"], cwd=scratch)
        run([driver, *common, sources[0], sources[2], "-L.", "-ldevice", "-o", "of an archive"], cwd=scratch)
        check(run([scratch / "of an archive"], CLUSTRIX_DEVICES="cpu") == expected,
              "it links what nvcc has compiled in another run")

    project = scratch / "project"
    project.mkdir()
    words = " ".join(f'"{word}"' for word in (sample / "main.cpp", sample / "src" / "heat.cpp", sample / "plain.cpp"))
    definitions = " ".join(f"[==[{define}]==]" for define in DEFINES)
    (project / "CMakeLists.txt").write_text(
        f"cmake_minimum_required(VERSION 3.25)\nproject(Plain CXX)\nset(CMAKE_CXX_STANDARD 20)\n"
        f"add_executable(plain {words})\ntarget_compile_options(plain PRIVATE {definitions})\n"
        f'target_include_directories(plain PRIVATE "{sample}/include")\n')
    run([args.cmake, "-S", project, "-B", project / "build", "-G", args.generator, f"-DCMAKE_CXX_COMPILER={driver}",
         "-DCMAKE_CXX_FLAGS=--host", "-DCMAKE_BUILD_TYPE=Release"])
    run([args.cmake, "--build", project / "build"])
    check(run([project / "build" / "plain"], CLUSTRIX_DEVICES="virtual:2", CLUSTRIX_FORCE="1") == expected,
          "CMake takes it as the compiler of a project that knows nothing of it")


def check_own_headers(prefix, scratch):
    """Clang's headers as CLUSTRIX_INSTALL_CLANG_HEADERS installs them."""
    def headers():
        run([prefix / "bin" / "clustrix-rewrite", scratch / "own.cpp", "-o", scratch / "own.cu", "--remarks=none", "--depfile",
             scratch / "own.d"])
        words = (scratch / "own.d").read_text().replace("\\ ", " ")
        return pathlib.Path(re.search(r"(/[^\n]*?/include)/stddef\.h", words)[1])

    (scratch / "own.cpp").write_text("#include <stddef.h>\n[[clustrix::cluster]] void nothing(size_t) {}\n")
    built_with = headers()
    library = next(prefix.rglob("libclustrix_runtime.a")).parent
    shutil.copytree(built_with, library / "clustrix" / "clang" / "include")
    check(prefix not in built_with.parents and headers() == library / "clustrix" / "clang" / "include",
          "an installation that brings Clang's headers uses its own")


def check_ccache(prefix, sample, scratch):
    """The same object twice is found again, and another clustrix.yml is another object."""
    if not shutil.which("ccache"):
        print("skipped: there is no ccache")
        return
    folder = scratch / "cached"
    shutil.copytree(sample / "src", folder)
    cache = {"CCACHE_DIR": str(scratch / "cache"), "CCACHE_NODISABLE": "1"}
    driver = [prefix / "bin" / "clustrix-c++", "--host", "-std=c++20", "-O1", f"-I{sample}/include", *DEFINES]

    def compiled(output):
        """Whether the cache had the object, and its bytes."""
        run(["ccache", "-z"], **cache)
        run(["ccache", *driver, "-c", "heat.cpp", "-o", output], cwd=folder, **cache)
        told = run(["ccache", "--print-stats"], **cache)
        counts = dict(line.split("\t") for line in told.splitlines() if "\t" in line)
        hits = int(counts.get("direct_cache_hit", 0)) + int(counts.get("preprocessed_cache_hit", 0))
        return hits == 1, (folder / output).read_bytes()

    first, once = compiled("heat.o")
    again, twice = compiled("heat.o")
    check(not first and again and once == twice, "ccache finds the object of the same source again")
    (folder.parent / "clustrix.yml").write_text("math: strict\n")
    found, other = compiled("heat.o")
    check(not found and other != once, "another clustrix.yml above the source is another object")
    found, _ = compiled("heat.o")
    check(found, "which is found again, too")
    (folder.parent / "clustrix.yml").unlink()


def check_database(prefix, sample, build, scratch):
    done = finished([prefix / "bin" / "clustrix-rewrite", "-p", build, sample / "src" / "heat.cpp", "-o", scratch / "by.cu"])
    check("heat.cpp:" in done.stderr and (scratch / "by.cu").exists(), "clustrix-rewrite -p knows a source of clustrix_target")


def check_subdirectory(args, scratch):
    build = scratch / "as subdirectory"
    run([args.cmake, "-S", HERE / "sample", "-B", build, "-G", args.generator, f"-DCLUSTRIX_SOURCE={args.source}"])
    if args.generator == "Ninja":
        steps = run(["ninja", "-C", build, "-t", "commands", "app"])
        check("heat.clustrix.cu" in steps and "clustrix-rewrite" in steps, "it works as a subdirectory, too")


def check_run(prefix):
    """Where MPI was there when it was built, or a launcher is now, or neither."""
    has_mpi = any(prefix.rglob("libclustrix_mpi_openmpi.so"))
    words = [prefix / "bin" / "clustrix-run", "--launcher", "openmpi", "-n", "2", "--dry-run", "true"]
    if not has_mpi:
        check("built without Open MPI" in finished(words, status=3).stderr, "clustrix-run says that MPI was not there")
    elif any(map(shutil.which, ("mpirun.openmpi", "mpirun"))):
        check(run(words).startswith("CLUSTRIX_CLUSTER=mpi mpirun"), "a moved installation knows its libraries for MPI")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for option in ("--build", "--source", "--cmake", "--generator"):
        parser.add_argument(option, required=True)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="clustrix-package-") as name:
        scratch = pathlib.Path(name)
        # clustrix-c++ keeps its intermediate files here, where they can be counted.
        (scratch / "tmp").mkdir()
        os.environ["TMPDIR"] = tempfile.tempdir = str(scratch / "tmp")
        prefix = install(args, scratch)
        sample, build = build_sample(args, prefix, scratch)
        check_results(build)
        check_rebuilds(args, sample, build)
        check_errors(args, sample, build)
        expected = run([build / "original"])
        check_as_compiler(args, prefix, sample, scratch, expected)
        check_database(prefix, sample, build, scratch)
        check_subdirectory(args, scratch)
        if args.generator == "Ninja":
            check_without_cmake(prefix, sample, scratch, expected)


def check_without_cmake(prefix, sample, scratch, expected):
    """What no generator of CMake has a part in: once."""
    check_config(prefix, sample, scratch, expected)
    check_driver(prefix, sample, scratch, expected)
    check_ccache(prefix, sample, scratch)
    check(run([prefix / "bin" / "clustrix-info"], CLUSTRIX_DEVICES="virtual:2").count("virtual") >= 2,
          "clustrix-info lists virtual devices and exits 0")
    check_own_headers(prefix, scratch)
    check_run(prefix)
    check(run([prefix / "bin" / "clustrix-lsp", "--version"]).startswith("clustrix-lsp "), "clustrix-lsp is installed")
    check((prefix / "share" / "doc" / "clustrix" / "remarks.md").exists(), "the page that its diagnostics lead to is, too")


if __name__ == "__main__":
    main()
