// How rows are read from the host where they can be, and go on from there.
#include "devices/StagingBuffer.h"

#include <catch2/catch.hpp>
#include <numeric>

#include "coherence/Baselines.h"

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

constexpr std::uintptr_t device = 0x100000;

// Three rows of 4 bytes, 10 apart.
struct Host {
  Bytes bytes = Bytes(40);
  Host() { std::iota(bytes.begin(), bytes.end(), static_cast<unsigned char>(1)); }
  Rows rows() const { return {static_cast<Index>(reinterpret_cast<std::uintptr_t>(bytes.data())), 4, 10, 3}; }
};

std::uintptr_t addressOf(const unsigned char* byte) { return reinterpret_cast<std::uintptr_t>(byte); }

}  // namespace

TEST_CASE("a copy of rows has their width, number and pitch on both sides") {
  const Copy copy = copyOf(CopyKind::DeviceToHost, {500, 8, 100, 3}, device, 500);
  CHECK(copy.kind == CopyKind::DeviceToHost);
  CHECK((copy.from == device && copy.to == 500));
  CHECK((copy.width == 8 && copy.rows == 3 && copy.fromPitch == 100 && copy.toPitch == 100));
}

TEST_CASE("rows are staged one behind the other or with their gaps, and copied as one") {
  const Host host;
  for (const Index pitch : {Index{4}, Index{10}}) {
    Bytes place(30, 0xEE);
    StagingBuffer staged{host.rows(), place.data(), pitch, {}};
    REQUIRE(readHost(staged).ok());
    CHECK(staged.missing.empty());
    for (Index r = 0; r < 3; ++r)
      CHECK(Bytes(staged.row(r), staged.row(r) + 4) ==
            Bytes(host.bytes.begin() + 10 * r, host.bytes.begin() + 10 * r + 4));
    CHECK(place[4] == (pitch == 4 ? 11 : 5));
    const std::vector<Copy> copies = copiesOf(staged, device);
    REQUIRE(copies.size() == 1);
    CHECK((copies[0].from == addressOf(place.data()) && copies[0].to == device));
    CHECK((copies[0].rows == 3 && copies[0].fromPitch == static_cast<std::size_t>(pitch) && copies[0].toPitch == 10));
  }
}

TEST_CASE("what could not be read is not copied") {
  const Host host;
  Bytes place(12);
  StagingBuffer staged{host.rows(), place.data(), 4, {}};
  REQUIRE(readHost(staged).ok());
  const Index begin = staged.rows.begin;
  staged.missing = IntervalSet(Bounds{begin + 1, begin + 2}) + IntervalSet(Bounds{begin + 8, begin + 22});
  const std::vector<Copy> copies = copiesOf(staged, device);
  REQUIRE(copies.size() == 3);  // of rows [0, 4), [10, 14) and [20, 24): bytes 0; 2 and 3; 22 and 23
  CHECK((copies[0].from == addressOf(place.data()) && copies[0].to == device && copies[0].bytes() == 1));
  CHECK((copies[1].from == addressOf(place.data() + 2) && copies[1].to == device + 2 && copies[1].bytes() == 2));
  CHECK((copies[2].from == addressOf(place.data() + 10) && copies[2].to == device + 22 && copies[2].bytes() == 2));
}
