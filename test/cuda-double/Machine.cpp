// The devices, from CLUSTRIX_DOUBLE_DEVICES and CLUSTRIX_DOUBLE_MEMORY, and what every entry goes through.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "Double.h"

namespace cudadouble {
namespace {

std::string setting(const char* name, const char* otherwise) {
  const char* text = std::getenv(name);
  return text != nullptr && *text != '\0' ? text : otherwise;
}

[[noreturn]] void refuse(const char* name, const std::string& text, const char* wanted) {
  std::fprintf(stderr, "cuda double: %s=%s: expected %s\n", name, text.c_str(), wanted);
  std::exit(2);
}

std::size_t readBytes(const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  const std::string unit = end;
  const double scale = unit == "GB" ? 1 << 30 : unit == "MB" ? 1 << 20 : unit == "KB" ? 1 << 10 : 1;
  if (end == text.c_str() || number <= 0 || (scale == 1 && !unit.empty()))
    refuse("CLUSTRIX_DOUBLE_MEMORY", text, "sizes such as 512MB or 4GB,2GB");
  return static_cast<std::size_t>(number * scale);
}

/// A list shorter than the devices is repeated: "4GB,2GB" on 4 devices alternates.
std::vector<std::size_t> readMemory() {
  std::vector<std::size_t> sizes;
  std::istringstream list(setting("CLUSTRIX_DOUBLE_MEMORY", model().memory));
  for (std::string item; std::getline(list, item, ',');) sizes.push_back(readBytes(item));
  if (sizes.empty()) refuse("CLUSTRIX_DOUBLE_MEMORY", "", "sizes such as 512MB or 4GB,2GB");
  return sizes;
}

std::unique_ptr<Machine> readMachine() {
  auto made = std::make_unique<Machine>();
  const std::string count = setting("CLUSTRIX_DOUBLE_DEVICES", model().devices);
  made->noDriver = count == "no-driver";
  char* end = nullptr;
  const long devices = made->noDriver ? 0 : std::strtol(count.c_str(), &end, 10);
  if (!made->noDriver && (*end != '\0' || devices < 0 || devices > 64))
    refuse("CLUSTRIX_DOUBLE_DEVICES", count, "0 to 64, or no-driver");
  const std::string order = setting("CLUSTRIX_DOUBLE_ORDER", "lazy");
  if (order != "lazy" && order != "eager") refuse("CLUSTRIX_DOUBLE_ORDER", order, "lazy or eager");
  made->eager = order == "eager";
  const std::string checks = setting("CLUSTRIX_DOUBLE_CHECKS", "1");
  if (checks != "0" && checks != "1") refuse("CLUSTRIX_DOUBLE_CHECKS", checks, "0 or 1");
  made->open = checks == "0";
  const std::vector<std::size_t> memory = readMemory();
  for (long number = 0; number < devices; ++number) {
    Device device;
    device.limit = memory[static_cast<std::size_t>(number) % memory.size()];
    // Mixed memory means mixed devices: the first size is the fast kind, the others have half the multiprocessors.
    device.multiprocessors =
        static_cast<std::size_t>(number) % memory.size() == 0 ? model().multiprocessors : model().multiprocessors / 2;
    device.clockKilohertz = model().clockKilohertz;
    made->devices.push_back(std::move(device));
  }
  return made;
}

cudaError_t withFaults(const char* name, const Work& body) {
  const Fault fault = nextFault(name);
  if (fault.error == cudaSuccess || machine().devices.empty()) return body();
  Device& device = machine().devices[static_cast<std::size_t>(currentDevice())];
  if (fault.later) {
    // The body runs, so that the caller gets its pointers and handles; queued work is dropped from now on.
    device.lostAtWait = fault.error;
    return body();
  }
  if (isSticky(fault.error)) device.lost = fault.error;
  return fault.error;
}

cudaError_t remember(cudaError_t error) {
  if (error != cudaSuccess) lastError() = error;
  return error;
}

}  // namespace

Machine& machine() {
  // Never destroyed: programs call CUDA from their static destructors.
  static Machine* const made = readMachine().release();
  return *made;
}

int& currentDevice() {
  thread_local int device = 0;
  return device;
}

cudaError_t& lastError() {
  thread_local cudaError_t error = cudaSuccess;
  return error;
}

cudaError_t call(const char* name, const Work& body) {
  const std::lock_guard<std::recursive_mutex> lock(machine().mutex);
  countCall(name);
  if (machine().noDriver) return remember(cudaErrorInsufficientDriver);
  if (machine().devices.empty()) return remember(cudaErrorNoDevice);
  const Device& device = machine().devices[static_cast<std::size_t>(currentDevice())];
  if (device.lost != cudaSuccess) return remember(device.lost);
  return remember(withFaults(name, body));
}

cudaError_t callAnyway(const char* name, const Work& body) {
  const std::lock_guard<std::recursive_mutex> lock(machine().mutex);
  countCall(name);
  if (machine().noDriver) return remember(cudaErrorInsufficientDriver);
  return remember(withFaults(name, body));
}

}  // namespace cudadouble

extern "C" cudaError_t clustrixDoubleCall(const char* name) {
  return cudadouble::call(name, [] { return cudaSuccess; });
}
