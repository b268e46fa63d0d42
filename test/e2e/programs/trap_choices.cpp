// Traps: choices between a new value and something that is nearly the variable's own.
#include "show.h"

#include <vector>

// The condition asks for what an earlier iteration has left.
[[clustrix::cluster]]
int asks_itself(const int* a, int n) {
  int last = 0;
  for (int i = 0; i < n; ++i) last = a[i] > last % 150 ? i : last;  // want: serial
  return last;
}

[[clustrix::cluster]]
int moves_itself(const int* a, int n) {
  int last = 0;
  for (int i = 0; i < n; ++i) last = a[i] > 150 ? i : last + 1;  // want: serial
  return last;
}

[[clustrix::cluster]]
int reads_itself(const int* a, int n) {
  int last = 0;
  for (int i = 0; i < n; ++i) last = a[i] > 150 ? i - last : last;  // want: serial
  return last;
}

// Half of what a wide integer holds is lost on the way through a floating-point number.
[[clustrix::cluster]]
long long loses(const int* a, int n, long long last) {
  for (int i = 0; i < n; ++i) last = static_cast<long long>(a[i] > 150 ? a[i] * 0.5 : last);  // want: serial
  return last;
}

[[clustrix::cluster]]
long long loses_by_conversion(const int* a, int n, long long last) {
  for (int i = 0; i < n; ++i) last = a[i] > 150 ? a[i] * 0.5 : last;  // want: serial
  return last;
}

[[clustrix::cluster]]
double sum_or_product(const double* a, int n) {
  double x = 1;
  for (int i = 0; i < n; ++i) x = a[i] > 0.5 ? x + a[i] : a[i] < 0.25 ? x * a[i] : x;  // want: serial
  return x;
}

[[clustrix::cluster]]
void used(const int* a, int* out, int n) {
  int last = -1;
  for (int i = 0; i < n; ++i) out[i] = last = a[i] > 150 ? i : last;  // want: serial
}

[[clustrix::cluster]]
void read_behind(const int* a, int* out, int n) {
  int last = -1;
  for (int i = 0; i < n; ++i) {  // want: serial
    last = a[i] > 150 ? i : last;
    out[i] = last;
  }
}

[[clustrix::cluster]]
int another(const int* a, int n) {
  int last = 0, other = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    last = a[i] > 150 ? i : other;
    other = a[i] < 20 ? i : last;
  }
  return last * 3 + other;
}

int main() {
  Random random(43);
  for (const int n : {0, 1, 7, 3000}) {
    std::vector<double> a(n);
    random.fillUnit(a);
    std::vector<int> k(n), out(n, 4);
    random.fillBelow(k, 200);
    put("n", n);
    put("asks_itself", asks_itself(k.data(), n));
    put("moves_itself", moves_itself(k.data(), n));
    put("reads_itself", reads_itself(k.data(), n));
    put("loses", loses(k.data(), n, (1LL << 60) + 1));
    put("loses_by_conversion", loses_by_conversion(k.data(), n, (1LL << 60) + 1));
    put("sum_or_product", sum_or_product(a.data(), n));
    used(k.data(), out.data(), n);
    show("used", out);
    read_behind(k.data(), out.data(), n);
    show("read_behind", out);
    put("another", another(k.data(), n));
  }
}
