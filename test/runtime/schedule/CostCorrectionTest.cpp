// What a loop's estimate learns from its times: where it ends up when the estimate is wrong, and what finding out
// costs.
#include "schedule/CostCorrection.h"

#include <catch2/catch.hpp>
#include <chrono>
#include <cmath>
#include <random>
#include <thread>

#include "Folder.h"
#include "Harness.h"
#include "schedule/TunedRates.h"

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

// A loop on a machine where the CPU and the devices are so many times slower than their estimates.
struct World {
  Work work{2e7, 1e6};  // 10 ms on a core, 5 ms on two; 0.1 ms to move
  std::vector<DeviceProperties> devices = std::vector<DeviceProperties>(2);
  double cpu = 1, device = 1;
  double noise = 0;
  CostCorrection correction{};
  std::mt19937 random{5};
  double spent = 0;
  int onDevices = 0, switches = 0;

  double secondsOn(Place place, int count) const {
    if (place == Place::Devices) return device * secondsOnDevices(work, devices, count);
    return cpu * secondsOnCpu(work, place == Place::Threads ? 2 : 1);
  }
  double best() const {
    double least = std::min(secondsOn(Place::Original, 0), secondsOn(Place::Threads, 0));
    for (int count = 1; count <= 2; ++count) least = std::min(least, secondsOn(Place::Devices, count));
    return least;
  }
  Place call() {
    const Place* const before = correction.last();
    const bool wasOnDevices = before != nullptr && *before == Place::Devices;
    const Choice choice = chooseLearned(work, devices, 2, nullptr, correction);
    double seconds = secondsOn(choice.place, choice.devices);
    if (noise > 0) seconds *= std::exp(std::uniform_real_distribution<double>(-noise, noise)(random));
    if (choice.place == Place::Devices)
      correction.ranOnDevices(work, partsOnDevices(work, devices, choice.devices), seconds);
    else
      correction.ranOnCpu(choice.place, work, 2, seconds);
    if (choice.trial) correction.tried();
    spent += seconds;
    onDevices += choice.place == Place::Devices ? 1 : 0;
    if (before != nullptr && wasOnDevices != (choice.place == Place::Devices)) ++switches;
    return choice.place;
  }
  // Of the last hundred after `calls`.
  int devicesAfter(int calls) {
    for (int c = 0; c < calls; ++c) static_cast<void>(call());
    onDevices = 0;
    for (int c = 0; c < 100; ++c) static_cast<void>(call());
    return onDevices;
  }
};

}  // namespace

TEST_CASE("a loop that estimates place right stays there, and learns that they are right") {
  World world;
  CHECK(world.devicesAfter(0) >= 98);
  World small;
  small.work.bytes = 2e9;
  CHECK(small.devicesAfter(0) == 0);
  CHECK(small.correction.factor(Part::Threads) == Approx(1));
}

TEST_CASE("devices ten times slower than estimated lose the loop to the CPU after a few calls") {
  World world;
  world.device = 100;
  CHECK(world.devicesAfter(8) <= 2);
  CHECK(world.spent < 1.3 * 108 * world.best() + 8 * world.secondsOn(Place::Devices, 2));
}

TEST_CASE("a CPU ten times slower than estimated gives the loop to the devices after a few calls") {
  World world;
  world.work.bytes = 4e8;  // 17 ms to move
  CHECK(chooseLearned(world.work, world.devices, 2, nullptr, {}).place != Place::Devices);
  world.cpu = 10;
  CHECK(world.devicesAfter(4) >= 98);
}

TEST_CASE("a CPU ten times quicker than estimated is found after tens of calls") {
  World world;
  world.work.bytes = 7e7;  // 3 ms to move, 5 ms on the CPU; and really half a millisecond
  CHECK(chooseLearned(world.work, world.devices, 2, nullptr, {}).place == Place::Devices);
  world.cpu = 0.1;
  CHECK(world.devicesAfter(50) <= 2);
}

