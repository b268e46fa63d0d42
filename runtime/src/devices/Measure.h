// Measure: how quick a backend's devices move bytes and begin work, by trying.
#pragma once

#include "clustrix/devices.h"
#include "devices/Backend.h"

namespace clustrix::runtime {

/// Of `devices`, by their position in the list; what fails is left at 0 and noted.
DeviceSpeeds measure(Backend& backend, const std::vector<DeviceId>& devices);

}  // namespace clustrix::runtime
