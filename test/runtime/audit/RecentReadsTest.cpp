#include "audit/RecentReads.h"

#include <catch2/catch.hpp>

namespace clustrix::audit {
namespace {

TEST_CASE("parts of what was read are known, and nothing around it") {
  RecentReads reads;
  CHECK_FALSE(reads.holds(100, 1));
  reads.add(100, 8);
  CHECK(reads.holds(100, 8));
  CHECK(reads.holds(104, 4));
  CHECK_FALSE(reads.holds(99, 2));
  CHECK_FALSE(reads.holds(104, 8));
}

TEST_CASE("of what is large, each part is known that lies as its elements do") {
  RecentReads reads;
  reads.add(0x7fff'ffff'0000, 1 << 20);
  CHECK(reads.holds(0x7fff'ffff'0000, 8));
  CHECK(reads.holds(0x7fff'ffff'0000 + (1 << 15), 8));
  CHECK(reads.holds(0x7fff'ffff'0000 + (1 << 20) - 8, 8));
  CHECK_FALSE(reads.holds(0x7fff'ffff'0000 + (1 << 20), 1));
}

TEST_CASE("what was read since then") {
  RecentReads reads;
  reads.add(100, 8);
  const std::size_t then = reads.count();
  CHECK_FALSE(reads.holdsSince(then, 100, 8));
  reads.add(200, 8);
  CHECK(reads.holdsSince(then, 204, 4));
  CHECK_FALSE(reads.holdsSince(then, 100, 8));
  for (std::uintptr_t others = 0; others < 5000; ++others) reads.add(1000, 8);
  CHECK_FALSE(reads.holdsSince(then, 200, 8));
  CHECK(reads.holdsSince(then, 1000, 8));
}

TEST_CASE("what was read long ago is forgotten") {
  RecentReads reads;
  reads.add(100, 8);
  std::uintptr_t others = 0;
  for (; reads.holds(100, 8) && others < 1 << 20; ++others) reads.add(1000 + 8 * others, 8);
  CHECK(others > 100);
  CHECK(others < 1 << 20);
}

}  // namespace
}  // namespace clustrix::audit
