// Host threads that run loops at the same time: the same and different ones, of each kind, on devices and CPU threads.
// TracedThreadsTest is the same, with the runtime, under ThreadSanitizer.
#include <catch2/catch.hpp>
#include <numeric>
#include <thread>

#include "Harness.h"
#include "RecordingBackend.h"
#include "ThreadedLoops.h"

using namespace clustrix;
using clustrix::test::Harness;
using clustrix::test::Wish;

namespace {

constexpr int threadCount = 4;
constexpr int rounds = 6;
constexpr std::size_t size = 20000;

// How many of the round's loops were wrong, or stayed as written.
int wrongLoops(int thread, int round) {
  std::vector<int> a(size), b(size, -1), sums(size, -1);
  std::iota(a.begin(), a.end(), 1000 * thread + round);
  int wrong = test::neighbours(a, b) ? 0 : 1;
  for (std::size_t k = 1; k + 1 < size; ++k) wrong += b[k] == a[k - 1] + a[k + 1] ? 0 : 1;
  wrong += b.front() == -1 && b.back() == -1 ? 0 : 1;
  int sum = 0;
  wrong += test::total(a, sum) && sum == std::accumulate(a.begin(), a.end(), 0) ? 0 : 1;
  if (test::runningSums(a, sums)) {
    std::vector<int> serial(size);
    std::partial_sum(a.begin(), a.end(), serial.begin());
    wrong += sums == serial ? 0 : 1;
  } else {
    ++wrong;
  }
  const Index at = test::find(a, a[size / 2]);
  wrong += at <= static_cast<Index>(size / 2) ? 0 : 1;
  return wrong;
}

// Two steps of a stencil whose arrays stay on the devices.
int wrongSteps(int thread) {
  std::vector<int> a(size), b(size, 0);
  std::iota(a.begin(), a.end(), thread);
  const std::vector<int> before = a;
  int wrong = 0;
  {
    const Residency residency;
    wrong += test::neighbours(a, b, &residency) ? 0 : 1;
    wrong += test::neighbours(b, a, &residency) ? 0 : 1;
  }
  for (std::size_t k = 2; k + 2 < size; ++k) wrong += a[k] == before[k - 2] + 2 * before[k] + before[k + 2] ? 0 : 1;
  return wrong;
}

template <class Work>
std::vector<int> inThreads(const Work& work) {
  std::vector<int> wrong(threadCount, 0);
  std::vector<std::thread> threads;
  for (int t = 0; t < threadCount; ++t)
    threads.emplace_back([&, t] {
      for (int round = 0; round < rounds; ++round) wrong[static_cast<std::size_t>(t)] += work(t, round);
    });
  for (std::thread& thread : threads) thread.join();
  return wrong;
}

const std::vector<int> nothing(threadCount, 0);

}  // namespace

TEST_CASE("threads run the same loops, reductions, scans and searches at the same time") {
  for (const char* devices : {"cpu", "virtual:3", "virtual:2x4KB"}) {
    Harness harness({devices, {}, true, false, runtime::LogLevel::Off});
    INFO(devices);
    CHECK(inThreads(wrongLoops) == nothing);
  }
}

TEST_CASE("threads with arrays on devices run beside threads without") {
  Harness harness({"virtual:3", {}, true, false, runtime::LogLevel::Off});
  CHECK(inThreads([](int t, int round) { return t % 2 == 0 ? wrongSteps(t + round) : wrongLoops(t, round); }) ==
        nothing);
}

TEST_CASE("a program changes its options while others run loops") {
  Harness harness({"virtual:3", {}, true, false, runtime::LogLevel::Off});
  CHECK(inThreads([](int t, int round) {
          if (t > 0) return wrongLoops(t, round);
          configure(Options{}.gpus(1 + round % 3).schedule(round % 2 == 0 ? Schedule::Static : Schedule::Dynamic));
          return 0;
        }) == nothing);
}

TEST_CASE("annotated functions that call themselves in their loops run from several threads") {
  for (const char* devices : {"cpu", "virtual:2"}) {
    Harness harness({devices, {}, true, false, runtime::LogLevel::Off});
    CHECK(inThreads([](int, int) {
            std::vector<int> a(64, -1);
            test::recurse(a.data(), 64, 3);
            return a == std::vector<int>(64, 3) ? 0 : 1;
          }) == nothing);
  }
}

TEST_CASE("no chunk reads plainly where another writes, gaps included") {
  const auto recording = std::make_shared<test::Recording>();
  recording->fillGap = 64;
  Harness harness({"virtual:3", Options{}.schedule(Schedule::Dynamic), true, false, runtime::LogLevel::Off},
                  test::recordedDevices("virtual:3", recording));
  for (int round = 0; round < 6; ++round) {
    constexpr Index n = 200000;  // long enough for the devices to copy on threads of their own
    std::vector<int> a(2 * (n + 4));
    std::iota(a.begin(), a.end(), round);
    std::vector<int> serial = a;
    for (Index k = 0; k < n; ++k) test::Interleaved{serial.data()}(k);
    REQUIRE(test::interleaved(a, n));
    REQUIRE(a == serial);
  }
}
