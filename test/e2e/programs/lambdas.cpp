// Lambdas: inside and before the loop, by copy and by reference, generic, at once, through helpers, in members.
#include "show.h"

#include <array>

[[clustrix::cluster]]
void inside(double* a, const double* b, int n, double scale) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const auto weigh = [&](double x) { return x * scale + b[i]; };
    const auto twice = [](double x) { return 2 * x; };
    a[i] = weigh(twice(a[i]));
  }
}

[[clustrix::cluster]]
void by_copy(double* a, const double* b, int n, double scale) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    int j = i;
    const auto at_i = [j, a, b, scale] { return a[j] + scale * b[j]; };
    j = 0;
    a[i] = at_i();
  }
}

[[clustrix::cluster]]
void by_default_copy(double* a, const double* b, int n, double scale) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    auto f = [=](double x) { return x * scale + b[i]; };
    a[i] = f(a[i]);
  }
}

[[clustrix::cluster]]
void mixed(std::vector<double>& v, const std::vector<double>& w, int n, double scale, double offset) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const auto f = [&v, scale, &w, o = offset * 2](int k) { v[k] = w[k] * scale + o; };
    f(i);
  }
}

[[clustrix::cluster]]
void before(double* y, const double* x, int n, double s) {
  const auto axpy = [&](int i) { y[i] += s * x[i]; };
  for (int i = 0; i < n; ++i) axpy(i);  // want: parallel
}

[[clustrix::cluster]]
void before_by_copy(double* y, const double* x, int n, double s) {
  const auto axpy = [=, twice = 2 * s](int i) {
    y[i] += s * x[i] +
            twice;
  };
  for (int i = 0; i < n; ++i)  // want: parallel
    axpy(i);
}

[[clustrix::cluster]]
void one_calls_another(std::vector<float>& v, int n, float s) {
  auto scaled = [s](float x) { return s * x; };
  auto step = [&v, &scaled](int i) { v[i] = scaled(v[i]) + 1; };
  for (int i = 0; i < n; ++i) step(i);  // want: parallel
}

[[clustrix::cluster]]
double sum_by_reference(const double* a, int n) {
  double sum = 0;
  auto add = [&sum](double x) { sum += x; };
  for (int i = 0; i < n; ++i) add(a[i]);  // want: parallel
  return sum;
}

[[clustrix::cluster]]
int best_by_reference(const int* a, int n) {
  int best = -1, at = -1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    [&] {
      if (a[i] > best) {
        best = a[i];
        at = i;
      }
    }();
  }
  return at * 1000 + best;
}

[[clustrix::cluster]]
void at_once(int* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    a[i] = [&] {
      if (a[i] < 10) return 10;
      for (int d = 2; d < 10; ++d)
        if (a[i] % d == 0) return d;
      return a[i];
    }();
  }
}

[[clustrix::cluster]]
void nested(double* a, const double* b, int n, double s) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    int j = i;
    const auto outer = [=](double x) {
      const auto inner = [&](double y) { return y * s + b[j]; };
      const auto copying = [s, b](int k) { return b[k] - s; };
      return inner(x) + copying(j);
    };
    j = 0;
    const auto named = [&a, &s, i] { return [s, &a, i] { return a[i] * s; }(); };
    a[i] = outer(a[i]) + named();
  }
}

[[clustrix::cluster]]
void generic(double* a, float* b, int n, double s) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const auto scale = [s](auto x) { return static_cast<decltype(x)>(x * s); };
    a[i] = scale(a[i]);
    b[i] = scale(b[i]);
  }
}

template <class F> constexpr void repeat(int n, F&& f) {
  for (int j = 0; j < n; ++j) f(j);
}
template <class F> constexpr double folded(int n, F f) {
  double total = 0;
  for (int j = 0; j < n; ++j) total += f(j);
  return total;
}

[[clustrix::cluster]]
void by_helper(double* a, const double* b, int rows, int columns) {
  for (int r = 0; r < rows; ++r)  // want: parallel
    repeat(columns, [&](int c) { a[r * columns + c] = b[r * columns + c] * r; });
}

