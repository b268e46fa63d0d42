// Whole programs whose arrays stay on devices: what moves, to the byte.
#include <catch2/catch.hpp>
#include <cmath>

#include "Counted.h"

using namespace clustrix;
using namespace clustrix::test;
using runtime::CopyKind;

namespace {

constexpr Site residencyTrafficSite{"traffic", "traffic.cpp", 1, 1};
constexpr Index word = sizeof(double);

// for (i in 1 .. n-1) for (j in 1 .. m-1) b[i][j] = mean of a[i][j] and its four neighbours
struct Stencil {
  double* b;
  const double* a;
  Index m;
  void operator()(Index k) const {
    for (Index i = k + 1, j = 1; j < m - 1; ++j)
      b[i * m + j] =
          0.2 * (a[i * m + j] + a[i * m + j - 1] + a[i * m + j + 1] + a[(i - 1) * m + j] + a[(i + 1) * m + j]);
  }
};

void stencil(double* b, const double* a, Index n, Index m, const Residency& residency) {
  Loop loop(residencyTrafficSite, n - 2, residency);
  const auto b_ = loop.array("b", b, n * m);
  const auto a_ = loop.array("a", a, n * m);
  loop.disjoint(b_, a_);
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.writes(b_).box((chunk.begin + 1) * m + 1, {m, chunk.size()}, {1, m - 2});
    touched.reads(a_).box(chunk.begin * m, {m, chunk.size() + 2}, {1, m});
  };
  const auto kernel = [&](const Memory& at) { return Stencil{at(b_), at(a_), m}; };
  REQUIRE(loop.run(footprint, kernel));
}

// The same by columns: the halo is a column on either side.
struct ColumnStencil {
  double* b;
  const double* a;
  Index n, m;
  void operator()(Index k) const {
    for (Index i = 1, j = k + 1; i < n - 1; ++i)
      b[i * m + j] =
          0.2 * (a[i * m + j] + a[i * m + j - 1] + a[i * m + j + 1] + a[(i - 1) * m + j] + a[(i + 1) * m + j]);
  }
};

void columnStencil(double* b, const double* a, Index n, Index m, const Residency& residency) {
  Loop loop(residencyTrafficSite, m - 2, residency);
  const auto b_ = loop.array("b", b, n * m);
  const auto a_ = loop.array("a", a, n * m);
  loop.disjoint(b_, a_);
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.writes(b_).box(m + chunk.begin + 1, {m, n - 2}, {1, chunk.size()});
    touched.reads(a_).box(chunk.begin, {m, n}, {1, chunk.size() + 2});
  };
  const auto kernel = [&](const Memory& at) { return ColumnStencil{at(b_), at(a_), n, m}; };
  REQUIRE(loop.run(footprint, kernel));
}

std::vector<double> field(Index n, Index m) {
  std::vector<double> a(static_cast<std::size_t>(n * m));
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = std::sin(static_cast<double>(i));
  return a;
}

template <class Step>
std::vector<double> afterSteps(std::vector<double> a, int steps, const Step& step) {
  std::vector<double> b = a;
  double* from = a.data();
  double* to = b.data();
  for (int t = 0; t < steps; ++t) {
    step(to, from);
    std::swap(to, from);
  }
  return steps % 2 == 0 ? a : b;
}

// y[k] = scale * y[k] + x[k]
struct Axpy {
  double* y;
  const double* x;
  double scale, factor;
  void operator()(Index k) const { y[k] = scale * y[k] + factor * x[k]; }
};
void axpy(std::vector<double>& y, double scale, const std::vector<double>& x, double factor,
          const Residency& residency) {
  const Index n = static_cast<Index>(y.size());
  Loop loop(residencyTrafficSite, n, residency);
  const auto y_ = loop.array("y", y.data(), n);
  const auto x_ = loop.array("x", x.data(), n);
  loop.disjoint(y_, x_);
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.reads(y_).box(chunk.begin, {1, chunk.size()});
    touched.writes(y_).box(chunk.begin, {1, chunk.size()});
    touched.reads(x_).box(chunk.begin, {1, chunk.size()});
  };
  const auto kernel = [&](const Memory& at) { return Axpy{at(y_), at(x_), scale, factor}; };
  REQUIRE(loop.run(footprint, kernel));
}

