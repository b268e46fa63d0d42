// Where the rows of containers are, and whether they meet. Loops over such rows are in InPlaceTest.cpp.
#include "memory/DisjointRows.h"

#include <catch2/catch.hpp>
#include <memory>

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

// A container of rows that are nowhere: only their addresses count. A row that ends before it begins is not known.
using Places = std::vector<Bounds>;

bool walkPlaces(const void* container, void* to, bool (*visit)(void* to, ObjectBytes row)) {
  for (Bounds place : *static_cast<const Places*>(container)) {
    if (place.end < place.begin) return false;
    const auto size = static_cast<std::size_t>(place.end - place.begin);
    if (!visit(to, {reinterpret_cast<const void*>(place.begin), size})) return false;
  }
  return true;
}
// As of another part of the same objects.
bool walkOthers(const void* container, void* to, bool (*visit)(void* to, ObjectBytes row)) {
  return walkPlaces(container, to, visit);
}

constexpr int oneKind = 0, otherKind = 0;  // their addresses tell kinds apart

ArrayFacts listed(const Places& places, const void* base = nullptr, const void* kind = nullptr) {
  ArrayFacts facts;
  facts.base = base;
  facts.container = &places;
  facts.rowsKind = kind;
  facts.eachRow = walkPlaces;
  return facts;
}

bool meet(const Places& a, const Places& b) {
  const bool met = rowsMeet(listed(a), listed(b));
  CHECK(rowsMeet(listed(b), listed(a)) == met);
  return met;
}

ArrayFacts behind(const PointerRows& rows) {
  ArrayFacts facts;
  facts.container = &rows;
  facts.eachRow = walkPointerRows;
  return facts;
}

std::vector<Bounds> boundsOf(const ArrayFacts& array, bool& known) {
  std::vector<Bounds> all;
  known = forEachRow(array, [&](Bounds row) {
    all.push_back(row);
    return true;
  });
  return all;
}

Index addressOf(const void* p) { return static_cast<Index>(reinterpret_cast<std::uintptr_t>(p)); }

// What one access to `a[i][j]` of doubles reaches.
PointerRows reaching(const void* pointers, Interval i, Interval j) {
  PointerRows rows;
  rows.pointers = pointers;
  rows.elementSize = sizeof(double);
  const Interval subscripts[] = {i, j};
  rows.reach(subscripts, 2);
  return rows;
}

}  // namespace

TEST_CASE("rows are visited in their order until somebody has seen enough") {
  const Places places{{100, 140}, {20, 20}, {50, 58}};
  Places seen;
  const auto visit = [&](std::size_t most) {
    seen.clear();
    return forEachRow(listed(places), [&](Bounds row) {
      seen.push_back(row);
      return seen.size() < most;
    });
  };
  CHECK(visit(9));
  REQUIRE(seen.size() == 3);
  CHECK((seen[0].begin == 100 && seen[0].end == 140 && seen[1].empty() && seen[2].begin == 50));
  CHECK_FALSE(visit(2));
  CHECK(seen.size() == 2);
  CHECK(hasRows(listed(places)));
  CHECK_FALSE(hasRows(ArrayFacts{}));
}

TEST_CASE("rows meet where they have a byte in common, and not where they touch") {
  CHECK_FALSE(meet({{10, 20}, {40, 50}}, {{20, 40}, {50, 60}}));
  CHECK(meet({{10, 20}, {40, 50}}, {{20, 41}}));
  CHECK(meet({{10, 20}, {40, 50}}, {{19, 30}}));
  CHECK(meet({{10, 20}}, {{12, 13}}));
  // In no order, and behind a row that ends first.
  CHECK(meet({{40, 50}, {10, 20}}, {{60, 70}, {45, 46}}));
  CHECK(meet({{80, 90}}, {{10, 100}, {20, 30}}));
  CHECK_FALSE(meet({{100, 110}}, {{10, 100}, {20, 30}}));
}

