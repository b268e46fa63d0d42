// Second names whose distance has a range and no closed form: the run measures it.
#include "show.h"

[[clustrix::cluster]]
void masked(int* a, int n) {
  for (int step = 0; step < 3; ++step) {  // may: parallel
    auto* behind = a + (n & 3);
    for (int i = 1; i < n; i = i + 2) behind[i] = a[0] + step;  // want: parallel
  }
}

[[clustrix::cluster]]
void divided(double* a, int n) {
  double* half = a + n / 2;
  const double* third = &a[n % 3];
  for (int i = 0; i < n / 2; ++i) half[i] = third[0] + i;  // want: parallel
}

[[clustrix::cluster]]
void shifted(int* a, unsigned n) {
  int* far = a + (n >> 1) + 40;
  for (unsigned i = 0; i < n / 4; ++i) far[i] += a[i];  // want: parallel
}

int main() {
  std::vector<int> a(300);
  std::vector<double> b(300);
  for (int i = 0; i < 300; ++i) a[i] = i * 7 % 31, b[i] = 0.5 * i;
  for (const int n : {0, 1, 9, 90, 143}) {
    masked(a.data(), n);
    show("masked", a);
    divided(b.data(), n);
    show("divided", b);
    shifted(a.data(), n);
    show("shifted", a);
  }
}