struct Dot {
  const double* x;
  const double* y;
  struct Partial {
    double sum;
  };
  static constexpr Order order = Order::Interleaved;
  static Partial identity() { return {-0.0}; }
  static void combine(Partial& left, const Partial& right) { left.sum += right.sum; }
  void operator()(Index k, Partial& partial) const { partial.sum += x[k] * y[k]; }
};
double dot(const std::vector<double>& x, const std::vector<double>& y, const Residency& residency) {
  const Index n = static_cast<Index>(x.size());
  Loop loop(residencyTrafficSite, n, residency);
  const auto x_ = loop.array("x", x.data(), n);
  const auto y_ = loop.array("y", y.data(), n);
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.reads(x_).box(chunk.begin, {1, chunk.size()});
    touched.reads(y_).box(chunk.begin, {1, chunk.size()});
  };
  const auto kernel = [&](const Memory& at) { return Dot{at(x_), at(y_)}; };
  Dot::Partial total{};
  REQUIRE(loop.run(footprint, kernel, total));
  return total.sum;
}

// y = A x for rows of 3 entries each, whose columns only the data knows.
struct Multiply {
  double* y;
  const double* x;
  const double* value;
  const int* column;
  void operator()(Index k) const {
    double sum = 0;
    for (Index e = 3 * k; e < 3 * k + 3; ++e) sum += value[e] * x[column[e]];
    y[k] = sum;
  }
};
struct Matrix {
  std::vector<double> value;
  std::vector<int> column;
  explicit Matrix(Index n) {
    for (Index i = 0; i < n; ++i)
      for (Index c : {(i + n - 7) % n, i, (i + 7) % n}) {
        column.push_back(static_cast<int>(c));
        value.push_back(c == i ? 4.0 : -1.0);
      }
  }
};
void multiply(std::vector<double>& y, const Matrix& matrix, const std::vector<double>& x, const Residency& residency) {
  const Index n = static_cast<Index>(y.size());
  Loop loop(residencyTrafficSite, n, residency);
  const auto y_ = loop.array("y", y.data(), n);
  const auto x_ = loop.array("x", x.data(), n);
  const auto value_ = loop.array("value", matrix.value.data(), 3 * n);
  const auto column_ = loop.array("column", matrix.column.data(), 3 * n);
  loop.disjoint(y_, x_);
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.writes(y_).box(chunk.begin, {1, chunk.size()});
    touched.mayRead(x_).whole();
    touched.reads(value_).box(3 * chunk.begin, {1, 3 * chunk.size()});
    touched.reads(column_).box(3 * chunk.begin, {1, 3 * chunk.size()});
  };
  const auto kernel = [&](const Memory& at) { return Multiply{at(y_), at(x_), at(value_), at(column_)}; };
  REQUIRE(loop.run(footprint, kernel));
}

double conjugateGradient(std::vector<double>& x, const Matrix& matrix, const std::vector<double>& b, int steps) {
  std::vector<double> r = b, p = b, q(b.size());
  Residency residency;
  const Lifetime lifetime(residency);
  double rho = dot(r, r, residency);
  for (int step = 0; step < steps; ++step) {
    multiply(q, matrix, p, residency);
    const double alpha = rho / dot(p, q, residency);
    axpy(x, 1, p, alpha, residency);
    axpy(r, 1, q, -alpha, residency);
    const double next = dot(r, r, residency);
    axpy(p, next / rho, r, 1, residency);
    rho = next;
  }
  return rho;
}

