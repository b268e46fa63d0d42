// DeviceSpec: the value of CLUSTRIX_DEVICES.
//
//     auto │ cpu │ cuda │ cuda:0,2 │ virtual:4 │ virtual:2x8GB,2x4GB@0.5
#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

namespace clustrix::runtime {

struct AutoDevices {};  // GPUs where there are some, else the CPU
struct NoDevices {};    // the CPU alone
struct CudaDevices {
  std::vector<int> positions;  // empty: all
};
struct VirtualDevice {
  std::size_t memory = 0;  // bytes; 0: an even share of the host's
  double speed = 1;
};
struct VirtualDevices {
  std::vector<VirtualDevice> devices;
};
using DeviceSpec = std::variant<AutoDevices, NoDevices, CudaDevices, VirtualDevices>;

/// The spec or, for anything that is not one, an error: what is wrong and what is allowed.
struct ParsedDeviceSpec {
  DeviceSpec spec;
  std::string error;
};
ParsedDeviceSpec parseDeviceSpec(const std::string& text);
/// The text that parses to `spec`.
std::string print(const DeviceSpec& spec);

}  // namespace clustrix::runtime
