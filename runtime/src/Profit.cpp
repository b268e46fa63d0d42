#include "Profit.h"

#include <algorithm>
#include <cstdio>

namespace clustrix::runtime {
namespace {

std::string milliseconds(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g ms", seconds * 1e3);
  return text;
}

}  // namespace

const char* print(Place place) {
  switch (place) {
    case Place::Original:
      return "original loop";
    case Place::Threads:
      return "CPU threads";
    case Place::Devices:
      return "devices";
  }
  return "";
}

double secondsOnCpu(const Work& work, int threads) {
  const double serial = work.operations * cpuSecondsPerOperation;
  if (threads <= 1) return serial;
  const double lanes = work.lanes > 0 ? std::min<double>(work.lanes, threads) : threads;
  return serial / lanes + work.extra * cpuSecondsPerOperation + cpuThreadsSeconds;
}

double secondsOnDevices(const Work& work, const std::vector<DeviceProperties>& devices, int count) {
  double launches = 0, links = 0, rate = 0;
  for (int d = 0; d < count; ++d) {
    const DeviceProperties& device = devices[static_cast<std::size_t>(d)];
    launches += device.launchSeconds;
    links += device.transferBytesPerSecond;
    rate += device.operationsPerSecond;
  }
  if (work.lanes > 0) rate = std::min(rate, work.lanes / deviceSecondsPerOperation);
  return launches + work.bytes / links + work.operations / rate + work.extra * cpuSecondsPerOperation;
}

Place onCpu(const Work& work, int threads) {
  return threads > 1 && secondsOnCpu(work, threads) < secondsOnCpu(work, 1) ? Place::Threads : Place::Original;
}

Choice choose(const Work& work, const std::vector<DeviceProperties>& devices, int threads) {
  const double cpu = std::min(secondsOnCpu(work, 1), secondsOnCpu(work, threads));
  Choice best{onCpu(work, threads), 0, "no devices"};
  double bestSeconds = 0;
  for (int count = 1; count <= static_cast<int>(devices.size()); ++count) {
    const double seconds = secondsOnDevices(work, devices, count);
    if (best.devices != 0 && seconds >= bestSeconds) continue;
    bestSeconds = seconds;
    best.devices = count;
  }
  if (best.devices == 0) return best;
  if (bestSeconds < cpu) return {Place::Devices, best.devices, ""};
  best.why = "about " + milliseconds(bestSeconds) + " on " + std::to_string(best.devices) + " GPUs, " +
             milliseconds(cpu) + " on the CPU";
  best.devices = 0;
  return best;
}

}  // namespace clustrix::runtime
