// What a launch may have written, put back.
#include "execution/Undo.h"

#include <catch2/catch.hpp>

#include <numeric>
#include <vector>

#include "OneLoop.h"

using namespace clustrix;
using namespace clustrix::runtime;
using test::OneLoop;

TEST_CASE("what is written is put back, in many pieces and in rows, and nothing else is touched") {
  CpuThreads threads;
  OneLoop loop(500'000);
  std::iota(loop.b.begin(), loop.b.end(), 5);
  const std::vector<int> before = loop.b;
  const auto undo = Undo::of(loop.facts(), threads);
  REQUIRE(undo);
  std::fill(loop.b.begin(), loop.b.end(), -3);
  loop.a[7] = 70;
  undo->undo();
  CHECK(loop.b == before);
  CHECK(loop.a[7] == 70);
}

TEST_CASE("of rows, what lies between them is the program's") {
  CpuThreads threads;
  OneLoop loop(300'000);
  loop.footprint = [&](Chunk, Footprint& touched) { touched.writes(loop.b_).box(0, {100, 3000}, {1, 60}); };
  const auto undo = Undo::of(loop.facts(), threads);
  REQUIRE(undo);
  std::fill(loop.b.begin(), loop.b.end(), 4);
  undo->undo();
  for (std::size_t i = 0; i < loop.b.size(); ++i) {
    INFO(i);
    if ((i % 100 < 60 ? -1 : 4) != loop.b[i]) FAIL();
  }
}

TEST_CASE("there is no undoing what is not known, or no memory") {
  CpuThreads threads;
  OneLoop far(100), unknown(100);
  for (ArrayFacts& array : far.state.arrays) array.extent = -1;
  far.footprint = [&](Chunk, Footprint& touched) { touched.reads(far.a_).box(0, {1, Index{1} << 43}); };
  CHECK_FALSE(Undo::of(far.facts(), threads));
  LaunchFacts facts = unknown.facts();
  facts.unknown.push_back({0, Access::Writes});
  CHECK_FALSE(Undo::of(facts, threads));
}
