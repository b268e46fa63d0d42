// What a launch on devices is decided to be. What it says of memory against what is allocated is in PeakMemoryTest.cpp.
#include "execution/DeviceLaunch.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "Counted.h"
#include "OneLoop.h"
#include "coherence/ResidentLaunch.h"

using namespace clustrix;
using namespace clustrix::runtime;
using test::Counted;
using test::Harness;
using test::OneLoop;

namespace {

const Site& deviceLaunchSite = OneLoop::at();

std::vector<LaunchDevice> launchOn(const std::vector<int>& ids) {
  std::vector<LaunchDevice> devices;
  for (int id : ids) devices.push_back({static_cast<DeviceId>(id), 1, 0, 0});
  return devices;
}

std::vector<int> idsOf(const DevicePlan& plan) {
  std::vector<int> ids;
  for (const LaunchDevice& device : plan.devices) ids.push_back(static_cast<int>(device.id));
  return ids;
}

// Iterations of each device of a plan; those for any of them behind.
std::vector<Index> sharesOf(const DevicePlan& plan) {
  std::vector<Index> shares(plan.devices.size() + 1);
  for (const Assigned& assigned : plan.schedule.chunks)
    shares[assigned.device == anyDevice ? plan.devices.size() : static_cast<std::size_t>(assigned.device)] +=
        assigned.schedule.chunk.size();
  return shares;
}

DevicePlan planned(Context& context, const OneLoop& loop, const Options& options, int count) {
  LaunchFacts facts = loop.facts();
  return planLaunch(context, deviceLaunchSite, facts, options, count);
}

Assigned chunkOn(int device, std::size_t bytes, std::size_t hostBytes = 0) {
  Assigned assigned{device, {}};
  assigned.schedule.deviceBytes = bytes;
  assigned.schedule.hostBytes = hostBytes;
  return assigned;
}

}  // namespace

TEST_CASE("devices are weighted by what was measured where that is asked for, else by their speed, or not at all") {
  Harness harness({"virtual:1@1.0,1@0.5,1@0.25"});
  Context& context = harness.context();
  const auto weights = [&](Schedule schedule, const std::vector<int>& ids) {
    return launchWeights(context, deviceLaunchSite, schedule, launchOn(ids));
  };
  CHECK(weights(Schedule::Static, {0, 1, 2}) == std::vector<double>{1, 1, 1});
  for (const Schedule schedule : {Schedule::Unsaid, Schedule::Weighted, Schedule::Dynamic})
    CHECK(weights(schedule, {2, 0}) == std::vector<double>{0.25, 1});
  context.learned.learn(deviceLaunchSite, {{0, 100, 1}, {2, 300, 1}});
  const std::vector<double> learned = weights(Schedule::Weighted, {2, 0});
  CHECK(learned[0] == Approx(3 * learned[1]));
  CHECK(weights(Schedule::Weighted, {0, 1}) == std::vector<double>{1, 0.5});  // of which one was not measured
  CHECK(weights(Schedule::Unsaid, {2, 0}) == std::vector<double>{0.25, 1});
}

TEST_CASE("a launch is divided among so many of the first usable devices, by their speed") {
  Harness harness({"virtual:1@1.0,1@1.0,1@0.5"});
  OneLoop loop(1000);
  const DevicePlan all = planned(harness.context(), loop, {}, 9);
  CHECK(all.known);
  CHECK(idsOf(all) == std::vector<int>{0, 1, 2});
  CHECK(sharesOf(all) == std::vector<Index>{400, 400, 200, 0});
  for (const LaunchDevice& device : all.devices) CHECK((device.jobs == 2 && device.budget == 0 && device.room > 0));
  harness.context().residents.lose(DeviceId{1});
  const DevicePlan two = planned(harness.context(), loop, {}, 2);
  CHECK(idsOf(two) == std::vector<int>{0, 2});
  CHECK(two.schedule.chunks.size() == 2);
  CHECK(idsOf(planned(harness.context(), loop, {}, 1)) == std::vector<int>{0});
  CHECK(planned(harness.context(), loop, Options{}.schedule(Schedule::Static), 2)
            .schedule.chunks[1]
            .schedule.chunk.size() == 500);
}

