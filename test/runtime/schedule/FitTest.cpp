// What becomes of shares that fit, that fit in pieces, and that do not fit: on a device, in batches, on the host.
#include "schedule/Fit.h"

#include <algorithm>
#include <catch2/catch.hpp>

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

// Each iteration needs `each` bytes of the device, and each chunk `always` more, and as many of the host, times `host`.
ChunkPlanner planner(std::size_t each, std::size_t always, std::size_t host = 0) {
  return [=](Chunk chunk) -> std::optional<ChunkSchedule> {
    ChunkSchedule schedule;
    schedule.chunk = chunk;
    schedule.deviceBytes = always + each * static_cast<std::size_t>(chunk.size());
    schedule.hostBytes = host * schedule.deviceBytes;
    return schedule;
  };
}

// The chunks of all devices and of the host lie side by side over [0, end), at multiples of `unit`.
bool tiles(const LaunchSchedule& schedule, Index end, Index unit) {
  std::vector<Chunk> all = schedule.onHost;
  for (const Assigned& assigned : schedule.chunks) all.push_back(assigned.schedule.chunk);
  std::sort(all.begin(), all.end(), [](Chunk a, Chunk b) { return a.begin < b.begin; });
  Index until = 0;
  for (Chunk chunk : all) {
    if (chunk.begin != until || chunk.size() <= 0 || (chunk.end != end && chunk.end % unit != 0)) return false;
    until = chunk.end;
  }
  return until == end;
}

std::size_t largest(const LaunchSchedule& schedule) {
  std::size_t bytes = 0;
  for (const Assigned& assigned : schedule.chunks) bytes = std::max(bytes, assigned.schedule.deviceBytes);
  return bytes;
}

int chunksOn(const LaunchSchedule& schedule, int device) {
  return static_cast<int>(std::count_if(schedule.chunks.begin(), schedule.chunks.end(),
                                        [&](const Assigned& assigned) { return assigned.device == device; }));
}

}  // namespace

TEST_CASE("a share that fills its device to the last byte is one chunk, whatever may be in flight besides") {
  const auto schedule = fit(divide(100, 1, {1, 1}), 1, {{500, 2, 0}, {500, 8, 0}}, planner(10, 0));
  REQUIRE(schedule);
  CHECK(schedule->chunks.size() == 2);
  CHECK(schedule->batches == 1);
  const auto less = fit(divide(100, 1, {1, 1}), 1, {{500, 2, 0}, {499, 8, 0}}, planner(10, 0));
  REQUIRE(less);
  CHECK(chunksOn(*less, 0) == 1);
  CHECK(chunksOn(*less, 1) > 1);
  CHECK(less->batches == chunksOn(*less, 1));
}

TEST_CASE("a share that does not fit runs in batches of which so many fit as are in flight") {
  for (const int jobs : {1, 2, 3}) {
    const auto schedule = fit(divide(1000, 4, {1}), 4, {{1000, jobs, 0}}, planner(10, 100));
    REQUIRE(schedule);
    CHECK(largest(*schedule) <= 1000 / static_cast<std::size_t>(jobs));
    CHECK(tiles(*schedule, 1000, 4));
    CHECK(schedule->batches == static_cast<int>(schedule->chunks.size()));
    CHECK(schedule->onHost.empty());
  }
}

TEST_CASE("batches are counted by share, and the most of one share is told") {
  const auto schedule =
      fit({{0, {0, 50}}, {1, {50, 1050}}, {0, {1050, 1100}}}, 1, {{600, 1, 0}, {600, 1, 0}}, planner(10, 0));
  REQUIRE(schedule);
  CHECK(chunksOn(*schedule, 0) == 2);
  CHECK(schedule->batches == chunksOn(*schedule, 1));
  CHECK(tiles(*schedule, 1100, 1));
}

TEST_CASE("a unit that is too large for a device leaves its share to the host") {
  const auto schedule = fit(divide(1000, 1, {1, 1}), 1, {{1000, 2, 0}, {10000, 2, 0}}, planner(1, 5000));
  REQUIRE(schedule);
  REQUIRE(schedule->onHost.size() == 1);
  CHECK((schedule->onHost[0].begin == 0 && schedule->onHost[0].end == 500));
  CHECK(schedule->chunks.size() == 1);
  CHECK(schedule->chunks[0].device == 1);
}

