// A program that waits to be ended, started by InterruptsTest.cpp: `interrupted WHERE HANDLER`.
//
//     WHERE    running: within a kernel on a device      dirty: results are on a device alone      idle: all is at home
//     HANDLER  none; before, after: one of its own for SIGTERM and SIGSEGV, set before or after the first loop;
//     ignored;
//              exit, quick, abort, throw, fault: how a thread ends the program
//
// It writes "ready" where it waits, and ends with status 0 when its own handler has been called.
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include "clustrix/runtime.h"

namespace {

std::atomic<bool> called{false};

void say(const char* text) {
  if (write(STDOUT_FILENO, text, std::strlen(text)) < 0) std::_Exit(9);
}
void mine(int) {
  say("mine\n");
  called = true;
}
void handle() {
  signal(SIGTERM, mine);
  signal(SIGSEGV, mine);
}
void end(const char* how) {
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  if (std::strcmp(how, "exit") == 0) std::exit(3);
  if (std::strcmp(how, "quick") == 0) std::quick_exit(4);
  if (std::strcmp(how, "abort") == 0) std::abort();
  if (std::strcmp(how, "throw") == 0) throw 5;
  volatile int* volatile nowhere = nullptr;
  *nowhere = 1;
}
void waitForSignal() {
  say("ready\n");
  for (int i = 0; i < 3000 && !called; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

struct Fill {
  int* a;
  bool waits;
  CLUSTRIX_HD void operator()(clustrix::Index k) const {
    if (waits && k == 0) waitForSignal();
    a[k] = 1;
  }
};

bool fill(std::vector<int>& a, bool waits, const clustrix::Residency& residency) {
  static constexpr clustrix::Site site{"fill", "interrupted.cpp", 50, 3};
  clustrix::Loop loop(site, static_cast<clustrix::Index>(a.size()), residency);
  const auto a_ = loop.array("a", a.data(), a.size());
  const auto footprint = [&](clustrix::Chunk chunk, clustrix::Footprint& touched) {
    touched.writes(a_).box(chunk.begin, {1, chunk.size()});
  };
  const auto kernel = [&](const clustrix::Memory& at) { return Fill{at(a_), waits}; };
  return loop.run(footprint, kernel);
}

}  // namespace

int main(int, char** arguments) {
  const auto is = [&](int argument, const char* word) { return std::strcmp(arguments[argument], word) == 0; };
  if (is(2, "before")) handle();
  if (is(2, "ignored")) signal(SIGTERM, SIG_IGN);
  std::vector<int> a(1000, 0);
  {
    clustrix::Residency residency;
    if (!fill(a, false, residency)) return 8;
    if (is(2, "after")) handle();
    std::thread ending;
    for (const char* how : {"exit", "quick", "abort", "throw", "fault"})
      if (is(2, how)) ending = std::thread(end, how);
    if (is(1, "dirty")) waitForSignal();
    if (is(1, "running") && !fill(a, true, residency)) return 8;
    if (ending.joinable()) ending.join();
  }
  if (is(1, "idle")) waitForSignal();
  for (int value : a)
    if (value != 1) return 7;
  return called ? 0 : 6;
}
