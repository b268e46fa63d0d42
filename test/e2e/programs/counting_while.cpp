// while and do loops that count, beside some that do not.
#include "show.h"

[[clustrix::cluster]]
int upwards(int* a, const int* b, int n) {
  int i = 2;
  while (i < n) {  // want: parallel
    a[i] += b[i];
    ++i;
  }
  return i;
}

[[clustrix::cluster]]
void downwards(int* a, int n) {
  int i = n - 1;
  while (i >= 0) {  // want: parallel
    a[i] = a[i] * 3 + i;
    i -= 2;
  }
}

[[clustrix::cluster]]
void head_decrement(int* a, int n) {
  while (n-- > 0)  // may: parallel
    a[n] ^= 77;
}

[[clustrix::cluster]]
void doing(int* a, int n) {
  int i = 0;
  do {  // may: parallel
    a[i] -= i;
    ++i;
  } while (i < n);
}

[[clustrix::cluster]]
int halving(int* a, int n) {
  int steps = 0;
  while (n > 0) {  // want: serial
    a[n] = steps;
    n /= 2;
    ++steps;
  }
  return steps;
}

[[clustrix::cluster]]
int until_zero(const int* a) {
  int i = 0;
  while (a[i] != 0)  // want: serial
    ++i;
  return i;
}

int main() {
  Random random(45);
  const int n = 7001;
  std::vector<int> a(n), b(n);
  random.fillBelow(a, 900);
  random.fillBelow(b, 900);
  put("up", upwards(a.data(), b.data(), n));
  put("up_none", upwards(a.data(), b.data(), 1));
  downwards(a.data(), n);
  downwards(a.data(), 0);
  head_decrement(a.data(), n);
  doing(a.data(), n - 10);
  doing(a.data(), 0);
  show("a", a);
  put("steps", halving(a.data(), n - 1));
  for (int& x : b) ++x;
  b[5000] = 0;
  put("zero", until_zero(b.data()));
}
