// Heads of loops with masks and remainders of what is known before the loop.
#include "show.h"

[[clustrix::cluster]]
void begins(int* a, int n, int k) {
  for (int i = k & 3; i < n; ++i) a[i] = a[2000 + (k & 63)] + i;  // want: parallel
}

[[clustrix::cluster]]
void ends(int* a, int n) {
  for (int i = 0; i < (n & 1023); ++i) a[i] = a[1024 + (n & 63)] + i;  // want: parallel
}

[[clustrix::cluster]]
void strides(int* a, int n, int k) {
  for (int i = 0; i < n; i += (k & 3) + 1) a[i] += k;  // want: parallel
}

[[clustrix::cluster]]
void beside(int* a, int n, int k) {
  for (int i = 0, j = (k & 3); i < n; j = j + k, ++i) a[i] += j & 63;  // want: parallel
}

[[clustrix::cluster]]
void beside_steps(int* a, int n, int k) {
  for (int i = 0, j = k % 5; i < n; ++i, j += k & 3) a[i] += j & 63;  // want: parallel
}

[[clustrix::cluster]]
void beside_follows(int* a, int n, int k) {
  for (int i = k & 7, j = i & 3; i < n; ++i, ++j) a[i] += j;
}

[[clustrix::cluster]]
void pointers(int* a, int n, int k) {
  for (int* p = a + (k & 3); p != a + n; ++p) *p = a[2000 + (k & 3)] + k;  // want: parallel
}

[[clustrix::cluster]]
void pointers_beside(int* a, int n, int k) {
  int i = 0;
  for (int* p = a + (k & 7); i < n; ++i, ++p) *p += i;  // want: parallel
}

[[clustrix::cluster]]
void shifted(int* a, int n, unsigned k) {
  for (unsigned i = k & 15; i < unsigned(n); ++i) a[i] = a[i + 1024 + (k & 31)];
}

struct Held {
  int* a;
  int k : 20;
  [[clustrix::cluster]] void fields(int n) {
    for (int i = 0, j = (k & 3); i < n; j = j + k, ++i) a[i] += j & 63;  // want: parallel
  }
};

int main() {
  std::vector<int> a(4000);
  for (int i = 0; i < 4000; ++i) a[i] = i * 7 % 31;
  for (const int k : {-3, 0, 2, 1001}) {
    for (const int n : {0, 9, 1000, 1990}) {
      begins(a.data(), n, k);
      show("begins", a);
      ends(a.data(), n);
      show("ends", a);
      strides(a.data(), n, k);
      show("strides", a);
      beside(a.data(), n, k);
      show("beside", a);
      beside_steps(a.data(), n, k);
      show("beside_steps", a);
      beside_follows(a.data(), n, k);
      show("beside_follows", a);
      if (n > 7) pointers(a.data(), n, k);
      show("pointers", a);
      pointers_beside(a.data(), n, k);
      show("pointers_beside", a);
      shifted(a.data(), n, k);
      show("shifted", a);
      Held{a.data(), k}.fields(n);
      show("fields", a);
    }
  }
}
