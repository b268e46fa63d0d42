#include "audit/OnDevices.h"

#include <catch2/catch.hpp>

namespace clustrix::audit {
namespace {

using runtime::IntervalSet;

IntervalSet bytes(Index begin, Index end) { return IntervalSet(runtime::Bounds{begin, end}); }

/// A loop has written [1000, 1080) and read [2000, 2080).
OnDevices afterLoop() {
  OnDevices on;
  on.add({"f", bytes(1000, 1080), bytes(2000, 2080), {{"a", 1000, 80, 8}, {"b", 2000, 80, 8}}});
  return on;
}

TEST_CASE("the host may read what it has itself, and write what no device has") {
  const OnDevices on = afterLoop();
  CHECK_FALSE(on.read(2000, 8, 1));
  CHECK_FALSE(on.read(1080, 8, 1));
  CHECK_FALSE(on.written(992, 8, 1));
  const auto read = on.read(1016, 8, 5);
  REQUIRE(read);
  CHECK(read->fault == Fault::HostReadsNewer);
  CHECK(read->loop == "f");
  CHECK(read->place == "a[2]");
  CHECK(read->code == 5);
  const auto written = on.written(2076, 8, 6);
  REQUIRE(written);
  CHECK(written->fault == Fault::HostWritesCopied);
  CHECK(written->place == "b[9]");
  CHECK(on.written(1000, 1, 7));
  CHECK(on.freed(1000, 80)->fault == Fault::FreedNewer);
  CHECK_FALSE(on.freed(2000, 80));
}

TEST_CASE("what the text says is about to be read comes home, and devices keep it") {
  OnDevices on = afterLoop();
  on.hostReads(bytes(1000, 1040));
  CHECK_FALSE(on.read(1000, 8, 1));
  CHECK(on.written(1000, 8, 1));
  CHECK(on.read(1040, 8, 1));
  on.hostWrites(bytes(1000, 1040));
  CHECK_FALSE(on.written(1000, 8, 1));
  CHECK(on.written(1040, 8, 1));
}

TEST_CASE("all comes home but what is kept") {
  OnDevices on = afterLoop();
  on.allComesHome(bytes(1072, 2008));
  CHECK_FALSE(on.read(1064, 8, 1));
  CHECK(on.read(1072, 8, 1));
  CHECK(on.written(2000, 8, 1));
  CHECK_FALSE(on.written(2008, 8, 1));
  on.allComesHome({});
  CHECK(on.empty());
}

TEST_CASE("a later loop's writes are newer than what another one has left, and its reads change nothing") {
  OnDevices on = afterLoop();
  on.add({"g", bytes(2000, 2040), bytes(1000, 1080), {{"b", 2000, 40, 8}}});
  CHECK(on.read(1000, 8, 1)->loop == "f");
  CHECK(on.read(2000, 8, 1)->loop == "g");
  CHECK_FALSE(on.read(2040, 8, 1));
  CHECK(on.written(2040, 8, 1)->loop == "f");
}

}  // namespace
}  // namespace clustrix::audit
