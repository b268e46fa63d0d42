// Declarations of a library whose bodies are in another translation unit.
#pragma once

namespace vendor {
double wave(double x);
double dot(int n, const double* x, const double* y);
void axpy(int n, double alpha, const double* x, double* y);
void smooth(const double* x, int begin, int end, double* y);  // x[begin : end + 1], y[begin : end]
void ramp(double* first, int n);
void raise(double& target, const double& by);
long ticket();
}  // namespace vendor
