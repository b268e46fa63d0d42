// What is left on devices, and how it comes home, without launches. With them: ResidencyTest.cpp; failures of theirs:
// ResidencyFaultTest.cpp.
#include "coherence/ResidentArrays.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "Child.h"
#include "Counted.h"
#include "Images.h"
#include "clustrix/Residency.h"

using namespace clustrix;
using namespace clustrix::runtime;
using namespace clustrix::test;

namespace {

constexpr Site residentArraysSite{"left", "left.cpp", 2, 3}, other{"other", "left.cpp", 9, 3};

// 100 bytes of the host, and what two devices have of them.
struct Left {
  explicit Left(const char* devices = "virtual:2") : on(devices), residents(on.context().residents) {}

  Bounds bytes(Index begin, Index end) const { return within(host.data(), begin, end); }
  IntervalSet set(Index begin, Index end) const { return IntervalSet(bytes(begin, end)); }
  ImageId image(int device, Index begin, Index end, unsigned char value) {
    return addImage(*on.context().devices().backend, residents.directory, device, bytes(begin, end), value);
  }
  ImageId written(int device, Index begin, Index end, unsigned char value) {
    const ImageId id = image(device, begin, end, value);
    residents.directory.written(id, set(begin, end), "a", &residentArraysSite);
    residents.publish();
    return id;
  }
  bool has(unsigned char value, Index begin, Index end) const {
    return std::all_of(host.begin() + begin, host.begin() + end, [&](unsigned char byte) { return byte == value; });
  }
  // From now on, as often as it is asked, but so many times at most.
  void failCopies(int device, int times, Failure failure = Failure::Failed) {
    const std::string copy = "copy " + std::to_string(device);
    on.recording->late = true;
    on.recording->fail = [copy, times, failure](const std::string& call, int) mutable {
      return call == copy && times-- > 0 ? failure : Failure::None;
    };
  }

  std::vector<unsigned char> host = std::vector<unsigned char>(100, 0);
  Counted on;
  ResidentArrays& residents;
};

Choice chosen(Place place, double saved) {
  Choice choice;
  choice.place = place;
  choice.saved = saved;
  return choice;
}

}  // namespace

TEST_CASE("what is stale of some bytes comes home once, and the copies stay") {
  Left left;
  left.written(0, 0, 50, 1);
  left.written(1, 50, 100, 2);
  left.residents.bringHome(left.set(40, 60));
  CHECK(left.has(0, 0, 40));
  CHECK(left.has(1, 40, 50));
  CHECK(left.has(2, 50, 60));
  CHECK(left.has(0, 60, 100));
  CHECK(left.on.out() == 20);
  left.residents.bringHome(left.set(40, 60));
  CHECK(left.on.out() == 20);
  CHECK(left.residents.staleBytes() == 80);
  CHECK(left.residents.directory.anywhere() == left.set(0, 100));
  left.residents.bringAllHome();
  CHECK(left.has(1, 0, 50));
  CHECK(left.on.out() == 100);
  CHECK(left.on.recording->live == 0);
}

TEST_CASE("bytes that a loop may have written come home where it has changed them") {
  Left left;
  const ImageId image = left.image(0, 0, 100, 7);
  const auto before = std::make_shared<Bytes>(100, 7);
  (*before)[20] = (*before)[90] = 3;
  left.residents.directory.keepBaseline(left.bytes(10, 80), before, 10);
  left.residents.directory.written(image, left.set(0, 100), "a", &residentArraysSite);
  left.residents.bringAllHome();
  CHECK(left.has(7, 0, 10));
  CHECK(left.has(7, 80, 100));
  CHECK(left.host[20] == 7);
  CHECK(std::count(left.host.begin(), left.host.end(), 7) == 31);
}