[[clustrix::cluster]]
void by_fold(double* row_sums, const double* b, int rows, int columns) {
  for (int r = 0; r < rows; ++r) {  // want: parallel
    const double* const row = b + r * columns;
    row_sums[r] = folded(columns, [row](int c) { return row[c]; });
  }
}

constexpr auto power(double base) {
  return [base](double x) { return base * x; };
}

[[clustrix::cluster]]
void two_of_one_text(double* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const auto twice = power(2);
    const auto thrice = power(3);
    a[i] = twice(a[i]) + thrice(1);
  }
}

[[clustrix::cluster]]
void own_state(int* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    auto next = [c = i]() mutable { return c++; };
    a[i] = next() * 100 + next();
  }
}

[[clustrix::cluster]]
void constants(double* a, int n) {
  constexpr int shift = 3;
  constexpr double h = 0.5;
  for (int i = 0; i < n; ++i) {  // want: parallel
    const auto f = [](double x) { return x * shift + h; };
    a[i] = f(a[i]);
  }
}

class Field {
public:
  explicit Field(int n) : cells_(n) {}
  [[clustrix::cluster]]
  void fill(double s) {
    const int n = static_cast<int>(cells_.size());
    for (int i = 0; i < n; ++i) {  // want: parallel
      const auto set = [this](int k, double x) { cells_[k] = x + bias_; };
      set(i, s * i);
    }
  }
  [[clustrix::cluster]]
  void count(int limit) {
    const int n = static_cast<int>(cells_.size());
    const auto note = [this, limit](double x) {
      if (x < limit) ++below_;
    };
    for (int i = 0; i < n; ++i) note(cells_[i]);  // want: parallel
  }
  const std::vector<double>& cells() const { return cells_; }
  int below() const { return below_; }

private:
  std::vector<double> cells_;
  double bias_ = 1.5;
  int below_ = 0;
};

[[clustrix::cluster]]
void table(double* a, int n) {
  const double weights[3] = {0.25, 0.5, 0.25};
  std::array<double, 3> more{1, 2, 3};
  const auto weight = [&weights, &more](int k) { return weights[k % 3] + more[k % 3]; };
  for (int i = 0; i < n; ++i) a[i] *= weight(i);  // may: parallel
}

int main() {
  for (const int n : {0, 5, 5000}) {
    Random random(7);
    std::vector<double> a(n + 1), b(n + 1), c(n + 1);
    std::vector<float> f(n + 1);
    std::vector<int> k(n + 1);
    random.fillUnit(a);
    random.fillUnit(b);
    random.fillUnit(f);
    random.fillBelow(k, 1000);
    inside(a.data(), b.data(), n, 0.5);
    show("inside", a);
    by_copy(a.data(), b.data(), n, 0.25);
    show("by_copy", a);
    by_default_copy(a.data(), b.data(), n, 0.75);
    show("by_default_copy", a);
    mixed(c, a, n, 2, 0.125);
    show("mixed", c);
    before(a.data(), b.data(), n, 0.5);
    show("before", a);
    before_by_copy(a.data(), b.data(), n, 0.5);
    show("before_by_copy", a);
    one_calls_another(f, n, 0.5f);
    show("one_calls_another", f);
    put("sum_by_reference", sum_by_reference(a.data(), n));
    put("best_by_reference", best_by_reference(k.data(), n));
    at_once(k.data(), n);
    show("at_once", k);
    nested(a.data(), b.data(), n, 0.5);
    show("nested", a);
    generic(a.data(), f.data(), n, 0.5);
    show("generic", a);
    show("generic.f", f);
    by_helper(a.data(), b.data(), n / 50, 50);
    show("by_helper", a);
    by_fold(c.data(), b.data(), n / 50, 50);
    show("by_fold", c);
    two_of_one_text(a.data(), n);
    show("two_of_one_text", a);
    own_state(k.data(), n);
    show("own_state", k);
    constants(a.data(), n);
    show("constants", a);
    Field field(n);
    field.fill(0.5);
    field.count(700);
    show("field", field.cells());
    put("field.below", field.below());
    table(a.data(), n);
    show("table", a);
    before(a.data() + 1, a.data(), n, 0.5);
    show("before.overlap", a);
  }
}
