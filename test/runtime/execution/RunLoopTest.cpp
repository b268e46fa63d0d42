// One launch, below Loop: where it runs, what is refused, and what is learned. What loops compute is in LoopTest.cpp.
#include "execution/RunLoop.h"

#include <catch2/catch.hpp>

#include "Child.h"
#include "Counted.h"
#include "OneLoop.h"
#include "execution/AfterOriginal.h"

using namespace clustrix;
using namespace clustrix::runtime;
using test::Counted;
using test::Harness;
using test::OneLoop;
using test::Wish;

namespace {

Wish unforcedOn(const char* devices) { return {.devices = devices, .force = false}; }

// Five milliseconds on the CPU, by the estimate.
constexpr double longOperations = 1e5;

bool isLearned(Harness& harness) { return harness.context().learned.correction(OneLoop::at(), nullptr).isKnown(); }
const Place* lastPlace(Harness& harness) {
  static CostCorrection correction;
  correction = harness.context().learned.correction(OneLoop::at(), nullptr);
  return correction.last();
}

struct Sum {
  struct Partial {
    Index sum;
  };
  static constexpr Order order = Order::Sequential;
  static Partial identity() { return {-5}; }
  static void combine(Partial& left, const Partial& right) { left.sum += right.sum + 5; }
  void operator()(Index k, Partial& partial) const { partial.sum += k; }
};

}  // namespace

TEST_CASE("a loop of which a parameter is wrong is refused, and that is told only where somebody listens") {
  for (const LogLevel level : {LogLevel::Info, LogLevel::Warn}) {
    Harness harness({.level = level});
    OneLoop loop(100);
    loop.state.required = false;
    loop.state.failed = {"n >= 0", [] { return std::string("n = -1"); }};
    CHECK_FALSE(run(harness, loop));
    CHECK(loop.ranOnly({0, 0}));
    CHECK_FALSE(loop.state.started);
    CHECK(harness.count("guard failed: n >= 0: n = -1 [next at next.cpp:4]") == (level == LogLevel::Info ? 1 : 0));
    CHECK(harness.lines().size() == (level == LogLevel::Info ? 1 : 0));
  }
}

TEST_CASE("a loop without iterations has run, and its result is the identity") {
  Harness harness;
  OneLoop none(0);
  CHECK(run(harness, none));
  CHECK_FALSE(none.state.started);
  const auto nothing = [](Chunk, Footprint&) {};
  const auto build = [](const Memory&) { return Sum{}; };
  LoopState state;
  state.site = &OneLoop::at();
  for (const Index n : {-3, 0, 4}) {
    state.iterations = n;
    Sum::Partial total{77};
    CHECK(runLoop(harness.context(), state, test::bodyOf(nothing, build), &total));
    CHECK(total.sum == (n > 0 ? 1 : -5));
  }
}

TEST_CASE("as many devices run as may, and have a block of iterations each") {
  const auto used = [](Index n, const Options& options) {
    Harness harness(Wish{"virtual:4", options});
    OneLoop loop(n);
    CHECK(run(harness, loop));
    CHECK(loop.ran());
    for (int count = 1; count <= 4; ++count)
      if (harness.count("parallelization with " + std::to_string(count) + " GPUs") == 1) return count;
    return 0;
  };
  CHECK(used(1000, {}) == 4);
  CHECK(used(1000, Options{}.gpus(3)) == 3);
  CHECK(used(1000, Options{}.gpus(9)) == 4);
  CHECK(used(2, {}) == 2);
  CHECK(used(1000, Options{}.gpus(0)) == 0);
}

TEST_CASE("what is on devices is at home for a loop of a function without residency, and for one that is left") {
  for (const bool required : {true, false})
    for (const std::uint64_t residency : {0, 9}) {
      Counted on("virtual:2");
      OneLoop stays(100), next(100);
      stays.state.residency = 9;
      CHECK(run(*on.harness, stays));
      CHECK(stays.ranOnly({0, 0}));
      CHECK_FALSE(nothingOnDevices());
      configure(Options{}.gpus(0));  // on threads, which want nothing of the other loop's arrays
      next.state.residency = residency;
      next.state.required = required;
      CHECK(run(*on.harness, next) == required);
      CHECK(stays.ran() == (residency == 0 || !required));
      bringAllHome();
      CHECK(stays.ran());
      CHECK(next.ran() == required);
    }
}

