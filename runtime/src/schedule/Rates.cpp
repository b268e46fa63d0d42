#include "schedule/Rates.h"

#include <algorithm>
#include <cmath>

namespace clustrix::runtime {
namespace {

constexpr double together = 1.05;          // devices whose times are within so much of each other ended together
constexpr double leastWeight = 1.0 / 128;  // of the largest: a device without a share is never measured again
constexpr int believed = 2;                // launches that count as they are

std::vector<DeviceTime> measured(const std::vector<DeviceTime>& launch) {
  std::vector<DeviceTime> result;
  for (const DeviceTime& time : launch)
    if (time.iterations > 0 && time.seconds > 0) result.push_back(time);
  return result;
}

bool endedTogether(const std::vector<DeviceTime>& launch) {
  const auto [least, most] = std::minmax_element(
      launch.begin(), launch.end(), [](const DeviceTime& a, const DeviceTime& b) { return a.seconds < b.seconds; });
  return most->seconds <= together * least->seconds;
}

}  // namespace

Rates::Rates(std::vector<double> weights) : weights_(std::move(weights)), launches_(believed) {}

double& Rates::weight(int device) {
  const std::size_t position = static_cast<std::size_t>(device);
  if (weights_.size() <= position) weights_.resize(position + 1, 0.0);
  return weights_[position];
}

void Rates::learn(const std::vector<DeviceTime>& launch) {
  const std::vector<DeviceTime> times = measured(launch);
  if (times.size() < 2) return;  // nothing to compare with
  // In the unit of the weights that are there: both add up to the same over the devices that have one.
  double before = 0, now = 0;
  bool fresh = false;
  for (const DeviceTime& time : times) {
    const double old = weight(time.device);
    fresh = fresh || old <= 0;
    before += old;
    if (old > 0) now += time.iterations / time.seconds;
  }
  const int launches = launches_++;
  if (!fresh && endedTogether(times)) return;
  if (now <= 0)
    for (const DeviceTime& time : times) now += time.iterations / time.seconds;
  const double unit = (before > 0 ? before : static_cast<double>(times.size())) / now;
  for (const DeviceTime& time : times) {
    double& old = weight(time.device);
    const double rate = time.iterations / time.seconds * unit;
    old = old <= 0 || launches < believed ? rate : old * std::sqrt(std::clamp(rate / old, 0.5, 2.0));
  }
  const double floor = *std::max_element(weights_.begin(), weights_.end()) * leastWeight;
  for (double& weight : weights_)
    if (weight > 0) weight = std::max(weight, floor);
}

std::vector<double> Rates::weights(const std::vector<int>& devices) const {
  std::vector<double> result;
  for (const int device : devices) {
    const std::size_t position = static_cast<std::size_t>(device);
    if (position >= weights_.size() || weights_[position] <= 0) return {};
    result.push_back(weights_[position]);
  }
  return result;
}

}  // namespace clustrix::runtime
