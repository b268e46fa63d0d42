// Iterations that load behind a store. Arrays that share nothing let loads go ahead; where two may be one, they must not
// when they are.
#include "bits.h"

#include <algorithm>
#include <vector>

// Thomas's algorithm: x may be the right hand side, and `ratio` may be `upper`.
[[clustrix::cluster]]
void solve(const double* lower, const double* diagonal, const double* upper, const double* right, double* ratio,
           double* x, int systems, int n) {
  for (int s = 0; s < systems; ++s) {  // want: parallel
    const int first = s * n;
    ratio[first] = upper[first] / diagonal[first];
    x[first] = right[first] / diagonal[first];
    for (int i = first + 1; i < first + n; ++i) {
      const double pivot = diagonal[i] - lower[i] * ratio[i - 1];
      ratio[i] = upper[i] / pivot;
      x[i] = (right[i] - lower[i] * x[i - 1]) / pivot;
    }
    for (int i = first + n - 2; i >= first; --i) x[i] -= ratio[i] * x[i + 1];
  }
}

// Where y is x, the second statement sees what the first has left.
[[clustrix::cluster]]
void twice(const std::vector<float>& x, std::vector<float>& y, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    y[i] = x[i] * 1.5f + static_cast<float>(y.size());
    y[i] += x[i];
  }
}

// A sum of the loop beside it, and rows of a matrix by a pointer to rows.
[[clustrix::cluster]]
double with_sum(const double (*a)[8], double (*b)[8], int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {  // want: parallel
    for (int j = 1; j < 8; ++j) b[i][j] = a[i][j] - b[i][j - 1];
    sum += b[i][7] + a[i][0];
  }
  return sum;
}

template <class T>
[[clustrix::cluster]]
void smooth(const T* in, T* out, int rows, int n) {
  for (int r = 0; r < rows; ++r) {  // want: parallel
    out[r * n] = in[r * n];
    for (int i = 1; i < n; ++i) out[r * n + i] = in[r * n + i] + out[r * n + i - 1] / 2;
  }
}

// Lanes share loops, behind and in front of which one of them stores.
[[clustrix::cluster]]
void normalise(const double* in, double* norm, double* out, int rows, int n) {
  for (int r = 0; r < rows; ++r) {  // want: parallel
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += in[r * n + i] * in[r * n + i];
    norm[r] = sum;
    for (int i = 0; i < n; ++i) out[r * n + i] = in[r * n + i] / norm[r];
    norm[r] = out[r * n] + sum;
  }
}

// Threads run along both loops, and each has two statements.
[[clustrix::cluster]]
void fields(const double* e, double* h, double* flow, int rows, int n) {
  for (int r = 0; r < rows; ++r)  // want: parallel
    for (int i = 0; i < n; ++i) {
      h[r * n + i] += e[r * n + i] * 0.5;
      flow[r * n + i] = e[r * n + i] * h[r * n + i];
    }
}

// Names that a kernel would like to have itself.
[[clustrix::cluster]]
void names(const int* apart, int* iterate, int* y_data, int* y_, int n) {
  for (int k = 0; k < n; ++k) {  // want: parallel
    iterate[k] = apart[k] + 1;
    y_[k] = apart[k] * iterate[k];
    y_data[k] = y_[k] - apart[k];
  }
}

// The author says so as well, of objects and in a template.
struct Pair {
  double a, b;
};
template <class T>
[[clustrix::cluster]]
void crossed(const T* __restrict__ in, T* __restrict__ out, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    out[i].a = in[i].b * 2;
    out[i].b = out[i].a - in[i].a;
  }
}

// Functions of names that a kernel would like to have, too.
double iterate(double v, int n) { return v * n; }
[[clustrix::cluster]]
void iterated(const double* in, double* out, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    out[i] = iterate(in[i], 3);
    out[i] += in[i];
  }
}

std::vector<double> numbers(int n, double first) {
  std::vector<double> list(n);
  for (int i = 0; i < n; ++i) list[i] = first + (i * 37 % 101) / 103.0;
  return list;
}

int main() {
  const int systems = 45, n = 30, all = systems * n;
  const std::vector<double> lower = numbers(all, -0.5), diagonal = numbers(all, 3), upper = numbers(all, -0.7),
                            right = numbers(all, 0);
  std::vector<double> ratio(all), x(all);
  solve(lower.data(), diagonal.data(), upper.data(), right.data(), ratio.data(), x.data(), systems, n);
  bits("solved", x);
  std::vector<double> both = right, above = upper;
  solve(lower.data(), diagonal.data(), above.data(), both.data(), above.data(), both.data(), systems, n);
  bits("solved in place", both);
  bits("ratios in place", above);

  std::vector<float> single(all), into(all, 2);
  for (int i = 0; i < all; ++i) single[i] = static_cast<float>(right[i]);
  twice(single, into, all);
  bits("twice", into);
  twice(single, single, all);
  bits("twice in place", single);

  std::vector<double> b = lower;
  using Row = double[8];
  const double sum = with_sum(reinterpret_cast<const Row*>(right.data()), reinterpret_cast<Row*>(b.data()), all / 8);
  bits("b", b);
  put("sum", sum);
  put("sum in place", with_sum(reinterpret_cast<const Row*>(b.data()), reinterpret_cast<Row*>(b.data()), all / 8));
  bits("b in place", b);

  std::vector<double> out(all), norm(systems);
  smooth(right.data(), out.data(), systems, n);
  bits("smooth", out);
  smooth(out.data(), out.data(), systems, n);
  bits("smooth in place", out);
  smooth(single.data(), into.data(), systems, n);
  bits("smooth single", into);
  normalise(right.data(), norm.data(), out.data(), systems, n);
  bits("norm", norm);
  bits("normalised", out);
  normalise(out.data(), norm.data(), out.data(), systems, n);
  bits("normalised in place", out);

  std::vector<double> h = upper, flow(all);
  fields(right.data(), h.data(), flow.data(), systems, n);
  bits("h", h);
  bits("flow", flow);
  fields(h.data(), h.data(), flow.data(), systems, n);
  bits("h of itself", h);
  bits("flow of h", flow);

  std::vector<Pair> pairs(all), turned(all);
  for (int i = 0; i < all; ++i) pairs[i] = {right[i], lower[i]};
  crossed(pairs.data(), turned.data(), all);
  for (int i = 0; i < all; ++i) x[i] = turned[i].a, ratio[i] = turned[i].b;
  bits("crossed", x);
  bits("and", ratio);
  iterated(right.data(), x.data(), all);
  bits("iterated", x);

  std::vector<int> one(all), two(all), three(all), four(all);
  for (int i = 0; i < all; ++i) one[i] = i * 7 % 31;
  names(one.data(), two.data(), three.data(), four.data(), all);
  names(one.data(), one.data(), three.data(), four.data(), all);
  bits("one", one);
  bits("two", two);
  bits("three", three);
  bits("four", four);
}
