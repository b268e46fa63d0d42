// One chunk, step by step. Many of them, and failures at any call, are in ExecutorTest.cpp.
#include "execution/ChunkJob.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <thread>

#include "OneLoop.h"
#include "RecordingBackend.h"

using namespace clustrix;
using namespace clustrix::runtime;
using test::OneLoop;

namespace {

constexpr DeviceId jobDevice{0};

struct Machine {
  std::shared_ptr<test::Recording> recording = std::make_shared<test::Recording>();
  std::unique_ptr<Backend> backend = test::recordedDevices("virtual:1", recording);

  /// Fails the `number`th call of that kind, the first being 0, when it is waited for.
  void failLate(const std::string& call, int number) {
    recording->late = true;
    recording->fail = [call, number](const std::string& made, int) mutable {
      return made == call && number-- == 0 ? Failure::Failed : Failure::None;
    };
  }
  std::size_t moved(CopyKind kind) const { return recording->bytes[static_cast<int>(kind)]; }
};

ChunkSchedule scheduled(const LaunchFacts& facts, Chunk chunk) {
  const auto schedule = scheduleChunk(facts, chunk);
  REQUIRE(schedule);
  return *schedule;
}

// for (i < n) if (i % 2 == 0) a[i] += 1; where the loop may write all of a
struct RaiseEven {
  int* a;
  void operator()(Index k) const {
    if (k % 2 == 0) a[k] += 1;
  }
};

// The same without the other elements: for (i < n) a[2 * i] += 1;
struct RaiseEach {
  int* a;
  void operator()(Index k) const { a[2 * k] += 1; }
};

// All of one array, in place.
struct InPlace {
  explicit InPlace(int* base, Index extent)
      : arrays{{"a", base, sizeof(int), extent, ElementKind::Bytes}}, a_{0, base} {}
  const std::vector<ArrayFacts> arrays;
  const Array<int> a_;
};

struct Sum {
  struct Partial {
    Index sum;
  };
  static constexpr Order order = Order::Sequential;
  static Partial identity() { return {0}; }
  static void combine(Partial& left, const Partial& right) { left.sum += right.sum; }
  void operator()(Index k, Partial& partial) const { partial.sum += k; }
};

}  // namespace

TEST_CASE("a chunk computes its iterations and gives back all that it took") {
  Machine machine;
  OneLoop loop(1000);
  const LaunchFacts facts = loop.facts();
  {
    ChunkJob job(*machine.backend, jobDevice, facts, scheduled(facts, {100, 300}), nullptr);
    REQUIRE(job.start().ok());
    while (!job.ready()) std::this_thread::yield();
    REQUIRE(job.finish().ok());
    CHECK(machine.recording->live > 0);
    CHECK((job.schedule().chunk.begin == 100 && job.schedule().chunk.end == 300));
    CHECK(job.takeResults() == DeviceAddress{});
    CHECK(job.takeSchedule().chunk.end == 300);
  }
  CHECK(loop.ranOnly({100, 300}));
  CHECK(machine.moved(CopyKind::HostToDevice) == 800);
  CHECK(machine.moved(CopyKind::DeviceToHost) == 800);
  CHECK(machine.recording->live == 0);
}

TEST_CASE("nothing that is read again changes on the host before all results have arrived") {
  for (const bool fails : {false, true}) {
    Machine machine;
    // a and b are both read and written; b's way home fails.
    OneLoop loop(100);
    loop.footprint = [&](Chunk chunk, Footprint& touched) {
      for (const Array<int> array : {Array<int>{0, nullptr}, Array<int>{1, nullptr}}) {
        touched.reads(array).box(chunk.begin, {1, chunk.size()});
        touched.writes(array).box(chunk.begin, {1, chunk.size()});
      }
    };
    const LaunchFacts facts = loop.facts();
    const std::vector<int> a = loop.a;
    if (fails) machine.failLate("copy 0", 3);
    {
      ChunkJob job(*machine.backend, jobDevice, facts, scheduled(facts, {0, 100}), nullptr);
      REQUIRE(job.start().ok());
      while (!job.ready()) std::this_thread::yield();
      CHECK(loop.ranOnly({0, 0}));
      CHECK(job.finish().ok() == !fails);
    }
    CHECK(loop.a == a);
    CHECK((fails ? loop.ranOnly({0, 0}) : loop.ran()));
    CHECK(machine.recording->live == 0);
  }
}

