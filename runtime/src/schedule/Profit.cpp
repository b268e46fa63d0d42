#include "schedule/Profit.h"

#include <algorithm>
#include <cstdio>

#include "schedule/CostCorrection.h"

namespace clustrix::runtime {
namespace {

std::string milliseconds(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g ms", seconds * 1e3);
  return text;
}

double factorOf(const CostCorrection* correction, Part part) {
  return correction == nullptr ? 1 : correction->factor(part);
}

double transferSeconds(const Work& work, const std::vector<DeviceProperties>& devices, int count,
                       const CostCorrection* correction) {
  return partsOnDevices(work, devices, count).transfers * factorOf(correction, Part::Transfers);
}

// On the CPU, with what has to come home before.
double cpuSeconds(const Work& work, const std::vector<DeviceProperties>& devices, int threads,
                  const CostCorrection* correction) {
  const double seconds =
      secondsOnCpu(work, onCpu(work, threads, correction) == Place::Threads ? threads : 1, correction);
  if (work.home <= 0 || devices.empty()) return seconds;
  return seconds + devices[0].launchSeconds + work.home / devices[0].transferBytesPerSecond;
}

// A loop stays where it was for a while: what was measured there has noise.
double biasAgainstDevices(const CostCorrection* correction) {
  const Place* const last = correction == nullptr ? nullptr : correction->last();
  if (last == nullptr) return 1;
  return *last == Place::Devices ? 1 / CostCorrection::hysteresis : CostCorrection::hysteresis;
}

/// Some devices, one after another.
class Together {
 public:
  void add(const DeviceProperties& device) {
    launches_ += device.launchSeconds;
    rate_ += device.operationsPerSecond;
    if (device.isFar) {
      network_ = std::max(network_, device.transferBytesPerSecond);
      farRate_ += device.operationsPerSecond;
      machines_ += device.machine != machine_ ? 1 : 0;
      machine_ = device.machine;
    } else {
      links_ += device.transferBytesPerSecond;
    }
  }
  DeviceSeconds seconds(const Work& work) const {
    DeviceSeconds seconds;
    const double far = rate_ > 0 ? farRate_ / rate_ : 0;
    seconds.launches = launches_ + overNetwork(work.exchanged * machines_);
    seconds.transfers = std::max(links_ > 0 ? (work.bytes * (1 - far) + work.common) / links_ : 0,
                                 overNetwork(work.bytes * far + work.common * machines_));
    seconds.compute =
        work.operations / (work.lanes > 0 ? std::min(rate_, work.lanes / deviceSecondsPerOperation) : rate_);
    return seconds;
  }

 private:
  double overNetwork(double bytes) const { return network_ > 0 ? bytes / network_ : 0; }

