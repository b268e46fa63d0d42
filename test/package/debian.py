#!/usr/bin/env python3
"""Debian packages of a build: what they say of themselves, and whether they work where nothing else of ours is.

    debian.py --build BUILD --cpack CPACK             unpacks them into an empty folder and uses what lies there
    debian.py --build BUILD --cpack CPACK --chroot    installs them by apt into a fresh Debian, with CLUSTRIX_TEST_FULL=1

The fresh Debian is made by mmdebstrap, which fetches 150 MB and wants root; where that cannot be had, the test is skipped
(status 77), and says why.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from run import DEFINES, HERE, check, environment, finished, run

SAMPLE = HERE / "sample"
SKIPPED = 77
FLAGS = ["-std=c++20", "-O1", *DEFINES]
SOURCES = ["main.cpp", "src/heat.cpp", "plain.cpp"]


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


class Packages:
    def __init__(self, args, folder):
        run([args.cpack, "-G", "DEB", "--config", args.build / "CPackConfig.cmake", "-B", folder,
             "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=gzip"], cwd=folder)
        self.version = run([args.build / "bin" / "clustrix-config", "--version"]).strip()
        self.files = {run(["dpkg-deb", "-f", path, "Package"]).strip(): path for path in folder.glob("*.deb")}
        self.runtime = f"libclustrix-runtime{'.'.join(self.version.split('.')[:2])}"
        # Which MPIs there were when it was built.
        self.mpi = {path.name for path in (args.build / "lib").glob("libclustrix_mpi_*.so")}

    def field(self, package, name):
        return run(["dpkg-deb", "-f", self.files[package], name]).strip()

    def depends(self, package):
        return self.field(package, "Depends").split(", ")

    def has(self, package, path):
        listed = run(["dpkg-deb", "-c", self.files[package]])
        return re.search(rf" \./{path}( ->.*)?$", listed, re.M) is not None


def check_fields(packages):
    mpi = {"libclustrix-mpi"} if packages.mpi else set()
    check(set(packages.files) == {"clustrix", "clustrix-info", "libclustrix-dev", packages.runtime} | mpi,
          f"each part is a package: {', '.join(sorted(packages.files))}")
    for name in packages.files:
        check(packages.field(name, "Version") == f"{packages.version}-1", f"{name} has the version of the programs")
    exact = f"(= {packages.version}-1)"
    check({f"libclustrix-dev {exact}", "libclang-common-19-dev"} <= set(packages.depends("clustrix")),
          "the compiler wants headers: ours and Clang's")
    check({f"{packages.runtime} {exact}", "libtbb-dev", "libyaml-cpp-dev"} <= set(packages.depends("libclustrix-dev")),
          "who links with archives has what they link with")
    check(any(word.startswith("libtbb12") for word in packages.depends(packages.runtime)),
          "the shared runtime depends on the libraries that it was linked with")
    for package, path in (("clustrix", "usr/share/man/man1/clustrix-rewrite.1.gz"),
                          ("clustrix", r"usr/share/bash-completion/completions/clustrix-c\+\+"),
                          ("libclustrix-dev", "usr/bin/clustrix-config"), ("clustrix-info", "usr/bin/clustrix-info"),
                          ("libclustrix-mpi" if mpi else "clustrix-info", "usr/bin/clustrix-run"),
                          *(("libclustrix-mpi", f"usr/lib/(.*/)?{name}") for name in packages.mpi),
                          *((name, f"usr/share/doc/{name}/copyright") for name in packages.files)):
        check(packages.has(package, path), f"{package} has {path}")


def check_lintian(packages):
    if not shutil.which("lintian"):
        return print("left out: lintian is not installed")
    done = finished(["lintian", "--allow-root", "--fail-on", "none", *packages.files.values()])
    errors = [line for line in done.stdout.splitlines() if line.startswith("E:")]
    check(not errors, f"lintian finds no error {errors or ''}")


def check_unpacked(packages, scratch):
    """As somebody without root would, who unpacks them into a folder of his."""
    root = scratch / "unpacked"
    for path in packages.files.values():
        run(["dpkg-deb", "-x", path, root])
    sources = [SAMPLE / source for source in SOURCES]
    include = f"-I{SAMPLE}/include"
    run(["g++", *FLAGS, include, "-Wno-attributes", *sources, "-o", scratch / "original"])
    run([root / "usr/bin/clustrix-c++", "--host", *FLAGS, include, *sources, "-o", scratch / "app"])
    expected = run([scratch / "original"])
    for devices in ("cpu", "virtual:3"):
        check(run([scratch / "app"], CLUSTRIX_DEVICES=devices, CLUSTRIX_FORCE="1") == expected,
              f"what the unpacked packages rewrite prints what the original prints on {devices}")


class Fresh:
    """A Debian of its own in a folder, and commands in it: with its own /proc, which our programs look at."""

    def __init__(self, packages, folder):
        self.root = folder / "root"
        release = re.search(r"^VERSION_CODENAME=(\w+)", pathlib.Path("/etc/os-release").read_text(), re.M)
        if os.geteuid() != 0 or not shutil.which("mmdebstrap") or not release:
            skip("a fresh Debian wants root, mmdebstrap (apt-get install mmdebstrap) and a release of Debian to be of")
        names = " ".join(f"/debs/{path.name}" for path in packages.files.values())
        ready = folder / "ready"
        done = self._make([
            "mmdebstrap", "--quiet", "--mode=root", "--variant=apt", "--include=g++,pkg-config",
            f"--customize-hook=touch '{ready}'; mkdir \"$1/debs\"; cp {' '.join(map(str, packages.files.values()))} \"$1/debs\"",
            f'--customize-hook=chroot "$1" env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends {names}',
            release[1], self.root])
        if not ready.exists():
            skip(f"mmdebstrap could not make a Debian: {' '.join(done.stderr.split())[-300:]}")
        check(done.returncode == 0, f"apt installs the packages {'' if done.returncode == 0 else done.stdout + done.stderr}")
        shutil.copytree(SAMPLE, self.root / "sample")

    @staticmethod
    def _make(command):
        return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, env=environment())

    def finished(self, *command, status=0, **env):
        words = [f"{name}={value}" for name, value in env.items()]
        inside = 'mount -t proc proc "$0/proc" && cd "$0" && exec chroot "$0" env -C /sample "$@"'
        return finished(["unshare", "--mount", "--pid", "--fork", "sh", "-c", inside, self.root, *words, *command], status=status)

    def run(self, *command, **how):
        return self.finished(*command, **how).stdout


def check_fresh(packages, scratch):
    fresh = Fresh(packages, scratch)
    flags = [*FLAGS, "-Iinclude"]
    fresh.run("g++", *flags, "-Wno-attributes", *SOURCES, "-o", "original")
    expected = fresh.run("./original")
    check("sum" in expected, "the original runs there")
    fresh.run("clustrix-c++", *flags, *SOURCES, "-o", "app")
    check(fresh.run("clustrix-info", CLUSTRIX_DEVICES="virtual:2").count("virtual") >= 2, "clustrix-info runs there")

    fresh.run("clustrix-rewrite", "src/heat.cpp", "-o", "heat.cu", "--remarks=none", "--", *flags, "-iquotesrc")
    rewritten = ["-iquotesrc", "main.cpp", "plain.cpp", "-x", "c++", "heat.cu", "-x", "none"]
    for package in ("clustrix-runtime", "clustrix-runtime-shared"):
        words = fresh.run("pkg-config", "--cflags", "--libs", package).split()
        fresh.run("g++", *flags, *rewritten, "-o", package, *words)
    programs = ("app", "clustrix-runtime", "clustrix-runtime-shared")
    for program in programs:
        check(fresh.run(f"./{program}", CLUSTRIX_DEVICES="virtual:3", CLUSTRIX_FORCE="1") == expected,
              f"{program}: rewritten there, it prints what the original prints")

    fresh.run("dpkg", "--remove", "--force-depends", "libclang-common-19-dev")
    told = fresh.finished("clustrix-rewrite", "src/heat.cpp", "-o", "other.cu", "--", *flags, status=3).stderr
    check("apt-get install libclang-common-19-dev" in told, "without Clang's headers it says what to install")
    fresh.run("dpkg", "--remove", "clustrix", "libclustrix-dev")
    check(fresh.run("./clustrix-runtime-shared", CLUSTRIX_DEVICES="virtual:3", CLUSTRIX_FORCE="1") == expected,
          "a program with the shared runtime needs no package but that")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--cpack", required=True)
    parser.add_argument("--chroot", action="store_true")
    args = parser.parse_args()
    if not shutil.which("dpkg-deb"):
        skip("dpkg-deb is not installed")
    if args.chroot and os.environ.get("CLUSTRIX_TEST_FULL") != "1":
        skip("it fetches a Debian; CLUSTRIX_TEST_FULL=1 does")
    with tempfile.TemporaryDirectory(prefix="clustrix-debian-") as name:
        scratch = pathlib.Path(name)
        scratch.chmod(0o755)  # apt reads the packages as a user of its own
        packages = Packages(args, scratch)
        if args.chroot:
            return check_fresh(packages, scratch)
        check_fields(packages)
        check_lintian(packages)
        check_unpacked(packages, scratch)


if __name__ == "__main__":
    main()
