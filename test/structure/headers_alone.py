#!/usr/bin/env python3
"""Each header of a folder compiles alone: it includes all that it uses.

    headers_alone.py FOLDER COMPILER FLAGS...

Headers that only nvcc can read say so with `__CUDACC__` or `__global__` and are left to the CUDA tests.
"""
import pathlib
import re
import subprocess
import sys

NVCC_ONLY = re.compile(r"__global__|<<<|<cuda_runtime\.h>|<cuda_runtime_api\.h>|<nccl\.h>")


def main():
    folder, compiler = pathlib.Path(sys.argv[1]), sys.argv[2:]
    headers = sorted(p for p in folder.rglob("*.h") if not NVCC_ONLY.search(p.read_text()))
    failed = 0
    for header in headers:
        # As a source that includes it: `#pragma once` in a main file is a warning.
        source = f'#include "{header}"\n'
        command = [*compiler, "-fsyntax-only", "-x", "c++", "-"]
        done = subprocess.run(command, input=source, capture_output=True, text=True)
        if done.returncode != 0:
            failed += 1
            print(f"{header.relative_to(folder)} does not compile alone:\n{done.stderr[:3000]}")
    print(f"{len(headers)} headers, {failed} do not compile alone")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
