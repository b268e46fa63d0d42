#include "audit/Shadow.h"

#include <catch2/catch.hpp>

#include <random>
#include <tuple>
#include <vector>

namespace clustrix::audit {
namespace {

/// The iterations of one loop, and what is found of their accesses to a piece of memory.
struct Audited {
  Room room;
  Shadow shadow{room};
  std::vector<char> memory = std::vector<char>(1 << 16);
  Tick first = 1, now = 1;

  explicit Audited(std::size_t bytes = std::size_t{1} << 30) : room(bytes) {}
  std::vector<std::tuple<Hazard, Tick, Code>> conflicts;
  std::size_t bytesFound = 0;

  std::uintptr_t at(std::size_t offset) const {
    // At the begin of a page, so that offsets tell where the next one is.
    return ((reinterpret_cast<std::uintptr_t>(memory.data()) + 4095) & ~std::uintptr_t{4095}) + offset;
  }
  auto found() {
    return [this](std::uintptr_t, std::size_t bytes, const Conflict* conflict, bool) {
      bytesFound += bytes;
      if (conflict) conflicts.emplace_back(conflict->hazard, conflict->before.tick - first, conflict->before.code);
    };
  }
  void read(std::size_t offset, std::size_t bytes, Code code = 1) {
    shadow.read(at(offset), bytes, {now, code}, first, found());
  }
  void write(std::size_t offset, std::size_t bytes, Code code = 2) {
    shadow.write(at(offset), bytes, {now, code}, first, found());
  }
  void next() { ++now; }
  void nextLoop() { first = ++now; }
};

using Found = std::vector<std::tuple<Hazard, Tick, Code>>;

TEST_CASE("what an earlier iteration wrote may neither be read nor written, nor what it read be written") {
  Audited loop;
  loop.write(0, 8, 10);
  loop.read(8, 8, 11);
  loop.next();
  loop.read(0, 8);
  CHECK(loop.conflicts == Found{{Hazard::ReadAfterWrite, 0, 10}});
  loop.conflicts.clear();
  loop.write(8, 8);
  CHECK(loop.conflicts == Found{{Hazard::WriteAfterRead, 0, 11}});
  loop.conflicts.clear();
  loop.next();
  loop.write(0, 8);
  CHECK(loop.conflicts == Found{{Hazard::WriteAfterWrite, 0, 10}});
}

TEST_CASE("whether all was written is told to the byte, of the loop at hand") {
  Audited loop;
  loop.write(0, 8);
  loop.nextLoop();
  CHECK(loop.shadow.firstUnwritten(loop.at(0), loop.at(8), loop.first) == loop.at(0));
  loop.write(0, 8);
  loop.next();
  loop.write(8, 4);
  loop.read(12, 4);
  const auto unwritten = [&](std::size_t begin, std::size_t end) {
    return loop.shadow.firstUnwritten(loop.at(begin), loop.at(end), loop.first) - loop.at(0);
  };
  CHECK(unwritten(0, 12) == 12);
  CHECK(unwritten(0, 16) == 12);
  CHECK(unwritten(4, 8) == 8);
  CHECK(unwritten(4090, 4100) == 4090);
  CHECK(unwritten(20000, 20001) == 20000);
}

TEST_CASE("an iteration may do with its memory what it wants, and all may read") {
  Audited loop;
  loop.read(0, 8);
  loop.write(0, 8);
  loop.read(0, 8);
  loop.write(0, 8);
  loop.read(8, 8);
  loop.next();
  loop.read(8, 8);
  CHECK(loop.conflicts.empty());
}

TEST_CASE("an earlier reader is remembered when the iteration itself reads before it writes") {
  Audited loop;
  loop.read(0, 8, 5);
  loop.next();
  loop.read(0, 8, 6);
  loop.write(0, 8, 7);
  CHECK(loop.conflicts == Found{{Hazard::WriteAfterRead, 0, 5}});
}

TEST_CASE("iterations of a loop before are no conflict") {
  Audited loop;
  loop.write(0, 8);
  loop.read(8, 8);
  loop.nextLoop();
  loop.read(0, 8);
  loop.write(8, 8);
  loop.write(0, 8);
  CHECK(loop.conflicts.empty());
}

TEST_CASE("neighbours share no granule, whatever was there before") {
  Audited loop;
  SECTION("from the begin") {
    loop.write(0, 1);
    loop.write(4, 4);
  }
  SECTION("in a page that had larger ones") {
    loop.write(64, 8);
    loop.nextLoop();
    loop.write(0, 1);
    loop.write(4, 4);
  }
  loop.next();
  loop.write(1, 1);
  loop.write(2, 2);
  loop.write(8, 4);
  CHECK(loop.conflicts.empty());
  loop.read(7, 1);
  CHECK(loop.conflicts.size() == 1);
}

TEST_CASE("what was known of a granule holds of its parts") {
  Audited loop;
  loop.write(0, 8, 3);
  loop.read(16, 8, 4);
  loop.next();
  loop.read(5, 1);
  loop.write(18, 2);
  CHECK(loop.conflicts.size() == 3);
  CHECK(loop.conflicts[0] == std::tuple(Hazard::ReadAfterWrite, Tick{0}, Code{3}));
  CHECK(loop.conflicts[2] == std::tuple(Hazard::WriteAfterRead, Tick{0}, Code{4}));
}

TEST_CASE("a range is all of its bytes, across pages") {
  Audited loop;
  loop.write(4090, 13);
  CHECK(loop.bytesFound == 13);
  loop.next();
  for (const std::size_t beside : {4089, 4103}) loop.write(beside, 1);
  CHECK(loop.conflicts.empty());
  for (const std::size_t inside : {4090, 4095, 4096, 4102}) loop.read(inside, 1);
  CHECK(loop.conflicts.size() == 4);
  loop.bytesFound = 0;
  loop.next();
  loop.read(0, 3 * 4096);
  CHECK(loop.bytesFound == 3 * 4096);
}

TEST_CASE("each iteration finds a granule once for its reads and once for its writes") {
  Audited loop;
  for (int times = 0; times < 3; ++times) loop.read(0, 8), loop.write(0, 8);
  CHECK(loop.bytesFound == 16);
}

TEST_CASE("nothing is known of memory that was freed") {
  Audited loop;
  loop.write(0, 64);
  loop.write(4096, 8);
  loop.shadow.forget(loop.at(8), loop.at(32));
  loop.next();
  loop.read(8, 24);
  CHECK(loop.conflicts.empty());
  loop.read(0, 8);
  loop.read(32, 8);
  loop.read(4096, 8);
  CHECK(loop.conflicts.size() == 3);
  loop.shadow.forget(loop.at(0), loop.at(1 << 15));
  loop.next();
  loop.write(0, 64);
  CHECK(loop.conflicts.size() == 3);
}

TEST_CASE("where room runs out, all is forgotten, and what comes then is known") {
  Audited loop(25000);  // one page of a chunk
  loop.write(0, 8);
  loop.write(4096, 8);
  CHECK(loop.shadow.cleared() == 1);
  loop.next();
  loop.read(4096, 8);
  CHECK(loop.conflicts.size() == 1);
  loop.read(0, 8);
  CHECK(loop.shadow.cleared() == 2);
  CHECK(loop.conflicts.size() == 1);
  CHECK(loop.shadow.unchecked() == 0);
  CHECK(loop.bytesFound == 32);
  CHECK(loop.room.left() < 25000);
  loop.shadow.forgetAll();
  CHECK(loop.room.left() == 25000);
}

TEST_CASE("where there is no room at all, accesses are counted and nothing is said of them") {
  Audited loop(5000);  // a chunk without pages
  loop.write(0, 8);
  loop.write(4096, 8);
  loop.write(8191, 2);
  CHECK(loop.shadow.unchecked() == 4);
  CHECK(loop.bytesFound == 0);
  CHECK(loop.shadow.cleared() == 0);
}

TEST_CASE("addresses that no program has are not looked at") {
  Room room(1 << 20);
  Shadow shadow(room);
  std::size_t found = 0;
  shadow.write(~std::uintptr_t{15}, 8, {1, 1}, 1, [&](std::uintptr_t, std::size_t, const Conflict*, bool) { ++found; });
  CHECK(found == 0);
  CHECK(shadow.unchecked() == 1);
}

TEST_CASE("what is settled is settled rightly: the others find the same conflicts") {
  std::mt19937 random(7);
  const auto below = [&](unsigned end) { return std::uniform_int_distribution<unsigned>(0, end - 1)(random); };
  for (int round = 0; round < 50; ++round) {
    Audited slow, quick;
    quick.memory.swap(slow.memory);  // the same addresses
    slow.memory = quick.memory;
    const std::uintptr_t base = quick.at(0);
    std::size_t settled = 0;
    for (int access = 0; access < 2000; ++access) {
      if (below(50) == 0) ++slow.now, ++quick.now;
      if (below(500) == 0) slow.nextLoop(), quick.nextLoop();
      // Of one size, of more than one, anywhere.
      const std::size_t bytes = std::size_t{1} << (round % 3 == 0 ? 3 : round % 3 == 1 ? 2 + below(2) : below(5));
      const std::uintptr_t at = base + below(64) * (round % 3 == 2 ? below(8) : 8);
      const Touch touch{quick.now, below(9)};
      const bool isWrite = below(3) == 0, may = below(4) != 0;
      const auto mayBe = [&] { return may; };
      if (isWrite) {
        slow.shadow.write(at, bytes, touch, slow.first, slow.found());
        if (quick.shadow.settle<true>(at, bytes, touch, quick.first, mayBe)) ++settled;
        quick.shadow.write(at, bytes, touch, quick.first, quick.found());
      } else {
        slow.shadow.read(at, bytes, touch, slow.first, slow.found());
        if (quick.shadow.settle<false>(at, bytes, touch, quick.first, mayBe)) ++settled;
        quick.shadow.read(at, bytes, touch, quick.first, quick.found());
      }
      REQUIRE(quick.conflicts == slow.conflicts);
    }
    if (round % 3 != 2) CHECK(settled > 100);
  }
}

TEST_CASE("what conflicts, is nobody's claim, or lies in pages that nobody knows is not settled") {
  Audited loop;
  const auto settles = [&](std::size_t offset, std::size_t bytes, bool may) {
    return loop.shadow.settle<false>(loop.at(offset), bytes, {loop.now, 1}, loop.first, [&] { return may; });
  };
  CHECK_FALSE(settles(0, 8, true));
  loop.write(0, 8);
  CHECK(settles(8, 8, true));
  CHECK_FALSE(settles(16, 8, false));
  CHECK(settles(8, 8, false));  // as before
  CHECK_FALSE(settles(16, 16, true));
  CHECK_FALSE(settles(20, 8, true));
  CHECK(settles(0, 8, true));
  loop.next();
  CHECK_FALSE(settles(0, 8, true));
  CHECK(loop.conflicts.empty());
}

}  // namespace
}  // namespace clustrix::audit
