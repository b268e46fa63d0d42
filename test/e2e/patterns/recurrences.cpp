// Recurrences of several orders and kinds, scans, packing and unpacking, triangular solves.
#include "trial.h"

[[clustrix::cluster]]
void second_order(double* a, const double* b, int n) {
  // Two elements back.
  for (int i = 2; i < n; ++i)  // want: serial
    a[i] = 0.4 * a[i - 1] + 0.3 * a[i - 2] + b[i];
}

[[clustrix::cluster]]
void two_chains(double* a, const double* b, int n) {
  // Distance 2 alone: two interleaved chains, yet no order is free.
  for (int i = 2; i < n; ++i)  // want: serial
    a[i] = 0.5 * a[i - 2] + b[i];
}

[[clustrix::cluster]]
void coupled(double* a, double* b, const double* c, int n) {
  // Two arrays that feed each other.
  for (int i = 1; i < n; ++i) {  // want: serial
    a[i] = 0.5 * a[i - 1] + 0.25 * b[i - 1] + c[i];
    b[i] = 0.5 * b[i - 1] - 0.25 * a[i];
  }
}

[[clustrix::cluster]]
void in_scalars(double* a, const double* b, int n) {
  // A rotation of two scalars.
  double s = 0.0, c = 1.0;
  for (int i = 0; i < n; ++i) {  // want: serial
    const double next = 0.8 * s + 0.6 * c;
    c = 0.8 * c - 0.6 * s;
    s = next;
    a[i] = s * b[i];
  }
}

[[clustrix::cluster]]
void logistic(double* a, double start, int n) {
  // Not linear.
  double x = start;
  for (int i = 0; i < n; ++i) {  // want: serial
    x = 3.2 * x * (1.0 - x);
    a[i] = x;
  }
}

[[clustrix::cluster]]
void random_numbers(unsigned* out, unsigned state, int n) {
  // A generator's state.
  for (int i = 0; i < n; ++i) {  // want: serial
    state = state * 1664525u + 1013904223u;
    out[i] = state >> 8;
  }
}

[[clustrix::cluster]]
void running_sums(int* a, const int* b, int n) {
  // An inclusive scan.
  int s = 0;
  for (int i = 0; i < n; ++i) {  // may: parallel
    s += b[i];
    a[i] = s;
  }
}

[[clustrix::cluster]]
int starts_of_rows(int* a, const int* b, int n) {
  // An exclusive scan, its total returned.
  int s = 0;
  for (int i = 0; i < n; ++i) {  // may: parallel
    a[i] = s;
    s += b[i];
  }
  return s;
}

[[clustrix::cluster]]
void prefix_in_place(int* a, const int* b, int n) {
  // A scan spelled as a recurrence.
  for (int i = 1; i < n; ++i)  // may: parallel
    a[i] = a[i - 1] + b[i];
}

[[clustrix::cluster]]
void running_largest(double* a, const double* b, int n) {
  // A scan of maxima.
  double m = -1.0;
  for (int i = 0; i < n; ++i) {  // may: parallel
    m = b[i] > m ? b[i] : m;
    a[i] = m;
  }
}

[[clustrix::cluster]]
int packed(int* out, const int* v, int n) {
  // The positive ones, one behind the other.
  int k = 0;
  for (int i = 0; i < n; ++i)  // may: parallel
    if (v[i] > 0) out[k++] = v[i];
  return k;
}

[[clustrix::cluster]]
int packed_in_place(int* v, int n) {
  // The same within the array: what is written was read before.
  int k = 0;
  for (int i = 0; i < n; ++i)  // may: parallel
    if (v[i] > 0) v[k++] = v[i];
  return k;
}

[[clustrix::cluster]]
void unpacked(double* a, const double* from, const int* v, int n) {
  // The reverse: one after the other to the places that ask for one.
  int k = 0;
  for (int i = 0; i < n; ++i)  // may: parallel
    if (v[i] > 0) a[i] = from[k++];
}

