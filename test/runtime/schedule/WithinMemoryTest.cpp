#include "schedule/WithinMemory.h"

#include <catch2/catch.hpp>

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

ChunkPlanner planner(std::size_t each, std::size_t always) {
  return [=](Chunk chunk) -> std::optional<ChunkSchedule> {
    ChunkSchedule schedule;
    schedule.chunk = chunk;
    schedule.deviceBytes = always + each * static_cast<std::size_t>(chunk.size());
    schedule.hostBytes = schedule.deviceBytes;
    return schedule;
  };
}

std::vector<double> weightsWithin(const std::vector<double>& weights, const std::vector<runtime::Room>& rooms,
                                  Index unit = 1, std::size_t always = 1000) {
  return withinMemory(1000, unit, weights, rooms, planner(10, always));
}

}  // namespace

TEST_CASE("where every share fits the weights stay exactly as they are") {
  CHECK(weightsWithin({2, 1}, {{8000, 2, 0}, {5000, 2, 0}}) == std::vector<double>{2, 1});
}

TEST_CASE("what does not fit one device goes to those with room, and then every share fits in one piece") {
  for (const std::size_t small : {4000, 4500, 5000, 5900}) {
    const std::vector<runtime::Room> rooms{{small, 2, 0}, {100000, 2, 0}, {100000, 2, 0}};
    for (const Index unit : {1, 4}) {
      const std::vector<double> weights = weightsWithin({2, 1, 1}, rooms, unit);
      CHECK(weights[0] < 2 * weights[1]);
      CHECK(weights[1] == Approx(weights[2]));
      const auto schedule = fit(divide(1000, unit, weights), unit, rooms, planner(10, 1000));
      REQUIRE(schedule);
      CHECK(schedule->batches == 1);
      CHECK(schedule->chunks.size() == 3);
      // And nothing is given away that would have fitted.
      CHECK(static_cast<double>(schedule->chunks[0].schedule.deviceBytes) > 0.85 * static_cast<double>(small));
    }
  }
}

TEST_CASE("a device that takes over is not overfilled either") {
  const std::vector<runtime::Room> rooms{{4000, 2, 0}, {4000, 2, 0}, {5500, 2, 0}};
  const auto schedule = fit(divide(1000, 1, weightsWithin({1.5, 1.2, 1.2}, rooms)), 1, rooms, planner(10, 1000));
  REQUIRE(schedule);
  CHECK(schedule->batches == 1);
}

TEST_CASE("a budget of host and device bytes limits a share as memory does") {
  const std::vector<double> weights = weightsWithin({1, 1}, {{100000, 2, 10000}, {100000, 2, 0}});
  CHECK(weights[0] / (weights[0] + weights[1]) == Approx(0.4).epsilon(0.05));
}

TEST_CASE("batches are better than a device that takes far too long, and than nothing") {
  CHECK(weightsWithin({1, 0.1}, {{4000, 2, 0}, {100000, 2, 0}}) == std::vector<double>{1, 0.1});
  CHECK(weightsWithin({1, 1}, {{3000, 2, 0}, {3000, 2, 0}}) == std::vector<double>{1, 1});
  CHECK(weightsWithin({1, 1}, {{500, 2, 0}, {100000, 2, 0}}) == std::vector<double>{1, 1});
}

TEST_CASE("a chunk whose footprint is not known leaves the weights alone") {
  const ChunkPlanner unknown = [](Chunk) -> std::optional<ChunkSchedule> { return std::nullopt; };
  CHECK(withinMemory(10, 1, {1, 1}, {{1, 1, 0}, {1, 1, 0}}, unknown) == std::vector<double>{1, 1});
}
