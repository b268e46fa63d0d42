#include "audit/AuditedProcess.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "EndOf.h"

extern "C" {
void __sanitizer_cov_load8(const void* place);
void __sanitizer_cov_store8(const void* place);
void* __tsan_memcpy(void* to, const void* from, std::size_t bytes);
void* __tsan_memset(void* to, int value, std::size_t bytes);
}

namespace clustrix::audit {
namespace {

std::array<double, 100> a{}, b{};

Frame noFrame() { return {}; }

/// A loop as its instrumentation runs it: a[i] = b[i - distance].
void shifted(std::array<double, 100>& from, std::size_t distance) {
  AuditedLoop& loop = *beginLoop("shifted", noFrame());
  for (std::size_t i = 1; i < 10; ++i) {
    beginBody(loop);
    __sanitizer_cov_load8(&from[i - distance]);
    __sanitizer_cov_store8(&a[i]);
    endBody(loop);
  }
  endLoop();
}

TEST_CASE("a process in which nothing was found ends as it would") {
  CHECK(endOf([] {}) == 3);
  CHECK(endOf([] { shifted(b, 1); }) == 3);
  CHECK(endOf([] { shifted(a, 0); }) == 3);
}

TEST_CASE("one in which iterations depend on each other ends with a status of its own") {
  CHECK(endOf([] { shifted(a, 1); }) == faultStatus);
}

TEST_CASE("what is copied and filled is read and written, by the loop and in truth") {
  CHECK(endOf([] {
          AuditedLoop& loop = *beginLoop("copied", noFrame());
          b.fill(7);
          for (std::size_t i = 0; i < 3; ++i) {
            beginBody(loop);
            __tsan_memcpy(&a[8 * i], &b[0], 64);
            __tsan_memset(&a[8 * i + 4], 0, 32);
            endBody(loop);
          }
          endLoop();
          if (a[3] != 7 || a[4] != 0) std::_Exit(1);
        }) == 3);
  CHECK(endOf([] {
          AuditedLoop& loop = *beginLoop("copied", noFrame());
          for (std::size_t i = 0; i < 3; ++i) {
            beginBody(loop);
            __tsan_memcpy(&a[8 * i + 8], &a[8 * i], 64);
            endBody(loop);
          }
          endLoop();
        }) == faultStatus);
}

TEST_CASE("accesses outside of loops, and those of other threads, are nobody's") {
  CHECK(endOf([] {
          shifted(b, 1);
          __sanitizer_cov_load8(&a[5]);
          AuditedLoop& loop = *beginLoop("f", noFrame());
          beginBody(loop);
          __sanitizer_cov_store8(&a[5]);
          endBody(loop);
          beginBody(loop);
          std::thread([] {
            __sanitizer_cov_load8(&a[5]);
            if (beginLoop("other", noFrame())) std::_Exit(1);
          }).join();
          endBody(loop);
          endLoop();
        }) == 3);
}

TEST_CASE("a loop of another thread is looked at when no other is under way") {
  CHECK(endOf([] { std::thread([] { shifted(a, 1); }).join(); }) == faultStatus);
}

TEST_CASE("where there is no room, nothing is found") {
  CHECK(endOf([] {
          setenv("CLUSTRIX_AUDIT_MEMORY", "1KB", 1);
          shifted(a, 1);
        }) == 3);
  CHECK(endOf([] {
          setenv("CLUSTRIX_AUDIT_MEMORY", "a lot", 1);
          shifted(a, 1);
        }) == faultStatus);
}

TEST_CASE("what a loop's description reads is remembered, however much we ask the program's code meanwhile") {
  __sanitizer_cov_load8(&a[0]);
  {
    const Unwatched unwatched;
    for (int times = 0; times < 100; ++times)
      for (const double& one : b) __sanitizer_cov_load8(&one);
  }
  CHECK(recentReads().holds(reinterpret_cast<std::uintptr_t>(&a[0]), 8));
  CHECK_FALSE(recentReads().holds(reinterpret_cast<std::uintptr_t>(&b[0]), 8));
  CHECK(isReadBy([] { __sanitizer_cov_load8(&b[7]); }, reinterpret_cast<std::uintptr_t>(&b[7]), 8));
}

TEST_CASE("a frame ends where the thread's stack does") {
  const int here = 0;
  const Frame frame = frameBetween(&here + 1, &here);
  CHECK(frame.low == reinterpret_cast<std::uintptr_t>(&here));
  CHECK(frame.limit != 0);
  CHECK(frame.limit < frame.low);
}

}  // namespace
}  // namespace clustrix::audit
