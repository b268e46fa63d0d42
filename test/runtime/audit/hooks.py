#!/usr/bin/env python3
"""The hooks that Clang's instrumentation calls are those that the audit defines, and lead to the right lines.

    hooks.py BUILD_DIR

Compiles instrumented.cpp as an audited program is compiled, and runs it where it is right and where it is wrong.
Exit status 1 where it does not find what it should.
"""
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True  # leaves nothing in the source tree
sys.path.insert(0, str(HERE.parents[1]))
from instrumented import CLANG, Instrumented  # noqa: E402

ROOT = HERE.parents[2]
FAULTS = {"sum": ("reads a[1], which iteration 0 has written", "reads"),
          "copies": ("reads memory that the plan does not name, which iteration 0 has written", "copies"),
          "fills": ("writes memory that the plan does not name, which iteration 0 has written", "fills")}


def main():
    build = Instrumented(sys.argv[1])
    source = HERE / "instrumented.cpp"
    lines = source.read_text().splitlines()
    with tempfile.TemporaryDirectory() as folder:
        program, compiled = pathlib.Path(folder) / "program", pathlib.Path(folder) / "program.o"
        subprocess.run([*build.compile, f"-I{ROOT}/runtime/src", "-c", source, "-o", compiled], check=True)
        subprocess.run([*CLANG, compiled, "-o", program, *build.libraries], check=True)
        right = subprocess.run([program, "right"], capture_output=True, text=True)
        if right.returncode != 0 or "no fault" not in right.stderr:
            sys.exit(f"faults in a right program:\n{right.stderr}")
        for what, (said, mark) in FAULTS.items():
            wrong = subprocess.run([program, what], capture_output=True, text=True)
            line = 1 + next(k for k, text in enumerate(lines) if text.endswith(f"// {mark}"))
            if wrong.returncode != 66 or said not in wrong.stderr or f"instrumented.cpp:{line}" not in wrong.stderr:
                sys.exit(f"{what} ended with {wrong.returncode}, which should be 66, and said:\n{wrong.stderr}")


main()