TEST_CASE("so many chunks in flight as are asked for take as many chunks, and dynamic ones are for any device") {
  Harness harness({"virtual:2"});
  OneLoop loop(1000);
  const DevicePlan jobs = planned(harness.context(), loop, Options{}.maxGpuParallelJobs(3), 2);
  CHECK(jobs.schedule.chunks.size() == 6);
  CHECK(jobs.devices[1].jobs == 3);
  CHECK(sharesOf(jobs) == std::vector<Index>{500, 500, 0});
  CHECK(planned(harness.context(), loop, Options{}.maxGpuParallelJobs(1), 2).devices[0].jobs == 1);
  const DevicePlan dynamic = planned(harness.context(), loop, Options{}.schedule(Schedule::Dynamic), 2);
  CHECK(sharesOf(dynamic) == std::vector<Index>{0, 0, 1000});
  CHECK(dynamic.schedule.chunks.size() > 4);
}

TEST_CASE("a budget is all devices' together, and chunks in flight keep to it") {
  Harness harness({"virtual:2"});
  OneLoop loop(10000);  // 80 KB
  const DevicePlan plan = planned(harness.context(), loop, Options{}.memory(40000), 2);
  for (const LaunchDevice& device : plan.devices) CHECK(device.budget == 20000);
  CHECK(plan.schedule.batches > 1);
  for (const Assigned& assigned : plan.schedule.chunks)
    CHECK(assigned.schedule.deviceBytes + assigned.schedule.hostBytes <= 10000);
  CHECK(planned(harness.context(), loop, Options{}.memory(1), 2).devices[0].budget == 1);
  CHECK(planned(harness.context(), loop, Options{}.memory(0), 2).devices[0].budget == 0);
}

TEST_CASE("a share that was learned does not overfill its device where others have room") {
  Harness harness({"virtual:1x32KB,1x1MB"});
  OneLoop loop(10000);
  harness.context().learned.learn(deviceLaunchSite, {{0, 550, 1}, {1, 500, 1}});
  const DevicePlan plan = planned(harness.context(), loop, Options{}.schedule(Schedule::Weighted), 2);
  CHECK(plan.schedule.batches == 1);
  CHECK(plan.schedule.chunks.size() == 2);
  CHECK(plan.schedule.chunks[0].schedule.chunk.size() > 3500);
}

TEST_CASE("a device that answers no more is lost when a launch is planned, and where all are, the plan is empty") {
  for (const bool alone : {false, true}) {
    Counted on(alone ? "virtual:1" : "virtual:3");
    on.recording->silent = alone ? 0 : 1;
    OneLoop loop(100);
    const DevicePlan plan = planned(on.context(), loop, {}, 3);
    CHECK(idsOf(plan) == (alone ? std::vector<int>{} : std::vector<int>{0, 2}));
    CHECK(on.context().devices().usable.size() == (alone ? 0 : 2));
    CHECK(on.harness->count("GPU parallelization attempt failed: silent [next at next.cpp:4]") == 1);
    CHECK(plan.known == !alone);
    CHECK(sharesOf(plan) == (alone ? std::vector<Index>{0} : std::vector<Index>{50, 50, 0}));
  }
}

TEST_CASE("what is not known cannot be planned, and narrow gaps are filled as the devices like it") {
  Counted on("virtual:2");
  OneLoop loop(100);
  loop.footprint = [&](Chunk chunk, Footprint& touched) {
    touched.writes(loop.b_).box(chunk.begin, {1, chunk.size()});
    touched.mayRead(loop.a_).whole();
  };
  loop.state.arrays[1].extent = -1;
  const DevicePlan plan = planned(on.context(), loop, {}, 2);
  CHECK_FALSE(plan.known);
  CHECK(plan.schedule.chunks.empty());
  for (const std::size_t gap : {0, 96}) {
    Counted gaps("virtual:2", {}, true);
    gaps.recording->fillGap = gap;
    gaps.harness.reset();  // the scope of one ends before that of the next begins
    gaps.harness =
        std::make_unique<Harness>(test::Wish{"virtual:2"}, test::recordedDevices("virtual:2", gaps.recording));
    OneLoop other(100);
    LaunchFacts facts = other.facts();
    facts.fillGap = 7;
    static_cast<void>(planLaunch(gaps.context(), deviceLaunchSite, facts, {}, 2));
    CHECK(facts.fillGap == static_cast<Index>(gap));
  }
}

