// Loops in other words: endless ones with a test at their begin or end, steps at the end of the body, at its begin or in
// its midst, two variables that meet, two iterators that walk together.
#include "show.h"

#include <algorithm>
#include <utility>

using Values = std::vector<double>;

[[clustrix::cluster]]
int tested_first(double* a, int n) {
  int i = 0;
  while (true) {  // want: parallel
    if (i >= n) break;
    a[i] = a[i] * 2 + i;
    ++i;
  }
  return i;
}

[[clustrix::cluster]]
void without_head(double* a, int n) {
  for (int i = 0;; ++i) {  // want: parallel
    const double x = a[i];
    if (i == n) break;
    if (x > 3) continue;
    a[i] = x + 1;
  }
}

[[clustrix::cluster]]
int tested_last(double* a, int n) {
  int i = 0;
  for (;;) {  // want: parallel
    a[i] += 0.5;
    if (++i >= n) break;
  }
  return i;
}

[[clustrix::cluster]]
void do_downwards(double* a, int n) {
  int i = n;
  do {  // want: parallel
    --i;
    a[i] = a[i] * 3 - i;
  } while (i > 0);
}

[[clustrix::cluster]]
int downwards(double* a, int n) {
  int i = n;
  while (i > 0) {  // want: parallel
    --i;
    a[i] = a[i] * 3 - i;
  }
  return i;
}

[[clustrix::cluster]]
void reversed(double* a, int n) {
  int lo = 0, hi = n - 1;
  while (lo < hi) {  // want: parallel
    std::swap(a[lo], a[hi]);
    ++lo;
    --hi;
  }
}

[[clustrix::cluster]]
int reversed_and_used(double* a, int n) {
  int lo = 0, hi = n - 1;
  while (lo < hi) {  // want: parallel
    const double t = a[lo];
    a[lo] = a[hi];
    a[hi] = t;
    ++lo;
    --hi;
  }
  return lo;
}

[[clustrix::cluster]]
void reversed_at_once(double* a, int n) {
  int lo = 0, hi = n - 1;
  while (lo < hi) std::swap(a[lo++], a[hi--]);  // want: parallel
}

[[clustrix::cluster]]
void reversed_container(Values& v) {
  for (std::size_t i = 0, j = v.size() - 1; i < j; ++i, --j) std::swap(v[i], v[j]);  // want: parallel
}

[[clustrix::cluster]]
void reversed_pointers(double* first, double* last) {
  while (first < last) {  // want: parallel
    std::swap(*first, *last);
    ++first;
    --last;
  }
}

[[clustrix::cluster]]
void together(const Values& v, Values& w) {
  for (auto it = v.begin(), o = v.begin(); it != v.end(); ++it, ++o) w[static_cast<std::size_t>(*it) % 1] += *o;  // want: serial
  auto out = w.begin();
  for (auto it = v.begin(); it != v.end(); ++it, ++out) *out = *it * 2;  // want: parallel
}

[[clustrix::cluster]]
void two_iterators(Values& v, Values& w) {
  for (auto it = v.begin(), out = w.begin(); it != v.end(); ++it, ++out) *out = *it + 1;  // want: parallel
}

[[clustrix::cluster]]
void copied(Values::const_iterator first, Values::const_iterator last, Values::iterator out) {
  while (first != last) *out++ = *first++;  // want: parallel
}

[[clustrix::cluster]]
long steps_in_any_order(double* a, const double* b, int n) {
  int i = 0;
  long j = 0;
  while (i < n) {  // want: parallel
    a[i] = b[j] * 2;
    ++i;
    j += 2;
  }
  return j;
}

// Rows from both ends: each element of the left half changes places with one of the right.
[[clustrix::cluster]]
void mirrored(double* a, int rows, int columns) {
  for (int i = 0; i < rows; ++i)              // want: parallel
    for (int j = 0; j < columns / 2; ++j)  // want: parallel
      std::swap(a[i * columns + j], a[i * columns + columns - 1 - j]);
}

// What must stay as it is.
[[clustrix::cluster]]
int in_the_midst(double* a, double* b, int n) {
  int i = 0;
  while (true) {  // want: serial
    b[i] = 2;
    if (i >= n - 1) break;
    a[i] = b[i] + a[i];
    ++i;
  }
  return i;
}

[[clustrix::cluster]]
int bound_that_moves(double* a, int n) {
  int i = 0;
  while (true) {  // want: serial
    if (i >= n) break;
    if (a[i] > 2) --n;
    a[i] += 1;
    ++i;
  }
  return i;
}

[[clustrix::cluster]]
int skipped_step(double* a, int n) {
  int lo = 0, hi = n - 1;
  while (lo < hi) {  // want: serial
    if (a[lo] > 2) {
      ++lo;
      continue;
    }
    std::swap(a[lo], a[hi]);
    ++lo;
    --hi;
  }
  return lo + hi;
}

[[clustrix::cluster]]
double walks_over_itself(double* a, int n) {
  int lo = 0, hi = n - 1;
  while (lo < n) {  // want: serial
    std::swap(a[lo], a[hi]);
    ++lo;
    --hi;
  }
  return a[0];
}

[[clustrix::cluster]]
int seen_elsewhere(double* a, int n) {
  int i = n, seen = 0;
  int& other = i;
  while (i > 0) {  // want: serial
    --i;
    seen += other;
    a[i] += seen;
  }
  return seen;
}

int main() {
  Random random(5);
  for (const int n : {1, 2, 3, 700, 20021}) {
    Values a(n + 1), b(2 * n + 2), w(n + 3, -1.0);
    random.fillUnit(a);
    random.fillUnit(b);
    for (double& x : a) x *= 5;
    put("tested_first", tested_first(a.data(), n));
    show("a", a);
    without_head(a.data(), n);
    show("a", a);
    put("tested_last", tested_last(a.data(), n));
    show("a", a);
    do_downwards(a.data(), n);
    show("a", a);
    put("downwards", downwards(a.data(), n));
    show("a", a);
    reversed(a.data(), n);
    show("a", a);
    put("reversed", reversed_and_used(a.data(), n));
    show("a", a);
    reversed_at_once(a.data(), n);
    show("a", a);
    reversed_container(a);
    show("a", a);
    reversed_pointers(a.data(), a.data() + n);
    show("a", a);
    together(a, w);
    show("w", w);
    two_iterators(a, w);
    show("w", w);
    copied(b.cbegin(), b.cbegin() + n, w.begin());
    show("w", w);
    put("steps", steps_in_any_order(a.data(), b.data(), n));
    show("a", a);
    mirrored(a.data(), n / 7, 7);
    mirrored(a.data(), n / 20, 20);
    show("a", a);
    put("in_the_midst", in_the_midst(a.data(), w.data(), n));
    show("a", a);
    put("bound_that_moves", bound_that_moves(a.data(), n));
    show("a", a);
    put("skipped_step", skipped_step(a.data(), n));
    show("a", a);
    put("walks_over_itself", walks_over_itself(a.data(), n));
    show("a", a);
    put("seen_elsewhere", seen_elsewhere(a.data(), n));
    show("a", a);
  }
  double none[1] = {7};
  put("none", tested_first(none, 0) + tested_first(none, -3) + downwards(none, 0));
  reversed(none, 0);
  reversed_at_once(none, 0);
  Values one(1);
  reversed_container(one);
  put("still", none[0]);
}
