#include "coherence/Relays.h"

#include <algorithm>
#include <catch2/catch.hpp>

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

/// Three devices on machine 1, numbers 0 to 2, each with an image of its own; image 9 is elsewhere.
struct OfMachine {
  explicit OfMachine(Index least = 1) {
    for (int d = 0; d < 4; ++d) {
      ResidentDevice device;
      device.id = static_cast<DeviceId>(d);
      device.machine = d < 3 ? 1 : 0;
      device.leastRelayed = least;
      plan.devices.push_back(device);
      ResidentPart part;
      part.device = d;
      plan.parts.push_back(part);
    }
  }
  void fetch(int part, std::optional<ImageId> from, Bounds bytes, bool guarded = false) {
    plan.parts[static_cast<std::size_t>(part)].fetches.push_back(
        {static_cast<ImageId>(part), from, run(bytes), guarded, false, 0});
  }
  void relay() {
    runtime::relay(plan, [](ImageId image) { return static_cast<int>(image) < 3 ? 1 : 0; });
  }
  IntervalSet got(int part, int round = -1) const {
    IntervalSet all;
    for (const Fetch& fetch : plan.parts[static_cast<std::size_t>(part)].fetches)
      if (round < 0 || fetch.round == round) all += IntervalSet(RowsList{fetch.rows});
    return all;
  }

  ResidentPlan plan;
};

constexpr ImageId elsewhere{9};

/// What the image of each part has after all fetches, round for round; none where a fetch does not find what it takes.
std::optional<std::vector<IntervalSet>> carriedOut(const ResidentPlan& plan, std::vector<IntervalSet> has) {
  for (int round = 0; round < 5; ++round) {
    const std::vector<IntervalSet> before = has;
    for (std::size_t p = 0; p < plan.parts.size(); ++p)
      for (const Fetch& fetch : plan.parts[p].fetches) {
        const IntervalSet rows(RowsList{fetch.rows});
        if (fetch.round != round) continue;
        if (fetch.from && !(rows - before[static_cast<std::size_t>(*fetch.from)]).empty()) return std::nullopt;
        has[p] += rows;
      }
  }
  return has;
}

/// Some machines beside the program's own, each with so many devices that all want the same of the host.
struct Cluster {
  Cluster(int machines, int each, Index bytes) {
    for (int d = 0; d < machines * each; ++d) {
      ResidentDevice device;
      device.id = static_cast<DeviceId>(d);
      device.machine = 1 + d / each;
      device.leastRelayed = 1;
      plan.devices.push_back(device);
      ResidentPart part;
      part.device = d;
      part.fetches.push_back({static_cast<ImageId>(d), std::nullopt, run(Bounds{0, bytes}), false, false, 0});
      plan.parts.push_back(part);
    }
    ResidentDevice own;
    own.id = static_cast<DeviceId>(machines * each);
    plan.devices.push_back(own);
    ResidentPart part;
    part.device = machines * each;
    plan.parts.push_back(part);
    runtime::relay(plan, [each](ImageId image) { return 1 + static_cast<int>(image) / each; });
  }

  /// Whether each fetch finds what it takes, and all have all in the end.
  bool arrives(Index bytes) const {
    const auto has = carriedOut(plan, std::vector<IntervalSet>(plan.parts.size()));
    return has && std::all_of(has->begin(), std::prev(has->end()),
                              [&](const IntervalSet& one) { return one == IntervalSet(Bounds{0, bytes}); });
  }
  std::size_t fetches() const {
    std::size_t count = 0;
    for (const ResidentPart& part : plan.parts) count += part.fetches.size();
    return count;
  }

  ResidentPlan plan;
};

/// Some machines with so many devices each; every device has some bytes, and wants those of all others.
struct AllToAll {
  static constexpr Index own = 100;

  AllToAll(int machines, int each_) : count(machines * each_), each(each_) {
    for (int d = 0; d < count; ++d) {
      ResidentDevice device;
      device.id = static_cast<DeviceId>(d);
      device.machine = d / each;
      device.leastRelayed = 1;
      plan.devices.push_back(device);
      ResidentPart part;
      part.device = d;
      for (int other = 0; other < count; ++other)
        if (other != d)
          part.fetches.push_back(
              {static_cast<ImageId>(d), static_cast<ImageId>(other), run(ofDevice(other)), false, false, 0});
      plan.parts.push_back(part);
    }
    runtime::relay(plan, [this](ImageId image) { return static_cast<int>(image) / each; });
  }

  static Bounds ofDevice(int device) { return {device * own, (device + 1) * own}; }

  bool arrives() const {
    std::vector<IntervalSet> first;
    for (int d = 0; d < count; ++d) first.emplace_back(ofDevice(d));
    const auto has = carriedOut(plan, std::move(first));
    return has && std::all_of(has->begin(), has->end(),
                              [&](const IntervalSet& one) { return one == IntervalSet(Bounds{0, count * own}); });
  }
  /// Bytes that cross the network.
  Index between() const {
    Index bytes = 0;
    for (int p = 0; p < count; ++p)
      for (const Fetch& fetch : plan.parts[static_cast<std::size_t>(p)].fetches)
        if (static_cast<int>(*fetch.from) / each != p / each) bytes += fetch.rows.size();
    return bytes;
  }
  /// Fetches of a device at most.
  std::size_t most() const {
    std::size_t most = 0;
    for (const ResidentPart& part : plan.parts) most = std::max(most, part.fetches.size());
    return most;
  }

