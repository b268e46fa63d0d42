// Pointers and references declared in the body or before the loop: rows, aliases of elements, offsets.
#include "show.h"

[[clustrix::cluster]]
void row_pointers(double* a, const double* b, int rows, int columns) {
  for (int r = 0; r < rows; ++r) {  // want: parallel
    double* row = a + r * columns;
    const double* other = &b[r * columns];
    for (int c = 0; c < columns; ++c)  // want: parallel
      row[c] = other[columns - 1 - c] * 2;
  }
}

[[clustrix::cluster]]
void element_references(double* a, const double* b, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    double& x = a[i];
    const double& y = b[i];
    x = x * y + 1;
    x -= y;
  }
}

[[clustrix::cluster]]
void parts_of_one(double* all, int n) {
  double* low = all;
  double* middle = all + n;
  double* high = all + 2 * n;
  for (int i = 0; i < n; ++i)  // want: parallel
    high[i] = low[i] + middle[i];
}

[[clustrix::cluster]]
void chosen_pointer(double* a, double* b, int n, bool first) {
  double* target = first ? a : b;
  for (int i = 0; i < n; ++i)  // want: parallel
    target[i] += i;
}

[[clustrix::cluster]]
void dereferenced(int* a, const int* b, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    *(a + i) = *(b + n - 1 - i) - i[b];
}

int main() {
  Random random(44);
  const int rows = 70, columns = 60, n = 1400;
  std::vector<double> a(rows * columns), b(rows * columns);
  random.fillUnit(a);
  random.fillUnit(b);
  row_pointers(a.data(), b.data(), rows, columns);
  show("rows", a);
  row_pointers(a.data() + 30, a.data(), 69, columns);
  show("overlap", a);
  element_references(a.data(), b.data(), rows * columns);
  element_references(a.data(), a.data(), rows * columns);
  element_references(a.data() + 1, a.data(), n);
  show("elements", a);
  parts_of_one(b.data(), n);
  show("parts", b);
  chosen_pointer(a.data(), b.data(), n, true);
  chosen_pointer(a.data(), b.data(), n / 2, false);
  show("a", a);
  show("b", b);
  std::vector<int> v(n), w(n);
  random.fillBelow(v, 100);
  dereferenced(w.data(), v.data(), n);
  show("w", w);
}
