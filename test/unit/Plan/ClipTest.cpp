// Boxes that the conditions of an access end.
#include "Region.h"

#include "Plan/Clip.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

struct Fixture {
  Builder b;
  Value n = b.parameter("n"), m = b.parameter("m"), i = b.loop("i", n), j = b.loop("j", m);
  ArrayId a = b.array("a");

  /// What a chunk touches of `a[index]` where the conditions hold.
  std::string slice(const Value& index, std::vector<Value> conditions) {
    Access& access = b.read(a, index);
    access.certain = false;
    for (const Value& condition : conditions) access.conditions.push_back(condition.polynomial);
    const Footprint touched = footprint(b.model);
    REQUIRE(touched.terms.size() == 1);
    CHECK(touched.terms[0].mode == FootprintMode::MayRead);
    return clustrix::compiler::slice(touched.terms[0], b.model);
  }
};

}  // namespace

TEST_CASE("a condition on the chunk's counter begins or ends the range") {
  CHECK(Fixture().slice(Fixture().i - 1, {Fixture().i - 1}) == "[(max(lo, 1)..hi - 1) + -1]");
  Fixture f;
  CHECK(f.slice(f.i + f.n, {-1 * f.i}) == "[(lo..min(hi - 1, 0)) + n]");
}

TEST_CASE("a condition on an inner counter does, too, and multiples are rounded into the range") {
  Fixture f;
  CHECK(f.slice(f.m * f.i + f.j - 1, {f.j - 1}) == "[m*(lo..hi - 1) + (max(0, 1)..m - 1) + -1]");
  Fixture g;
  CHECK(g.slice(3 * g.i, {g.n - 1 - 3 * g.i}) == "[3*(lo..min(hi - 1, floor((n - 1)/3)))]");
}

TEST_CASE("conditions on several counters and on what the loop computes end nothing") {
  Fixture f;
  CHECK(f.slice(f.m * f.i + f.j, {f.i - f.j, f.m * f.i - 4}) == "[m*(lo..hi - 1) + (0..m - 1)]");
}

TEST_CASE("an array with an extent is cut there, and its box stays a box") {
  Fixture f;
  f.b.model.arrays[0].extent = "size";
  CHECK(f.slice(f.i - 1, {f.i - 1}) == "[lo - 1..hi - 2]");
}
