// std::min, max and clamp: of numbers that are none, of zeros of both signs, by value and by reference, without std:: in
// front, in helpers and templates. Numbers are shown as their bits. nvcc has functions of the same names, which treat
// these otherwise.
#include "bits.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace std;

double least = 0.5;

inline double at_least(double x) { return max(x, least); }

[[clustrix::cluster]]
void choose(const double* a, const double* b, double* larger, double* smaller, double* between, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    larger[i] = max(a[i], b[i]);
    smaller[i] = std::min(a[i], b[i]);
    between[i] = clamp(a[i], 0.0, 1.0);
  }
}

[[clustrix::cluster]]
void choose_reference(const double* a, const double* b, double* larger, double* smaller, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const double& top = max(a[i], b[i]);
    const auto& low = min(a[i], b[i]);
    larger[i] = top;
    smaller[i] = low;
  }
}

[[clustrix::cluster]]
void choose_in_helper(const double* a, double* out, int n) {
  for (int i = 0; i < n; ++i) out[i] = i % 2 ? at_least(a[i]) : max<double>(1, a[i]);  // want: parallel
}

template <class T>
[[clustrix::cluster]] void choose_any(const T* a, const T* b, T* out, int n) {
  for (int i = 0; i < n; ++i) out[i] = max(min(a[i], b[i]), T(1));  // want: parallel
}

[[clustrix::cluster]]
void choose_whole(const int* a, const unsigned* b, int* larger, unsigned* smaller, int n, int ownRows) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    larger[i] = max(a[i], ownRows);
    smaller[i] = min(b[i], 7u);
  }
}

// Each thread goes along rows of its own, and there are more of them than run at a time.
[[clustrix::cluster]]
void relax(double* x, const double* c, const double* d, int rows, int n, double ownRows) {
  for (int s = 0; s < rows; ++s)  // want: parallel
    for (int i = 1; i < n; ++i)   // want: sequential
      x[s * n + i] = std::max(c[s * n + i] * x[s * n + i - 1], d[s * n + i] - ownRows);
}

int main() {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const double some[] = {none, 0.0, -0.0, 1.0, -1.0, 0.25, INFINITY, -INFINITY, 2.0};
  const int kinds = 9, n = 81 * 30;
  std::vector<double> a(n), b(n), larger(n), smaller(n), between(n);
  for (int i = 0; i < n; ++i) {
    a[i] = some[i % kinds];
    b[i] = some[i / kinds % kinds];
  }
  choose(a.data(), b.data(), larger.data(), smaller.data(), between.data(), n);
  bits("larger", larger);
  bits("smaller", smaller);
  bits("between", between);
  choose_reference(a.data(), b.data(), larger.data(), smaller.data(), n);
  bits("larger_by_reference", larger);
  bits("smaller_by_reference", smaller);
  choose_in_helper(a.data(), between.data(), n);
  bits("in_a_helper", between);
  choose_any(a.data(), b.data(), between.data(), n);
  bits("in_a_template", between);
  std::vector<float> fa(a.begin(), a.end()), fb(b.begin(), b.end()), fout(n);
  choose_any(fa.data(), fb.data(), fout.data(), n);
  bits("of_floats", fout);
  std::vector<int> ia(n), ilarger(n);
  std::vector<unsigned> ub(n), usmaller(n);
  for (int i = 0; i < n; ++i) {
    ia[i] = i % 13 - 6;
    ub[i] = i * 2654435761u >> 28;
  }
  choose_whole(ia.data(), ub.data(), ilarger.data(), usmaller.data(), n, 2);
  bits("whole", ilarger);
  bits("unsigned", usmaller);
  const int rows = 120000, columns = 3;
  std::vector<double> x(rows * columns), c(rows * columns), d(rows * columns);
  for (int i = 0; i < rows * columns; ++i) {
    x[i] = i % 7;
    c[i] = i % 5 - 2;
    d[i] = i % 11 - 4;
  }
  relax(x.data(), c.data(), d.data(), rows, columns, 0.5);
  bits("relaxed", x);
}
