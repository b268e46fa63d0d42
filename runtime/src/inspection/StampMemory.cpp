#include "inspection/StampMemory.h"

#include <algorithm>
#include <limits>

namespace clustrix::runtime {

Stamps StampMemory::take(Index from, Index to, Index iterations) {
  const auto wanted = static_cast<std::size_t>(to - from + 1);
  const auto used = static_cast<std::uint32_t>(iterations);
  if (wanted > size_ || used > std::numeric_limits<std::uint32_t>::max() - last_) {
    const std::size_t size = std::max(wanted, size_);
    size_ = 0;
    stamps_.reset();
    stamps_.reset(new std::atomic<std::uint32_t>[size]());
    size_ = size;
    last_ = 0;
  }
  const Stamps result{stamps_.get(), from, to, last_};
  last_ += used;
  return result;
}

void StampMemory::trim() {
  if (size_ <= mostKept) return;
  stamps_.reset();
  size_ = 0;
}

}  // namespace clustrix::runtime
