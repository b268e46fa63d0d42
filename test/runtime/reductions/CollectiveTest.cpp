// Large results of several devices: what leaves them, and that nothing that goes wrong there costs a result.
#include "reductions/Collective.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>

#include "Counted.h"
#include "cluster/Crew.h"

using namespace clustrix;
using namespace clustrix::test;
using runtime::Failure;

namespace {

constexpr Site collectiveSite{"collect", "collect.cpp", 4, 3};
constexpr Index bins = 70000;  // a copy is larger than what is sent home at once

// for (i < n) { count[key[i]] += 1; low[key[i]] = min(low[key[i]], i); }
struct Bins {
  const int* key;
  Wrapping<int*> count;
  int* low;
  using Combined = clustrix::Combined<combined::Sum<&Bins::count>, combined::Minimum<&Bins::low>>;
  void operator()(Index k) const {
    count[key[k]] += 1;
    if (static_cast<int>(k) < low[key[k]]) low[key[k]] = static_cast<int>(k);
  }
};

// for (i < n) { column[key[i]] += x[i]; seen[i] = 1; }, where `seen` may be null.
struct Columns {
  const int* key;
  const double* x;
  double* column;
  char* seen;
  using Combined = clustrix::Combined<combined::Sum<&Columns::column>>;
  void operator()(Index k) const {
    column[key[k]] += x[k];
    if (seen != nullptr) seen[k] = 1;
  }
};

struct Data {
  std::vector<int> key, count, low;
  std::vector<double> x, column;
  std::vector<char> seen;
  const Residency* residency = nullptr;

  explicit Data(std::size_t n = 3000) : key(n), count(bins, 1), low(bins, 5000), x(n), column(bins, 0.25), seen(n, 0) {
    for (std::size_t k = 0; k < n; ++k) {
      key[k] = static_cast<int>(k * k * 31 % 977 * 71);
      x[k] = std::sin(static_cast<double>(k));
    }
  }
  void integers() {
    onLoop(collectiveSite, static_cast<Index>(key.size()), residency, [this](Loop& loop) { integers(loop); });
  }
  void integers(Loop& loop) {
    const auto key_ = loop.array("key", key.data(), key.size());
    const auto count_ = loop.combined("count", count.data(), count.size());
    const auto low_ = loop.combined("low", low.data(), low.size());
    loop.operations(5);
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.reads(key_).box(chunk.begin, {1, chunk.size()});
      touched.combines(count_).whole();
      touched.combines(low_).whole();
    };
    const auto kernel = [&](const Memory& at) {
      return Bins{at(key_), reinterpret_cast<Wrapping<int*>>(at(count_)), at(low_)};
    };
    REQUIRE(loop.run(footprint, kernel));
  }
  void numbers(bool writes = false) {
    onLoop(collectiveSite, static_cast<Index>(key.size()), residency, [&](Loop& loop) { numbers(loop, writes); });
  }
  void numbers(Loop& loop, bool writes) {
    const auto key_ = loop.array("key", key.data(), key.size());
    const auto x_ = loop.array("x", x.data(), x.size());
    const auto column_ = loop.combined("column", column.data(), column.size());
    const auto seen_ = loop.array("seen", seen.data(), seen.size());
    loop.operations(5);
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.reads(key_).box(chunk.begin, {1, chunk.size()});
      touched.reads(x_).box(chunk.begin, {1, chunk.size()});
      if (writes) touched.writes(seen_).box(chunk.begin, {1, chunk.size()});
      touched.combines(column_).whole();
    };
    const auto kernel = [&](const Memory& at) {
      return Columns{at(key_), at(x_), at(column_), writes ? at(seen_) : nullptr};
    };
    REQUIRE(loop.run(footprint, kernel));
  }
  Data expected() const {
    Data plain = *this;
    for (std::size_t k = 0; k < key.size(); ++k) {
      int& low_ = plain.low[static_cast<std::size_t>(key[k])];
      plain.count[static_cast<std::size_t>(key[k])] += 1;
      low_ = std::min(low_, static_cast<int>(k));
    }
    return plain;
  }
  bool isInteger(const Data& other) const { return count == other.count && low == other.low; }
  bool sameColumn(const Data& other) const {
    return std::memcmp(column.data(), other.column.data(), column.size() * sizeof(double)) == 0;
  }
};

