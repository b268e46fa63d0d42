// [[clustrix::extent(...)]] speaks of the call: where the pointer or what it names has changed since, it says nothing.
#include "show.h"

[[clustrix::cluster]]
void shrunk([[clustrix::extent(n)]] const double* a, int n, const int* index, double* out, int m) {
  n /= 4;
  for (int i = 0; i < m; ++i)  // want: parallel
    out[i] = a[index[i]] + n;
}

[[clustrix::cluster]]
void moved([[clustrix::extent(n)]] const double* a, int n, const int* index, double* out, int m) {
  a += n / 2;
  for (int i = 0; i < m; ++i)  // want: parallel
    out[i] = a[index[i] - n / 2];
}

[[clustrix::cluster]]
void shadowed([[clustrix::extent(n)]] const double* a, int n, const int* index, double* out, int m) {
  double last = a[n - 1];
  {
    int n = 3;
    for (int i = 0; i < m; ++i)  // want: parallel
      out[i] = a[index[i]] * n;
  }
  out[0] += last;
}

[[clustrix::cluster]]
void around([[clustrix::extent(n)]] const double* a, int n, const int* index, double* out, int m) {
  for (int round = 0; round < 3; ++round) {  // want: serial
    for (int i = 0; i < m; ++i)              // want: parallel
      out[i] += a[index[i]] * n;
    n /= 2;
  }
}

[[clustrix::cluster]]
void as_it_was([[clustrix::extent(n)]] const double* a, int n, const int* index, double* out, int m) {
  // Changed behind the loop, and read in front of it: the extent holds.
  const int half = n / 2;
  for (int i = 0; i < m; ++i)  // want: parallel
    out[i] = a[index[i]] + half;
  n = 0;
  out[0] += n;
}

int main() {
  Random random(29);
  const int n = 1000, m = 700;
  std::vector<double> a(n), out(m);
  std::vector<int> index(m);
  random.fillUnit(a);
  random.fillBelow(index, n);
  shrunk(a.data(), n, index.data(), out.data(), m);
  show("shrunk", out);
  moved(a.data(), n, index.data(), out.data(), m);
  show("moved", out);
  shadowed(a.data(), n, index.data(), out.data(), m);
  show("shadowed", out);
  around(a.data(), n, index.data(), out.data(), m);
  show("around", out);
  as_it_was(a.data(), n, index.data(), out.data(), m);
  show("as_it_was", out);
}
