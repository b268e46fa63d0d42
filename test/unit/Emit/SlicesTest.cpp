#include "Launched.h"

#include "Emit/Slices.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// `a[i] = ...` for `i < n`, in which `j < m` may run.
struct Nest {
  Loop loop{oneLoop};
  Value n = loop.b.parameter("n"), m = loop.b.parameter("m");
  Value i = loop.b.loop("i", n), j = loop.b.loop("j", m);
  ArrayId a = loop.pointer("a", "double*");

  FootprintTerm term(const Value& begin = 0, std::vector<FootprintDimension> dimensions = {},
                     FootprintMode mode = FootprintMode::Writes) const {
    FootprintTerm result;
    result.array = a;
    result.mode = mode;
    result.begin = begin;
    result.dimensions = std::move(dimensions);
    return result;
  }
  /// Iterations count in `count`, from one pass of a scan to the next.
  FootprintTerm packed(UpdateOperator op = UpdateOperator::Add) {
    const int count = loop.scalar("count", false);
    loop.reduce(count, op);
    loop.legality.form = Form::Scan;
    FootprintTerm result = term();
    result.packedBy = count;
    return result;
  }

  std::string text(const std::vector<FootprintTerm>& terms, const std::string& margin = "") {
    Launched launched(loop);
    launched.launch.footprint = terms;
    LaunchNames names(launched.source);
    return footprintText(launched.source, launched.shape(), names, margin);
  }
  /// The only statement of the lambda.
  std::string line(const FootprintTerm& one) {
    const std::string all = text({one}), begin = ") {\n  ", end = "\n};\n";
    const std::size_t from = all.find(begin) + begin.size();
    REQUIRE(all.find(begin) != std::string::npos);
    return all.substr(from, all.size() - end.size() - from);
  }
};

const SymbolId lo = chunkBegin, hi = chunkEnd;

}  // namespace

TEST_CASE("a term of one element an iteration is a box of the chunk's size") {
  Nest nest;
  CHECK(nest.text({nest.term(nest.m, {{Polynomial(2), 0}})}, "    ") ==
        "    const auto footprint = [&](clustrix::Chunk chunk, clustrix::Footprint& touched) {\n"
        "      touched.writes(a_).box(m_ + 2 * chunk.begin, {2, chunk.size()});\n"
        "    };\n");
}

TEST_CASE("each dimension has its loop's length and its stride") {
  Nest nest;
  CHECK(nest.line(nest.term(1, {{nest.m, 0}, {Polynomial(1), 1}})) ==
        "touched.writes(a_).box(m_ * chunk.begin + 1, {m_, chunk.size()}, {1, clustrix::trips(m_, 1)});");
}

TEST_CASE("each mode is a word of the runtime's") {
  Nest nest;
  using enum FootprintMode;
  const std::vector<std::pair<FootprintMode, std::string>> words{
      {Reads, "reads"}, {MayRead, "mayRead"}, {Writes, "writes"}, {MayWrite, "mayWrite"}, {Combines, "combines"}};
  for (const auto& [mode, word] : words) CHECK(nest.line(nest.term(3, {}, mode)) == "touched." + word + "(a_).box(3);");
}

TEST_CASE("parameters of the lambda have names where something mentions them") {
  Nest nest;
  CHECK(nest.text({}, "  ") == "  const auto footprint = [&](clustrix::Chunk, clustrix::Footprint&) {};\n");
  const std::string unnamed = "[&](clustrix::Chunk, clustrix::Footprint& touched) {";
  const std::string named = "[&](clustrix::Chunk chunk, clustrix::Footprint& touched) {";
  const auto has = [&](const FootprintTerm& term, const std::string& head) {
    const std::string text = nest.text({nest.term(), term});
    INFO(text);
    return text.find(head) != std::string::npos;
  };
  CHECK(has(nest.term(0, {{Polynomial(1), 1}}), unnamed));
  CHECK(has(nest.term(0, {{Polynomial(1), 1}, {Polynomial(1), 0}}), named));
  FootprintTerm edge = nest.term();
  edge.edge = ChunkEdge::First;
  CHECK(has(edge, named));
  FootprintTerm walked = nest.term();
  walked.enumerated = {1};
  CHECK(has(walked, unnamed));
  walked.enumerated = {0};
  CHECK(has(walked, named));
  FootprintTerm ranged = nest.term();
  ranged.ranges = {{Polynomial(1), {{Polynomial(0)}}, {{nest.n}}}};
  CHECK(has(ranged, unnamed));
  ranged.ranges[0].from = {{Polynomial::symbol(lo)}};
  CHECK(has(ranged, named));
}

