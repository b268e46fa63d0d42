// What is true after a plan was carried out, in part or not at all. Failures at any call are in ResidencyFaultTest.cpp.
#include "coherence/ResidentLaunch.h"

#include <catch2/catch.hpp>

#include "Child.h"
#include "Counted.h"
#include "Images.h"
#include "OneLoop.h"
#include "execution/DeviceLaunch.h"

using namespace clustrix;
using namespace clustrix::runtime;
using namespace clustrix::test;

namespace {

// A loop with its arrays on two devices.
struct Launching {
  explicit Launching(Index n, const char* devices = "virtual:2") : loop(n), on(devices) {}
  ~Launching() { residents().releaseAll(); }

  ResidentArrays& residents() { return on.context().residents; }
  Directory& directory() { return residents().directory; }
  IntervalSet ofA(Index begin, Index end) const { return IntervalSet(within(loop.a.data(), 4 * begin, 4 * end)); }
  IntervalSet ofB(Index begin, Index end) const { return IntervalSet(within(loop.b.data(), 4 * begin, 4 * end)); }

  ResidentPlan planned() {
    facts = loop.facts();
    std::string why;
    const auto plan = planResidentLaunch(on.context(), OneLoop::at(), facts, {}, 2, why);
    REQUIRE(plan);
    return *plan;
  }
  ResidentRun execute(const ResidentPlan& plan) {
    return executeResident(*on.context().devices().backend, residents(), facts, OneLoop::at(), plan, nullptr);
  }
  // Calls that begin so, from the `number`th on, the first being 0.
  void fail(const std::string& call, int number, Failure failure, bool late = false) {
    on.recording->late = late;
    on.recording->fail = [call, number, failure](const std::string& made, int) mutable {
      return made.rfind(call, 0) == 0 && number-- <= 0 ? failure : Failure::None;
    };
  }

  OneLoop loop;
  Counted on;
  LaunchFacts facts;
};

// b[i] += 1, whose results cannot be computed twice.
void inPlace(Launching& one) {
  OneLoop& loop = one.loop;
  loop.footprint = [&loop](Chunk chunk, Footprint& touched) {
    touched.reads(loop.b_).box(chunk.begin, {1, chunk.size()});
    touched.writes(loop.b_).box(chunk.begin, {1, chunk.size()});
  };
  loop.build = [&loop](const Memory& at) { return Next{at(loop.b_), at(loop.b_)}; };
}

struct Sum {
  const int* a;
  struct Partial {
    Index sum;
  };
  static constexpr Order order = Order::Sequential;
  static Partial identity() { return {0}; }
  static void combine(Partial& left, const Partial& right) { left.sum += right.sum; }
  void operator()(Index k, Partial& partial) const { partial.sum += a[k]; }
};

}  // namespace

TEST_CASE("results are on the devices afterwards, where the directory says, and the host has none") {
  Launching one(100);
  const ResidentPlan plan = one.planned();
  const ResidentRun run = one.execute(plan);
  CHECK(run.started);
  CHECK((run.execution.left.empty() && run.execution.problems.empty()));
  REQUIRE(run.execution.spans.size() == 2);
  CHECK((run.execution.spans[1].device == 1 && run.execution.spans[1].chunk.begin == 50));
  CHECK(run.execution.spans[0].begin <= run.execution.spans[0].end);
  CHECK((run.execution.bytesIn == 400 && run.execution.bytesOut == 0 && run.execution.bytesBetween == 0));
  CHECK(one.loop.ranOnly({0, 0}));
  CHECK(one.directory().stale() == one.ofB(0, 100));
  CHECK(one.directory().anywhere() == one.ofA(0, 100) + one.ofB(0, 100));
  CHECK(one.directory().onlyOn(DeviceId{1}) == one.ofB(50, 100));
  for (const Image& image : one.directory().images()) {
    const bool isB = one.ofB(0, 100).overlaps(image.host);
    CHECK(image.array == (isB ? "b" : ""));
    CHECK(image.site == (isB ? &OneLoop::at() : nullptr));
  }
  CHECK(copiesOnDevices == 4);
  one.residents().bringAllHome();
  CHECK(one.loop.ran());
}