TEST_CASE("a copy home that fails is made again, and after three failures the device is lost, not before") {
  for (const int failures : {1, 2, 3}) {
    Left left;
    left.written(0, 0, 100, 1);
    const ImageId also = left.image(1, 0, 100, 2);
    left.residents.directory.fetched(also, left.set(0, 100));
    left.failCopies(0, failures);
    left.residents.bringHome(left.set(0, 100));
    CHECK(left.has(failures < 3 ? 1 : 2, 0, 100));
    CHECK(left.on.harness->count("a copy to the host failed: injected, late") == failures);
    CHECK(left.on.context().devices().usable.size() == (failures < 3 ? 2 : 1));
    left.residents.bringAllHome();
  }
}

TEST_CASE("failures count one after the other: a copy that comes home in between makes a device as good as new") {
  Left left;
  left.written(0, 0, 100, 1);
  for (Index round = 0; round < 5; ++round) {
    left.failCopies(0, 2);
    left.residents.bringHome(left.set(20 * round, 20 * round + 20));
  }
  CHECK(left.has(1, 0, 100));
  CHECK(left.on.context().devices().usable.size() == 2);
}

TEST_CASE("a device that is lost takes its images with it, and what others have comes from there") {
  Left left;
  left.written(0, 0, 100, 1);
  const ImageId also = left.image(1, 0, 100, 2);
  left.residents.directory.fetched(also, left.set(0, 100));
  left.residents.lose(DeviceId{0});
  CHECK(left.on.context().devices().usable == std::vector<DeviceId>{DeviceId{1}});
  REQUIRE(left.residents.directory.images().size() == 1);
  CHECK(left.residents.directory.images()[0].id == also);
  left.residents.bringAllHome();
  CHECK(left.has(2, 0, 100));
  CHECK(left.on.recording->live == 0);
}

TEST_CASE("results that were on a lost device alone end the program, unless they are written before they are read") {
  CHECK(statusOfChild([] {
          Left left;
          left.written(0, 0, 100, 1);
          left.residents.lose(DeviceId{0});
          return 0;
        }) == 1);
  CHECK(statusOfChild([] {
          Left left;
          left.written(0, 0, 100, 1);
          left.failCopies(0, 1, Failure::DeviceLost);
          left.residents.bringAllHome();
          return 0;
        }) == 1);
  const auto statusWith = [](Index rewritten) {
    return statusOfChild([&] {
      Left left;
      const ImageId image = left.written(0, 0, 100, 1);
      Directory changed = left.residents.directory;
      changed.undefined(image, left.set(20, 60));
      left.residents.stopIfLost(changed, left.set(20, rewritten));
      return changed.stale().size() == 60 ? 40 : 41;
    });
  };
  CHECK(statusWith(60) == 40);
  CHECK(statusWith(59) == 1);
}

TEST_CASE("what is kept stays on the devices when all else comes home") {
  Left left;
  left.written(0, 0, 50, 1);
  left.written(1, 50, 100, 2);
  left.residents.bringAllHome(left.set(0, 60));
  CHECK(left.has(0, 0, 60));
  CHECK(left.has(2, 60, 100));
  CHECK(left.residents.directory.images().size() == 2);
  CHECK(left.residents.directory.anywhere() == left.set(0, 60));
  left.residents.bringAllHome(left.set(0, 50));
  CHECK(left.residents.directory.images().size() == 1);
  left.residents.bringAllHome();
  CHECK(nothingOnDevices());
}

TEST_CASE("all comes home at once but for what is dropped, in front of it and behind") {
  const auto brought = [](Index begin, Index end) {
    Left left;
    left.written(0, 10, 50, 1);
    left.written(1, 60, 90, 1);
    left.residents.bringAllHomeNow(left.bytes(begin, end));
    CHECK(left.residents.directory.empty());
    CHECK(nothingOnDevices());
    CHECK(left.on.recording->live == 0);
    std::string text;
    for (Index at = 0; at < 100; at += 10)
      text += left.has(1, at, at + 10) ? '1' : left.has(0, at, at + 10) ? '.' : '?';
    return text;
  };
  CHECK(brought(0, 0) == ".1111.111.");
  CHECK(brought(20, 40) == ".1..1.111.");
  CHECK(brought(40, 70) == ".111...11.");
  CHECK(brought(0, 100) == "..........");
  CHECK(brought(0, 10) == ".1111.111.");
  CHECK(brought(90, 100) == ".1111.111.");
  CHECK(statusOfChild([] {
          Left left;
          left.written(0, 0, 100, 1);
          left.failCopies(0, 1000);
          left.on.recording->late = false;
          left.residents.bringAllHomeNow();
          return 0;
        }) == 1);
}

