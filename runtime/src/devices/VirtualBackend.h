// VirtualBackend: devices without a GPU, with memory of their own and a thread each.
//
// Host pointers never reach a kernel here, and nothing is in a device's memory that was not copied there: a footprint
// that says too little shows at once. Kernels run as compiled for the host, one after another on a device.
#pragma once

#include <memory>

#include "devices/Backend.h"
#include "settings/DeviceSpec.h"

namespace clustrix::runtime {

std::unique_ptr<Backend> makeVirtualBackend(const VirtualDevices& spec);

}  // namespace clustrix::runtime