TEST_CASE("devices that get something to do are counted, however their chunks are given") {
  const auto used = [](std::size_t devices, const std::vector<int>& chunks) {
    DevicePlan plan;
    plan.devices.resize(devices);
    for (int device : chunks) plan.schedule.chunks.push_back(chunkOn(device, 1));
    return devicesUsed(plan);
  };
  CHECK(used(3, {}) == 0);
  CHECK(used(3, {0, 2, 2, 0}) == 2);
  CHECK(used(3, {anyDevice, anyDevice}) == 2);
  CHECK(used(3, {anyDevice, anyDevice, anyDevice, anyDevice}) == 3);
  CHECK(used(3, {1, anyDevice}) == 2);
}

TEST_CASE("memory at most is that of the chunks that are in flight together") {
  DevicePlan plan;
  plan.devices = launchOn({0, 1});
  plan.devices[0].jobs = 2;
  plan.schedule.chunks = {chunkOn(0, 10), chunkOn(0, 50), chunkOn(0, 30),
                          chunkOn(0, 60), chunkOn(1, 40), chunkOn(1, 45)};
  CHECK(peakMemory(plan) == std::vector<std::size_t>{90, 45});
  // Less room than two of them take: one after the other.
  plan.devices[0].room = 85;
  CHECK(peakMemory(plan) == std::vector<std::size_t>{80, 45});
  plan.devices[0].room = 59;
  CHECK(peakMemory(plan) == std::vector<std::size_t>{60, 45});
  plan.devices[0].room = 0;
  plan.devices[0].budget = 100;
  for (Assigned& assigned : plan.schedule.chunks) assigned.schedule.hostBytes = 15;
  CHECK(peakMemory(plan) == std::vector<std::size_t>{60, 45});
}

TEST_CASE("the largest of the chunks for any device may meet on each") {
  DevicePlan plan;
  plan.devices = launchOn({0, 1});
  plan.devices[0].jobs = 2;
  plan.schedule.chunks = {chunkOn(anyDevice, 10), chunkOn(anyDevice, 50), chunkOn(anyDevice, 30), chunkOn(1, 70)};
  CHECK(peakMemory(plan) == std::vector<std::size_t>{80, 70});
  plan.devices[1].jobs = 2;
  CHECK(peakMemory(plan) == std::vector<std::size_t>{80, 120});
  CHECK(peakMemory({launchOn({0}), {}, true}) == std::vector<std::size_t>{0});
}

TEST_CASE("a plan is told with what goes where, and what is left to the CPU") {
  Harness harness({"virtual:2"});
  DevicePlan plan;
  plan.devices = launchOn({1, 0});
  plan.schedule.chunks = {chunkOn(0, 2048), chunkOn(anyDevice, 1024)};
  plan.schedule.chunks[0].schedule.chunk = {0, 10};
  plan.schedule.chunks[0].schedule.bytesIn = 100;
  plan.schedule.chunks[1].schedule.chunk = {10, 20};
  plan.schedule.chunks[1].schedule.bytesOut = 50;
  plan.schedule.onHost = {{20, 30}};
  CHECK(print(plan, deviceLaunchSite, *harness.context().devices().backend, 30) ==
        "clustrix: plan: next at next.cpp:4: 30 iterations on 2 devices in 2 chunks; a chunk needs up to 2.0 KB; "
        "100 B to devices, 50 B back\n"
        "clustrix: plan:   iterations [0, 10) on virtual device 1: 2.0 KB in 0 buffers, 100 B in, 0 B out\n"
        "clustrix: plan:   iterations [10, 20) on the device that is free first: 1.0 KB in 0 buffers, 0 B in, 50 B "
        "out\n"
        "clustrix: plan:   at most 2.0 KB of memory on device 1 (virtual device 1)\n"
        "clustrix: plan:   at most 1.0 KB of memory on device 0 (virtual device 0)\n"
        "clustrix: plan:   iterations [20, 30) on the CPU: too large");
  plan.schedule.meets = true;
  CHECK_THAT(print(plan, deviceLaunchSite, *harness.context().devices().backend, 30),
             Catch::Contains("50 B back; results of blocks meet on the devices\n"));
  CHECK(tag(deviceLaunchSite) == " [next at next.cpp:4]");
}

