#include "execution/LaunchNotes.h"

#include <catch2/catch.hpp>

#include "Harness.h"
#include "OneLoop.h"

using namespace clustrix;
using namespace clustrix::runtime;
using test::Harness;
using test::OneLoop;

TEST_CASE("what devices leave to the CPU is counted, with the last problem as the cause") {
  Harness harness({.level = LogLevel::Warn});
  OneLoop loop(100);
  Execution execution;
  execution.left = {{10, 20}, {60, 65}};
  CHECK(tellWhatIsLeft(harness.context(), loop.state, execution) ==
        "15 of 100 iterations: one iteration needs more memory than a device has free");
  execution.problems = {{0, Failure::Failed, "the first"}, {1, Failure::DeviceLost, "device 1 is gone"}};
  CHECK(tellWhatIsLeft(harness.context(), loop.state, execution) == "15 of 100 iterations: device 1 is gone");
  CHECK(harness.count("fell short: 15 of 100 iterations: device 1 is gone; they run on the CPU [next at next.cpp:4]") ==
        1);
}

TEST_CASE("a loop that leaves the nest to the one inside says so where somebody listens") {
  for (const LogLevel level : {LogLevel::Info, LogLevel::Warn}) {
    Harness harness({.level = level});
    OneLoop loop(3);
    loop.state.inner = 1000;
    tellInner(harness.context(), loop.state);
    CHECK(harness.count("3 iterations, too few: each launches the loop inside, of 1000 or so [next at next.cpp:4]") ==
          (level == LogLevel::Info ? 1 : 0));
  }
}

TEST_CASE("tasks on devices are announced once") {
  Harness harness({.level = LogLevel::Info});
  OneLoop loop(3);
  announceTasks(harness.context(), loop.state, {Place::Devices, 2, ""});
  announceTasks(harness.context(), loop.state, {Place::Devices, 2, ""});
  CHECK(harness.count("Executing GPU parallelization with 2 GPUs, each driven by host threads [next at next.cpp:4]") ==
        1);
}
