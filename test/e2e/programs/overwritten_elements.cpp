// One element of an array that each iteration overwrites, beside others that are read: a variable of the iteration, whose
// last value is kept.
#include "show.h"
[[clustrix::cluster]]
void beside_others(std::vector<double>& a, std::vector<double>& b, const std::vector<double>& c, int k, int n) {
  for (int j = 0; j < n; ++j) {  // want: parallel
    a[k] = b[j] - a[k - 1];
    b[j] = a[k] + c[j];
  }
}

[[clustrix::cluster]]
void perhaps_the_same(std::vector<double>& a, std::vector<double>& b, int k, int m, int n) {
  for (int j = 0; j < n; ++j) {  // may: parallel
    a[k] = b[j] - 0.5 * a[m];
    b[j] = a[k] + 1;
  }
}

[[clustrix::cluster]]
void read_before(std::vector<double>& a, std::vector<double>& b, int n) {
  for (int j = 0; j < n; ++j) {  // want: serial
    b[j] += a[3] * a[2];
    a[3] = b[j];
  }
}

[[clustrix::cluster]]
void two_of_them(std::vector<double>& a, std::vector<double>& b, int k, int m, int n) {
  for (int j = 0; j < n; ++j) {  // want: serial
    a[k] = b[j];
    a[m] = 2 * b[j] + a[k];
    b[j] = a[k];
  }
}

int main() {
  Random random(12);
  const int n = 3000;
  std::vector<double> w(n), v(n), few = {1, 2, 3, 4, 5, 6};
  random.fillUnit(w);
  random.fillUnit(v);
  beside_others(few, v, w, 4, n);
  perhaps_the_same(few, v, 2, 5, n);
  perhaps_the_same(few, v, 1, 1, n);
  read_before(few, w, n);
  two_of_them(few, w, 3, 4, n);
  two_of_them(few, w, 3, 3, n);
  show("few", few.data(), 6);
  show("elements", v.data(), n);
  show("elements.w", w.data(), n);
}
