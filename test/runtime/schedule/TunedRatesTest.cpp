// What a process learns and the next one begins with. What a loop is then divided by is in SchedulingTest.cpp.
#include "schedule/TunedRates.h"

#include <catch2/catch.hpp>

#include "Folder.h"
#include "devices/VirtualBackend.h"

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

constexpr Site step{"step", "heat.cpp", 12, 3}, otherStep{"other", "heat.cpp", 40, 3};

std::unique_ptr<Backend> devices(const char* spec) {
  return makeVirtualBackend(std::get<VirtualDevices>(parseDeviceSpec(spec).spec));
}

// A folder that is not there yet: whoever saves rates has to make it.
std::string within(const test::Folder& folder) { return folder.path() / "new" / "clustrix"; }

// The weights that a run on `backend` begins with.
std::vector<double> firstWeights(const std::string& folder, const Backend& backend, std::string& note) {
  TunedRates learned(folder);
  return learned.weights(step, backend, {0, 1}, note);
}

}  // namespace

TEST_CASE("what a run has learned the next one on the same devices begins with, and no other") {
  const test::Folder folder;
  const auto unequal = devices("virtual:1,1@0.5");
  std::string note;
  {
    TunedRates learned(within(folder));
    CHECK(learned.weights(step, *unequal, {0, 1}, note).empty());
    learned.learn(step, {{0, 200, 1}, {1, 100, 1}});
    CHECK(learned.save().empty());
  }
  const std::vector<double> weights = firstWeights(within(folder), *unequal, note = "");
  CHECK(note.empty());
  REQUIRE(weights.size() == 2);
  CHECK(weights[0] == Approx(2 * weights[1]));
  CHECK(firstWeights(within(folder), *devices("virtual:2"), note).empty());
  CHECK(firstWeights(within(folder), *devices("virtual:3"), note).empty());
  TunedRates again(within(folder));
  CHECK(again.weights(otherStep, *unequal, {0, 1}, note).empty());
}

TEST_CASE("weights are those of the devices that are asked for, in their order, where all of them were measured") {
  const auto three = devices("virtual:3");
  std::string note;
  TunedRates learned("");
  learned.learn(step, {{0, 100, 1}, {2, 300, 1}});
  const std::vector<double> weights = learned.weights(step, *three, {2, 0}, note);
  REQUIRE(weights.size() == 2);
  CHECK(weights[0] == Approx(3 * weights[1]));
  CHECK(learned.weights(step, *three, {0, 1}, note).empty());
  CHECK(learned.weights(otherStep, *three, {0, 2}, note).empty());
}

TEST_CASE("weights for another number of devices than the key says are ignored") {
  const test::Folder folder;
  const auto backend = devices("virtual:2");
  REQUIRE(saveRates(within(folder), {{{keyOf(step), keyOf(*backend)}, {1, 2, 3}}}).empty());
  std::string note;
  CHECK(firstWeights(within(folder), *backend, note).empty());
}

TEST_CASE("what this run has measured comes before what the file says, which is read once") {
  const test::Folder folder;
  const auto backend = devices("virtual:2");
  TunedRates learned(within(folder));
  std::string note;
  CHECK(learned.weights(step, *backend, {0, 1}, note).empty());
  CHECK_FALSE(note.empty());
  REQUIRE(saveRates(within(folder), {{{keyOf(step), keyOf(*backend)}, {1, 2}}}).empty());
  CHECK(learned.weights(step, *backend, {0, 1}, note = "").empty());
  CHECK(note.empty());
  TunedRates measured(within(folder));
  measured.learn(step, {{0, 500, 1}, {1, 100, 1}});
  const std::vector<double> weights = measured.weights(step, *backend, {0, 1}, note);
  REQUIRE(weights.size() == 2);
  CHECK(weights[0] == Approx(5 * weights[1]));
}

