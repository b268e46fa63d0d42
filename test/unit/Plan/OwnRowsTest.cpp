// Rows of memory that a thread goes along by itself.
#include "Plan/OwnRows.h"

#include "Sites.h"

#include <catch2/catch.hpp>

#include <functional>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

using Body = std::function<void(Builder&, const Value& s, const Value& i)>;

/// Of a launch of `for (s) for (i) body`.
int rowsOf(const Body& body, const std::function<void(Function&, Launch&)>& change = {}) {
  Function f;
  Builder b;
  const Value s = b.loop("s", b.parameter("rows")), i = b.loop("i", b.parameter("n"));
  body(b, s, i);
  f.loop(b.model, true, 0, 90);
  Launch launch;
  if (change) change(f, launch);
  return ownRows(f.unit.functions[0], launch);
}

void recurrence(Builder& b, const Value& s, const Value& i) {
  const auto x = b.array("x");
  b.read(b.array("c"), s * 1000 + i);
  b.read(x, s * 1000 + i);
  b.write(x, s * 1000 + i + 1);
}

}  // namespace

TEST_CASE("Each array has a row of a thread's") { CHECK(rowsOf(recurrence) == 2); }

TEST_CASE("Rows of less than a line are side by side in the caches") {
  const auto of = [](int elements) {
    return rowsOf([=](Builder& b, const Value& s, const Value& i) { b.write(b.array("x"), s * elements + i); });
  };
  CHECK(of(15) == 0);
  CHECK(of(16) == 1);
}

TEST_CASE("What neighbouring threads have side by side is no row") {
  CHECK(rowsOf([](Builder& b, const Value& s, const Value& i) { b.write(b.array("x"), i * 1000 + s); }) == 0);
  CHECK(rowsOf([](Builder& b, const Value&, const Value& i) { b.read(b.array("x"), i); }) == 0);
  CHECK(rowsOf([](Builder& b, const Value& s, const Value& i) { b.write(b.array("x"), s * 1000 + i * 4); }) == 0);
}

TEST_CASE("Threads that share iterations, or results, go along no rows of their own") {
  CHECK(rowsOf(recurrence, [](Function&, Launch& launch) { launch.band = Band(); }) == 0);
  CHECK(rowsOf(recurrence, [](Function&, Launch& launch) { launch.lanes = Lanes(); }) == 0);
  CHECK(rowsOf(recurrence, [](Function&, Launch& launch) { launch.turn = Turn(); }) == 0);
  CHECK(rowsOf(recurrence, [](Function&, Launch& launch) { launch.legality.reductions.emplace_back(); }) == 0);
}

TEST_CASE("A kernel that has the word for something else says nothing") {
  CHECK(rowsOf(recurrence, [](Function& f, Launch&) { f.model(0).kernel.calledNames = {"ownRows"}; }) == 0);
}
