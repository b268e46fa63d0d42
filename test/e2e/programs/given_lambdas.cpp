// Function templates that are given lambdas: the kernel has a copy of the closure, where that is as good.
// idle: apply, reduce, indexed, constants
#include "show.h"

template <class F>
[[clustrix::cluster]] void apply(std::vector<double>& v, F f) {
  for (auto& x : v) x = f(x);  // want: parallel
}
template <class F>
[[clustrix::cluster]] double reduce(const std::vector<double>& v, const F& f) {
  double s = 0;
  for (std::size_t i = 0; i < v.size(); ++i) s += f(v[i], static_cast<int>(i));  // want: parallel
  return s;
}
template <class T, class F>
[[clustrix::cluster]] void indexed(T* out, int n, F&& f) {
  for (int i = 0; i < n; ++i) out[i] = f(i);  // want: parallel
}
template <class F>
[[clustrix::cluster]] void constants(double* out, int n, F f) {
  for (int i = 0; i < n; ++i) out[i] = f() + i;  // want: parallel
}

/// Traps: closures that are more than numbers.
template <class F>
[[clustrix::cluster]] void counting(std::vector<double>& v, F f) {
  for (auto& x : v) x = f(x);  // want: serial
}
template <class F>
[[clustrix::cluster]] void referring(std::vector<double>& v, F f) {
  for (auto& x : v) x += f(x);  // want: serial
}
template <class F>
[[clustrix::cluster]] void pointing(double* v, int n, F f) {
  for (int i = 0; i < n; ++i) v[i] = f(i);  // want: serial
}
template <class F>
[[clustrix::cluster]] void global(double* v, int n, F f) {
  for (int i = 0; i < n; ++i) v[i] = f(i);  // want: serial
}

static int calls = 0;

int main() {
  for (const int n : {0, 1, 9, 500}) {
    std::vector<double> v(n);
    for (int i = 0; i < n; ++i) v[i] = i * 0.25;
    const double a = 1.5 + n;
    const int b = 3;
    apply(v, [](double x) { return 2 * x; });
    show("apply", v.data(), n);
    apply(v, [a, b](double x) { return a * x + b; });
    show("captured", v.data(), n);
    put("reduce", reduce(v, [b](double x, int i) { return i % b == 0 ? x : 0.5; }));
    indexed(v.data(), n, [a](auto i) { return a * i; });
    show("indexed", v.data(), n);
    const auto named = [k = b * 2](int i) { return i % k; };
    indexed(v.data(), n, named);
    show("named", v.data(), n);
    constants(v.data(), n, [a] { return a; });
    show("constants", v.data(), n);
    counting(v, [k = 0](double x) mutable { return x + k++; });
    show("counting", v.data(), n);
    double last = 0;
    referring(v, [&last](double x) {
      const double before = last;
      last = x;
      return before;
    });
    show("referring", v.data(), n);
    double* p = v.data();
    pointing(p, n, [p](int i) { return i == 0 ? 1.0 : p[i - 1] + 1; });
    show("pointing", v.data(), n);
    global(v.data(), n, [](int i) { return i + ++calls; });
    show("global", v.data(), n);
  }
}
