#include "audit/Progress.h"

#include <catch2/catch.hpp>

#include <vector>

namespace clustrix::audit {
namespace {

double seconds = 0;
int looks = 0;
double clock() {
  ++looks;
  return seconds;
}

/// When it is due, where each iteration takes so long.
std::vector<std::uint64_t> due(double each, int iterations) {
  seconds = 100;
  looks = 0;
  Progress progress(clock);
  std::vector<std::uint64_t> all;
  for (int i = 0; i < iterations; ++i) {
    seconds += each;
    if (progress.isDue()) all.push_back(progress.seconds());
  }
  return all;
}

TEST_CASE("a short run is told nothing, and a long one each ten seconds") {
  CHECK(due(0.5, 19).empty());
  CHECK(due(0.5, 65) == std::vector<std::uint64_t>{10, 20, 30});
  CHECK(due(25, 2) == std::vector<std::uint64_t>{25, 50});
}

TEST_CASE("quick iterations hardly look at the clock, and slow ones each time") {
  const std::vector<std::uint64_t> quick = due(1e-6, 25000000);
  CHECK(quick == std::vector<std::uint64_t>{10, 20});
  CHECK(looks < 100000);
  CHECK(due(0.2, 10).empty());
  CHECK(looks == 11);
}

TEST_CASE("slow iterations behind quick ones are told as soon") {
  seconds = 0;
  Progress progress(clock);
  bool isTold = false;
  for (int i = 0; i < 100000; ++i) {
    seconds += 1e-7;
    isTold = isTold || progress.isDue();
  }
  CHECK_FALSE(isTold);
  for (bool isDue = false; !isDue && seconds < 1000; isDue = progress.isDue()) seconds += 0.01;
  CHECK(seconds < 21);
}

}  // namespace
}  // namespace clustrix::audit
