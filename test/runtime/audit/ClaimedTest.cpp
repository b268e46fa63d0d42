#include "audit/Claimed.h"

#include <catch2/catch.hpp>

#include <array>

namespace clustrix::audit {
namespace {

using runtime::ArrayFacts;

constexpr Index count = 2000;
constexpr runtime::Kernel claimedKernel{};
const std::array<double, 4> constants = {1, 2, 3, 4};
double variable = 5;

/// Of `for (k) to[k] = from[k] + from[k + 1];`, as far as `lastIs` says how many elements more are told than that.
struct Claim {
  std::array<double, count> to{};
  std::array<double, count + 1> from{};
  std::vector<ArrayFacts> arrays{fact(to), fact(from)};
  RecentReads before;

  template <class A>
  static ArrayFacts fact(const A& array) {
    ArrayFacts facts;
    facts.base = array.data();
    facts.elementSize = sizeof(double);
    facts.extent = static_cast<Index>(array.size());
    return facts;
  }
  std::uintptr_t place(const double& element) const { return reinterpret_cast<std::uintptr_t>(&element); }
};

template <class F>
runtime::LaunchFacts factsOf(const Claim& claim, const F& footprint) {
  runtime::LoopBody body;
  body.kernel = &claimedKernel;
  body.footprint = &footprint;
  body.callFootprint = [](const void* f, Chunk chunk, Footprint& touched) {
    (*static_cast<const F*>(f))(chunk, touched);
  };
  return *runtime::launchFacts(body, claim.arrays, count);
}

constexpr auto exactFootprint = [](Chunk chunk, Footprint& touched) {
  touched.writes(Array<double>{0, nullptr}).box(chunk.begin, {1, chunk.size()});
  touched.reads(Array<double>{1, nullptr}).box(chunk.begin, {1, chunk.size() + 1});
};

TEST_CASE("an iteration may touch what its own footprint says, and nothing else") {
  Claim claim;
  const runtime::LaunchFacts facts = factsOf(claim, exactFootprint);
  Claimed claimed(facts, true, claim.before);
  CHECK(claimed.iterations() == count);
  CHECK(claimed.reads(7, claim.place(claim.from[7]), 8, false));
  CHECK(claimed.reads(7, claim.place(claim.from[7]), 16, false));
  CHECK(claimed.reads(7, claim.place(claim.from[8]) + 4, 4, false));
  CHECK_FALSE(claimed.reads(7, claim.place(claim.from[8]), 16, false));
  CHECK_FALSE(claimed.reads(7, claim.place(claim.from[6]), 8, false));
  CHECK(claimed.writes(7, claim.place(claim.to[7]), 8));
  CHECK_FALSE(claimed.writes(7, claim.place(claim.to[6]), 8));
  CHECK_FALSE(claimed.writes(7, claim.place(claim.from[7]), 8));
  // What a device writes is not there before.
  CHECK_FALSE(claimed.reads(7, claim.place(claim.to[7]), 8, false));
  CHECK(claimed.reads(7, claim.place(claim.to[7]), 8, true));
  REQUIRE(claimed.written().size() == 1);
  CHECK(claimed.written()[0].begin == claim.place(claim.to[0]));
  CHECK(claimed.written()[0].bytes == sizeof claim.to);

  SECTION("of those in the middle, some are asked") {
    const std::uint64_t asked = 64 * Claimed::oneIn, other = asked + 1;
    CHECK_FALSE(claimed.writes(asked, claim.place(claim.to[asked + 9]), 8));
    CHECK(claimed.writes(other, claim.place(claim.to[other + 9]), 8));
  }
  SECTION("behind the last one nothing is written, and what is read nobody needs") {
    CHECK(claimed.reads(count, claim.place(claim.to[0]), 8, false));
    CHECK_FALSE(claimed.writes(count, claim.place(claim.to[count - 1]), 8));
  }
  SECTION("the best element so far may be read, whichever that is") {
    const double* best = &claim.from[0];
    claimed.lookBack(
        [&](std::uintptr_t begin, std::size_t bytes) { return begin == claim.place(*best) && bytes == 8; });
    CHECK(claimed.reads(7, claim.place(claim.from[0]), 8, false));
    CHECK_FALSE(claimed.reads(7, claim.place(claim.from[3]), 8, false));
    best = &claim.from[3];
    CHECK(claimed.reads(7, claim.place(claim.from[3]), 8, false));
    CHECK_FALSE(claimed.reads(7, claim.place(claim.from[3]), 16, false));
    CHECK_FALSE(claimed.reads(7, claim.place(claim.from[0]), 8, false));
  }
  SECTION("where iterations may end the loop, what lies in no array is nobody's business") {
    claimed.onlyArrays();
    CHECK(claimed.reads(7, claim.place(variable), 8, false));
    CHECK_FALSE(claimed.reads(7, claim.place(claim.from[9]), 8, false));
    CHECK_FALSE(claimed.writes(7, claim.place(variable), 8));
  }
  SECTION("the last ones are") { CHECK_FALSE(claimed.writes(count - 2, claim.place(claim.to[count - 3]), 8)); }
  SECTION("where none can be asked, it is all of them together") {
    Claimed together(facts, false, claim.before);
    CHECK(together.writes(7, claim.place(claim.to[6]), 8));
    CHECK_FALSE(together.writes(7, claim.place(claim.from[6]), 8));
  }
}

TEST_CASE("what a place of the code was told is known, beside that and in the same iteration") {
  Claim claim;
  const runtime::LaunchFacts facts = factsOf(claim, exactFootprint);
  Claimed claimed(facts, true, claim.before);
  const std::uint32_t here = 8, there = 16;
  const auto reads = [&](std::uint64_t iteration, std::uint32_t place, std::size_t element) {
    const std::uintptr_t at = claim.place(claim.from[element]);
    const bool isKnown = claimed.isKnown<false>(iteration, place, at, 8);
    if (isKnown) CHECK(claimed.reads(iteration, at, 8, false));
    return isKnown ? 2 : claimed.reads(iteration, at, 8, false) ? 1 : 0;
  };
  CHECK(reads(7, here, 7) == 1);
  CHECK(reads(7, here, 8) == 2);
  CHECK(reads(7, here, 9) == 0);
  CHECK(reads(7, there, 7) == 1);
  CHECK_FALSE(claimed.isKnown<true>(7, here, claim.place(claim.from[7]), 8));
  CHECK(reads(8, here, 8) == 1);
  CHECK(reads(8, here, 7) == 0);
  // Of those that are not asked, all that the loop touches is known.
  CHECK(reads(401, here, 401) == 1);
  CHECK(claimed.reads(402, claim.place(claim.from[402]), 8, false));
  CHECK(reads(402, here, 1999) == 2);
  CHECK(reads(416, here, 416) == 1);
  CHECK(reads(416, here, 401) == 0);
}

TEST_CASE("columns are told from what lies between them, and what may be written is read, too") {
  Claim claim;
  const auto footprint = [](Chunk chunk, Footprint& touched) {
    touched.mayWrite(Array<double>{0, nullptr}).box(chunk.begin, {10, 20}, {1, chunk.size()});
  };
  const runtime::LaunchFacts facts = factsOf(claim, footprint);
  Claimed claimed(facts, true, claim.before);
  CHECK(claimed.writes(3, claim.place(claim.to[193]), 8));
  CHECK(claimed.reads(3, claim.place(claim.to[3]), 8, false));
  CHECK_FALSE(claimed.writes(3, claim.place(claim.to[194]), 8));
  CHECK(claimed.written().empty());
}

TEST_CASE("what was read before the loop, and what nobody writes, are values") {
  Claim claim;
  const auto footprint = [](Chunk, Footprint&) {};
  const runtime::LaunchFacts facts = factsOf(claim, footprint);
  Claimed claimed(facts, true, claim.before);
  CHECK(claimed.reads(0, claim.place(constants[2]), 8, false));
  CHECK_FALSE(claimed.writes(0, claim.place(constants[2]), 8));
  CHECK_FALSE(claimed.reads(0, claim.place(variable), 8, false));
  claim.before.add(claim.place(variable), 8);
  CHECK(claimed.reads(0, claim.place(variable), 8, false));
  CHECK(claimed.reads(1, claim.place(variable) + 4, 4, false));
  CHECK_FALSE(claimed.writes(0, claim.place(variable), 8));
}

}  // namespace
}  // namespace clustrix::audit
