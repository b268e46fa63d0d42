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

double transferSeconds(const Work& work, const std::vector<DeviceProperties>& devices, int count) {
  double links = 0;
  for (int d = 0; d < count; ++d) links += devices[static_cast<std::size_t>(d)].transferBytesPerSecond;
  return work.bytes / links;
}

// On the CPU, with what has to come home before.
double cpuSeconds(const Work& work, const std::vector<DeviceProperties>& devices, int threads) {
  const double seconds = std::min(secondsOnCpu(work, 1), secondsOnCpu(work, threads));
  if (work.home <= 0 || devices.empty()) return seconds;
  return seconds + devices[0].launchSeconds + work.home / devices[0].transferBytesPerSecond;
}

// Of `first` to `last` devices, those that are quickest, with or without their transfers.
int quickest(const Work& work, const std::vector<DeviceProperties>& devices, int first, int last, bool transfers) {
  int best = 0;
  double least = 0;
  for (int count = first; count <= last; ++count) {
    const double seconds =
        secondsOnDevices(work, devices, count) - (transfers ? 0 : transferSeconds(work, devices, count));
    if (best != 0 && seconds >= least) continue;
    least = seconds;
    best = count;
  }
  return best;
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
  double launches = 0, rate = 0;
  for (int d = 0; d < count; ++d) {
    const DeviceProperties& device = devices[static_cast<std::size_t>(d)];
    launches += device.launchSeconds;
    rate += device.operationsPerSecond;
  }
  if (work.lanes > 0) rate = std::min(rate, work.lanes / deviceSecondsPerOperation);
  return launches + transferSeconds(work, devices, count) + work.operations / rate +
         work.extra * cpuSecondsPerOperation;
}

Place onCpu(const Work& work, int threads) {
  return threads > 1 && secondsOnCpu(work, threads) < secondsOnCpu(work, 1) ? Place::Threads : Place::Original;
}

Choice choose(const Work& work, const std::vector<DeviceProperties>& devices, int threads, const Standing* standing) {
  const double cpu = cpuSeconds(work, devices, threads);
  Choice choice{onCpu(work, threads), 0, "no devices", 0};
  if (devices.empty()) return choice;
  const int all = static_cast<int>(devices.size());
  const int settled = standing == nullptr ? 0 : std::min(standing->devices, all);
  const int first = settled > 0 ? settled : 1, last = settled > 0 ? settled : all;
  const int now = quickest(work, devices, first, last, true);
  const double seconds = secondsOnDevices(work, devices, now);
  if (seconds < cpu) return {Place::Devices, now, "", 0};
  if (standing != nullptr) {
    const int later = quickest(work, devices, first, last, false);
    const double transfers = transferSeconds(work, devices, later);
    choice.saved = std::max(0.0, cpu - (secondsOnDevices(work, devices, later) - transfers));
    if (choice.saved > 0 && standing->regret + choice.saved >= transfers) return {Place::Devices, later, "", 0};
  }
  choice.why =
      "about " + milliseconds(seconds) + " on " + std::to_string(now) + " GPUs, " + milliseconds(cpu) + " on the CPU";
  return choice;
}

}  // namespace clustrix::runtime
