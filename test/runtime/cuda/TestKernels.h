// Kernels for the backend's tests, in the shape that the tool emits. Compiled by nvcc (TestKernels.cu), used by tests
// that the host compiler compiles.
#pragma once

#include <cmath>
#include <limits>

#include "clustrix/Kernel.h"

namespace clustrix::test {

/// a[k] = k * factor + offset
struct Line {
  double* a;
  double factor;
  double offset;

  CLUSTRIX_HD void operator()(Index k) const { a[k] = static_cast<double>(k) * factor + offset; }
};

struct Sum {
  const double* a;

  struct Partial {
    double sum;
  };
  static constexpr Order order = Order::Interleaved;
  CLUSTRIX_HD static Partial identity() { return {0}; }
  CLUSTRIX_HD static void combine(Partial& left, const Partial& right) { left.sum += right.sum; }
  CLUSTRIX_HD void operator()(Index k, Partial& partial) const { partial.sum += a[k]; }
};

/// The first of the largest elements. 12 bytes of members in 16, so that padding travels too.
struct FirstLargest {
  const double* a;

  struct Partial {
    double value;
    int at;
  };
  static constexpr Order order = Order::Sequential;
  CLUSTRIX_HD static Partial identity() { return {-std::numeric_limits<double>::infinity(), -1}; }
  CLUSTRIX_HD static void combine(Partial& left, const Partial& right) {
    if (right.value > left.value) left = right;
  }
  CLUSTRIX_HD void operator()(Index k, Partial& partial) const {
    if (a[k] > partial.value) partial = {a[k], static_cast<int>(k)};
  }
};

/// Counts of the last digits: a partial of 10 bytes, no multiple of a word.
struct Digits {
  const unsigned char* a;

  struct Partial {
    unsigned char count[10];
  };
  static constexpr Order order = Order::Interleaved;
  CLUSTRIX_HD static Partial identity() { return {}; }
  CLUSTRIX_HD static void combine(Partial& left, const Partial& right) {
    for (int digit = 0; digit < 10; ++digit) left.count[digit] += right.count[digit];
  }
  CLUSTRIX_HD void operator()(Index k, Partial& partial) const { ++partial.count[a[k] % 10]; }
};

/// Copies of an array: numbers of each remainder, the largest of each, and a partial result beside them.
struct Remainders {
  const double* a;
  Wrapping<int*> count;
  double (*largest)[2];

  using Combined = clustrix::Combined<combined::Sum<&Remainders::count>, combined::Maximum<&Remainders::largest>>;
  struct Partial {
    double sum;
  };
  static constexpr Order order = Order::Interleaved;
  CLUSTRIX_HD static Partial identity() { return {-0.0}; }
  CLUSTRIX_HD static void combine(Partial& left, const Partial& right) { left.sum += right.sum; }
  CLUSTRIX_HD void operator()(Index k, Partial& partial) const {
    count[k % 7]++;
    if (a[k] > largest[k % 3][k % 2]) largest[k % 3][k % 2] = a[k];
    partial.sum += a[k];
  }
};

/// What nvcc made of the kernels.
struct Compiled {
  const runtime::Kernel* line;
  const runtime::Kernel* sum;
  const runtime::Kernel* firstLargest;
  const runtime::Kernel* digits;
  const runtime::Kernel* remainders;
  const void* layoutOfLine;  // the stub of the kernel that measures it
};
Compiled compiled();

}  // namespace clustrix::test
