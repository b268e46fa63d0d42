// Loops that are left early: parallel where nothing is written on the way and nothing is read outside of what exists.
#include "Builder.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// `for (i < n) if (v[index(i)] ...) break;` over a vector of `size` elements.
struct Search {
  Builder b;
  Value n, size, i;
  ArrayId v;

  Search() : n(b.parameter("n")), size(b.parameter("size", 0, Int128(1) << 62)), i(b.loop("i", n)), v(b.array("v")) {
    b.model.arrays[0].extentValue = size;
    b.model.leaves.push_back({"effect.break", "'break' leaves the loop", b.here()});
    b.model.loops[0].certain = false;
  }
};

}  // namespace

TEST_CASE("a loop that is left and writes nothing on the way is a search, where its reads exist") {
  Search s;
  s.b.read(s.v, s.i);
  const Legality verdict = analyse(s.b.model);
  REQUIRE(verdict.parallel);
  CHECK(verdict.form == Form::Search);
  REQUIRE(verdict.guards.size() == 1);
  CHECK(std::holds_alternative<ParameterGuard>(verdict.guards[0]));
}

TEST_CASE("reads inside an extent that bounds the loop need no guard") {
  Search s;
  s.b.model.arrays[0].extentValue = s.n;
  s.b.read(s.v, s.i);
  const Legality verdict = analyse(s.b.model);
  CHECK(verdict.parallel);
  CHECK(verdict.guards.empty());
}

TEST_CASE("a read past the end in the last iteration is refused") {
  Search s;
  s.b.model.arrays[0].extentValue = s.n;
  s.b.read(s.v, s.i + 1);
  CHECK(hasReason(analyse(s.b.model), "search.bounds"));
}

TEST_CASE("a read that a condition keeps inside is proven") {
  Search s;
  s.b.model.arrays[0].extentValue = s.n;
  s.b.read(s.v, s.i + 1).conditions = {s.n - 2 - s.i};
  const Legality verdict = analyse(s.b.model);
  CHECK(verdict.parallel);
  CHECK(verdict.guards.empty());
}

TEST_CASE("a row-wise read of a matrix is bounded by interval arithmetic at run time") {
  Search s;
  const Value m = s.b.parameter("m"), j = s.b.loop("j", m);
  s.b.read(s.v, s.i * m + j);
  const Legality verdict = analyse(s.b.model);
  REQUIRE(verdict.parallel);
  CHECK_FALSE(verdict.guards.empty());
}

TEST_CASE("a read of memory of unknown extent, or at an unknown place, is refused") {
  Search s;
  s.b.model.arrays[0].extentValue.reset();
  s.b.read(s.v, s.i);
  const Legality unknown = analyse(s.b.model);
  REQUIRE(hasReason(unknown, "search.bounds"));
  CHECK(unknown.reasons[0].hint.find("clustrix::extent") != std::string::npos);
  CHECK_FALSE(unknown.parallel);

  Search anywhere;
  anywhere.b.access(AccessKind::Read, anywhere.v, std::nullopt);
  CHECK(hasReason(analyse(anywhere.b.model), "search.bounds"));
}

TEST_CASE("an element that an algorithm's range vouches for needs no extent") {
  Search s;
  s.b.model.arrays[0].extentValue.reset();
  s.b.read(s.v, s.i).exists = true;
  const Legality verdict = analyse(s.b.model);
  CHECK(verdict.parallel);
  CHECK(verdict.guards.empty());
}

TEST_CASE("a loop that writes on the way is refused where it is left, and for nothing else") {
  Search s;
  s.b.write(s.v, s.i);
  s.b.model.effects.push_back({"search.speculation", "a division", "", s.b.here(), {}});
  const Legality verdict = analyse(s.b.model);
  REQUIRE(verdict.reasons.size() == 1);
  CHECK(verdict.reasons[0].code == "effect.break");
  CHECK(verdict.reasons[0].message.find("`v`") != std::string::npos);
  CHECK(verdict.form == Form::Independent);

  Search sum;
  sum.b.read(sum.v, sum.i);
  sum.b.updateScalar(sum.b.scalar("sum"));
  CHECK(hasReason(analyse(sum.b.model), "effect.break"));
}

TEST_CASE("the author's assertion does not make a search of a loop that writes on the way") {
  Search s;
  s.b.model.asserted = true;
  s.b.write(s.v, s.i);
  CHECK_FALSE(analyse(s.b.model).parallel);
}

TEST_CASE("a variable of the iteration's own is private; one that carries a value is not") {
  for (const bool carried : {false, true}) {
    Search s;
    s.b.read(s.v, s.i);
    const int t = s.b.scalar("t");
    s.b.model.scalars[t].writes = {s.b.here()};
    s.b.model.scalars[t].certainWrite = true;
    if (carried) s.b.model.scalars[t].exposedReads = {s.b.here()};
    const Legality verdict = analyse(s.b.model);
    CHECK(verdict.parallel == !carried);
    if (carried) continue;
    REQUIRE(verdict.privates.size() == 1);
    // The loop's own text assigns it once more.
    CHECK_FALSE(verdict.privates[0].lastValue);
  }
}

TEST_CASE("a variable that lives on and is assigned in some iterations only is refused") {
  Search s;
  s.b.read(s.v, s.i);
  const int t = s.b.scalar("t");
  s.b.model.scalars[t].writes = {s.b.here()};
  CHECK(hasReason(analyse(s.b.model), "scalar.last-conditional"));
  s.b.model.scalars[t].liveAfter = false;
  CHECK(analyse(s.b.model).parallel);
}

TEST_CASE("an inner loop without a count might never end behind the iteration that leaves") {
  Search s;
  s.b.read(s.v, s.i);
  s.b.loop("j", s.n);
  s.b.model.loops[1].trip.reset();
  CHECK(hasReason(analyse(s.b.model), "search.speculation"));
}
