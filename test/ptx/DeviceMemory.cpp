#include "DeviceMemory.h"

namespace ptx {

void DeviceMemory::add(u64 begin, u64 bytes, int device) {
  Allocation made{begin, begin + bytes, device, {}};
  if (measured_) made.touched.assign(bytes / 32 + 3, 0);
  allocations_[begin] = std::move(made);
}

Allocation* DeviceMemory::find(u64 address) {
  auto after = allocations_.upper_bound(address);
  if (after == allocations_.begin()) return nullptr;
  --after;
  return address < after->second.end ? &after->second : nullptr;
}

}  // namespace ptx
