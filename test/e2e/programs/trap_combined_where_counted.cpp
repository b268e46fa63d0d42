// A counter that moves on in the subscript of what is combined: its value is used, which a sum of steps does not know.
#include "show.h"

#include <algorithm>

[[clustrix::cluster]]
int kept(std::vector<int>& a, const std::vector<int>& b, int n) {
  int k = 0;
  for (int i = 0; i < n; ++i)  // want: serial
    if (b[i] > 0) a[k++] += i;
  return k;
}

[[clustrix::cluster]]
unsigned fields(std::vector<int>& a, const std::vector<int>& b, int n) {
  unsigned k = 3;
  for (int i = 0; i < n; ++i)  // want: serial
    if (b[i] > 0) a[++k] ^= i;
  return k;
}

/// Rows of a triangle that lie behind each other.
[[clustrix::cluster]]
int triangle(std::vector<int>& a, int n) {
  int k = 0;
  for (int i = 0; i < n; ++i)                    // want: serial
    for (int j = 0; j <= i; ++j) a[k++] += i - j;  // want: parallel
  return k;
}

[[clustrix::cluster]]
int largest(std::vector<int>& a, const std::vector<int>& b, int n) {
  int k = 200;
  for (int i = 0; i < n; ++i)  // want: serial
    if (b[i] != 0) a[--k] = std::max(a[k], i);
  return k;
}

struct Log {
  int used = 0;

  [[clustrix::cluster]]
  void add(std::vector<int>& a, const std::vector<int>& b, int n) {
    for (int i = 0; i < n; ++i)  // want: serial
      if (b[i] % 2) a[used++] -= b[i];
  }
};

/// The counter is as far on as the loop's own: its value is known.
[[clustrix::cluster]]
int all(std::vector<int>& a, const std::vector<int>& b, int n) {
  int k = 0;
  for (int i = 0; i < n; ++i) a[k++] += b[i];  // want: parallel
  return k;
}

int main() {
  std::vector<int> a(600), b(200);
  for (int i = 0; i < 600; ++i) a[i] = i * 7 % 23 - 3;
  for (int i = 0; i < 200; ++i) b[i] = i * 37 % 11 - 3;
  for (const int n : {0, 1, 30, 200}) {
    std::printf("%d %u\n", kept(a, b, n), fields(a, b, n));
    show("kept", a);
    std::printf("%d %d\n", triangle(a, n % 34), largest(a, b, n));
    show("largest", a);
    Log log;
    log.add(a, b, n);
    std::printf("%d %d\n", log.used, all(a, b, n));
    show("all", a);
  }
}