// The column as CPU threads compute it.
Data onCpu(const Data& data, bool writes = false) {
  Harness harness(Wish{"cpu"});
  Data plain = data;
  plain.numbers(writes);
  return plain;
}

// for (i < n) wide = mixed(wide, x[i]): a partial result so large that few of them are worth a way home.
struct Wide {
  const double* x;
  struct Partial {
    double of[512];
  };
  static constexpr Order order = Order::Sequential;
  static Partial identity() { return {}; }
  static void combine(Partial& left, const Partial& right) {
    for (int e = 0; e < 512; ++e) left.of[e] = left.of[e] * 0.75 + right.of[511 - e];
  }
  void operator()(Index k, Partial& partial) const { partial.of[k % 512] += x[k]; }
};

Wide::Partial wide(const std::vector<double>& x, const Residency* residency) {
  return onLoop(collectiveSite, static_cast<Index>(x.size()), residency, [&](Loop& loop) {
    const auto x_ = loop.array("x", x.data(), x.size());
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.reads(x_).box(chunk.begin, {1, chunk.size()});
    };
    const auto kernel = [&](const Memory& at) { return Wide{at(x_)}; };
    Wide::Partial total{};
    REQUIRE(loop.run(footprint, kernel, total));
    return total;
  });
}

constexpr std::size_t integerResult = 2 * ((bins * 4 + 63) / 64 * 64), numberResult = bins * 8;

}  // namespace

TEST_CASE("one result of integers goes home, whatever the number of devices, and whether arrays stay there") {
  const Data data;
  for (const bool stays : {false, true})
    for (const int devices : {2, 3, 5}) {
      INFO(devices << (stays ? ", resident" : ""));
      Counted on("virtual:" + std::to_string(devices));
      Data mine = data;
      {
        const Residency residency;
        mine.residency = stays ? &residency : nullptr;
        mine.integers();
        CHECK(mine.isInteger(data.expected()));
        CHECK(on.out() == integerResult);
        CHECK(on.between() == (static_cast<std::size_t>(devices) - 1) * integerResult);
        const std::size_t before = on.in();
        mine.integers();
        CHECK(on.in() == (stays ? before : 2 * before));  // keys are there, and what is combined into is no input
      }
      CHECK(on.recording->live == 0);
    }
}

TEST_CASE("floating-point results meet along the tree, with the bits of the CPU") {
  const Data data;
  const Data expected = onCpu(data);
  for (const bool stays : {false, true})
    for (const char* devices : {"virtual:1", "virtual:2", "virtual:3", "virtual:4", "virtual:8"}) {
      INFO(devices << (stays ? ", resident" : ""));
      Counted on(devices);
      Data mine = data;
      {
        const Residency residency;
        mine.residency = stays ? &residency : nullptr;
        mine.numbers();
      }
      CHECK(mine.sameColumn(expected));
      CHECK(on.out() == numberResult);
      CHECK(on.recording->live == 0);
    }
}

TEST_CASE("results meet within each machine first, and one of each crosses the network") {
  const Data data(30000);  // something for each device
  const Data columns = onCpu(data);
  Crew crew({"virtual:2", "virtual:1", "virtual:2"});
  Exchange& exchange = crew.exchange();
  Harness harness({}, crew.take());
  Data mine = data;
  const std::size_t before = exchange.bytesSent;
  mine.integers();
  CHECK(mine.isInteger(data.expected()));
  CHECK(exchange.bytesSent - before >= 2 * integerResult);
  CHECK(exchange.bytesSent - before < 2 * integerResult + 4 * 30000);  // and the keys
  mine.numbers();
  CHECK(mine.sameColumn(columns));
}

