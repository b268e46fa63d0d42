"""Judges a batch by its device code: nvcc compiles what was rewritten, and the PTX interpreter runs its kernels (see
test/ptx), on one device and on three."""
import os
import pathlib
import re
import shlex
import shutil

from judge import COMPILE, Judge, call

TOOLKIT = pathlib.Path("/usr/local/cuda/bin/nvcc")
SECONDS = 1800  # nvcc's for a batch; a machine may do much else at the same time


def nvcc_of(build):
    """The path of nvcc: that of the build, where it has the interpreter."""
    if not (build / "ptx" / "libcudart.so.13").exists():
        return None
    cache = build / "CMakeCache.txt"
    found = re.search(r"^CUDAToolkit_NVCC_EXECUTABLE:\w+=(.+)$", cache.read_text(), re.M) if cache.exists() else None
    for nvcc in (found and found[1], shutil.which("nvcc"), TOOLKIT):
        if nvcc and os.access(nvcc, os.X_OK):
            return str(nvcc)
    return None


class DeviceJudge(Judge):
    all_devices, counted_on = ["cuda:1", "cuda:3"], "cuda:3"  # a kind and how many

    def __init__(self, build, folder, mutate=None):
        super().__init__(build, folder, mutate)
        self.interpreter = build / "ptx"
        flags = shlex.split(self.must([build / "bin" / "clustrix-config", "--cuda-flags"]))
        self.nvcc = [nvcc_of(build), *flags[:flags.index("-cudart")], "-w", "-arch=compute_90", "-O1", "-Xcompiler=-O0",
                     "-I", self.folder]

    def settings(self, devices):
        kind, _, count = devices.partition(":")
        return {"CLUSTRIX_DEVICES": kind, "CLUSTRIX_DOUBLE_DEVICES": count, "CLUSTRIX_FORCE": "1",
                "LD_LIBRARY_PATH": str(self.interpreter)}

    def build_rewritten(self, rewritten, target):
        compiled = f"{target}.o"
        status, output, errors = call([*self.nvcc, "-c", rewritten, "-o", compiled], SECONDS)
        if status == 0:
            status, output, errors = call([COMPILE[0], compiled, self.harness, *self.libraries, f"-L{self.interpreter}",
                                           "-lcudart", "-o", target], 300)
        return "" if status == 0 else output + errors or f"status {status}"
