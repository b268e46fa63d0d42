// Arrays of variable length, a GNU extension, in functions and in templates.
#include "show.h"

[[clustrix::cluster]]
void windowed(double* a, int n) {
  const int width = n % 7 + 3;
  double window[width];
  for (int k = 0; k < width; ++k) window[k] = k * 0.5;  // want: parallel
  for (int i = 0; i < n; ++i) a[i] += window[i % 3];    // want: parallel
}

template <class T>
[[clustrix::cluster]] void filtered(T* a, int n) {
  T window[n % 7 + 3];
  const T* const first = window;
  for (int k = 0; k < n % 7 + 3; ++k) window[k] = T(k);              // want: parallel
  for (int i = 0; i < n; ++i) a[i] += window[i % 3] + first[i % 2];  // want: parallel
}

template <class T, int N>
[[clustrix::cluster]] T folded(const T* a, int n) {
  T sums[n + N];
  for (int i = 0; i < n + N; ++i) sums[i] = a[i % n] * N;  // want: parallel
  T total = 0;
  for (int i = N; i < n + N; ++i) total += sums[i] - sums[i - N];  // want: parallel
  return total;
}

int main() {
  for (const int n : {1, 5, 700, 3000}) {
    std::vector<double> a(n, 1.5);
    std::vector<int> b(n, 3);
    windowed(a.data(), n);
    show("windowed", a);
    filtered(a.data(), n);
    show("filtered", a);
    filtered(b.data(), n);
    show("filtered", b);
    put("folded", folded<double, 3>(a.data(), n));
    put("folded", folded<int, 2>(b.data(), n));
  }
}