TEST_CASE("bytes are at home before the host writes them, and no device has them any more") {
  Left left;
  left.written(0, 0, 100, 1);
  left.residents.beforeHostWrites(left.set(30, 50));
  CHECK(left.has(0, 0, 30));
  CHECK(left.has(1, 30, 50));
  CHECK(left.on.out() == 20);
  CHECK(left.residents.directory.anywhere() == left.set(0, 100) - left.set(30, 50));
}

TEST_CASE("what the host has changed counts, and what devices had written there is dropped with a warning") {
  Left left;
  left.written(0, 0, 100, 1);
  left.residents.bringHome(left.set(0, 30));
  left.host[10] = 9;
  left.residents.hostChanged(left.set(0, 30));
  CHECK(left.on.harness->count("the host has changed") == 0);
  left.host[50] = 9;
  left.residents.hostChanged(left.set(0, 60));
  CHECK(left.on.harness->count("the host has changed an array while 30 B of results were on devices alone; those are "
                               "dropped (a [left at left.cpp:2])") == 1);
  CHECK(left.residents.directory.stale() == left.set(60, 100));
  left.residents.bringAllHome();
  CHECK((left.host[10] == 9 && left.host[50] == 9));
  CHECK(left.has(0, 30, 50));
  CHECK(left.has(1, 60, 100));
}

TEST_CASE("the memory of images is given back when nothing in them is good") {
  Left left;
  left.written(0, 0, 50, 1);
  left.written(0, 50, 100, 1);
  left.residents.hostChanged(left.set(0, 50));
  CHECK(left.residents.directory.images().size() == 1);
  CHECK(left.on.recording->live == 1);
  left.residents.releaseAll();
  CHECK(left.on.recording->live == 0);
  CHECK(left.has(0, 0, 100));
}

TEST_CASE("markers and warnings hear of changes once they are published") {
  Left left;
  CHECK(left.residents.warning().empty());
  CHECK(left.residents.lastWriter() == nullptr);
  const ImageId image = left.image(0, 0, 100, 1);
  left.residents.directory.written(image, left.set(0, 40), "a", &residentArraysSite);
  CHECK(nothingOnDevices());
  left.residents.publish();
  CHECK(copiesOnDevices == 1);
  CHECK(left.residents.staleBytes() == 40);
  CHECK(left.residents.lastWriter() == &residentArraysSite);
  CHECK(left.residents.warning() ==
        "the program ends while 40 B of results are on devices alone, not in the host's memory [left at left.cpp:2]");
  left.residents.bringHome(left.set(0, 40));
  CHECK(left.residents.warning().empty());
  CHECK(copiesOnDevices == 1);
  left.residents.release(image);
  left.residents.publish();
  CHECK(nothingOnDevices());
}

TEST_CASE("a context that goes leaves no marker anything to do") {
  {
    Left left;
    left.written(0, 0, 100, 1);
    CHECK_FALSE(nothingOnDevices());
  }
  CHECK(nothingOnDevices());
}

TEST_CASE("bytes that are there need not move, and the CPU pays for those that are there alone") {
  Left left;
  LaunchFacts facts;
  const auto touch = [&](Access access, Index begin, Index end) {
    facts.whole.push_back({0, access, {run(left.bytes(begin, end))}});
  };
  touch(Access::Reads, 0, 30);
  touch(Access::MayRead, 20, 40);
  touch(Access::Writes, 60, 80);
  touch(Access::MayWrite, 80, 100);
  const auto estimated = [&] {
    Work work;
    left.residents.estimate(facts, work);
    return std::pair(work.bytes, work.home);
  };
  CHECK(estimated() == std::pair(40.0 + 40.0, 0.0));
  const ImageId read = left.image(0, 0, 50, 1);
  left.residents.directory.fetched(read, left.set(0, 25));
  CHECK(estimated() == std::pair(15.0 + 40.0, 0.0));
  const ImageId written = left.image(0, 50, 100, 1);
  left.residents.directory.fetched(written, left.set(60, 100));  // what is written goes home in the end all the same
  CHECK(estimated() == std::pair(15.0 + 40.0, 0.0));
  left.residents.directory.written(written, left.set(70, 90), "a", &residentArraysSite);
  CHECK(estimated() == std::pair(15.0 + 20.0, 20.0));
  left.residents.directory.written(read, left.set(35, 45), "a", &residentArraysSite);
  CHECK(estimated() == std::pair(10.0 + 20.0, 25.0));
  left.residents.releaseAll();
}

