#include "audit/Origins.h"

#include <catch2/catch.hpp>

#include <tuple>

namespace clustrix::audit {
namespace {

using Parts = std::vector<std::tuple<std::uintptr_t, std::uintptr_t, std::size_t>>;

Parts partsOf(const Origins& origins, std::uintptr_t begin, std::size_t bytes) {
  Parts parts;
  origins.forEachPart(begin, bytes, [&](std::uintptr_t source, std::uintptr_t at, std::size_t count) {
    parts.emplace_back(source, at, count);
  });
  return parts;
}

TEST_CASE("a part of a copy comes from the same part of what was copied") {
  Origins origins;
  CHECK(origins.empty());
  origins.copied(100, 1000, 24);
  CHECK(partsOf(origins, 108, 8) == Parts{{1008, 108, 8}});
  CHECK(partsOf(origins, 92, 16) == Parts{{1000, 100, 8}});
  CHECK(partsOf(origins, 124, 8).empty());
  origins.clear();
  CHECK(origins.empty());
}

TEST_CASE("what has been written since is no copy") {
  Origins origins;
  origins.copied(100, 1000, 24);
  origins.written(108, 8);
  CHECK(partsOf(origins, 100, 24) == Parts{{1000, 100, 8}, {1016, 116, 8}});
  origins.copied(112, 2000, 8);
  CHECK(partsOf(origins, 112, 12) == Parts{{1020, 120, 4}, {2000, 112, 8}});
  origins.written(0, 1000);
  CHECK(origins.empty());
}

TEST_CASE("a copy of a copy comes from where that does") {
  Origins origins;
  origins.copied(100, 1000, 24);
  origins.copied(204, 108, 8);
  CHECK(partsOf(origins, 204, 8) == Parts{{1008, 204, 8}});
}

}  // namespace
}  // namespace clustrix::audit
