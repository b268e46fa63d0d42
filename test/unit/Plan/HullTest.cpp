// Ranges around accesses: never less than what is touched, and one direction or several as the chunk lies in it.
#include "Region.h"

#include "Plan/Hull.h"

#include <catch2/catch.hpp>

#include <random>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// The innermost loop ends at several bounds: its number of iterations is not known before it runs.
void boundedBy(Builder& b, std::initializer_list<Value> constraints) {
  NestedLoop& loop = b.model.loops.back();
  loop.trip.reset();
  loop.certain = false;
  loop.constraints = {Polynomial::symbol(loop.counter)};
  for (const Value& constraint : constraints) loop.constraints.push_back(constraint);
}

FootprintTerm only(const Builder& b) {
  const Footprint touched = footprint(b.model);
  REQUIRE_FALSE(touched.refusal);
  REQUIRE(touched.terms.size() == 1);
  return touched.terms[0];
}

std::string sliceOf(const Builder& b) { return slice(only(b), b.model); }

}  // namespace

TEST_CASE("tiles are one range from the first to the last, cut where the array ends") {
  Builder b;
  const Value n = b.parameter("n"), ii = b.loop("ii", n, 16), i = b.loop("i", n);
  boundedBy(b, {Value(15) - i, n - 1 - 16 * ii - i});
  b.write(b.array("a"), 16 * ii + i);
  CHECK(only(b).mode == FootprintMode::MayWrite);
  CHECK(sliceOf(b) == "[16*lo..min(n - 1, 16*hi - 1)]");
}

TEST_CASE("iterations that lie side by side have a range in each direction") {
  Builder b;
  const Value n = b.parameter("n"), ii = b.loop("ii", n, 16), jj = b.loop("jj", n), i = b.loop("i", n);
  boundedBy(b, {Value(15) - i, n - 1 - 16 * ii - i});
  b.read(b.array("a"), jj * n + 16 * ii + i);
  CHECK(only(b).mode == FootprintMode::MayRead);
  CHECK(sliceOf(b) == "[(16*lo..min(n - 1, 16*hi - 1)) + n*(0..n - 1)]");
}

TEST_CASE("a range that is the same for all chunks gives way to the array's extent") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n), j = b.loop("j", n);
  boundedBy(b, {n - 1 - j, i + 5 - j});
  b.read(b.array("a"), n - 1 - j);
  CHECK_FALSE(only(b).whole);
  b.model.arrays[0].extent = "size";
  CHECK_FALSE(only(b).whole);  // the chunk's end cuts it
  boundedBy(b, {n - 1 - j});
  CHECK(only(b).whole);
}

TEST_CASE("a bound that the host cannot compute is none") {
  Builder b;
  const Value n = b.parameter("n"), hidden = b.parameter("hidden");
  b.model.symbols.back().expression.clear();
  b.loop("i", n);
  const Value j = b.loop("j", n);
  boundedBy(b, {hidden - j});
  b.read(b.array("a"), j);
  CHECK(footprint(b.model).refusal);
  boundedBy(b, {hidden - j, n - j});
  CHECK(sliceOf(b) == "[0..n]");
}

TEST_CASE("data that ends an inner loop leaves the footprint unknown") {
  Builder b;
  const Value n = b.parameter("n"), end = b.opaque("end");
  b.loop("i", n);
  const Value j = b.loop("j", n);
  boundedBy(b, {end - j});
  b.read(b.array("a"), j);
  CHECK(footprint(b.model).refusal);
}

TEST_CASE("ranges hold all that random bounded nests touch") {
  std::mt19937 random(7);
  const auto number = [&](int from, int to) { return std::uniform_int_distribution<int>(from, to)(random); };
  for (int round = 0; round < 300; ++round) {
    Builder b;
    const Value n = b.parameter("n", 1, 40), w = b.parameter("w", 0, 9);
    const Value i = b.loop("i", n), j = b.loop("j", n);
    const Value start = number(0, 1) ? i * number(-2, 2) : Value(number(-3, 3));
    const Value lower = i * number(0, 2) - w * number(0, 2), upper = n + w * number(-1, 1) - 1;
    const Value position = start + j;
    boundedBy(b, {Value(number(0, 12)) - j, position - lower, upper - position});
    const Value index = position * number(-3, 3) + i * (number(0, 1) ? n : Value(number(-4, 4))) + number(-5, 5);
    Access& access = b.read(b.array("a"), index);
    const Values parameters{{n.polynomial.symbols()[0], number(1, 12)}, {w.polynomial.symbols()[0], number(0, 5)}};
    const std::int64_t trips = parameters.begin()->second;
    Chunk chunk;
    chunk.begin = number(0, static_cast<int>(trips) - 1);
    chunk.end = number(static_cast<int>(chunk.begin) + 1, static_cast<int>(trips));
    const Footprint touched = footprint(b.model);
    if (touched.refusal) continue;
    std::set<std::int64_t> said, real;
    Values values = parameters;
    addTerm(b.model, touched.terms.at(0), chunk, 0, values, said);
    const SymbolId outer = b.model.loops[0].counter, inner = b.model.loops[1].counter;
    for (std::int64_t k = chunk.begin; k < chunk.end; ++k)
      for (std::int64_t l = 0; l <= 12; ++l) {
        values[outer] = k;
        values[inner] = l;
        const auto runs = [&](const Polynomial& constraint) { return evaluate(constraint, values) >= 0; };
        const auto& constraints = b.model.loops[1].constraints;
        if (std::all_of(constraints.begin(), constraints.end(), runs)) real.insert(evaluate(*access.index, values));
      }
    CAPTURE(round, slice(touched.terms[0], b.model));
    CHECK(std::includes(said.begin(), said.end(), real.begin(), real.end()));
  }
}