  double launches_ = 0, links_ = 0, network_ = 0, rate_ = 0, farRate_ = 0;
  int machines_ = 0, machine_ = 0;  // other ones, and the last of them; this program's is 0
};

double corrected(const Work& work, const DeviceSeconds& parts, bool transfers, const CostCorrection* correction) {
  return parts.launches * factorOf(correction, Part::Launches) +
         (transfers ? parts.transfers * factorOf(correction, Part::Transfers) : 0) +
         parts.compute * factorOf(correction, Part::Compute) + work.extra * cpuSecondsPerOperation;
}

// Of `first` to `last` devices, those that are quickest, with or without their transfers.
int quickest(const Work& work, const std::vector<DeviceProperties>& devices, int first, int last, bool transfers,
             const CostCorrection* correction) {
  Together together;
  int best = 0;
  double least = 0;
  for (int count = 1; count <= last; ++count) {
    together.add(devices[static_cast<std::size_t>(count - 1)]);
    if (count < first) continue;
    const double seconds = corrected(work, together.seconds(work), transfers, correction);
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

DeviceSeconds partsOnDevices(const Work& work, const std::vector<DeviceProperties>& devices, int count) {
  Together together;
  for (int d = 0; d < count; ++d) together.add(devices[static_cast<std::size_t>(d)]);
  return together.seconds(work);
}

double fixedSecondsOnCpu(const Work& work, int threads) {
  return threads <= 1 ? 0 : work.extra * cpuSecondsPerOperation + cpuThreadsSeconds;
}

double secondsOnCpu(const Work& work, int threads, const CostCorrection* correction) {
  const double serial = work.operations * cpuSecondsPerOperation;
  if (threads <= 1) return serial * factorOf(correction, Part::Serial);
  const double lanes = work.lanes > 0 ? std::min<double>(work.lanes, threads) : threads;
  return serial / lanes * factorOf(correction, Part::Threads) + fixedSecondsOnCpu(work, threads);
}

double secondsOnDevices(const Work& work, const std::vector<DeviceProperties>& devices, int count,
                        const CostCorrection* correction) {
  return corrected(work, partsOnDevices(work, devices, count), true, correction);
}

Place onCpu(const Work& work, int threads, const CostCorrection* correction) {
  if (threads <= 1) return Place::Original;
  const Place* const last = correction == nullptr ? nullptr : correction->last();
  const double bias = last == nullptr            ? 1
                      : *last == Place::Threads  ? 1 / CostCorrection::hysteresis
                      : *last == Place::Original ? CostCorrection::hysteresis
                                                 : 1;
  return secondsOnCpu(work, threads, correction) * bias < secondsOnCpu(work, 1, correction) ? Place::Threads
                                                                                            : Place::Original;
}

Choice choose(const Work& work, const std::vector<DeviceProperties>& devices, int threads, const Standing* standing,
              const CostCorrection* correction) {
  const double cpu = cpuSeconds(work, devices, threads, correction);
  Choice choice{onCpu(work, threads, correction), 0, "no devices", 0};
  if (devices.empty()) return choice;
  const int all = static_cast<int>(devices.size());
  const int settled = standing == nullptr ? 0 : std::min(standing->devices, all);
  const int first = settled > 0 ? settled : 1, last = settled > 0 ? settled : all;
  const int now = quickest(work, devices, first, last, true, correction);
  const double seconds = secondsOnDevices(work, devices, now, correction);
  if (seconds * biasAgainstDevices(correction) < cpu) return {Place::Devices, now, "", 0};
  if (standing != nullptr) {
    const int later = quickest(work, devices, first, last, false, correction);
    const double transfers = transferSeconds(work, devices, later, correction);
    choice.saved = std::max(0.0, cpu - (secondsOnDevices(work, devices, later, correction) - transfers));
    if (choice.saved > 0 && standing->regret + choice.saved >= transfers) return {Place::Devices, later, "", 0};
  }
  choice.why =
      "about " + milliseconds(seconds) + " on " + std::to_string(now) + " GPUs, " + milliseconds(cpu) + " on the CPU";
  return choice;
}

Choice chooseLearned(const Work& work, const std::vector<DeviceProperties>& devices, int threads,
                     const Standing* standing, const CostCorrection& correction) {
  Choice choice = choose(work, devices, threads, standing, &correction);
  if (devices.empty() || !correction.isKnown()) return choice;
  // Where there is little to lose there is little to gain: not more often than each so many launches.
  const double cpu = cpuSeconds(work, devices, threads, &correction);
  if (choice.place == Place::Devices) {
    // What comes home goes back afterwards.
    const double back = work.home / devices[0].transferBytesPerSecond;
    const double here = secondsOnDevices(work, devices, choice.devices, &correction);
    if (correction.mayTryCpu(std::max(here, cpu + back - here)))
      choice = {onCpu(work, threads, &correction), 0, "a trial on the CPU", 0, true};
  } else {
    const int count = quickest(work, devices, 1, static_cast<int>(devices.size()), true, &correction);
    const double there = secondsOnDevices(work, devices, count, &correction);
    if (correction.mayTryDevices(std::max(cpu, there - cpu))) choice = {Place::Devices, count, "", 0, true};
  }
  return choice;
}

}  // namespace clustrix::runtime
