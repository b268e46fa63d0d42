// Perfect rectangular nests of two, three and four loops over linearised arrays, in several loop orders.
#include "show.h"

[[clustrix::cluster]]
void transpose(const double* in, double* out, int rows, int columns) {
  for (int r = 0; r < rows; ++r)         // want: parallel
    for (int c = 0; c < columns; ++c)    // want: parallel
      out[c * rows + r] = in[r * columns + c];
}

[[clustrix::cluster]]
void volume(double* v, const double* x, const double* y, const double* z, int nz, int ny, int nx) {
  for (int k = 0; k < nz; ++k)      // want: parallel
    for (int j = 0; j < ny; ++j)    // want: parallel
      for (int i = 0; i < nx; ++i)  // want: parallel
        v[(k * ny + j) * nx + i] = x[i] + y[j] * z[k];
}

[[clustrix::cluster]]
void columns_first(double* v, const double* w, int ny, int nx) {
  for (int i = 0; i < nx; ++i)    // want: parallel
    for (int j = 0; j < ny; ++j)  // want: parallel
      v[j * nx + i] += w[j * nx + i] * 0.5;
}

[[clustrix::cluster]]
void multiply(const double* a, const double* b, double* c, int n, int m, int p) {
  for (int i = 0; i < n; ++i)      // want: parallel
    for (int k = 0; k < m; ++k)    // want: parallel
      for (int j = 0; j < p; ++j)  // want: parallel
        c[i * p + j] += a[i * m + k] * b[k * p + j];
}

[[clustrix::cluster]]
void four_deep(float* t, int a, int b, int c, int d) {
  for (int i = 0; i < a; ++i)        // want: parallel
    for (int j = 0; j < b; ++j)      // want: parallel
      for (int k = 0; k < c; ++k)    // want: parallel
        for (int l = 0; l < d; ++l)  // want: parallel
          t[((i * b + j) * c + k) * d + l] += static_cast<float>(i - j + k - l);
}

int main() {
  Random random(15);
  const int nz = 19, ny = 43, nx = 37;
  std::vector<double> in(ny * nx), out(ny * nx), v(nz * ny * nx), x(nx), y(ny), z(nz);
  random.fillUnit(in);
  random.fillUnit(x);
  random.fillUnit(y);
  random.fillUnit(z);
  transpose(in.data(), out.data(), ny, nx);
  show("transpose", out);
  volume(v.data(), x.data(), y.data(), z.data(), nz, ny, nx);
  show("volume", v);
  columns_first(v.data(), in.data(), ny, nx);
  show("columns", v);
  std::vector<double> c(ny * ny, 0.5);
  multiply(in.data(), out.data(), c.data(), ny, nx, ny);
  show("product", c);
  std::vector<float> t(7 * 11 * 13 * 5, 1.0f);
  four_deep(t.data(), 7, 11, 13, 5);
  show("four", t);
}
