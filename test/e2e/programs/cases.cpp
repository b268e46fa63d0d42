// Values that are one of several: borders of stencils that are clamped, mirrored or periodic, blocks that end early,
// and places that a branch has chosen.
#include "show.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

static int clamped(int i, int n) {
  if (i < 0) return 0;
  if (i >= n) return n - 1;
  return i;
}

[[clustrix::cluster]]
void smooth_clamped(float* __restrict a, const float* __restrict b, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const int left = std::max(i - 1, 0), right = std::min(i + 1, n - 1);
    a[i] = b[left] + 2 * b[i] + b[right];
  }
}

[[clustrix::cluster]]
void smooth_periodic(std::vector<double>& a, const std::vector<double>& b) {
  const std::size_t n = b.size();
  for (std::size_t i = 0; i < n; ++i) {  // want: parallel
    const std::size_t left = i > 0 ? i - 1 : n - 1;
    const std::size_t right = i + 1 < n ? i + 1 : 0;
    a[i] = b[left] - b[right];
  }
}

[[clustrix::cluster]]
void blur(const unsigned char* __restrict in, unsigned char* __restrict out, int w, int h) {
  for (int y = 0; y < h; ++y)    // want: parallel
    for (int x = 0; x < w; ++x) {  // want: parallel
      int sum = 0;
      for (int dy = -1; dy <= 1; ++dy)    // want: parallel
        for (int dx = -1; dx <= 1; ++dx)  // want: parallel
          sum += in[clamped(y + dy, h) * w + clamped(x + dx, w)];
      out[y * w + x] = static_cast<unsigned char>(sum / 9);
    }
}

[[clustrix::cluster]]
void mirrored(std::vector<float>& a, const std::vector<float>& b) {
  for (int i = 0; i < static_cast<int>(b.size()); ++i) {  // want: parallel
    int j = i - 2;
    if (j < 0) j = -j;
    a[i] = b[j] + b[std::abs(i - 3)];
  }
}

[[clustrix::cluster]]
void blocked(double* __restrict a, const double* __restrict b, int n) {
  for (int lo = 0; lo < n; lo += 8) {  // want: parallel
    int hi = lo + 8;
    if (hi > n) hi = n;
    for (int i = lo; i < hi; ++i) a[i] = 2 * b[i];  // want: parallel
  }
}

[[clustrix::cluster]]
void tiles(std::vector<int>& a, int rows, int columns) {
  for (int ii = 0; ii < rows; ii += 4) {  // want: parallel
    const int bottom = std::min(ii + 4, rows);
    for (int jj = 0; jj < columns; jj += 4) {  // want: parallel
      const int right = jj + 4 < columns ? jj + 4 : columns;
      for (int i = ii; i < bottom; ++i)  // want: parallel
        for (int j = jj; j < right; ++j) a[i * columns + j] += i - j;  // want: parallel
    }
  }
}

int grid[40][40];

[[clustrix::cluster]]
void skewed_tiles(int n) {
  int t, i, j, lower, upper;
  for (t = 0; t <= (n - 1) / 16; t++)  // want: parallel
    for (i = 1; i < n; i++) {          // want: parallel
      lower = std::max(1, 16 * t);
      upper = std::min(n - 1, 16 * t + 15);
      for (j = lower; j <= upper; j++) grid[j][i] = 3 * i + j;  // want: parallel
    }
}

[[clustrix::cluster]]
void interleaved(std::vector<int>& a, const std::vector<int>& key) {
  for (int i = 0; i < static_cast<int>(key.size()); ++i) {  // want: parallel
    int place = 2 * i;
    if (key[i] % 3 == 0) place = 2 * i + 1;
    a[place] = key[i];
  }
}

int main() {
  std::vector<float> f(37), g(37);
  for (int i = 0; i < 37; ++i) g[i] = 0.5f * i * i - 3 * i;
  smooth_clamped(f.data(), g.data(), 37), show("clamped", f);
  mirrored(f, g), show("mirrored", f);
  std::vector<double> d(29), e(29);
  for (int i = 0; i < 29; ++i) e[i] = 1.0 / (i + 1);
  smooth_periodic(d, e), show("periodic", d);
  blocked(d.data(), e.data(), 29), show("blocked", d);
  std::vector<unsigned char> in(13 * 11), out(13 * 11);
  for (int i = 0; i < 13 * 11; ++i) in[i] = static_cast<unsigned char>(i * 37);
  blur(in.data(), out.data(), 13, 11), show("blur", std::vector<int>(out.begin(), out.end()));
  std::vector<int> a(19 * 23, 1), key(20), pairs(40, -1);
  tiles(a, 19, 23), show("tiles", a);
  skewed_tiles(40);
  show("skewed", std::vector<int>(&grid[0][0], &grid[0][0] + 1600));
  for (int i = 0; i < 20; ++i) key[i] = i * 7 % 11;
  interleaved(pairs, key), show("interleaved", pairs);
}