[[clustrix::cluster]]
void lower_solve(double* x, const double* b) {
  // Row-oriented forward substitution.
  for (int i = 0; i < pitch; ++i) {  // want: serial
    double s = b[i];
    for (int j = 0; j < i; ++j)  // want: parallel
      s -= 0.125 * aa[i][j] * x[j];
    x[i] = s / (2.0 + aa[i][i]);
  }
}

[[clustrix::cluster]]
void upper_solve(double* x) {
  // Column-oriented backward substitution.
  for (int j = pitch - 1; j >= 0; --j) {  // want: serial
    x[j] /= 2.0 + aa[j][j];
    for (int i = 0; i < j; ++i)  // want: parallel
      x[i] -= 0.125 * aa[i][j] * x[j];
  }
}

[[clustrix::cluster]]
void tridiagonal(double* d, const double* lower, const double* upper, int n) {
  // Elimination and substitution of Thomas, one system.
  for (int i = 1; i < n; ++i)  // want: serial
    d[i] -= 0.25 * lower[i] * d[i - 1];
  for (int i = n - 2; i >= 0; --i)  // want: serial
    d[i] -= 0.25 * upper[i] * d[i + 1];
}

[[clustrix::cluster]]
void many_tridiagonal(double* d, const double* lower, int systems, int n) {
  // The same for many systems side by side.
  for (int s = 0; s < systems; ++s) {  // want: parallel
    for (int i = 1; i < n; ++i)        // want: serial
      d[i * systems + s] -= 0.25 * lower[i] * d[(i - 1) * systems + s];
  }
}

[[clustrix::cluster]]
void horner(double* out, const double* x, const double* c, int n) {
  // A polynomial at many points: the chain is inside.
  for (int i = 0; i < n; ++i) {  // want: parallel
    double y = 0;
    for (int k = 9; k >= 0; --k)  // want: serial
      y = y * x[i] + c[k];
    out[i] = y;
  }
}

int main() {
  trial("second_order", [](Data& x, int n) { second_order(x.a, x.b, n); });
  trial("two_chains", [](Data& x, int n) { two_chains(x.a, x.b, n); });
  trial("coupled", [](Data& x, int n) { coupled(x.a, x.b, x.c, n); });
  trial("in_scalars", [](Data& x, int n) { in_scalars(x.a, x.b, n); });
  trial("logistic", [](Data& x, int n) { logistic(x.a, 0.3, n); });
  trial("random_numbers", [](Data&, int n) {
    std::vector<unsigned> out(n);
    random_numbers(out.data(), 5, n);
    show("random_numbers", out);
  });
  trial("running_sums", [](Data& x, int n) { running_sums(x.w, x.v, n); });
  trial("running_sums_in_place", [](Data& x, int n) { running_sums(x.v, x.v, n); });
  trial("starts_of_rows", [](Data& x, int n) { put("starts_of_rows", starts_of_rows(x.w, x.v, n)); });
  trial("prefix_in_place", [](Data& x, int n) { prefix_in_place(x.w, x.v, n); });
  trial("prefix_of_itself", [](Data& x, int n) { prefix_in_place(x.w, x.w + 2000, n); });
  trial("running_largest", [](Data& x, int n) { running_largest(x.a, x.b, n); });
  trial("packed", [](Data& x, int n) { put("packed", packed(x.w, x.v, n)); });
  trial("packed_in_place", [](Data& x, int n) { put("packed_in_place", packed_in_place(x.v, n)); });
  trial("packed_overlapping", [](Data& x, int n) { put("packed_overlapping", packed(x.v, x.v + 1, n)); });
  trial("unpacked", [](Data& x, int n) { unpacked(x.a, x.b, x.v, n); });
  trial("lower_solve", [](Data& x, int) { lower_solve(x.a, x.b); }, {1});
  trial("upper_solve", [](Data& x, int) { upper_solve(x.a); }, {1});
  trial("tridiagonal", [](Data& x, int n) { tridiagonal(x.a, x.b, x.c, n); });
  trial("many_tridiagonal", [](Data& x, int) { many_tridiagonal(x.a, x.b, 40, 50); }, {1});
  trial("horner", [](Data& x, int n) { horner(x.a, x.b, x.c, n); });
}
