#include "support/Log.h"

#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdio>
#include <thread>
#include <vector>

#include "Folder.h"

using namespace clustrix::runtime;

namespace {

std::vector<std::string> allLevelsAt(LogLevel level) {
  std::vector<std::string> lines;
  Log log(level, [&](const std::string& line) { lines.push_back(line); });
  log.debug("d");
  log.info("i");
  log.warn("w");
  log.error("e");
  return lines;
}

/// What `work` writes to the process's standard error.
template <class Work>
std::string standardErrorOf(const Work& work) {
  const clustrix::test::Folder folder;
  const int before = dup(STDERR_FILENO);
  REQUIRE(before >= 0);
  std::FILE* const file = std::fopen((folder.path() / "error").c_str(), "w");
  REQUIRE(file != nullptr);
  dup2(fileno(file), STDERR_FILENO);
  work();
  std::fflush(stderr);
  dup2(before, STDERR_FILENO);
  std::fclose(file);
  close(before);
  return folder.read("error");
}

}  // namespace

TEST_CASE("a log shows its level and what is graver") {
  CHECK(allLevelsAt(LogLevel::Debug) ==
        std::vector<std::string>{"clustrix: debug: d", "clustrix: info: i", "clustrix: warn: w", "clustrix: error: e"});
  CHECK(allLevelsAt(LogLevel::Info) ==
        std::vector<std::string>{"clustrix: info: i", "clustrix: warn: w", "clustrix: error: e"});
  CHECK(allLevelsAt(LogLevel::Error) == std::vector<std::string>{"clustrix: error: e"});
  CHECK(allLevelsAt(LogLevel::Off).empty());
}

TEST_CASE("who asks whether a level shows is told what would be written") {
  const Log log(LogLevel::Warn), off(LogLevel::Off);
  CHECK(log.shows(LogLevel::Error));
  CHECK(log.shows(LogLevel::Warn));
  CHECK_FALSE(log.shows(LogLevel::Info));
  CHECK_FALSE(off.shows(LogLevel::Error));
}

TEST_CASE("what is printed without a level is shown whatever the level, as it is") {
  std::vector<std::string> lines;
  Log off(LogLevel::Off, [&](const std::string& line) { lines.push_back(line); });
  off.print("clustrix: plan: a\nclustrix: plan: b");
  CHECK(lines == std::vector<std::string>{"clustrix: plan: a\nclustrix: plan: b"});
}

TEST_CASE("a log that nobody tells otherwise has warnings on standard error, a line each") {
  CHECK(standardErrorOf([] {
          Log log;
          log.warn("w");
          log.info("i");
          log.error("e");
        }) == "clustrix: warn: w\nclustrix: error: e\n");
}

TEST_CASE("lines of several threads reach the sink one after the other") {
  std::atomic<int> inside{0}, met{0};
  int lines = 0;
  Log log(LogLevel::Info, [&](const std::string&) {
    met += ++inside > 1 ? 1 : 0;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));  // for others to come
    ++lines;
    --inside;
  });
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int k = 0; k < 5; ++k) log.info("i");
    });
  for (std::thread& thread : threads) thread.join();
  CHECK(met == 0);
  CHECK(lines == 20);
}

TEST_CASE("what each launch says alike is written once, and each time where debugging is shown") {
  const auto linesAt = [](LogLevel level) {
    std::vector<std::string> lines;
    Log log(level, [&](const std::string& line) { lines.push_back(line); });
    for (int launch = 0; launch < 3; ++launch) {
      log.once(LogLevel::Info, "a");
      log.once(LogLevel::Info, launch == 1 ? "b" : "a");
    }
    return lines;
  };
  CHECK(linesAt(LogLevel::Info) == std::vector<std::string>{"clustrix: info: a", "clustrix: info: b"});
  CHECK(linesAt(LogLevel::Debug).size() == 6);
  CHECK(linesAt(LogLevel::Warn).empty());
}

TEST_CASE("what differs from launch to launch is made for the line that is written, and for no other") {
  std::vector<std::string> lines;
  int made = 0;
  Log log(LogLevel::Info, [&](const std::string& line) { lines.push_back(line); });
  const auto whole = [&] { return "a: " + std::to_string(++made); };
  for (int launch = 0; launch < 3; ++launch) log.once(LogLevel::Info, "a", whole);
  log.once(LogLevel::Debug, "b", whole);
  CHECK(lines == std::vector<std::string>{"clustrix: info: a: 1"});
  CHECK(made == 1);
}
