// Nests that are launched by their inner loop: each element is combined into in the order of the source, to the bit, by
// one thread or by lanes that add up its terms. And nests that must stay as they are.
#include "bits.h"

#include <vector>

[[clustrix::cluster]]
void row_update(const std::vector<double>& a, const std::vector<double>& x, std::vector<double>& y, int rows,
                int columns) {
  for (int i = 0; i < rows; ++i)  // want: parallel
    for (int j = 0; j < columns; ++j) y[j] += a[i * columns + j] * x[i];  // want: parallel
}

[[clustrix::cluster]]
void several(const float* a, float* sum, double* product, long* count, int rows, int columns) {
  for (int i = rows - 1; i >= 0; i -= 2) {  // want: parallel
    const float scale = a[i] + 0.5f;
    if (i % 5 == 3) continue;
    for (unsigned j = 1; j < static_cast<unsigned>(columns); j += 3) {  // want: parallel
      sum[j] -= a[i * columns + j] * scale;
      product[2 * j] *= 1 + a[i * columns + j] * 0.125;
      count[j] += i;
    }
  }
}

// Not every iteration adds something: each element has a thread.
[[clustrix::cluster]]
void some(const double* a, double* y, int rows, int columns) {
  for (int i = 0; i < rows; ++i)  // want: parallel
    for (int j = 0; j < columns; ++j)  // want: parallel
      if (a[i * columns + j] > 0) y[j] += a[i * columns + j];
}

[[clustrix::cluster]]
void extremes(const double* a, double* top, int rows, int columns) {
  for (int i = 0; i < rows; ++i)  // want: parallel
    for (int j = 0; j < columns; ++j)  // want: parallel
      if (a[i * columns + j] > top[j]) top[j] = a[i * columns + j];
}

// The array that is added to is the matrix's first row: what is read of it has changed.
[[clustrix::cluster]]
void own_row(const double* a, double* y, int rows, int columns) {
  for (int i = 0; i < rows; ++i)  // want: parallel
    for (int j = 0; j < columns; ++j) y[j] += a[i * columns + j] * 0.5;  // want: parallel
}

// Iterations of the inner loop meet.
[[clustrix::cluster]]
void folded(const double* a, double* y, int rows, int columns) {
  for (int i = 0; i < rows; ++i)  // want: parallel
    for (int j = 0; j < columns; ++j) y[j / 2] += a[i * columns + j];
}

[[clustrix::cluster]]
void product(const double* a, const double* b, double* c, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j) c[i * n + j] += a[i * n + k] * b[k * n + j];  // want: parallel
}

// The next one reads what the one before has written.
[[clustrix::cluster]]
void smeared(const double* a, double* c, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int k = 0; k < 5; ++k)
      for (int j = 1; j < n; ++j) c[i * n + j] += c[i * n + j - 1] * a[k];
}

// A row's own steps in time: neighbours meet from step to step.
[[clustrix::cluster]]
void relaxed(double* u, double* v, int rows, int n) {
  for (int r = 0; r < rows; ++r)  // want: parallel
    for (int t = 0; t < 4; ++t) {
      for (int j = 1; j < n - 1; ++j) v[r * n + j] = 0.5 * (u[r * n + j - 1] + u[r * n + j + 1]);
      for (int j = 1; j < n - 1; ++j) u[r * n + j] = v[r * n + j];
    }
}

// A variable of the outer body hands something on from one iteration of the inner loop to the next.
[[clustrix::cluster]]
void handed_on(const double* a, double* y, int rows, int columns) {
  for (int i = 0; i < rows; ++i) {  // want: parallel
    double t = 0;
    for (int j = 0; j < columns; ++j) {
      t += a[i * columns + j];
      y[j] += t;
    }
  }
}

[[clustrix::cluster]]
void handed_on_inside(const double* a, const double* b, double* c, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int k = 0; k < n; ++k) {
      double t = 0;
      for (int j = 0; j < n; ++j) {
        t += b[k * n + j];
        c[i * n + j] += a[i * n + k] * t;
      }
    }
}

// A loop inside the one that may be the outer one: its iterations meet from step to step.
[[clustrix::cluster]]
void stepped(double* u, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int k = 0; k < 7; ++k)
      for (int j = 0; j < 6; ++j)
        for (int l = 0; l < 40; ++l)
          u[((i * 6 + j) * 8 + k + 1) * 48 + l] = u[((i * 6 + j) * 8 + k) * 48 + l + 1] * 0.5;
}

namespace {

std::vector<double> data(std::size_t count, unsigned seed) {
  std::vector<double> values(count);
  Random(seed).fillUnit(values);
  for (double& value : values) value -= 0.5;
  return values;
}

/// Where the nest is turned, as it is where its inner loop has iterations enough, it keeps the source's order.
template <class T>
void bitsIf(bool turned, const char* name, const std::vector<T>& values) {
  turned ? bits(name, values) : show(name, values);
}

void nests(int rows, int columns) {
  const auto size = static_cast<std::size_t>(rows) * columns;
  std::vector<double> a = data(size, 1);
  const std::vector<double> x = data(rows, 2);
  const bool turned = columns >= 256;
  std::vector<double> y(columns, -0.0);
  row_update(a, x, y, rows, columns);
  bitsIf(turned, "row_update", y);
  std::vector<float> narrow(a.begin(), a.end()), sum(columns, 0.25f);
  std::vector<double> products(2 * static_cast<std::size_t>(columns), 1.5);
  std::vector<long> count(columns, 3);
  several(narrow.data(), sum.data(), products.data(), count.data(), rows, columns);
  show("sum", sum);
  show("product", products);
  show("count", count);
  some(a.data(), y.data(), rows, columns);
  bitsIf(turned, "some", y);
  std::vector<double> top(columns, 0.125);
  extremes(a.data(), top.data(), rows, columns);
  bits("top", top);
  folded(a.data(), y.data(), rows, columns);
  show("folded", y);
  handed_on(a.data(), y.data(), rows, columns);
  show("handed_on", y);
  own_row(a.data(), a.data(), rows, columns);
  bitsIf(turned, "own_row", a);
}

}  // namespace

int main() {
  nests(40, 300);
  nests(7, 1000);
  nests(300, 5);
  nests(1, 257);
  const int n = 70;
  const std::vector<double> a = data(n * n, 3), b = data(n * n, 4);
  std::vector<double> c = data(n * n, 5), u = data(n * n, 6), v(n * n);
  product(a.data(), b.data(), c.data(), n);
  bits("matrix", c);
  product(a.data(), c.data(), c.data(), n);
  bits("in_place", c);
  smeared(a.data(), u.data(), n);
  bits("smeared", u);
  relaxed(u.data(), v.data(), n, n);
  bits("relaxed", u);
  handed_on_inside(a.data(), b.data(), c.data(), n);
  bits("inside", c);
  std::vector<double> steps = data(9 * 6 * 8 * 48 + 48, 7);
  stepped(steps.data(), 9);
  bits("stepped", steps);
}
