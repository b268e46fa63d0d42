// Whether a loop's arrays stay, and what is left when not all of it could run. What moves is in ResidencyTest.cpp, and
// what keeps a launch from being kept in LaunchCacheTest.cpp.
#include "coherence/ResidentRun.h"

#include <catch2/catch.hpp>

#include "Counted.h"
#include "OneLoop.h"
#include "clustrix/Residency.h"

using namespace clustrix;
using namespace clustrix::runtime;
using namespace clustrix::test;

namespace {

constexpr std::uint64_t root = 9;

struct OneRun {
  explicit OneRun(const char* devices = "virtual:2", const Wish& wish = {}) : loop(100), on(devices, wish) {
    loop.state.residency = root;
  }
  ~OneRun() { on.context().residents.releaseAll(); }

  bool mayStay(const Options& options = {}) { return mayStayOnDevices(on.context(), loop.state, options); }
  std::optional<Execution> run(const Options& options = {}, int count = 2) {
    facts = loop.facts();
    return runResident(on.context(), loop.state, facts, options, count, nullptr);
  }
  const CachedLaunch* steady(const Options& options = {}) {
    return findSteady(on.context(), loop.state, loop.body, options);
  }
  void settleDown(const Options& options = {}) {
    for (int i = 0; i < 3; ++i) REQUIRE(run(options));
  }
  void failLaunches(int device, int times, Failure failure) {
    const std::string launch = "launch " + std::to_string(device);
    on.recording->late = true;
    on.recording->fail = [launch, times, failure](const std::string& call, int) mutable {
      return call == launch && times-- > 0 ? failure : Failure::None;
    };
  }

  OneLoop loop;
  Counted on;
  LaunchFacts facts;
};

}  // namespace

TEST_CASE("a loop of a function with residency may leave its results on devices, but not every one") {
  OneRun one;
  CHECK(one.mayStay());
  CHECK(one.mayStay(Options{}.schedule(Schedule::Weighted).maxGpuParallelJobs(1)));
  CHECK_FALSE(one.mayStay(Options{}.schedule(Schedule::Dynamic)));
  CHECK_FALSE(one.mayStay(Options{}.maxGpuParallelJobs(2)));
  one.loop.state.searching = true;
  CHECK_FALSE(one.mayStay());
  one.loop.state.searching = false;
  one.loop.state.arrays[1].scratch = true;
  CHECK_FALSE(one.mayStay());
  one.loop.state.arrays[1].scratch = false;
  one.loop.state.arrays[0].combined = true;
  CHECK(one.mayStay());
  one.loop.state.arrays[0].combined = false;
  one.loop.state.residency = 0;
  CHECK_FALSE(one.mayStay());
  OneRun verified("virtual:2", {.verify = true});
  CHECK_FALSE(verified.mayStay());
}

TEST_CASE("a function that launches once leaves results there only where something stays or is kept") {
  OneRun one;
  one.loop.state.residency = BriefResidency::id();
  CHECK_FALSE(one.mayStay());
  one.on.context().residents.keep({1, 2});
  CHECK(one.mayStay());
  one.on.context().residents.unkeep({1, 2});
  CHECK_FALSE(one.mayStay());
  REQUIRE(one.run());
  CHECK(one.mayStay());
}

TEST_CASE("a launch leaves its results on the devices, and says what it does") {
  OneRun one("virtual:2", {.plan = true});
  const auto execution = one.run();
  REQUIRE(execution);
  CHECK((execution->spans.size() == 2 && execution->left.empty()));
  CHECK(one.loop.state.started);
  CHECK(one.loop.ranOnly({0, 0}));
  CHECK(one.on.harness->count("Executing GPU parallelization with 2 GPUs [next at next.cpp:4]") == 1);
  CHECK(one.on.harness->count("100 iterations on 2 devices, where the arrays stay") == 1);
  CHECK(one.on.harness->count("arrays stay on the devices:\nallocate image 0") == 1);
  one.on.context().residents.bringAllHome();
  CHECK(one.loop.ran());
  CHECK(one.run({}, 1)->spans.size() == 1);
}

TEST_CASE("where nothing can be planned nothing has run, and it is said why") {
  OneRun one;
  one.loop.footprint = [&](Chunk chunk, Footprint& touched) {
    touched.writes(one.loop.b_).box(0, {1, 100});  // every chunk all of it
    touched.reads(one.loop.a_).box(chunk.begin, {1, chunk.size()});
  };
  CHECK_FALSE(one.run());
  CHECK_FALSE(one.loop.state.started);
  CHECK(one.on.harness->count("the arrays do not stay on the devices: two chunks may write the same bytes [next") == 1);
  CHECK(one.on.recording->live == 0);
}

TEST_CASE("a failure before anything has run leaves the launch to others, and is told") {
  OneRun one;
  one.on.recording->fail = [](const std::string& call, int) {
    return call == "allocate 0" ? Failure::OutOfMemory : Failure::None;
  };
  CHECK_FALSE(one.run());
  CHECK_FALSE(one.loop.state.started);
  CHECK(one.on.harness->count("an allocation failed, trying smaller batches: injected [next") == 1);
}

