#include "schedule/NestChoice.h"

#include <algorithm>
#include <cmath>

#include "devices/Backend.h"

namespace clustrix::runtime {
namespace {

constexpr double clearly = 1.5;       // times quicker: estimates are rough
constexpr double noSlower = 1.1;      // times as slow, at most
constexpr double mostEstimate = 1e4;  // a factor, and its inverse: farther off it is no estimate of this nest
constexpr double mostByOneTime = 4;   // that a single time says against those before it

// How much longer than its share of the work the slowest of `workers` has, since iterations are not cut.
double unevenness(Index iterations, int workers) {
  const double each = static_cast<double>(iterations) / workers;
  return each > 0 ? std::ceil(each) / each : 1;
}

double onThreads(double operations, Index iterations, int threads) {
  const double serial = operations * cpuSecondsPerOperation;
  if (threads <= 1) return serial;
  const int workers = static_cast<int>(std::min<Index>(threads, iterations));
  return std::min(serial, serial / workers * unevenness(iterations, workers) + cpuThreadsSeconds);
}

// `launches` times `work.operations / launches`, with so many lanes, in parts of the iterations.
double onDevices(Work work, Index launches, Index iterations, double lanes,
                 const std::vector<DeviceProperties>& devices, int mostDevices) {
  work.lanes = lanes;
  const int all = static_cast<int>(std::min<Index>(mostDevices, iterations));
  double least = 0;
  for (int count = 1; count <= all; ++count) {
    const DeviceSeconds parts = partsOnDevices(work, devices, count);
    const double seconds = static_cast<double>(launches) * parts.launches + parts.transfers +
                           parts.compute * unevenness(iterations, count);
    if (least <= 0 || seconds < least) least = seconds;
  }
  return least;
}

}  // namespace

NestSeconds nestSeconds(const Work& work, const Nest& nest, const std::vector<DeviceProperties>& devices, int count,
                        int threads) {
  NestSeconds seconds;
  const double launches = static_cast<double>(nest.outer);
  seconds.outer.cpu = onThreads(work.operations, nest.outer, threads);
  seconds.inner.cpu = launches * onThreads(work.operations / launches, nest.inner, threads);
  const double inside = static_cast<double>(nest.inner);
  const double lanes = launches * (nest.threadsInside ? inside : 1);
  seconds.outer.devices = onDevices(work, 1, nest.outer, lanes, devices, count);
  seconds.inner.devices = onDevices(work, nest.outer, nest.inner, inside, devices, count);
  return seconds;
}

void NestCorrection::Factor::learn(double estimated, double seconds) {
  if (estimated <= 0 || seconds <= 0) return;
  const double seen = std::clamp(seconds / estimated, 1 / mostEstimate, mostEstimate);
  const bool believed = warm || seen <= 1;
  warm = true;
  if (!believed) return;
  value = value <= 0 ? seen : value * std::sqrt(std::clamp(seen / value, 1 / mostByOneTime, mostByOneTime));
}

void NestCorrection::ranOuter(double estimated, double seconds) { outer_.learn(estimated, seconds); }
void NestCorrection::ranInner(double estimated, double seconds) { inner_.learn(estimated, seconds); }

double NestCorrection::outer() const {
  if (outer_.value > 0) return outer_.value;
  return inner_.value > 0 ? std::min(inner_.value, 1.0) : 1;
}

double NestCorrection::inner() const { return inner_.value > 0 ? inner_.value : outer(); }

bool innerIsQuicker(const NestSeconds& now, const NestSeconds* later, const NestCorrection& correction) {
  const double outer = correction.outer(), inner = correction.inner();
  const auto isQuicker = [&](const NestSeconds& seconds) {
    return seconds.inner.best() * inner * clearly < seconds.outer.best() * outer;
  };
  if (isQuicker(now)) return true;
  return later != nullptr && isQuicker(*later) && now.inner.cpu * inner <= now.outer.best() * outer * noSlower;
}

}  // namespace clustrix::runtime
