// Elements that iterations combine into beside elements of the same array that they only read.
#include "show.h"

[[clustrix::cluster]]
void forward_substitution(double* x, const double* l, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    for (int j = 0; j < i; ++j)  // want: parallel
      x[i] -= l[i * n + j] * x[j];
    x[i] /= 1.0 + l[i * n + i];
  }
}

[[clustrix::cluster]]
void lower_upper(double* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    for (int j = 0; j < i; ++j) {  // want: serial
      for (int k = 0; k < j; ++k)  // want: parallel
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
      a[i * n + j] /= a[j * n + j];
    }
    for (int j = i; j < n; ++j)    // want: parallel
      for (int k = 0; k < i; ++k)  // want: parallel
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
  }
}

[[clustrix::cluster]]
void rows_into_a_later_row(double (*c)[40], const double* weight, int row) {
  for (int k = 0; k < row; ++k)   // want: parallel
    for (int j = 0; j < 40; ++j)  // want: parallel
      c[row][j] -= weight[k] * c[k][j];
}

[[clustrix::cluster]]
void two_kinds(double* c, const double* x, int n) {
  for (int i = 0; i < n; ++i)      // want: parallel
    for (int j = 0; j < 8; ++j) {  // want: parallel
      c[j] += x[i * 8 + j];
      c[8 + j] = c[8 + j] < x[i * 8 + j] ? x[i * 8 + j] : c[8 + j];
    }
}

[[clustrix::cluster]]
void scaled_beside(double* c, const double* x, int n) {
  // One product for each element further on: only c[0] is combined into.
  for (int i = 0; i < n; ++i) {  // want: parallel
    c[0] += x[i];
    c[i + 1] *= 1.5;
  }
}

[[clustrix::cluster]]
void from_one_to_another(double* a, const double* x, int from, int to, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[to] += a[from] * x[i];
}

int main() {
  Random random(11);
  for (const int n : {37, 4, 1, 0}) {
    std::vector<double> x(n + 1), m(n * n + 1);
    random.fillUnit(x);
    random.fillUnit(m);
    for (int i = 0; i < n; ++i) m[i * n + i] += n;
    forward_substitution(x.data(), m.data(), n);
    show("forward_substitution", x.data(), n);
    lower_upper(m.data(), n);
    show("lower_upper", m.data(), n * n);
  }
  static double c[30][40];
  for (auto& row : c) random.fillUnit(row);
  std::vector<double> weight(30);
  random.fillUnit(weight);
  for (const int row : {29, 3, 0}) rows_into_a_later_row(c, weight.data(), row);
  show("rows_into_a_later_row", c[0], 30 * 40);
  for (const int n : {500, 2, 0}) {
    std::vector<double> sums(501), x(8 * n + 8);
    for (double& value : x) value = random.coarse() - 0.5;
    two_kinds(sums.data(), x.data(), n);
    show("two_kinds", sums.data(), 16);
    scaled_beside(sums.data(), x.data(), n);
    show("scaled_beside", sums.data(), 501);
    from_one_to_another(sums.data(), x.data(), 1, 2, n);
    from_one_to_another(sums.data(), x.data(), 3, 3, n > 20 ? 20 : n);
    show("from_one_to_another", sums.data(), 501);
  }
}
