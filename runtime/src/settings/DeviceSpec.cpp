#include "settings/DeviceSpec.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <sstream>

#include "support/ByteSize.h"
#include "support/Shown.h"

namespace clustrix::runtime {
namespace {

constexpr int mostDevices = 1024;
constexpr const char* allowed =
    "allowed are auto, cpu, cuda, cuda:0,2 (positions), virtual:4 (a count) and virtual:2x8GB,2x4GB@0.5 (count x "
    "memory @ relative speed)";

ParsedDeviceSpec refused(const std::string& text, const std::string& why) {
  return {AutoDevices{}, "CLUSTRIX_DEVICES=" + shown(text) + ": " + shown(why) + "; " + allowed};
}

std::optional<int> wholeNumber(const std::string& text) {
  if (text.empty() || text.size() > 6 ||
      !std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; }))
    return std::nullopt;
  return std::atoi(text.c_str());
}

std::optional<double> speedOf(const std::string& text) {
  if (text.empty() ||
      !std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0 || c == '.'; }))
    return std::nullopt;
  char* end = nullptr;
  const double speed = std::strtod(text.c_str(), &end);
  if (*end != '\0' || !(speed >= 0.01) || speed > 100) return std::nullopt;
  return speed;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (char c : text) {
    if (c == separator)
      parts.emplace_back();
    else
      parts.back().push_back(c);
  }
  return parts;
}

ParsedDeviceSpec parseCuda(const std::string& text, const std::string& list) {
  CudaDevices devices;
  for (const std::string& part : split(list, ',')) {
    const std::optional<int> position = wholeNumber(part);
    if (!position) return refused(text, "'" + part + "' is not a device's position");
    if (std::count(devices.positions.begin(), devices.positions.end(), *position) != 0)
      return refused(text, "device " + part + " is named twice");
    devices.positions.push_back(*position);
  }
  return {devices, ""};
}

// 2x8GB@0.5: each part but the count or the memory may be missing.
std::string addGroup(const std::string& group, std::vector<VirtualDevice>& devices) {
  VirtualDevice device;
  const std::size_t at = group.find('@');
  if (at != std::string::npos) {
    const std::optional<double> speed = speedOf(group.substr(at + 1));
    if (!speed) return "'" + group.substr(at + 1) + "' is not a relative speed from 0.01 to 100";
    device.speed = *speed;
  }
  const std::string left = group.substr(0, at);
  const std::size_t x = left.find('x');
  const std::string memory = x == std::string::npos ? "" : left.substr(x + 1);
  std::optional<int> count = wholeNumber(x == std::string::npos ? left : left.substr(0, x));
  if (x != std::string::npos) {
    const std::optional<std::size_t> bytes = parseByteSize(memory);
    if (!bytes) return "'" + memory + "' is not an amount of memory such as 8GB";
    device.memory = *bytes;
  } else if (!count) {
    const std::optional<std::size_t> bytes = parseByteSize(left);
    if (!bytes) return "'" + left + "' is neither a number of devices nor an amount of memory";
    device.memory = *bytes;
    count = 1;
  }
  if (!count || *count < 1 || *count + static_cast<int>(devices.size()) > mostDevices)
    return "the number of devices must be from 1 to " + std::to_string(mostDevices);
  devices.insert(devices.end(), static_cast<std::size_t>(*count), device);
  return "";
}

ParsedDeviceSpec parseVirtual(const std::string& text, const std::string& list) {
  VirtualDevices devices;
  for (const std::string& group : split(list, ',')) {
    const std::string error = addGroup(group, devices.devices);
    if (!error.empty()) return refused(text, error);
  }
  return {devices, ""};
}

struct Printer {
  std::string operator()(const AutoDevices&) const { return "auto"; }
  std::string operator()(const NoDevices&) const { return "cpu"; }
  std::string operator()(const CudaDevices& cuda) const {
    std::string text = "cuda";
    for (std::size_t i = 0; i < cuda.positions.size(); ++i)
      text += (i == 0 ? ":" : ",") + std::to_string(cuda.positions[i]);
    return text;
  }
  std::string operator()(const VirtualDevices& list) const {
    std::ostringstream text;
    text << "virtual:";
    for (std::size_t i = 0; i < list.devices.size(); ++i) {
      const VirtualDevice& device = list.devices[i];
      text << (i == 0 ? "" : ",") << 1;
      if (device.memory != 0) text << 'x' << device.memory << 'B';
      if (device.speed != 1) text << '@' << device.speed;
    }
    return text.str();
  }
};

}  // namespace

ParsedDeviceSpec parseDeviceSpec(const std::string& text) {
  if (text == "auto") return {AutoDevices{}, ""};
  if (text == "cpu") return {NoDevices{}, ""};
  if (text == "cuda") return {CudaDevices{}, ""};
  const std::size_t colon = text.find(':');
  const std::string kind = text.substr(0, colon);
  if (colon == std::string::npos || (kind != "cuda" && kind != "virtual"))
    return refused(text, kind == "virtual" ? "the number of virtual devices is missing" : "no such devices");
  const std::string list = text.substr(colon + 1);
  return kind == "cuda" ? parseCuda(text, list) : parseVirtual(text, list);
}

std::string print(const DeviceSpec& spec) { return std::visit(Printer{}, spec); }

}  // namespace clustrix::runtime