TEST_CASE("of what may be written only changed bytes go home, whoever has changed the others meanwhile") {
  Machine machine;
  std::vector<int> a(100, 5);
  const InPlace one(a.data(), 100);
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.mayWrite(one.a_).box(chunk.begin, {1, chunk.size()});
  };
  const auto build = [&](const Memory& at) { return RaiseEven{at(one.a_)}; };
  const auto facts = launchFacts(test::bodyOf(footprint, build), one.arrays, 100);
  REQUIRE(facts);
  ChunkJob job(*machine.backend, jobDevice, *facts, scheduled(*facts, {10, 90}), nullptr);
  REQUIRE(job.start().ok());
  a[11] = 77;
  a[5] = 78;
  REQUIRE(job.finish().ok());
  CHECK((a[10] == 6 && a[88] == 6));
  CHECK((a[11] == 77 && a[5] == 78 && a[13] == 5 && a[90] == 5));
}

TEST_CASE("gaps that are copied with the rest stay on the host as they are") {
  for (const Index gap : {0, 64}) {
    Machine machine;
    std::vector<int> a(100, 5);
    const InPlace one(a.data(), 100);
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.reads(one.a_).box(2 * chunk.begin, {2, chunk.size()});
      touched.writes(one.a_).box(2 * chunk.begin, {2, chunk.size()});
    };
    const auto build = [&](const Memory& at) { return RaiseEach{at(one.a_)}; };
    auto facts = launchFacts(test::bodyOf(footprint, build), one.arrays, 50);
    REQUIRE(facts);
    facts->fillGap = gap;
    ChunkJob job(*machine.backend, jobDevice, *facts, scheduled(*facts, {0, 50}), nullptr);
    REQUIRE(job.start().ok());
    a[1] = 77;
    REQUIRE(job.finish().ok());
    CHECK(std::count(a.begin(), a.end(), 6) == 50);
    CHECK((a[0] == 6 && a[98] == 6 && a[1] == 77 && a[99] == 5));
    CHECK(machine.moved(CopyKind::DeviceToHost) == (gap == 0 ? 200 : 396));  // as one piece, to a place apart
  }
}

