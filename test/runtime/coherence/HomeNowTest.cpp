#include "coherence/HomeNow.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

#include "Images.h"
#include "RecordingBackend.h"

using namespace clustrix;
using namespace clustrix::runtime;
using namespace clustrix::test;

namespace {

struct Machine {
  explicit Machine(std::size_t size) : host(size, 0) {}
  ~Machine() { releaseImages(*backend, directory); }

  Bounds bytes(Index begin, Index end) const { return within(host.data(), begin, end); }
  /// A device has written `value` there.
  ImageId written(int device, Index begin, Index end, unsigned char value) {
    const ImageId image = addImage(*backend, directory, device, bytes(begin, end), value);
    directory.written(image, IntervalSet(bytes(begin, end)), "a", nullptr);
    return image;
  }
  /// And another device has them too; it says `value`, so that the two can be told apart.
  ImageId fetched(int device, Index begin, Index end, unsigned char value) {
    const ImageId image = addImage(*backend, directory, device, bytes(begin, end), value);
    directory.fetched(image, IntervalSet(bytes(begin, end)));
    return image;
  }
  /// Whether the host has `value` in [begin, end).
  bool has(unsigned char value, Index begin, Index end) const {
    return std::all_of(host.begin() + begin, host.begin() + end, [&](unsigned char byte) { return byte == value; });
  }
  /// True: all has come.
  bool bring(Index begin, Index end, const ImageId* except = nullptr) {
    HomeNow home(*backend);
    home.bring(directory, bytes(begin, end), except);
    return !home.failed();
  }

  std::shared_ptr<Recording> recording = std::make_shared<Recording>();
  std::unique_ptr<Backend> backend = recordedDevices("virtual:2", recording);
  std::vector<unsigned char> host;
  Directory directory;
};

}  // namespace

TEST_CASE("bytes come home from wherever they are, and no others") {
  Machine machine(1000);
  machine.written(0, 0, 400, 1);
  machine.written(1, 400, 1000, 2);
  const std::uint64_t generation = machine.directory.generation();
  CHECK(machine.bring(10, 900));
  CHECK(machine.has(0, 0, 10));
  CHECK(machine.has(1, 10, 400));
  CHECK(machine.has(2, 400, 900));
  CHECK(machine.has(0, 900, 1000));
  CHECK(machine.directory.generation() == generation);
  CHECK(machine.bring(950, 950));
  CHECK(machine.has(0, 900, 1000));
}

TEST_CASE("where two devices have the bytes one may be left out, and one that cannot copy is") {
  for (const bool fails : {false, true}) {
    Machine machine(100);
    const ImageId first = machine.written(0, 0, 100, 1);
    machine.fetched(1, 0, 60, 2);
    if (fails)
      machine.recording->fail = [](const std::string& call, int) {
        return call == "copy 0" ? Failure::Failed : Failure::None;
      };
    CHECK(machine.bring(0, 60, fails ? nullptr : &first));
    CHECK(machine.has(2, 0, 60));
    // Behind that there is no other.
    CHECK_FALSE(machine.bring(0, 100, &first));
    machine.recording->fail = nullptr;
    CHECK(machine.bring(0, 100));
    CHECK(machine.has(1, 0, 100));
  }
}

TEST_CASE("bytes that no image has are not home, and that is told") {
  Machine machine(100);
  machine.written(0, 0, 40, 1);
  machine.written(0, 60, 100, 1);
  HomeNow home(*machine.backend);
  home.bring(machine.directory, machine.bytes(0, 40));
  CHECK_FALSE(home.failed());
  home.bring(machine.directory, machine.bytes(50, 100));
  CHECK(home.failed());
  CHECK(machine.has(1, 0, 40));
  CHECK(machine.has(0, 40, 60));
  home.bring(machine.directory, machine.bytes(70, 80));
  CHECK(home.failed());  // what was lost once stays so
}

TEST_CASE("of bytes that a loop may have written only those come home that it has changed") {
  constexpr Index size = 10000, first = 1000, last = 9500;
  Machine machine(size);
  const ImageId image = addImage(*machine.backend, machine.directory, 0, machine.bytes(0, size), 7);
  // What the loop has found: 7 everywhere but where it has written since.
  const auto before = std::make_shared<Bytes>(size, 7);
  for (Index at : {first, first + 4095, first + 4096, last - 1, Index{500}})
    (*before)[static_cast<std::size_t>(at)] = 3;
  machine.directory.keepBaseline(machine.bytes(first, last), before, static_cast<std::size_t>(first));
  machine.directory.written(image, IntervalSet(machine.bytes(0, size)), "a", nullptr);
  REQUIRE(machine.bring(0, size));
  // In front of the uncertain part and behind it, all.
  CHECK(machine.has(7, 0, first));
  CHECK(machine.has(7, last, size));
  CHECK(machine.host[first] == 7);
  CHECK(machine.host[first + 4095] == 7);
  CHECK(machine.host[first + 4096] == 7);
  CHECK(machine.host[last - 1] == 7);
  CHECK(std::count(machine.host.begin() + first, machine.host.begin() + last, 7) == 4);
}
