// Traps: loops that end early: break, return, goto, labels, a condition over data, nested exits.
#include "show.h"

[[clustrix::cluster]]
int breaks(int* a, int n, int stop) {
  int i;
  for (i = 0; i < n; ++i) {  // want: serial
    if (a[i] == stop) break;
    a[i] += 5;
  }
  return i;
}

[[clustrix::cluster]]
int returns(int* a, int n, int stop) {
  for (int i = 0; i < n; ++i) {  // want: serial
    if (a[i] > stop) return i;
    a[i] = -1;
  }
  return n;
}

[[clustrix::cluster]]
int jumps_out(int* a, int rows, int columns, int stop) {
  int r = 0, c = 0;
  for (r = 0; r < rows; ++r)           // want: serial
    for (c = 0; c < columns; ++c) {    // want: serial
      if (a[r * columns + c] == stop) goto found;
      a[r * columns + c] *= 2;
    }
found:
  return r * 1000 + c;
}

[[clustrix::cluster]]
void jumps_inside(int* a, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    int tries = 0;
  again:
    a[i] = a[i] * 3 % 1000;
    if (++tries < 3 && a[i] % 2 == 0) goto again;
  }
}

[[clustrix::cluster]]
long data_condition(int* a, int n) {
  long sum = 0;
  for (int i = 0; i < n && a[i] >= 0; ++i) {  // want: serial
    sum += a[i];
    a[i] = 0;
  }
  return sum;
}

[[clustrix::cluster]]
int inner_break(const int* a, int* out, int rows, int columns, int key) {
  int total = 0;
  for (int r = 0; r < rows; ++r) {  // may: parallel
    int at = -1;
    for (int c = 0; c < columns; ++c)  // may: parallel
      if (a[r * columns + c] == key) {
        at = c;
        break;
      }
    out[r] = at;
    total += at;
  }
  return total;
}

[[clustrix::cluster]]
int switch_break(int* a, int n) {
  int zeros = 0;
  for (int i = 0; i < n; ++i) {  // want: parallel
    switch (a[i] % 3) {
      case 0:
        ++zeros;
        break;
      case 1:
        continue;
      default:
        a[i] = 0;
    }
    a[i] += 1;
  }
  return zeros;
}

[[clustrix::cluster]]
void no_condition(int* a, int n) {
  int i = 0;
  for (;;) {  // want: serial
    if (i >= n) break;
    a[i] ^= 1;
    i += a[i] % 3 == 0 ? 2 : 1;
  }
}

int main() {
  Random random(64);
  const int n = 5003;
  std::vector<int> a(n), out(70);
  random.fillBelow(a, 500);
  a[3000] = 600;
  a[4000] = 900;
  put("break", breaks(a.data(), n, 600));
  put("break_none", breaks(a.data(), 50, 600));
  show("a", a);
  put("inner", inner_break(a.data(), out.data(), 70, 71, 17));
  show("out", out);
  put("jump", jumps_out(a.data(), 70, 71, 600));
  put("return", returns(a.data(), n, 898));
  show("returned", a);
  jumps_inside(a.data(), n);
  a[2500] = -3;
  put("data", static_cast<long long>(data_condition(a.data() + 1001, n - 1001)));
  random.fillBelow(a, 500);
  put("zeros", switch_break(a.data(), n));
  no_condition(a.data(), n);
  show("b", a);
}
