// Cursors in loops that stay on the host, beside loops that are launched: what is written where the cursor stands is
// memory that a launch has had.
#include "show.h"

#include <cstdio>

[[clustrix::cluster]]
void stored(int* a, int* b, const int* c, int n, int m) {
  int* out = b;
  for (int i = 0; i < m; ++i) {  // want: serial
    if (c[i] > 2) {
      *out = i + a[i];
      ++out;
      std::printf(".");
    }
    for (int j = 0; j < n; ++j) a[j] += i + b[j];  // want: parallel
  }
  *out = 7;
}

[[clustrix::cluster]]
void walked(int* a, int* b, const int* c, int n, int m) {
  int* out = b;
  for (int i = 0; i < m; ++i) {  // want: serial
    if (c[i] > 2) *out++ = i + a[i];
    for (int j = 0; j < n; ++j) out[j] += i + a[j];
    std::printf("%d ", out[3] + *out);
  }
}

[[clustrix::cluster]]
void asked(int* a, int* b, const int* c, int n, int m) {
  int* out = b;
  for (int k = 0; k < n; ++k) b[k] = a[k] + 1;  // want: parallel
  for (int i = 0; i < m; ++i) {                 // want: serial
    if (c[i] > 2) std::printf("%d ", *out++);
    a[0] += *out;
    for (int j = 0; j < n; ++j)
      if (c[j] > i) *out++ = j;
    std::printf("%d ", *out);
  }
}

[[clustrix::cluster]]
void summed(int* a, int* b, const int* c, int n, int m) {
  for (int k = 0; k < n; ++k) b[k] = a[k] % 9 + 1;  // want: parallel
  for (int i = 1; i < m; ++i) {                     // want: serial
    b[i] = b[i - 1] + c[i];
    for (int j = 0; j < n; ++j) a[j] += b[i] + j;  // want: parallel
    std::printf("%d ", b[i]);
  }
}

[[clustrix::cluster]]
void stepped(int* a, int* b, const int* c, int n, int m) {
  int i = 0;
  while (i < m) {  // want: serial
    for (int j = 0; j < n; ++j) a[j] += i + c[j];
    std::printf("%d ", a[i]);
    i++;
  }
  int k = m;
  while (k > 0) {  // want: serial
    for (int j = 0; j < n; ++j) a[j] += k + c[j];
    std::printf("%d ", a[k]);
    --k;
    for (int j = 0; j < n; ++j) b[j] += a[j];
  }
  int q = 0;
  for (;;) {  // want: serial
    const int t = a[q];
    if (q >= m) break;
    ++q;
    for (int j = 0; j < n; ++j) b[j] += a[j] + t;
    std::printf("%d ", b[5]);
  }
}

int main() {
  const int n = 3000, m = 12;
  std::vector<int> a(9000, 3), b(9000), c(9000);
  for (int i = 0; i < 9000; ++i) c[i] = i % 5;
  const auto then = [&](const char* name, auto f) {
    f(a.data(), b.data(), c.data(), n, m);
    for (int& x : a) x %= 1000;
    for (int& x : b) x %= 1000;
    show(name, a);
    show(name, b);
  };
  then("stored", stored);
  then("walked", walked);
  then("asked", asked);
  then("summed", summed);
  then("stepped", stepped);
}