TEST_CASE("devices ten times quicker than estimated are found when looking for them has become cheap") {
  World world;
  world.work.bytes = 4e8;
  world.device = 0.1;
  CHECK(world.devicesAfter(100) == 0);  // half a second: less than a start of devices may take
  while (world.call() != Place::Devices && world.spent < 60) {
  }
  CHECK(world.spent < 20);
  CHECK(world.devicesAfter(10) >= 98);
}

TEST_CASE("trials cost a fiftieth of the time, whatever is tried") {
  World world;
  world.device = 30;
  const int calls = 20000;
  for (int c = 0; c < calls; ++c) static_cast<void>(world.call());
  CHECK(world.spent < 1.05 * calls * world.best());
  CHECK(world.onDevices > 2);  // and it does look again
}

TEST_CASE("a machine that was busy gets the loop back") {
  World world;
  for (int c = 0; c < 5; ++c) static_cast<void>(world.call());
  world.device = 1000;
  CHECK(world.devicesAfter(20) <= 4);
  world.device = 1;
  int calls = 0;
  while (world.devicesAfter(0) < 90 && calls < 100) ++calls;
  CHECK(calls < 100);
}

TEST_CASE("times with noise do not send a loop to and fro") {
  World world;
  world.noise = 0.2;
  world.device = world.secondsOn(Place::Threads, 0) / world.secondsOn(Place::Devices, 2);  // as quick as the CPU
  for (int c = 0; c < 1000; ++c) static_cast<void>(world.call());
  CHECK(world.switches < 60);
}

TEST_CASE("one outlier moves a factor by two at most, and none goes beyond its bounds") {
  CostCorrection correction;
  const Work work{2e7, 0};
  correction.ranOnCpu(Place::Original, work, 1, 1e-2);
  CHECK(correction.factor(Part::Serial) == Approx(1));
  CHECK(correction.factor(Part::Threads) == Approx(1));
  correction.ranOnCpu(Place::Original, work, 1, 1e3);
  CHECK(correction.factor(Part::Serial) == Approx(2));
  correction.ranOnCpu(Place::Original, work, 1, 1e-2);
  CHECK(correction.factor(Part::Serial) == Approx(std::sqrt(2)));
  for (int c = 0; c < 50; ++c) correction.ranOnCpu(Place::Original, work, 1, 1e3);
  CHECK(correction.factor(Part::Serial) == Approx(1e4));
  correction.ranOnCpu(Place::Original, {0, 0}, 1, 1);
  CHECK(correction.factor(Part::Serial) == Approx(1e4));
}

TEST_CASE("a call with hardly an iteration says nothing of the others") {
  CostCorrection correction;
  correction.ranOnCpu(Place::Original, {10, 0}, 1, 5e-5);
  CHECK_FALSE(correction.isKnown());
  correction.ranOnCpu(Place::Original, {2e4, 0}, 1, 5e-5);
  CHECK(correction.isKnown());
}

TEST_CASE("two launches in a row are believed as far as they agree") {
  CostCorrection correction;
  const Work work{2e7, 0};
  const auto took = [&](double seconds) { correction.ranOnCpu(Place::Original, work, 1, seconds); };
  took(1e-2);
  took(1);
  took(1);
  CHECK(correction.factor(Part::Serial) == Approx(100));
  took(1e-2);
  took(1e-2);
  CHECK(correction.factor(Part::Serial) == Approx(1));
}

TEST_CASE(
    "the part that a launch spends its time in is corrected, and the first slow launch on devices is not believed") {
  const std::vector<DeviceProperties> one(1);
  CostCorrection correction;
  const Work moving{1e6, 1.2e8};
  const DeviceSeconds parts = partsOnDevices(moving, one, 1);
  correction.ranOnDevices(moving, parts, 5);
  CHECK_FALSE(correction.isKnown());
  correction.ranOnDevices(moving, parts, 2e-2);
  CHECK(correction.factor(Part::Transfers) == Approx(2).epsilon(0.01));
  CHECK(correction.factor(Part::Compute) == 1);
  const Work computing{1e11, 0};
  correction.ranOnDevices(computing, partsOnDevices(computing, one, 1), 0.3);
  CHECK(correction.factor(Part::Compute) == Approx(3).epsilon(0.01));
}

