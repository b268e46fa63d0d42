// Loops of which a part is parallel, with a program around them that shows their results.
#include <cstdio>
#include <vector>

static double a[40], b[40], c[40], d[40];

[[clustrix::cluster]] static void uses_a_recurrence(int n) {
  for (int i = 1; i < n; ++i) {
    a[i] = a[i - 1] * 0.5 + c[i];  // carried on
    b[i] = a[i] * a[i] + a[i - 1];
  }
}

[[clustrix::cluster]] static void feeds_a_recurrence(int n) {
  for (int i = 1; i < n; ++i) {
    const double t = c[i] * 3;
    d[i] = t + 1;
    a[i] = a[i - 1] + d[i];
  }
}

[[clustrix::cluster]] static void stays_whole(int n) {
  for (int i = 1; i < n; ++i) {
    a[i] = b[i - 1] + 1;
    b[i] = a[i] * 0.5;
  }
}

int main() {
  for (int i = 0; i < 40; ++i) c[i] = i % 7 + 0.5;
  uses_a_recurrence(40);
  feeds_a_recurrence(40);
  stays_whole(30);
  for (int i = 0; i < 40; ++i) std::printf("%g %g %g\n", a[i], b[i], d[i]);
}
