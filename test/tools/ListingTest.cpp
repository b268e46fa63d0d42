#include "clustrix-info/Listing.h"

#include <catch2/catch.hpp>

using namespace clustrix;
using namespace clustrix::tools;

namespace {

DeviceList twoDevices() {
  DeviceList list;
  list.devices.push_back({"cuda", "NVIDIA H200", "sm_90", 1ULL << 37, 1ULL << 36, 1, {1}});
  list.devices.push_back({"cuda", "a \"quoted\" name", "sm_80", 1ULL << 35, 1ULL << 34, 0.5, {0}});
  list.notes.push_back("CUDA_VISIBLE_DEVICES=0,1 hides 6 of 8 GPUs");
  return list;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("without a GPU the text says so") {
  CHECK(contains(asText({}, {}), "No GPU is visible"));
  CHECK(contains(asJson({}, {}), "\"gpus\": 0"));
  CHECK(contains(asJson({}, {}), "\"devices\": []"));
}

TEST_CASE("virtual devices are listed and are no GPUs") {
  DeviceList list;
  list.devices.push_back({"virtual", "virtual device 0", "virtual", 1 << 30, 1 << 29, 1, {}});
  CHECK(contains(asText(list, {"virtual:1", ""}), "No GPU is visible"));
  CHECK(contains(asText(list, {"virtual:1", ""}), "virtual device 0"));
  CHECK(contains(asText(list, {"virtual:1", ""}), "CLUSTRIX_DEVICES=virtual:1"));
  CHECK(contains(asJson(list, {}), "\"gpus\": 0"));
}

TEST_CASE("the text is a table of devices with the notes below it") {
  const std::string text = asText(twoDevices(), {"", "0,1"});
  CHECK_FALSE(contains(text, "No GPU"));
  CHECK(contains(text, "0  cuda     NVIDIA H200      128.0 GB  64.0 GB  sm_90         1      1\n"));
  CHECK(contains(text, "note: CUDA_VISIBLE_DEVICES=0,1 hides 6 of 8 GPUs\n"));
}

TEST_CASE("JSON holds bytes and escapes names") {
  const std::string json = asJson(twoDevices(), {"", "0,1"});
  CHECK(contains(json, "\"gpus\": 2"));
  CHECK(contains(json, "\"memory\": 137438953472"));
  CHECK(contains(json, "a \\\"quoted\\\" name"));
  CHECK(contains(json, "\"speed\": 0.5"));
  CHECK(contains(json, "\"peers\": [0]"));
  CHECK(contains(json, "\"CUDA_VISIBLE_DEVICES\": \"0,1\""));
}

TEST_CASE("what was measured has tables of its own, with a dash for what was not") {
  DeviceSpeeds speeds;
  speeds.devices.push_back({12.0 * (1 << 30), 6.0 * (1 << 30), 5e-6, 0});
  speeds.links.push_back({0, 1, 100.0 * (1 << 30)});
  speeds.notes.push_back("device 1 was not measured");
  const std::string text = asText(twoDevices(), {}, &speeds);
  CHECK(contains(text, "0  12.0 GB/s       6.0 GB/s        5.0 us            -\n"));
  CHECK(contains(text, "0     1   100.0 GB/s\n"));
  CHECK(contains(text, "note: device 1 was not measured\n"));
  CHECK_FALSE(contains(asText(twoDevices(), {}), "GB/s"));
  const std::string json = asJson(twoDevices(), {}, &speeds);
  CHECK(contains(json, "\"to_host\": 6.44245e+09, \"copy_seconds\": 5e-06, \"launch_seconds\": null }"));
  CHECK(contains(json, "{ \"from\": 0, \"to\": 1, \"bytes_per_second\": 1.07374e+11 }"));
  CHECK(contains(json, "device 1 was not measured"));
  CHECK_FALSE(contains(asJson(twoDevices(), {}), "measured"));
}