TEST_CASE("launches that were kept are doubted when they are slower than the CPU, or it may be tried") {
  CostCorrection correction;
  const Work work{1e6, 0};  // half a millisecond
  CHECK_FALSE(correction.doubtsSteady(work, 1, 0));
  correction.ranOnCpu(Place::Original, work, 1, 5e-4);
  correction.tried();
  correction.ranAgain(work, 4e-4);
  CHECK_FALSE(correction.doubtsSteady(work, 1, 0));
  correction.ranAgain(work, 1e-2);
  CHECK(correction.doubtsSteady(work, 1, 0));
  CHECK_FALSE(correction.doubtsSteady(work, 1, 1e-1));
  correction.ranOnDevices(work, {1e-5, 0, 1e-6}, 1e-4);
  CHECK_FALSE(correction.doubtsSteady(work, 1, 0));  // begins anew
  for (int c = 0; c < 300; ++c) correction.ranAgain(work, 4e-4);
  CHECK(correction.doubtsSteady(work, 1, 0));
}

TEST_CASE("what was learned of a loop the next run on the same devices begins with") {
  const test::Folder folder;
  constexpr Site site{"f", "f.cpp", 3, 1};
  const auto backend = makeVirtualBackend(std::get<VirtualDevices>(parseDeviceSpec("virtual:2").spec));
  const auto others = makeVirtualBackend(std::get<VirtualDevices>(parseDeviceSpec("virtual:3").spec));
  {
    TunedRates learned(folder.path().string());
    CHECK_FALSE(learned.correction(site, backend.get()).isKnown());
    learned.correct(site, [](CostCorrection& correction) { correction.ranOnCpu(Place::Original, {2e7, 0}, 1, 5e-2); });
    CHECK(learned.save().empty());
  }
  TunedRates next(folder.path().string());
  CHECK_FALSE(next.correction(site, nullptr).isKnown());
  next.correct(site, [](CostCorrection&) {});
  CHECK(next.correction(site, backend.get()).factor(Part::Serial) == Approx(std::sqrt(5)));
  TunedRates elsewhere(folder.path().string());
  CHECK_FALSE(elsewhere.correction(site, others.get()).isKnown());
}

TEST_CASE("a loop that claims far too many operations ends up on the CPU") {
  constexpr Site site{"claims", "claims.cpp", 3, 1};
  test::Harness harness(test::Wish{.devices = "virtual:2", .force = false, .level = LogLevel::Info});
  std::vector<int> a(100000, 0);
  const auto call = [&] {
    Loop loop(site, static_cast<Index>(a.size()));
    loop.operations(400);  // 20 ms; really some tenths of one
    const auto a_ = loop.array("a", a.data(), a.size());
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.reads(a_).box(chunk.begin, {1, chunk.size()});
      touched.writes(a_).box(chunk.begin, {1, chunk.size()});
    };
    // A device is never as fast as the CPU, however busy that is.
    struct Add {
      int* a;
      void operator()(Index k) const {
        if (k % 10000 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
        a[k] += 1;
      }
    };
    const auto kernel = [&](const Memory& at) { return Add{at(a_)}; };
    if (!loop.run(footprint, kernel))
      for (int& x : a) x += 1;
  };
  call();
  CHECK(harness.count("Executing GPU") == 1);
  // Where it was on the CPU for ten calls, it stays.
  int calls = 1;
  for (int row = 0; row < 10 && calls < 500; ++calls) {
    call();
    row = harness.lines().back().find("Executing GPU") == std::string::npos ? row + 1 : 0;
  }
  CHECK(calls < 500);
  CHECK(a == std::vector<int>(a.size(), calls));
}
