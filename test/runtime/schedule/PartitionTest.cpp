#include "schedule/Partition.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

// Chunks side by side from 0 to the end, none empty, all but the last end at a multiple of `unit`.
void requireTiling(const std::vector<Chunk>& chunks, Index begin, Index end, Index unit) {
  for (const Chunk& chunk : chunks) {
    REQUIRE(chunk.begin == begin);
    REQUIRE(chunk.size() > 0);
    REQUIRE((chunk.end == end || chunk.end % unit == 0));
    begin = chunk.end;
  }
  REQUIRE(begin == end);
}

std::vector<Chunk> chunksOf(const std::vector<Share>& shares) {
  std::vector<Chunk> chunks;
  for (const Share& share : shares) chunks.push_back(share.chunk);
  return chunks;
}

}  // namespace

TEST_CASE("every iteration is in exactly one share") {
  std::mt19937 random(7);
  const auto between = [&](Index low, Index high) { return std::uniform_int_distribution<Index>(low, high)(random); };
  for (int i = 0; i < 3000; ++i) {
    const Index iterations = between(1, 5000), unit = Index{1} << between(0, 8);
    std::vector<double> weights(static_cast<std::size_t>(between(1, 9)));
    for (double& weight : weights) weight = static_cast<double>(between(1, 40)) / 8;
    requireTiling(chunksOf(divide(iterations, unit, weights)), 0, iterations, unit);
    requireTiling(chunksOf(divideGuided(iterations, unit, weights, static_cast<int>(between(1, 4)))), 0, iterations,
                  unit);
  }
}

TEST_CASE("shares are even for even weights, and follow the weights otherwise") {
  for (const Share& share : divide(100, 1, {1, 1, 1})) CHECK((share.chunk.size() == 33 || share.chunk.size() == 34));
  const auto shares = divide(1000, 1, {3, 1});
  CHECK(shares[0].chunk.size() == 750);
}

TEST_CASE("guided shares end together on devices of any speed, without thousands of them") {
  const auto check = [](const std::vector<double>& speeds, const std::vector<double>& believed, double worst) {
    constexpr Index iterations = 100000;
    constexpr int jobs = 2;
    const auto shares = divideGuided(iterations, 1, believed, jobs);
    CHECK(shares.size() < 100 * speeds.size());
    CHECK(shares.front().chunk.size() > 4 * shares.back().chunk.size());
    // As the executor does it: each device has `jobs` chunks, and takes another when one is done.
    std::vector<double> until(speeds.size(), 0.0);
    std::vector<std::vector<double>> slots(speeds.size(), std::vector<double>(jobs, 0.0));
    for (const Share& share : shares) {
      std::size_t device = 0;
      for (std::size_t d = 1; d < speeds.size(); ++d)
        if (*std::min_element(slots[d].begin(), slots[d].end()) <
            *std::min_element(slots[device].begin(), slots[device].end()))
          device = d;
      until[device] += static_cast<double>(share.chunk.size()) / speeds[device];
      *std::min_element(slots[device].begin(), slots[device].end()) = until[device];
    }
    const double ideal = iterations / std::accumulate(speeds.begin(), speeds.end(), 0.0);
    CHECK(*std::max_element(until.begin(), until.end()) <= worst * ideal);
  };
  check({1, 1}, {1, 1}, 1.05);
  check({1, 0.5}, {1, 0.5}, 1.1);
  check({1, 0.5}, {1, 1}, 1.1);  // nobody knows
  check({1, 1, 1, 1, 0.25}, {1, 1, 1, 1, 0.25}, 1.15);
  check({1, 1, 1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 1, 1}, 1.05);
}

TEST_CASE("fewer iterations than devices are one each") {
  const auto shares = divide(3, 1, {1, 1, 1, 1, 1, 1, 1, 1});
  REQUIRE(shares.size() == 3);
  for (const Share& share : shares) CHECK(share.chunk.size() == 1);
}
