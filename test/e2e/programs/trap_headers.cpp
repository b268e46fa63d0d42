// Traps: headers whose variables wrap around, meet what the body writes, or are needed behind the loop.
#include "show.h"

[[clustrix::cluster]]
int meets_itself(int* a, int n) {
  for (int i = 0, j = 1; j < n; ++i, ++j) a[j] += a[i];  // want: serial
  return a[0];
}

[[clustrix::cluster]]
int used_behind(int* a, int n) {
  int i, j;
  for (i = 0, j = 3; i < n; ++i, j += 2) a[i] += j;  // may: parallel
  return j;
}

[[clustrix::cluster]]
void body_moves_the_other(int* a, int n) {
  for (int i = 0, j = 0; i < n; ++i, ++j) {  // may: parallel
    if (a[i] % 2 == 0) ++j;
    a[i] += j;
  }
}

[[clustrix::cluster]]
int ends_on_data(int* a, int n) {
  int i = 0;
  for (; i < n && a[i] % 11 != 3; ++i) a[i] += 1;  // want: serial
  return i;
}

// With n == 0 the bytes run from 255 down: 255 iterations.
[[clustrix::cluster]]
void bytes_wrap(int* a, unsigned char n) {
  for (unsigned char i = n; --i > 0;) a[i] += i;  // may: parallel
}

[[clustrix::cluster]]
void bound_moves(int* a, int n) {
  for (int i = 0, e = n; i < e; ++i) {  // want: serial
    a[i] += e;
    if (a[i] % 5 == 0) --e;
  }
}

[[clustrix::cluster]]
int once_at_least(int* a, int n) {
  int rounds = 0;
  do {  // want: parallel
    a[n & 7] += 1;
    ++rounds;
    --n;
  } while (n > 0);
  return rounds * 100 + n;
}

// Numbers below zero are large ones: the loop runs on from there.
[[clustrix::cluster]]
void starts_below_zero(int* a, unsigned short n, unsigned short m) {
  for (unsigned short i = n - 1; i > m; --i) a[i & 255] = 5;  // may: parallel
}

[[clustrix::cluster]]
void ends_below_zero(int* a, unsigned n, unsigned m, unsigned far) {
  for (unsigned i = far; i < n - m; ++i) a[i - far] += 3;  // may: parallel
}

// The second condition may only be read when the first one holds.
[[clustrix::cluster]]
void guarded_condition(int* a, int n, const int* limit) {
  for (int i = 0; i < n && i < *limit; ++i) a[i] += 2;  // may: parallel
}

int main() {
  Random random(3);
  for (const int n : {0, 1, 9, 300}) {
    std::vector<int> a(512);
    random.fillBelow(a, 100);
    put("itself", meets_itself(a.data(), n));
    put("behind", used_behind(a.data(), n));
    body_moves_the_other(a.data(), n);
    put("data", ends_on_data(a.data(), n));
    bytes_wrap(a.data(), static_cast<unsigned char>(n));
    bound_moves(a.data(), n);
    put("once", once_at_least(a.data(), n));
    starts_below_zero(a.data(), static_cast<unsigned short>(n), 65000);
    starts_below_zero(a.data(), static_cast<unsigned short>(n + 1), 3);
    ends_below_zero(a.data(), 3, 5, 4294967200U);
    ends_below_zero(a.data(), static_cast<unsigned>(n), 0, 0);
    const int limit = n / 2;
    guarded_condition(a.data(), n, n == 0 ? nullptr : &limit);
    show("a", a.data(), 512);
  }
}
