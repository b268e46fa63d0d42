// Bits against std::bitset, which they stand for on devices.
#include "clustrix/Bits.h"

#include <bitset>
#include <catch2/catch.hpp>
#include <cstring>
#include <random>

using namespace clustrix;

namespace {

template <std::size_t size>
bool agree(const bits::Bits<size>& ours, const std::bitset<size>& theirs) {
  bool same = ours.count() == theirs.count() && ours.any() == theirs.any();
  for (std::size_t at = 0; at < size; ++at) same = same && ours.test(at) == theirs[at];
  for (std::size_t from = 0, found = size; from <= size; ++from) {
    for (found = from; found < size && !theirs[found];) ++found;
    same = same && ours.firstFrom(from) == found;
  }
  // The words that a copy of the object has.
  return same && std::memcmp(&ours, &theirs, size == 0 ? 0 : sizeof ours) == 0;
}

template <std::size_t size>
void change(bits::Bits<size>& ours, std::bitset<size>& theirs, std::mt19937_64& random) {
  const std::size_t by = random() % (size + 70);
  const auto kind = random() % 11;
  bits::Bits<size> other(random());
  std::bitset<size> others(other.number());
  const std::size_t moved = random() % (size + 1);
  other.shiftUp(moved);
  others <<= moved;
  if (kind == 0) ours.shiftUp(by), theirs <<= by;
  if (kind == 1) ours.shiftDown(by), theirs >>= by;
  if (kind == 2) ours.bitAnd(other), theirs &= others;
  if (kind == 3 || kind == 4) ours.bitOr(other), theirs |= others;
  if (kind == 5) ours.bitXor(other), theirs ^= others;
  if (kind == 6) ours.flipAll(), theirs.flip();
  if (kind == 7 && by % 4 == 0) ours.putAll(by % 8 == 0), by % 8 == 0 ? theirs.set() : theirs.reset();
  if constexpr (size > 0) {
    if (kind == 8) ours.put(by % size, true), theirs.set(by % size);
    if (kind == 9) ours.put(by % size, false), theirs.reset(by % size);
    if (kind == 10) ours.flip(by % size), theirs.flip(by % size);
  }
}

template <std::size_t size>
void compare() {
  INFO(size << " bits");
  static_assert(sizeof(bits::Bits<size>) == sizeof(std::bitset<size>));
  static_assert(alignof(bits::Bits<size>) == alignof(std::bitset<size>));
  std::mt19937_64 random(size);
  bits::Bits<size> ours;
  std::bitset<size> theirs;
  bool same = agree(ours, theirs);
  for (int step = 0; step < 500; ++step) {
    const bits::Bits<size> before = ours;
    const std::bitset<size> theirsBefore = theirs;
    change(ours, theirs, random);
    same = same && agree(ours, theirs) && ours.isEqual(before) == (theirs == theirsBefore);
  }
  CHECK(same);
}

}  // namespace

TEST_CASE("bits in words are what std::bitset makes of them") {
  compare<0>();
  compare<1>();
  compare<31>();
  compare<64>();
  compare<65>();
  compare<128>();
  compare<200>();
}

TEST_CASE("a number gives its lowest bits, and the first 64 are one") {
  CHECK(bits::Bits<70>(~0ULL).number() == ~0ULL);
  CHECK(bits::Bits<70>(~0ULL).count() == 64);
  CHECK(bits::Bits<7>(0x1ff).number() == 0x7f);
  CHECK(bits::Bits<0>(5).number() == 0);
}

TEST_CASE("a compiler knows them") {
  constexpr auto bits = [] {
    bits::Bits<130> made(6);
    made.shiftUp(127);
    made.put(3, true);
    return made;
  }();
  static_assert(bits.test(128) && bits.test(129) && bits.test(3) && !bits.test(127) && bits.count() == 3);
  CHECK(bits.firstFrom(4) == 128);
}
