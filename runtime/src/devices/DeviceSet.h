// DeviceSet: the devices that loops may use, as CLUSTRIX_DEVICES selects them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "devices/Backend.h"
#include "settings/DeviceSpec.h"

namespace clustrix::runtime {

struct DeviceSet {
  std::unique_ptr<Backend> backend;        // null: there are none
  std::vector<DeviceId> usable;            // without those that were lost
  std::vector<std::string> notes;          // why devices are absent
  std::vector<std::string> warnings = {};  // of what somebody should see to
};

DeviceSet openDevices(const DeviceSpec& spec);
/// All devices of `backend`.
DeviceSet devicesOf(std::unique_ptr<Backend> backend);

}  // namespace clustrix::runtime
