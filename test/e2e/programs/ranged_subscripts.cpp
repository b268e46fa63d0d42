// Subscripts that are not known before the loop and have few values: their types, tables, operators and counters of
// constant bounds say which.
#include "show.h"

#include <algorithm>
#include <vector>

[[clustrix::cluster]] void histogram(const unsigned char* data, int* count, int n) {
  for (int i = 0; i < n; ++i) ++count[data[i]];  // want: parallel
}
[[clustrix::cluster]] void spread(const std::vector<int>& key, std::vector<double>& sum, const std::vector<double>& x) {
  for (std::size_t i = 0; i < key.size(); ++i) {  // want: parallel
    const int bin = key[i] & 15;
    sum[bin] += x[i];
  }
}
[[clustrix::cluster]] void recolour(const unsigned char* picture, const float* palette, float* out, int n) {
  for (int i = 0; i < n; ++i) out[i] = palette[picture[i]] * 0.5f;  // want: parallel
}
[[clustrix::cluster]] void pull(const double* from, double* to, int h, int w) {
  const int cx[5] = {0, 1, 0, -1, 0}, cy[5] = {0, 0, 1, 0, -1};
  for (int y = 1; y < h - 1; ++y)    // want: parallel
    for (int x = 1; x < w - 1; ++x)  // want: parallel
      for (int q = 0; q < 5; ++q) to[q * h * w + y * w + x] = from[q * h * w + (y - cy[q]) * w + x - cx[q]];
}
[[clustrix::cluster]] void smooth(const double* from, double* to, const double* c, int n) {
  for (int z = 1; z < n - 1; ++z)        // want: parallel
    for (int y = 1; y < n - 1; ++y)      // want: parallel
      for (int x = 1; x < n - 1; ++x) {  // want: parallel
        double s = 0;
        for (int dz = -1; dz <= 1; ++dz)
          for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx)
              s += c[dz * dz + dy * dy + dx * dx] * from[((z + dz) * n + y + dy) * n + x + dx];
        to[(z * n + y) * n + x] = s;
      }
}
// The table that is read lies in the array that is written: what few values say must not hide that.
[[clustrix::cluster]] void shift(int* a, const unsigned char* which, int n) {
  for (int i = 0; i < n; ++i) a[i + 8] = a[which[i] & 7] + i;  // want: parallel
}
[[clustrix::cluster]] void chase(int* a, const unsigned char* which, int n) {
  for (int i = 0; i < n; ++i) a[i] = a[which[i] & 7] + i;  // want: serial
}
[[clustrix::cluster]] void last(int* a, const unsigned char* which, int n) {
  for (int i = 0; i < n; ++i) a[which[i]] = i;  // want: serial
}

int main() {
  const int n = 5000;
  std::vector<unsigned char> data(n);
  std::vector<int> key(n), count(256), a(n + 8), b(n), c(256);
  std::vector<double> x(n), sum(16);
  std::vector<float> palette(256), out(n);
  for (int i = 0; i < n; ++i) {
    data[i] = static_cast<unsigned char>(i * 7919 >> 3);
    key[i] = i * 7919 - 100000;
    x[i] = i * 7919 % 1009 * 0.5;
  }
  for (int i = 0; i < 256; ++i) palette[i] = i * 0.25f;
  histogram(data.data(), count.data(), n);
  spread(key, sum, x);
  recolour(data.data(), palette.data(), out.data(), n);
  show("count", count.data(), static_cast<long long>(count.size()));
  show("sum", sum.data(), static_cast<long long>(sum.size()));
  show("out", out.data(), static_cast<long long>(out.size()));
  const int h = 60, w = 50, s = 16;
  std::vector<double> from(5 * h * w), to(5 * h * w), block(s * s * s), smoothed(s * s * s);
  for (std::size_t i = 0; i < from.size(); ++i) from[i] = i * 7919 % 1000 / 8.0;
  for (std::size_t i = 0; i < block.size(); ++i) block[i] = i * 7919 % 1000 / 8.0;
  pull(from.data(), to.data(), h, w);
  show("to", to.data(), static_cast<long long>(to.size()));
  const double weights[4] = {0.5, 0.125, 0.25, 0.0625};
  smooth(block.data(), smoothed.data(), weights, s);
  show("smoothed", smoothed.data(), static_cast<long long>(smoothed.size()));
  shift(a.data(), data.data(), n);
  chase(b.data(), data.data(), n);
  last(c.data(), data.data(), n);
  show("a", a.data(), static_cast<long long>(a.size()));
  show("b", b.data(), static_cast<long long>(b.size()));
  show("c", c.data(), static_cast<long long>(c.size()));
}
