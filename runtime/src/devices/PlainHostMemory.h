// PlainHostMemory: what Backend::allocateHost gives where no memory of the host is faster than any other.
#pragma once

#include <new>

#include "devices/Backend.h"
#include "support/ByteSize.h"

namespace clustrix::runtime {

constexpr std::align_val_t hostAlignment{64};

inline Status allocatePlainHost(std::size_t bytes, void*& address) {
  address = ::operator new(bytes, hostAlignment, std::nothrow);
  if (address == nullptr) return {Failure::OutOfMemory, "the host has no " + printByteSize(bytes) + " left"};
  return {};
}

inline Status releasePlainHost(void* address) {
  ::operator delete(address, hostAlignment);
  return {};
}

}  // namespace clustrix::runtime
