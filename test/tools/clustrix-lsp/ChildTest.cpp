#include "clustrix-lsp/Child.h"

#include <catch2/catch.hpp>

#include <csignal>
#include <cstdlib>
#include <thread>

#include <unistd.h>

using namespace clustrix::lsp;

TEST_CASE("what the work returns comes back, also more than a pipe holds") {
  const std::string large(3 << 20, 'x');
  for (const std::string& text : {std::string(), std::string("a\nb\n"), large}) {
    Child child([&] { return text; });
    const auto ending = child.wait();
    CHECK(ending.whole);
    CHECK(ending.text == text);
    CHECK(ending.why.empty());
  }
}

TEST_CASE("a child that crashes leaves us, and says how it ended") {
  Child child([]() -> std::string {
    std::signal(SIGABRT, SIG_DFL);  // Catch2 would take it for a failure of its own
    std::abort();
  });
  const auto ending = child.wait();
  CHECK_FALSE(ending.whole);
  CHECK(ending.why == "it ended by signal Aborted");
}

TEST_CASE("a status is told, and half a result is none") {
  Child child([]() -> std::string { _exit(3); });
  const auto ending = child.wait();
  CHECK_FALSE(ending.whole);
  CHECK(ending.why == "it ended with status 3");
}

TEST_CASE("a child that never ends is stopped from another thread") {
  Child child([]() -> std::string {
    for (;;) pause();
  });
  std::thread other([&] { child.stop(); });
  const auto ending = child.wait();
  other.join();
  CHECK_FALSE(ending.whole);
  CHECK(ending.why == "it ended by signal Killed");
  child.stop();  // there is none any more
}

TEST_CASE("a child that nobody waits for ends with its owner") {
  const Child child([]() -> std::string {
    for (;;) pause();
  });
}

TEST_CASE("what the work changes stays its own") {
  int value = 1;
  Child child([&] {
    value = 2;
    return std::to_string(value);
  });
  CHECK(child.wait().text == "2");
  CHECK(value == 1);
}
