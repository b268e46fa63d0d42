// Arrays that belong to one iteration: small work spaces, sorting networks, local matrices.
#include "show.h"

[[clustrix::cluster]]
void median_of_five(const int* a, int* out, int n) {
  for (int i = 2; i < n - 2; ++i) {  // want: parallel
    int w[5];
    for (int k = 0; k < 5; ++k)  // want: parallel
      w[k] = a[i + k - 2];
    for (int p = 0; p < 4; ++p)        // may: parallel
      for (int q = 0; q < 4 - p; ++q)  // want: serial
        if (w[q] > w[q + 1]) {
          const int t = w[q];
          w[q] = w[q + 1];
          w[q + 1] = t;
        }
    out[i] = w[2];
  }
}

[[clustrix::cluster]]
void rotate(const double* angle, double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    double m[2][2];
    m[0][0] = std::cos(angle[i]);
    m[0][1] = -std::sin(angle[i]);
    m[1][0] = -m[0][1];
    m[1][1] = m[0][0];
    const double u = m[0][0] * x[i] + m[0][1] * y[i];
    y[i] = m[1][0] * x[i] + m[1][1] * y[i];
    x[i] = u;
  }
}

[[clustrix::cluster]]
void histogram_of_row(const unsigned char* image, int* out, int rows, int columns) {
  for (int r = 0; r < rows; ++r) {  // want: parallel
    int bins[16] = {};
    for (int c = 0; c < columns; ++c)  // may: parallel
      ++bins[image[r * columns + c] >> 4];
    for (int b = 0; b < 16; ++b)  // want: parallel
      out[r * 16 + b] = bins[b];
  }
}

[[clustrix::cluster]]
void work_space_outside(const double* a, double* out, int n) {
  double w[4];
  for (int i = 0; i < n; ++i) {  // may: parallel
    for (int k = 0; k < 4; ++k)  // want: parallel
      w[k] = a[i] * (k + 1);
    out[i] = w[0] * w[3] - w[1] * w[2] + w[i % 4];
  }
}

int main() {
  Random random(27);
  const int n = 7001, rows = 80, columns = 90;
  std::vector<int> a(n), out(n, -1), bins(rows * 16);
  std::vector<double> angle(n), x(n), y(n);
  std::vector<unsigned char> image(rows * columns);
  random.fillBelow(a, 3000);
  random.fillUnit(angle);
  random.fillUnit(x);
  random.fillUnit(y);
  random.fillBelow(image, 256);
  median_of_five(a.data(), out.data(), n);
  show("median", out);
  rotate(angle.data(), x.data(), y.data(), n);
  show("x", x);
  show("y", y);
  histogram_of_row(image.data(), bins.data(), rows, columns);
  show("bins", bins);
  work_space_outside(x.data(), y.data(), n);
  show("work", y);
}
