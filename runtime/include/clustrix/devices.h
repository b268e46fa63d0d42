// devices: what the runtime sees on this machine, for programs that show it.
#pragma once

#include <string>
#include <vector>

namespace clustrix {

struct DeviceInfo {
  std::string backend;  // "cuda" or "virtual"
  std::string name;
  std::string architecture;           // "sm_90"; "virtual"
  unsigned long long memory = 0;      // bytes
  unsigned long long freeMemory = 0;  // bytes
  double speed = 1;                   // relative to the fastest of its kind, or as CLUSTRIX_DEVICES says
  std::vector<int> peers;             // positions in the list of devices that this one copies from directly
};

struct DeviceList {
  std::vector<DeviceInfo> devices;
  std::vector<std::string> notes;  // why devices are absent: no driver, hidden by CUDA_VISIBLE_DEVICES, ...
};

/// The devices that loops may use, in order, as CLUSTRIX_DEVICES selects them.
DeviceList listDevices();

}  // namespace clustrix
