// Guards between two arrays, or an array and a variable. One over many arrays is in NoAliasTest.cpp.
#include "execution/Guards.h"

#include <catch2/catch.hpp>

#include "execution/NoAlias.h"

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

// Arrays that are nowhere, with what a loop touches of them.
struct Case {
  mutable Context context{Settings{}};
  LoopState state;
  LaunchFacts facts;

  int array(const char* name, Index base = 0, std::size_t elementSize = 1) {
    ArrayFacts array;
    array.name = name;
    array.base = reinterpret_cast<const void*>(base);
    array.elementSize = elementSize;
    state.arrays.push_back(array);
    return static_cast<int>(state.arrays.size()) - 1;
  }
  void touch(int array, Access access, Rows rows) { facts.whole.push_back({array, access, {rows}}); }
  void touch(int array, Access access, Bounds bytes) { touch(array, access, run(bytes)); }
  void unknown(int array) { facts.unknown.push_back({array, Access::MayRead}); }

  void disjoint(int a, int b) { state.disjointArrays.push_back({a, b, false}); }
  void sameOrDisjoint(int a, int b) { state.disjointArrays.push_back({a, b, true}); }
  void object(int a, Bounds bytes) {
    state.disjointObjects.push_back(
        {a, {reinterpret_cast<const void*>(bytes.begin), static_cast<std::size_t>(bytes.end - bytes.begin), "s"}});
  }
  std::string failed() const { return failedGuard(context, state, facts).what; }
  std::string values() const {
    const FailedGuard guard = failedGuard(context, state, facts);
    return guard.values ? guard.values() : "";
  }
};

// Two arrays of which the first writes [100, 200), and the second touches `other`.
std::string failedPair(Access access, Bounds other) {
  Case one;
  const int a = one.array("a"), b = one.array("b");
  one.touch(a, Access::Writes, Bounds{100, 200});
  one.touch(b, access, other);
  one.disjoint(a, b);
  return one.failed();
}

// A container's rows.
using Places = std::vector<Bounds>;
int rows(Case& one, const char* name, const Places& places) {
  const int id = one.array(name);
  ArrayFacts& array = one.state.arrays.back();
  array.container = &places;
  array.eachRow = [](const void* container, void* to, bool (*visit)(void* to, ObjectBytes row)) {
    for (Bounds row : *static_cast<const Places*>(container)) {
      const auto size = static_cast<std::size_t>(row.end - row.begin);
      if (!visit(to, {reinterpret_cast<const void*>(row.begin), size})) return false;
    }
    return true;
  };
  return id;
}

}  // namespace

TEST_CASE("a loop without guards fails none") {
  Case one;
  one.array("a");
  one.unknown(0);
  CHECK(one.failed().empty());
}

TEST_CASE("what is written must not overlap what the other array touches in any way, and may touch it") {
  for (const Access access : {Access::Reads, Access::MayRead, Access::Writes, Access::MayWrite, Access::Combines}) {
    CHECK(failedPair(access, {200, 250}).empty());
    CHECK(failedPair(access, {50, 100}).empty());
    CHECK(failedPair(access, {199, 250}) == "what is written to a overlaps b");
    CHECK(failedPair(access, {50, 101}) == "what is written to a overlaps b");
    CHECK_FALSE(failedPair(access, {150, 151}).empty());
  }
}

TEST_CASE("what the first array only reads may overlap, and each kind of write counts") {
  for (const Access access : {Access::Reads, Access::MayRead, Access::Writes, Access::MayWrite, Access::Combines}) {
    Case one;
    const int a = one.array("a"), b = one.array("b");
    one.touch(a, access, Bounds{100, 200});
    one.touch(b, Access::Writes, Bounds{150, 160});
    one.disjoint(a, b);
    CHECK(one.failed().empty() == (access == Access::Reads || access == Access::MayRead));
  }
}

