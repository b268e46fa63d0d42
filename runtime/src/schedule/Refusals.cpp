#include "schedule/Refusals.h"

#include <algorithm>

namespace clustrix::runtime {
namespace {

constexpr int patience = 8;      // refusals that are nothing to go by
constexpr int mostUnasked = 8;   // as a power of two
constexpr double cheap = 0.003;  // of the loop's time

}  // namespace

void Refusals::failed(const Site& site, double asking, double serial) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (asking < cheap * serial) {
    histories_.erase(&site);
    return;
  }
  History& history = histories_[&site];
  if (++history.inARow < patience) return;
  history.inARow = std::min(history.inARow, patience + mostUnasked);
  history.unasked = 1 << (history.inARow - patience);
}

void Refusals::held(const Site& site) {
  const std::lock_guard<std::mutex> lock(mutex_);
  histories_.erase(&site);
}

bool Refusals::skips(const Site& site) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = histories_.find(&site);
  if (found == histories_.end() || found->second.unasked == 0) return false;
  --found->second.unasked;
  return true;
}

}  // namespace clustrix::runtime
