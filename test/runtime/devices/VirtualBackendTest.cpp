#include "devices/VirtualBackend.h"

#include <catch2/catch.hpp>

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

constexpr DeviceId first{0}, second{1};

std::unique_ptr<Backend> backendOf(const char* spec) {
  return makeVirtualBackend(std::get<VirtualDevices>(parseDeviceSpec(spec).spec));
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
