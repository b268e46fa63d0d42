#include "clustrix/devices.h"

#include <catch2/catch.hpp>

#include "Counted.h"

using namespace clustrix;
using namespace clustrix::test;

TEST_CASE("devices are listed with what they have") {
  Harness harness({"virtual:1x1GB@0.5,1x2GB"});
  const DeviceList list = listDevices();
  REQUIRE(list.devices.size() == 2);
  CHECK(list.devices[0].backend == "virtual");
  CHECK(list.devices[0].name == "virtual device 0");
  CHECK(list.devices[0].architecture == "virtual");
  CHECK(list.devices[0].memory == 1ull << 30);
  CHECK(list.devices[0].freeMemory == 1ull << 30);
  CHECK(list.devices[0].speed == 0.5);
  CHECK(list.devices[0].peers == std::vector<int>{1});
  CHECK(list.devices[1].memory == 2ull << 30);
  CHECK(list.notes.empty());
}

TEST_CASE("a device that does not answer has no memory free, and the list says why") {
  Counted on("virtual:2x1GB");
  on.recording->silent = 1;
  const DeviceList list = listDevices();
  REQUIRE(list.devices.size() == 2);
  CHECK((list.devices[0].freeMemory == 1ull << 30 && list.devices[1].freeMemory == 0));
  CHECK(list.devices[1].memory == 1ull << 30);
  CHECK(list.notes == std::vector<std::string>{"virtual device 1: silent"});
}

TEST_CASE("a device that was lost is not listed, and one whose memory is taken has less of it") {
  Counted on("virtual:3x1MB");
  on.context().residents.lose(runtime::DeviceId{1});
  runtime::DeviceAddress address{};
  runtime::Backend& backend = *on.context().devices().backend;
  REQUIRE(backend.allocate(runtime::DeviceId{2}, 256 << 10, address).ok());
  const DeviceList list = listDevices();
  REQUIRE(list.devices.size() == 2);
  CHECK(list.devices[1].name == "virtual device 2");
  CHECK(list.devices[1].freeMemory == 768u << 10);
  CHECK(backend.release(runtime::DeviceId{2}, address).ok());
}

TEST_CASE("where there are no devices the list says why, and there is nothing to measure") {
  Harness harness({"cpu"});
  const DeviceList list = listDevices();
  CHECK(list.devices.empty());
  CHECK(list.notes == std::vector<std::string>{"CLUSTRIX_DEVICES=cpu"});
  const DeviceSpeeds speeds = measureDevices();
  CHECK((speeds.devices.empty() && speeds.links.empty()));
}

TEST_CASE("the devices that are listed are measured, and their links") {
  Counted on("virtual:3");
  on.context().residents.lose(runtime::DeviceId{0});
  const DeviceSpeeds speeds = measureDevices();
  REQUIRE(speeds.devices.size() == 2);
  CHECK(speeds.devices[0].toDevice > 0);
  CHECK(speeds.links.size() == 2);
}
