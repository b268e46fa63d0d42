#include "observation/Summary.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <sstream>
#include <thread>
#include <vector>

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

constexpr Site summarySite{"f", "b.cpp", 3, 1};

LaunchRecord on(Place place, int devices = 0, double seconds = 0, std::string why = "") {
  LaunchRecord record;
  record.place = place;
  record.devices = devices;
  record.seconds = seconds;
  record.why = std::move(why);
  return record;
}

/// With one blank where there are several.
std::string unaligned(const std::string& line) {
  std::string text;
  for (const char c : line)
    if (c != ' ' || text.empty() || text.back() != ' ') text += c;
  return text;
}

/// The table's lines below its head, without what each begins with.
std::vector<std::string> rowsOf(const Summary& summary) {
  const std::string start = "clustrix: summary: ";
  std::istringstream text(summary.print());
  std::vector<std::string> rows;
  for (std::string line; std::getline(text, line);) {
    REQUIRE(line.rfind(start, 0) == 0);
    rows.push_back(unaligned(line.substr(start.size())));
  }
  REQUIRE_FALSE(rows.empty());
  rows.erase(rows.begin());
  return rows;
}

}  // namespace

TEST_CASE("loops that are too small are counted by each thread") {
  Summary summary;
  std::thread other([&] {
    for (int i = 0; i < 1000; ++i) summary.addSmall(summarySite);
  });
  for (int i = 0; i < 1000; ++i) summary.addSmall(summarySite);
  other.join();
  CHECK(rowsOf(summary) ==
        std::vector<std::string>{"f b.cpp:3 | 2000 | 0 | 0 | 2000 | 0 | 0.000 | 0 B | 0 B | 0 B | it has too "
                                 "few operations to gain anything"});
  summary.add(summarySite, on(Place::Threads, 0, 0.5));
  CHECK(rowsOf(summary).front().find("| 2001 | 0 | 1 | 2000 |") != std::string::npos);
  // Another one counts anew.
  Summary fresh;
  fresh.addSmall(summarySite);
  CHECK(rowsOf(fresh).front().find("| 1 | 0 | 0 | 1 |") != std::string::npos);
}

TEST_CASE("lists that were looked at are told below the table") {
  Summary summary;
  LaunchRecord record = on(Place::Devices, 2, 0.5);
  record.inspected = 1000;
  record.inspecting = 0.002;
  summary.add(summarySite, record);
  summary.add(summarySite, record);
  const std::vector<std::string> rows = rowsOf(summary);
  REQUIRE(rows.size() == 2);
  CHECK(rows[1] == "looked at 2000 numbers of lists in 4.000 milliseconds for f b.cpp:3");
}

TEST_CASE("no loop, no table") {
  Summary summary;
  CHECK(summary.print().empty());
  summary.cameHome(summarySite, 8);
  CHECK(summary.print().empty());
}

TEST_CASE("launches of a loop add up in its row, below a head that names each column") {
  Summary summary;
  summary.add(summarySite, {Place::Devices, 4, 0.25, 2048, 1024, 512, ""});
  summary.add(summarySite, {Place::Devices, 2, 0.125, 1024, 0, 512, ""});
  summary.add(summarySite, on(Place::Threads, 0, 0.5));
  summary.add(summarySite, on(Place::Original));
  summary.add(summarySite, on(Place::Original));
  CHECK(summary.print() ==
        "clustrix: summary: loop      | launches | on devices | on CPU threads | original | most devices | "
        "milliseconds | "
        "to devices | from devices | between devices | why not on devices\n"
        "clustrix: summary: f b.cpp:3 |        5 |          2 |              1 |        2 |            4 |      "
        "875.000 | "
        "    3.0 KB |       1.0 KB |          1.0 KB | ");
}

TEST_CASE("bytes that come home later are from devices") {
  Summary summary;
  summary.add(summarySite, {Place::Devices, 1, 0, 0, 1024, 0, ""});
  summary.cameHome(summarySite, 512);
  summary.cameHome(summarySite, 512);
  summary.cameHome({"f", "b.cpp", 3, 2}, 4096);  // of a loop that nobody has seen
  CHECK(rowsOf(summary) == std::vector<std::string>{"f b.cpp:3 | 1 | 1 | 0 | 0 | 1 | 0.000 | 0 B | 2.0 KB | 0 B | "});
}

TEST_CASE("the last reason stands, also when the loop has run on devices since") {
  Summary summary;
  summary.add(summarySite, on(Place::Original, 0, 0, "too short"));
  summary.add(summarySite, on(Place::Threads, 0, 0, "no devices"));
  summary.add(summarySite, on(Place::Devices, 1));
  CHECK_THAT(rowsOf(summary).at(0), Catch::EndsWith(" | no devices"));
}

TEST_CASE("loops stand in the order of file, line and column, a row each") {
  Summary summary;
  const std::vector<Site> sites{
      {"later", "b.cpp", 10, 1}, {"second", "b.cpp", 9, 20}, {"first", "b.cpp", 9, 3}, {"other", "a.cpp", 70, 1}};
  for (const Site& one : sites) summary.add(one, on(Place::Original));
  std::string order;
  for (const std::string& row : rowsOf(summary)) order += row.substr(0, row.find(" |")) + "; ";
  CHECK(order == "other a.cpp:70; first b.cpp:9; second b.cpp:9; later b.cpp:10; ");
}

TEST_CASE("two copies of a file's name are one file, and what it has of control characters is spelled out") {
  Summary summary;
  const std::string name = "a\x1b[2J\n.cpp", again = name;
  summary.add({"f", name.c_str(), 1, 1}, on(Place::Original));
  summary.add({"f", again.c_str(), 1, 1}, on(Place::Original));
  const std::vector<std::string> rows = rowsOf(summary);
  REQUIRE(rows.size() == 1);
  CHECK_THAT(rows[0], Catch::StartsWith("f a\\x1b[2J\\x0a.cpp:1 | 2 | "));
}

TEST_CASE("columns stand below each other, whatever letters names have") {
  Summary summary;
  summary.add({"größe", "a.cpp", 1, 1}, on(Place::Original, 0, 123456));
  summary.add({"f", "longer.cpp", 1000, 1}, on(Place::Original));
  std::istringstream text(summary.print());
  std::vector<std::size_t> first;
  for (std::string line; std::getline(text, line);) {
    line.erase(std::remove_if(line.begin(), line.end(), [](char c) { return (c & '\xC0') == '\x80'; }), line.end());
    first.push_back(line.find('|'));
  }
  CHECK(first == std::vector<std::size_t>(3, first.front()));
}
