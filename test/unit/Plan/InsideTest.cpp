#include "Plan/Inside.h"

#include "Sites.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// A loop over j in one over i, whose variable begins at 1, and the inner one by itself.
struct Pair {
  Builder outer, inner;
  Value i = outer.loop("i", outer.parameter("n"));
  Value j = outer.loop("j", outer.parameter("m"));
  Value row = inner.parameter("i"), column = inner.loop("j", inner.parameter("m"));

  Pair() {
    outer.model.loops[0].at = {"f.cpp", 1, 1};
    outer.model.loops[1].at = inner.model.loops[0].at = {"f.cpp", 2, 1};
    outer.model.loops[0].value = i + 1;
    outer.array("x");
    outer.array("a");
    inner.array("a");
  }
  Translation translated() const { return {inner.model, outer.model}; }
};

}  // namespace

TEST_CASE("a variable that counts around is its value there, a parameter is the one of that name") {
  Pair pair;
  const Translation translated = pair.translated();
  CHECK(translated(pair.row * 10 + pair.column) == (pair.i + 1) * 10 + pair.j);
  CHECK(translated(pair.inner.model.loops[0].trip->distance) == pair.outer.model.loops[1].trip->distance);
  CHECK_FALSE(translated(pair.inner.parameter("other")));
  CHECK_FALSE(translated(pair.inner.opaque("data")));
}

TEST_CASE("loops are known by their place, arrays by where they begin") {
  Pair pair;
  CHECK(pair.translated().loop(0) == 1);
  CHECK(pair.translated().array(ArrayId{0}) == ArrayId{1});
  pair.inner.model.loops[0].at.line = 3;
  pair.inner.model.arrays[0].base = "b";
  CHECK_FALSE(pair.translated().loop(0));
  CHECK_FALSE(pair.translated().array(ArrayId{0}));
}

TEST_CASE("an array that a variable of the iteration leads to is the one that is touched in the same places") {
  Pair pair;
  const ArrayId row = pair.inner.array("row"), a{1}, x{0};
  const auto touch = [](Builder& in, ArrayId array, int line) { in.read(array, 0).at = {"f.cpp", line, 7}; };
  touch(pair.inner, row, 5);
  touch(pair.inner, row, 6);
  touch(pair.outer, a, 5);
  CHECK_FALSE(pair.translated().array(row));  // of line 6 nothing is known
  touch(pair.outer, a, 6);
  CHECK(pair.translated().array(row) == a);
  CHECK_FALSE(pair.translated().haveSameStart(row));
  touch(pair.outer, x, 6);
  CHECK_FALSE(pair.translated().array(row));  // the same text leads to two arrays
}

TEST_CASE("what a variable of the iteration hides is not known by that name") {
  Pair pair;
  const Translation hidden(pair.inner.model, pair.outer.model, {"a", "m", "i"});
  CHECK_FALSE(hidden.array(ArrayId{0}));
  CHECK_FALSE(hidden(pair.inner.model.loops[0].trip->distance));
  CHECK(hidden(pair.row) == pair.i + 1);  // the variable that counts around
  CHECK_FALSE(hidden.isShared("a[0]"));
  Legality wanted, known;
  wanted.guards = known.guards = {ScalarsDisjointGuard{"s", "t"}};
  CHECK(impliedGuards(pair.inner.model, wanted, pair.outer.model, known));
  CHECK_FALSE(impliedGuards(pair.inner.model, wanted, pair.outer.model, known, {"t"}));
}

TEST_CASE("where a variable of the iteration hides another one, the name says nothing") {
  Pair pair;
  pair.inner.read(ArrayId{0}, 0).at = {"f.cpp", 5, 7};
  CHECK(pair.translated().array(ArrayId{0}) == ArrayId{1});
  pair.outer.read(ArrayId{0}, 0).at = {"f.cpp", 5, 7};
  CHECK_FALSE(pair.translated().array(ArrayId{0}));
}

TEST_CASE("of two rows of one array nothing is known") {
  Pair pair;
  const ArrayId row = pair.inner.array("row"), next = pair.inner.array("next"), x{0}, a{1};
  pair.inner.write(row, 0).at = pair.outer.write(x, 0).at = {"f.cpp", 5, 7};
  pair.inner.read(next, 0).at = pair.outer.read(x, 0).at = {"f.cpp", 5, 9};
  Legality wanted, known;
  wanted.guards = {DisjointGuard{row, next, true}};
  for (const Guard& guard : std::vector<Guard>{AllDisjointGuard{{x, a}, {}, {}, {}}, DisjointGuard{x, x, false}}) {
    known.guards = {guard};
    CHECK_FALSE(impliedGuards(pair.inner.model, wanted, pair.outer.model, known));
  }
}

