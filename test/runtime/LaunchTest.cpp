// Launches as the compiler emits them around loops: what they answer, and what waits for the end of the original loop.
#include "clustrix/Launch.h"

#include <catch2/catch.hpp>
#include <numeric>
#include <stdexcept>

#include "Harness.h"

using namespace clustrix;
using clustrix::test::Harness;
using clustrix::test::Wish;

namespace {

constexpr Site launchSite{"doubled", "doubled.cpp", 4, 3};

struct Double {
  double* a;
  void operator()(Index k) const { a[k] *= 2; }
};

enum class Way { Launched, Inner, Original };

/// for (i < n) a[i] *= 2; `original` runs it as written.
template <class Original>
Way doubled(double* a, Index n, Index inner, bool allowed, const Original& original) {
  const Launch launch([&, a = a, n = n] {
    Loop loop(launchSite, n);
    loop.operations(1);
    loop.inner(inner);
    loop.require(allowed, "it is allowed");
    const auto a_ = loop.array("a", a);
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.reads(a_).box(chunk.begin, {1, chunk.size()});
      touched.writes(a_).box(chunk.begin, {1, chunk.size()});
    };
    const auto kernel = [&](const Memory& at) { return Double{at(a_)}; };
    return loop.answer(loop.run(footprint, kernel));
  });
  if (launch.ran()) return Way::Launched;
  original();
  return launch.prefersInner() ? Way::Inner : Way::Original;
}
Way doubled(std::vector<double>& a, bool allowed = true, Index inner = 0) {
  const auto n = static_cast<Index>(a.size());
  return doubled(a.data(), n, inner, allowed, [&] {
    for (double& value : a) value *= 2;
  });
}

std::vector<double> counted(std::size_t n) {
  std::vector<double> list(n);
  std::iota(list.begin(), list.end(), 1.0);
  return list;
}

}  // namespace

TEST_CASE("a launch either takes the place of its loop or leaves it alone") {
  const Harness harness;
  std::vector<double> a = counted(100), twice = a;
  for (double& value : twice) value *= 2;
  CHECK(doubled(a) == Way::Launched);
  CHECK(a == twice);
  a = counted(100);
  CHECK(doubled(a, false) == Way::Original);
  CHECK(a == twice);
}

TEST_CASE("what a launch computed is compared when the original loop has ended") {
  for (const char* devices : {"virtual:3", "cpu"}) {
    const Harness harness({devices, {}, true, true});
    std::vector<double> a = counted(100);
    CHECK(doubled(a) == Way::Original);
    CHECK(a[99] == 200);
    CHECK(harness.count("parallel and original agree [doubled at doubled.cpp:4]") == 1);
  }
}

TEST_CASE("an inner loop that is to be launched instead is known behind the launch") {
  const Harness harness({"virtual:8"});
  std::vector<double> few = counted(3), many = counted(100);
  CHECK(doubled(few, true, 1000) == Way::Inner);
  CHECK(doubled(many, true, 1000) == Way::Launched);
  CHECK(doubled(few, false, 1000) == Way::Original);
}

TEST_CASE("an original loop that throws ends what waits for it") {
  const Harness harness({"virtual:3", {}, true, true});
  std::vector<double> a = counted(100);
  const auto throwing = [&] {
    for (double& value : a) value *= 2;
    throw std::runtime_error("left");
  };
  CHECK_THROWS_AS(doubled(a.data(), 100, 0, true, throwing), std::runtime_error);
  CHECK(doubled(a) == Way::Original);
}
