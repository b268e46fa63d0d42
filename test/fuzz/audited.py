"""Judges a batch by the audit: its loops run as written, compiled by Clang 19, and the plan is held against what they do."""
import re
import shutil
import sys

from judge import Failure, Judge, Verdict, call, died, difference, results_by_function

sys.path.insert(0, str(__file__.rsplit("/", 2)[0]))
from instrumented import CLANG, Instrumented  # noqa: E402

FAULTS = "status 66"
AS_GCC = ["-Wno-c++11-narrowing"]  # which only warns of it
LAUNCHES = re.compile(r"^clustrix: audit: (\d+) loops?,", re.M)


def clang_is_there():
    return shutil.which("clang++-19") is not None


class AuditJudge(Judge):
    all_devices, counted_on = ["as written"], "as written"
    options = ["--audit"]

    def __init__(self, build, folder, mutate=None):
        super().__init__(build, folder, mutate)
        self.audit = Instrumented(build)
        self.compile_original = [*CLANG, "-O1", "-w", *AS_GCC]  # compilers differ in the types of some bit-fields

    def build_rewritten(self, rewritten, target):
        compiled = f"{target}.o"
        status, _, errors = call([*self.audit.compile, "-w", *AS_GCC, "-I", self.folder, "-x", "c++", "-c", rewritten, "-o", compiled], 600)
        if status == 0:
            status, _, errors = call(["clang++-19", compiled, self.harness, *self.audit.libraries, "-o", target], 300)
        return "" if status == 0 else errors or f"status {status}"

    def divide(self, functions, failure, fix):
        if len(functions) == 1 and failure.what.startswith("the original does not compile"):
            return Verdict()  # GCC takes it, and Clang does not
        return super().divide(functions, failure, fix)

    def compare(self, functions, program, expected, verdict):
        _, output, errors = call([program], 900, HARNESS_EXIT="1", **self.limit)
        verdict.launched = sum(map(int, LAUNCHES.findall(errors)))
        got = results_by_function(output)
        for name in functions:
            lines = got.get(name, [])
            if lines and lines[-1].endswith(FAULTS):
                verdict.failures[name] = Failure("the audit finds a fault", found_in(name, errors))
            elif died(lines):
                verdict.failures[name] = Failure("the audited program fails", f"{lines[-2:]}\n{errors[-1500:]}")
            elif found := difference(expected[name], lines, True):
                verdict.failures[name] = Failure("the audited program's results differ", found)
        return verdict


def found_in(name, errors):
    """What the audit says of a function, with the lines below."""
    lines = errors.splitlines()
    kept = []
    for number, line in enumerate(lines):
        if line.startswith("clustrix: audit: ") and name in line:
            kept.append(line)
            kept += [below for below in lines[number + 1:number + 3] if below.startswith("    ")]
    return "\n".join(kept)
