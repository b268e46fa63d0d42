#include "clustrix/Residency.h"

namespace clustrix::runtime {

// No launch leaves a copy on a device so far, so that the host is always whole.
void bringAllHome() {}
void endResidency() {}
void beforeHostReads(const void*, std::size_t) {}
void beforeHostWrites(const void*, std::size_t) {}

}  // namespace clustrix::runtime