TEST_CASE("all that an array touches counts, from the first byte to the last") {
  for (const Index first : {300, 700}) {
    Case one;
    const int a = one.array("a"), b = one.array("b");
    one.touch(b, Access::Reads, Bounds{first, first + 10});
    one.touch(a, Access::Writes, Bounds{500, 510});
    one.touch(b, Access::Reads, Bounds{1000 - first, 1010 - first});
    one.disjoint(a, b);
    CHECK(one.failed() == "what is written to a overlaps b");  // between what b touches: arrays are told by their ends
  }
}

TEST_CASE("an array that nothing is touched of overlaps nothing, and one of which that is not known fails") {
  Case one;
  const int a = one.array("a"), b = one.array("b"), c = one.array("c");
  one.touch(a, Access::Writes, Bounds{100, 200});
  one.unknown(c);
  one.disjoint(a, b);
  one.disjoint(b, a);
  CHECK(one.failed().empty());
  one.disjoint(b, c);
  CHECK(one.failed() == "what the loop touches of c is not known");
  one.state.disjointArrays = {{c, b, false}};
  CHECK(one.failed() == "what the loop touches of c is not known");
}

TEST_CASE("two arrays that overlap are told by the first elements that do, and by how much") {
  Case one;
  const int a = one.array("a", 1000, 8), b = one.array("b", 1012, 4);
  one.touch(a, Access::Writes, Rows{1008, 8, 16, 5});
  one.touch(b, Access::Reads, Bounds{1000, 2000});
  one.disjoint(a, b);
  CHECK(one.values() == "a[1] shares memory with b[-1], 72 B in all");
  one.unknown(b);
  CHECK(one.failed() == "what the loop touches of b is not known");
  CHECK(one.values().empty());
}

TEST_CASE("of many arrays and variables two are told that overlap") {
  Case one;
  const int a = one.array("a", 100, 8), b = one.array("b", 400, 8);
  one.touch(a, Access::Writes, Bounds{100, 180});
  one.touch(b, Access::Writes, Bounds{400, 480});
  const auto variable = [](Index begin, const char* name) {
    return ObjectBytes{reinterpret_cast<const void*>(begin), 8, name};
  };
  one.state.allDisjoint = {{{a, b}, {}, {variable(600, "x")}, {variable(416, "y")}}};
  CHECK(one.failed() == "y overlaps b");
  CHECK(one.values() == "y shares memory with b[2]");
  one.state.allDisjoint = {{{a, b}, {}, {variable(600, "x")}, {variable(604, "y")}}};
  CHECK(one.failed() == "y overlaps x");
}

TEST_CASE("two names of one array pass where that is allowed, and not with elements of two sizes") {
  Case one;
  const int a = one.array("a", 100), same = one.array("same", 100), bytes = one.array("bytes", 100, 4),
            inside = one.array("inside", 104);
  for (const int array : {a, same, bytes, inside}) one.touch(array, Access::Writes, Bounds{100, 200});
  one.sameOrDisjoint(a, same);
  CHECK(one.failed().empty());
  one.unknown(same);
  CHECK(one.failed().empty());
  for (const int other : {bytes, inside}) {
    one.state.disjointArrays.clear();
    one.sameOrDisjoint(a, other);
    CHECK_FALSE(one.failed().empty());
  }
  one.state.disjointArrays.clear();
  one.disjoint(a, same);
  CHECK_FALSE(one.failed().empty());
}

TEST_CASE("a variable may lie between the runs of an array, and not in one") {
  const auto fails = [](Bounds variable) {
    Case one;
    const int a = one.array("a");
    one.touch(a, Access::Reads, Rows{100, 10, 50, 3});  // [100, 110) [150, 160) [200, 210)
    one.object(a, variable);
    return !one.failed().empty();
  };
  CHECK_FALSE(fails({92, 100}));
  CHECK_FALSE(fails({110, 150}));
  CHECK_FALSE(fails({160, 200}));
  CHECK_FALSE(fails({210, 218}));
  CHECK(fails({93, 101}));
  CHECK(fails({109, 117}));
  CHECK(fails({143, 151}));
  CHECK(fails({155, 156}));
  CHECK(fails({209, 217}));
  CHECK(fails({120, 190}));  // over a whole run
  CHECK(fails({199, 300}));
}

