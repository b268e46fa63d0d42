// clustrix-info: the devices that the runtime sees, and what keeps others from it.
//
// Exits 0 without a GPU, too: that is an answer.
#include <cstdlib>
#include <iostream>
#include <optional>
#include <string_view>

#include "clustrix-info/Listing.h"
#include "layout/Layout.h"

namespace {

constexpr std::string_view usage =
    "usage: clustrix-info [--measure] [--json]\n"
    "\n"
    "Prints the devices that the runtime sees.\n"
    "\n"
    "Those that CLUSTRIX_DEVICES selects: name, memory, architecture, relative speed, and the devices\n"
    "that each copies from directly; then why others are absent.\n"
    "  --measure  bandwidths between host and devices and between devices, and what it costs to begin work there\n"
    "  --json     the same as JSON, memory in bytes\n"
    "  --version  the version\n"
    "  --help     this text\n";

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

}  // namespace

int main(int argc, char** argv) {
  bool json = false, measure = false;
  for (const std::string_view option : std::vector<std::string_view>(argv + 1, argv + argc)) {
    if (option == "--json") {
      json = true;
    } else if (option == "--measure") {
      measure = true;
    } else if (option == "--help" || option == "-h") {
      std::cout << usage;
      return 0;
    } else if (option == "--version") {
      std::cout << "clustrix-info " << clustrix::tools::version() << '\n';
      return 0;
    } else {
      std::cerr << "clustrix-info: error: unknown option '" << option << "'; see clustrix-info --help\n";
      return 2;
    }
  }
  const clustrix::DeviceList list = clustrix::listDevices();
  const clustrix::tools::Selection selection{environment("CLUSTRIX_DEVICES"), environment("CUDA_VISIBLE_DEVICES")};
  std::optional<clustrix::DeviceSpeeds> speeds;
  if (measure) speeds = clustrix::measureDevices();
  const clustrix::DeviceSpeeds* const shown = speeds ? &*speeds : nullptr;
  std::cout << (json ? asJson(list, selection, shown) : asText(list, selection, shown));
  return std::cout.flush() ? 0 : 3;
}