TEST_CASE("rows of a packed triangle are one range, writes only where they fill their rows") {
  const auto triangle = [](const Value& less, bool write) {
    Builder b;
    const Value n = b.parameter("n"), i = b.loop("i", n), start = b.quotient(i * i + i, 2), j = b.loop("j", i + less);
    b.access(write ? AccessKind::Write : AccessKind::Read, b.array("x"), (start + j).polynomial);
    return b;
  };
  CHECK(only(triangle(1, true)).mode == FootprintMode::MayWrite);
  CHECK(sliceOf(triangle(1, true)) == "[ceil((lo*lo + lo)/2)..floor((hi*hi + hi - 2)/2)]");
  CHECK(only(triangle(0, false)).mode == FootprintMode::MayRead);
  CHECK(footprint(triangle(0, true).model).refusal);
  CHECK(footprint(triangle(2, false).model).refusal);
}

namespace {

/// for (i < n) x[list[i]] is read.
struct Followed {
  Builder b;
  Value n = b.parameter("n"), i = b.loop("i", n);
  ArrayId x = b.array("x"), list = b.array("list", 4);

  std::string slices(const Legality& legality = {}) const {
    const Footprint touched = footprint(b.model, legality);
    if (touched.refusal) return "refused: " + touched.refusal->code;
    std::string text;
    for (const FootprintTerm& term : touched.terms)
      text += (text.empty() ? "" : ", ") + b.model.arrays[static_cast<std::size_t>(term.array.value)].name + " " +
              slice(term, b.model, touched.inspections);
    return text;
  }
};

}  // namespace

TEST_CASE("what a list leads to lies between the least and the greatest number that the chunk follows") {
  Followed f;
  f.b.read(f.list, f.i);
  f.b.read(f.x, f.b.listed(f.list, f.i));
  CHECK(f.slices() == "x [least(list)..greatest(list)], list [lo..hi - 1]");
  const Footprint touched = footprint(f.b.model);
  REQUIRE(touched.inspections.size() == 1);
  CHECK(touched.inspections[0].list == NumberList{f.list});
  CHECK(touched.terms[0].mode == FootprintMode::MayRead);
  f.b.read(f.x, 3 * f.b.listed(f.list, f.i) + 2);
  CHECK(f.slices() == "x [least(list)..greatest(list)], x [(3*least(list)..3*greatest(list)) + 2], list [lo..hi - 1]");
  CHECK(footprint(f.b.model).inspections.size() == 1);
  f.b.write(f.x, f.b.listed(f.list, f.i + 1));
  CHECK(footprint(f.b.model).inspections.size() == 2);
}

TEST_CASE("of a list at a place that a list has, the places are looked at first") {
  Followed f;
  const ArrayId rows = f.b.array("rows", 4);
  const Value row = f.b.listed(rows, f.i);
  f.b.read(f.x, f.b.listed(f.list, row + 1));
  CHECK(f.slices() == "x [those that lists lead to]");
  const Footprint touched = footprint(f.b.model);
  REQUIRE(touched.inspections.size() == 2);
  CHECK(touched.inspections[0].list == NumberList{rows});
  CHECK(touched.inspections[1].list == NumberList{f.list});
  CHECK(touched.inspections[1].positions.from.front().value.mentions(leastOf(0)));
  CHECK(touched.inspections[1].positions.to.front().value.mentions(greatestOf(0)));
}

TEST_CASE("nothing is looked at where the array's extent is known, and where a promise took the place of a proof") {
  Followed f;
  f.b.read(f.x, f.b.listed(f.list, f.i));
  Legality promised;
  promised.asserted = true;
  CHECK(f.slices(promised) == "refused: plan.footprint-unknown");
  f.b.model.arrays[0].extent = "size";
  CHECK(f.slices() == "x all");
  CHECK(footprint(f.b.model).inspections.empty());
}

TEST_CASE("a guard against a number twice is asked of all positions, or the loop is not launched") {
  Followed f;
  f.b.write(f.x, f.b.listed(f.list, f.i));
  f.b.write(f.x, f.b.listed(f.list, f.i + f.n));
  Legality legality;
  legality.guards.emplace_back(DistinctGuard{{f.list}, {SymbolId{2}, SymbolId{3}}});
  const Footprint touched = footprint(f.b.model, legality);
  CHECK_FALSE(touched.unasked);
  REQUIRE(touched.distinct.size() == 1);
  CHECK(touched.distinct[0].positions.size() == 2);
  f.b.model.symbols[0].expression.clear();
  CHECK(footprint(f.b.model, legality).unasked);
}