  int count, each;
  ResidentPlan plan;
};

}  // namespace

TEST_CASE("what three devices want from the host comes once, and is passed on among them") {
  OfMachine of;
  for (int part = 0; part < 3; ++part) of.fetch(part, std::nullopt, {0, 900});
  of.relay();
  IntervalSet first;
  Index crossed = 0;
  for (int part = 0; part < 3; ++part) {
    CHECK(of.got(part) == IntervalSet(Bounds{0, 900}));
    first += of.got(part, 0);
    crossed += of.got(part, 0).size();
  }
  CHECK(first == IntervalSet(Bounds{0, 900}));
  CHECK(crossed == 900);
  CHECK(of.plan.bytesIn == 900);
  CHECK(of.plan.bytesBetween == 1800);
}

TEST_CASE("what is passed on comes from an image that has it by then") {
  OfMachine of;
  for (int part = 0; part < 3; ++part) of.fetch(part, elsewhere, {100, 200});
  of.relay();
  for (const ResidentPart& part : of.plan.parts)
    for (const Fetch& fetch : part.fetches) {
      if (fetch.round == 0) continue;
      REQUIRE(fetch.from);
      const IntervalSet there = of.got(static_cast<int>(*fetch.from), 0);
      CHECK((IntervalSet(RowsList{fetch.rows}) - there).empty());
    }
  CHECK(of.plan.bytesBetween == 300);
}

TEST_CASE("what one device alone wants, or few bytes, stays as it was") {
  OfMachine of(1000);
  of.fetch(0, std::nullopt, {0, 5000});
  of.fetch(1, std::nullopt, {5000, 9000});
  of.fetch(1, elsewhere, {0, 900});
  of.fetch(2, elsewhere, {0, 900});
  const std::size_t before = of.plan.parts[1].fetches.size();
  of.relay();
  for (int part = 0; part < 3; ++part) CHECK(of.got(part, 1).empty());
  CHECK(of.plan.parts[1].fetches.size() == before);
}

TEST_CASE("guarded bytes come from the host to each, and so do those of the program's own machine") {
  OfMachine of;
  for (int part = 0; part < 3; ++part) of.fetch(part, std::nullopt, {0, 900}, true);
  for (int part = 0; part < 3; ++part) of.plan.devices[static_cast<std::size_t>(part)].machine = part == 0 ? 1 : 0;
  of.fetch(1, std::nullopt, {1000, 1900});
  of.fetch(2, std::nullopt, {1000, 1900});
  of.relay();
  for (int part = 0; part < 3; ++part) CHECK(of.got(part, 1).empty());
}

TEST_CASE("parts that overlap in what they want share that, and get the rest by themselves") {
  OfMachine of;
  of.fetch(0, std::nullopt, {0, 600});
  of.fetch(1, std::nullopt, {300, 900});
  of.relay();
  CHECK(of.got(0) == IntervalSet(Bounds{0, 600}));
  CHECK(of.got(1) == IntervalSet(Bounds{300, 900}));
  CHECK(of.got(0, 0).size() + of.got(1, 0).size() == 900);
}

TEST_CASE("what several machines want from the host leaves it once, and reaches all of their devices") {
  for (const int machines : {1, 2, 3, 8})
    for (const int each : {1, 2, 5}) {
      INFO(machines << " machines with " << each << " devices");
      const Index bytes = 8 * 5 * 100;
      const Cluster cluster(machines, each, bytes);
      CHECK(cluster.arrives(bytes));
      CHECK(cluster.plan.bytesIn == static_cast<std::size_t>(bytes));
    }
}

TEST_CASE("copies grow with the machines, not with their square") {
  const Index bytes = Index{64} * 4 * 100;
  const Cluster eight(8, 4, bytes), all(64, 4, bytes), some(50, 4, bytes);
  CHECK(all.arrives(bytes));
  CHECK(all.plan.bytesIn == static_cast<std::size_t>(bytes));
  CHECK(all.fetches() <= 2 * 8 * eight.fetches());
  CHECK(some.arrives(bytes));  // where groups are not full, some of it leaves the host again
  CHECK(some.plan.bytesIn <= 2 * static_cast<std::size_t>(bytes));
}

TEST_CASE("what all devices want of each other is passed on by groups of machines, each byte once to each machine") {
  for (const int machines : {2, 8, 9, 20, 64}) {
    INFO(machines << " machines");
    const AllToAll all(machines, 4);
    CHECK(all.arrives());
    CHECK(all.between() == Index{machines - 1} * machines * 4 * AllToAll::own);
    CHECK(all.most() <= 24);  // of 255 that each of 64 machines' devices would want
  }
}

TEST_CASE("machines that want different bytes pass nothing on") {
  OfMachine of;
  for (int d = 0; d < 3; ++d) of.plan.devices[static_cast<std::size_t>(d)].machine = d + 1;
  of.fetch(0, std::nullopt, {0, 300});
  of.fetch(1, std::nullopt, {300, 600});
  of.fetch(2, std::nullopt, {600, 900});
  of.relay();
  for (int part = 0; part < 3; ++part) {
    CHECK(of.got(part, 0).size() == 300);
    CHECK(of.got(part).size() == 300);
  }
}
