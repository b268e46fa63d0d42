// Boxes that one loop runs through, with the places in them by quotients and remainders.
#include "show.h"

#include <utility>

[[clustrix::cluster]]
void scaled(std::vector<double>& b, const std::vector<double>& a, int nx, int ny) {
  for (int at = 0; at < nx * ny; ++at) {  // want: parallel
    const int i = at % nx, j = at / nx;
    b[j * nx + i] = 2 * a[j * nx + i] + j;
  }
}

[[clustrix::cluster]]
void stencil(double* b, const double* a [[clustrix::extent(nx * ny)]], int nx, int ny) {
  for (int at = 0; at < nx * ny; ++at) {  // want: parallel
    int i = at % nx, j = at / nx;
    if (i > 0 && i < nx - 1 && j > 0 && j < ny - 1)
      b[j * nx + i] = a[j * nx + i - 1] + a[j * nx + i + 1] + a[(j - 1) * nx + i] + a[(j + 1) * nx + i];
  }
}

[[clustrix::cluster]]
void three_sides(std::vector<float>& b, const std::vector<float>& a, std::size_t nx, std::size_t ny, std::size_t nz) {
  for (std::size_t at = 0; at < nx * ny * nz; ++at) {  // want: parallel
    const std::size_t k = at / (nx * ny), j = at / nx % ny, i = at % nx;
    b[(k * ny + j) * nx + i] = a[k * nx * ny + j * nx + i] * 0.5f + static_cast<float>(i + j + k);
  }
}

[[clustrix::cluster]]
void by_rests(std::vector<int>& b, int nx, int ny, int nz) {
  for (int at = 0; at < nx * ny * nz; ++at) {  // want: parallel
    const int k = at / (nx * ny), rest = at % (nx * ny);
    const int j = rest / nx, i = rest % nx;
    b[k * nx * ny + j * nx + i] += 100 * k + 10 * j + i;
  }
}

[[clustrix::cluster]]
void by_differences(std::vector<int>& b, int nx, int ny, int nz) {
  for (int at = 0; at < nx * ny * nz; ++at) {  // want: parallel
    const int k = at / (nx * ny);
    const int j = (at - k * nx * ny) / nx;
    const int i = at - k * nx * ny - j * nx;
    b[i + nx * (j + ny * k)] += 100 * k + 10 * j + i;
  }
}

[[clustrix::cluster]]
void transposed(std::vector<double>& b, const std::vector<double>& a, int nx, int ny) {
  for (int at = 0; at < nx * ny; ++at) {  // want: parallel
    const int i = at % nx, j = at / nx;
    b[i * ny + j] = a[at];
  }
}

[[clustrix::cluster]]
void mirrored(std::vector<double>& b, const std::vector<double>& a, int nx, int ny) {
  for (int at = 0; at < nx * ny; ++at) {  // want: parallel
    const int i = at % nx, j = at / nx;
    b[j * nx + nx - 1 - i] = a[j * nx + i];
  }
}

[[clustrix::cluster]]
void wider(std::vector<double>& b, const std::vector<double>& a, int nx, int ny, int pitch) {
  for (int at = 0; at < nx * ny; ++at) {  // want: parallel
    const int i = at % nx, j = at / nx;
    b[j * pitch + i] = 3 * a[at];
  }
}

[[clustrix::cluster]]
void vectors_in_cells(std::vector<double>& b, int nx, int ny) {
  for (int at = 0; at < nx * ny; ++at) {  // want: parallel
    const int i = at % nx, j = at / nx;
    for (int d = 0; d < 3; ++d) b[3 * (j * nx + i) + d] += i - d * j;
  }
}

// Sums of rows: of one quotient there are many iterations.
[[clustrix::cluster]]
void rows(std::vector<long>& sums, const std::vector<int>& a, int nx, int ny) {
  for (int at = 0; at < nx * ny; ++at)  // want: parallel
    sums[at / nx] += a[at];
}

int main() {
  Random random(17);
  const int n = 6000;
  std::vector<double> a(n), b(n), c(3 * n);
  std::vector<float> f(n), g(n);
  std::vector<int> whole(n);
  std::vector<long> sums(n);
  random.fillUnit(a);
  random.fillUnit(f);
  for (const auto [nx, ny] : {std::pair(60, 70), std::pair(1, 500), std::pair(500, 1), std::pair(7, 3), std::pair(0, 9),
                              std::pair(9, 0), std::pair(-4, -5)}) {
    scaled(b, a, nx, ny);
    show("scaled", b);
    if (nx < 0) continue;
    stencil(b.data(), a.data(), nx, ny);
    show("stencil", b);
    transposed(b, a, nx, ny);
    show("transposed", b);
    mirrored(b, a, nx, ny);
    show("mirrored", b);
    for (const int pitch : {nx, nx + 5, nx - 1, 2, 0}) {
      if (pitch < 0 || (ny - 1) * pitch + nx > n) continue;
      wider(b, a, nx, ny, pitch);
      show("wider", b);
    }
    vectors_in_cells(c, nx, ny);
    show("cells", c);
    random.fillBelow(whole, 100);
    rows(sums, whole, nx, ny);
    show("rows", sums);
    for (const int nz : {0, 1, 12}) {
      if (nx * ny * nz > n) continue;
      three_sides(g, f, nx, ny, nz);
      by_rests(whole, nx, ny, nz);
      by_differences(whole, nx, ny, nz);
      show("sides", g);
      show("whole", whole);
    }
  }
}
