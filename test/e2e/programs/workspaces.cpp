// Work arrays of any size: vectors, allocated memory, what a caller gives, arrays of many kilobytes. Each thread that
// runs iterations has one of its own, and the last iteration has the program's.
#include "show.h"

#include <complex>
#include <cstdlib>
#include <vector>

[[clustrix::cluster]]
void inVector(const double* a, double* b, int n, int m) {
  std::vector<double> w(m);
  for (int i = 0; i < n; ++i) {  // want: parallel
    for (int j = 0; j < m; ++j) w[j] = a[i + j] * (j + 1);
    double s = 0;
    for (int j = 0; j < m; ++j) s += w[j] * w[m - 1 - j];
    b[i] = s;
  }
}

[[clustrix::cluster]]
void allocated(const double* a, double* b, int n, int m) {
  double* w = new double[m];
  float* t = static_cast<float*>(malloc(m * sizeof(float)));
  for (int i = 0; i < n; ++i) {  // want: parallel
    for (int j = 0; j < m; ++j) w[j] = a[i + j];
    for (int j = 0; j < m; ++j) t[m - 1 - j] = static_cast<float>(w[j]);
    double s = 0;
    for (int j = 0; j < m; ++j) s += w[j] * t[j];
    b[i] = s;
  }
  free(t);
  delete[] w;
}

/// The caller's, which it looks at afterwards: as the last iteration has left it, and beside that as it was.
[[clustrix::cluster]]
void callers(const double* a, double* b, double* w, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    for (int j = 2; j < m; ++j) w[j] = a[i + j] - i;
    double s = 0;
    for (int j = 2; j < m; ++j) s += w[j] * (j + 1);
    b[i] = s;
  }
}

/// Elements that only some of the iterations' inner loops reach would not be the last one's: all of them are.
[[clustrix::cluster]]
void inReverse(const double* a, double* b, std::vector<double>& w, int n) {
  const int m = static_cast<int>(w.size());
  for (int i = n - 1; i >= 0; --i) {  // want: parallel
    for (int j = 0; j < m; ++j) w[j] = a[i] + j;
    b[i] = w[m / 2] * w[0];
  }
}

/// 160 kilobytes at file scope, in two dimensions.
static double plane[100][200];
[[clustrix::cluster]]
void large(const double* a, double* b, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    for (int j = 0; j < 100; ++j)
      for (int k = 0; k < 200; ++k) plane[j][k] = a[i + j] * k;
    double s = 0;
    for (int j = 1; j < 100; ++j) s += plane[j][j] - plane[j - 1][2 * j];
    b[i] = s;
  }
}

/// Sums meet in blocks, whose lanes are threads with workspaces.
[[clustrix::cluster]]
double summed(const double* a, int n, int m) {
  std::vector<double> w(m);
  double s = 0;
  for (int i = 0; i < n; ++i) {  // want: parallel
    for (int j = 0; j < m; ++j) w[j] = a[i + j] / (j + 1);
    for (int j = 1; j < m; ++j) w[j] += 0.5 * w[j - 1];
    s += w[m - 1];
  }
  return s;
}
[[clustrix::cluster]]
long counted(const double* a, int n, int m) {
  std::vector<int> w(m);
  long found = 0;
  for (int i = 0; i < n; ++i) {  // want: parallel
    for (int j = 0; j < m; ++j) w[j] = static_cast<int>(a[i + j] * 10);
    for (int j = 0; j < m; ++j) found += w[j] > w[m - 1 - j];
  }
  return found;
}

/// Through helpers, with elements that are no plain numbers, and of a class's own.
static void fill(std::complex<double>* to, const double* from, int m) {
  for (int j = 0; j < m; ++j) to[j] = {from[j], -from[j]};
}
struct Solver {
  std::vector<double> diagonal, right;
  explicit Solver(int m) : diagonal(m), right(m) {}

