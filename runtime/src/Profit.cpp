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
  return threads > 1 ? serial / threads + cpuThreadsSeconds : serial;
}

double secondsOnDevices(const Work& work, const std::vector<DeviceProperties>& devices, int count) {
  double launches = 0, links = 0, rate = 0;
  for (int d = 0; d < count; ++d) {
    const DeviceProperties& device = devices[static_cast<std::size_t>(d)];
    launches += device.launchSeconds;
    links += device.transferBytesPerSecond;
    rate += device.operationsPerSecond;
  }
  return launches + work.bytes / links + work.operations / rate;
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
