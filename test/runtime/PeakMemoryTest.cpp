// What a plan says that devices need is what they have allocated at most: streamed, resident, with results of blocks,
// with halos. The same on the CUDA double is in cuda/sweep.py --memory.
#include <catch2/catch.hpp>

#include "Counted.h"
#include "execution/DeviceLaunch.h"
#include "support/ByteSize.h"

using namespace clustrix;
using namespace clustrix::test;

namespace {

constexpr Site peakMemorySite{"peak", "peak.cpp", 4, 3};

// for (i < n) { b[i] = a[i] + a[i + halo]; sum += b[i]; }
struct Summing {
  double* b;
  const double* a;
  Index halo;
  struct Partial {
    double sum;
  };
  static constexpr Order order = Order::Interleaved;
  static Partial identity() { return {-0.0}; }
  static void combine(Partial& left, const Partial& right) { left.sum += right.sum; }
  void operator()(Index k, Partial& partial) const {
    b[k] = a[k] + a[k + halo];
    partial.sum += b[k];
  }
};

double run(std::vector<double>& b, const std::vector<double>& a, Index halo, const Residency* residency) {
  const Index n = static_cast<Index>(b.size()) - halo;
  return onLoop(peakMemorySite, n, residency, [&](Loop& loop) {
    const auto b_ = loop.array("b", b.data(), b.size());
    const auto a_ = loop.array("a", a.data(), a.size());
    loop.disjoint(b_, a_);
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.writes(b_).box(chunk.begin, {1, chunk.size()});
      touched.reads(a_).box(chunk.begin, {1, chunk.size() + halo});
    };
    const auto kernel = [&](const Memory& at) { return Summing{at(b_), at(a_), halo}; };
    Summing::Partial total{};
    REQUIRE(loop.run(footprint, kernel, total));
    return total.sum;
  });
}

Wish wished(const Options& options = {}) {
  Wish wish;
  wish.options = options;
  wish.plan = true;
  return wish;
}

// The largest of what the plans have said of a device, and what it had allocated at most.
void compare(const Counted& on, const runtime::DeviceProperties& device, int number) {
  const std::size_t peak = device.memory - on.recording->least.at(number);
  const std::string said = " of memory on device " + std::to_string(number) + " (" + device.name + ")";
  std::size_t most = 0;
  std::string text;
  for (const std::string& line : on.harness->lines())
    for (std::size_t at = line.find("at most "); at != std::string::npos; at = line.find("at most ", at + 1)) {
      const std::size_t end = line.find(said, at);
      const std::size_t newline = line.find('\n', at);
      if (end == std::string::npos || end > newline) continue;
      const std::string size = line.substr(at + 8, end - at - 8);
      const std::size_t bytes = runtime::parseByteSize(size).value();
      if (bytes >= most) text = size;
      most = std::max(most, bytes);
    }
  INFO(device.name);
  CHECK(text == runtime::printByteSize(peak));
}

void compareAll(Counted& on) {
  runtime::Backend& backend = *on.context().devices().backend;
  for (int d = 0; d < backend.deviceCount(); ++d) compare(on, backend.properties(static_cast<runtime::DeviceId>(d)), d);
}

}  // namespace

TEST_CASE("a launch allocates what its plan says, with halos and results of blocks") {
  for (const char* devices : {"virtual:1", "virtual:3", "virtual:2@0.5"})
    for (const Index halo : {0, 1, 37}) {
      INFO(devices << ", halo " << halo);
      Counted on(devices, wished());
      const std::vector<double> a(5003, 0.25);
      std::vector<double> b(5003);
      CHECK(run(b, a, halo, nullptr) == 0.5 * static_cast<double>(5003 - halo));
      compareAll(on);
    }
}

TEST_CASE("batches that stream through a device allocate what the plan says, and never more than there is") {
  for (const int jobs : {1, 2, 3})
    for (const char* devices : {"virtual:1x24KB", "virtual:2x16KB"}) {
      INFO(devices << ", jobs " << jobs);
      Counted on(devices, wished(Options{}.maxGpuParallelJobs(jobs)));
      const std::vector<double> a(20000, 0.25);
      std::vector<double> b(20000);
      CHECK(run(b, a, 1, nullptr) == 0.5 * 19999);
      CHECK(on.harness->count("smaller batches") == 1);
      CHECK(on.harness->count("an allocation failed") == 0);
      compareAll(on);
    }
}

TEST_CASE("arrays that stay are counted with those of other loops, and when they grow") {
  for (const char* devices : {"virtual:1", "virtual:3"}) {
    INFO(devices);
    Counted on(devices, wished());
    const std::vector<double> a(4000, 0.25), c(1000, 1.0);
    std::vector<double> b(4000), d(1000);
    Residency residency;
    CHECK(run(d, c, 0, &residency) == 2000);
    CHECK(run(b, a, 3, &residency) == 0.5 * 3997);
    CHECK(run(b, a, 700, &residency) == 0.5 * 3300);  // a's images grow
    CHECK(run(b, a, 3, &residency) == 0.5 * 3997);
    compareAll(on);
  }
}

TEST_CASE("no two chunks are on their way that a budget has no room for") {
  // An iteration needs 3 KB and its results: two of them are more than 6 KB.
  Counted on("virtual:1", wished(Options{}.memory(6500)));
  std::vector<double> b(2 * 200 + 1);
  const std::vector<double> a(b.size(), 1.0);
  static_cast<void>(run(b, a, 200, nullptr));
  const runtime::DeviceProperties& device = on.context().devices().backend->properties(runtime::DeviceId{0});
  CHECK(device.memory - on.recording->least.at(0) <= 6500);
  compareAll(on);
}

TEST_CASE("a device admits a chunk where jobs, room and budget allow for it, and one alone always") {
  using namespace clustrix::runtime;
  ChunkSchedule chunk;
  chunk.deviceBytes = 100;
  chunk.hostBytes = 50;
  InFlight inFlight;
  CHECK(inFlight.admits({DeviceId{0}, 1, 1, 1}, chunk));
  inFlight.add(chunk);
  CHECK_FALSE(inFlight.admits({DeviceId{0}, 1, 0, 0}, chunk));
  CHECK(inFlight.admits({DeviceId{0}, 2, 0, 0}, chunk));
  CHECK_FALSE(inFlight.admits({DeviceId{0}, 2, 199, 0}, chunk));
  CHECK(inFlight.admits({DeviceId{0}, 2, 200, 0}, chunk));
  CHECK_FALSE(inFlight.admits({DeviceId{0}, 2, 0, 299}, chunk));
  CHECK(inFlight.admits({DeviceId{0}, 2, 0, 300}, chunk));
  inFlight.remove(chunk);
  CHECK(inFlight.deviceBytes() == 0);
}
