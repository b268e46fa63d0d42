// Traps: pointers and positions that move with the loop, by amounts that depend on data.
#include "show.h"

[[clustrix::cluster]]
int compact(int* a, int n) {
  int* out = a;
  for (int i = 0; i < n; ++i)  // want: serial
    if (a[i] % 2) *out++ = a[i];
  return static_cast<int>(out - a);
}

[[clustrix::cluster]]
void pointer_loop(int* first, int* last) {
  for (int* p = first; p != last; ++p)  // may: parallel
    *p = *p * 2 + 1;
}

[[clustrix::cluster]]
void pointer_recurrence(int* first, int* last) {
  for (int* p = first + 1; p != last; ++p)  // want: serial
    *p = (*p + p[-1]) % 1009;
}

[[clustrix::cluster]]
void data_steps(int* a, int n) {
  int at = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    a[at] += i;
    at = (at + a[at] % 17 + 1) % n;
  }
}

[[clustrix::cluster]]
void two_cursors(const int* in, int* out, int n) {
  int front = 0, back = n;
  for (int i = 0; i < n; ++i) {  // want: serial
    if (in[i] % 2)
      out[front++] = in[i];
    else
      out[--back] = in[i];
  }
}

[[clustrix::cluster]]
void walking(int* out, const int* in, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    *out = *in + i;
    ++out;
    in += 1;
  }
}

[[clustrix::cluster]]
void scattered(int* a, const int* where, int n) {
  for (int i = 0; i < n; ++i)  // want: serial, idle
    a[where[i]] = i;
}

[[clustrix::cluster]]
void histogram(int* bins, const int* a, int n) {
  for (int i = 0; i < n; ++i)  // may: parallel
    ++bins[a[i] % 50];
}

[[clustrix::cluster]]
void modulo_writes(int* a, int n, int m) {
  for (int i = 0; i < n; ++i)  // want: serial
    a[i % m] = a[i % m] * 3 + i;
}

int main() {
  Random random(65);
  const int n = 4001;
  std::vector<int> a(n), b(n), bins(50), where(n);
  random.fillBelow(a, 1000);
  random.fillBelow(where, n);
  put("kept", compact(a.data(), n));
  show("compact", a);
  pointer_loop(a.data(), a.data() + n);
  pointer_recurrence(a.data(), a.data() + n);
  show("pointer", a);
  data_steps(a.data(), n);
  show("steps", a);
  two_cursors(a.data(), b.data(), n);
  show("cursors", b);
  walking(b.data(), a.data(), n);
  walking(b.data() + 1, b.data(), n - 1);
  show("walking", b);
  scattered(a.data(), where.data(), n);
  scattered(where.data(), where.data(), 1000);
  show("scattered", a);
  show("where", where);
  for (int& x : b) x &= 1023;
  histogram(bins.data(), b.data(), n);
  show("bins", bins);
  for (int& x : a) x = 1;
  modulo_writes(a.data(), 60, 7);
  show("modulo", a);
}