TEST_CASE("empty rows meet nothing, wherever they are") {
  CHECK_FALSE(meet({{15, 15}}, {{10, 20}}));
  CHECK_FALSE(meet({}, {{10, 20}}));
  CHECK_FALSE(meet({{10, 20}}, {{5, 5}, {30, 30}}));
}

TEST_CASE("rows of which not all are known meet any") { CHECK(meet({{10, 20}, {1, 0}}, {{30, 40}})); }

TEST_CASE("of one kind of container, other objects have other rows, and one has its own") {
  const Places places{{10, 20}}, same{{10, 20}}, far{{30, 40}};
  CHECK_FALSE(rowsMeet(listed(places, &places, &oneKind), listed(same, &same, &oneKind)));
  CHECK(rowsMeet(listed(places, &places, &oneKind), listed(far, &places, &oneKind)));
  // Of different kinds, or of another part of the same objects, it is looked up.
  CHECK(rowsMeet(listed(places, &places, &oneKind), listed(same, &same, &otherKind)));
  ArrayFacts part = listed(far, &places, &oneKind);
  part.eachRow = walkOthers;
  CHECK_FALSE(rowsMeet(listed(places, &places, &oneKind), part));
}

TEST_CASE("rows of one array are apart where no two overlap and all are known") {
  CHECK(rowsApart(listed({{40, 50}, {10, 20}, {20, 40}, {45, 45}})));
  CHECK_FALSE(rowsApart(listed({{40, 50}, {10, 20}, {19, 40}})));
  CHECK_FALSE(rowsApart(listed({{40, 50}, {10, 20}, {45, 60}})));
  CHECK_FALSE(rowsApart(listed({{10, 20}, {1, 0}})));
  CHECK(rowsApart(listed({})));
}

TEST_CASE("arrays at one place have all rows in common where they lead to them in one way") {
  const Places places{{10, 20}};
  ArrayFacts part = listed(places);
  CHECK(haveSameRows(listed(places), part));
  part.eachRow = walkOthers;
  CHECK_FALSE(haveSameRows(listed(places), part));
  CHECK(haveSameRows(ArrayFacts{}, ArrayFacts{}));
  PointerRows one, two;
  CHECK(haveSameRows(behind(one), behind(two)));
  two.levels = 2;
  CHECK_FALSE(haveSameRows(behind(one), behind(two)));
}

TEST_CASE("rows behind pointers are the elements that subscripts reach of each") {
  std::vector<double> memory(200);
  const double* const pointers[] = {nullptr, memory.data() + 100, memory.data(), memory.data() + 50};
  PointerRows rows = reaching(pointers, {1, 3}, {2, 40});
  bool known = false;
  const Places found = boundsOf(behind(rows), known);
  CHECK(known);
  REQUIRE(found.size() == 3);
  CHECK((found[0].begin == addressOf(memory.data() + 102) && found[0].end == addressOf(memory.data() + 141)));
  CHECK(found[1].begin == addressOf(memory.data() + 2));
  CHECK(found[2].end == addressOf(memory.data() + 91));
  CHECK(rowsApart(behind(rows)));
  // Subscripts may lead in front of the pointers themselves.
  PointerRows shifted = reaching(pointers + 3, {-2, -1}, {2, 40});
  CHECK(boundsOf(behind(shifted), known).size() == 2);
  CHECK(known);
}

TEST_CASE("rows behind pointers to pointers are those of all planes") {
  std::vector<double> memory(400);
  const double* const planes[][2] = {{memory.data(), memory.data() + 50}, {memory.data() + 100, memory.data() + 150}};
  const double* const* const pointers[] = {planes[0], planes[1]};
  PointerRows rows;
  rows.pointers = pointers;
  rows.elementSize = sizeof(double);
  rows.levels = 2;
  const Interval subscripts[] = {{0, 1}, {0, 1}, {0, 19}}, before[] = {{0, 1}, {-1, 1}, {0, 19}};
  PointerRows leaves = rows;
  leaves.reach(before, 3);  // in front of a plane: it may be the one before
  CHECK_FALSE(leaves.read());
  rows.reach(subscripts, 3);
  bool known = false;
  const Places found = boundsOf(behind(rows), known);
  CHECK(known);
  REQUIRE(found.size() == 4);
  CHECK(found[3].begin == addressOf(memory.data() + 150));
}

