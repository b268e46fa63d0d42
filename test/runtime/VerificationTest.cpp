#include "Verification.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>

#include "Harness.h"

using namespace clustrix;

namespace {

constexpr Site site{"verified", "verified.cpp", 9, 1};

struct Double {
  double* a;
  void operator()(Index k) const { a[k] *= 2; }
};

bool runVerified(double* a, Index n) {
  Loop loop(site, n);
  const auto a_ = loop.array("a", a);
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.reads(a_).box(chunk.begin, {1, chunk.size()});
    touched.writes(a_).box(chunk.begin, {1, chunk.size()});
  };
  const auto kernel = [&](const Memory& at) { return Double{at(a_)}; };
  const bool ran = loop.run(footprint, kernel);
  for (Index k = 0; !ran && k < n; ++k) a[k] *= 2;
  return ran;
}

}  // namespace

TEST_CASE("parallel and original both run, once each, and agree") {
  for (const char* devices : {"virtual:3", "cpu"}) {
    test::Harness harness({devices, {}, true, true});
    std::vector<double> a(100, 3);
    CHECK_FALSE(runVerified(a.data(), 100));
    CHECK(a == std::vector<double>(100, 6));
    CHECK(harness.count("CLUSTRIX_VERIFY: parallel and original agree [verified at verified.cpp:9]") == 1);
  }
}

TEST_CASE("the first element that differs is named, with both values") {
  std::vector<double> numbers{1, 2, 3, std::nan("")};
  std::vector<runtime::ArrayFacts> arrays{{"x", numbers.data(), sizeof(double), -1, ElementKind::Double}};
  runtime::SavedRows saved;
  saved.rows = {static_cast<Index>(reinterpret_cast<std::uintptr_t>(numbers.data())), 32, 0, 1};
  saved.bytes.resize(32);
  std::memcpy(saved.bytes.data(), numbers.data(), 32);
  CHECK(runtime::firstDifference({saved}, arrays).empty());
  numbers[1] *= 1 + 1e-9;
  CHECK(runtime::firstDifference({saved}, arrays).empty());
  numbers[2] = 3.5;
  CHECK(runtime::firstDifference({saved}, arrays) == "x[2] is 3 in parallel and 3.5 in the original loop");
  arrays[0].kind = ElementKind::Bytes;
  CHECK_THAT(runtime::firstDifference({saved}, arrays), Catch::StartsWith("x[1] is byte "));
}
