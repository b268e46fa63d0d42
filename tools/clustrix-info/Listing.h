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

/// A table, the notes below it, and a sentence in place of the table when there is no device. `speeds`: as measured,
/// in tables of their own; null: not asked for.
std::string asText(const DeviceList& list, const Selection& selection, const DeviceSpeeds* speeds = nullptr);

/// { "version": 1, "gpus": N, "devices": [ { "index", "backend", "name", "architecture", "memory", "free_memory",
///   "speed", "peers" } ], "notes": [ ... ], "environment": { ... } }; memory in bytes. With `speeds` there is
/// "measured": { "devices": [ { "index", "to_device", "to_host", "copy_seconds", "launch_seconds" } ],
///   "links": [ { "from", "to", "bytes_per_second" } ] }, bytes per second; null where nothing was measured.
std::string asJson(const DeviceList& list, const Selection& selection, const DeviceSpeeds* speeds = nullptr);

}  // namespace clustrix::tools