TEST_CASE("devices that are no peers send home what they have") {
  const Data data;
  Counted on("virtual:3", {}, false);
  Data mine = data;
  mine.integers();
  CHECK(mine.isInteger(data.expected()));
  CHECK(on.out() == 3 * integerResult);
  CHECK(on.between() == 0);
}

TEST_CASE("a loop that writes something else too sends its results home chunk by chunk") {
  const Data data;
  const Data expected = onCpu(data, true);
  Counted on("virtual:3");
  Data mine = data;
  mine.numbers(true);
  CHECK(mine.sameColumn(expected));
  CHECK(mine.seen == std::vector<char>(mine.seen.size(), 1));
  CHECK(on.between() == 0);
}

TEST_CASE("chunks for whichever device is free first do not wait for others") {
  const Data data;
  Counted on("virtual:3", Wish{.options = Options{}.schedule(Schedule::Dynamic)});
  Data mine = data;
  mine.integers();
  CHECK(mine.isInteger(data.expected()));
  CHECK(on.between() == 0);
}

TEST_CASE("a library for collectives is used for integers, and copies where it fails") {
  const Data data;
  for (const bool works : {true, false}) {
    Counted on("virtual:3");
    on.recording->reduce = [&](const runtime::ReduceStart& start) -> runtime::Status {
      if (!works) return {Failure::Failed, "out of order"};
      runtime::Backend& backend = *on.context().devices().backend;
      // One part after another, on the first device.
      runtime::StreamId stream{};
      REQUIRE(backend.openStream(start.parts[0].device, stream).ok());
      const std::size_t size = static_cast<std::size_t>(start.copies->stride);
      const auto copy = [&](const runtime::ReduceStart::Part& part, runtime::DeviceAddress to) {
        REQUIRE(backend
                    .copy(start.parts[0].device, stream,
                          {runtime::CopyKind::DeviceToDevice, static_cast<std::uintptr_t>(part.results),
                           static_cast<std::uintptr_t>(to), size, 1, 0, 0, part.device})
                    .ok());
      };
      copy(start.parts[0], start.result);
      runtime::DeviceAddress scratch{};
      REQUIRE(backend.allocate(start.parts[0].device, size, scratch).ok());
      for (std::size_t p = 1; p < start.parts.size(); ++p) {
        copy(start.parts[p], scratch);
        const Index distance = static_cast<Index>(scratch) - static_cast<Index>(start.result);
        REQUIRE(backend
                    .fold(start.parts[0].device, stream,
                          {start.kernel, {reinterpret_cast<void*>(start.result), distance, {0, 2}, 2, start.copies}})
                    .ok());
      }
      REQUIRE(backend.closeStream(start.parts[0].device, stream).ok());
      REQUIRE(backend.release(start.parts[0].device, scratch).ok());
      return {};
    };
    Data mine = data;
    mine.integers();
    CHECK(mine.isInteger(data.expected()));
    CHECK(on.out() == integerResult);
    CHECK(on.harness->count("collectives: out of order; results meet by copies between devices") == (works ? 0 : 1));
    // Numbers want their tree, which no library knows.
    on.recording->calls.clear();
    mine.numbers();
    CHECK(std::count(on.recording->calls.begin(), on.recording->calls.end(), "reduce 0") == 0);
  }
}

namespace {

// `numbers` with a failure at each call in turn. The last of them that there was.
template <class Check>
int failedEverywhere(const Data& data, bool stays, bool late, Failure failure, const Check& isRight) {
  for (int position = 0;; ++position) {
    Counted on("virtual:3");
    on.recording->late = late;
    bool failed = false;
    on.recording->fail = [&](const std::string& call, int at) {
      if (at < position || failed || call.rfind("close", 0) == 0) return Failure::None;
      failed = true;
      return failure;
    };
    Data mine = data;
    {
      const Residency residency;
      mine.residency = stays ? &residency : nullptr;
      mine.numbers();
    }
    INFO("position " << position << " late " << late << " failure " << static_cast<int>(failure));
    CHECK(isRight(mine));
    CHECK(on.recording->live == 0);
    if (!failed || position == 200) return position;
  }
}

}  // namespace

