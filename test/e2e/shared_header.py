#!/usr/bin/env python3
"""A header with annotated functions that several sources share, some rewritten and some not, in one program.

    shared_header.py BUILD_DIR

Linkers keep one of all functions of one name, and one of all lambdas of one name in them: whatever is linked first, the
program prints what it prints where no source is rewritten, and each loop of a rewritten source is launched from there.
"""
import itertools
import pathlib
import re
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import run as e2e  # noqa: E402

HEADER = r"""
#pragma once
#include <algorithm>
#include <cstdio>
#include <vector>

// Lambdas of one signature, which compilers number in their order, before, between and behind loops.
template <class T>
[[clustrix::cluster]] T mixed(std::vector<T>& a, const std::vector<T>& b) {
  const int n = static_cast<int>(a.size());
  T steps = 0;
  const auto first = [&] { steps += 1; };
  first();
  for (int i = 0; i < n; ++i) a[i] = b[i] * 2;
  const auto second = [&] { steps *= 10; };
  second();
  for (int i = 0; i < n; ++i) a[i] += static_cast<T>(i % 7) / 2;
  const auto third = [&] { steps -= 3; };
  third();
  std::sort(a.begin(), a.begin() + 50, [](const T& x, const T& y) { return x > y; });
  std::sort(a.begin() + 50, a.begin() + 100, [](const T& x, const T& y) { return x < y; });
  T sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i];
  return sum + steps + a[0] - a[50];
}

struct Grid {
  std::vector<double> cells;
  explicit Grid(int n) : cells(n) {}
  virtual ~Grid() = default;
  [[clustrix::cluster]] virtual void fill(double x) {
    const auto each = [&](std::size_t i) { return x + i; };
    for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = each(i);
  }
  double norm() const;
};

[[clustrix::cluster]] inline double Grid::norm() const {
  double sum = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) sum += cells[i] * cells[i];
  return sum;
}

// Of which there is one.
[[clustrix::cluster]] inline int counted(std::vector<int>& a) {
  static int calls = 0;
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += 1;
  return ++calls;
}
"""

SOURCE = r"""
#include "shared.h"
void NAME() {
  std::vector<double> a(5000), b(5000, 1.5);
  std::printf("NAME.mixed %.6f\n", mixed(a, b));
  std::vector<TYPE> c(3000), d(3000, 3);
  std::printf("NAME.other %.6f\n", static_cast<double>(mixed(c, d)));
  Grid grid(4000);
  Grid& its = grid;
  its.fill(0.5);
  std::printf("NAME.norm %.6f\n", grid.norm());
  std::vector<int> e(2000);
  std::printf("NAME.counted %d\n", counted(e));
}
"""

MAIN = "void one();\nvoid two();\nvoid three();\nint main() { one(); two(); three(); one(); }\n"
NAMES = {"one": "float", "two": "long", "three": "short"}
LAUNCHED = ("mixed", "Grid::fill", "Grid::norm")


def objects(tools, compiler, work):
    """name -> (object of the original, object of the rewritten file)"""
    flags = ["-std=c++20", "-O1", "-w", f"-iquote{work}"]
    made = {}
    for name, kind in NAMES.items():
        source = work / f"{name}.cpp"
        source.write_text(SOURCE.replace("NAME", name).replace("TYPE", kind))
        rewritten = work / f"{name}.clustrix.cu"
        status, _, errors = e2e.run([str(tools.rewrite), str(source), "-o", str(rewritten), "--remarks=none", "--",
                                     "-std=c++20"], 120)
        if status != 0:
            raise e2e.Failure(f"clustrix-rewrite exits {status}: {e2e.first_error(errors)}")
        made[name] = tuple(
            e2e.compiled(text, work / f"{name}.{kind}.o", flags + more, [compiler])
            for kind, text, more in (("original", source, []), ("rewritten", rewritten, tools.flags)))
    main = work / "main.cpp"
    main.write_text(MAIN)
    made["main"] = (e2e.compiled(main, work / "main.o", flags, [compiler]),)
    return made


def check(tools, compiler, work):
    """Complaints about all programs of original and rewritten sources, in several orders."""
    work.mkdir()
    (work / "shared.h").write_text(HEADER)
    made = objects(tools, compiler, work)
    expected = None
    complaints = []
    for choice in itertools.product((0, 1), repeat=len(NAMES)):
        for order in (list(NAMES), list(reversed(NAMES))):
            which = dict(zip(NAMES, choice))
            program = work / "program"
            e2e.linked([*(made[name][which[name]] for name in order), made["main"][0]], program, tools.libraries,
                       [compiler])
            settings = e2e.environment(CLUSTRIX_DEVICES="virtual:2", CLUSTRIX_FORCE="1", CLUSTRIX_LOG="info")
            status, output, log = e2e.run([str(program)], 60, settings)
            what = f"{compiler}, rewritten {[n for n in order if which[n]]}, linked {order}"
            expected = output if expected is None else expected
            if status != 0 or output != expected:
                complaints.append(f"{what}: exits {status}, {e2e.first_difference(expected, output)}")
            launched = {name for name, _ in e2e.EXECUTED.findall(log)}
            if any(choice) and not set(LAUNCHED) <= launched or "counted" in launched:
                complaints.append(f"{what}: launched {sorted(launched)}")
    return complaints


def main():
    tools = e2e.Tools(pathlib.Path(sys.argv[1]))
    compilers = [name for name in ("g++", "clang++-19") if shutil.which(name)]
    complaints = []
    with tempfile.TemporaryDirectory() as folder:
        for compiler in compilers:
            complaints += check(tools, compiler, pathlib.Path(folder) / compiler)
    print("\n".join(complaints) or f"by {', '.join(compilers)}: all programs print the same")
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
