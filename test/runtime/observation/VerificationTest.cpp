#include "observation/Verification.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>

#include "Harness.h"

using namespace clustrix;

namespace {

constexpr Site verificationSite{"verified", "verified.cpp", 9, 1};

struct Double {
  double* a;
  void operator()(Index k) const { a[k] *= 2; }
};

bool runVerified(double* a, Index n) {
  Loop loop(verificationSite, n);
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
  // Sums that met in another order.
  arrays[0].combined = true;
  CHECK_FALSE(runtime::firstDifference({saved}, arrays).empty());
  arrays[0].combined = false;
  arrays[0].kind = ElementKind::Bytes;
  CHECK_THAT(runtime::firstDifference({saved}, arrays), Catch::StartsWith("x[1] is byte "));
}

TEST_CASE("float sums into an array may differ in the lower half of their digits, other floats in the last ones") {
  std::vector<float> numbers{0.942042828f, 1};
  std::vector<runtime::ArrayFacts> arrays{{"a", numbers.data(), sizeof(float), -1, ElementKind::Float}};
  runtime::SavedRows saved;
  saved.rows = {static_cast<Index>(reinterpret_cast<std::uintptr_t>(numbers.data())), 8, 0, 1};
  saved.bytes.resize(8);
  std::memcpy(saved.bytes.data(), numbers.data(), 8);
  numbers[0] = 0.942040741f;
  CHECK_FALSE(runtime::firstDifference({saved}, arrays).empty());
  arrays[0].combined = true;
  CHECK(runtime::firstDifference({saved}, arrays).empty());
  numbers[0] = 0.9f;
  CHECK_FALSE(runtime::firstDifference({saved}, arrays).empty());
}

TEST_CASE("what differs in padding agrees, and what differs in a member does not") {
  struct Found {
    char letter;
    double value;
  };
  using Pair = std::pair<int, Found>;
  alignas(Pair) unsigned char parallel[sizeof(Pair)], original[sizeof(Pair)];
  std::memset(parallel, 7, sizeof parallel);
  std::memset(original, 9, sizeof original);
  for (unsigned char* bytes : {parallel, original}) {
    Pair& pair = *reinterpret_cast<Pair*>(bytes);
    pair.first = 3;
    pair.second.letter = 'x';
    pair.second.value = 0.5;
  }
  runtime::ArrayFacts facts{"found", original, sizeof(Pair)};
  facts.copyValue = runtime::paddedValue<Pair>();
  REQUIRE(facts.copyValue != nullptr);
  runtime::SavedRows saved;
  saved.rows = {static_cast<Index>(reinterpret_cast<std::uintptr_t>(original)), sizeof(Pair), 0, 1};
  saved.bytes.assign(parallel, parallel + sizeof parallel);
#if defined(CLUSTRIX_CLEARS_PADDING)
  CHECK(runtime::firstDifference({saved}, {facts}).empty());
#endif
  reinterpret_cast<Pair*>(original)->second.letter = 'y';
  CHECK(runtime::firstDifference({saved}, {facts}) == "found[0] is another one than in the original loop");
  CHECK(runtime::paddedValue<long>() == nullptr);
  CHECK(runtime::paddedValue<double>() == nullptr);
}
