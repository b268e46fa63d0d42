// Default arguments, and other things that a declaration says and that are no value: what a caller gives counts.
#include "show.h"

[[clustrix::cluster]]
void fill(int* p, int n, int from = 0, int step = 1) {
  for (int i = from; i < n; i += step) p[i] = 7;  // want: parallel
}

[[clustrix::cluster]]
double weighted(const double* x, int n, double factor = 1, const int shift = 0) {
  double sum = 0;
  for (int i = 0; i < n - shift; ++i) sum += x[i + shift] * factor;  // want: parallel
  return sum;
}

[[clustrix::cluster]]
void rows(double* a, int n, int m, const int pitch = 8) {
  for (int i = 0; i < n; ++i)    // want: parallel
    for (int j = 0; j < m; ++j)  // may: parallel
      a[i * pitch + j] += i;
}

[[clustrix::cluster]]
void buffered(const double* x, int n, double* out = new double[4]()) {
  for (int i = 0; i < n; ++i) out[i] = 2 * x[i];  // want: parallel
}

int bias = 5;
double shifted(double x, double by = bias) { return x + by; }

[[clustrix::cluster]]
void called(const double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) y[i] = shifted(x[i]) + shifted(x[i], 3);  // may: parallel
}

struct Window {
  int width = 3;
  explicit Window(int w) : width(w) {}
  Window() = default;
};

[[clustrix::cluster]]
void windows(int* a, int n, const Window w = Window()) {
  for (int i = 0; i < n; ++i) a[i] = i / w.width;  // want: parallel
}

[[clustrix::cluster]]
void captured(int* a, int n, int k = 2) {
  const auto at = [k = k + 1](int i) { return i * k; };
  for (int i = 0; i < n; ++i) a[i] = at(i);  // may: parallel
}

[[clustrix::cluster]]
void stepping(int* a, int n) {
  int first = 1;
  const auto next = [first]() mutable { return first *= 2; };
  auto again = next;
  again();
  const int start = again();
  for (int i = start; i < n; ++i) a[i] = i - first;  // want: parallel
}

[[clustrix::cluster]]
void kept(int* a, int n, int given) {
  static const int once = given;
  static int calls = 3;
  for (int i = calls; i < n; ++i) a[i] = i + once;  // want: parallel
  ++calls;
}

[[clustrix::cluster]]
void listed(int* a, int n) {
  for (int begin : {1, n / 2, n - 2})
    for (int i = begin; i < n; ++i) a[i] += begin;  // want: parallel
}

[[clustrix::cluster]]
void changed(int* a, int n) {
  int from = 0;
  int& alias = from;
  alias = n / 3;
  for (int i = from; i < n; ++i) a[i] = 3;  // want: parallel
  int to = 0;
  int* const pointer = &to;
  *pointer = n / 2;
  for (int i = 0; i < to; ++i) a[i] = 4;  // want: parallel
}

constinit int limit = 4;
extern const int farther;

[[clustrix::cluster]]
void globals(int* a, int n) {
  for (int i = limit; i < n - farther; ++i) a[i] = i;  // want: parallel
}
const int farther = 6;

template <int from = 2, class T>
[[clustrix::cluster]]
void templated(T* a, int n, int to = from) {
  for (int i = to; i < n; ++i) a[i] = static_cast<T>(i - from);  // want: parallel
}

int main() {
  constexpr int n = 4096;
  std::vector<int> a(n);
  std::vector<double> x(n), y(n);
  Random random(11);
  random.fillUnit(x);
  fill(a.data(), n, 2048), show("fill", a);
  fill(a.data(), n, 5, 3), show("fill3", a);
  fill(a.data(), n), show("fill1", a);
  put("weighted", weighted(x.data(), n, 2.5, 17));
  put("weighted1", weighted(x.data(), n));
  rows(y.data(), 60, 16, 64), show("rows", y);
  rows(y.data(), 60, 5), show("rows8", y);
  buffered(x.data(), n, y.data()), show("buffered", y);
  bias = 9;
  called(x.data(), y.data(), n), show("called", y);
  windows(a.data(), n, Window(7)), show("windows", a);
  windows(a.data(), n), show("windows3", a);
  captured(a.data(), n, 20), show("captured", a);
  stepping(a.data(), n), show("stepping", a);
  for (const int given : {4, 8, 9}) kept(a.data(), n, given), show("kept", a);
  listed(a.data(), n), show("listed", a);
  changed(a.data(), n), show("changed", a);
  limit = 100;
  globals(a.data(), n), show("globals", a);
  templated(y.data(), n, 70), show("templated", y);
  templated<5>(y.data(), n), show("templated5", y);
}