  [[clustrix::cluster]]
  void solve(const double* a, double* x, int lines) {
    const int m = static_cast<int>(diagonal.size());
    for (int l = 0; l < lines; ++l) {  // want: parallel
      for (int j = 0; j < m; ++j) {
        diagonal[j] = 4 + a[l * m + j] * 0.01;
        right[j] = a[l * m + j];
      }
      for (int j = 1; j < m; ++j) {
        const double factor = 1 / diagonal[j - 1];
        diagonal[j] -= factor;
        right[j] -= factor * right[j - 1];
      }
      x[l * m + m - 1] = right[m - 1] / diagonal[m - 1];
      for (int j = m - 2; j >= 0; --j) x[l * m + j] = (right[j] - x[l * m + j + 1]) / diagonal[j];
    }
  }
};
[[clustrix::cluster]]
void complexes(const double* a, double* b, int n, int m) {
  std::vector<std::complex<double>> w(m);
  for (int i = 0; i < n; ++i) {  // want: parallel
    fill(w.data(), a + i, m);
    std::complex<double> s = 0;
    for (int j = 0; j < m; ++j) s += w[j] * w[m - 1 - j];
    b[i] = s.real() + s.imag();
  }
}

/// A type of the template's.
template <class T>
[[clustrix::cluster]]
void ofType(const T* a, T* b, int n, int m) {
  std::vector<T> w(m);
  T* t = new T[m];
  for (int i = 0; i < n; ++i) {  // want: parallel
    for (int j = 0; j < m; ++j) w[j] = a[i + j] + static_cast<T>(j);
    for (int j = 0; j < m; ++j) t[j] = w[m - 1 - j] * w[0];
    b[i] = t[m / 2] - t[0];
  }
  delete[] t;
}

/// What begins far from the pointer, and before it.
[[clustrix::cluster]]
void shifted(const double* a, double* b, double* w, int n, int from) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    for (int j = from - 3; j < from + 3; ++j) w[j] = a[i] * j;
    b[i] = w[from - 3] + w[from + 2];
  }
}

/// Small ones beside large ones, and a loop that is called again and again.
[[clustrix::cluster]]
void stepped(double* a, double* b, int n, int m, int steps) {
  std::vector<double> w(m);
  for (int step = 0; step < steps; ++step) {
    for (int i = 0; i < n; ++i) {  // want: parallel
      double own[4];
      for (int j = 0; j < 4; ++j) own[j] = a[i] + j;
      for (int j = 0; j < m; ++j) w[j] = own[j % 4] * 0.25;
      double s = 0;
      for (int j = 0; j < m; ++j) s += w[j];
      b[i] = s / m;
    }
    for (int i = 0; i < n; ++i) a[i] = b[i] - 1;  // want: parallel
  }
}

static std::vector<double> numbers(int count) {
  std::vector<double> values(count);
  Random(11).fillUnit(values);
  return values;
}

int main() {
  const int n = 300, m = 37;
  const std::vector<double> a = numbers(n + 4 * m);
  std::vector<double> b(n);
  inVector(a.data(), b.data(), n, m);
  show("in a vector", b);
  allocated(a.data(), b.data(), n, m);
  show("allocated", b);
  std::vector<double> w = numbers(m + 4);
  callers(a.data(), b.data(), w.data(), n, m);
  show("the caller's", b);
  show("what is left", w);
  inReverse(a.data(), b.data(), w, n);
  show("in reverse", b);
  show("what is left", w);
  large(a.data(), b.data(), 120);
  show("large", b);
  show("large, what is left", std::vector<double>{plane[0][0], plane[50][7], plane[99][199]});
  put("summed", summed(a.data(), n, m));
  put("counted", counted(a.data(), n, m));
  Solver solver(20);
  std::vector<double> x(20 * 15);
  solver.solve(a.data(), x.data(), 15);
  show("solved", x);
  show("its right-hand side", solver.right);
  complexes(a.data(), b.data(), n, m);
  show("complex", b);
  ofType(a.data(), b.data(), n, m);
  show("of a type", b);
  const std::vector<float> f(a.begin(), a.end());
  std::vector<float> g(n);
  ofType(f.data(), g.data(), n, m);
  show("of another type", g);
  std::vector<double> around = numbers(20);
  shifted(a.data(), b.data(), around.data() + 10, n, 5);
  shifted(a.data(), b.data(), around.data() + 10, n, -6);
  show("shifted", b);
  show("around it", around);
  std::vector<double> steps = numbers(n);
  stepped(steps.data(), b.data(), n, m, 4);
  show("stepped", steps);
  b.assign(n, 2.5);
  inVector(a.data(), b.data(), n, 0);  // of no elements
  show("empty", b);
}
