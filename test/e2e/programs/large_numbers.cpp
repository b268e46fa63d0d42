// Bounds and parameters near the ends of their types: nothing may be computed that the source did not compute.
#include "show.h"

#include <climits>

[[clustrix::cluster]]
int extreme_bounds(int* a, int first, int last) {
  for (int i = first; i < last; ++i)  // want: parallel
    a[i] += 1;
  int hits = 0;
  for (int i = last; i > first && i > 0; --i)  // may: parallel
    hits += a[i - 1] > 3;
  return hits;
}

[[clustrix::cluster]]
void far_offset(double* a, long long base, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[base + i] = i;
}

[[clustrix::cluster]]
void wide_product(double* a, long long row, long long pitch, int n) {
  for (int c = 0; c < n; ++c)  // want: parallel
    a[row * pitch + c] += 1;
}

[[clustrix::cluster]]
unsigned sum_near_top(unsigned first, unsigned last) {
  unsigned sum = 0;
  for (unsigned i = first; i < last; ++i)  // want: parallel
    sum += i;
  return sum;
}

[[clustrix::cluster]]
long long up_to_limit(int first, int last) {
  long long sum = 0;
  for (int i = first; i < last; ++i)  // want: parallel
    sum += i;
  return sum;
}

[[clustrix::cluster]]
void steps_past_end(int* a, int n, int step) {
  for (int i = 0; i < n; i += step)  // want: parallel
    a[i] -= 1;
}

int main() {
  std::vector<int> a(2000, 3);
  put("none", extreme_bounds(a.data(), INT_MAX, INT_MIN));
  put("all", extreme_bounds(a.data(), 0, 2000));
  put("empty", extreme_bounds(a.data(), INT_MAX, INT_MAX));
  std::vector<double> d(1000);
  far_offset(d.data(), 500, 400);
  far_offset(d.data() - 0, 0, 10);
  wide_product(d.data(), 0, LLONG_MAX, 900);
  wide_product(d.data(), 3, 100, 500);
  show("d", d);
  put("top", sum_near_top(4294960000u, 4294967295u));
  put("top_none", sum_near_top(5, 4));
  put("limit", up_to_limit(INT_MAX - 3000, INT_MAX));
  put("bottom", up_to_limit(INT_MIN, INT_MIN + 3000));
  steps_past_end(a.data(), 2000, 1999);
  steps_past_end(a.data(), 1, INT_MAX);
  show("a", a);
}
