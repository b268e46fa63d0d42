#include "cuda/Devices.h"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "cuda/Again.h"
#include "cuda/Errors.h"
#include "settings/LocalRank.h"

namespace clustrix::runtime::cuda {
namespace {

/// GPUs that NVIDIA's driver knows of, visible to this process or not. 0 where that cannot be told.
std::size_t installedGpus() {
  std::error_code error;
  std::size_t count = 0;
  for (std::filesystem::directory_iterator entry("/proc/driver/nvidia/gpus", error), end; !error && entry != end;
       entry.increment(error))
    ++count;
  return count;
}

std::string noteOnHidden(std::size_t visible) {
  const char* selection = secure_getenv("CUDA_VISIBLE_DEVICES");
  const std::size_t installed = installedGpus();
  if (selection == nullptr || installed <= visible) return "";
  return std::string("CUDA_VISIBLE_DEVICES=") + selection + " hides " + std::to_string(installed - visible) + " of " +
         std::to_string(installed) + " GPUs";
}

std::string noteOnAbsence(cudaError_t error) {
  (void)cudaGetLastError();
  switch (error) {
    case cudaErrorNoDevice: {
      const std::string hidden = noteOnHidden(0);
      return hidden.empty() ? "no NVIDIA GPU in this machine" : hidden;
    }
    case cudaErrorInsufficientDriver: {
      int driver = 0;
      if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0)
        return "no NVIDIA driver in this machine; install one to use GPUs";
      return "the NVIDIA driver supports CUDA " + std::to_string(driver / 1000) + "." +
             std::to_string(driver % 1000 / 10) + ", this program needs " + std::to_string(CUDART_VERSION / 1000) +
             "." + std::to_string(CUDART_VERSION % 1000 / 10) + "; update the driver to use GPUs";
    }
    default:
      return std::string("CUDA does not start (") + cudaGetErrorString(error) + "); nvidia-smi may say more";
  }
}

int attribute(cudaDeviceAttr which, int physical, int otherwise) {
  int value = 0;
  if (again([&] { return cudaDeviceGetAttribute(&value, which, physical); }) == cudaSuccess && value > 0) return value;
  (void)cudaGetLastError();
  return otherwise;
}

/// Host to device over the link that GPUs of this generation usually have, through pinned staging.
double transferRate(int major) { return major >= 9 ? 40e9 : major == 8 ? 20e9 : 10e9; }

/// False where the device cannot be described, which is then left out.
bool describe(int physical, Device& device) {
  cudaDeviceProp found;
  if (again([&] { return cudaGetDeviceProperties(&found, physical); }) != cudaSuccess) {
    (void)cudaGetLastError();
    return false;
  }
  device.physical = physical;
  device.multiprocessors = std::max(found.multiProcessorCount, 1);
  device.largestPitch = found.memPitch;
  DeviceProperties& properties = device.properties;
  properties.name = found.name;
  properties.architecture = "sm_" + std::to_string(found.major) + std::to_string(found.minor);
  properties.memory = found.totalGlobalMem;
  // Bodies are mostly bound by latency and bandwidth: a quarter of the arithmetic peak of 64 lanes is what they get.
  const double hertz = attribute(cudaDevAttrClockRate, physical, 1000000) * 1e3;
  properties.operationsPerSecond = device.multiprocessors * hertz * 16;
  properties.transferBytesPerSecond = transferRate(found.major);
  properties.launchSeconds = 15e-6;
  properties.fillGap = 512;
  properties.workers = device.multiprocessors * std::max(found.maxThreadsPerMultiProcessor, 1);
  properties.lanes = std::max(found.warpSize, 1);
  return true;
}

/// A part gets its share of the memory and of the speed.
Device partOf(const Device& whole, int part, int parts) {
  Device device = whole;
  device.parts = parts;
  if (parts == 1) return device;
  device.properties.name += " (part " + std::to_string(part + 1) + " of " + std::to_string(parts) + ")";
  device.properties.memory /= static_cast<std::size_t>(parts);
  device.properties.operationsPerSecond /= parts;
  device.properties.workers /= parts;
  device.properties.transferBytesPerSecond /= parts;
  return device;
}

bool linked(const Device& to, const Device& from) {
  if (to.physical == from.physical) return true;
  int possible = 0;
  const cudaError_t error = again([&] { return cudaDeviceCanAccessPeer(&possible, to.physical, from.physical); });
  if (error == cudaSuccess) return possible != 0;
  (void)cudaGetLastError();
  return false;
}

void findPeers(std::vector<Device>& devices) {
  for (std::size_t to = 0; to < devices.size(); ++to)
    for (std::size_t from = 0; from < devices.size(); ++from)
      if (to != from && linked(devices[to], devices[from]))
        devices[to].properties.peers.some.push_back(static_cast<int>(from));
}

void compareSpeeds(std::vector<Device>& devices) {
  double fastest = 0;
  for (const Device& device : devices) fastest = std::max(fastest, device.properties.operationsPerSecond);
  for (Device& device : devices) device.properties.speed = device.properties.operationsPerSecond / fastest;
}

/// The notes of one enumeration, joined to one line.
void add(std::string& note, const std::string& more) {
  if (more.empty()) return;
  if (!note.empty()) note += "; ";
  note += more;
}

/// Those of this rank, where a launcher has started several here, and whose they are.
std::vector<int> ownOf(int count, std::string& note) {
  const LocalRank self = localRank();
  const RankShare own = self.ownGpus ? RankShare{0, count} : shareOf(count, self);
  std::vector<int> numbers;
  for (int number = own.begin; number < own.end; ++number) numbers.push_back(number);
  if (self.size > 1 && !self.ownGpus)
    add(note, std::string(self.variable) + '=' + std::to_string(self.rank) + ": of " + std::to_string(count) +
                  " GPUs this rank uses cuda:" + std::to_string(own.begin) +
                  (numbers.size() > 1 ? " to " + std::to_string(own.end - 1) : "") + "; " + std::to_string(self.size) +
                  " ranks share them");
  return numbers;
}

}  // namespace

Enumeration enumerate(const std::vector<int>& positions, int split) {
  Enumeration found;
  int count = 0;
  const cudaError_t error = again([&] { return cudaGetDeviceCount(&count); });
  if (error != cudaSuccess || count == 0) {
    found.note = noteOnAbsence(error == cudaSuccess ? cudaErrorNoDevice : error);
    return found;
  }
  found.note = noteOnHidden(static_cast<std::size_t>(count));
  for (int number : positions.empty() ? ownOf(count, found.note) : positions) {
    Device device;
    if (number < 0 || number >= count) {
      add(found.note, "there is no cuda:" + std::to_string(number) + ", only " + std::to_string(count) + " GPUs");
    } else if (!describe(number, device)) {
      add(found.note, "cuda:" + std::to_string(number) + " does not answer and is left out");
    } else {
      for (int part = 0; part < split; ++part) found.devices.push_back(partOf(device, part, split));
    }
  }
  findPeers(found.devices);
  compareSpeeds(found.devices);
  return found;
}

int splitFromEnvironment(std::string& note) {
  const char* text = secure_getenv("CLUSTRIX_CUDA_SPLIT");
  if (text == nullptr) return 1;
  char* end = nullptr;
  const long parts = std::strtol(text, &end, 10);
  if (*text != '\0' && *end == '\0' && parts >= 1 && parts <= 64) return static_cast<int>(parts);
  add(note, std::string("CLUSTRIX_CUDA_SPLIT=") + text + " is ignored: write a number of parts from 1 to 64");
  return 1;
}

}  // namespace clustrix::runtime::cuda
