// A program with a loop that runs twice, started by ProcessTest.cpp under one environment after another. With an
// argument its original loop is not the one that the kernel was made from.
#include <cstdio>
#include <vector>

#include "clustrix/runtime.h"

namespace {

struct Square {
  double* a;
  struct Partial {
    double sum;
  };
  static constexpr clustrix::Order order = clustrix::Order::Interleaved;
  CLUSTRIX_HD static Partial identity() { return {0}; }
  CLUSTRIX_HD static void combine(Partial& left, const Partial& right) { left.sum += right.sum; }
  CLUSTRIX_HD void operator()(clustrix::Index k, Partial& partial) const {
    a[k] = a[k] * a[k];
    partial.sum += a[k];
  }
};

double squares(std::vector<double>& a, double error) {
  static constexpr clustrix::Site site{"squares", "probe.cpp", 24, 3};
  clustrix::Loop loop(site, static_cast<clustrix::Index>(a.size()));
  const auto a_ = loop.array("a", a.data(), a.size());
  const auto footprint = [&](clustrix::Chunk chunk, clustrix::Footprint& touched) {
    touched.reads(a_).box(chunk.begin, {1, chunk.size()});
    touched.writes(a_).box(chunk.begin, {1, chunk.size()});
  };
  const auto kernel = [&](const clustrix::Memory& at) { return Square{at(a_)}; };
  double sum = 0;
  Square::Partial total;
  if (loop.run(footprint, kernel, total)) {
    sum += total.sum;
  } else {
    for (double& value : a) {
      value = value * value + error;
      sum += value;
    }
  }
  return sum;
}

}  // namespace

int main(int argc, char**) {
  const double error = argc > 1 ? 0.5 : 0;
  std::vector<double> few(10, 2), many(40000, 3);
  std::printf("%g\n", squares(few, error));
  std::printf("%g\n", squares(many, error));
}