TEST_CASE("names of the lambda give way to the loop's") {
  Nest nest;
  nest.loop = Loop("void f() {\n  «for (;;) use(footprint, chunk, touched);»\n}\n");
  nest.loop.b.loop("i", nest.loop.b.parameter("n"));
  nest.loop.pointer("a", "double*");
  CHECK(nest.text({nest.term(0, {{Polynomial(1), 0}})}) ==
        "const auto footprint_ = [&](clustrix::Chunk chunk_, clustrix::Footprint& touched_) {\n"
        "  touched_.writes(a_).box(chunk_.begin, {1, chunk_.size()});\n};\n");
}

TEST_CASE("a whole array has no box") {
  Nest nest;
  FootprintTerm whole = nest.term(nest.n, {{Polynomial(1), 0}}, FootprintMode::Combines);
  whole.whole = true;
  CHECK(nest.line(whole) == "touched.combines(a_).whole();");
}

TEST_CASE("loops that are walked stand inside each other, the chunk's from its first iteration to its last") {
  Nest nest;
  FootprintTerm walked = nest.term(nest.i * nest.j);
  walked.enumerated = {0, 1};
  CHECK(nest.text({walked, nest.term(7)}) ==
        "const auto footprint = [&](clustrix::Chunk chunk, clustrix::Footprint& touched) {\n"
        "  for (clustrix::Index k0 = chunk.begin; k0 < chunk.end; ++k0)\n"
        "    for (clustrix::Index k1 = 0; k1 < clustrix::trips(m_, 1); ++k1)\n"
        "      touched.writes(a_).box(k0 * k1);\n"
        "  touched.writes(a_).box(7);\n"
        "};\n");
}

TEST_CASE("a trip count that moves with the chunk is the one that covers all others") {
  for (const ChunkEdge edge : {ChunkEdge::First, ChunkEdge::Last}) {
    Nest nest;
    nest.loop.b.model.loops[1].trip = TripCount{nest.m - nest.i, 1};
    FootprintTerm term = nest.term(0, {{Polynomial(1), 1}});
    term.edge = edge;
    const std::string first = edge == ChunkEdge::First ? "chunk.begin" : "(chunk.end - 1)";
    CHECK(nest.line(term) == "touched.writes(a_).box(0, {1, clustrix::trips(m_ - " + first + ", 1)});");
  }
}

TEST_CASE("a range is rounded inwards and keeps to its tightest bounds") {
  Nest nest;
  FootprintTerm term = nest.term(nest.m);
  const Value begin(Polynomial::symbol(lo)), end(Polynomial::symbol(hi));
  term.ranges = {{nest.n, {{Polynomial(2)}, {begin - 1, 4}}, {{nest.n - 1}, {end, 3}}},
                 {Polynomial(1), {{Polynomial(0)}}, {{nest.m, 2}}}};
  CHECK(nest.line(term) ==
        "touched.writes(a_).between(m_, "
        "{n_, clustrix::greatest(2, clustrix::quotientUp(chunk.begin - 1, 4)), "
        "clustrix::least(n_ - 1, clustrix::quotientDown(chunk.end, 3))}, "
        "{1, 0, clustrix::quotientDown(m_, 2)});");
}

TEST_CASE("nothing is touched unless each condition over parameters holds") {
  Nest nest;
  FootprintTerm term = nest.term(3);
  term.where = {nest.n - 2, nest.m - nest.n};
  CHECK(nest.line(term) == "if (n_ >= 2 && m_ >= n_) touched.writes(a_).box(3);");
}

TEST_CASE("a condition that no Index holds is left out") {
  Nest nest;
  const Value large = nest.loop.b.parameter("large", 0, UINT64_MAX);
  const Value wide = nest.loop.b.parameter("wide", INT64_MIN, INT64_MAX);
  FootprintTerm term = nest.term(3);
  term.where = {large - 1, 2 * wide - 1};
  CHECK(nest.line(term) == "touched.writes(a_).box(3);");
  term.where = {large - 1, nest.n - 2, 2 * wide - 1, wide - 1};
  CHECK(nest.line(term) == "if (n_ >= 2 && wide_ >= 1) touched.writes(a_).box(3);");
}

TEST_CASE("packed elements lie between what their counter is before and behind the chunk") {
  Nest nest;
  FootprintTerm term = nest.packed(UpdateOperator::Max);
  CHECK(nest.text({term}) ==
        "const auto footprint = [&](clustrix::Chunk, clustrix::Footprint& touched, const auto& before, "
        "const auto& after) {\n"
        "  touched.writes(a_).box(static_cast<clustrix::Index>(before.count), {1, "
        "static_cast<clustrix::Index>(after.count) - static_cast<clustrix::Index>(before.count)});\n};\n");
  term.packedDown = true;
  term.begin = (nest.n - 1).polynomial;
  CHECK(nest.line(term) ==
        "touched.writes(a_).box(static_cast<clustrix::Index>(after.count) + n_ - 1, {1, "
        "static_cast<clustrix::Index>(before.count) - static_cast<clustrix::Index>(after.count)});");
}

