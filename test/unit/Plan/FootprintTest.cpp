#include "Region.h"

#include "Plan/Launchable.h"

#include <catch2/catch.hpp>

#include <random>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

const FootprintTerm& onlyTerm(const Footprint& footprint) {
  REQUIRE_FALSE(footprint.refusal);
  REQUIRE(footprint.terms.size() == 1);
  return footprint.terms[0];
}

}  // namespace

TEST_CASE("a rectangular nest is one box with a dimension for each loop") {
  Builder b;
  const Value n = b.parameter("n"), m = b.parameter("m"), i = b.loop("i", n), j = b.loop("j", m);
  b.write(b.array("a"), i * m + j + 3);
  const Footprint touched = footprint(b.model);
  const FootprintTerm& term = onlyTerm(touched);
  CHECK(term.mode == FootprintMode::Writes);
  CHECK(term.enumerated.empty());
  CHECK(term.begin == Polynomial(3));
  REQUIRE(term.dimensions.size() == 2);
  CHECK(term.dimensions[0].stride == m.polynomial);
  CHECK(term.dimensions[1].stride == Polynomial(1));
  CHECK(slice(term, b.model) == "[m*(lo..hi - 1) + (3..m + 2)]");
}

TEST_CASE("a trip count that depends on the outer counter enumerates it") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n), j = b.loop("j", i + 1);
  b.write(b.array("g"), i * n + j);
  const Footprint touched = footprint(b.model);
  const FootprintTerm& term = onlyTerm(touched);
  CHECK(term.mode == FootprintMode::Writes);
  CHECK(term.enumerated == std::vector<int>{0});
  REQUIRE(term.dimensions.size() == 1);
  CHECK(term.dimensions[0].loop == 1);
  CHECK(slice(term, b.model) == "for i in lo..hi - 1: [n*i..n*i + i]");
}

TEST_CASE("a trip count that depends on a remainder leaves out some of the box") {
  // for (i < n) for (j < i % 12) g[i * 12 + j]: the model counts remainders in a loop of their own, which is not around
  // it
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n), rest = b.loop("rest", 12);
  b.close();
  const Value j = b.loop("j", rest);
  b.write(b.array("g"), i * 12 + j);
  b.model.accesses.back().loops = {0, 2};
  const Footprint touched = footprint(b.model);
  CHECK(onlyTerm(touched).mode == FootprintMode::MayWrite);
  b.model.accesses.back().kind = AccessKind::Read;
  CHECK(onlyTerm(footprint(b.model)).mode == FootprintMode::MayRead);
  b.model.accesses.back().loops = {0, 1, 2};
  CHECK(onlyTerm(footprint(b.model)).mode == FootprintMode::Reads);
}

TEST_CASE("nested regions are the largest of them") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n), j = b.loop("j", i + 1);
  b.read(b.array("x"), j);
  const Footprint touched = footprint(b.model);
  const FootprintTerm& term = onlyTerm(touched);
  CHECK(term.mode == FootprintMode::Reads);
  CHECK(term.enumerated.empty());
  CHECK(term.edge == ChunkEdge::Last);
}

TEST_CASE("regions that shrink are nested in the first") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n), j = b.loop("j", n - i);
  b.read(b.array("x"), j);
  const Footprint touched = footprint(b.model);
  CHECK(onlyTerm(touched).edge == ChunkEdge::First);
}

TEST_CASE("a squared counter is enumerated") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n);
  b.read(b.array("x"), i * i);
  const Footprint touched = footprint(b.model);
  CHECK(onlyTerm(touched).enumerated == std::vector<int>{0});
}

TEST_CASE("three counters that would have to be enumerated leave the footprint unknown") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n), j = b.loop("j", n), k = b.loop("k", n);
  b.read(b.array("x"), i * i + j * j + k * k);
  const Footprint touched = footprint(b.model);
  REQUIRE(touched.refusal);
  CHECK(touched.refusal->code == "plan.footprint-unknown");
}