// Forces of all bodies on body k, on a line; then the step.
struct Forces {
  double* force;
  const double* x;
  Index n;
  void operator()(Index k) const {
    double sum = 0;
    for (Index i = 0; i < n; ++i) sum += (x[i] - x[k]) / (1 + (x[i] - x[k]) * (x[i] - x[k]));
    force[k] = sum;
  }
};
void forces(std::vector<double>& force, const std::vector<double>& x, const Residency& residency) {
  const Index n = static_cast<Index>(x.size());
  Loop loop(residencyTrafficSite, n, residency);
  const auto force_ = loop.array("force", force.data(), n);
  const auto x_ = loop.array("x", x.data(), n);
  loop.disjoint(force_, x_);
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.writes(force_).box(chunk.begin, {1, chunk.size()});
    touched.reads(x_).box(0, {1, n});
  };
  const auto kernel = [&](const Memory& at) { return Forces{at(force_), at(x_), n}; };
  REQUIRE(loop.run(footprint, kernel));
}

}  // namespace

TEST_CASE("a hundred steps of a stencil move the arrays once each way, and a halo a step") {
  constexpr Index n = 66, m = 40, devices = 8, inner = n - 2;
  constexpr int steps = 100;
  const std::vector<double> start = field(n, m);
  const std::vector<double> expected = afterSteps(start, steps, [&](double* to, const double* from) {
    for (Index k = 0; k < inner; ++k) Stencil{to, from, m}(k);
  });
  Counted on("virtual:8");
  std::vector<double> result;
  {
    std::vector<double> a = start, b = start;
    Residency residency;
    const Lifetime lifetime(residency);
    double* from = a.data();
    double* to = b.data();
    for (int t = 0; t < steps; ++t) {
      stencil(to, from, n, m, residency);
      std::swap(to, from);
    }
    // Read by the first step: all rows, those beside a boundary by both neighbours. By the second: the frame of b.
    const Index rows = inner + 2 * devices;
    const Index frame = rows * 2 + 2 * (m - 2);
    CHECK(static_cast<Index>(on.in()) == (rows * m + frame) * word);
    // One row each way across each boundary, but in the first step; one copy each.
    constexpr Index exchanges = (steps - 1) * 2 * (devices - 1);
    CHECK(static_cast<Index>(on.between()) == exchanges * (m - 2) * word);
    CHECK(on.recording->copies[static_cast<int>(CopyKind::DeviceToDevice)] == exchanges);
    CHECK(on.out() == 0);
    residency.host();
    CHECK(static_cast<Index>(on.out()) == 2 * inner * (m - 2) * word);
    result = steps % 2 == 0 ? a : b;
  }
  CHECK(result == expected);
}

TEST_CASE("a stencil divided by columns exchanges one column each way as one copy") {
  constexpr Index n = 50, m = 66, devices = 4, inner = m - 2;
  constexpr int steps = 10;
  const std::vector<double> start = field(n, m);
  const std::vector<double> expected = afterSteps(start, steps, [&](double* to, const double* from) {
    for (Index k = 0; k < inner; ++k) ColumnStencil{to, from, n, m}(k);
  });
  Counted on("virtual:4");
  std::vector<double> a = start, b = start;
  {
    Residency residency;
    double* from = a.data();
    double* to = b.data();
    for (int t = 0; t < steps; ++t) {
      columnStencil(to, from, n, m, residency);
      std::swap(to, from);
    }
    constexpr Index exchanges = (steps - 1) * 2 * (devices - 1);
    CHECK(static_cast<Index>(on.between()) == exchanges * (n - 2) * word);
    CHECK(on.recording->copies[static_cast<int>(CopyKind::DeviceToDevice)] == exchanges);
  }
  CHECK((steps % 2 == 0 ? a : b) == expected);
}