TEST_CASE("what several accesses reach is taken together, and one that reaches nothing adds nothing") {
  std::vector<double> memory(200);
  const double* const pointers[] = {memory.data(), memory.data() + 100};
  PointerRows rows = reaching(pointers, {1, 1}, {5, 20});
  const Interval first[] = {{0, 0}, {7, 30}}, none[] = {{0, 5}, Interval::counter(0)};
  rows.reach(first, 2);
  rows.reach(none, 2);
  bool known = false;
  const Places found = boundsOf(behind(rows), known);
  CHECK(known);
  REQUIRE(found.size() == 2);
  CHECK((found[0].begin == addressOf(memory.data() + 5) && found[0].end == addressOf(memory.data() + 31)));
  PointerRows nothing = reaching(nullptr, Interval::counter(0), {0, 5});
  CHECK(boundsOf(behind(nothing), known).empty());
  CHECK(known);
}

TEST_CASE("where subscripts leave their bounds nothing is told of rows behind pointers") {
  std::vector<double> memory(200);
  const double* const pointers[] = {memory.data(), memory.data() + 100};
  const Interval rows(0, 1), columns(0, 19);
  bool known = true;
  const auto isKnown = [&](PointerRows reached) {
    const Places found = boundsOf(behind(reached), known);
    CHECK(found.size() == (known ? 2 : 0));
    return known;
  };
  CHECK(isKnown(reaching(pointers, rows, columns)));
  CHECK_FALSE(isKnown(reaching(pointers, rows, {-1, 19})));
  CHECK_FALSE(isKnown(reaching(pointers, rows, {0, Index{1} << 47})));
  CHECK_FALSE(isKnown(reaching(pointers, {0, Index{1} << 24}, columns)));
  // As many subscripts as there are levels, and one more.
  PointerRows wrong = reaching(pointers, rows, columns);
  wrong.reach(&rows, 1);
  CHECK_FALSE(isKnown(wrong));
  // What is not known stays so.
  const Interval good[] = {rows, columns};
  wrong.reach(good, 2);
  CHECK_FALSE(isKnown(wrong));
}

TEST_CASE("pointers that are not there lead nowhere") {
  bool known = true;
  PointerRows rows = reaching(nullptr, {0, 1}, {0, 19});
  CHECK(boundsOf(behind(rows), known).empty());
  CHECK_FALSE(known);
  const double* const wild[] = {reinterpret_cast<const double*>(std::uintptr_t{1} << 62)};
  PointerRows high = reaching(wild, {0, 0}, {0, 19});
  boundsOf(behind(high), known);
  CHECK_FALSE(known);
}

TEST_CASE("short rows are not looked at, and those in no order only where they are longer") {
  std::vector<double> memory(1000);
  std::vector<const double*> ordered, mixed;
  for (std::size_t r = 0; r < 8; ++r) {
    ordered.push_back(memory.data() + 100 * r);
    mixed.push_back(memory.data() + 100 * (7 - r));
  }
  const auto isRead = [](const std::vector<const double*>& pointers, Index length) {
    return reaching(pointers.data(), {0, 7}, {0, length - 1}).read();
  };
  CHECK_FALSE(isRead(ordered, 15));
  CHECK(isRead(ordered, 16));
  CHECK_FALSE(isRead(mixed, 63));
  CHECK(isRead(mixed, 64));
}

TEST_CASE("pointers are read once") {
  std::vector<double> memory(200);
  const double* pointers[] = {memory.data()};
  PointerRows rows = reaching(pointers, {0, 0}, {0, 19});
  bool known = false;
  const Places before = boundsOf(behind(rows), known);
  pointers[0] = memory.data() + 100;
  const Places after = boundsOf(behind(rows), known);
  REQUIRE((before.size() == 1 && after.size() == 1));
  CHECK(before[0].begin == after[0].begin);
}
