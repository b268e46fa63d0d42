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

struct DeviceSpeed {
  double toDevice = 0;       // bytes per second from pinned host memory
  double toHost = 0;         // bytes per second
  double copySeconds = 0;    // to copy 8 bytes to the device and to know that they are there
  double launchSeconds = 0;  // to run an empty kernel and to know that it is done; 0: this program has none for it
};
struct LinkSpeed {
  int from = 0;
  int to = 0;
  double bytesPerSecond = 0;
};
struct DeviceSpeeds {
  std::vector<DeviceSpeed> devices;  // as listDevices() has them; 0 where something failed
  std::vector<LinkSpeed> links;      // between devices that copy from each other directly
  std::vector<std::string> notes;    // what failed
};

/// Takes a moment. Waits for launches, and launches wait for it.
DeviceSpeeds measureDevices();

}  // namespace clustrix
