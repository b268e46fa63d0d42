#include "devices/Measure.h"

#include <catch2/catch.hpp>

#include "Counted.h"

using namespace clustrix;
using namespace clustrix::runtime;
using clustrix::test::Counted;

namespace {

DeviceSpeeds measured(Counted& counted) {
  DeviceSet& set = counted.context().devices();
  return measure(*set.backend, set.usable);
}

}  // namespace

TEST_CASE("every device and every link between peers is measured, and all memory given back") {
  Counted counted("virtual:3x1MB");
  const DeviceSpeeds speeds = measured(counted);
  REQUIRE(speeds.devices.size() == 3);
  for (const DeviceSpeed& device : speeds.devices)
    CHECK((device.toDevice > 0 && device.toHost > 0 && device.copySeconds > 0 && device.launchSeconds > 0));
  CHECK(speeds.links.size() == 6);
  for (const LinkSpeed& link : speeds.links) CHECK((link.from != link.to && link.bytesPerSecond > 0));
  CHECK(speeds.notes.empty());
  CHECK(counted.recording->live == 0);
}

TEST_CASE("devices that are no peers have no link") {
  Counted counted("virtual:2x1MB", {}, false);
  CHECK(measured(counted).links.empty());
}

TEST_CASE("a failure at any call is noted, and all that was taken is given back") {
  Counted whole("virtual:2x1MB");
  static_cast<void>(measured(whole));
  const int calls = static_cast<int>(whole.recording->calls.size());
  REQUIRE(calls > 30);
  for (int position = 0; position < calls; ++position) {
    INFO(position);
    Counted counted("virtual:2x1MB");
    counted.recording->fail = [&](const std::string& call, int p) {
      const bool gives = call.rfind("release", 0) == 0 || call.rfind("close", 0) == 0;
      return p == position && !gives ? Failure::Failed : Failure::None;
    };
    const DeviceSpeeds speeds = measured(counted);
    CHECK(speeds.devices.size() == 2);
    CHECK(counted.recording->live == 0);
  }
}

TEST_CASE("a device without a kernel for it is measured but for its launches, and that is no failure") {
  Counted counted("virtual:1x1MB");
  counted.recording->fail = [](const std::string& call, int) {
    return call.rfind("launch", 0) == 0 ? Failure::Unsupported : Failure::None;
  };
  const DeviceSpeeds speeds = measured(counted);
  CHECK(speeds.devices[0].launchSeconds == 0);
  CHECK(speeds.devices[0].copySeconds > 0);
  CHECK(speeds.notes.empty());
}

TEST_CASE("a device without memory left is noted") {
  Counted counted("virtual:1x1KB");
  const DeviceSpeeds speeds = measured(counted);
  CHECK(speeds.devices[0].toDevice == 0);
  REQUIRE(speeds.notes.size() == 1);
  CHECK_THAT(speeds.notes[0], Catch::Contains("device 0 was not measured"));
}
