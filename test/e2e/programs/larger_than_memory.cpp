// Arrays larger than a device of one megabyte: batches, halos between batches, rows that do not fit, broadcast inputs.
#include "show.h"

[[clustrix::cluster]]
void triad(double* a, const double* b, const double* c, int n, double s) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] = b[i] + s * c[i];
}

[[clustrix::cluster]]
void blur(const double* in, double* out, int n) {
  for (int i = 2; i < n - 2; ++i)  // want: parallel
    out[i] = 0.2 * (in[i - 2] + in[i - 1] + in[i] + in[i + 1] + in[i + 2]);
}

[[clustrix::cluster]]
double dot(const double* a, const double* b, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    sum += a[i] * b[i];
  return sum;
}

[[clustrix::cluster]]
void wide_rows(float* g, int rows, int columns) {
  for (int r = 0; r < rows; ++r)         // want: parallel
    for (int c = 0; c < columns; ++c)    // want: parallel
      g[r * columns + c] = g[r * columns + c] * 0.5f + static_cast<float>(r);
}

[[clustrix::cluster]]
void all_against_table(const int* table, int size, const int* key, int* count, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    int below = 0;
    for (int k = 0; k < size; k += 4001)  // want: parallel
      below += table[k] < key[i];
    count[i] = below;
  }
}

[[clustrix::cluster]]
void thin(int* a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] % 1000 == 0) a[i] = -a[i] - 1;
}

int main() {
  Random random(71);
  const int n = 200003;
  std::vector<double> a(n), b(n), c(n);
  for (double& x : b) x = random.coarse();
  for (double& x : c) x = random.coarse();
  triad(a.data(), b.data(), c.data(), n, 0.5);
  show("triad", a);
  put("dot", dot(a.data(), b.data(), n));
  blur(a.data(), c.data(), n);
  show("blur", c);
  std::vector<float> g(3 * 300000);
  random.fillUnit(g);
  wide_rows(g.data(), 3, 300000);
  show("rows", g);
  std::vector<int> table(400000), key(2003), count(2003);
  random.fillBelow(table, 100000);
  random.fillBelow(key, 100000);
  all_against_table(table.data(), 400000, key.data(), count.data(), 2003);
  show("count", count);
  thin(table.data(), 400000);
  show("thin", table);
}
