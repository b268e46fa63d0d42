// Trip counts of zero, one, fewer than the devices, and just around multiples of them.
#include "show.h"

[[clustrix::cluster]]
void update(int* a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] = a[i] * 3 + n;
}

[[clustrix::cluster]]
int sum(const int* a, int first, int last) {
  int total = 1000;
  for (int i = first; i <= last; ++i)  // want: parallel
    total += a[i];
  return total;
}

[[clustrix::cluster]]
void grid(int* a, int rows, int columns) {
  for (int r = 0; r < rows; ++r)         // want: parallel
    for (int c = 0; c < columns; ++c)    // want: parallel
      a[r * columns + c] += 10 * r + c;
}

[[clustrix::cluster]]
double largest(const std::vector<double>& v) {
  double top = -1;
  for (double x : v)  // want: parallel
    if (x > top) top = x;
  return top;
}

int main() {
  Random random(39);
  std::vector<int> a(2000);
  random.fillBelow(a, 1000);
  for (int n : {-7, 0, 1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 63, 64, 65, 1021}) {
    for (int& x : a) x %= 1000;
    update(a.data(), n);
    show("update", a);
    put("sum", sum(a.data(), n / 3, n));
    std::vector<double> v(n < 0 ? 0 : n);
    random.fillUnit(v);
    put("largest", largest(v));
  }
  put("backwards", sum(a.data(), 50, 10));
  const int sizes[][2] = {{1, 1}, {1, 1999}, {1999, 1}, {0, 9}, {9, 0}, {3, 5}, {-1, 4}, {40, 50}};
  for (const auto& size : sizes) grid(a.data(), size[0], size[1]);
  show("grid", a);
}
