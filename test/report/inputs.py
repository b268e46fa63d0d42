"""Sources for the tests of the HTML report: many functions of all verdicts, with whatever is awkward in a page.

    inputs.py FUNCTIONS LINES > all.cpp

The lines between functions are helpers that nobody annotated, as many as fill the file.
"""
import sys

HEAD = b"""// Not UTF-8: caf\xe9, \xff\xfe. Markup: </script><script>alert(1)</script> <!-- &amp; &lt; "quotes" 'and' ]]>
#include <cmath>
#include <cstdio>
#include <vector>
template <class T> struct Cells { T* data; int count; T& operator[](int i) const { return data[i]; } };
"""

# What the report is to say of each is not written here: the tests ask the JSON report.
KINDS = [
    b"""// A stencil: two arrays that may overlap, so that it is guarded.
[[clustrix::cluster]]
void stencil@(double* next, const double* now, int n) {
  for (int i = 1; i < n - 1; ++i)
    next[i] = 0.5 * (now[i - 1] + now[i + 1]);
}
""",
    b"""[[clustrix::cluster]]
double energy@(const std::vector<double>& v, double mass) {
  double sum = 0;
  for (double x : v) sum += 0.5 * mass * x * x;
  return sum;
}
""",
    b"""/* Each needs the one before: serial. */
[[clustrix::cluster]] void decay@(double* __restrict a, int n) {
  for (int i = 1; i < n; ++i) a[i] = std::sin(a[i - 1]) + a[i];
}
""",
    b"""[[clustrix::cluster]]
void prefix@(double* __restrict a, int n) {
  for (int i = 1; i < n; ++i)
    a[i] += a[i - 1];
}
""",
    b"""[[clustrix::cluster]]
void tell@(const std::vector<int>& v) {
  for (std::size_t i = 0; i < v.size() && i < 1u << 4; ++i)
    std::printf("<b>%d</b> & \\"%s\\"\\n", v[i], "x");
}
""",
    b"""[[clustrix::cluster]]
void multiply@(const double* __restrict a, const double* __restrict b, double* __restrict c, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}
""",
    b"""[[clustrix::cluster]]
void select@(const std::vector<double>& from, std::vector<double>& to, double least) {
  for (double x : from)
    if (x > least) to.push_back(x);
}
""",
    b"""template <class T>
[[clustrix::cluster]] void scale@(Cells<T> cells, T factor) {
  for (int i = 0; i < cells.count; ++i) cells[i] *= factor;
}
template void scale@<float>(Cells<float>, float);
""",
    b"""class Field@ {
 public:
  [[clustrix::cluster]] void march(int steps) {
    for (int t = 0; t < steps; ++t) {
      for (std::size_t i = 0; i < values.size(); ++i) values[i] += 0.1;
      for (std::size_t i = 0; i < values.size(); ++i) values[i] *= 0.9;
    }
  }
  std::vector<double> values;
};
""",
    b"""[[clustrix::cluster]]
void scatter@(double* __restrict a, const int* __restrict at, const double* __restrict x, int n) {
  [[clustrix::independent]]
  for (int i = 0; i < n; ++i) a[at[i]] += x[i];
}
""",
    b"""[[clustrix::cluster]]
void corner@(double* a) {
  for (int i = 0; i < 3; ++i) a[i] = 0;
}
""",
]


def helper(number):
    return b"inline double helper%d(double x) { return x < %d ? x : -x; }\n" % (number, number)


def source(functions, lines=0):
    parts = [KINDS[i % len(KINDS)].replace(b"@", b"%d" % i) for i in range(functions)]
    between = max(0, lines - sum(part.count(b"\n") + 1 for part in parts) - HEAD.count(b"\n"))
    text, helpers = HEAD, 0
    for i, part in enumerate(parts):
        until = between * (i + 1) // len(parts)
        text += b"".join(helper(number) for number in range(helpers, until)) + b"\n" + part
        helpers = until
    return text


if __name__ == "__main__":
    sys.stdout.buffer.write(source(*map(int, sys.argv[1:])))
