#include "support/Thread.h"

#include <sys/resource.h>

#include <catch2/catch.hpp>
#include <memory>

using namespace clustrix::runtime;

namespace {

/// While it lives, the process's soft limit on stacks is this one, where its hard limit lets it.
class StackLimit {
 public:
  explicit StackLimit(rlim_t soft) {
    REQUIRE(getrlimit(RLIMIT_STACK, &before_) == 0);
    const rlimit wanted{soft, before_.rlim_max};
    isSet_ = setrlimit(RLIMIT_STACK, &wanted) == 0;
  }
  ~StackLimit() { setrlimit(RLIMIT_STACK, &before_); }
  StackLimit(const StackLimit&) = delete;
  StackLimit& operator=(const StackLimit&) = delete;
  bool isSet() const { return isSet_; }

 private:
  rlimit before_{};
  bool isSet_ = false;
};

constexpr std::size_t megabyte = std::size_t{1} << 20;

std::size_t ownStack() {
  pthread_attr_t attributes;
  std::size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  pthread_attr_getstacksize(&attributes, &size);
  pthread_attr_destroy(&attributes);
  return size;
}

}  // namespace

TEST_CASE("a stack is a megabyte larger than the program's own may grow, and large where that has no bound") {
  {
    const StackLimit three(3 * megabyte);
    REQUIRE(three.isSet());
    CHECK(stackSize() == 4 * megabyte);
  }
  const StackLimit none(RLIM_INFINITY);
  if (none.isSet()) CHECK(stackSize() == 65 * megabyte);
}

TEST_CASE("a thread has the stack that the limit asks for when it starts") {
  const StackLimit limit(40 * megabyte);  // more than a thread has by default
  if (!limit.isSet()) return;
  Thread thread;
  std::size_t stack = 0;
  REQUIRE(thread.start([&] { stack = ownStack(); }) == 0);
  thread.join();
  CHECK(stack >= 41 * megabyte);  // glibc may have a larger one left over
}

TEST_CASE("a thread is started until it is joined, and may be started again") {
  Thread thread;
  CHECK_FALSE(thread.isStarted());
  int done = 0;
  for (int round = 1; round <= 2; ++round) {
    REQUIRE(thread.start([&] { ++done; }) == 0);
    CHECK(thread.isStarted());
    thread.join();
    CHECK_FALSE(thread.isStarted());
    CHECK(done == round);
  }
}

TEST_CASE("the work is the thread's own, and what it holds lives as long as it runs") {
  Thread thread;
  const pthread_t here = pthread_self();
  bool elsewhere = false;
  int read = 0;
  {
    const auto held = std::make_shared<int>(7);
    REQUIRE(thread.start([held, here, &elsewhere, &read] {
      elsewhere = pthread_equal(pthread_self(), here) == 0;
      read = *held;
    }) == 0);
  }
  thread.join();
  CHECK(elsewhere);
  CHECK(read == 7);
}

TEST_CASE("a thread that memory has no stack for is not started, and its work is not done") {
  const StackLimit beyond(rlim_t{1} << 50);  // more than addresses
  if (!beyond.isSet()) return;
  Thread thread;
  bool done = false;
  CHECK(thread.start([&] { done = true; }) != 0);
  CHECK_FALSE(thread.isStarted());
  CHECK_FALSE(done);
}