TEST_CASE("of what devices of all machines read, what one of them lacks moves: once, or at each launch") {
  Left left;
  const auto estimated = [&] {
    Work work;
    work.bytes = 60;
    left.residents.estimateCommon(left.set(0, 60), work);
    return std::vector<double>{work.bytes, work.common, work.exchanged};
  };
  CHECK(estimated() == std::vector<double>{0, 60, 0});
  const ImageId here = left.image(0, 0, 60, 1), there = left.image(1, 0, 60, 1);
  left.residents.directory.fetched(here, left.set(0, 60));
  CHECK(estimated() == std::vector<double>{60, 60, 0});  // of `bytes` nothing is there yet by this
  left.residents.directory.fetched(there, left.set(0, 60));
  CHECK(estimated() == std::vector<double>{60, 0, 0});
  left.residents.directory.written(here, left.set(0, 30), "a", &residentArraysSite);
  left.residents.directory.written(there, left.set(30, 50), "a", &residentArraysSite);
  CHECK(estimated() == std::vector<double>{60, 0, 30});
  Work none;
  left.residents.estimateCommon({}, none);
  CHECK(none.common + none.exchanged == 0);
  left.residents.releaseAll();
}

TEST_CASE("a loop stands on the devices that hold arrays, with what it would have saved in this residency") {
  Left left("virtual:3");
  CHECK(left.residents.standing(residentArraysSite, 1).devices == 0);
  left.written(0, 0, 20, 1);
  left.written(2, 20, 40, 1);
  left.written(2, 40, 60, 1);
  CHECK(left.residents.standing(residentArraysSite, 1).devices == 2);
  CHECK(left.residents.standing(residentArraysSite, 1).regret == 0);
  left.residents.remember(residentArraysSite, 1, chosen(Place::Original, 0.25));
  left.residents.remember(residentArraysSite, 1, chosen(Place::Threads, 0.5));
  CHECK(left.residents.standing(residentArraysSite, 1).regret == 0.75);
  CHECK(left.residents.standing(other, 1).regret == 0);
  CHECK(left.residents.standing(residentArraysSite, 2).regret == 0);
  left.residents.remember(residentArraysSite, 2, chosen(Place::Original, 0.125));
  CHECK(left.residents.standing(residentArraysSite, 2).regret == 0.125);
  left.residents.remember(residentArraysSite, 2, chosen(Place::Devices, 0));
  CHECK(left.residents.standing(residentArraysSite, 2).regret == 0);
  left.residents.releaseAll();
}

TEST_CASE("a range is kept as often as it was asked for") {
  Left left;
  CHECK_FALSE(left.residents.keepsAny());
  left.residents.keep(left.bytes(0, 40));
  left.residents.keep(left.bytes(20, 60));
  left.residents.keep(left.bytes(0, 40));
  CHECK(left.residents.kept() == left.set(0, 60));
  left.residents.unkeep(left.bytes(0, 40));
  left.residents.unkeep(left.bytes(0, 30));  // which nobody keeps
  CHECK(left.residents.kept() == left.set(0, 60));
  left.residents.unkeep(left.bytes(0, 40));
  CHECK(left.residents.kept() == left.set(20, 60));
  CHECK(left.residents.keepsAny());
  left.residents.unkeep(left.bytes(20, 60));
  CHECK(left.residents.kept().empty());
  CHECK_FALSE(left.residents.keepsAny());
}