TEST_CASE("whatever call fails while results meet, they are right and nothing is left behind") {
  const Data data;
  const Data expected = onCpu(data);
  for (const bool stays : {false, true})
    for (const bool late : {false, true})
      for (const Failure failure : {Failure::Failed, Failure::DeviceLost, Failure::OutOfMemory}) {
        INFO((stays ? "resident" : "moved"));
        const int calls =
            failedEverywhere(data, stays, late, failure, [&](const Data& mine) { return mine.sameColumn(expected); });
        CHECK((calls > 20 && calls < 200));
      }
}

TEST_CASE("partial results are combined on their device, whether arrays stay there or not, with the bits of the CPU") {
  std::vector<double> x(2000);
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = std::cos(static_cast<double>(k));
  Wide::Partial expected{};
  {
    Harness harness(Wish{"cpu"});
    expected = wide(x, nullptr);
  }
  const auto isRight = [&](const Wide::Partial& is) { return std::memcmp(&is, &expected, sizeof is) == 0; };
  for (const char* devices : {"virtual:1", "virtual:2", "virtual:3", "virtual:5"})
    for (const bool stays : {false, true}) {
      INFO(devices << (stays ? ", resident" : ""));
      Counted on(devices);
      Residency residency;
      CHECK(isRight(wide(x, stays ? &residency : nullptr)));
      CHECK(on.out() < 50 * sizeof(Wide::Partial));  // of a thousand blocks
      CHECK(isRight(wide(x, stays ? &residency : nullptr)));
    }
  for (const bool late : {false, true})
    for (const bool stays : {false, true}) {
      INFO(late << stays);
      Counted on("virtual:3");
      on.recording->late = late;
      int folds = 0;
      on.recording->fail = [&](const std::string& call, int) {
        return call == "fold 1" && ++folds == 1 ? Failure::Failed : Failure::None;
      };
      Residency residency;
      CHECK(isRight(wide(x, stays ? &residency : nullptr)));
      CHECK(folds > 0);
    }
}

TEST_CASE("a plan says that results meet, and what that takes is what is allocated") {
  Counted on("virtual:2", Wish{.plan = true});
  Data data;
  data.integers();
  CHECK(on.harness->count("results of blocks meet on the devices") == 1);
  const runtime::DeviceProperties& device = on.context().devices().backend->properties(runtime::DeviceId{0});
  const std::size_t peak = device.memory - on.recording->least.at(0);
  // Three of five blocks, a place for what comes, and keys.
  CHECK(peak >= 4 * integerResult);
  CHECK(peak <= 4 * integerResult + 3000 * 4 + 1024);
}

TEST_CASE("memory that has no place for what comes leaves results to go home alone") {
  const Data data;
  for (const bool stays : {false, true}) {
    Counted on("virtual:2x2MB");
    const Residency residency;
    Data mine = data;
    mine.residency = stays ? &residency : nullptr;
    mine.integers();
    CHECK(mine.isInteger(data.expected()));
    CHECK(on.between() == 0);
  }
}

TEST_CASE("pairs that meet at the same time are neighbours, and no node is in two") {
  const auto all = [](std::size_t, std::size_t) { return true; };
  using runtime::meetingPairs;
  const std::vector<Chunk> nodes = {{0, 4}, {4, 6}, {6, 7}, {7, 8}, {8, 12}};
  CHECK(meetingPairs(nodes, 12, false, all) == std::vector<std::size_t>{2});
  CHECK(meetingPairs(nodes, 12, true, all) == std::vector<std::size_t>{0, 2});
  CHECK(meetingPairs(nodes, 12, true, [](std::size_t left, std::size_t) { return left != 0; }) ==
        std::vector<std::size_t>{1, 3});
  CHECK(meetingPairs({{0, 2}, {3, 4}}, 4, true, all).empty());
  CHECK(meetingPairs({{0, 8}, {8, 11}}, 11, false, all) == std::vector<std::size_t>{0});
}
