#include "schedule/WithinMemory.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace clustrix::runtime {
namespace {

constexpr double margin = 0.98;     // shares that begin elsewhere need a little more
constexpr double mostSlower = 1.5;  // how much longer than with unlimited memory is still better than batches

// Of what a chunk needs, the part that `room` is short of: over 1 it does not fit.
double filled(const ChunkSchedule& chunk, const Room& room) {
  const double device =
      static_cast<double>(chunk.deviceBytes) / static_cast<double>(std::max<std::size_t>(room.bytes, 1));
  if (room.budget == 0) return device;
  return std::max(device, static_cast<double>(chunk.deviceBytes + chunk.hostBytes) / static_cast<double>(room.budget));
}

// Iterations that fit, by a straight line through what the share and its half need; negative: not known.
double mostIterations(const Share& share, Index unit, const Room& room, const ChunkPlanner& planner) {
  const auto whole = planner(share.chunk);
  if (!whole) return -1;
  const double full = filled(*whole, room);
  if (full <= 1) return std::numeric_limits<double>::infinity();
  const Chunk first = split(share.chunk, unit, 2).front();
  const auto half = planner(first);
  if (!half) return -1;
  if (first.size() == share.chunk.size()) return 0;
  const double each = (full - filled(*half, room)) / static_cast<double>(share.chunk.size() - first.size());
  const double always = full - each * static_cast<double>(share.chunk.size());
  return each > 0 ? std::max(0.0, margin * (1 - always) / each) : 0;
}

// What each of them gets, when those that are full leave the rest to the others.
std::vector<double> levelled(double iterations, const std::vector<double>& weights, const std::vector<double>& most) {
  std::vector<double> due(weights.size(), -1);
  for (bool again = true; again;) {
    again = false;
    double left = iterations, open = 0;
    for (std::size_t d = 0; d < due.size(); ++d) {
      if (due[d] >= 0)
        left -= due[d];
      else
        open += weights[d];
    }
    for (std::size_t d = 0; d < due.size(); ++d)
      if (due[d] < 0 && left * weights[d] / open > most[d]) {
        due[d] = most[d];
        again = true;
      }
    if (again) continue;
    for (std::size_t d = 0; d < due.size(); ++d)
      if (due[d] < 0) due[d] = left * weights[d] / open;
  }
  return due;
}

}  // namespace

std::vector<double> withinMemory(Index iterations, Index unit, const std::vector<double>& weights,
                                 const std::vector<Room>& rooms, const ChunkPlanner& planner) {
  std::vector<double> most(weights.size(), std::numeric_limits<double>::infinity());
  bool all = true;
  for (const Share& share : divide(iterations, unit, weights)) {
    const std::size_t device = static_cast<std::size_t>(share.device);
    most[device] = mostIterations(share, unit, rooms[device], planner);
    if (most[device] < 0) return weights;
    all = all && most[device] > static_cast<double>(share.chunk.size());
  }
  if (all) return weights;
  // A device with room for its due may not have room for more.
  for (std::size_t d = 0; d < most.size(); ++d)
    if (most[d] == std::numeric_limits<double>::infinity())
      most[d] = mostIterations({static_cast<int>(d), {0, iterations}}, unit, rooms[d], planner);
  const double total = std::accumulate(most.begin(), most.end(), 0.0);
  if (*std::min_element(most.begin(), most.end()) < 0 || total < static_cast<double>(iterations)) return weights;
  const std::vector<double> due = levelled(static_cast<double>(iterations), weights, most);
  const double unlimited = static_cast<double>(iterations) / std::accumulate(weights.begin(), weights.end(), 0.0);
  for (std::size_t d = 0; d < due.size(); ++d)
    if (due[d] / weights[d] > mostSlower * unlimited) return weights;
  return due;
}

}  // namespace clustrix::runtime
