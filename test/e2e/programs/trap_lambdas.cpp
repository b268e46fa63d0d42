// Lambdas that look parallel and are not: state, order, captures that are older than the loop, hidden aliases.
// idle: smear
#include "show.h"

#include <array>
#include <functional>

[[clustrix::cluster]]
void counter(int* a, int n) {
  auto next = [c = 0]() mutable { return c++; };
  for (int i = 0; i < n; ++i) a[i] = next();  // want: serial
}

[[clustrix::cluster]]
void static_state(int* a, int n) {
  const auto next = [] {
    static int c = 0;
    return ++c;
  };
  for (int i = 0; i < n; ++i) a[i] = next() - a[i];  // want: serial
}

[[clustrix::cluster]]
double order_matters(const double* a, int n) {
  double state = 1;
  auto mix = [&state](double x) { state = state * 0.5 + x; };
  for (int i = 0; i < n; ++i) mix(a[i]);  // want: serial
  return state;
}

[[clustrix::cluster]]
void running_sum(double* a, int n) {
  double sum = 0;
  const auto add = [&](int i) {
    sum += a[i];
    return sum;
  };
  for (int i = 0; i < n; ++i) a[i] = add(i);  // want: serial
}

[[clustrix::cluster]]
double old_copy(double* a, int n) {
  double s = 2;
  const auto scaled = [s](double x) { return s * x; };
  s = 3;
  for (int i = 0; i < n; ++i) a[i] = scaled(a[i]);  // may: parallel
  return s;
}

[[clustrix::cluster]]
void old_pointer(int* a, int* b, int n) {
  int* p = a;
  const auto add = [p](int i) { p[i] += 1; };
  p = b;
  for (int i = 0; i < n; ++i) add(i);  // may: parallel
  p[0] = 7;
}

[[clustrix::cluster]]
void old_index(int* a, int n) {
  int shift = 0;
  const auto put = [=](int i, int x) { a[i + shift] = x; };
  for (shift = 1; shift < 3; ++shift)
    for (int i = 0; i < n; ++i) put(i, i * shift);  // may: parallel
}

[[clustrix::cluster]]
int called_later(const int* a, int n) {
  int last = -1;
  const auto get = [&last] { return last; };
  for (int i = 0; i < n; ++i) last = a[i] * 2;  // may: parallel
  return get();
}

[[clustrix::cluster]]
int called_later_too(const int* a, int n) {
  int last = -1;
  const auto access = [&last]() -> int& { return last; };
  const auto set = [&last](int x) { last = x; };
  for (int i = 0; i < n; ++i) set(a[i] * 2);  // may: parallel
  return access();
}

[[clustrix::cluster]]
void copied_vector(std::vector<int>& v, int n) {
  const auto old = [v](int i) { return v[i]; };
  for (int i = 0; i < n; ++i) v[i] = old(n - 1 - i);  // may: parallel
}

[[clustrix::cluster]]
void through_function(double* a, int n, const std::function<double(double)>& f) {
  for (int i = 0; i < n; ++i) a[i] = f(a[i]);  // want: serial
}

[[clustrix::cluster]]
void through_pointer(double* a, int n) {
  double (*f)(double) = [](double x) { return x + 1; };
  for (int i = 0; i < n; ++i) a[i] = f(a[i]);  // may: parallel
}

[[clustrix::cluster]]
void neighbour(double* a, int n) {
  const auto left = [&](int i) { return a[i - 1]; };
  for (int i = 1; i < n; ++i) a[i] += left(i);  // want: serial
}

[[clustrix::cluster]]
void same_name(int* a, int n) {
  int s = 5;
  const auto add = [&](int i) { a[i] += s; };
  {
    int s = 7;
    for (int i = 0; i < n; ++i) {  // may: parallel
      add(i);
      a[i] *= s;
    }
  }
}

auto bound(int& target) {
  return [&target](int x) { target += x; };
}

[[clustrix::cluster]]
int two_targets(const int* a, int n) {
  int even = 0, odd = 0;
  for (int i = 0; i < n; ++i) {  // may: parallel
    const auto to_even = bound(even), to_odd = bound(odd);
    if (a[i] % 2 == 0)
      to_even(a[i]);
    else
      to_odd(1);
  }
  return even * 1000 + odd;
}

constexpr auto offset(int by) {
  return [by](int* a, int i) { return a[i + by]; };
}

[[clustrix::cluster]]
void two_copies(int* a, int n) {
  for (int i = 1; i < n; ++i) {  // want: serial
    const auto here = offset(0), left = offset(-1);
    a[i] = here(a, i) + left(a, i) % 100;
  }
}

struct Grid {
  int* cells;
  int width;
  [[clustrix::cluster]]
  void smear(int n) {
    const auto left = [this](int i) { return cells[i - width]; };
    for (int i = 1; i < n; ++i) cells[i] += left(i) % 10;  // want: serial
  }
  [[clustrix::cluster]]
  void copied_this(int n) {
    const auto put = [*this](int i) { cells[i] += width; };
    width = 100;
    for (int i = 0; i < n; ++i) put(i);  // may: parallel
  }
};

// Each lambda holds the array as it is when it is made, which other iterations change.
[[clustrix::cluster]]
void copies_while_writing(std::array<int, 64>& a, int n) {
  for (int i = 1; i < n; ++i) {  // want: serial
    const auto before = [=](int shift) { return a[i - 1] + shift; };
    a[i] = before(i & 3) % 1000;
  }
}

int main() {
  for (const int n : {1, 6, 3000}) {
    Random random(11);
    std::vector<int> k(n + 3), m(n + 3);
    std::vector<double> a(n + 3);
    random.fillBelow(k, 1000);
    random.fillUnit(a);
    counter(m.data(), n);
    show("counter", m);
    static_state(m.data(), n);
    show("static_state", m);
    put("order_matters", order_matters(a.data(), n));
    running_sum(a.data(), n);
    show("running_sum", a);
    put("old_copy", old_copy(a.data(), n));
    show("old_copy", a);
    old_pointer(k.data(), m.data(), n);
    show("old_pointer.k", k);
    show("old_pointer.m", m);
    old_index(m.data(), n);
    show("old_index", m);
    put("called_later", called_later(k.data(), n));
    put("called_later_too", called_later_too(k.data(), n));
    copied_vector(k, n);
    show("copied_vector", k);
    through_function(a.data(), n, [](double x) { return x * 0.5; });
    through_pointer(a.data(), n);
    show("through", a);
    for (double& x : a) x = x / 1000;
    neighbour(a.data(), std::min(n, 40));
    show("neighbour", a);
    same_name(m.data(), n);
    show("same_name", m);
    put("two_targets", two_targets(k.data(), n));
    two_copies(k.data(), n);
    show("two_copies", k);
    std::array<int, 64> few{};
    for (int i = 0; i < 64; ++i) few[i] = i * 7;
    copies_while_writing(few, std::min(n, 64));
    show("few", std::vector<int>(few.begin(), few.end()));
    Grid grid{k.data(), 1};
    grid.smear(n);
    grid.copied_this(n);
    show("grid", k);
  }
}
