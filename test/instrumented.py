"""How a program is compiled and linked that is audited: as the build's clustrix-config says. See docs/decisions/0029."""
import pathlib
import shlex
import subprocess

CLANG = ["clang++-19", "-std=c++20"]


class Instrumented:
    """`compile` and `link`, in front of what is compiled and behind what is linked."""

    def __init__(self, build):
        config = pathlib.Path(build) / "bin" / "clustrix-config"
        ask = lambda option: shlex.split(subprocess.run([config, option], check=True, capture_output=True, text=True).stdout)
        self.compile = [*CLANG, *ask("--audit-cxxflags")]
        self.libraries = ask("--audit-libs")
