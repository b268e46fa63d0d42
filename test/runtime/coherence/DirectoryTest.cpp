#include "coherence/Directory.h"

#include <catch2/catch.hpp>

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

constexpr Site directorySite{"fill", "fill.cpp", 3, 1};
constexpr DeviceId first{0}, second{1};

IntervalSet bytes(Index begin, Index end) { return IntervalSet(Bounds{begin, end}); }

// Two images that overlap, one a device.
struct Two {
  Directory directory;
  ImageId left = directory.add(first, {1000, 1600}, DeviceAddress{0x10000});
  ImageId right = directory.add(second, {1500, 2000}, DeviceAddress{0x20000});
};

}  // namespace

TEST_CASE("an image's bytes lie as they are aligned on the host") {
  const Two two;
  CHECK(two.directory.at(two.left).bytes() == 1600 - 768);
  CHECK(two.directory.at(two.left).at(1000) == DeviceAddress{0x10000 + 1000 - 768});
}

TEST_CASE("what is written in one image is stale on the host and valid nowhere else") {
  Two two;
  two.directory.fetched(two.left, bytes(1000, 1600));
  two.directory.fetched(two.right, bytes(1500, 2000));
  CHECK(two.directory.stale().empty());
  two.directory.written(two.right, bytes(1550, 1700), "a", &directorySite);
  CHECK(two.directory.at(two.left).valid == bytes(1000, 1550));
  CHECK(two.directory.stale() == bytes(1550, 1700));
  CHECK(two.directory.at(two.right).site == &directorySite);
  CHECK(print(two.directory) ==
        "image 0 on device 0 of [1000, 1600): valid [1000, 1550)\n"
        "image 1 on device 1 of [1500, 2000): valid [1500, 2000)\n"
        "stale on the host [1550, 1700)\n");
}

TEST_CASE("the latest bytes come from the nearer device where several have them") {
  Two two;
  two.directory.written(two.left, bytes(1400, 1600), "a", &directorySite);
  two.directory.fetched(two.right, bytes(1500, 1600));
  const auto held = two.directory.latest(bytes(0, 5000), {1});
  REQUIRE(held.size() == 2);
  CHECK((held[0].image == two.right && held[0].bytes == bytes(1500, 1600)));
  CHECK((held[1].image == two.left && held[1].bytes == bytes(1400, 1500)));
  CHECK(two.directory.latest(bytes(0, 1400), {}).empty());
}

TEST_CASE("bytes that came home stay valid on the devices, until the host writes them") {
  Two two;
  two.directory.written(two.left, bytes(1000, 1200), "a", &directorySite);
  two.directory.cameHome(bytes(1100, 1300));
  CHECK(two.directory.stale() == bytes(1000, 1100));
  CHECK(two.directory.at(two.left).valid == bytes(1000, 1200));
  two.directory.hostWrote(bytes(1150, 1160));
  CHECK(two.directory.at(two.left).valid == bytes(1000, 1200) - bytes(1150, 1160));
  CHECK(two.directory.anywhere() == two.directory.at(two.left).valid);
}

TEST_CASE("bytes whose only copy is undefined are nowhere") {
  Two two;
  two.directory.written(two.left, bytes(1000, 1600), "a", &directorySite);
  two.directory.fetched(two.right, bytes(1500, 1600));
  two.directory.undefined(two.left, bytes(1400, 1600));
  CHECK(two.directory.nowhere() == bytes(1400, 1500));
  static_cast<void>(two.directory.remove(two.left));
  CHECK(two.directory.stale() == bytes(1400, 1600));
  CHECK(two.directory.images().size() == 1);
}

TEST_CASE("an image that absorbs another has what both had") {
  Two two;
  two.directory.written(two.left, bytes(1000, 1100), "a", &directorySite);
  const ImageId whole = two.directory.nextId();
  REQUIRE(two.directory.add(first, {900, 1700}, DeviceAddress{0x30000}) == whole);
  two.directory.absorb(whole, two.left);
  static_cast<void>(two.directory.remove(two.left));
  CHECK(two.directory.at(whole).valid == bytes(1000, 1100));
  CHECK(two.directory.at(whole).array == "a");
  CHECK(two.directory.nowhere().empty());
}

TEST_CASE("a baseline lasts until its bytes come home or are written with certainty") {
  Two two;
  two.directory.keepBaseline({1000, 1010}, std::make_shared<Bytes>(10), 0);
  two.directory.written(two.left, bytes(1000, 1010), "a", &directorySite);
  two.directory.certain(bytes(1000, 1002));
  CHECK(two.directory.baselines().kept() == bytes(1002, 1010));
  two.directory.cameHome(bytes(1005, 1010));
  CHECK(two.directory.baselines().kept() == bytes(1002, 1005));
}
