#include "Plan/Rests.h"

#include "../Analysis/Builder.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// for (i < n) with the rest of i + 1 divided by 3, as the frontend models it.
struct Divided {
  Builder b;
  Value i = b.loop("i", b.parameter("n"));
  Value quotient = b.quotient(i + 1, 3);
  Value rest = b.loop("", 3);

  Divided() {
    NestedLoop& loop = b.model.loops[1];
    loop.variable.clear();
    const Value exact = i + 1 - quotient * 3;
    loop.constraints.push_back((exact - rest).polynomial);
    loop.constraints.push_back((rest - exact).polynomial);
  }
  std::optional<Rest> found() const { return restOf(b.model, b.model.loops[1]); }
};

}  // namespace

TEST_CASE("a counter without a variable that is what a division leaves is its rest") {
  Divided divided;
  const auto rest = divided.found();
  REQUIRE(rest);
  CHECK(rest->dividend == (divided.i + 1).polynomial);
  CHECK(rest->divisor == 3);
  CHECK_FALSE(rest->floor);
  CHECK(restsIn(divided.b.model, (divided.rest * 2 + divided.i).polynomial).size() == 1);
  CHECK(restsIn(divided.b.model, divided.i.polynomial).empty());
}

TEST_CASE("loops of the source are no rests, nor is what is only known to lie in a range") {
  Divided divided;
  NestedLoop& loop = divided.b.model.loops[1];
  SECTION("it has a variable") { loop.variable = "j"; }
  SECTION("which value it has is not known") { loop.constraints.resize(2); }
  SECTION("it goes on for longer than the divisor") { loop.trip->distance = Polynomial(4); }
  SECTION("it is something else than the rest") { loop.constraints[2] = *add(loop.constraints[2], Polynomial(1)); }
  CHECK_FALSE(divided.found());
}