TEST_CASE("a variable in one run of an array is named with it, and of an array that is not known nothing is said") {
  Case one;
  const int a = one.array("a"), b = one.array("b");
  one.touch(a, Access::Writes, Bounds{100, 200});
  one.object(a, {200, 208});
  one.object(a, {92, 100});
  CHECK(one.failed().empty());
  one.object(a, {192, 200});
  CHECK(one.failed() == "a overlaps the variable s");
  CHECK(one.values() == "a[192] shares memory with it");
  one.state.disjointObjects.clear();
  one.unknown(b);
  one.object(b, {0, 8});
  CHECK(one.failed() == "what the loop touches of b is not known");
}

TEST_CASE("rows overlap an array where one of them does") {
  const Places places{{100, 140}, {300, 340}};
  const auto fails = [&](Access access, Bounds bytes, bool rowsFirst) {
    Case one;
    const int a = rows(one, "rows", places), b = one.array("b");
    one.touch(b, access, bytes);
    rowsFirst ? one.disjoint(a, b) : one.disjoint(b, a);
    return one.failed();
  };
  CHECK(fails(Access::Reads, {140, 300}, true).empty());
  CHECK(fails(Access::Reads, {139, 150}, true) == "what is written to rows may overlap b");
  CHECK(fails(Access::Writes, {339, 350}, false) == "what is written to b may overlap rows");
  // What b only reads is not written into a row.
  CHECK(fails(Access::Reads, {300, 310}, false).empty());
  Case one;
  const int a = rows(one, "rows", places), b = one.array("b");
  one.unknown(a);
  one.touch(b, Access::Reads, Bounds{140, 300});
  one.disjoint(a, b);
  CHECK(one.failed().empty());  // where rows are, their container knows
  one.unknown(b);
  CHECK(one.failed() == "what the loop touches of b is not known");
}

TEST_CASE("rows of two containers must not meet, nor those of one each other") {
  const Places places{{100, 140}, {300, 340}}, between{{140, 300}}, close{{200, 310}}, twice{{100, 140}, {139, 150}};
  const auto fails = [](const Places& a, const Places& b) {
    Case one;
    const int first = rows(one, "a", a), second = rows(one, "b", b);
    one.disjoint(first, second);
    return one.failed();
  };
  CHECK(fails(places, between).empty());
  CHECK(fails(places, close) == "what is written to a may overlap b");
  const auto apart = [](const Places& a, bool sameAllowed) {
    Case one;
    const int id = rows(one, "a", a);
    one.state.disjointArrays.push_back({id, id, sameAllowed});
    return one.failed();
  };
  CHECK(apart(places, false).empty());
  for (const bool sameAllowed : {false, true}) CHECK(apart(twice, sameAllowed) == "rows of a may overlap each other");
}

TEST_CASE("rows that overlap are told by their numbers") {
  Case one;
  const Places places{{100, 140}, {300, 340}, {340, 380}}, close{{900, 940}, {200, 310}}, none{{0, 100}};
  const int a = rows(one, "a", places), b = rows(one, "b", close), c = rows(one, "c", none);
  one.disjoint(a, c);
  CHECK(one.failed().empty());
  one.disjoint(a, b);
  CHECK(one.values() == "row 1 of b shares memory with row 1 of a");
  one.state.disjointArrays = {{b, a, false}};
  CHECK(one.values() == "row 1 of b shares memory with row 1 of a");
  const Places twice{{500, 540}, {100, 240}, {110, 120}, {130, 150}};
  const int d = rows(one, "d", twice);
  one.state.disjointArrays = {{d, d, false}};
  CHECK(one.values() == "row 1 of d shares memory with row 2 of d");
  // Of an array without rows, all is told by its ends.
  const int plain = one.array("plain");
  one.touch(plain, Access::Reads, Bounds{110, 120});
  one.state.disjointArrays = {{a, plain, false}};
  CHECK(one.failed() == "what is written to a may overlap plain");
  CHECK(one.values().empty());
}

