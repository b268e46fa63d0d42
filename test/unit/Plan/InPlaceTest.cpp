// Loops that run in the host's memory, since no device can be given its part.
#include "Plan/InPlace.h"

#include "Sites.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

constexpr ArrayId from{0}, to{1};

/// `for (i < n) to[i] = from[x]`, with an `x` that nobody knows.
LoopModel gather() {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n);
  b.read(b.array("from"), i + b.opaque("x"));
  b.write(b.array("to"), i);
  return b.model;
}

Legality parallel(std::vector<Guard> guards) {
  Legality legality;
  legality.parallel = true;
  legality.guards = std::move(guards);
  return legality;
}

std::string problem(const Legality& legality) {
  const LoopModel model = gather();
  const auto reason = inPlaceProblem(model, legality, footprint(model, legality));
  return reason ? reason->message : "";
}

}  // namespace

TEST_CASE("an unknown array is the whole of one without extent, and what is known of others is kept") {
  const LoopModel model = gather();
  const Footprint touched = footprint(model);
  REQUIRE(touched.refusal);
  REQUIRE(touched.terms.size() == 2);
  CHECK(isUnknown(touched.terms[0], model));
  CHECK(touched.terms[0].mode == FootprintMode::MayRead);
  CHECK_FALSE(isUnknown(touched.terms[1], model));
  CHECK(touched.terms[1].mode == FootprintMode::Writes);
}

TEST_CASE("an unknown array that no guard asks about is in nobody's way") {
  CHECK(problem(parallel({})).empty());
  CHECK(problem(parallel({ScalarDisjointGuard{to, "s"}})).empty());
}

TEST_CASE("a guard that would have to know where an array ends keeps the loop serial, and says so") {
  CHECK(problem(parallel({DisjointGuard{to, from, false}})) ==
        "'to' and 'from' may overlap, and which elements of 'from' the loop touches is not known before it runs");
  CHECK(problem(parallel({ScalarDisjointGuard{from, "s"}})) ==
        "'from' may hold 's', and which elements of 'from' the loop touches is not known before it runs");
}

TEST_CASE("a search may not look where nobody knows whether there is anything") {
  Legality search = parallel({});
  search.form = Form::Search;
  CHECK_FALSE(problem(search).empty());
}

TEST_CASE("a loop of unknown footprint is a launch in place, which leaves nothing on devices") {
  Function f;
  f.loop(gather(), true, 20, 40);
  f.loop(simpleLoop(), true, 50, 90);
  const FunctionPlan plan = f.planned();
  REQUIRE(plan.launches.size() == 2);
  REQUIRE(plan.launches[0].inPlace);
  CHECK(plan.launches[0].hostAlone->code == "plan.footprint-unknown");
  CHECK_FALSE(plan.launches[0].resident);
  CHECK_FALSE(plan.launches[1].inPlace);
}

TEST_CASE("a loop that says in each iteration of another one how short it is stays as it is") {
  Function f;
  f.loop(simpleLoop(), false, 10, 90);
  f.loop(gather(), true, 20, 80, 0);
  CHECK(f.planned().launches.size() == 1);
  f.model(1).symbols[0].subscripts = true;
  CHECK(f.planned().launches.empty());
}

TEST_CASE("a loop inside one that is legal and cannot be launched stays as it is") {
  Function f;
  f.loop(gather(), true, 10, 90);
  f.verdict(0).guards = {DisjointGuard{to, from, false}};
  f.loop(gather(), true, 20, 80, 0);
  CHECK(f.planned().launches.empty());
}

TEST_CASE("rows that lie apart are no part of any slice, and the run says where they are") {
  LoopModel model = gather();
  model.arrays[0].rows = RowPath{RowPath::Containers, "this->rows_"};
  CHECK(isOfRows(model.arrays[0]));
  CHECK_FALSE(isOfRows(model.arrays[1]));
  for (Access& access : model.accesses) access.index = Polynomial::symbol(model.loops[0].counter);
  Legality legality = parallel(
      {DisjointGuard{to, from, false}, ScalarDisjointGuard{from, "this->rows_"}, ScalarDisjointGuard{from, "s"}});
  const Footprint touched = footprint(model, legality);
  REQUIRE(touched.refusal);
  CHECK(touched.refusal->code == "plan.host-only");
  CHECK_FALSE(inPlaceProblem(model, legality, touched));
  dropGuardsOfHeaders(model, legality);
  REQUIRE(legality.guards.size() == 2);
  CHECK(std::get<ScalarDisjointGuard>(legality.guards[1]).expression == "s");
}