TEST_CASE("conjugate gradients gather the direction once a step, and move nothing else") {
  constexpr Index n = 1024, devices = 4;
  constexpr int steps = 20;
  const Matrix matrix(n);
  std::vector<double> b(n);
  for (Index i = 0; i < n; ++i) b[static_cast<std::size_t>(i)] = std::cos(static_cast<double>(i));
  std::vector<double> onCpu(n), x(n);
  double cpuRho = 0, rho = 0;
  {
    Harness harness({"cpu"});
    cpuRho = conjugateGradient(onCpu, matrix, b, steps);
  }
  Counted on("virtual:4");
  rho = conjugateGradient(x, matrix, b, steps);
  CHECK(rho == cpuRho);
  CHECK(x == onCpu);
  CHECK(rho < 1e-6);
  // r; all of p on each device; the matrix; x.
  const Index entries = 3 * n * (word + static_cast<Index>(sizeof(int)));
  CHECK(static_cast<Index>(on.in()) == (n + devices * n + n) * word + entries);
  CHECK(static_cast<Index>(on.between()) == (steps - 1) * (devices - 1) * n * word);
  const Index results = reduction::blockCount({0, n}, reduction::blockSize(n)) * word;
  // Block results of 1 + 2 * steps dot products; in the end x, r, p and q.
  CHECK(static_cast<Index>(on.out()) == (1 + 2 * steps) * results + 4 * n * word);
}

TEST_CASE("bodies on all devices gather the positions once a step") {
  constexpr Index n = 600, devices = 3;
  constexpr int steps = 15;
  std::vector<double> x = field(n, 1), force(n), expected = x, forceThere(n);
  for (int t = 0; t < steps; ++t) {
    for (Index k = 0; k < n; ++k) Forces{forceThere.data(), expected.data(), n}(k);
    for (Index k = 0; k < n; ++k) Axpy{expected.data(), forceThere.data(), 1, 1e-3}(k);
  }
  Counted on("virtual:3");
  {
    Residency residency;
    for (int t = 0; t < steps; ++t) {
      forces(force, x, residency);
      axpy(x, 1, force, 1e-3, residency);
    }
    CHECK(static_cast<Index>(on.in()) == devices * n * word);
    CHECK(static_cast<Index>(on.between()) == (steps - 1) * (devices - 1) * n * word);
    CHECK(on.out() == 0);
  }
  CHECK(static_cast<Index>(on.out()) == 2 * n * word);
  CHECK(x == expected);
}

namespace {

// for (k < n) sums[k % 8] += x[k]
struct Binning {
  double* sums;
  const double* x;
  using Combined = clustrix::Combined<combined::Sum<&Binning::sums>>;
  void operator()(Index k) const { sums[k % 8] += x[k]; }
};
void bin(std::vector<double>& sums, const std::vector<double>& x, const Residency& residency) {
  Loop loop(residencyTrafficSite, static_cast<Index>(x.size()), residency);
  const auto sums_ = loop.combined("sums", sums.data(), sums.size());
  const auto x_ = loop.array("x", x.data());
  loop.operations(4);
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.combines(sums_).whole();
    touched.reads(x_).box(chunk.begin, {1, chunk.size()});
  };
  REQUIRE(loop.run(footprint, [&](const Memory& at) { return Binning{at(sums_), at(x_)}; }));
}

}  // namespace

TEST_CASE("what iterations combine into comes home, and what they read stays") {
  constexpr Index n = 4096;
  constexpr int steps = 5;
  const auto run = [&](std::vector<double>& x, std::vector<double>& sums, const Residency& residency) {
    for (int t = 0; t < steps; ++t) {
      axpy(x, 0.5, sums, 1, residency);
      bin(sums, x, residency);
    }
  };
  std::vector<double> x = field(n, 1), there = x, sums(n, 1), sumsThere = sums;
  {
    Harness harness({"virtual:1"});
    const Residency residency;
    run(there, sumsThere, residency);
  }
  Counted on("virtual:2");
  {
    const Residency residency;
    run(x, sums, residency);
    // x and the sums at first; the sums, which the host has changed, before each further step.
    CHECK(static_cast<Index>(on.in()) == 2 * n * word + (steps - 1) * n * word);
    // The bins' blocks divide the iterations a little differently.
    CHECK(static_cast<Index>(on.between()) < n * word);
  }
  CHECK((x == there && sums == sumsThere));
}
