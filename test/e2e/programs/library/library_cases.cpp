#include "../library_cases.h"

namespace {

/// The first element that is touched.
long first(int n, int increment) { return increment < 0 ? -(n - 1L) * increment : 0; }

}  // namespace

namespace vendor {

struct Plan {
  int n;
  double* example;
};

void add(Order order, int m, int n, const double* a, int lda, double* b, int ldb) {
  const int outer = order == Rows ? m : n, inner = order == Rows ? n : m;
  if (lda < inner || ldb < inner) return;
  for (int i = 0; i < outer; ++i)
    for (int j = 0; j < inner; ++j) b[long{i} * ldb + j] += a[long{i} * lda + j];
}

void copy(int n, const double* x, int incx, double* y, int incy) {
  for (long i = 0; i < n; ++i) y[first(n, incy) + i * incy] = x[first(n, incx) + i * incx];
}

void apply(char how, int m, int n, const double* a, const double* x, double* y) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      if (how == 'N')
        y[i] += a[i * n + j] * x[j];
      else
        y[j] += a[i * n + j] * x[i];
}

void turn(int n, const void* alpha, void* x) {
  const auto* by = static_cast<const double*>(alpha);
  auto* pairs = static_cast<double*>(x);
  for (int i = 0; i < 2 * n; i += 2) {
    const double re = pairs[i] * by[0] - pairs[i + 1] * by[1];
    pairs[i + 1] = pairs[i] * by[1] + pairs[i + 1] * by[0];
    pairs[i] = re;
  }
}

Plan* plan(int n, double* example) { return new Plan{n, example}; }
void execute(Plan* plan, double* x) {
  for (int i = 1; i < plan->n; ++i) x[i] += x[i - 1];
}
void executeOwn(Plan* plan) { execute(plan, plan->example); }
void destroy(Plan* plan) { delete plan; }

}  // namespace vendor

void vscale_(const int* n, const double* alpha, double* x, const int* incx) {
  for (long i = 0; i < *n; ++i) x[first(*n, *incx) + i * *incx] *= *alpha;
}
void vsum_(const char* how, const int* n, const double* x, double* sum) {
  *sum = 0;
  for (int i = 0; i < *n; ++i) *sum += *how == 'S' ? x[i] : x[i] * x[i];
}
