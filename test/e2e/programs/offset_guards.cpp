// Dependences that exist for some parameter values only: a run-time offset decides.
#include "show.h"

[[clustrix::cluster]]
void forward(int* a, int n, int k) {
  for (int i = 0; i < n; ++i)  // may: parallel
    a[i] = (a[i + k] * 3 + 1) % 1009;
}

[[clustrix::cluster]]
void backward(int* a, int n, int k) {
  for (int i = k; i < n; ++i)  // may: parallel
    a[i] = a[i - k] + i;
}

[[clustrix::cluster]]
void rows_apart(double* a, int from, int to, int columns) {
  for (int c = 0; c < columns; ++c)  // may: parallel
    a[to * columns + c] = a[from * columns + c] * 0.5 + 1;
}

[[clustrix::cluster]]
void time_levels(double* a, int now, int then, int n) {
  for (int i = 1; i < n - 1; ++i)  // may: parallel
    a[now * n + i] = 0.5 * (a[then * n + i - 1] + a[then * n + i + 1]);
}

int main() {
  Random random(34);
  const int n = 8009;
  std::vector<int> a(2 * n);
  for (int k : {0, 1, 2, 100, n, -3}) {
    random.fillBelow(a, 1000);
    forward(a.data() + 3, n - 3, k);
    show("forward", a);
  }
  for (int k : {0, 1, 17, 4000, 5000, n, n + 5}) {
    random.fillBelow(a, 1000);
    backward(a.data(), n, k);
    for (int& x : a) x %= 100003;
    show("backward", a);
  }
  std::vector<double> d(20 * 401);
  random.fillUnit(d);
  rows_apart(d.data(), 3, 4, 401);
  rows_apart(d.data(), 3, 3, 401);
  show("rows", d);
  for (int t = 0; t < 6; ++t) time_levels(d.data(), (t + 1) % 2, t % 2, 4001);
  time_levels(d.data(), 1, 1, 4001);
  show("time", d);
}