TEST_CASE("what a loop on threads touches is at home before it runs, and nothing else") {
  Counted on("virtual:1");
  OneLoop first(100), second(100), reader(100);
  for (OneLoop* loop : {&first, &second}) {
    loop->state.residency = 9;
    CHECK(run(*on.harness, *loop));
  }
  // b[i] = first.b[i] + 1, on the CPU
  reader.state.arrays[1].base = first.b.data();
  reader.build = [&](const Memory& at) { return test::Next{at(reader.b_), at(reader.a_)}; };
  reader.state.residency = 9;
  configure(Options{}.gpus(0));
  CHECK(run(*on.harness, reader));
  CHECK((reader.b[0] == 2 && reader.b[99] == 101));
  CHECK(first.ran());
  CHECK(second.ranOnly({0, 0}));
  // Where nobody knows what it touches, all is.
  reader.state.arrays[1].extent = -1;
  reader.footprint = [&](Chunk chunk, Footprint& touched) {
    touched.writes(reader.b_).box(chunk.begin, {1, chunk.size()});
    touched.mayRead(reader.a_).whole();
  };
  configure(Options{}.gpus(2));
  CHECK(run(*on.harness, reader));
  CHECK(second.ran());
  CHECK(nothingOnDevices());
}

TEST_CASE("a process that must use a GPU ends where a loop would run on the CPU, unless that is nothing for one") {
  const auto status = [](const char* devices, const auto& change) {
    return test::statusOfChild([&] {
      Harness harness({.devices = devices, .level = LogLevel::Warn, .requireGpu = true});
      OneLoop loop(100);
      change(loop);
      static_cast<void>(run(harness, loop));
      return 7;
    });
  };
  CHECK(status("virtual:2", [](OneLoop&) {}) == 7);
  CHECK(status("cpu", [](OneLoop&) {}) == 1);
  CHECK(status("virtual:2", [](OneLoop& loop) { loop.state.required = false; }) == 1);
  Kernel alone = kernelOf<test::Next>;
  alone.whyHostAlone = "it is the host's";
  CHECK(status("cpu", [&](OneLoop& loop) { loop.body.kernel = &alone; }) == 7);
}

TEST_CASE("how long a launch took is learned where it ran, and of nothing that was forced, verified or a part") {
  {
    Harness harness(unforcedOn("virtual:2"));
    OneLoop loop(100);
    loop.state.operations = 100 * longOperations;
    CHECK(run(harness, loop));
    CHECK(harness.count("Executing GPU") == 1);
    REQUIRE(lastPlace(harness) != nullptr);
    CHECK(*lastPlace(harness) == Place::Devices);
  }
  {
    Harness harness(unforcedOn("cpu"));
    OneLoop loop(100);
    loop.state.operations = 100 * longOperations;
    const bool ran = run(harness, loop);
    if (harness.context().cpu.available() > 1) CHECK((ran && *lastPlace(harness) == Place::Threads));
  }
  const auto learns = [](const Wish& wish, const auto& change) {
    Harness harness(wish);
    OneLoop loop(100);
    loop.state.operations = 100 * longOperations;
    change(loop.state);
    static_cast<void>(run(harness, loop));
    return lastPlace(harness) != nullptr || loop.state.leftAt > 0;
  };
  CHECK(learns(unforcedOn("virtual:2"), [](LoopState&) {}));
  CHECK_FALSE(learns({.devices = "virtual:2"}, [](LoopState&) {}));
  CHECK_FALSE(learns({.devices = "virtual:2", .force = false, .verify = true}, [](LoopState&) {}));
  CHECK_FALSE(learns(unforcedOn("virtual:2"), [](LoopState& state) { state.searching = true; }));
  CHECK_FALSE(learns(unforcedOn("virtual:2"), [](LoopState& state) { state.whole = 100; }));
}

TEST_CASE("the summary has each launch with where it ran, and why not on devices") {
  Harness harness({.devices = "virtual:2", .level = LogLevel::Warn, .summary = true});
  OneLoop first(100), second(100), third(100);
  CHECK(run(harness, first));
  second.body.kernel = &kernelOf<test::Next>;
  configure(Options{}.gpus(0));
  CHECK(run(harness, second));
  third.state.required = false;
  for (const char* n : {"n = -1", "n = -2"}) {
    third.state.failed = {"n >= 0", [n] { return std::string(n); }};
    CHECK_FALSE(run(harness, third));
  }
  const std::string text = harness.context().summary.print();
  CHECK_THAT(text, Catch::Matches("(.|\\n)*next next.cpp:4 +\\| +4 \\| +1 \\| +1 \\| +2 \\| +2 \\|(.|\\n)*"));
  CHECK_THAT(text, Catch::Contains("| guard failed: n >= 0: n = -1"));
}

TEST_CASE("a loop too short for anything is left, and how long its text took is learned") {
  Harness harness(unforcedOn("cpu"));
  OneLoop loop(100);
  loop.state.operations = 1;
  CHECK_FALSE(run(harness, loop));
  CHECK(loop.state.leftAt > 0);
  CHECK_FALSE(isLearned(harness));
  loop.state.left.operations = 1e9;
  learnOriginal(harness.context(), loop.state);
  CHECK(isLearned(harness));
  REQUIRE(lastPlace(harness) != nullptr);
  CHECK(*lastPlace(harness) == Place::Original);
}
