#include "schedule/CostCorrection.h"

#include <algorithm>
#include <cmath>

namespace clustrix::runtime {
namespace {

constexpr double most = 1e4;             // a factor, and its inverse: farther off it is no estimate of this loop
constexpr double mostAtFirst = 64;       // that the first launch says of it
constexpr double mostAtOnce = 4;         // and any other that nothing else speaks for
constexpr double trialShare = 50;        // of the time between trials that one may cost
constexpr double firstShare = 2;         // the same where the CPU was never measured
constexpr double startOfDevices = 0.25;  // seconds that the first launch of a process on GPUs may take
// Seconds: what is estimated at less says what it takes to reach a loop, not what its operations take.
constexpr double leastPart = smallestLaunchSeconds / 4;

double& at(CostCorrection::Factors& factors, Part part) { return factors[static_cast<std::size_t>(part)]; }
double at(const CostCorrection::Factors& factors, Part part) { return factors[static_cast<std::size_t>(part)]; }

Part other(Part part) { return part == Part::Serial ? Part::Threads : part == Part::Threads ? Part::Serial : part; }

}  // namespace

double CostCorrection::factor(Part part) const {
  const double own = at(factors_, part);
  if (own > 0) return own;
  const double twin = at(factors_, other(part));
  return twin > 0 ? twin : 1;
}

bool CostCorrection::isKnown() const {
  return std::any_of(factors_.begin(), factors_.end(), [](double factor) { return factor > 0; });
}

void CostCorrection::learn(Part part, double estimated, double rest, double seconds) {
  if (estimated < leastPart) return;
  const double seen = (seconds - rest) / estimated;
  double& known = at(factors_, part);
  if (known <= 0) {
    known = std::clamp(seen, 1 / mostAtFirst, mostAtFirst);
    return;
  }
  // Halfway; and all the way as far as two launches in a row agree: the second is no outlier.
  const double off = std::clamp(seen, 1 / most, most) / known;
  double& before = at(off_, part);
  const double agreed = off > 1 ? std::min(off, before) : std::max(off, before);
  const bool both = off > 1 ? agreed > mostAtOnce : agreed > 0 && agreed < 1 / mostAtOnce;
  const double step = both ? agreed : std::sqrt(std::clamp(off, 1 / mostAtOnce, mostAtOnce));
  known = std::clamp(known * step, 1 / most, most);
  before = off / step;
}

void CostCorrection::ran(Place place, double seconds) {
  ran_ = true;
  last_ = place;
  sinceTrial_ += seconds;
  steady_ = 0;
}

void CostCorrection::ranOnCpu(Place place, const Work& work, int threads, double seconds) {
  if (place == Place::Original) threads = 1;
  const double fixed = fixedSecondsOnCpu(work, threads);
  learn(threads > 1 ? Part::Threads : Part::Serial, secondsOnCpu(work, threads) - fixed, fixed, seconds);
  ran(place, seconds);
}

void CostCorrection::ranOnDevices(const Work& work, const DeviceSeconds& estimated, double seconds) {
  const std::array<std::pair<Part, double>, 3> parts = {{{Part::Launches, estimated.launches},
                                                         {Part::Transfers, estimated.transfers},
                                                         {Part::Compute, estimated.compute}}};
  const double extra = work.extra * cpuSecondsPerOperation;
  double all = extra;
  auto largest = parts.front();
  for (const auto& part : parts) {
    all += part.second * factor(part.first);
    if (part.second * factor(part.first) > largest.second * factor(largest.first)) largest = part;
  }
  const bool believed = warm_ || seconds <= all;
  warm_ = true;
  if (believed) learn(largest.first, largest.second, all - largest.second * factor(largest.first), seconds);
  ran(Place::Devices, seconds);
}

void CostCorrection::ranAgain(const Work& work, double seconds) {
  const double now = seconds / std::max(work.operations, 1.0);
  const double steady = steady_ <= 0 ? now : steady_ * std::sqrt(std::clamp(now / steady_, 1 / mostAtOnce, mostAtOnce));
  ran(Place::Devices, seconds);
  steady_ = steady;
}

bool CostCorrection::doubtsSteady(const Work& work, int threads, double moving) const {
  if (steady_ <= 0) return false;
  const double cpu = std::min(secondsOnCpu(work, 1, this), secondsOnCpu(work, threads, this)) + moving;
  const double devices = steady_ * work.operations;
  return devices > hysteresis * cpu || mayTryCpu(std::max(devices, cpu + moving - devices));
}

bool CostCorrection::mayTryCpu(double loss) const {
  const bool measured = at(factors_, Part::Serial) > 0 || at(factors_, Part::Threads) > 0;
  return sinceTrial_ >= (measured ? trialShare : firstShare) * loss;
}

bool CostCorrection::mayTryDevices(double loss) const {
  return sinceTrial_ >= trialShare * (loss + (warm_ ? 0 : startOfDevices));
}

void CostCorrection::recall(const Factors& factors) {
  factors_ = factors;
  // Halfway, since another run may have had another machine for itself: what is not seen again fades.
  for (double& factor : factors_)
    if (factor > 0) factor = std::sqrt(std::clamp(factor, 1 / most, most));
  warm_ =
      warm_ || at(factors_, Part::Launches) > 0 || at(factors_, Part::Transfers) > 0 || at(factors_, Part::Compute) > 0;
}

}  // namespace clustrix::runtime
