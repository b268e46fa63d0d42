// ReadableMemory: copies of host memory that may not be there.
//
// A `mayRead` region is a superset: `x[index[i]]` may be said to touch everything that an index can reach. What of it
// is mapped is copied; a read that would fault is noticed by the kernel and left out, page by page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "memory/Regions.h"

namespace clustrix::runtime {

/// Copies the bytes [from, from + size) to `to` as far as they are readable. Adds the intervals of addresses that are
/// not to `missing`, in ascending order. False when the system offers no way to ask.
bool copyReadable(std::uintptr_t from, std::size_t size, void* to, std::vector<Bounds>& missing);

/// Whether all of the bytes are readable; false too where the system offers no way to ask.
bool isReadable(std::uintptr_t from, std::size_t size);

/// Whether there is memory at all of the bytes, of which the first and the last are readable. Much quicker, and nothing
/// is where an array ends.
bool isMapped(std::uintptr_t from, std::size_t size);

}  // namespace clustrix::runtime
