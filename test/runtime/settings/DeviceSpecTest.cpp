#include "settings/DeviceSpec.h"

#include <catch2/catch.hpp>

using namespace clustrix::runtime;

namespace {

std::vector<VirtualDevice> virtualDevices(const std::string& text) {
  const ParsedDeviceSpec parsed = parseDeviceSpec(text);
  REQUIRE(parsed.error.empty());
  return std::get<VirtualDevices>(parsed.spec).devices;
}

}  // namespace

TEST_CASE("a count, memory and speed describe virtual devices") {
  CHECK(virtualDevices("virtual:4").size() == 4);
  const auto mixed = virtualDevices("virtual:2x8GB,2x4GB@0.5");
  REQUIRE(mixed.size() == 4);
  CHECK((mixed[0].memory == std::size_t{8} << 30 && mixed[0].speed == 1));
  CHECK((mixed[3].memory == std::size_t{4} << 30 && mixed[3].speed == 0.5));
  CHECK(virtualDevices("virtual:3@2")[2].speed == 2);
  CHECK(virtualDevices("virtual:1MB")[0].memory == std::size_t{1} << 20);
}

TEST_CASE("other kinds of devices are named") {
  CHECK(std::holds_alternative<AutoDevices>(parseDeviceSpec("auto").spec));
  CHECK(std::holds_alternative<NoDevices>(parseDeviceSpec("cpu").spec));
  CHECK(std::get<CudaDevices>(parseDeviceSpec("cuda").spec).positions.empty());
  CHECK(std::get<CudaDevices>(parseDeviceSpec("cuda:0,2").spec).positions == std::vector<int>{0, 2});
}

TEST_CASE("nonsense is refused with what is allowed") {
  for (const char* text : {"gpu",          "",           "virtual",       "virtual:",       "virtual:0",
                           "virtual:-1",   "virtual:2x", "virtual:2x8QB", "virtual:2@0",    "virtual:2@fast",
                           "virtual:9999", "virtual:2,", "cuda:",         "cuda:x",         "cuda:0,0",
                           "cuda:1.5",     "cpu:2",      "auto:1",        "virtual:2x8GB@", "Virtual:2",
                           "virtual:two"}) {
    INFO(text);
    CHECK_THAT(parseDeviceSpec(text).error, Catch::Contains("allowed are auto, cpu, cuda"));
  }
}

TEST_CASE("what is printed parses to the same") {
  for (const char* text : {"auto", "cpu", "cuda", "cuda:3,1", "virtual:2", "virtual:2x8GB,1@0.5"}) {
    const std::string printed = print(parseDeviceSpec(text).spec);
    CHECK(print(parseDeviceSpec(printed).spec) == printed);
    CHECK(parseDeviceSpec(printed).spec.index() == parseDeviceSpec(text).spec.index());
  }
}
