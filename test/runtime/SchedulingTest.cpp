// Schedules as loops meet them: iterations counted on virtual devices of different speed. An iteration sleeps, so that
// what else the machine does changes little.
#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <numeric>
#include <thread>

#include "Harness.h"

using namespace clustrix;
using namespace clustrix::runtime;
using clustrix::test::settingsOf;
using clustrix::test::Wish;

namespace {

constexpr Site site{"slow", "slow.cpp", 1, 1};

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
    Loop loop(site, static_cast<Index>(a.size()));
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

const std::vector<int> even(240, 100);

}  // namespace

TEST_CASE("weighted shares come to what devices were measured at, whatever their speed is said to be") {
  Run run("virtual:2", Schedule::Weighted);
  // The second half takes three times as long: by time, three quarters of the iterations are half of the loop's work.
  std::vector<int> skewed(240, 50);
  std::fill(skewed.begin() + 120, skewed.end(), 150);
  CHECK(part(run.launch(skewed), 0) == Approx(0.5));
  for (int i = 0; i < 5; ++i) run.launch(skewed);
  CHECK(part(run.launch(skewed), 0) == Approx(2.0 / 3).epsilon(0.1));
}

TEST_CASE("weighted and dynamic shares are within a tenth of the ideal on devices of different speed") {
  Run weighted("virtual:1@1.0,1@0.5", Schedule::Weighted);
  for (int i = 0; i < 3; ++i) weighted.launch(even);
  CHECK(part(weighted.launch(even), 0) == Approx(2.0 / 3).epsilon(0.1));
  Run dynamic("virtual:1@1.0,1@0.5", Schedule::Dynamic);
  CHECK(part(dynamic.launch(even), 0) == Approx(2.0 / 3).epsilon(0.1));
}

TEST_CASE("dynamic shares even out iterations of different length") {
  Run run("virtual:2", Schedule::Dynamic);
  std::vector<int> growing(240);
  std::iota(growing.begin(), growing.end(), 0);
  const std::vector<Index> iterations = run.launch(growing);
  CHECK(iterations[0] > 80);
  CHECK(iterations[1] > 80);
}

TEST_CASE("what one run has learned is what the next one begins with") {
  std::string folder = (std::filesystem::temp_directory_path() / "clustrix-XXXXXX").string();
  REQUIRE(mkdtemp(folder.data()) != nullptr);
  std::vector<int> skewed(240, 50);
  std::fill(skewed.begin() + 120, skewed.end(), 150);
  {
    Run first("virtual:2", Schedule::Weighted, folder);
    for (int i = 0; i < 5; ++i) first.launch(skewed);
    CHECK(first.context->learned.save().empty());
  }
  Run second("virtual:2", Schedule::Weighted, folder);
  CHECK(part(second.launch(skewed), 0) == Approx(2.0 / 3).epsilon(0.15));
  std::filesystem::remove_all(folder);
}
