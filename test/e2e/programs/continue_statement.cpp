// `continue` in the distributed loop, in a loop inside it, and in both.
#include "show.h"

[[clustrix::cluster]]
void skip_negative(const double* a, double* out, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (a[i] < 0) continue;
    out[i] = std::sqrt(a[i]);
    if (out[i] > 0.75) continue;
    out[i] += 10;
  }
}

[[clustrix::cluster]]
void skip_inside(const double* a, double* out, int rows, int columns) {
  for (int r = 0; r < rows; ++r) {  // want: parallel
    if (r % 7 == 3) continue;
    double sum = 0;
    for (int c = 0; c < columns; ++c) {  // want: parallel
      if (c == r) continue;
      if (a[r * columns + c] < 0.1) continue;
      sum += a[r * columns + c];
    }
    if (sum < 1) continue;
    out[r] = sum;
  }
}

[[clustrix::cluster]]
int count_kept(const double* a, int n) {
  int kept = 0;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (a[i] < 0) continue;
    if (a[i] > 0.9) continue;
    ++kept;
  }
  return kept;
}

int main() {
  Random random(19);
  const int n = 11003, rows = 90, columns = 110;
  std::vector<double> a(n), out(n, -3.0), sums(rows, -1.0);
  for (double& v : a) v = 2 * random.unit() - 1;
  skip_negative(a.data(), out.data(), n);
  show("root", out);
  skip_inside(a.data(), sums.data(), rows, columns);
  show("sums", sums);
  put("kept", count_kept(a.data(), n));
  put("none", count_kept(a.data(), 0));
}