TEST_CASE("a conditional access is inexact") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n);
  b.write(b.array("a"), i).certain = false;
  b.read(b.array("b"), i).certain = false;
  const Footprint touched = footprint(b.model);
  REQUIRE(touched.terms.size() == 2);
  CHECK(touched.terms[0].mode == FootprintMode::MayWrite);
  CHECK(touched.terms[1].mode == FootprintMode::MayRead);
}

TEST_CASE("a write of a part of the element is inexact") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n);
  b.write(b.array("a", 24), i).byteEnd = 8;
  const Footprint touched = footprint(b.model);
  CHECK(onlyTerm(touched).mode == FootprintMode::MayWrite);
}

TEST_CASE("writes of parts that together are the element are exact, in any order") {
  for (const std::int64_t second : {4, 2}) {
    Builder b;
    const Value n = b.parameter("n"), i = b.loop("i", n);
    const ArrayId a = b.array("a");
    b.write(a, i);
    b.model.accesses.back().byteBegin = second;
    b.write(a, i);
    b.model.accesses.back().byteEnd = 4;
    CHECK(onlyTerm(footprint(b.model)).mode == FootprintMode::Writes);
  }
}

TEST_CASE("writes of parts leave an element inexact where a byte is in none, or only sometimes") {
  const auto modeWith = [](const auto& change) {
    Builder b;
    const Value n = b.parameter("n"), i = b.loop("i", n);
    const ArrayId a = b.array("a");
    b.write(a, i);
    b.model.accesses.back().byteBegin = 4;
    b.write(a, i);
    b.model.accesses.back().byteEnd = 4;
    change(b.model.accesses.back());
    return onlyTerm(footprint(b.model)).mode;
  };
  CHECK(modeWith([](Access&) {}) == FootprintMode::Writes);
  CHECK(modeWith([](Access& access) { access.byteEnd = 3; }) == FootprintMode::MayWrite);
  CHECK(modeWith([](Access& access) { access.certain = false; }) == FootprintMode::MayWrite);
  CHECK(modeWith([](Access& access) { access.someBytes = 4; }) == FootprintMode::MayWrite);
}

TEST_CASE("parts of different elements do not add up") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n);
  const ArrayId a = b.array("a");
  b.write(a, i);
  b.model.accesses.back().byteBegin = 4;
  b.write(a, i + 1);
  b.model.accesses.back().byteEnd = 4;
  for (const FootprintTerm& term : footprint(b.model).terms) CHECK(term.mode == FootprintMode::MayWrite);
}

TEST_CASE("one inexact write makes all writes of its array inexact") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n);
  const ArrayId a = b.array("a"), c = b.array("c");
  b.write(a, 2 * i);
  b.write(a, 2 * i + 1).certain = false;
  b.write(c, i);
  const Footprint touched = footprint(b.model);
  REQUIRE(touched.terms.size() == 3);
  CHECK(touched.terms[0].mode == FootprintMode::MayWrite);
  CHECK(touched.terms[1].mode == FootprintMode::MayWrite);
  CHECK(touched.terms[2].mode == FootprintMode::Writes);
}

TEST_CASE("a conditional write of what is certainly written too changes nothing") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n);
  const ArrayId a = b.array("a");
  b.write(a, i);
  b.write(a, i).certain = false;
  const Footprint touched = footprint(b.model);
  CHECK(onlyTerm(touched).mode == FootprintMode::Writes);
}

TEST_CASE("a loop that may not run at all empties the box of an exact write") {
  Builder b;
  const Value n = b.parameter("n"), m = b.parameter("m"), i = b.loop("i", n);
  b.loop("j", m);
  b.write(b.array("a"), i);
  const Footprint touched = footprint(b.model);
  const FootprintTerm& term = onlyTerm(touched);
  CHECK(term.mode == FootprintMode::Writes);
  REQUIRE(term.dimensions.size() == 2);
  CHECK(term.dimensions[1].stride.isZero());
  CHECK(term.dimensions[1].loop == 1);
}

TEST_CASE("a loop that is left early makes its accesses inexact") {
  Builder b;
  const Value n = b.parameter("n"), m = b.parameter("m"), i = b.loop("i", n), j = b.loop("j", m);
  b.model.loops[1].certain = false;
  b.write(b.array("a"), i * m + j);
  const Footprint touched = footprint(b.model);
  CHECK(onlyTerm(touched).mode == FootprintMode::MayWrite);
}

