// Calls into a library whose footprints hang on flags, strides and pitches, by cases of a library model.
#include "library_cases.h"
#include "show.h"

#include <complex>

using vendor::Columns;
using vendor::Order;
using vendor::Rows;

/// Blocks that lie behind each other, of rows with gaps.
[[clustrix::cluster]] void addBehind(const double* a, double* b, int count, int m, int n, int ld) {
  for (int i = 0; i < count; ++i) vendor::add(Rows, m, n, a + i * m * ld, ld, b + i * m * ld, ld);  // want: parallel
}

/// Blocks side by side in one matrix: each iteration writes a part of each row.
[[clustrix::cluster]] void addBeside(const double* a, double* b, int count, int m, int ld) {
  for (int i = 0; i < count; ++i) vendor::add(Rows, m, 4, a + i * 4, ld, b + i * 4, ld);  // want: parallel
}

/// The same in columns is blocks that overlap: rows of m elements, 4 apart.
[[clustrix::cluster]] void addColumns(const double* a, double* b, int count, int m, int ld) {
  for (int i = 0; i < count; ++i) vendor::add(Columns, m, 4, a + i * 4, ld, b + i * 4, ld);  // want: parallel
}

[[clustrix::cluster]] void addByFlag(const double* a, double* b, Order order, int count, int ld) {
  for (int i = 0; i < count; ++i) vendor::add(order, 4, 4, a + i * 4, ld, b + i * 4, ld);  // want: serial
}

/// Each block is made of the one before it.
[[clustrix::cluster]] void addChain(double* b, int count, int m, int n) {
  for (int i = 1; i < count; ++i) vendor::add(Rows, m, n, b + (i - 1) * m * n, n, b + i * m * n, n);  // want: serial
}

/// The second array may be the first, or begin inside it.
[[clustrix::cluster]] void addShifted(const double* a, double* b, int count) {
  for (int i = 0; i < count; ++i) vendor::add(Rows, 2, 3, a + i * 6, 3, b + i * 6, 3);  // want: parallel
}

[[clustrix::cluster]] void copyColumns(const double* x, double* y, int count, int n, int pitch) {
  for (int i = 0; i < count; ++i) vendor::copy(n, x + i * n, 1, y + i, pitch);  // want: parallel
}

[[clustrix::cluster]] void copyBackwards(const double* x, double* y, int count, int n) {
  for (int i = 0; i < count; ++i) vendor::copy(n, x + i * n, -1, y + i * n, 1);  // want: parallel
}

/// Downwards the rows are the same elements, and the loop's guard asks.
[[clustrix::cluster]] void copyInSteps(const double* x, double* y, int count, int n, int step) {
  for (int i = 0; i < count; ++i) vendor::copy(n, x + i * n, 1, y + i * n * 3, step);  // want: parallel
}

[[clustrix::cluster]] void copyOverlapping(const double* x, double* y, int count, int n) {
  for (int i = 0; i < count; ++i) vendor::copy(n, x + i * n, 1, y + i, -2);  // want: serial
}

[[clustrix::cluster]] void applyAll(const double* a, const double* x, double* y, int count, int m, int n) {
  for (int i = 0; i < count; ++i) vendor::apply('N', m, n, a, x + i * n, y + i * m);  // want: parallel
}

[[clustrix::cluster]] void applyTransposed(const double* a, const double* x, double* y, int count, int m, int n) {
  for (int i = 0; i < count; ++i) vendor::apply('T', m, n, a, x + i * m, y + i * n);  // want: parallel
}

[[clustrix::cluster]] void applyByFlag(const double* a, const double* x, double* y, int count, int m, int n, bool t) {
  for (int i = 0; i < count; ++i) vendor::apply(t ? 'T' : 'N', m, n, a, x + i * m, y + i * n);  // want: serial
}

[[clustrix::cluster]] void applyToOne(const double* a, const double* x, double* y, int count, int m, int n) {
  for (int i = 0; i < count; ++i) vendor::apply('N', m, n, a, x + i * n, y);  // want: serial
}

