// Alignment: of device memory, of the pages that host memory comes in, and what rounding up to either makes of a size.
#pragma once

#include <cstddef>

#include "clustrix/Index.h"

namespace clustrix::runtime {

constexpr Index deviceAlignment = 256;  // of what Backend::allocate gives
constexpr Index smallestPage = 4096;    // no system has smaller ones: bytes less than this apart may share a page

/// The least multiple of `multiple` that is not less than `size`.
template <class Size>
constexpr Size roundedUp(Size size, Size multiple) {
  return (size + multiple - 1) / multiple * multiple;
}
/// Bytes of device memory that an allocation of `bytes` takes.
constexpr std::size_t allocatedBytes(std::size_t bytes) {
  return roundedUp(bytes, static_cast<std::size_t>(deviceAlignment));
}

}  // namespace clustrix::runtime
