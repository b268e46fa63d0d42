// Obligations: proven where bounds allow, guarded where parameters decide, refused where data does.
#include "Builder.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;
using Lines = std::vector<std::string>;

namespace {

constexpr Int128 kUnsignedMax = UINT32_MAX;
constexpr Int128 kSizeMax = UINT64_MAX;

void oblige(Builder& b, const Value& value, Int128 min, Int128 max, std::vector<Polynomial> conditions = {}) {
  b.model.obligations.push_back({value, min, max, b.open, std::move(conditions), b.here()});
}

}  // namespace

TEST_CASE("an unsigned counter below an unsigned bound does not wrap") {
  Builder b;
  const Value n = b.parameter("n", 0, kUnsignedMax), i = b.loop("i", n);
  oblige(b, i, 0, kUnsignedMax);
  oblige(b, i + 1, 0, kUnsignedMax);
  CHECK(guardsWhenParallel(b).empty());
}

TEST_CASE("the value after the last iteration of a step of two is guarded") {
  Builder b;
  const Value n = b.parameter("n", 0, kUnsignedMax), i = b.loop("i", n, 2);
  oblige(b, i * 2 + 2, 0, kUnsignedMax);
  CHECK(guardsWhenParallel(b) == Lines{"require -n + 4294967294 >= 0"});
}

TEST_CASE("subtracting from an unsigned counter is guarded by where it starts") {
  Builder b;
  const Value lo = b.parameter("lo", 0, kUnsignedMax), hi = b.parameter("hi", 0, kUnsignedMax);
  const Value i = lo + b.loop("i", hi - lo);
  oblige(b, i - 1, 0, kUnsignedMax);
  CHECK(guardsWhenParallel(b) == Lines{"require lo - 1 >= 0"});
}

TEST_CASE("an inner loop may be as short as its subscripts want it, the outermost may not") {
  // for (j) for (k < depth) a(1 - k, j) = ...: rows before the first do not exist
  Builder halo;
  const Value n = halo.parameter("n", 0, kIntMax), depth = halo.parameter("depth", 0, kIntMax);
  halo.loop("j", n);
  oblige(halo, Value(1) - halo.loop("k", depth), 0, kSizeMax);
  CHECK(guardsWhenParallel(halo) == Lines{"require -depth + 2 >= 0"});
  Builder alone;
  const Value few = alone.parameter("few", 0, kIntMax);
  oblige(alone, Value(1) - alone.loop("k", few), 0, kSizeMax);
  CHECK_FALSE(analyse(alone.model).parallel);
}

TEST_CASE("a linearised subscript of ints fits 64 bits") {
  Builder b;
  const Value n = b.parameter("n"), m = b.parameter("m"), i = b.loop("i", n), j = b.loop("j", m);
  oblige(b, i * m + j, INT64_MIN, INT64_MAX);
  oblige(b, i * m + j, 0, kSizeMax);  // m >= 1 wherever the body runs
  CHECK(guardsWhenParallel(b).empty());
}

TEST_CASE("a linearised subscript in 32 unsigned bits is checked by intervals") {
  Builder b;
  const Value n = b.parameter("n", 0, kUnsignedMax), m = b.parameter("m", 0, kUnsignedMax);
  const Value i = b.loop("i", n), j = b.loop("j", m);
  oblige(b, i * m + j, 0, kUnsignedMax);
  const Legality verdict = analyse(b.model);
  REQUIRE(verdict.parallel);
  const auto guards = guardsOf<RangeGuard>(verdict);
  REQUIRE(guards.size() == 1);
  CHECK(guards[0].value == (i * m + j).polynomial);
  CHECK(guards[0].max == kUnsignedMax);
  CHECK(guards[0].loops == std::vector<int>{0, 1});
}

TEST_CASE("a test around a product keeps it from being negative, and an interval from being too large") {
  Builder b;
  const Value n = b.parameter("n", 0, kUnsignedMax), m = b.parameter("m", 0, kUnsignedMax);
  const Value i = b.loop("i", n), j = b.loop("j", m);
  oblige(b, i * m - m + j, 0, kUnsignedMax, {i - 1});  // if (i > 0) ... a[(i - 1) * m + j]
  const auto guards = guardsOf<RangeGuard>(analyse(b.model));
  REQUIRE(guards.size() == 1);
  CHECK(guards[0].min == INT64_MIN);
  CHECK(guards[0].max == kUnsignedMax);
}

TEST_CASE("a test that leaves a product negative leaves it to the guard") {
  Builder b;
  const Value n = b.parameter("n", 0, kUnsignedMax), m = b.parameter("m", 0, kUnsignedMax);
  const Value i = b.loop("i", n), j = b.loop("j", m);
  oblige(b, i * m - m * 2 + j, 0, kUnsignedMax, {i - 1});
  const auto guards = guardsOf<RangeGuard>(analyse(b.model));
  REQUIRE(guards.size() == 1);
  CHECK(guards[0].min == 0);
}

TEST_CASE("an expression of a loop without a trip count cannot be bounded") {
  Builder b;
  const Value n = b.parameter("n", 0, kUnsignedMax), m = b.parameter("m", 0, kUnsignedMax);
  const Value i = b.loop("i", n), j = b.loop("j", m);
  b.model.loops[1].trip.reset();
  b.model.loops[1].constraints.resize(1);
  oblige(b, i * m + j, 0, kUnsignedMax);
  CHECK(hasReason(analyse(b.model), "wrap-around"));
}

TEST_CASE("an expression of data that may wrap is refused") {
  Builder b;
  const Value x = b.opaque("x", 0, kUnsignedMax);
  b.loop("i", b.parameter("n"));
  oblige(b, x + 1, 0, kUnsignedMax);
  const Legality verdict = analyse(b.model);
  REQUIRE(hasReason(verdict, "wrap-around"));
  CHECK_FALSE(verdict.reasons[0].hint.empty());
}

TEST_CASE("an expression is judged where it is evaluated") {
  Builder b;
  const Value n = b.parameter("n", 0, kUnsignedMax), i = b.loop("i", n);
  oblige(b, i - 1, 0, kUnsignedMax, {i - 1});  // i > 0 ? a[i - 1] : ...
  CHECK(guardsWhenParallel(b).empty());
}

TEST_CASE("an obligation in a loop that never runs is void") {
  Builder b;
  const Value i = b.loop("i", b.parameter("n"));
  b.loop("j", -1);
  oblige(b, i - 10, 0, kUnsignedMax);
  CHECK(guardsWhenParallel(b).empty());
}

TEST_CASE("what always wraps is refused") {
  Builder b;
  const Value i = b.loop("i", b.parameter("n"));
  oblige(b, i - 1, 0, kUnsignedMax);
  CHECK(hasReason(analyse(b.model), "wrap-around"));
}
