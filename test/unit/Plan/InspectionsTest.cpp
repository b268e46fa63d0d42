// What guards and slices ask of lists.
#include "Plan/Inspections.h"

#include "../Analysis/Builder.h"

#include <algorithm>
#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// Rows of `x` that `begin` bounds: for i < n: for k = begin[i] .. begin[i + 1] - 1.
struct Rows {
  Builder b;
  Value n = b.parameter("n"), i = b.loop("i", n);
  ArrayId x = b.array("x"), begin = b.array("begin", 4), column = b.array("column", 4);
  Value first = b.listed(begin, i), end = b.listed(begin, i + 1), k = b.loop("k", n);

  Rows() {
    b.model.loops[1].trip.reset();
    b.model.loops[1].constraints = {k, end - first - 1 - k};
  }
  Footprint ask(const Legality& legality) const { return footprint(b.model, legality); }
};

}  // namespace

TEST_CASE("an array of known extent is cut by rows that a list bounds, and not by what it gathers") {
  Rows f;
  f.b.model.arrays[0].extent = "size";
  f.b.read(f.x, f.first + f.k);
  CHECK(isInListedRow(f.b.model, f.b.model.accesses.back()));
  const Footprint rows = f.ask({});
  REQUIRE(rows.terms.size() == 1);
  CHECK_FALSE(rows.terms[0].whole);
  CHECK(rows.inspections.size() == 2);
  Rows gather;
  gather.b.model.arrays[0].extent = "size";
  gather.b.read(gather.x, gather.b.listed(gather.column, gather.first + gather.k));
  CHECK_FALSE(isInListedRow(gather.b.model, gather.b.model.accesses.back()));
  const Footprint whole = gather.ask({});
  REQUIRE(whole.terms.size() == 1);
  CHECK(whole.terms[0].whole);
  CHECK(whole.inspections.empty());
  Rows plain;
  plain.b.read(plain.x, plain.b.listed(plain.begin, plain.i));
  CHECK_FALSE(isInListedRow(plain.b.model, plain.b.model.accesses.back()));
}

TEST_CASE("where iterations are to touch elements apart, each access says its loops and its lists") {
  Rows f;
  f.b.write(f.x, f.first + f.k);
  f.b.read(f.x, f.b.listed(f.column, f.i));
  Legality legality;
  legality.guards.emplace_back(ApartGuard{f.x});
  const Footprint touched = f.ask(legality);
  CHECK_FALSE(touched.unasked);
  REQUIRE(touched.touched.size() == 1);
  const TouchedElements& elements = touched.touched[0];
  CHECK(elements.apart);
  CHECK(elements.array == f.x);
  REQUIRE(elements.by.size() == 2);
  CHECK(elements.by[0].loops.size() == 2);
  CHECK(elements.by[0].inspections.size() == 2);
  CHECK(elements.by[1].loops.size() == 1);
}

TEST_CASE("what nobody can go through is told, and the loop is not launched") {
  Rows f;
  f.b.write(f.x, f.first + f.k);
  f.b.read(f.x, f.b.opaque("t"));
  Legality legality;
  legality.guards.emplace_back(ApartGuard{f.x});
  CHECK(f.ask(legality).unasked);
}

TEST_CASE("lists that lead through lists have their elements looked at, where all are followed, for slices alone") {
  Rows f;
  const Value through = f.b.listed(f.column, f.b.listed(f.begin, f.i) + f.i);
  f.b.read(f.x, through);
  f.b.write(f.x, f.i);
  f.b.read(f.x, f.b.listed(f.column, f.i));
  const Footprint touched = f.ask({});
  REQUIRE(touched.touched.size() == 1);
  CHECK_FALSE(touched.touched[0].apart);
  REQUIRE(touched.touched[0].by.size() == 1);
  CHECK(touched.touched[0].by[0].access == 0);
  CHECK(std::count_if(touched.terms.begin(), touched.terms.end(), [](const auto& term) { return term.touched; }) == 1);
  Rows known;
  known.b.model.arrays[0].extent = "size";
  known.b.read(known.x, known.b.listed(known.column, known.b.listed(known.begin, known.i)));
  CHECK(known.ask({}).touched.empty());
  Rows ofAll;
  ofAll.b.read(ofAll.x, ofAll.b.listed(ofAll.column, ofAll.b.listed(ofAll.begin, ofAll.n)));
  CHECK(ofAll.ask({}).touched.empty());
}