[[clustrix::cluster]] void turnAll(std::complex<double>* x, int count, int n) {
  const std::complex<double> by(0.6, 0.8);
  for (int i = 0; i < count; ++i) vendor::turn(n, &by, x + i * n);  // want: parallel
}

/// Elements of the library's are two of the array's.
[[clustrix::cluster]] void turnPairs(double* x, int count, int n) {
  const double by[2] = {0.6, 0.8};
  for (int i = 0; i < count; ++i) vendor::turn(n, by, x + i * 2 * n);  // want: parallel
}

[[clustrix::cluster]] void turnHalves(double* x, int count, int n) {
  const double by[2] = {0.6, 0.8};
  for (int i = 0; i < count; ++i) vendor::turn(n, by, x + i * n);  // want: serial
}

[[clustrix::cluster]] void scaleAll(double* x, int count, int n) {
  const int one = 1;
  const double alpha = 0.75;
  for (int i = 0; i < count; ++i) vscale_(&n, &alpha, x + i * n, &one);  // want: parallel
}

/// What is pointed to is the iteration's own, and known.
[[clustrix::cluster]] void scaleOwn(double* x, int count) {
  for (int i = 0; i < count; ++i) {  // want: parallel
    int n = 5, step = 2;
    const double alpha = 1.0 / (1 + i);
    vscale_(&n, &alpha, x + i * 10, &step);
  }
}

/// ... and not known.
[[clustrix::cluster]] void scaleUnknown(double* x, const int* lengths, int count) {
  const int one = 1;
  const double alpha = 0.75;
  for (int i = 0; i < count; ++i) vscale_(lengths + i, &alpha, x + i * 4, &one);  // want: serial
}

[[clustrix::cluster]] void sums(const double* x, double* s, int count, int n) {
  for (int i = 0; i < count; ++i) vsum_("S", &n, x + i * n, s + i);  // want: parallel
}

/// A variable from outside that the library writes.
[[clustrix::cluster]] double sumOfSums(const double* x, int count, int n) {
  double all = 0, one = 0;
  for (int i = 0; i < count; ++i) {  // want: serial
    vsum_("S", &n, x + i * n, &one);
    all += one;
  }
  return all;
}

[[clustrix::cluster]] double sumOfOwnSums(const double* x, double* s, int count, int n) {
  double all = 0;
  for (int i = 0; i < count; ++i) {  // want: parallel
    double one = 1;
    vsum_("S", &n, x + i * n, &one);
    s[i] = one;
    all += one;
  }
  return all;
}

/// The plan is made in front of the loop, each iteration has its own row.
[[clustrix::cluster]] void planned(const double* x, double* y, int count, int n) {
  std::vector<double> example(n);
  vendor::Plan* const plan = vendor::plan(n, example.data());
  for (int i = 0; i < count; ++i) {  // want: parallel
    std::vector<double> row(n);
    for (int j = 0; j < n; ++j) row[j] = x[i * n + j];
    vendor::execute(plan, row.data());
    for (int j = 0; j < n; ++j) y[i * n + j] = row[j];
  }
  vendor::destroy(plan);
}

[[clustrix::cluster]] void plannedInPlace(double* y, int count, int n) {
  vendor::Plan* const plan = vendor::plan(n, y);
  for (int i = 0; i < count; ++i) vendor::execute(plan, y + i);  // want: serial
  vendor::destroy(plan);
}

[[clustrix::cluster]] void sharedPlan(double* y, int count, int n) {
  vendor::Plan* const plan = vendor::plan(n, y);
  for (int i = 0; i < count; ++i) vendor::executeOwn(plan);  // want: serial
  vendor::destroy(plan);
}

[[clustrix::cluster]] void plansInside(double* y, int count, int n) {
  for (int i = 0; i < count; ++i) {  // want: serial
    vendor::Plan* const plan = vendor::plan(n, y + i * n);
    vendor::execute(plan, y + i * n);
    vendor::destroy(plan);
  }
}