TEST_CASE("a counter that is carried as an unsigned number is read as its own type") {
  Nest nest;
  const FootprintTerm term = nest.packed();
  CHECK(nest.line(term).find("box(static_cast<clustrix::Index>(static_cast<int>(before.count)), {") !=
        std::string::npos);
  nest.loop.function.templateParameters = "class T";
  nest.loop.function.templateArguments = "T";
  CHECK(nest.line(term).find("static_cast<std::decay_t<decltype(count)>>(before.count)") != std::string::npos);
}

TEST_CASE("the number of a container's elements is an Index already") {
  Nest nest;
  const FootprintTerm term = nest.packed();
  ScalarState& count = nest.loop.b.model.scalars[0];
  count.type = "clustrix::Index";
  count.append = 0;
  nest.loop.b.model.appends.push_back({"a", "a", nest.a, {}, {}, false, {}, 0});
  CHECK(nest.line(term) == "touched.writes(a_).box(before.count, {1, after.count - before.count});");
}

TEST_CASE("a scan that packs nothing names nothing that it carries") {
  Nest nest;
  nest.packed();
  CHECK(nest.text({}) ==
        "const auto footprint = [&](clustrix::Chunk, clustrix::Footprint&, const auto&, const auto&) {};\n");
}

TEST_CASE("subscripts of rows are bounded over all iterations") {
  Nest nest;
  const Value begin(Polynomial::symbol(lo)), end(Polynomial::symbol(hi));
  const RowsReach reach{
      nest.a,
      {{Polynomial(1), {{begin - 1}}, {{2 * end}}}, {Polynomial(1), {{Polynomial(0)}, {nest.n, 4}}, {{nest.m - 1}}}}};
  const Launched launched(nest.loop);
  LaunchNames names(launched.source);
  CHECK(subscriptsText(launched.source, launched.shape(), reach, "trips(n_)", names) ==
        "clustrix::Interval(-1, 2 * trips(n_)), "
        "clustrix::Interval(clustrix::greatest(0, clustrix::quotientUp(n_, 4)), m_ - 1)");
}

TEST_CASE("lists are looked at before the footprint is asked, and again for each chunk") {
  Nest nest;
  const ArrayId rows = nest.loop.pointer("rows", "int*"), columns = nest.loop.pointer("columns", "int*");
  const auto bound = [](const Value& value) { return std::vector<FootprintBound>{{value, 1}}; };
  Launched launched(nest.loop);
  launched.launch.inspections = {
      {{rows}, {Polynomial(1), bound(Polynomial::symbol(lo)), bound(Value(Polynomial::symbol(hi)) - 1)}},
      {{columns}, {Polynomial(1), bound(Polynomial::symbol(leastOf(0))), bound(Polynomial::symbol(greatestOf(0)))}}};
  FootprintTerm term = nest.term(0, {}, FootprintMode::MayRead);
  term.ranges = {
      {Polynomial(1), bound(Value(2) * Polynomial::symbol(leastOf(1))), bound(Polynomial::symbol(greatestOf(1)))}};
  launched.launch.footprint = {term};
  LaunchNames names(launched.source);
  CHECK(inspectionsText(launched.source, launched.shape(), "n_", names, "") ==
        "const clustrix::Inspected rows_inspected = loop.inspected(rows_, 0, n_ - 1);\n"
        "const clustrix::Inspected columns_inspected = loop.inspected(columns_, [&] { return "
        "clustrix::ListRange{rows_inspected.all().least, rows_inspected.all().greatest}; });\n");
  CHECK(footprintText(launched.source, launched.shape(), names, "") ==
        "const auto footprint = [&](clustrix::Chunk chunk, clustrix::Footprint& touched) {\n"
        "  const clustrix::ListedValues rows_values = rows_inspected.in(chunk.begin, chunk.end - 1);\n"
        "  const clustrix::ListedValues columns_values = columns_inspected.in(rows_values.least, rows_values.greatest, "
        "rows_values);\n"
        "  touched.mayRead(a_).given(columns_values).between(0, {1, 2 * columns_values.least, "
        "columns_values.greatest});\n"
        "};\n");
}

TEST_CASE("where a number may not be twice is one range around all positions") {
  Nest nest;
  const ArrayId list = nest.loop.pointer("list", "int*");
  const auto range = [](const Value& from, const Value& to) {
    return FootprintRange{Polynomial(1), {{from, 1}}, {{to, 1}}};
  };
  Launched launched(nest.loop);
  LaunchNames names(launched.source);
  const Value end = Polynomial::symbol(hi);
  CHECK(distinctText(launched.source, launched.shape(), {{list}, {range(2, end + 1)}}, "n_", names) ==
        "list_, 2, n_ + 1");
  CHECK(distinctText(launched.source, launched.shape(),
                     {{list}, {range(2, end), range(Polynomial::symbol(lo), end - 1)}}, "n_",
                     names) == "list_, clustrix::least(2, 0), clustrix::greatest(n_, n_ - 1)");
}
