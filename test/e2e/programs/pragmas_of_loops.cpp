// Pragmas and attributes in front of loops, on lines of their own, as operators and in macros, and loops that are the
// whole of a branch, of a label or of another loop.
#include "show.h"

#define DO_PRAGMA(text) _Pragma(#text)
#define IVDEP DO_PRAGMA(GCC ivdep)
#if defined(__GNUC__) && !defined(__clang__)
#define VECTORISED _Pragma("GCC ivdep")
#else
#define VECTORISED
#endif
#define FORALL(i, n) _Pragma("GCC ivdep") for (int i = 0; i < n; ++i)

[[clustrix::cluster]] void one_after_the_other(double* a, const double* b, int n) {
#pragma GCC ivdep
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] += b[i];
#pragma GCC unroll 4
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] *= 2;
#pragma omp parallel for schedule(static) \
    num_threads(2)
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] += 3;
  _Pragma("GCC ivdep") _Pragma("GCC unroll 2")
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] += 1;
  IVDEP for (int i = 0; i < n; ++i)  // want: parallel
    a[i] += 2;
  VECTORISED
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] -= b[i] / 2;
  FORALL(i, n)  // want: parallel
    a[i] *= 1.5;
}

[[clustrix::cluster]] void with_text_between(double* a, const double* b, int n) {
  // The first of several.
#pragma GCC ivdep
  // Between.

#pragma GCC unroll 8
  /* #pragma in a comment */
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] += b[i];
#ifdef _OPENMP
#pragma omp parallel for
#endif
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] += 2 * b[i];
#if defined(__clang__)
#pragma clang loop unroll(enable)
#elif defined(__GNUC__)
#pragma GCC ivdep
#else
#pragma ivdep
#endif
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] *= 3;
}

[[clustrix::cluster]] void whole_statements(double* a, int n, int c) {
  if (c)
#pragma GCC ivdep
    for (int i = 0; i < n; ++i)  // want: parallel
      a[i] -= 3;
  else
#pragma GCC unroll 3
    for (int i = 0; i < n; ++i)  // want: parallel
      a[i] -= 4;
  switch (c) {
    case 1: for (int i = 0; i < n; ++i)  // want: parallel
      a[i] += 1;
    case 2:
#pragma GCC ivdep
      for (int i = 0; i < n; ++i)  // want: parallel
        a[i] += 2;
      break;
    default: [[likely]] for (int i = 0; i < n; ++i)  // want: parallel
      a[i] += 5;
  }
  do
#pragma GCC ivdep
    for (int i = 0; i < n; ++i)  // want: parallel
      a[i] *= 1.25;
  while (--c > 0);
}

[[clustrix::cluster]] void labels(double* a, int n, int c) {
  if (c == 3) goto second;
first:
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] += 1;
second: [[likely]] for (int i = 0; i < n; ++i)  // want: parallel
    a[i] += 2;
  if (c++ < 2) goto first;
}

int main() {
  Random random(11);
  std::vector<double> a(1000), b(1000);
  random.fillUnit(a);
  random.fillUnit(b);
  for (const int n : {1000, 2, 0}) {
    one_after_the_other(a.data(), b.data(), n);
    one_after_the_other(a.data() + 1, a.data(), n / 2);
    with_text_between(a.data(), b.data(), n);
    for (int c = 0; c < 4; ++c) {
      whole_statements(a.data(), n, c);
      labels(a.data(), n, c);
    }
    show("a", a.data(), 1000);
  }
}
