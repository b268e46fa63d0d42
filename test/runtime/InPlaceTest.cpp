// Loops of which nobody says where all that they touch lies: on the host's threads, in the host's memory.
#include <catch2/catch.hpp>
#include <vector>

#include "Harness.h"
#include "clustrix/Loop.h"

using namespace clustrix;
using clustrix::test::Harness;

namespace {

constexpr Site site{"gather", "gather.cpp", 5, 3};

// for (i < n) b[i] = a[from[i]];
struct Gather {
  const int* from;
  const double* a;
  double* b;
  static constexpr bool inPlace = true;
  void operator()(Index k) const { b[k] = a[from[k]]; }
};

enum class Told { ReadsUnknown, WritesUnknown, Overlap };

bool gather(const std::vector<int>& from, const double* a, double* b, Told told, const Residency* residency = nullptr) {
  const Index n = static_cast<Index>(from.size());
  return test::onLoop(site, n, residency, [&](Loop& loop) {
    const auto from_ = loop.array("from", from.data(), n);
    const auto a_ = loop.array("a", a);
    const auto b_ = loop.array("b", b);
    if (told == Told::Overlap) loop.disjoint(b_, a_);
    loop.disjoint(b_, from_);
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.reads(from_).box(chunk.begin, {1, chunk.size()});
      touched.mayRead(a_).whole();
      if (told == Told::WritesUnknown)
        touched.mayWrite(b_).whole();
      else
        touched.writes(b_).box(chunk.begin, {1, chunk.size()});
    };
    const auto kernel = [&](const Memory& at) { return Gather{at(from_), at(a_), at(b_)}; };
    const bool ran = loop.run(footprint, kernel);
    for (std::size_t i = 0; !ran && i < from.size(); ++i) b[i] = a[from[i]];
    return ran;
  });
}

const std::vector<int> places{3, 0, 2, 2, 1};
const std::vector<double> a{10, 11, 12, 13}, expected{13, 10, 12, 12, 11};

// for (i < n) a[i] += 1; may leave a on the devices
struct Raise {
  double* a;
  void operator()(Index k) const { a[k] += 1; }
};
void raise(std::vector<double>& values, const Residency& residency) {
  constexpr static Site at{"raise", "gather.cpp", 9, 3};
  Loop loop(at, static_cast<Index>(values.size()), residency);
  const auto a_ = loop.array("a", values.data());
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.reads(a_).box(chunk.begin, {1, chunk.size()});
    touched.writes(a_).box(chunk.begin, {1, chunk.size()});
  };
  REQUIRE(loop.run(footprint, [&](const Memory& where) { return Raise{where(a_)}; }));
}

}  // namespace

TEST_CASE("a loop in place runs on threads wherever there are devices") {
  for (const char* devices : {"cpu", "virtual:3"}) {
    Harness harness({devices});
    std::vector<double> b(5);
    CHECK(gather(places, a.data(), b.data(), Told::ReadsUnknown));
    CHECK(b == expected);
    CHECK(harness.count("Executing GPU parallelization") == 0);
  }
}

TEST_CASE("a guard that asks about an array of unknown extent fails") {
  Harness harness({"virtual:3"});
  std::vector<double> b(5);
  CHECK_FALSE(gather(places, a.data(), b.data(), Told::WritesUnknown));
  CHECK(harness.count("what the loop touches of b is not known") > 0);
  CHECK_FALSE(gather(places, a.data(), b.data(), Told::Overlap));
  CHECK(harness.count("what the loop touches of a is not known") > 0);
  CHECK(b == expected);
}

TEST_CASE("what a loop in place surely writes is verified, though not all that it reads is known") {
  Harness harness({"cpu", {}, true, true});
  std::vector<double> b(5);
  CHECK_FALSE(gather(places, a.data(), b.data(), Told::ReadsUnknown));
  CHECK(b == expected);
  CHECK(harness.count("CLUSTRIX_VERIFY: parallel and original agree") == 1);
}

TEST_CASE("what devices hold is at home before a loop in place reads or writes it, and fetched again afterwards") {
  Harness harness({"virtual:3"});
  Residency residency;
  std::vector<double> values = a, b(5);
  raise(values, residency);
  raise(b, residency);
  CHECK(gather(places, values.data(), b.data(), Told::ReadsUnknown, &residency));
  raise(b, residency);
  raise(values, residency);
  residency.host();
  CHECK(b == std::vector<double>{15, 12, 14, 14, 13});
  CHECK(values == std::vector<double>{12, 13, 14, 15});
}
