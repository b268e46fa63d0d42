#include "Caches.h"

#include <catch2/catch.hpp>

using namespace ptx;

TEST_CASE("A sector is there once it was asked for", "[caches]") {
  Cache cache(1 << 20);
  CHECK(cache.touch(7, 0b0011, false).there == 0);
  CHECK(cache.touch(7, 0b0110, false).there == 0b0010);
  CHECK(cache.touch(8, 0b0001, false).there == 0);
}

TEST_CASE("The least recently used of sixteen lines goes first", "[caches]") {
  Cache cache(16 * lineBytes);  // one set
  for (u64 line = 0; line < 16; ++line) cache.touch(line, 1, false);
  cache.touch(0, 1, false);
  cache.touch(16, 1, false);
  CHECK(cache.touch(0, 1, false).there == 1);
  CHECK(cache.touch(1, 1, false).there == 0);
}

TEST_CASE("What was written is written back when it goes, or at the end", "[caches]") {
  Cache cache(16 * lineBytes);
  cache.touch(0, 0b1010, true);
  u32 back = 0;
  for (u64 line = 1; line <= 16; ++line) back += cache.touch(line, 1, false).writtenBack;
  CHECK(back == 2);
  cache.touch(17, 0b1111, true);
  CHECK(cache.flush() == 4);
  CHECK(cache.flush() == 0);
}
