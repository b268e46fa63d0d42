// Iteration numbers and ranges of them: the unit in which loops are divided.
#pragma once

#include <limits>
#include <type_traits>

#include "clustrix/Attributes.h"

namespace clustrix {

/// An iteration number, an element position or a count of either.
using Index = long long;

/// max(0, ceil(distance / stride)); 0 when stride <= 0, a case that the caller guards against. Never overflows.
CLUSTRIX_HD constexpr Index trips(Index distance, Index stride) {
  if (stride <= 0 || distance <= 0) return 0;
  return distance / stride + (distance % stride != 0 ? 1 : 0);
}

/// dividend / divisor, rounded down or up; `divisor` is positive.
CLUSTRIX_HD constexpr Index quotientDown(Index dividend, Index divisor) {
  return dividend / divisor - (dividend % divisor < 0 ? 1 : 0);
}
CLUSTRIX_HD constexpr Index quotientUp(Index dividend, Index divisor) {
  return dividend / divisor + (dividend % divisor > 0 ? 1 : 0);
}

CLUSTRIX_HD constexpr Index least(Index a, Index b) { return b < a ? b : a; }
CLUSTRIX_HD constexpr Index least(Index a, Index b, Index c) { return least(least(a, b), c); }
CLUSTRIX_HD constexpr Index greatest(Index a, Index b) { return a < b ? b : a; }
CLUSTRIX_HD constexpr Index greatest(Index a, Index b, Index c) { return greatest(greatest(a, b), c); }

/// The value of a variable that the source counts with; a `T` holds it, since the loop has been shown to. Told so, the
/// host compiler knows that subscripts made of it do not wrap around, and vectorises as it does the original.
template <class T>
CLUSTRIX_HD constexpr T counter(Index value) {
#if !defined(__CUDA_ARCH__) && defined(__GNUC__)
  if constexpr (std::is_integral_v<T> && sizeof(T) < sizeof(Index)) {
    if (value < Index{std::numeric_limits<T>::min()} || value > Index{std::numeric_limits<T>::max()})
      __builtin_unreachable();
  }
#endif
  return static_cast<T>(value);
}

/// Iterations [begin, end).
struct Chunk {
  Index begin = 0;
  Index end = 0;

  CLUSTRIX_HD constexpr Index size() const { return end - begin; }
};

}  // namespace clustrix