TEST_CASE("what corrects a loop's estimate comes back in another run, each factor to its part") {
  const test::Folder folder;
  const auto backend = devices("virtual:2");
  const CostCorrection::Factors factors{2, 3, 5, 7, 0};
  CostCorrection expected;
  expected.recall(factors);
  {
    TunedRates learned(within(folder));
    CHECK_FALSE(learned.correction(step, backend.get()).isKnown());
    learned.correct(step, [&](CostCorrection& correction) { correction.recall(factors); });
    CHECK(learned.correction(step, nullptr).factors() == expected.factors());
    CHECK(learned.save().empty());
  }
  CostCorrection recalled;
  recalled.recall(expected.factors());
  TunedRates next(within(folder));
  CHECK_FALSE(next.correction(step, nullptr).isKnown());  // whose devices, nobody knows yet
  CHECK(next.correction(step, backend.get()).factors() == recalled.factors());
  CHECK_FALSE(next.correction(otherStep, backend.get()).isKnown());
  TunedRates elsewhere(within(folder));
  CHECK_FALSE(elsewhere.correction(step, devices("virtual:3").get()).isKnown());
}

TEST_CASE("a loop that this run has timed is not told what others were") {
  const test::Folder folder;
  const auto backend = devices("virtual:1");
  const Work work{1e9, 0};
  {
    TunedRates learned(within(folder));
    static_cast<void>(learned.correction(step, backend.get()));
    learned.correct(step, [&](CostCorrection& correction) { correction.recall({9, 9, 9, 9, 9}); });
    REQUIRE(learned.save().empty());
  }
  TunedRates next(within(folder));
  next.correct(step, [&](CostCorrection& correction) {
    correction.ranOnCpu(Place::Original, work, 1, 2 * secondsOnCpu(work, 1));
  });
  const CostCorrection own = next.correction(step, backend.get());
  CHECK(own.factor(Part::Serial) == Approx(2));
  CHECK(own.factor(Part::Compute) == 1);
}

TEST_CASE("nothing is written without a folder, before anybody has asked, or for devices that were not all measured") {
  const test::Folder folder;
  const auto backend = devices("virtual:2");
  std::string note;
  {
    TunedRates nobodyAsked(within(folder));
    nobodyAsked.learn(step, {{0, 200, 1}, {1, 100, 1}});
    CHECK(nobodyAsked.save().empty());
  }
  {
    TunedRates some(within(folder));
    static_cast<void>(some.weights(step, *devices("virtual:3"), {0, 1, 2}, note));
    some.learn(step, {{0, 200, 1}, {2, 100, 1}});
    CHECK(some.save().empty());
  }
  {
    TunedRates nothing(within(folder));
    static_cast<void>(nothing.weights(step, *backend, {0, 1}, note));
    static_cast<void>(nothing.correction(step, backend.get()));
    CHECK(nothing.save().empty());
  }
  CHECK_FALSE(std::filesystem::exists(within(folder)));
  TunedRates nowhere("");
  static_cast<void>(nowhere.weights(step, *backend, {0, 1}, note = ""));
  nowhere.learn(step, {{0, 200, 1}, {1, 100, 1}});
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  CHECK(nowhere.save().empty());
  std::filesystem::current_path(before);
  CHECK(std::filesystem::is_empty(folder.path()));
  CHECK(note.empty());
}

TEST_CASE("a folder that cannot be written is an answer") {
  const auto backend = devices("virtual:2");
  TunedRates learned("/dev/null/clustrix");
  std::string note;
  static_cast<void>(learned.weights(step, *backend, {0, 1}, note));
  learned.learn(step, {{0, 200, 1}, {1, 100, 1}});
  CHECK_THAT(learned.save(), Catch::Contains("cannot be written"));
}

TEST_CASE("what both ways through a nest have taken is kept loop by loop") {
  TunedRates learned("");
  learned.correctNest(step, [](NestCorrection& nest) { nest.ranOuter(1, 0.5); });
  CHECK(learned.nest(step).outer() == Approx(0.5));
  CHECK(learned.nest(otherStep).outer() == 1);
}