TEST_CASE("a launch whose arrays stay is divided at blocks, with or without a reduction, and knows its weights") {
  Harness harness({"virtual:1@1.0,1@0.5"});
  OneLoop loop(5001);
  LaunchFacts facts = loop.facts();
  std::string why;
  const auto plan = planResidentLaunch(harness.context(), deviceLaunchSite, facts, {}, 2, why);
  REQUIRE(plan);
  CHECK(plan->weights == std::vector<double>{1, 0.5});
  REQUIRE(plan->parts.size() == 2);
  CHECK(plan->parts[1].chunk.begin == 3336);  // two thirds, at a multiple of 8
  CHECK(plan->devices.size() == 2);
  CHECK(planResidentLaunch(harness.context(), deviceLaunchSite, facts, {}, 1, why)->parts.size() == 1);
  CHECK(planResidentLaunch(harness.context(), deviceLaunchSite, facts, Options{}.memory(60000), 2, why)
            ->devices[1]
            .budget == 30000);
}

TEST_CASE("what a launch's own arrays take of a device's memory keeps none of them from staying there") {
  Counted on("virtual:1x12KB,1x1MB");
  OneLoop loop(1500);
  const Options options = Options{}.schedule(Schedule::Weighted);
  LaunchFacts facts = loop.facts();
  std::string why;
  const auto first = planResidentLaunch(on.context(), deviceLaunchSite, facts, options, 2, why);
  REQUIRE(first);
  CHECK(first->parts[0].chunk.size() == 750);  // 6 KB
  Backend& backend = *on.context().devices().backend;
  CHECK(executeResident(backend, on.context().residents, facts, deviceLaunchSite, *first, nullptr).started);
  const auto second = planResidentLaunch(on.context(), deviceLaunchSite, facts, options, 2, why);
  REQUIRE(second);
  CHECK(second->parts[0].chunk.size() == 750);
  CHECK(second->images.empty());
  on.context().residents.bringAllHome();
}

TEST_CASE("what another device has and none can copy comes home before a launch whose arrays stay") {
  for (const bool peers : {true, false}) {
    Counted on("virtual:2", {}, peers);
    OneLoop loop(1000);
    Context& context = on.context();
    // The second half of a is on the first device alone.
    const Index begin = static_cast<Index>(reinterpret_cast<std::uintptr_t>(loop.a.data()));
    const Bounds half{begin + 2000, begin + 4000};
    DeviceAddress memory{};
    REQUIRE(context.devices().backend->allocate(DeviceId{0}, Image::bytesFor(half), memory).ok());
    const ImageId image = context.residents.directory.add(DeviceId{0}, half, memory);
    context.residents.directory.written(image, IntervalSet(half), "a", &deviceLaunchSite);
    context.residents.publish();
    LaunchFacts facts = loop.facts();
    std::string why;
    const auto plan = planResidentLaunch(context, deviceLaunchSite, facts, {}, 2, why);
    REQUIRE(plan);
    CHECK(context.residents.directory.stale().empty() == !peers);
    CHECK(on.out() == (peers ? 0 : 2000));
    CHECK(plan->bytesBetween == (peers ? 2000 : 0));
    context.residents.bringAllHome();
  }
}

TEST_CASE("arrays that are in the way of a launch go home, and one without room has no plan") {
  for (const bool inTheWay : {true, false}) {
    Counted on("virtual:1x16KB");
    OneLoop loop(inTheWay ? 1500 : 3000);  // 12 KB, or 24 KB
    std::vector<int> other(1500);
    Context& context = on.context();
    const Index begin = static_cast<Index>(reinterpret_cast<std::uintptr_t>(other.data()));
    const Bounds all{begin, begin + 6000};
    DeviceAddress memory{};
    REQUIRE(context.devices().backend->allocate(DeviceId{0}, Image::bytesFor(all), memory).ok());
    const ImageId image = context.residents.directory.add(DeviceId{0}, all, memory);
    context.residents.directory.fetched(image, IntervalSet(all));
    context.residents.publish();
    LaunchFacts facts = loop.facts();
    std::string why;
    CHECK(planResidentLaunch(context, deviceLaunchSite, facts, {}, 1, why).has_value() == inTheWay);
    CHECK(context.residents.directory.empty());
    CHECK(why.empty() == inTheWay);
    CHECK(on.recording->live == 0);
  }
}

TEST_CASE("without devices no launch stays anywhere") {
  Counted on("virtual:1");
  on.context().residents.lose(DeviceId{0});
  OneLoop loop(100);
  LaunchFacts facts = loop.facts();
  std::string why;
  CHECK_FALSE(planResidentLaunch(on.context(), deviceLaunchSite, facts, {}, 1, why));
  CHECK(planned(on.context(), loop, {}, 1).devices.empty());
}
