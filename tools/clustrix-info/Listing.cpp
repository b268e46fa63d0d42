#include "clustrix-info/Listing.h"

#include <algorithm>
#include <cstdio>
#include <sstream>
#include <vector>

namespace clustrix::tools {
namespace {

std::size_t gpuCount(const DeviceList& list) {
  const auto isGpu = [](const DeviceInfo& device) { return device.backend == "cuda"; };
  return static_cast<std::size_t>(std::count_if(list.devices.begin(), list.devices.end(), isGpu));
}

std::string gigabytes(unsigned long long bytes) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f GB", static_cast<double>(bytes) / (1ULL << 30));
  return text;
}

std::string shortest(double value) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text.precision(6);
  text << value;
  return text.str();
}

std::string peersOf(const DeviceInfo& device) {
  std::string text;
  for (const int peer : device.peers) text += (text.empty() ? "" : ",") + std::to_string(peer);
  return text.empty() ? "-" : text;
}

using Row = std::vector<std::string>;

// Columns as wide as their widest cell, two spaces between, nothing after the last.
std::string table(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const Row& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  }
  std::string text;
  for (const Row& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      text += row[c];
      text += c + 1 < row.size() ? std::string(widths[c] + 2 - row[c].size(), ' ') : "\n";
    }
  }
  return text;
}

std::string quoted(const std::string& text) {
  std::string json = "\"";
  for (const char letter : text) {
    char escaped[8];
    if (letter == '"' || letter == '\\')
      json += std::string("\\") + letter;
    else if (static_cast<unsigned char>(letter) >= 0x20)
      json += letter;
    else
      json += (std::snprintf(escaped, sizeof escaped, "\\u%04x", letter), escaped);
  }
  return json + "\"";
}

std::string deviceAsJson(const DeviceInfo& device, std::size_t index) {
  std::string peers;
  for (const int peer : device.peers) peers += (peers.empty() ? "" : ", ") + std::to_string(peer);
  return "    { \"index\": " + std::to_string(index) + ", \"backend\": " + quoted(device.backend) +
         ", \"name\": " + quoted(device.name) + ", \"architecture\": " + quoted(device.architecture) +
         ", \"memory\": " + std::to_string(device.memory) + ", \"free_memory\": " + std::to_string(device.freeMemory) +
         ", \"speed\": " + shortest(device.speed) + ", \"peers\": [" + peers + "] }";
}

// Each item on a line of its own, indented by the caller.
std::string lines(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) text += (text.empty() ? "\n" : ",\n") + item;
  return items.empty() ? "" : text + "\n  ";
}

std::string bandwidth(double bytesPerSecond) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f GB/s", bytesPerSecond / (1ULL << 30));
  return bytesPerSecond > 0 ? text : "-";
}

std::string microseconds(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f us", seconds * 1e6);
  return seconds > 0 ? text : "-";
}

std::string speedsAsText(const DeviceSpeeds& speeds) {
  std::string text;
  if (!speeds.devices.empty()) {
    std::vector<Row> rows{{"#", "host to device", "device to host", "8 bytes and wait", "empty kernel and wait"}};
    for (const DeviceSpeed& device : speeds.devices)
      rows.push_back({std::to_string(rows.size() - 1), bandwidth(device.toDevice), bandwidth(device.toHost),
                      microseconds(device.copySeconds), microseconds(device.launchSeconds)});
    text += "\n" + table(rows);
  }
  if (!speeds.links.empty()) {
    std::vector<Row> rows{{"from", "to", "directly"}};
    for (const LinkSpeed& link : speeds.links)
      rows.push_back({std::to_string(link.from), std::to_string(link.to), bandwidth(link.bytesPerSecond)});
    text += "\n" + table(rows);
  }
  for (const std::string& note : speeds.notes) text += "note: " + note + "\n";
  return text;
}

std::string orNull(double value) { return value > 0 ? shortest(value) : "null"; }

std::string speedsAsJson(const DeviceSpeeds& speeds) {
  std::vector<std::string> devices, links;
  for (const DeviceSpeed& device : speeds.devices)
    devices.push_back("    { \"index\": " + std::to_string(devices.size()) +
                      ", \"to_device\": " + orNull(device.toDevice) + ", \"to_host\": " + orNull(device.toHost) +
                      ", \"copy_seconds\": " + orNull(device.copySeconds) +
                      ", \"launch_seconds\": " + orNull(device.launchSeconds) + " }");
  for (const LinkSpeed& link : speeds.links)
    links.push_back("    { \"from\": " + std::to_string(link.from) + ", \"to\": " + std::to_string(link.to) +
                    ", \"bytes_per_second\": " + orNull(link.bytesPerSecond) + " }");
  return "  \"measured\": { \"devices\": [" + lines(devices) + "], \"links\": [" + lines(links) + "] },\n";
}

}  // namespace

std::string asText(const DeviceList& list, const Selection& selection, const DeviceSpeeds* speeds) {
  std::string text;
  if (gpuCount(list) == 0) text += "No GPU is visible to the runtime; loops run on the CPU or on virtual devices.\n";
  if (!list.devices.empty()) {
    std::vector<Row> rows{{"#", "backend", "name", "memory", "free", "architecture", "speed", "peers"}};
    for (const DeviceInfo& device : list.devices) {
      rows.push_back({std::to_string(rows.size() - 1), device.backend, device.name, gigabytes(device.memory),
                      gigabytes(device.freeMemory), device.architecture, shortest(device.speed), peersOf(device)});
    }
    text += table(rows);
  }
  if (speeds != nullptr) text += speedsAsText(*speeds);
  for (const std::string& note : list.notes) text += "note: " + note + "\n";
  if (!selection.clustrixDevices.empty()) text += "CLUSTRIX_DEVICES=" + selection.clustrixDevices + "\n";
  if (!selection.cudaVisibleDevices.empty()) text += "CUDA_VISIBLE_DEVICES=" + selection.cudaVisibleDevices + "\n";
  return text;
}

std::string asJson(const DeviceList& list, const Selection& selection, const DeviceSpeeds* speeds) {
  std::vector<std::string> devices, notes;
  for (const DeviceInfo& device : list.devices) devices.push_back(deviceAsJson(device, devices.size()));
  for (const std::string& note : list.notes) notes.push_back("    " + quoted(note));
  if (speeds != nullptr)
    for (const std::string& note : speeds->notes) notes.push_back("    " + quoted(note));
  return "{\n  \"version\": 1,\n  \"gpus\": " + std::to_string(gpuCount(list)) + ",\n  \"devices\": [" +
         lines(devices) + "],\n" + (speeds == nullptr ? "" : speedsAsJson(*speeds)) + "  \"notes\": [" + lines(notes) +
         "],\n  \"environment\": { \"CLUSTRIX_DEVICES\": " + quoted(selection.clustrixDevices) +
         ", \"CUDA_VISIBLE_DEVICES\": " + quoted(selection.cudaVisibleDevices) + " }\n}\n";
}

}  // namespace clustrix::tools
