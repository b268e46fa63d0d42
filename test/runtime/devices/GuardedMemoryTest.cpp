#include "devices/GuardedMemory.h"

#include <catch2/catch.hpp>
#include <limits>
#include <set>

#include "Child.h"

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

template <class Action>
bool endsTheProgram(const Action& action) {
  return test::statusOfChild([&] {
           action();
           return 0;
         }) != 0;
}

volatile unsigned char* bytesOf(const GuardedMemory& memory) { return static_cast<unsigned char*>(memory.data); }

void write(const GuardedMemory& memory, unsigned char value) {
  for (std::size_t b = 0; b < memory.bytes; ++b) bytesOf(memory)[b] = value;
}

bool isPoisoned(const GuardedMemory& memory) {
  for (std::size_t b = 0; b < memory.bytes; ++b)
    if (bytesOf(memory)[b] != poison) return false;
  return true;
}

}  // namespace

TEST_CASE("memory is aligned, poisoned, and ends at a page that no one may touch") {
  for (const std::size_t bytes : {1u, 255u, 256u, 257u, 4096u, 5000u}) {
    const GuardedMemory memory = mapGuarded(bytes);
    REQUIRE(memory.data != nullptr);
    CHECK(memory.bytes == bytes);
    CHECK(reinterpret_cast<std::uintptr_t>(memory.data) % 256 == 0);
    CHECK(isPoisoned(memory));
    volatile unsigned char* const data = bytesOf(memory);
    const std::size_t used = (bytes + 255) / 256 * 256;
    CHECK(data[used - 1] == poison);
    CHECK(endsTheProgram([&] { data[used] = 1; }));
    CHECK(endsTheProgram([&] { static_cast<void>(data[used]); }));
    CHECK(endsTheProgram([&] { data[-static_cast<std::ptrdiff_t>((used + 4095) / 4096 * 4096 - used) - 1] = 1; }));
    CHECK_FALSE(endsTheProgram([&] { data[bytes - 1] = 1; }));
    unmapGuarded(memory);
    CHECK(endsTheProgram([&] { static_cast<void>(data[0]); }));
  }
}

TEST_CASE("no bytes have a place, and more than there can be has none") {
  const GuardedMemory none = mapGuarded(0);
  CHECK(none.data != nullptr);
  CHECK(none.bytes == 0);
  unmapGuarded(none);
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
  for (const std::size_t bytes : {most, most - 255, most - 4096, most / 2}) {
    const GuardedMemory memory = mapGuarded(bytes);
    CHECK(memory.data == nullptr);
    unmapGuarded(memory);
  }
}

TEST_CASE("a pool gives what it has kept to the next who wants as many pages, as if it were new") {
  GuardedPool pool;
  const GuardedMemory first = pool.take(5000);
  REQUIRE(first.data != nullptr);
  write(first, 1);
  pool.giveBack(first);
  const GuardedMemory fewer = pool.take(100), more = pool.take(10000);
  CHECK(fewer.mapping != first.mapping);
  CHECK(more.mapping != first.mapping);
  const GuardedMemory again = pool.take(7000);
  CHECK(again.mapping == first.mapping);
  CHECK(again.bytes == 7000);
  CHECK(isPoisoned(again));
  CHECK(endsTheProgram([&] { bytesOf(again)[(7000 + 255) / 256 * 256] = 1; }));
  const GuardedMemory another = pool.take(7000);  // it is in use
  CHECK(another.mapping != first.mapping);
  for (const GuardedMemory& memory : {fewer, more, again, another}) pool.giveBack(memory);
}

TEST_CASE("a pool keeps neither large memory nor more than a few pieces, and nothing when it goes") {
  std::vector<GuardedMemory> small;
  {
    GuardedPool pool;
    const GuardedMemory large = pool.take(std::size_t{1} << 20);
    pool.giveBack(large);
    CHECK(endsTheProgram([&] { static_cast<void>(bytesOf(large)[0]); }));
    for (int i = 0; i < 40; ++i) small.push_back(pool.take(8));
    for (const GuardedMemory& memory : small) pool.giveBack(memory);
    CHECK_FALSE(endsTheProgram([&] { static_cast<void>(bytesOf(small[31])[0]); }));
    CHECK(endsTheProgram([&] { static_cast<void>(bytesOf(small[32])[0]); }));
    // Each of those that were kept is given away once.
    std::set<void*> given;
    std::vector<GuardedMemory> taken;
    for (int i = 0; i < 32; ++i) taken.push_back(pool.take(8));
    for (const GuardedMemory& memory : taken) given.insert(memory.mapping);
    CHECK(given.size() == 32);
    for (const GuardedMemory& memory : taken) pool.giveBack(memory);
  }
  CHECK(endsTheProgram([&] { static_cast<void>(bytesOf(small[0])[0]); }));
}
