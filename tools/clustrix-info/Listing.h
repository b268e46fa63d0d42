// What clustrix-info prints of the devices that the runtime sees.
#pragma once

#include <string>

#include "clustrix/devices.h"

namespace clustrix::tools {

/// What in the environment selects or hides devices; "" where a variable is not set.
struct Selection {
  std::string clustrixDevices;     // CLUSTRIX_DEVICES
  std::string cudaVisibleDevices;  // CUDA_VISIBLE_DEVICES
};

/// A table, the notes below it, and a sentence in place of the table when there is no device.
std::string asText(const DeviceList& list, const Selection& selection);

/// { "version": 1, "gpus": N, "devices": [ { "index", "backend", "name", "architecture", "memory", "free_memory",
///   "speed", "peers" } ], "notes": [ ... ], "environment": { ... } }; memory in bytes.
std::string asJson(const DeviceList& list, const Selection& selection);

}  // namespace clustrix::tools