/// A plan keeps the address of what it is made with, which is no constant afterwards.
[[clustrix::cluster]] void keptByPlan(double* y, int count) {
  double scale[2] = {2, 3};
  double factor = 1;
  vendor::Plan* const plan = vendor::plan(1, &factor);
  vendor::Plan* const pair = vendor::plan(2, scale);
  vendor::executeOwn(pair);
  for (int i = 0; i < count; ++i) y[i] *= factor + scale[1];  // want: parallel
  vendor::destroy(plan);
  vendor::destroy(pair);
}

static std::vector<double> data(int n) {
  Random random(static_cast<unsigned>(n) + 11);
  std::vector<double> values(static_cast<std::size_t>(n));
  random.fillUnit(values);
  return values;
}

int main() {
  for (const int count : {0, 1, 2, 7, 33}) {
    const auto x = data(3000);
    auto y = data(3200), z = data(3001);
    for (const int ld : {5, 4, 3}) addBehind(x.data(), y.data(), count, 3, 4, ld);
    show("addBehind", y);
    for (const int ld : {4 * count, 4 * count + 3, 4, 6}) addBeside(x.data(), y.data(), count, 5, ld);
    show("addBeside", y);
    for (const int ld : {4 * count + 8, 4, 5, 12}) addColumns(x.data(), y.data(), count, 4, ld);
    for (const int m : {9, 12}) addColumns(x.data(), y.data(), count, m, 4 * count + m);
    show("addColumns", y);
    for (const Order order : {Rows, Columns}) addByFlag(x.data(), y.data(), order, count, 4 * count + 4);
    show("addByFlag", y);
    addChain(y.data(), count, 3, 4);
    show("addChain", y);
    for (const int shift : {0, 6, 3, 1}) addShifted(y.data() + shift, y.data(), count);
    for (const int shift : {0, 6, 3, 1}) addShifted(y.data(), y.data() + shift, count);
    show("addShifted", y);
    for (const int pitch : {count, count + 2, 1, 0}) copyColumns(x.data(), y.data(), count, 6, pitch);
    show("copyColumns", y);
    copyBackwards(x.data(), y.data(), count, 6);
    show("copyBackwards", y);
    for (const int step : {1, 3, 2, 0, -1, -3, 4}) copyInSteps(x.data(), y.data(), count, 6, step);
    show("copyInSteps", y);
    copyOverlapping(x.data(), y.data(), count, 6);
    show("copyOverlapping", y);
    applyAll(x.data(), x.data() + 50, y.data(), count, 3, 5);
    applyTransposed(x.data(), x.data() + 50, y.data(), count, 3, 5);
    for (const bool t : {false, true}) applyByFlag(x.data(), x.data() + 50, y.data(), count, 5, 3, t);
    applyToOne(x.data(), x.data() + 50, y.data(), count, 3, 5);
    show("apply", y);
    std::vector<std::complex<double>> c(400);
    for (std::size_t i = 0; i < c.size(); ++i) c[i] = {x[i], x[2 * i]};
    turnAll(c.data(), count, 7);
    for (const auto& one : c) put("turnAll", one.real() + 2 * one.imag());
    turnPairs(y.data(), count, 7);
    turnHalves(y.data(), count, 7);
    show("turned", y);
    scaleAll(y.data(), count, 9);
    scaleOwn(y.data(), count);
    std::vector<int> lengths(40);
    for (std::size_t i = 0; i < lengths.size(); ++i) lengths[i] = static_cast<int>(3 + i % 7);
    scaleUnknown(y.data(), lengths.data(), count);
    show("scaled", y);
    sums(x.data(), z.data(), count, 8);
    show("sums", z);
    put("sumOfSums", sumOfSums(x.data(), count, 8));
    put("sumOfOwnSums", sumOfOwnSums(x.data(), z.data(), count, 8));
    planned(x.data(), z.data(), count, 8);
    plannedInPlace(z.data(), count, 8);
    sharedPlan(z.data(), count, 8);
    plansInside(z.data(), count, 8);
    keptByPlan(z.data(), count);
    show("planned", z);
  }
}
