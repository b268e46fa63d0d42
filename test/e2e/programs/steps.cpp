// Steps other than one, both ways, constant and at run time, with bounds that the step does not hit.
#include "show.h"

[[clustrix::cluster]]
void constant_steps(long* a, int n) {
  for (int i = 0; i < n; i += 2)  // want: parallel
    a[i] += i;
  for (int i = 3; i <= n - 2; i += 7)  // want: parallel
    a[i] -= 2 * i;
  for (int i = n - 1; i >= 0; i -= 5)  // want: parallel
    a[i] ^= 4097;
  for (int i = n - 2; i > 10; i -= 3)  // want: parallel
    a[i + 1] *= 3;
}

[[clustrix::cluster]]
void step_at_run_time(long* a, int n, int step) {
  for (int i = 1; i < n; i += step)  // want: parallel
    a[i] = a[i] * 2 + step;
  for (int i = n - 1; i >= 0; i -= step)  // want: parallel
    a[i] -= step;
}

[[clustrix::cluster]]
void blocks(long* a, const long* b, int n, int width) {
  for (int base = 0; base + width <= n; base += width)  // want: parallel
    for (int i = 0; i < width; ++i)                     // want: parallel
      a[base + i] += b[base + width - 1 - i];
}

int main() {
  Random random(12);
  const int n = 15013;
  std::vector<long> a(n), b(n);
  random.fillBelow(a, 5000);
  random.fillBelow(b, 5000);
  constant_steps(a.data(), n);
  show("constant", a);
  constant_steps(a.data(), 2);
  for (int step : {1, 3, 64, 999, 20000}) step_at_run_time(a.data(), n, step);
  show("run_time", a);
  for (int width : {1, 4, 100, 7000, 16000}) blocks(a.data(), b.data(), n, width);
  show("blocks", a);
}
