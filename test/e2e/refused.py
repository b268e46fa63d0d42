#!/usr/bin/env python3
"""A program whose loops are all kept as written by a guard: the log and the summary say by which, and what it saw.

    refused.py BUILD_DIR
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PROGRAM = r"""
#include <vector>

[[clustrix::cluster]]
void fill(double* a, int pitch, int rows, int columns) {
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) a[r * pitch + c] = r;
}
[[clustrix::cluster]]
void shift(double* a, const double* b, const double& by, int n) {
  for (int i = 0; i < n; ++i) a[i] = b[i] * by;
}
[[clustrix::cluster]]
void scatter(double* a, const int* at, const double* x, int n) {
  for (int i = 0; i < n; ++i) a[at[i]] = x[i];
}
[[clustrix::cluster]]
void reach(double* a, const int* at, const double* x, int n) {
  for (int i = 0; i < n; ++i) a[at[i]] = a[at[i] + 1] + x[i];
}
[[clustrix::cluster]]
void each(double** rows, int n, int columns) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < columns; ++j) rows[i][j] += j;
}
[[clustrix::cluster]]
bool has(const std::vector<int>& v, int n, int key) {
  for (int i = 0; i < n; ++i)
    if (v[i] == key) return true;
  return false;
}

int main() {
  const int n = 5000;
  std::vector<double> a(4 * n), x(n, 1.0);
  std::vector<int> at(n), v(n);
  for (int i = 0; i < n; ++i) at[i] = 2 * i;
  fill(a.data(), 80, 50, 100);
  fill(a.data(), 90, 50, 100);
  shift(a.data() + 1, a.data(), x[0], n);
  shift(a.data(), x.data(), a[70], n);
  at[900] = at[30];
  scatter(a.data(), at.data(), x.data(), n);
  at[900] = 1801;
  reach(a.data(), at.data(), x.data(), n);
  std::vector<double*> rows(50);
  for (int i = 0; i < 50; ++i) rows[i] = a.data() + 200 * (i == 40 ? 7 : i);
  each(rows.data(), 50, 150);
  return has(v, n + 1, 0) ? 0 : 1;
}
"""
# In the order of the launches; the second call of `fill` says nothing new.
EXPECTED = [
    "fill: subscripts of `a` stay within their dimension (pitch - columns >= 0): columns = 100, pitch = 80",
    "shift: what is written to a overlaps b: a[0] shares memory with b[1], 39.1 KB in all",
    "shift: a overlaps the variable by: a[70] shares memory with it",
    "scatter: a number may be twice in at: at[30] and at[900] are both 60",
    "reach: two iterations may touch the same element of a: a[1802] in iterations 900 and 901, counted from 0",
    "each: rows of rows[] may overlap each other: row 7 of rows[] shares memory with row 40 of rows[]",
    "has: `v[i]` exists in all iterations (v.size() - n >= 0): n = 5001, v.size() = 5000",
]


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        source, program = pathlib.Path(folder) / "refused.cpp", pathlib.Path(folder) / "refused"
        source.write_text(PROGRAM)
        subprocess.run([build / "bin/clustrix-c++", "-std=c++17", "-O2", source, "-o", program], check=True,
                       capture_output=True)
        environment = {**os.environ, "CLUSTRIX_DEVICES": "virtual:2", "CLUSTRIX_FORCE": "1", "CLUSTRIX_LOG": "info",
                       "CLUSTRIX_SUMMARY": "1"}
        ran = subprocess.run([program], env=environment, capture_output=True, text=True)
    told = [f"{name}: {what}" for what, name in
            re.findall(r"^clustrix: info: .*?guard failed: (.*) \[(\w+) at ", ran.stderr, re.MULTILINE)]
    summary = dict(re.findall(r"^clustrix: summary: (\w+) .*\| guard failed: (.*)$", ran.stderr, re.MULTILINE))
    last = dict(line.split(": ", 1) for line in EXPECTED)
    if ran.returncode != 0 or told != EXPECTED or summary != last:
        print(ran.stderr, "\n".join(["told:", *told]), f"status {ran.returncode}", sep="\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
