// Linearised subscripts whose strides, pitches and offsets are known only at run time.
#include "show.h"

#include <cstddef>

[[clustrix::cluster]]
void axpy(double* y, const double* x, int n, int stride_y, int stride_x, double alpha) {
  for (int i = 0; i < n; ++i)  // want: parallel
    y[i * stride_y] += alpha * x[i * stride_x];
}

[[clustrix::cluster]]
void submatrix(double* a, int pitch, int top, int left, int height, int width) {
  for (int r = 0; r < height; ++r)   // want: parallel
    for (int c = 0; c < width; ++c)  // want: parallel
      a[(top + r) * pitch + left + c] += 100.0 * r + c;
}

[[clustrix::cluster]]
void copy_pitched(float* out, std::size_t out_pitch, const float* in, std::size_t in_pitch, std::size_t rows,
                  std::size_t columns) {
  for (std::size_t r = 0; r < rows; ++r)         // want: parallel
    for (std::size_t c = 0; c < columns; ++c)    // want: parallel
      out[r * out_pitch + c] = in[r * in_pitch + c];
}

[[clustrix::cluster]]
void planes(double* v, int n, int rows, int columns) {
  const int plane = rows * columns;
  for (int k = 0; k < n; ++k)              // want: parallel
    for (int r = 0; r < rows; ++r)         // want: parallel
      for (int c = 0; c < columns; ++c)    // want: parallel
        v[k * plane + r * columns + c] *= 1.0 + k;
}

int main() {
  Random random(20);
  const int n = 3001;
  std::vector<double> x(n * 5), y(n * 5), a(120 * 100), v(9 * 31 * 17);
  random.fillUnit(x);
  random.fillUnit(y);
  axpy(y.data(), x.data(), n, 1, 1, 0.5);
  axpy(y.data(), x.data(), n, 5, 1, 0.25);
  axpy(y.data(), x.data(), n, 3, 4, 2.0);
  axpy(y.data(), x.data(), 50, 0, 2, 1.0);
  show("axpy", y);
  axpy(y.data() + 4 * n, x.data() + 4 * n, n, -1, -2, 1.0);
  show("backwards", y);
  submatrix(a.data(), 100, 3, 7, 80, 60);
  submatrix(a.data(), 100, 20, 0, 100, 100);
  submatrix(a.data(), 10, 0, 0, 50, 37);
  show("submatrix", a);
  std::vector<float> in(70 * 40), out(70 * 64, -1.0f);
  random.fillUnit(in);
  copy_pitched(out.data(), 64, in.data(), 40, 70, 40);
  show("pitched", out);
  random.fillUnit(v);
  planes(v.data(), 9, 31, 17);
  show("planes", v);
}