TEST_CASE("a loop of unknown length that the subscript does not mention is left out") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n);
  b.loop("j", 1);
  b.model.loops[1].trip.reset();
  b.read(b.array("a"), i);
  const Footprint touched = footprint(b.model);
  const FootprintTerm& term = onlyTerm(touched);
  CHECK(term.mode == FootprintMode::MayRead);
  CHECK(term.dimensions.size() == 1);
}

TEST_CASE("a loop of unknown length that the subscript mentions needs the extent") {
  Builder b;
  const Value n = b.parameter("n");
  b.loop("i", n);
  const Value j = b.loop("j", 1);
  b.model.loops[1].trip.reset();
  b.model.loops[1].constraints = {j};
  b.read(b.array("a"), j);
  CHECK(footprint(b.model).refusal);
  b.model.arrays[0].extent = "n";
  const Footprint touched = footprint(b.model);
  CHECK(onlyTerm(touched).whole);
  CHECK(onlyTerm(touched).mode == FootprintMode::MayRead);
  CHECK(slice(onlyTerm(touched), b.model) == "all");
}

TEST_CASE("a subscript that is read from memory needs the extent") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n), index = b.opaque("b[i]");
  const ArrayId a = b.array("a");
  b.write(a, i + index);
  const Footprint unknown = footprint(b.model);
  REQUIRE(unknown.refusal);
  CHECK(unknown.refusal->message.find("'a'") != std::string::npos);
  b.model.arrays[0].extent = "a.size()";
  CHECK(footprint(b.model).terms.at(0).mode == FootprintMode::MayWrite);
}

TEST_CASE(
    "an array of the iterations' own is the program's in the chunk with the last one, or where they begin as that") {
  const auto slices = [](PrivateArray own, const Value& step) {
    Builder b;
    const Value n = b.parameter("n");
    b.loop("i", n);
    b.model.loops[0].trip->stride = step.polynomial;
    const Value j = b.loop("j", 8);
    const ArrayId work = b.array("work", 8, "8");
    b.model.arrays[work.value].extentValue = Polynomial(8);
    b.model.arrays[work.value].ownType = "double[8]";
    b.write(work, j);
    b.read(work, j);
    Legality legality;
    own.array = work;
    legality.privateArrays = {own};
    std::vector<std::string> found;
    for (const FootprintTerm& term : footprint(b.model, legality).terms)
      found.push_back((term.mode == FootprintMode::Writes ? "writes " : "reads ") + slice(term, b.model));
    return found;
  };
  using Slices = std::vector<std::string>;
  CHECK(slices({{}, false, false}, 1) == Slices{});
  CHECK(slices({{}, false, true}, 1) == Slices{"reads all"});
  CHECK(slices({{}, true, false}, 1) == Slices{"reads [max(0, 8*n - 8*hi)..7]", "writes [max(0, 8*n - 8*hi)..7]"});
  CHECK(slices({{}, true, false}, 3) == Slices{"reads [max(0, 8*n - 24*hi)..7]", "writes [max(0, 8*n - 24*hi)..7]"});
}

TEST_CASE("of what is too large for a variable, or of no fixed size, the footprint says what an iteration owns") {
  const auto slices = [](const char* extent, std::int64_t count) {
    Builder b;
    const Value n = b.parameter("n"), m = b.parameter("m");
    b.loop("i", n);
    const Value j = b.loop("j", m);
    const ArrayId work = b.array("work", 8, extent);
    if (count > 0) {
      b.model.arrays[work.value].extentValue = Polynomial(count);
      b.model.arrays[work.value].ownType = "double[" + std::to_string(count) + "]";
    }
    b.write(work, j);
    b.read(work, m - 1 - j);
    Legality legality;
    legality.privateArrays = {{work, true, false}};
    CHECK(workspaces(b.model, legality) == (count > 8192 || count == 0 ? std::set{work} : std::set<ArrayId>{}));
    std::vector<std::string> found;
    for (const FootprintTerm& term : footprint(b.model, legality).terms)
      found.push_back((term.mode == FootprintMode::Owns ? "owns " : "else ") + slice(term, b.model));
    return found;
  };
  using Slices = std::vector<std::string>;
  CHECK(slices("", 0) == Slices{"owns [0..m - 1]", "owns [-1*(0..m - 1) + m - 1]"});
  CHECK(slices("8193", 8193) == Slices{"owns [0..m - 1]", "owns [-1*(0..m - 1) + m - 1]"});
  CHECK(slices("8192", 8192).at(0).starts_with("else"));
}

