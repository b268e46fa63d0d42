#include "inspection/StampMemory.h"

#include <catch2/catch.hpp>
#include <limits>

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

constexpr Index most = std::numeric_limits<std::uint32_t>::max();

/// Whether no element has a stamp above what counts as none.
bool isClear(const Stamps& stamps) {
  for (Index i = 0; i <= stamps.to - stamps.from; ++i)
    if (stamps.of[i].load() > stamps.before) return false;
  return true;
}
/// The greatest stamp that a look of so many iterations gives.
void stampAll(const Stamps& stamps, Index iterations) {
  for (Index i = 0; i <= stamps.to - stamps.from; ++i)
    stamps.of[i].store(stamps.before + static_cast<std::uint32_t>(iterations));
}

}  // namespace

TEST_CASE("stamps of an earlier look count as none, wherever the next one's elements begin") {
  StampMemory memory;
  for (const Index from : {Index{0}, Index{-70}, Index{1000000}}) {
    const Stamps stamps = memory.take(from, from + 99, 500);
    CHECK(stamps.from == from);
    CHECK(stamps.to == from + 99);
    CHECK(isClear(stamps));
    stampAll(stamps, 500);
  }
  CHECK(isClear(memory.take(0, 5000, 3)));
}

TEST_CASE("where there are no stamps left they begin again") {
  StampMemory memory;
  for (int i = 0; i < 4; ++i) {
    const Stamps stamps = memory.take(0, 9, most - 2);
    CHECK(isClear(stamps));
    CHECK(static_cast<Index>(stamps.before) + most - 2 <= most);
    stampAll(stamps, most - 2);
  }
}

TEST_CASE("what is too large is not kept, and comes again") {
  StampMemory memory;
  memory.take(0, static_cast<Index>(StampMemory::mostKept), 10);
  memory.trim();
  const Stamps stamps = memory.take(0, 9, 10);
  CHECK(isClear(stamps));
  stampAll(stamps, 10);
  memory.trim();
  CHECK(memory.take(0, 9, 10).of == stamps.of);
}