TEST_CASE("a launch that finds all there moves nothing and leaves the directory as it is") {
  Launching one(100);
  static_cast<void>(one.execute(one.planned()));
  ResidentPlan plan = one.planned();
  const std::size_t before = one.on.in();
  const std::uint64_t generation = one.directory().generation();
  plan.steady = true;
  const ResidentRun run = one.execute(plan);
  CHECK((run.started && run.execution.spans.size() == 2));
  CHECK(one.on.in() == before);
  CHECK(one.directory().generation() == generation);
}

TEST_CASE("an image that grows keeps what it had") {
  Launching one(100, "virtual:1");
  one.loop.state.iterations = 60;
  static_cast<void>(one.execute(one.planned()));
  one.loop.a[3] = 1000;  // which nobody has told
  one.loop.state.iterations = 100;
  const int live = one.on.recording->live;
  const ResidentPlan plan = one.planned();
  REQUIRE(plan.images.size() == 2);
  const ResidentRun run = one.execute(plan);
  CHECK(run.execution.bytesIn == 160);
  CHECK(one.on.recording->live == live);  // two for two
  CHECK(one.directory().images().size() == 2);
  CHECK(one.directory().images()[0].grown);
  one.residents().bringAllHome();
  CHECK((one.loop.b[3] == 4 && one.loop.b[99] == 100));
}

TEST_CASE("bytes that may be written and cannot be told apart are kept as they were before") {
  Launching one(100, "virtual:1");
  one.loop.footprint = [&](Chunk chunk, Footprint& touched) {
    touched.mayWrite(one.loop.b_).box(chunk.begin, {1, chunk.size()});
    touched.reads(one.loop.a_).box(chunk.begin, {1, chunk.size()});
  };
  one.loop.b[5] = 6;  // which is what the loop finds there, too
  static_cast<void>(one.execute(one.planned()));
  CHECK(one.directory().baselines().kept() == one.ofB(0, 100));
  one.loop.b[5] = 77;
  one.residents().bringAllHome();
  CHECK((one.loop.b[5] == 77 && one.loop.b[4] == 5 && one.loop.b[6] == 7));
  // And no longer, once they are written with certainty.
  Launching other(100, "virtual:1");
  const auto certain = other.loop.footprint;
  other.loop.footprint = [&](Chunk chunk, Footprint& touched) {
    touched.mayWrite(other.loop.b_).box(chunk.begin, {1, chunk.size()});
    touched.reads(other.loop.a_).box(chunk.begin, {1, chunk.size()});
  };
  static_cast<void>(other.execute(other.planned()));
  other.loop.footprint = certain;
  static_cast<void>(other.execute(other.planned()));
  CHECK(other.directory().baselines().kept().empty());
}

TEST_CASE("until a kernel has started a failure leaves all as it was") {
  for (const auto& [call, number] : {std::pair("allocate 1", 0), std::pair("allocate 1", 1),
                                     std::pair("openStream 1", 0), std::pair("copy 1", 0), std::pair("launch", 0)}) {
    INFO(call << ", number " << number);
    Launching one(100);
    const ResidentPlan plan = one.planned();
    one.fail(call, number, Failure::OutOfMemory);
    const ResidentRun run = one.execute(plan);
    one.on.recording->fail = nullptr;
    CHECK_FALSE(run.started);
    REQUIRE_FALSE(run.execution.problems.empty());
    CHECK(run.execution.problems[0].failure == Failure::OutOfMemory);
    CHECK(one.directory().stale().empty());
    CHECK(one.directory().baselines().kept().empty());
    CHECK(one.loop.ranOnly({0, 0}));
    if (std::string(call) == "allocate 1") CHECK(one.on.recording->live == 0);
    CHECK(one.on.recording->live == static_cast<int>(one.directory().images().size()));
  }
}