TEST_CASE("what an iteration owns has an end that is known before it runs") {
  Builder b;
  const Value n = b.parameter("n");
  b.loop("i", n);
  const Value j = b.loop("j", 1);
  b.model.loops[1].trip.reset();
  b.model.loops[1].constraints = {j};
  const ArrayId work = b.array("work");
  b.write(work, j);
  Legality legality;
  legality.privateArrays = {{work, true, false}};
  const Footprint touched = footprint(b.model, legality);
  REQUIRE(touched.unasked);
  CHECK(touched.unasked->code == "plan.footprint-unknown");
}

TEST_CASE("equal regions are told once, the exact mode first") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n);
  const ArrayId a = b.array("a");
  b.read(a, i).certain = false;
  b.read(a, i);
  b.write(a, i);
  const Footprint touched = footprint(b.model);
  REQUIRE(touched.terms.size() == 2);
  CHECK(touched.terms[0].mode == FootprintMode::Reads);
  CHECK(touched.terms[1].mode == FootprintMode::Writes);
}

// Random nests of up to three loops with random strides, triangular and bilinear subscripts included: the term must
// say exactly what a walk over the iterations touches, for every chunk and several parameter values.
TEST_CASE("footprints of random nests are what their iterations touch") {
  std::mt19937 random(7);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  int exact = 0, whole = 0;
  for (int round = 0; round < 4000; ++round) {
    Builder b;
    const Value n = b.parameter("n"), m = b.parameter("m");
    std::vector<Value> counters{b.loop("i", n)};
    const int depth = 1 + below(3);
    for (int d = 1; d < depth; ++d) {
      Value distance = below(2) == 0 ? m : n - 1;
      if (below(3) == 0) distance = distance + counters[below(d)] * (below(2) == 0 ? 1 : -1);
      counters.push_back(b.loop("k" + std::to_string(d), distance, 1 + below(2)));
    }
    Value index = below(5) - 2;
    for (int d = 0; d < depth; ++d) {
      const int kind = below(6);
      if (kind == 0) continue;
      Value factor = kind == 1 ? m : kind == 2 ? n + 1 : Value(below(7) - 3);
      if (kind == 3 && below(3) == 0) factor = counters[below(depth)];
      index = index + factor * counters[d];
    }
    b.write(b.array("a"), index);
    const Footprint touched = footprint(b.model);
    if (touched.refusal) {
      ++whole;
      continue;
    }
    const FootprintTerm& term = onlyTerm(touched);
    for (const Chunk chunk : {Chunk{0, 5}, Chunk{2, 3}, Chunk{1, 4}}) {
      for (const std::int64_t rows : {5, 6})
        for (const std::int64_t columns : {0, 1, 4}) {
          Values values{{n.polynomial.symbols()[0], rows}, {m.polynomial.symbols()[0], columns}};
          std::set<std::int64_t> said, done;
          addTerm(b.model, term, chunk, 0, values, said);
          addTouched(b.model, b.model.accesses[0], chunk, 0, values, done);
          INFO("round " << round << ": " << slice(term, b.model));
          if (term.mode == FootprintMode::Writes) {
            ++exact;
            REQUIRE(said == done);
          } else {
            REQUIRE(std::includes(said.begin(), said.end(), done.begin(), done.end()));
          }
        }
    }
  }
  // The test would prove nothing if most nests were refused.
  CHECK(exact > 50000);
  CHECK(whole < 400);
}
