// Chunks on their way at the same time: what is begun before what has ended. Virtual devices carry out one operation
// after another; what matters is the order in which they are given, and that nobody waits in between.
#include <algorithm>
#include <catch2/catch.hpp>

#include "Counted.h"

using namespace clustrix;
using namespace clustrix::test;

namespace {

constexpr Site streamingSite{"stream", "stream.cpp", 2, 3};

// for (i < n) b[i] = a[i] + 1;
struct Next {
  int* b;
  const int* a;
  void operator()(Index k) const { b[k] = a[k] + 1; }
};
void next(std::vector<int>& b, const std::vector<int>& a) {
  Loop loop(streamingSite, static_cast<Index>(b.size()));
  const auto b_ = loop.array("b", b.data(), b.size());
  const auto a_ = loop.array("a", a.data(), a.size());
  loop.disjoint(b_, a_);
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.writes(b_).box(chunk.begin, {1, chunk.size()});
    touched.reads(a_).box(chunk.begin, {1, chunk.size()});
  };
  const auto kernel = [&](const Memory& at) { return Next{at(b_), at(a_)}; };
  REQUIRE(loop.run(footprint, kernel));
}

// for (i < n) b[i] = i;
struct Counting {
  int* b;
  void operator()(Index k) const { b[k] = static_cast<int>(k); }
};
void count(std::vector<int>& b) {
  Loop loop(streamingSite, static_cast<Index>(b.size()));
  const auto b_ = loop.array("b", b.data(), b.size());
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.writes(b_).box(chunk.begin, {1, chunk.size()});
  };
  const auto kernel = [&](const Memory& at) { return Counting{at(b_)}; };
  REQUIRE(loop.run(footprint, kernel));
}

// Positions of a call in the recording.
std::vector<std::size_t> positions(const Recording& recording, const std::string& call) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < recording.calls.size(); ++i)
    if (recording.calls[i] == call) found.push_back(i);
  return found;
}

}  // namespace

TEST_CASE("the next batch is copied to the device and launched before anybody waits for the one before") {
  for (const int jobs : {2, 3}) {
    Wish wish;
    wish.options = Options{}.maxGpuParallelJobs(jobs);
    Counted on("virtual:1x32KB", wish);
    const std::vector<int> a(30000, 4);
    std::vector<int> b(30000);
    next(b, a);
    CHECK(std::count(b.begin(), b.end(), 5) == 30000);
    CHECK(on.harness->count("smaller batches") == 1);
    const std::vector<std::size_t> launches = positions(*on.recording, "launch 0"),
                                   waits = positions(*on.recording, "synchronize 0");
    const std::size_t batches = launches.size(), ahead = static_cast<std::size_t>(jobs) - 1;
    REQUIRE(batches > 2 * ahead);
    REQUIRE(waits.size() >= batches);
    // The wait for batch k comes when so many others are on their way, and not before; there are never more.
    for (std::size_t k = 0; k + ahead < batches; ++k) {
      INFO("batch " << k << " of " << batches);
      CHECK(launches[k + ahead] < waits[k]);
      if (k + ahead + 1 < batches) CHECK(waits[k] < launches[k + ahead + 1]);
    }
  }
}

TEST_CASE("spans of batches overlap in the trace, as many as there are jobs") {
  for (const int jobs : {1, 2, 3}) {
    runtime::Settings settings = settingsOf({"virtual:1x32KB", Options{}.maxGpuParallelJobs(jobs)});
    settings.traceFile = "/dev/null";
    runtime::Context context(settings, [](const std::string&) {});
    const runtime::ContextScope scope(context);
    const std::vector<int> a(30000, 4);
    std::vector<int> b(30000);
    next(b, a);
    std::vector<runtime::TraceEvent> batches;
    for (const runtime::TraceEvent& event : context.trace.events())
      if (event.name.rfind("stream [", 0) == 0) batches.push_back(event);
    REQUIRE(batches.size() > 4);
    std::sort(batches.begin(), batches.end(),
              [](const auto& left, const auto& right) { return left.begin < right.begin; });
    for (std::size_t k = 0; k < batches.size(); ++k) {
      const auto together = std::count_if(batches.begin(), batches.begin() + static_cast<std::ptrdiff_t>(k),
                                          [&](const auto& before) { return before.end > batches[k].begin; });
      INFO("jobs " << jobs << ", batch " << k);
      CHECK(together == std::min<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(k), jobs - 1));
    }
  }
}

TEST_CASE("large results do not keep other devices and batches from beginning") {
  // Results of 20 MB a device, more than a backend would take before its kernel has ended.
  Counted on("virtual:2");
  std::vector<int> b(10 << 20);
  count(b);
  for (std::size_t i = 0; i < b.size(); i += 999) REQUIRE(b[i] == static_cast<int>(i));
  const std::vector<std::size_t> first = positions(*on.recording, "copy 0");
  const std::vector<std::size_t> launches = positions(*on.recording, "launch 1");
  REQUIRE((first.size() == 1 && launches.size() == 1));
  CHECK(launches[0] < first[0]);
  // Small ones go home behind their kernel, without a word from the host.
  std::vector<int> few(1000);
  on.recording->calls.clear();
  count(few);
  CHECK(few[999] == 999);
  const std::vector<std::string>& calls = on.recording->calls;
  const auto launch = std::find(calls.begin(), calls.end(), "launch 0");
  REQUIRE(calls.end() - launch > 1);
  CHECK(*(launch + 1) == "copy 0");
}

TEST_CASE("large results that cannot be sent home are computed elsewhere") {
  Counted on("virtual:2");
  on.recording->fail = [](const std::string& call, int) {
    return call == "copy 1" ? runtime::Failure::Failed : runtime::Failure::None;
  };
  std::vector<int> b(10 << 20);
  count(b);
  for (std::size_t i = 0; i < b.size(); i += 999) REQUIRE(b[i] == static_cast<int>(i));
  CHECK(on.harness->count("attempt failed") == 2);  // there, and once more there
  CHECK(on.recording->live == 0);
}
