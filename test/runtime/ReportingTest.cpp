// What a run says about itself: log, summary, trace, and the estimate that it rests on.
#include <catch2/catch.hpp>

#include "Folder.h"
#include "Harness.h"
#include "clustrix/devices.h"
#include "devices/DeviceSet.h"
#include "schedule/Profit.h"
#include "support/WholeFile.h"

using namespace clustrix;
using namespace clustrix::runtime;

TEST_CASE("a log shows its level and what is graver") {
  std::vector<std::string> lines;
  Log log(LogLevel::Info, [&](const std::string& line) { lines.push_back(line); });
  log.debug("d");
  log.info("i");
  log.warn("w");
  log.error("e");
  CHECK(lines == std::vector<std::string>{"clustrix: info: i", "clustrix: warn: w", "clustrix: error: e"});
  Log off(LogLevel::Off, [&](const std::string& line) { lines.push_back(line); });
  off.error("e");
  CHECK(lines.size() == 3);
}

TEST_CASE("the summary has a row a loop, with where it ran and why not") {
  Summary summary;
  CHECK(summary.print().empty());
  constexpr Site one{"f", "b.cpp", 3, 1}, two{"g", "a.cpp", 9, 1};
  summary.add(one, {Place::Devices, 4, 0.25, 2048, 1024, 512, ""});
  summary.add(one, {Place::Original, 0, 0, 0, 0, 0, "too short"});
  summary.add(two, {Place::Threads, 0, 0.5, 0, 0, 0, "no devices"});
  summary.cameHome(one, 2048);
  const std::string text = summary.print();
  CHECK_THAT(text, Catch::Contains("f b.cpp:3 | 2 | 1 | 0 | 1 | 4 | 250.000 | 2.0 KB | 3.0 KB | 512 B | too short"));
  CHECK_THAT(text, Catch::Contains("g a.cpp:9 | 1 | 0 | 1 | 0 | 0 | 500.000 | 0 B | 0 B | 0 B | no devices"));
  CHECK(text.find("g a.cpp") < text.find("f b.cpp"));
}

TEST_CASE("a trace is JSON with a track per device and stream, and strings escaped") {
  Trace trace;
  trace.add({"loop \"x\"\n", 0, 0, 1.0, 1.5, 8});
  trace.add({"kernel", 1, 3, 0.5, 0.75, 0});
  const std::string json = trace.json();
  CHECK_THAT(json, Catch::Contains(
                       "\"name\":\"loop \\\"x\\\"\\u000a\",\"pid\":1,\"tid\":0,\"ts\":500000.000,\"dur\":500000.000"));
  CHECK_THAT(json, Catch::Contains("\"args\":{\"name\":\"device 1\"}") && Catch::Contains("\"name\":\"stream 3\""));
  CHECK_THAT(Trace().json(), Catch::StartsWith("{\"traceEvents\":["));
}

TEST_CASE("a file is written whole or not at all") {
  const test::Folder folder;
  CHECK(writeWhole((folder.path() / "whole.json").string(), "{}\n").empty());
  CHECK(folder.read("whole.json") == "{}\n");
  CHECK_THAT(writeWhole("/nowhere/at/all.json", "{}"), Catch::StartsWith("/nowhere/at/all.json cannot be written"));
}

TEST_CASE("much work goes to all devices, little to the CPU, and what only moves stays") {
  const std::vector<DeviceProperties> four(4);
  CHECK(choose({1e12, 1e6}, four, 8).devices == 4);
  CHECK(choose({1e12, 1e6}, {}, 8).place == Place::Threads);
  CHECK(choose({100, 800}, four, 8).place == Place::Original);
  const Choice moving = choose({1e6, 1e9}, four, 8);
  CHECK(moving.place == Place::Threads);
  CHECK_THAT(moving.why, Catch::Contains("GPUs") && Catch::Contains("on the CPU"));
  CHECK(onCpu({1e9, 0}, 1) == Place::Original);
}

TEST_CASE("a loop that runs again and again rents the CPU until the transfers would have paid") {
  const std::vector<DeviceProperties> one(1);
  Work work{4e6, 4.8e7};  // 2 ms on one core, 4 ms to move, 24 us on the device
  Standing standing;
  int onCpu = 0;
  Choice choice = choose(work, one, 1, &standing);
  for (; choice.place != Place::Devices && onCpu < 100; ++onCpu) {
    CHECK(choice.saved > 1.9e-3);
    standing.regret += choice.saved;
    choice = choose(work, one, 1, &standing);
  }
  CHECK(onCpu == 2);
  CHECK(choose(work, one, 1).place == Place::Original);
  // Never where devices are slower even without the transfers.
  standing.regret = 1000;
  CHECK(choose({1e4, 4.8e7}, one, 1, &standing).place == Place::Original);
  // The bytes are there: at once. And the CPU would have to bring them home first.
  CHECK(choose({4e6, 0}, one, 1, &standing).place == Place::Devices);
  Work small{3e4, 0};
  CHECK(choose(small, one, 1).place == Place::Original);
  small.home = 1e6;
  CHECK(choose(small, one, 1).place == Place::Devices);
}

TEST_CASE("a loop runs on as many devices as hold arrays already") {
  const std::vector<DeviceProperties> four(4);
  Standing standing;
  standing.devices = 2;
  CHECK(choose({1e12, 1e6}, four, 8, &standing).devices == 2);
  standing.devices = 0;
  CHECK(choose({1e12, 1e6}, four, 8, &standing).devices == 4);
  standing.devices = 9;
  CHECK(choose({1e12, 1e6}, four, 8, &standing).devices == 4);
}

TEST_CASE("devices are listed with what they have") {
  test::Harness harness({"virtual:2x1GB@0.5"});
  const DeviceList list = listDevices();
  REQUIRE(list.devices.size() == 2);
  CHECK(list.devices[0].backend == "virtual");
  CHECK(list.devices[0].memory == 1ull << 30);
  CHECK(list.devices[0].freeMemory == 1ull << 30);
  CHECK(list.devices[0].speed == 0.5);
  CHECK(list.devices[0].peers == std::vector<int>{1});
  CHECK(openDevices(NoDevices{}).notes == std::vector<std::string>{"CLUSTRIX_DEVICES=cpu"});
  CHECK(findBackend("abacus") == nullptr);
}
