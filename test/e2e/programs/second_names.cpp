// One object under two names: a reference, a pointer to its elements, an iterator, a span and a part of one.
#include "show.h"

#include <array>
#include <span>
#include <utility>

using Values = std::vector<double>;

[[clustrix::cluster]]
void reference(Values& v, int n) {
  auto& w = v;
  for (int i = 0; i < n; ++i) w[i] = v[i] * 2;  // want: parallel
  for (int i = 1; i < n; ++i) w[i] += v[i - 1];  // want: serial
}

[[clustrix::cluster]]
void pointer(Values& v, int n) {
  double* p = v.data();
  for (int i = 0; i < n; ++i) p[i] = v[i] * 2;  // want: parallel
  for (int i = 1; i < n; ++i) p[i] += v[i - 1];  // want: serial
}

[[clustrix::cluster]]
void pointer_behind(Values& v, int n, int k) {
  double* p = v.data() + k;
  for (int i = 0; i < n; ++i) p[i] = v[i] * 2 + 1;  // want: parallel
}

[[clustrix::cluster]]
void address(Values& v, int n) {
  double* p = &v[1];
  for (int i = 1; i < n; ++i) p[i - 1] = v[i] + 3;  // want: parallel
}

[[clustrix::cluster]]
void span(Values& v, int n) {
  std::span<double> s(v);
  for (int i = 0; i < n; ++i) s[i] = v[i] * 2;  // want: parallel
  for (int i = 1; i < n; ++i) s[i] += v[i - 1];  // want: serial
}

[[clustrix::cluster]]
void subspan(std::span<double> s, std::size_t k) {
  const auto t = s.subspan(k);
  for (std::size_t i = 0; i < k; ++i) t[i] = s[i] - 1;  // want: parallel
}

[[clustrix::cluster]]
void overlapping_subspan(std::span<double> s) {
  auto t = s.subspan(1);
  for (std::size_t i = 0; i < t.size(); ++i) t[i] = s[i] * 0.5;  // want: serial
}

[[clustrix::cluster]]
void iterator(Values& v, int n) {
  const auto b = v.begin();
  for (int i = 0; i < n; ++i) b[i] = v[i] * 2;  // want: parallel
  for (int i = 1; i < n; ++i) b[i] += v[i - 1];  // want: serial
}

[[clustrix::cluster]]
double own(int n) {
  Values v(n);
  v.resize(2 * n, 1.5);
  double* p = v.data();
  double* q = p + n;
  for (int i = 0; i < n; ++i) q[i] = v[i] + p[i] + i;  // want: parallel
  double sum = 0;
  for (int i = 0; i < 2 * n; ++i) sum += v[i];  // want: parallel
  return sum;
}

// The elements may be others than those that the pointer leads to: all of it is guarded.
[[clustrix::cluster]]
void swapped(Values& v, Values& w, int n) {
  double* p = v.data();
  v.swap(w);
  for (int i = 1; i < n; ++i) p[i] = v[i - 1] * 2;  // may: parallel
}

[[clustrix::cluster]]
void swapped_in_between(Values& v, Values& w, int n) {
  double* p = v.data();
  for (int t = 0; t < 3; ++t) {  // want: serial
    for (int i = 1; i < n; ++i) p[i] = v[i - 1] * 2;  // may: parallel
    std::swap(v, w);
  }
}

[[clustrix::cluster]]
void maybe_the_same(Values& v, Values& w, int n) {
  double* p = v.data();
  w.resize(w.size() * 2 + 1);
  p = v.data();
  for (int i = 1; i < n; ++i) p[i] = v[i - 1] * 2;  // may: parallel
}

int main() {
  Random random(9);
  for (const int n : {0, 1, 2, 5, 700, 20020}) {
    Values v(2 * n + 3), w(2 * n + 3, 0.25);
    random.fillUnit(v);
    reference(v, n);
    show("reference", v);
    random.fillUnit(v);
    pointer(v, n);
    show("pointer", v);
    pointer_behind(v, n, n);
    show("behind", v);
    pointer_behind(v, n, n / 2);
    show("across", v);
    address(v, n);
    show("address", v);
    random.fillUnit(v);
    span(v, n);
    show("span", v);
    random.fillUnit(v);
    subspan(v, static_cast<std::size_t>(n));
    show("subspan", v);
    overlapping_subspan(v);
    show("overlapping", v);
    random.fillUnit(v);
    iterator(v, n);
    show("iterator", v);
    put("own", own(n));
    random.fillUnit(v);
    swapped(v, w, n);
    show("v", v);
    show("w", w);
    swapped_in_between(v, w, n);
    show("v", v);
    show("w", w);
    maybe_the_same(v, w, n);
    show("v", v);
    maybe_the_same(v, v, n);
    show("itself", v);
  }
}
