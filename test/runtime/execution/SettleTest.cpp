#include "execution/Settle.h"

#include <catch2/catch.hpp>

#include "Harness.h"

using namespace clustrix;
using namespace clustrix::runtime;
using test::Harness;

namespace {

constexpr Site settleSite{"settled", "settled.cpp", 8, 3};

std::vector<LaunchDevice> launchOn(const std::vector<int>& ids) {
  std::vector<LaunchDevice> devices;
  for (int id : ids) devices.push_back({static_cast<DeviceId>(id), 1, 0, 0});
  return devices;
}

std::vector<double> learnedOf(Context& context, const std::vector<int>& devices) {
  std::string note;
  return context.learned.weights(settleSite, *context.devices().backend, devices, note);
}

}  // namespace

TEST_CASE("a device that was lost is used no more, and one that failed otherwise is") {
  Harness harness({"virtual:4"});
  Execution execution;
  execution.problems = {{0, Failure::Failed, "one"},
                        {1, Failure::DeviceLost, "two"},
                        {2, Failure::OutOfMemory, "three"},
                        {0, Failure::Unsupported, "four"}};
  // Positions in the launch, whose devices are not the first.
  settle(harness.context(), settleSite, launchOn({3, 2, 0}), execution);
  CHECK(harness.context().devices().usable == std::vector<DeviceId>{DeviceId{0}, DeviceId{1}, DeviceId{3}});
  const std::string at = " [settled at settled.cpp:8]";
  CHECK(harness.count("GPU parallelization attempt failed: one" + at) == 1);
  CHECK(harness.count("GPU parallelization attempt failed: two" + at) == 1);
  CHECK(harness.count("memory: an allocation failed, trying smaller batches: three" + at) == 1);
  CHECK(harness.lines().size() == 4);
}

TEST_CASE("how quick devices were is learned under their own numbers") {
  Harness harness({"virtual:3"});
  Execution execution;
  execution.spans = {{0, {0, 100}, 1, 2}, {1, {100, 400}, 1, 2}};
  settle(harness.context(), settleSite, launchOn({2, 0}), execution);
  const std::vector<double> weights = learnedOf(harness.context(), {0, 2});
  REQUIRE(weights.size() == 2);
  CHECK(weights[0] == Approx(3 * weights[1]));
  CHECK(learnedOf(harness.context(), {0, 1}).empty());
  CHECK(harness.lines().empty());
}

TEST_CASE("chunks in flight together share their time, and idle time is nobody's") {
  Harness harness({"virtual:2"});
  Execution execution;
  // The first device: 200 iterations from 0 to 6, a pause, and 100 from 7 to 8, in any order.
  execution.spans = {
      {0, {200, 300}, 7, 8}, {0, {110, 200}, 3, 6}, {0, {0, 100}, 0, 5}, {0, {100, 110}, 1, 2}, {1, {300, 700}, 0, 4}};
  settle(harness.context(), settleSite, launchOn({0, 1}), execution);
  const std::vector<double> weights = learnedOf(harness.context(), {0, 1});
  REQUIRE(weights.size() == 2);
  CHECK(weights[1] / weights[0] == Approx((400.0 / 4) / (300.0 / 7)));
}

TEST_CASE("chunks and what met are traced where that was asked for, by device") {
  for (const bool traced : {true, false}) {
    Settings settings = test::settingsOf({"virtual:3"});
    if (traced) settings.traceFile = "nobody writes it";
    Context context(settings, [](const std::string&) {});
    Execution execution;
    execution.spans = {{0, {0, 100}, 1, 2}, {1, {100, 400}, 3, 5}};
    execution.collectives = {{"results meet", DeviceId{1}, 6, 7, 48}};
    settle(context, settleSite, launchOn({2, 0}), execution);
    const std::vector<TraceEvent> events = context.trace.events();
    if (!traced) {
      CHECK(events.empty());
      continue;
    }
    REQUIRE(events.size() == 3);
    CHECK((events[0].name == "settled [0, 100)" && events[0].device == 2));
    CHECK((events[0].begin == 1 && events[0].end == 2 && events[0].stream == 0));
    CHECK((events[1].name == "settled [100, 400)" && events[1].device == 0));
    CHECK((events[2].name == "results meet" && events[2].device == 1 && events[2].bytes == 48));
  }
}
