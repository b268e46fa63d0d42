#include "devices/VirtualBackend.h"

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <cstring>
#include <thread>

#include "devices/GuardedMemory.h"
#include "devices/WorkQueue.h"

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

constexpr DeviceId first{0}, second{1};

std::unique_ptr<Backend> backendOf(const char* spec) {
  return makeVirtualBackend(std::get<VirtualDevices>(parseDeviceSpec(spec).spec));
}

template <class Action>
bool endsTheProgram(Action action) {
  const pid_t child = fork();
  if (child == 0) {
    // The crash is wanted: no handler of the test framework or a sanitizer should report it.
    std::signal(SIGSEGV, SIG_DFL);
    std::signal(SIGBUS, SIG_DFL);
    action();
    _exit(0);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return !(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

Copy copyOf(CopyKind kind, const void* from, const void* to, std::size_t bytes) {
  Copy copy;
  copy.kind = kind;
  copy.from = reinterpret_cast<std::uintptr_t>(from);
  copy.to = reinterpret_cast<std::uintptr_t>(to);
  copy.width = bytes;
  return copy;
}

}  // namespace

TEST_CASE("memory is aligned, poisoned, and ends at a page that no one may touch") {
  for (const std::size_t bytes : {1u, 255u, 256u, 4096u, 5000u}) {
    const GuardedMemory memory = mapGuarded(bytes);
    REQUIRE(memory.data != nullptr);
    CHECK(reinterpret_cast<std::uintptr_t>(memory.data) % 256 == 0);
    volatile unsigned char* const data = static_cast<unsigned char*>(memory.data);
    for (std::size_t b = 0; b < bytes; ++b) REQUIRE(data[b] == poison);
    const std::size_t used = (bytes + 255) / 256 * 256;
    CHECK(endsTheProgram([&] { data[used] = 1; }));
    CHECK(endsTheProgram([&] { static_cast<void>(data[used]); }));
    CHECK(endsTheProgram([&] { data[-static_cast<std::ptrdiff_t>((used + 4095) / 4096 * 4096 - used) - 1] = 1; }));
    CHECK_FALSE(endsTheProgram([&] { data[bytes - 1] = 1; }));
    unmapGuarded(memory);
  }
}

TEST_CASE("a device has the memory that it was given, and no more") {
  const auto backend = backendOf("virtual:1x1MB");
  DeviceAddress a{}, b{};
  REQUIRE(backend->allocate(first, 600 << 10, a).ok());
  const Status refused = backend->allocate(first, 600 << 10, b);
  CHECK(refused.failure == Failure::OutOfMemory);
  CHECK_THAT(refused.message, Catch::Contains("424 KB left of the 600 KB"));
  std::size_t free = 0;
  REQUIRE(backend->freeMemory(first, free).ok());
  CHECK(free == 424u << 10);
  REQUIRE(backend->release(first, a).ok());
  CHECK_FALSE(backend->release(first, a).ok());
  CHECK(backend->allocate(first, 600 << 10, b).ok());
  CHECK(backend->release(first, b).ok());
}

TEST_CASE("rows are copied there and back, and between devices") {
  const auto backend = backendOf("virtual:2");
  std::vector<int> from(100), to(100, -1);
  for (int i = 0; i < 100; ++i) from[static_cast<std::size_t>(i)] = i;
  DeviceAddress a{}, b{};
  REQUIRE(backend->allocate(first, 400, a).ok());
  REQUIRE(backend->allocate(second, 400, b).ok());
  StreamId x{}, y{};
  REQUIRE(backend->openStream(first, x).ok());
  REQUIRE(backend->openStream(second, y).ok());
  REQUIRE(backend->copy(first, x, copyOf(CopyKind::HostToDevice, from.data(), reinterpret_cast<void*>(a), 400)).ok());
  REQUIRE(backend->synchronize(first, x).ok());
  Copy peer = copyOf(CopyKind::DeviceToDevice, reinterpret_cast<void*>(a), reinterpret_cast<void*>(b), 400);
  peer.peer = first;
  REQUIRE(backend->copy(second, y, peer).ok());
  Copy rows = copyOf(CopyKind::DeviceToHost, reinterpret_cast<void*>(b), to.data(), 8);
  rows.rows = 10;
  rows.fromPitch = rows.toPitch = 40;
  REQUIRE(backend->copy(second, y, rows).ok());
  REQUIRE(backend->closeStream(second, y).ok());
  REQUIRE(backend->closeStream(first, x).ok());
  for (int i = 0; i < 100; ++i) CHECK(to[static_cast<std::size_t>(i)] == (i % 10 < 2 ? i : -1));
  CHECK(backend->release(first, a).ok());
  CHECK(backend->release(second, b).ok());
}

TEST_CASE("what is not on an open stream is refused") {
  const auto backend = backendOf("virtual:1");
  const StreamId never{99};
  CHECK_FALSE(backend->copy(first, never, Copy{}).ok());
  CHECK_FALSE(backend->synchronize(first, never).ok());
}

TEST_CASE("operations run in order, and after a failure not at all") {
  WorkQueue queue;
  const StreamId good = queue.open(), bad = queue.open();
  std::vector<int> ran;
  const auto add = [&](int value) {
    return [&ran, value]() -> Status {
      ran.push_back(value);
      return {};
    };
  };
  REQUIRE(queue.enqueue(good, add(1)).ok());
  REQUIRE(queue.enqueue(bad, [] { return Status{Failure::Failed, "first"}; }).ok());
  REQUIRE(queue.enqueue(bad, add(2)).ok());
  REQUIRE(queue.enqueue(bad, [] { return Status{Failure::DeviceLost, "second"}; }).ok());
  REQUIRE(queue.enqueue(good, add(3)).ok());
  CHECK(queue.synchronize(good).ok());
  CHECK(queue.finished(good));
  CHECK(queue.synchronize(bad).message == "first");
  CHECK(ran == std::vector<int>{1, 3});
  REQUIRE(queue.enqueue(bad, add(4)).ok());
  CHECK(queue.synchronize(bad).ok());
  CHECK(ran == std::vector<int>{1, 3, 4});
  CHECK(queue.close(good).ok());
  CHECK(queue.close(bad).ok());
}
