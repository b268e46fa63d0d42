// RUN: %clustrix-rewrite --remarks none -o - %s -- -std=c++20 | grep -v CHECK | FileCheck %s
// A vector's elements are known to exist up to its size; the kernel holds a span.

#include <vector>

[[clustrix::cluster]]
void add(std::vector<double>& a, const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
}

// CHECK-DAG: {{^}}  clustrix::Span<double> a;
// CHECK-DAG: {{^}}  clustrix::Span<const double> b;
// CHECK-DAG: loop.array("a", a.data(), static_cast<clustrix::Index>(a.size()));
// CHECK-DAG: loop.array("b", b.data(), static_cast<clustrix::Index>(b.size()));
// CHECK: add_8{at.span(a_, a.size()), at.span(b_, b.size())};
