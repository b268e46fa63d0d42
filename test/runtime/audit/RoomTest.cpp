#include "audit/Room.h"

#include <catch2/catch.hpp>

#include "audit/Shadow.h"

namespace clustrix::audit {
namespace {

constexpr std::uintptr_t heap = 0x5000'0000'0000;
constexpr auto nothing = [](std::uintptr_t, std::size_t, const Conflict*, bool) {};

TEST_CASE("all shadows forget together, and the room is there again") {
  Room room(48000);  // three pages
  Shadow outer(room), inner(room);
  for (const std::uintptr_t at : {heap, heap + 4096}) outer.write(at, 8, {1, 1}, 1, nothing);
  CHECK(room.clear());
  CHECK(room.cleared() == 1);
  CHECK(room.left() == 48000);
  inner.write(heap, 8, {1, 1}, 1, nothing);
  outer.write(heap, 8, {1, 1}, 1, nothing);
  outer.write(heap + 4096, 8, {1, 1}, 1, nothing);
  bool conflicts = false;
  inner.write(heap + 4096, 8, {1, 1}, 1, nothing);  // one too many
  CHECK(room.cleared() == 2);
  outer.read(heap, 8, {2, 2}, 1, [&](std::uintptr_t, std::size_t, const Conflict* found, bool) { conflicts = found; });
  CHECK_FALSE(conflicts);
}

TEST_CASE("nothing is forgotten where that would not help") {
  Room room(std::size_t{1} << 20);
  {
    Shadow shadow(room);
    shadow.write(heap, 8, {1, 1}, 1, nothing);
    CHECK_FALSE(room.clear());
    CHECK(room.cleared() == 0);
    CHECK(room.left() < std::size_t{1} << 20);
  }
  CHECK(room.left() == std::size_t{1} << 20);
}

}  // namespace
}  // namespace clustrix::audit