TEST_CASE("a variable may lie between rows, and not in one") {
  const Places places{{100, 140}, {300, 340}};
  const auto fails = [&](Bounds variable) {
    Case one;
    const int a = rows(one, "rows", places);
    one.unknown(a);
    one.object(a, variable);
    return !one.failed().empty();
  };
  CHECK_FALSE(fails({140, 148}));
  CHECK(fails({132, 140}));
  CHECK(fails({339, 347}));
}

TEST_CASE("the first guard that fails is told, of whichever kind") {
  Case one;
  const int a = one.array("a"), b = one.array("b"), c = one.array("c");
  for (const int array : {a, b, c}) one.touch(array, Access::Writes, Bounds{100, 200});
  one.state.allDisjoint.push_back({{b, c}, {}, {}, {}});
  CHECK(one.failed() == "c overlaps b");
  one.object(a, {100, 108});
  CHECK(one.failed() == "a overlaps the variable s");
  one.disjoint(a, b);
  one.disjoint(a, c);
  CHECK(one.failed() == "what is written to a overlaps b");
}

TEST_CASE("each guard tells what it asks and whether it holds, also behind one that does not") {
  Case one;
  const int a = one.array("a"), b = one.array("b"), c = one.array("c");
  one.touch(a, Access::Writes, Bounds{100, 200});
  one.touch(b, Access::Reads, Bounds{150, 250});
  one.touch(c, Access::Reads, Bounds{200, 250});
  one.disjoint(a, b);
  one.sameOrDisjoint(a, c);
  one.object(a, {199, 203});
  one.state.allDisjoint.push_back({{a, b}, {c}, {}, {}});
  std::vector<std::string> said;
  for (const GuardResult& result : guardResults(one.context, one.state, &one.facts))
    said.push_back(result.guard + ": " + result.failed);
  CHECK(said == std::vector<std::string>{
                    "its parameters are as it needs them: ", "what it touches is known: ",
                    "a and b don't overlap: what is written to a overlaps b", "a and c are the same or don't overlap: ",
                    "a and the variable s don't overlap: a overlaps the variable s",
                    "what is written of a, b, c and the loop's variables overlaps nothing else of them: " +
                        failedAllDisjoint(one.state, one.facts, one.state.allDisjoint[0]).what});
  CHECK(one.failed() == "what is written to a overlaps b");
}

TEST_CASE("rows and lists have guards of their own words") {
  Case one;
  const Places apart = {{0, 10}, {10, 20}};
  const int r = rows(one, "r", apart);
  one.disjoint(r, r);
  const std::vector<int> numbers = {1, 2, 1};
  one.state.inspections.push_back(std::make_unique<Inspection>(
      List{"list", numbers.data(), sizeof(int), true, 0, static_cast<Index>(numbers.size()) - 1}, one.context.cpu));
  one.state.distinct.push_back(one.state.inspections.back().get());
  const Site site{"f", "f.cpp", 1, 1};
  one.state.site = &site;
  const std::vector<GuardResult> results = guardResults(one.context, one.state, &one.facts);
  REQUIRE(results.size() == 4);
  CHECK(results[2].guard == "the rows of r don't overlap");
  CHECK(results[2].holds());
  CHECK(results[2].isOfDependence);
  CHECK(results[3].guard == "list has no number twice");
  CHECK(results[3].failed == "a number may be twice in list");
}

TEST_CASE("where parameters are not as the loop needs them, no other guard is asked") {
  Case one;
  const int a = one.array("a"), b = one.array("b");
  one.disjoint(a, b);
  one.state.required = false;
  const std::vector<GuardResult> results = guardResults(one.context, one.state, nullptr);
  REQUIRE(results.size() == 1);
  CHECK_FALSE(results[0].holds());
  CHECK_FALSE(results[0].isOfDependence);
  one.state.required = true;
  CHECK_FALSE(guardResults(one.context, one.state, nullptr).back().holds());
}
