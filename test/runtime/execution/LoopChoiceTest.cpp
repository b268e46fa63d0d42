// Where a launch runs, and why not on devices.
#include "execution/LoopLaunch.h"

#include <catch2/catch.hpp>

#include "Counted.h"
#include "OneLoop.h"
#include "execution/RunLoop.h"

using namespace clustrix;
using namespace clustrix::runtime;
using test::Counted;
using test::Harness;
using test::OneLoop;

TEST_CASE("an array that is not aligned to its elements is for no device, and the loop runs on threads") {
  Harness harness({"virtual:2"});
  OneLoop loop(100);
  loop.state.arrays[1].alignment = std::size_t{1} << 40;
  CHECK(run(harness, loop));
  CHECK(loop.ran());
  CHECK(harness.count("not beneficial: 'a' is not aligned to its elements") == 1);
  CHECK(harness.count("Executing GPU") == 0);
}

TEST_CASE("where blocks of a loop run, its own iterations are counted for the least that were asked for") {
  Harness harness({"virtual:2", Options{}.minIterations(500)});
  OneLoop few(100), blocks(100), part(100);
  blocks.state.whole = 500;
  part.state.whole = 499;
  CHECK_FALSE(run(harness, few));
  CHECK(run(harness, blocks));
  CHECK_FALSE(run(harness, part));
  CHECK(harness.count("100 iterations, fewer than min_iterations") == 1);
  CHECK(harness.count("499 iterations, fewer than min_iterations") == 1);
}

TEST_CASE("a kernel that these devices have no version of runs on threads") {
  Counted on("virtual:2");
  on.recording->runsAll = false;
  OneLoop loop(100);
  CHECK(run(*on.harness, loop));
  CHECK(loop.ran());
  CHECK(on.in() == 0);
  CHECK(on.harness->count("not beneficial: no version of its kernel is the recording's") == 1);
}

TEST_CASE("few iterations around a loop of many are left to that one, and what is on devices stays there") {
  Counted on("virtual:8");
  OneLoop stays(100), few(3), many(100), small(3), refused(3);
  stays.state.residency = few.state.residency = 9;
  CHECK(run(*on.harness, stays));
  few.state.inner = many.state.inner = refused.state.inner = 1000;
  small.state.inner = 3;
  refused.state.required = false;
  CHECK_FALSE(run(*on.harness, few));
  CHECK(few.state.choseInner);
  CHECK_FALSE(few.state.started);
  CHECK_FALSE(nothingOnDevices());
  CHECK(run(*on.harness, many));
  CHECK(run(*on.harness, small));
  CHECK_FALSE(run(*on.harness, refused));
  CHECK_FALSE((many.state.choseInner || small.state.choseInner || refused.state.choseInner));
}
