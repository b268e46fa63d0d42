// Declarations of a library whose functions touch elements that hang on flags, strides and pitches.
#pragma once

namespace vendor {
enum Order { Rows = 101, Columns = 102 };

/// Adds a block of m times n elements to another one: rows (columns) that lie `lda` and `ldb` apart.
void add(Order order, int m, int n, const double* a, int lda, double* b, int ldb);
/// y := x, backwards where an increment is negative.
void copy(int n, const double* x, int incx, double* y, int incy);
/// y += A x, or A' x: A is m rows of n elements.
void apply(char how, int m, int n, const double* a, const double* x, double* y);
/// x *= alpha; elements are pairs.
void turn(int n, const void* alpha, void* x);

struct Plan;
Plan* plan(int n, double* example);
void execute(Plan* plan, double* x);
void executeOwn(Plan* plan);
void destroy(Plan* plan);
}  // namespace vendor

extern "C" {
void vscale_(const int* n, const double* alpha, double* x, const int* incx);
void vsum_(const char* how, const int* n, const double* x, double* sum);
}
