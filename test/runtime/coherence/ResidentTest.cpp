#include "clustrix/resident.h"

#include <catch2/catch.hpp>

#include "Counted.h"

using namespace clustrix;
using namespace clustrix::test;

namespace {

constexpr Site residentSite{"smooth", "resident.cpp", 5, 3};

/// Wraps, as generated code does.
int sum(int left, int right) { return static_cast<int>(static_cast<unsigned>(left) + static_cast<unsigned>(right)); }

// for (i = 1; i < n - 1; ++i) a[i] = b[i - 1] + b[i + 1];
struct Smooth {
  int* a;
  const int* b;
  void operator()(Index k) const { a[k + 1] = sum(b[k], b[k + 2]); }
};

// An annotated function with a single loop is one with a BriefResidency.
template <class Scope = Residency>
void smooth(std::vector<int>& a, const std::vector<int>& b) {
  Scope residency;
  const Index n = static_cast<Index>(b.size());
  Loop loop(residentSite, n - 2, residency);
  const auto a_ = loop.array("a", a.data(), n);
  const auto b_ = loop.array("b", b.data(), n);
  loop.disjoint(a_, b_);
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.writes(a_).box(chunk.begin + 1, {1, chunk.size()});
    touched.reads(b_).box(chunk.begin, {1, chunk.size() + 2});
  };
  const auto kernel = [&](const Memory& at) { return Smooth{at(a_), at(b_)}; };
  REQUIRE(loop.run(footprint, kernel));
}

std::vector<int> smoothed(std::vector<int> a, const std::vector<int>& b) {
  for (std::size_t i = 1; i + 1 < a.size(); ++i) a[i] = sum(b[i - 1], b[i + 1]);
  return a;
}

}  // namespace

TEST_CASE("an array that is resident stays on the devices between annotated functions, and others do not") {
  Counted on("virtual:2");
  std::vector<int> a(102, 1), b(102, 2);
  {
    resident keepA(a.data(), 102), keepB(b.data(), 102);
    smooth(a, b);
    CHECK(on.out() == 0);
    CHECK(a[5] == 1);
    smooth(b, a);
    CHECK(on.between() == 8);  // an element each way
    CHECK(b[5] == 2);
    CHECK(keepA.sharding() == "virtual device 0: [0, 52)\nvirtual device 1: [50, 102)\nstale on the host: [1, 101)\n");
    keepA.host();
    CHECK(a[5] == 4);
    CHECK(on.out() == 400);
    CHECK_THAT(keepA.sharding(), Catch::EndsWith("current on the host\n"));
    CHECK(b[5] == 2);
  }
  CHECK(b[5] == 8);
  CHECK(on.out() == 800);
  CHECK(runtime::nothingOnDevices());
  CHECK(on.recording->live == 0);
  {
    resident keepA(a.data(), 102);
    CHECK(keepA.sharding() == "on the host\n");
    smooth(b, a);
    CHECK(b[5] == 8);  // not kept: home at the function's end
    CHECK_FALSE(runtime::nothingOnDevices());
  }
  CHECK(runtime::nothingOnDevices());
}

TEST_CASE("a resident array stays on the devices between calls of a function that launches once") {
  Counted on("virtual:2");
  std::vector<int> a(102, 1), b(102, 2);
  std::vector<int> expectedA = a, expectedB = b;
  constexpr int rounds = 20;
  {
    resident keepA(a.data(), 102), keepB(b.data(), 102);
    for (int round = 0; round < rounds; ++round) {
      smooth<BriefResidency>(a, b);
      smooth<BriefResidency>(b, a);
      expectedA = smoothed(expectedA, expectedB);
      expectedB = smoothed(expectedB, expectedA);
    }
    // Read by the first launch: all of b, two elements by both devices. By the second: the ends of a.
    CHECK(on.in() == 4 * (102 + 2 + 2));
    CHECK(on.between() == 8 * (2 * rounds - 1));  // an element each way
    CHECK(on.out() == 0);
    CHECK(a[5] == 1);
  }
  CHECK(on.out() == 4 * (100 + 100));
  CHECK(a == expectedA);
  CHECK(b == expectedB);
  CHECK(runtime::nothingOnDevices());
}

TEST_CASE("a function that launches once leaves nothing on the devices where nobody keeps anything") {
  Counted on("virtual:2");
  std::vector<int> a(102, 1), b(102, 2);
  smooth<BriefResidency>(a, b);
  CHECK(a[5] == 4);
  CHECK(runtime::nothingOnDevices());
  CHECK(on.harness->count("arrays stay on the devices") == 0);
  // Beside an array that is kept, all others come home at the function's end.
  resident keepB(b.data(), 102);
  smooth<BriefResidency>(a, b);
  CHECK(a[5] == 4);
  CHECK_FALSE(runtime::nothingOnDevices());
}

TEST_CASE("a function that launches once shows its host code what a resident array holds") {
  Counted on("virtual:2");
  std::vector<int> a(102, 1), b(102, 2);
  resident keepA(a.data(), 102), keepB(b.data(), 102);
  smooth<BriefResidency>(a, b);
  {
    BriefResidency residency;
    residency.reads(a[5]);
    CHECK(a[5] == 4);
    residency.writes(a[6]);
    CHECK(a[6] == 4);
    a[6] = 9;
  }
  smooth<BriefResidency>(b, a);
  keepB.host();
  CHECK(b[5] == 13);
}

TEST_CASE("what the host has changed is fetched again") {
  Counted on("virtual:2");
  std::vector<int> a(102, 1), b(102, 2), c(102, 0);
  resident keepA(a.data(), 102), keepB(b.data(), 102);
  smooth(a, b);
  keepA.host();
  std::vector<int> expected = a;
  a[7] = expected[7] = 100;
  keepA.changed();
  smooth(c, a);
  CHECK(c == smoothed(std::vector<int>(102, 0), expected));
  smooth(a, b);
  keepA.changed();
  CHECK(on.harness->count("the host has changed an array while 400 B of results were on devices alone") == 1);
  CHECK(a[7] == 100);
}

TEST_CASE("an array that is released is whole on the host and takes no memory") {
  Counted on("virtual:2");
  std::vector<int> a(102, 1), b(102, 2);
  resident keepA(a.data(), 102);
  smooth(a, b);
  keepA.release();
  CHECK(a[5] == 4);
  CHECK(on.recording->live == 0);
  CHECK(keepA.sharding() == "on the host\n");
  smooth(a, b);
  keepA.host();
  CHECK(a[5] == 4);
}

TEST_CASE("inside annotated functions a resident array is as sound as any other") {
  Counted on("virtual:2");
  std::vector<int> a(102, 1), b(102, 2);
  resident keepA(a.data(), 102);
  smooth(a, b);
  {
    Residency residency;
    residency.reads(a[3]);
    CHECK(a[3] == 4);
    residency.host();
    CHECK(a == smoothed(std::vector<int>(102, 1), b));
    a[3] = 9;
  }
  smooth(b, a);
  CHECK(b[4] == 13);
}