TEST_CASE("a chunk that fails is handed back, and what others have written is true") {
  for (const bool late : {false, true}) {
    Launching one(100);
    const ResidentPlan plan = one.planned();
    one.fail("launch 1", 0, Failure::Failed, late);
    const ResidentRun run = one.execute(plan);
    one.on.recording->fail = nullptr;
    CHECK(run.started);
    REQUIRE(run.execution.left.size() == 1);
    CHECK((run.execution.left[0].begin == 50 && run.execution.left[0].end == 100));
    CHECK(run.execution.spans.size() == 1);
    REQUIRE(run.execution.problems.size() == 1);
    CHECK((run.execution.problems[0].device == 1 && run.execution.problems[0].failure == Failure::Failed));
    CHECK(one.directory().stale() == one.ofB(0, 50));
    one.residents().bringAllHome();
    CHECK(one.loop.ranOnly({0, 50}));
  }
}

TEST_CASE("a kernel that failed after it began has spoilt what it was to write, and one that was refused has not") {
  const auto status = [](bool late) {
    return statusOfChild([&] {
      Launching one(100);
      inPlace(one);
      static_cast<void>(one.execute(one.planned()));
      const ResidentPlan plan = one.planned();
      one.fail("launch 1", 0, Failure::Failed, late);
      const ResidentRun run = one.execute(plan);
      one.on.recording->fail = nullptr;
      one.residents().bringAllHome();
      return run.execution.left.size() == 1 && one.loop.b[0] == 1 && one.loop.b[99] == 0 ? 40 : 41;
    });
  };
  CHECK(status(false) == 40);  // the first launch's results are still there
  CHECK(status(true) == 1);    // and nobody can compute them again
}

TEST_CASE("what a chunk writes without reading it may be lost with its device") {
  Launching one(100);
  static_cast<void>(one.execute(one.planned()));
  const ResidentPlan plan = one.planned();
  one.fail("launch 1", 0, Failure::DeviceLost, true);
  const ResidentRun run = one.execute(plan);
  one.on.recording->fail = nullptr;
  REQUIRE(run.execution.left.size() == 1);
  CHECK(run.execution.problems[0].failure == Failure::DeviceLost);
  CHECK(one.directory().stale() == one.ofB(0, 50));
  CHECK(one.directory().onlyOn(DeviceId{1}).empty());
  CHECK(one.directory().anywhere() == one.ofA(0, 50) + one.ofB(0, 50));
}

TEST_CASE("results of blocks come home to their places") {
  Counted on("virtual:2");
  OneLoop loop(2000);
  const std::function<void(Chunk, Footprint&)> footprint = [&](Chunk chunk, Footprint& touched) {
    touched.reads(loop.a_).box(chunk.begin, {1, chunk.size()});
  };
  const auto build = [&](const Memory& at) { return Sum{at(loop.a_)}; };
  const auto facts = launchFacts(bodyOf(footprint, build), loop.state.arrays, 2000);
  REQUIRE(facts);
  const Index blocks = blocksOf(*facts);
  std::string why;
  const auto plan = planResidentLaunch(on.context(), OneLoop::at(), *facts, {}, 2, why);
  REQUIRE(plan);
  std::vector<Index> results(static_cast<std::size_t>(blocks), 0);
  const ResidentRun run = executeResident(*on.context().devices().backend, on.context().residents, *facts,
                                          OneLoop::at(), *plan, results.data());
  CHECK(run.started);
  CHECK(run.execution.bytesOut == on.out());
  // Of blocks that met on a device the first has all.
  std::vector<Chunk> nodes = run.execution.nodes;
  combineNodes(*facts->body.kernel, {}, results.data(), sizeof(Index), blocks, nodes);
  CHECK(results[0] == 2000 * 1999 / 2);
  CHECK(on.recording->live == static_cast<int>(on.context().residents.directory.images().size()));
}
