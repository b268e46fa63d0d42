#include "reductions/CopyPlan.h"

#include <catch2/catch.hpp>

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

/// A loop over so many iterations that combines into `elements` doubles from element `begin` on, and into 3 bytes.
struct Planned {
  std::vector<double> numbers;
  std::vector<unsigned char> bytes = std::vector<unsigned char>(16);
  std::vector<ArrayFacts> arrays;
  LaunchFacts facts;
  Kernel kernel;

  Planned(Index iterations, Index begin, Index elements) : numbers(1) {
    // Only addresses count.
    const Index base = static_cast<Index>(reinterpret_cast<std::uintptr_t>(numbers.data()));
    const Index small = static_cast<Index>(reinterpret_cast<std::uintptr_t>(bytes.data()));
    arrays = {{"read", numbers.data(), 8, -1, ElementKind::Double, false},
              {"sums", numbers.data(), 8, -1, ElementKind::Double, true},
              {"flags", bytes.data(), 1, -1, ElementKind::Bytes, true}};
    facts.arrays = &arrays;
    facts.iterations = iterations;
    facts.whole = {{1, Access::Combines, {Rows{base + begin * 8, elements * 8, 0, 1}}},
                   {2, Access::Combines, {Rows{small + 4, 3, 0, 1}}}};
    kernel.partialSize = 24;
  }
  std::optional<CopyPlan> operator()(double operations = 2, bool forced = false) const {
    return planCopies(kernel, facts, operations, forced);
  }
};

}  // namespace

TEST_CASE("a block's result is its partial and a copy of each region, each on cache lines of its own") {
  const auto plan = Planned(100000, 7, 100)();
  REQUIRE(plan);
  const CopyLayout& layout = plan->layout;
  CHECK(layout.regions[0].begin == 7);
  CHECK(layout.regions[0].size == 100);
  CHECK(layout.regions[0].offset == 64);
  CHECK(layout.regions[1].begin == 4);
  CHECK(layout.regions[1].size == 3);
  CHECK(layout.regions[1].offset == 64 + 832);
  CHECK(layout.stride == 64 + 832 + 64);
}

TEST_CASE("copies cost a part of the loop's own work at most") {
  const auto plan = Planned(100000, 0, 1000)(16);
  REQUIRE(plan);
  CHECK(plan->blocks == reduction::blockCount({0, 100000}, plan->block));
  CHECK(plan->blocks > 100);
  CHECK(static_cast<double>(plan->blocks) * 1003 <= 100000 * 16 / 8);
  CHECK(plan->extraWork <= 100000 * 16 / 4);
}

TEST_CASE("few iterations over many elements are not worth their copies") {
  CHECK_FALSE(Planned(10, 0, 1000)());
  CHECK_FALSE(Planned(1000, 0, 1000)(1));
  // When all is forced, they have some nevertheless.
  const auto forced = Planned(10, 0, 1000)(2, true);
  REQUIRE(forced);
  CHECK(forced->blocks == 5);
  CHECK(Planned(1, 0, 1000)(2, true)->blocks == 1);
}

TEST_CASE("copies that would fill the memory are not made") {
  CHECK_FALSE(Planned(1000000000, 0, Index{1} << 40)(1e6, true));
  CHECK_FALSE(Planned(1000000000, 0, (Index{64} << 20) / 8 - 8)(1e6));
  const auto few = Planned(1000000000, 0, 1 << 20)(1e6);
  REQUIRE(few);
  CHECK(few->layout.stride * few->blocks <= Index{64} << 20);
  CHECK(few->blocks >= 2);
}

TEST_CASE("an array that nothing is combined into has an empty copy") {
  Planned nothing(1000, 0, 10);
  nothing.facts.whole.clear();
  const auto plan = nothing();
  REQUIRE(plan);
  CHECK(plan->layout.regions[0].size == 0);
  CHECK(plan->layout.regions[1].size == 0);
}
