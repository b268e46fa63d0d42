// The functions that library_calls.cpp knows by their declarations and its library model alone.
#include "library_calls.h"

namespace vendor {
double wave(double x) { return x * x - 0.25 * x; }
double dot(int n, const double* x, const double* y) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i] * y[i];
  return sum;
}
void axpy(int n, double alpha, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] += alpha * x[i];
}
void smooth(const double* x, int begin, int end, double* y) {
  for (int i = begin; i < end; ++i) y[i] = 0.5 * (x[i] + x[i + 1]);
}
void ramp(double* first, int n) {
  for (int i = 0; i < n; i += 2) first[i] = i;  // leaves every other element as it is
}
void raise(double& target, const double& by) { target += by; }
long ticket() {
  static long next = 0;
  return ++next;
}
}  // namespace vendor
