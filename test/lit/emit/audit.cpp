// RUN: %clustrix-rewrite --audit --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// What an audit looks at beside the launched loop: loops that threads of a device share, nests the other way round, the
// best element so far, containers that grow.

// CHECK-LABEL: void moved(
[[clustrix::cluster]]
void moved(double* a, const double* from, int n, int m) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m - 1; ++j) a[i * m + 1 + j] = from[i * m + j];
}
// CHECK: clustrix::audit::Loop audit(loop);
// CHECK-NOT: inner
// CHECK: const bool are_shared = static_cast<const volatile void*>(a) != static_cast<const volatile void*>(from);
// CHECK-NEXT: #line 8 "
// CHECK-NEXT: {{^}}  for (int i = 0; i < n; ++i)
// CHECK-NEXT: { const clustrix::audit::Iteration iteration(watched);
// CHECK-NEXT: #line 9 "
// CHECK-NEXT: {
// CHECK-NEXT: static constexpr clustrix::Site inner_site{"moved", "{{.*}}audit.cpp", 9, 5};
// CHECK-NEXT: clustrix::audit::Loop inner(audit, inner_site, are_shared);
// The outer loop's counter stays where the compiler has it.
// CHECK-NOT: "i"
// CHECK: #line 9 "
// CHECK-NEXT: {{^}}    for (int j = 0; j < m - 1; ++j) { const clustrix::audit::Iteration iteration_(watched_);
// CHECK-NEXT: #line 9 "
// CHECK-NEXT: {{^}}                                    a[i * m + 1 + j] = from[i * m + j]; } } }

// CHECK-LABEL: void sums(
[[clustrix::cluster]]
void sums(const double* a, double* y, int n, int m) {
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = 0; j < m; ++j) sum += a[i * m + j];
    y[i] = sum;
  }
}
// CHECK: clustrix::audit::Loop audit(loop);
// CHECK-NEXT: const clustrix::audit::Watched watched(audit);
// CHECK: clustrix::audit::Loop inner(audit, inner_site, true);
// CHECK-NEXT: inner.combines("sum", sum);
// CHECK-NEXT: const clustrix::audit::Watched watched_(inner);

// CHECK-LABEL: void with_directive(
[[clustrix::cluster]]
void with_directive(const double* a, double* y, int n, int m) {
  for (int i = 0; i < n; ++i) {
    double sum = 0;
#if 0
#endif
    for (int j = 0; j < m; ++j) sum += a[i * m + j];
    y[i] = sum;
  }
}
// CHECK: const clustrix::audit::NotSeen inner(inner_site, "a directive stands in front of it");
// CHECK-NOT: inner.
// CHECK: #endif
// CHECK-NEXT: {{^}}    for (int j = 0; j < m; ++j) sum += a[i * m + j];

// CHECK-LABEL: void by_columns(
[[clustrix::cluster]]
void by_columns(const double* a, const double* x, double* y, int n, int m) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) y[j] += a[i * m + j] * x[i];
}
// CHECK: clustrix::audit::Loop turned(audit, inner_site, static_cast<const volatile void*>(y) != static_cast<const volatile void*>({{.*}}));
// CHECK: { const clustrix::audit::Iteration iteration(watched);
// CHECK: { const clustrix::audit::Round round(watched_);
// CHECK: { const clustrix::audit::Iteration iteration_(watched_);

// CHECK-LABEL: int smallest(
[[clustrix::cluster]]
int smallest(const int* a, int n) {
  int at = -1;
  for (int i = 0; i < n; ++i)
    if (at < 0 || a[i] < a[at]) at = i;
  return at;
}
// CHECK: = [&] { return (at < 0 ? 0u : 1u) != 0 ? a[at] : std::decay_t<decltype(a[at])>(); };
// CHECK-NEXT: audit.looksBack(

#include <vector>

// CHECK-LABEL: void keep(
[[clustrix::cluster]]
void keep(std::vector<int>& out, const int* a, int n) {
  for (int i = 0; i < n; ++i)
    if (a[i] > 3) out.push_back(a[i]);
}
// CHECK: clustrix::audit::Loop audit(loop);
// CHECK: audit.grows("out", out);
// CHECK-NOT: audit.names("out"
// CHECK: const clustrix::audit::Iteration iteration(watched);

// CHECK-LABEL: void starts(
[[clustrix::cluster]]
void starts(int* start, const int* count, int n) {
  start[0] = 0;
  for (int i = 0; i < n; ++i) start[i + 1] = start[i] + count[i];
}
// CHECK: const clustrix::audit::NotSeen audit(site, "its running value is read from an array");

// What a function only reads is in no memory, and needs no name; what somebody has the address of does.
struct Weighted {
  const double* weight;
  // CHECK-LABEL: Weighted(
  [[clustrix::cluster]] Weighted(double* a, int n, double w) : weight(&w) {
    for (int i = 0; i < n; ++i) a[i] *= w;
  }
};
// CHECK: clustrix::audit::Loop audit(loop);
// CHECK-NEXT: audit.names("w", w);
// CHECK-NEXT: const clustrix::audit::Watched watched(audit);

// An array whose length the text cannot tell behind the launch is known to the runtime by its name.
// CHECK-LABEL: void bins(
[[clustrix::cluster]] void bins(unsigned* __restrict hist [[clustrix::extent(n)]], const int* key, const unsigned* v, int n, int m) {
  hist += n > 100;
  for (int i = 0; i < m; ++i) hist[key[i]] |= v[0];
}
// CHECK: clustrix::audit::Loop audit(launched);
// CHECK-NEXT: audit.combinesArray("hist");
