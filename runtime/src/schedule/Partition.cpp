#include "schedule/Partition.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "schedule/Schedule.h"

namespace clustrix::runtime {
namespace {

Index unitsOf(Index iterations, Index unit) { return iterations / unit + (iterations % unit != 0 ? 1 : 0); }

}  // namespace

std::vector<Share> divide(Index iterations, Index unit, const std::vector<double>& weights) {
  const Index units = unitsOf(iterations, unit);
  double total = 0;
  for (double weight : weights) total += weight;
  std::vector<Share> shares;
  double passed = 0;
  Index begin = 0;
  for (std::size_t device = 0; device < weights.size(); ++device) {
    passed += weights[device];
    const bool last = device + 1 == weights.size();
    // Rounding the running sum, not each share, keeps the shares' sizes within one unit of their due.
    const Index upTo = last ? units : std::llround(static_cast<double>(units) * (passed / total));
    const Index end = std::min(iterations, std::clamp(upTo, Index{0}, units) * unit);
    if (end > begin) shares.push_back({static_cast<int>(device), {begin, end}});
    begin = std::max(begin, end);
  }
  return shares;
}

std::vector<Share> divideGuided(Index iterations, Index unit, const std::vector<double>& weights, int jobs) {
  constexpr double caution = 1.5;     // the slowest device may be slower than its weight says
  constexpr double most = 1.0 / 256;  // of what is left, at least: many slow devices must not make thousands of chunks
  constexpr Index least = 64;         // times so many chunks a device would be as small as the smallest
  const double slowest = *std::min_element(weights.begin(), weights.end());
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  const double part = std::max(most, slowest / total / (caution * std::max(jobs, 1)));
  const Index units = unitsOf(iterations, unit);
  const Index smallest = std::max(Index{1}, units / (least * static_cast<Index>(weights.size())));
  std::vector<Share> shares;
  for (Index done = 0; done < units;) {
    const Index left = units - done;
    const Index size = std::clamp(static_cast<Index>(static_cast<double>(left) * part), std::min(smallest, left), left);
    shares.push_back({anyDevice, {done * unit, std::min(iterations, (done + size) * unit)}});
    done += size;
  }
  return shares;
}

std::vector<Chunk> split(Chunk chunk, Index unit, Index pieces) {
  const Index units = unitsOf(chunk.size(), unit);
  pieces = std::clamp(pieces, Index{1}, std::max(units, Index{1}));
  std::vector<Chunk> parts;
  for (Index p = 0; p < pieces; ++p) {
    // The first units % pieces parts are one unit longer.
    const auto boundary = [&](Index part) { return units / pieces * part + std::min(part, units % pieces); };
    const Chunk part{chunk.begin + boundary(p) * unit, std::min(chunk.end, chunk.begin + boundary(p + 1) * unit)};
    if (part.size() > 0) parts.push_back(part);
  }
  return parts;
}

}  // namespace clustrix::runtime