TEST_CASE("memory that is not there is not read, and what may be written there is not") {
  Machine machine;
  const Index page = sysconf(_SC_PAGESIZE), each = page / static_cast<Index>(sizeof(int));
  void* const memory =
      mmap(nullptr, static_cast<std::size_t>(2 * page), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  REQUIRE(memory != MAP_FAILED);
  REQUIRE(munmap(static_cast<char*>(memory) + page, static_cast<std::size_t>(page)) == 0);
  int* const a = static_cast<int*>(memory);
  const InPlace one(a, 2 * each);
  const auto footprint = [&](Chunk, Footprint& touched) { touched.mayWrite(one.a_).whole(); };
  const auto build = [&](const Memory& at) { return RaiseEven{at(one.a_)}; };
  const auto facts = launchFacts(test::bodyOf(footprint, build), one.arrays, 2 * each);
  REQUIRE(facts);
  {
    ChunkJob job(*machine.backend, jobDevice, *facts, scheduled(*facts, {0, 2 * each}), nullptr);
    REQUIRE(job.start().ok());
    REQUIRE(job.finish().ok());
  }
  CHECK((a[0] == 1 && a[1] == 0 && a[each - 2] == 1 && a[each - 1] == 0));
  CHECK(machine.moved(CopyKind::HostToDevice) == static_cast<std::size_t>(page));
  REQUIRE(munmap(memory, static_cast<std::size_t>(page)) == 0);
}

TEST_CASE("a chunk that cannot begin says why, and has taken nothing and changed nothing") {
  for (const std::string refused : {"openStream 0", "allocate 0", "launch 0", "copy 0"}) {
    Machine machine;
    OneLoop loop(100);
    const LaunchFacts facts = loop.facts();
    machine.recording->fail = [&](const std::string& call, int) {
      return call == refused ? Failure::OutOfMemory : Failure::None;
    };
    {
      ChunkJob job(*machine.backend, jobDevice, facts, scheduled(facts, {0, 100}), nullptr);
      CHECK(job.start().failure == Failure::OutOfMemory);
    }
    CHECK(loop.ranOnly({0, 0}));
    CHECK(machine.recording->live == 0);
  }
}

TEST_CASE("results of blocks go to their places among those of the loop, or wait on the device for their taker") {
  const auto nothing = [](Chunk, Footprint&) {};
  const auto build = [](const Memory&) { return Sum{}; };
  const std::vector<ArrayFacts> arrays;
  const auto facts = launchFacts(test::bodyOf(nothing, build), arrays, 8000);
  REQUIRE(facts);
  const Index block = facts->block;
  REQUIRE((block == 8 && facts->partialSize == sizeof(Index)));
  struct Way {
    bool meet, stays;
  };
  for (const auto [meet, stays] : {Way{false, false}, Way{true, false}, Way{true, true}}) {
    Machine machine;
    std::vector<Index> results(1000, -1);
    ChunkSchedule schedule = scheduled(*facts, {80, 96});
    for (Step& step : schedule.steps)
      if (auto* combine = std::get_if<CombineStep>(&step)) {
        CHECK((combine->firstBlock == 10 && combine->blocks == 2));
        combine->stays = stays;
        if (meet) combine->nodes = {{10, 12}};
      }
    DeviceAddress taken{};
    {
      ChunkJob job(*machine.backend, jobDevice, *facts, schedule, results.data());
      REQUIRE(job.start().ok());
      REQUIRE(job.finish().ok());
      if (stays) taken = job.takeResults();
      if (stays) CHECK(job.takeResults() == DeviceAddress{});
    }
    CHECK((results[9] == -1 && results[12] == -1));
    CHECK(results[10] == (stays ? -1 : meet ? 80 * 16 + 120 : 80 * 8 + 28));
    CHECK(results[11] == (meet ? -1 : 88 * 8 + 28));
    CHECK(machine.recording->live == (stays ? 1 : 0));
    if (stays) {
      CHECK(taken != DeviceAddress{});
      CHECK(*reinterpret_cast<const Index*>(taken) == 80 * 16 + 120);
      CHECK(machine.backend->release(jobDevice, taken).ok());
    }
  }
}

TEST_CASE("a chunk whose large results cannot be sent has failed, though its kernel has not") {
  Machine machine;
  OneLoop loop((Index{4} << 20) + 1);
  const LaunchFacts facts = loop.facts();
  ChunkJob job(*machine.backend, jobDevice, facts, scheduled(facts, {0, loop.state.iterations}), nullptr);
  REQUIRE(job.start().ok());
  machine.recording->fail = [](const std::string& call, int) {
    return call == "copy 0" ? Failure::Failed : Failure::None;
  };
  CHECK(job.finish().failure == Failure::Failed);
  CHECK(loop.ranOnly({0, 0}));
}

TEST_CASE("results that are large are sent when the kernel has ended, and others right behind it") {
  for (const bool large : {false, true}) {
    Machine machine;
    const Index n = (Index{4} << 20) + (large ? 1 : 0);  // 16 MB, and 4 bytes more
    OneLoop loop(n);
    const LaunchFacts facts = loop.facts();
    ChunkJob job(*machine.backend, jobDevice, facts, scheduled(facts, {0, n}), nullptr);
    REQUIRE(job.start().ok());
    CHECK(machine.recording->copies[static_cast<int>(CopyKind::DeviceToHost)] == (large ? 0 : 1));
    REQUIRE(job.finish().ok());
    CHECK(machine.recording->copies[static_cast<int>(CopyKind::DeviceToHost)] == 1);
    CHECK(loop.ran());
  }
}
