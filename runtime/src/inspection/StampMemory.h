// StampMemory: stamps for looks that come one after the other: see clustrix/Touches.h.
//
//     look of 500 iterations:   stamps   1 .. 500
//     the next one, of 300:            501 .. 800       what is not above 500 counts as none
//
// So nothing is cleared in between, and a look at a few elements takes as long as these.
#pragma once

#include <cstddef>
#include <memory>

#include "clustrix/Touches.h"

namespace clustrix::runtime {

class StampMemory {
 public:
  /// Of the elements from `from` to `to`, both inclusive, for fewer than 2^32 - 1 iterations. They are the caller's
  /// until the next call. Throws where memory runs out.
  Stamps take(Index from, Index to, Index iterations);

  static constexpr std::size_t mostKept = std::size_t{1} << 25;  // stamps, four bytes each

  /// Gives back what is too large to be kept.
  void trim();

 private:
  std::unique_ptr<std::atomic<std::uint32_t>[]> stamps_;
  std::size_t size_ = 0;
  std::uint32_t last_ = 0;  // the greatest that may be in use
};

}  // namespace clustrix::runtime
