// Whether an element is there in iterations that the program may never come to.
#include "Analysis/Existence.h"

#include "Builder.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

struct Element {
  Builder b;
  Value n, i;
  ArrayId v;

  Element() : n(b.parameter("n")), i(b.loop("i", n)), v(b.array("v")) {}
  /// Guards that are added; nothing: it may lie outside.
  std::optional<std::size_t> guards(const Value& index, const Value& extent) {
    b.model.accesses.clear();
    b.model.arrays[0].extentValue = extent;
    b.read(v, index);
    const isl::Context isl(100'000);
    Facts facts(b.model, isl);
    Legality legality;
    if (!staysInside(facts, legality, b.model.accesses[0])) return std::nullopt;
    return legality.guards.size();
  }
};

}  // namespace

TEST_CASE("both ends of a subscript are looked at") {
  Element e;
  CHECK(e.guards(e.i, e.n) == 0);
  CHECK(e.guards(e.n - 1 - e.i, e.n) == 0);
  CHECK(e.guards(e.i + 1, e.n + 1) == 0);
  CHECK_FALSE(e.guards(e.i - 1, e.n));
  CHECK_FALSE(e.guards(e.i + 1, e.n));
  CHECK(e.guards(e.i, e.b.parameter("size", 0, Int128(1) << 62)) == 1);
}

TEST_CASE("an element outside is refused in the source's words") {
  Element e;
  static_cast<void>(e.guards(e.i + 1, e.n));
  const isl::Context isl(100'000);
  const Facts facts(e.b.model, isl);
  Legality legality;
  refuseOutside(facts, legality, e.b.model.accesses[0]);
  REQUIRE(hasReason(legality, "search.bounds"));
  CHECK(legality.reasons[0].message ==
        elementOf(facts, e.b.model.accesses[0]) + " may not exist in an iteration behind the one that leaves");
}