TEST_CASE("rows of two arrays may be one only where the arrays are none") {
  Pair pair;
  const ArrayId row = pair.inner.array("row"), x{0}, a{1};
  pair.inner.write(row, 0).at = {"f.cpp", 5, 7};
  pair.outer.write(x, 0).at = {"f.cpp", 5, 7};
  Legality wanted, known;
  wanted.guards = {DisjointGuard{row, ArrayId{0}, true}};
  known.guards = {DisjointGuard{x, a, true}};
  CHECK(impliedGuards(pair.inner.model, wanted, pair.outer.model, known) == ArrayPairs{{x, a}});
  known.guards = {DisjointGuard{x, a, false}};
  CHECK(impliedGuards(pair.inner.model, wanted, pair.outer.model, known) == ArrayPairs{});
}

TEST_CASE("guards that say the model is right hold where the model around asks for all that it asks for") {
  Pair pair;
  const Obligation duty{pair.row * 10 + pair.column, 0, 100, {0}, {}, {"f.cpp", 5, 5}};
  pair.inner.model.obligations = {duty};
  Legality wanted, known;
  wanted.guards = {ParameterGuard{{{{pair.row, false}}}, "no wrap"}};
  wanted.ofModel = 1;
  CHECK_FALSE(impliedGuards(pair.inner.model, wanted, pair.outer.model, known));
  pair.outer.model.obligations = {{(pair.i + 1) * 10 + pair.j, 0, 100, {0, 1}, {}, {"f.cpp", 5, 5}}};
  CHECK(impliedGuards(pair.inner.model, wanted, pair.outer.model, known));
  pair.outer.model.obligations[0].max = 101;
  CHECK_FALSE(impliedGuards(pair.inner.model, wanted, pair.outer.model, known));
  pair.outer.model.obligations[0].max = 100;
  wanted.ofModel = 0;  // what iterations need to be independent is another matter
  CHECK_FALSE(impliedGuards(pair.inner.model, wanted, pair.outer.model, known));
}

TEST_CASE("bytes side by side count for each iteration of the loops between") {
  Builder b;
  const Value i = b.loop("i", 100), k = b.loop("k", 50);
  b.read(b.array("a"), i + k * 100);
  b.close();
  b.write(b.array("c", 4), i);
  CHECK(contiguousBytes(b.model, {0}, 0) == 8 * 50 + 2 * 4);
  CHECK(contiguousBytes(b.model, {0, 1}, 1) == 0);
  b.model.loops[1].trip.reset();
  CHECK(contiguousBytes(b.model, {0}, 0) == 8 * 16 + 2 * 4);
}

TEST_CASE("without reductions, places of extremes leave nothing behind, and other variables what they left") {
  Legality legality;
  legality.reductions.emplace_back();
  legality.reductions[0].scalar = 0;
  legality.reductions[0].op = UpdateOperator::Min;
  legality.reductions[0].locations = {1, 2};
  legality.privates = {{1, true, true}, {3, true, false}, {2, false, false}};
  const Legality left = withoutReductions(legality);
  CHECK(left.reductions.empty());
  REQUIRE(left.privates.size() == 1);
  CHECK(left.privates[0].scalar == 3);
  CHECK(left.privates[0].lastValue);
}

TEST_CASE("two arrays are apart unless they are one, or a guard lets them be one") {
  Builder builder;
  const ArrayId a = builder.array("a"), b = builder.array("b"), c = builder.array("c"), d = builder.array("d");
  const LoopModel& model = builder.model;
  Legality legality;
  legality.guards = {DisjointGuard{a, b, false}, DisjointGuard{a, c, true}};
  CHECK(areApart(model, legality, a, b));
  CHECK(areApart(model, legality, a, d));
  CHECK_FALSE(areApart(model, legality, a, c));
  CHECK_FALSE(areApart(model, legality, c, a));
  CHECK_FALSE(areApart(model, legality, a, a));
}

TEST_CASE("where iterations are asserted to be independent, arrays are apart that have storage of their own") {
  Builder builder;
  const ArrayId a = builder.array("a"), b = builder.array("b"), c = builder.array("c");
  builder.model.arrays[0].identity = "one";
  builder.model.arrays[1].identity = "two";
  Legality legality;
  legality.asserted = true;
  CHECK(areApart(builder.model, legality, a, b));
  CHECK_FALSE(areApart(builder.model, legality, a, a));
  CHECK_FALSE(areApart(builder.model, legality, a, c));
}
