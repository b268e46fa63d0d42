// Schedules as loops meet them: iterations counted on virtual devices of different speed. Times are those of a machine
// that may do anything else meanwhile, so a share must be right in one of several launches; what shares come to without
// such noise is in RatesTest.cpp and PartitionTest.cpp.
#include <catch2/catch.hpp>
#include <chrono>
#include <cmath>
#include <numeric>
#include <thread>

#include "Folder.h"
#include "Harness.h"

using namespace clustrix;
using namespace clustrix::runtime;
using clustrix::test::settingsOf;
using clustrix::test::Wish;

namespace {

constexpr Site schedulingSite{"slow", "slow.cpp", 1, 1};

struct Slow {
  int* a;
  const int* microseconds;  // by iteration
  void operator()(Index k) const {
    std::this_thread::sleep_for(std::chrono::microseconds(microseconds[k]));
    a[k] += 1;
  }
};

struct Run {
  explicit Run(const char* devices, Schedule schedule, const std::string& cache = "") {
    Settings settings = settingsOf({devices, Options{}.schedule(schedule)});
    settings.traceFile = "chunks are counted";
    settings.cacheFolder = cache;
    context = std::make_unique<Context>(settings, [](const std::string&) {});
  }
  // Iterations of each device in one launch.
  std::vector<Index> launch(const std::vector<int>& microseconds) {
    const ContextScope scope(*context);
    const std::size_t before = context->trace.events().size();
    std::vector<int> a(microseconds.size(), 0);
    Loop loop(schedulingSite, static_cast<Index>(a.size()));
    const auto a_ = loop.array("a", a.data());
    const auto m_ = loop.array("microseconds", microseconds.data());
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.reads(a_).box(chunk.begin, {1, chunk.size()});
      touched.writes(a_).box(chunk.begin, {1, chunk.size()});
      touched.reads(m_).box(chunk.begin, {1, chunk.size()});
    };
    const auto kernel = [&](const Memory& at) { return Slow{at(a_), at(m_)}; };
    REQUIRE(loop.run(footprint, kernel));
    CHECK(a == std::vector<int>(a.size(), 1));
    return countChunks(before);
  }
  std::unique_ptr<Context> context;

 private:
  // Names of chunks: `slow [begin, end)`.
  std::vector<Index> countChunks(std::size_t first) const {
    std::vector<Index> iterations(context->devices().usable.size(), 0);
    const std::vector<TraceEvent> events = context->trace.events();
    for (std::size_t e = first; e < events.size(); ++e) {
      long long begin = 0, end = 0;
      if (std::sscanf(events[e].name.c_str(), "slow [%lld, %lld)", &begin, &end) == 2)
        iterations[static_cast<std::size_t>(events[e].device)] += end - begin;
    }
    return iterations;
  }
};

double part(const std::vector<Index>& iterations, std::size_t device) {
  return static_cast<double>(iterations[device]) /
         static_cast<double>(std::accumulate(iterations.begin(), iterations.end(), Index{0}));
}

// The first device's part comes within a tenth of `expected`.
bool comesTo(Run& run, const std::vector<int>& microseconds, double expected) {
  constexpr int tries = 40;
  for (int i = 0; i < tries; ++i)
    if (std::abs(part(run.launch(microseconds), 0) - expected) <= 0.1 * expected) return true;
  return false;
}

// The second half takes three times as long: two thirds of the iterations are half of the work.
std::vector<int> skewed() {
  std::vector<int> microseconds(240, 50);
  std::fill(microseconds.begin() + 120, microseconds.end(), 150);
  return microseconds;
}

}  // namespace

TEST_CASE("weighted shares come to what devices were measured at, whatever their speed is said to be") {
  Run run("virtual:2", Schedule::Weighted);
  CHECK(part(run.launch(skewed()), 0) == Approx(0.5));
  CHECK(comesTo(run, skewed(), 2.0 / 3));
}

TEST_CASE("shares that nobody asked to be weighted stay as they are") {
  for (const Schedule schedule : {Schedule::Static, Schedule::Unsaid}) {
    Run run("virtual:2", schedule);
    for (int i = 0; i < 4; ++i) CHECK(part(run.launch(skewed()), 0) == Approx(0.5));
  }
}

TEST_CASE("dynamic shares are within a tenth of the ideal on devices of different speed") {
  Run run("virtual:1@1.0,1@0.5", Schedule::Dynamic);
  CHECK(comesTo(run, std::vector<int>(240, 100), 2.0 / 3));
}

TEST_CASE("dynamic shares even out iterations of different length") {
  Run run("virtual:2", Schedule::Dynamic);
  // Either device may have begun with the short ones, but each has some of both.
  std::vector<int> growing(240);
  std::iota(growing.begin(), growing.end(), 0);
  CHECK(comesTo(run, growing, 0.5));
}

TEST_CASE("what one run has learned is what the next one begins with") {
  // On a busy machine the device with the short iterations may have been the slower one this time.
  std::unique_ptr<test::Folder> folder;
  std::vector<double> weights;
  for (int tried = 0; tried < 20 && (weights.empty() || weights[0] <= weights[1]); ++tried) {
    folder = std::make_unique<test::Folder>();
    Run first("virtual:2", Schedule::Weighted, folder->path());
    first.launch(skewed());
    std::string note;
    weights = first.context->learned.weights(schedulingSite, *first.context->devices().backend, {0, 1}, note);
    CHECK(first.context->learned.save().empty());
    REQUIRE(weights.size() == 2);
  }
  CHECK(weights[0] > weights[1]);
  Run second("virtual:2", Schedule::Weighted, folder->path());
  CHECK(part(second.launch(skewed()), 0) == Approx(weights[0] / (weights[0] + weights[1])).epsilon(0.02));
}
