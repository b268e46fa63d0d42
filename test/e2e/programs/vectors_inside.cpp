// Vectors that each iteration makes for itself: what a programmer of C++ writes who thinks of nothing else.
#include "show.h"

#include <vector>

[[clustrix::cluster]]
void zeros(const double* a, double* b, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    std::vector<double> w(m);
    for (int j = 1; j < m; ++j) w[j] = w[j - 1] + a[i + j];
    double s = 0;
    for (int j = 0; j < m; ++j) s += w[j] * w[m - 1 - j];
    b[i] = s;
  }
}

[[clustrix::cluster]]
void values(const double* a, double* b, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    auto sums = std::vector<double>(m, a[i] * 0.5);
    std::vector<int> counts(m / 2 + 1, 3);
    for (int j = 0; j < m; ++j) {
      sums[j] += a[i + j];
      counts[j / 2] += static_cast<int>(a[i + j] * 4);
    }
    double s = 0;
    for (int j = 0; j < m; ++j) s += sums[j] * counts[j / 2];
    b[i] = s;
  }
}

/// In a nest, in a block of its own.
[[clustrix::cluster]]
void nested(const double* a, double* b, int rows, int columns, int m) {
  for (int i = 0; i < rows; ++i)  // want: parallel
    for (int j = 0; j < columns; ++j) {
      double s = a[i];
      {
        std::vector<float> t(m, 1.0f);
        for (int k = 1; k < m; ++k) t[k] = t[k - 1] * static_cast<float>(a[j + k]);
        s += t[m - 1];
      }
      b[i * columns + j] = s;
    }
}

/// In a loop that stays as it is.
[[clustrix::cluster]]
void steps(double* a, double* b, int n, int m, int count) {
  for (int step = 0; step < count; ++step) {
    for (int i = 0; i < n; ++i) {  // want: parallel
      std::vector<double> w(m);
      for (int j = 0; j < m; ++j) w[j] = a[i] * (j + step);
      b[i] = w[m / 2] - w[m - 1] * 0.01;
    }
    for (int i = 0; i < n; ++i) a[i] = b[i] * 0.125;  // want: parallel
  }
}

/// Where the loop that makes it stays as it is, those inside have the vector itself.
[[clustrix::cluster]]
double chained(const double* a, int n, int count) {
  double state = 1;
  for (int step = 0; step < count; ++step) {  // want: serial
    std::vector<double> w(n, state);
    for (int j = 0; j < n; ++j) w[j] += a[j] * state;       // want: parallel
    for (int j = 0; j < n; ++j) w[j] = w[j] * 0.5 + step;  // want: parallel
    double sum = 0;
    for (int j = 0; j < n; ++j) sum += w[j];  // want: parallel
    state = sum / n;
  }
  return state;
}

/// Sizes of containers and members, and pointers into them.
struct Stencil {
  std::vector<double> weights;
  int width = 0;

  [[clustrix::cluster]]
  void apply(const double* a, double* b, int n) const {
    for (int i = 0; i < n; ++i) {  // want: parallel
      std::vector<double> w(weights.size());
      std::vector<double> v(width + 1, 0.25);
      double* const p = v.data();
      for (std::size_t j = 0; j < weights.size(); ++j) w[j] = weights[j] * a[i + j];
      for (int j = 0; j < width; ++j) p[j + 1] = p[j] + w[j];
      b[i] = p[width];
    }
  }
};

/// Which elements are touched, only the data say.
[[clustrix::cluster]]
void histograms(const double* a, int* most, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    std::vector<int> counts(m);
    for (int j = 0; j < 2 * m; ++j) ++counts[static_cast<int>(a[i + j] * m)];
    int best = 0;
    for (int j = 1; j < m; ++j)
      if (counts[j] > counts[best]) best = j;
    most[i] = best;
  }
}

/// Along its elements.
[[clustrix::cluster]]
void along(const double* a, double* b, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    std::vector<double> w(m, 1.0);
    int j = 0;
    for (double& x : w) x += a[i + j++];
    double s = 0;
    for (const double x : w) s += x * x;
    b[i] = s + w.back();
  }
}

/// Results are added up.
[[clustrix::cluster]]
double total(const double* a, int n, int m) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {  // want: parallel
    std::vector<double> w(m);
    for (int j = 0; j < m; ++j) w[j] = a[i + j];
    for (int round = 0; round < 3; ++round)
      for (int j = 1; j < m; ++j) w[j] = 0.5 * (w[j] + w[j - 1]);
    sum += w[m - 1];
  }
  return sum;
}

int main() {
  const int n = 240, m = 18;
  std::vector<double> a(n + 2 * m), b(n);
  Random(5).fillUnit(a);
  zeros(a.data(), b.data(), n, m);
  show("zeros", b);
  values(a.data(), b.data(), n, m);
  show("values", b);
  nested(a.data(), b.data(), 12, 20, m);
  show("nested", b);
  Stencil stencil{{0.1, 0.2, 0.3, 0.25}, 4};
  stencil.apply(a.data(), b.data(), n);
  show("members", b);
  std::vector<int> most(n);
  histograms(a.data(), most.data(), n, m);
  show("histograms", most);
  along(a.data(), b.data(), n, m);
  show("along", b);
  put("chained", chained(a.data(), n, 6));
  put("total", total(a.data(), n, m));
  steps(a.data(), b.data(), n, m, 5);
  show("steps", b);
  zeros(a.data(), b.data(), 0, -3);  // no vector is made
  show("none", b);
}