TEST_CASE("a chunk that failed runs again on a device that works on, its own too, and the host is whole then") {
  for (const bool alone : {false, true}) {
    OneRun one(alone ? "virtual:1" : "virtual:2");
    one.failLaunches(alone ? 0 : 1, 1, Failure::Failed);
    const auto execution = one.run();
    REQUIRE(execution);
    CHECK(execution->left.empty());
    CHECK(execution->spans.size() == (alone ? 1 : 2));
    CHECK(one.loop.ran());
    CHECK(nothingOnDevices());
    CHECK(one.on.context().devices().usable.size() == (alone ? 1 : 2));
    CHECK(execution->bytesIn == 400 + (alone ? 400 : 200));
  }
}

TEST_CASE("a chunk of a lost device runs on another, and on the CPU where there is none") {
  for (const bool alone : {false, true}) {
    OneRun one(alone ? "virtual:1" : "virtual:2");
    const int lost = alone ? 0 : 1;
    one.failLaunches(lost, 1, Failure::DeviceLost);
    const auto execution = one.run();
    REQUIRE(execution);
    CHECK(execution->left.size() == (alone ? 1 : 0));
    CHECK((alone ? one.loop.ranOnly({0, 0}) : one.loop.ran()));
    CHECK(one.on.context().devices().usable.size() == (alone ? 0 : 1));
    CHECK(one.loop.state.started);
    CHECK(nothingOnDevices());
  }
}

TEST_CASE("a launch that finds all where it was is kept, and repeated without a plan") {
  OneRun one;
  CHECK(one.steady() == nullptr);
  REQUIRE(one.run());
  CHECK(one.steady() == nullptr);  // it has made images
  REQUIRE(one.run());
  const CachedLaunch* const kept = one.steady();
  REQUIRE(kept != nullptr);
  CHECK(kept->plan.steady);
  for (int& value : one.loop.a) value += 50;  // nobody says so: the devices keep theirs
  const std::size_t before = one.on.in();
  one.loop.state.started = false;
  const auto execution = repeatResident(one.on.context(), one.loop.state, one.loop.body, *kept, nullptr);
  REQUIRE(execution);
  CHECK(execution->spans.size() == 2);
  CHECK(one.loop.state.started);
  CHECK(one.on.in() == before);
  one.on.context().residents.bringAllHome();
  CHECK(one.loop.b[99] == 100);
  CHECK(one.steady() == nullptr);
}

TEST_CASE("a launch that fetches is kept too, but does not leave the directory as it is") {
  OneRun one;
  REQUIRE(one.run());
  IntervalSet all;
  for (const Image& image : one.on.context().residents.directory.images())
    if (image.site == nullptr) all += image.valid;
  one.on.context().residents.beforeHostWrites(all);
  REQUIRE(one.run());
  one.on.context().residents.beforeHostWrites(all);
  const CachedLaunch* const kept = one.steady();
  REQUIRE(kept != nullptr);
  CHECK_FALSE(kept->plan.steady);
  for (int& value : one.loop.a) value += 50;
  const auto execution = repeatResident(one.on.context(), one.loop.state, one.loop.body, *kept, nullptr);
  REQUIRE(execution);
  CHECK(execution->bytesIn == 400);
  one.on.context().residents.bringAllHome();
  CHECK(one.loop.ran());
}

TEST_CASE("a repeated launch that fails runs again as any other") {
  OneRun one;
  one.settleDown();
  const CachedLaunch* const kept = one.steady();
  REQUIRE(kept != nullptr);
  one.failLaunches(1, 1, Failure::Failed);
  const auto execution = repeatResident(one.on.context(), one.loop.state, one.loop.body, *kept, nullptr);
  REQUIRE(execution);
  CHECK(execution->left.empty());
  CHECK(one.loop.ran());
}

TEST_CASE("a launch is not repeated on other devices, nor where they would have other shares") {
  OneRun lost;
  lost.settleDown();
  REQUIRE(lost.steady() != nullptr);
  std::vector<DeviceId>& usable = lost.on.context().devices().usable;
  std::swap(usable[0], usable[1]);
  CHECK(lost.steady() == nullptr);
  std::swap(usable[0], usable[1]);
  CHECK(lost.steady() != nullptr);
  usable.pop_back();
  CHECK(lost.steady() == nullptr);

  for (const Schedule schedule : {Schedule::Weighted, Schedule::Static}) {
    OneRun one;
    const Options options = Options{}.schedule(schedule);
    REQUIRE(one.run(options));
    // Whatever was measured by now: the devices are as quick as each other, and one is far slower then.
    const auto learn = [&](double slower) {
      for (int i = 0; i < 20; ++i) one.on.context().learned.learn(OneLoop::at(), {{0, 50, 1}, {1, 50, slower}});
    };
    one.settleDown(options);
    learn(10);
    CHECK((one.steady(options) == nullptr) == (schedule == Schedule::Weighted));
  }
}