TEST_CASE("a single unit has the device to itself where it needs more than its part of it") {
  const auto schedule = fit(divide(64, 8, {1}), 8, {{100, 2, 0}}, planner(10, 0));
  REQUIRE(schedule);
  CHECK(schedule->chunks.size() == 8);
  CHECK(schedule->onHost.empty());
  // The last unit is shorter than the others, and smaller.
  const auto rest = fit({{0, {0, 20}}}, 8, {{50, 1, 0}}, planner(10, 0));
  REQUIRE(rest);
  REQUIRE(rest->chunks.size() == 1);
  CHECK(rest->chunks[0].schedule.chunk.begin == 16);
  CHECK(tiles(*rest, 20, 8));
}

TEST_CASE("of iterations that need more than others, only those that are too large go to the host") {
  const ChunkPlanner rising = [](Chunk chunk) -> std::optional<ChunkSchedule> {
    ChunkSchedule schedule;
    schedule.chunk = chunk;
    for (Index k = chunk.begin; k < chunk.end; ++k) schedule.deviceBytes += static_cast<std::size_t>(k);
    return schedule;
  };
  for (const Index room : {80, 10}) {
    const auto schedule = fit({{0, {0, 100}}}, 1, {{static_cast<std::size_t>(room), 1, 0}}, rising);
    REQUIRE(schedule);
    CHECK(tiles(*schedule, 100, 1));
    Index onHost = 0;
    for (Chunk chunk : schedule->onHost) {
      CHECK(chunk.begin > room);
      onHost += chunk.size();
    }
    CHECK(onHost == 99 - room);
  }
}

TEST_CASE("a budget limits what chunks in flight need on host and device together, and room only the device's") {
  const auto limited = fit(divide(100, 1, {1}), 1, {{1000000, 2, 400}}, planner(10, 30, 1));
  REQUIRE(limited);
  CHECK(largest(*limited) <= 100);
  CHECK(limited->onHost.empty());
  const auto whole = fit(divide(100, 1, {1}), 1, {{1000, 1, 2000}}, planner(10, 0, 1));
  REQUIRE(whole);
  CHECK(whole->chunks.size() == 1);
  const auto one = fit(divide(100, 1, {1}), 1, {{1000, 1, 1999}}, planner(10, 0, 1));
  REQUIRE(one);
  CHECK(one->chunks.size() > 1);
}

TEST_CASE("a chunk for any device fits each of them, with the most jobs and the least budget that one has") {
  const auto fitted = [](const std::vector<runtime::Room>& rooms) {
    const auto schedule = fit({{anyDevice, {0, 64}}}, 1, rooms, planner(10, 0));
    REQUIRE(schedule);
    CHECK(chunksOn(*schedule, anyDevice) == static_cast<int>(schedule->chunks.size()));
    CHECK(tiles(*schedule, 64, 1));
    return largest(*schedule);
  };
  CHECK(fitted({{100000, 1, 0}, {640, 1, 0}}) == 640);
  CHECK(fitted({{50, 1, 0}, {100000, 1, 0}}) <= 50);
  CHECK(fitted({{100000, 1, 0}, {50, 1, 0}}) <= 50);
  CHECK(fitted({{100, 1, 0}, {100000, 5, 0}}) <= 20);
  CHECK(fitted({{100000, 1, 0}, {100000, 1, 90}}) <= 90);
  CHECK(fitted({{100000, 1, 40}, {100000, 1, 90}}) <= 40);
}

TEST_CASE("a chunk whose footprint is not known stops the launch, also where only a piece of it is asked for") {
  const ChunkPlanner never = [](Chunk) -> std::optional<ChunkSchedule> { return std::nullopt; };
  CHECK_FALSE(fit(divide(10, 1, {1}), 1, {{100, 1, 0}}, never));
  const ChunkPlanner someSizes = [](Chunk chunk) {
    return chunk.size() == 1 || chunk.size() > 30 ? planner(10, 0)(chunk) : std::optional<ChunkSchedule>();
  };
  CHECK(fit({{0, {0, 100}}}, 1, {{1000, 1, 0}}, someSizes));
  CHECK(fit({{0, {0, 100}}}, 1, {{500, 1, 0}}, someSizes));
  CHECK_FALSE(fit({{0, {0, 100}}}, 1, {{300, 1, 0}}, someSizes));
  const ChunkPlanner largeOnes = [](Chunk chunk) {
    return chunk.size() > 30 ? planner(10, 0)(chunk) : std::optional<ChunkSchedule>();
  };
  CHECK_FALSE(fit({{0, {0, 100}}}, 1, {{5, 1, 0}}, largeOnes));
}