TEST_CASE("a guard on the longest row cannot be evaluated") {
  Function f;
  f.loop(simpleLoop(), true, 20, 40);
  Symbol longest{SymbolKind::Parameter, "a[].size()", "longest row of a[]", 1, 100};
  longest.pitchOf = "a[]";
  f.model(0).symbols.push_back(longest);
  const SymbolId id{static_cast<int>(f.model(0).symbols.size()) - 1};
  f.verdict(0).guards = {ParameterGuard{{{Comparison{Polynomial::symbol(id), false}}}, ""}};
  CHECK(f.planned().launches.empty());
}

namespace {

/// `for (i < n) for (j < m) a[i + by][j + in] = 0` with a `double** a`.
LoopModel pointedRows(std::int64_t by, std::int64_t in) {
  Builder b;
  const Value n = b.parameter("n"), m = b.parameter("m"), pitch = b.parameter("a[].size()", 1, INT32_MAX);
  b.model.symbols.back().pitchOf = "a[]";
  const Value i = b.loop("i", n), j = b.loop("j", m);
  b.write(b.array("a[]"), (i + by) * pitch + (j + in));
  b.model.arrays[0].rows = RowPath{RowPath::Pointers, "a"};
  b.model.accesses[0].conditions = {(j + in).polynomial, (pitch - 1 - j - in).polynomial};
  return b.model;
}

std::string reach(const LoopModel& model) {
  std::string text;
  for (const RowsReach& one : footprint(model).rows)
    for (const FootprintRange& range : one.subscripts) {
      const auto name = [&](SymbolId id) {
        return id == chunkBegin ? "lo" : id == chunkEnd ? "hi" : model.symbols[static_cast<std::size_t>(id.value)].name;
      };
      text += text.empty() ? "" : "; ";
      for (const FootprintBound& bound : range.from) text += bound.value.str(name) + " ";
      text += "..";
      for (const FootprintBound& bound : range.to) text += " " + bound.value.str(name);
    }
  return text;
}

}  // namespace

TEST_CASE("of rows behind pointers both subscripts have bounds, which assume nothing of where a row begins") {
  CHECK(reach(pointedRows(0, 0)) == "lo .. hi - 1; 0 .. m - 1");
  CHECK(reach(pointedRows(1, -2)) == "lo + 1 .. hi; -2 .. m - 3");
}

TEST_CASE("rows behind pointers of which a subscript has no bounds are not told apart") {
  LoopModel model = pointedRows(0, 0);
  model.symbols.push_back({SymbolKind::Opaque, "x", "", 0, 10000});
  const SymbolId x{static_cast<int>(model.symbols.size()) - 1};
  model.accesses[0].index = *multiply(Polynomial::symbol(x), Polynomial::symbol(x));
  const Legality guarded = parallel({DisjointGuard{ArrayId{0}, ArrayId{0}, false}});
  const Footprint touched = footprint(model, guarded);
  CHECK(touched.rows.empty());
  CHECK(inPlaceProblem(model, guarded, touched));
  CHECK_FALSE(inPlaceProblem(pointedRows(0, 0), guarded, footprint(pointedRows(0, 0), guarded)));
}

TEST_CASE("rows of a few elements behind each pointer are not looked for") {
  Builder b;
  const Value n = b.parameter("n"), pitch = b.parameter("a[].size()", 1, INT32_MAX);
  b.model.symbols.back().pitchOf = "a[]";
  const Value i = b.loop("i", n);
  b.write(b.array("a[]"), i * pitch + 1);
  b.model.arrays[0].rows = RowPath{RowPath::Pointers, "a"};
  const Legality guarded = parallel({DisjointGuard{ArrayId{0}, ArrayId{0}, false}});
  const auto reason = inPlaceProblem(b.model, guarded, footprint(b.model, guarded));
  REQUIRE(reason);
  CHECK(reason->hint.empty());
}
