#include "cluster/ClusterBackend.h"

#include <catch2/catch.hpp>
#include <numeric>

#include "../Harness.h"
#include "../OneLoop.h"
#include "Crew.h"

using namespace clustrix;
using namespace clustrix::runtime;
using namespace clustrix::test;

namespace {

Copy copyOf(CopyKind kind, const void* from, const void* to, std::size_t bytes) {
  Copy copy;
  copy.kind = kind;
  copy.from = reinterpret_cast<std::uintptr_t>(from);
  copy.to = reinterpret_cast<std::uintptr_t>(to);
  copy.width = copy.fromPitch = copy.toPitch = bytes;
  return copy;
}

void* pointer(DeviceAddress address) { return reinterpret_cast<void*>(address); }

/// Memory of a device and a stream there.
struct OnDevice {
  OnDevice(Backend& backend_, int device_, std::size_t bytes)
      : backend(backend_), device(static_cast<DeviceId>(device_)) {
    REQUIRE(backend.allocate(device, bytes, memory).ok());
    REQUIRE(backend.openStream(device, stream).ok());
  }
  ~OnDevice() {
    static_cast<void>(backend.closeStream(device, stream));
    static_cast<void>(backend.release(device, memory));
  }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;
  void copy(const Copy& copy) { REQUIRE(backend.copy(device, stream, copy).ok()); }
  Status synchronize() { return backend.synchronize(device, stream); }

  Backend& backend;
  const DeviceId device;
  DeviceAddress memory{};
  StreamId stream{};
};

struct Doubling {
  int* a;
  void operator()(Index k) const { a[k] *= 2; }
};

struct TaskOfRank {
  int* x;
  RollBack rollBack;
  static constexpr bool hostOnly = true;
  void operator()(Index k) const { x[k] = static_cast<int>(k) + 1; }
};

Status launchDoubling(OnDevice& at, Index count, const Kernel* kernel = &kernelOf<Doubling>) {
  const Doubling object{static_cast<int*>(pointer(at.memory))};
  KernelStart start;
  start.kernel = kernel;
  start.object = &object;
  start.chunk = {0, count};
  return at.backend.launch(at.device, at.stream, start);
}

}  // namespace

TEST_CASE("the devices of all ranks are there, the first rank's own before the others") {
  Crew crew({"virtual:1", "virtual:2x1MB,1x2MB", "", "virtual:1"});
  Backend& backend = crew.backend();
  REQUIRE(backend.deviceCount() == 5);
  CHECK(backend.properties(DeviceId{0}).name == "virtual device 0");
  CHECK(backend.properties(DeviceId{3}).name == "virtual device 2 of rank 1");
  CHECK(backend.properties(DeviceId{4}).name == "virtual device 0 of rank 3");
  CHECK(backend.properties(DeviceId{4}).peers.contains(DeviceId{0}));
  CHECK(crew.absent().devices == std::vector<std::string>{"rank 2 on node2: no GPU"});
  std::size_t free = 0;
  REQUIRE(backend.freeMemory(DeviceId{3}, free).ok());
  CHECK(free == std::size_t{2} << 20);
}

TEST_CASE("another rank's device has the memory that it was given, and no more") {
  Crew crew({"", "virtual:1x1MB"});
  DeviceAddress a{}, b{};
  REQUIRE(crew.backend().allocate(DeviceId{0}, 600 << 10, a).ok());
  const Status refused = crew.backend().allocate(DeviceId{0}, 600 << 10, b);
  CHECK(refused.failure == Failure::OutOfMemory);
  CHECK_THAT(refused.message, Catch::Contains("424 KB left of the 600 KB"));
  REQUIRE(crew.backend().release(DeviceId{0}, a).ok());
  REQUIRE(crew.backend().allocate(DeviceId{0}, 600 << 10, b).ok());
  CHECK(crew.backend().release(DeviceId{0}, b).ok());
}

TEST_CASE("rows go to each device, on to each other one, and home") {
  Crew crew({"virtual:1", "virtual:2", "virtual:1"});
  std::vector<int> from(100);
  std::iota(from.begin(), from.end(), 0);
  for (int first = 0; first < 4; ++first)
    for (int second = 0; second < 4; ++second) {
      if (first == second) continue;
      INFO("from " << first << " to " << second);
      OnDevice a(crew.backend(), first, 400), b(crew.backend(), second, 400);
      std::vector<int> to(100, -1);
      a.copy(copyOf(CopyKind::HostToDevice, from.data(), pointer(a.memory), 400));
      REQUIRE(a.synchronize().ok());
      Copy between = copyOf(CopyKind::DeviceToDevice, pointer(a.memory), pointer(b.memory), 400);
      between.peer = a.device;
      b.copy(between);
      Copy rows = copyOf(CopyKind::DeviceToHost, pointer(b.memory), to.data(), 8);
      rows.rows = 10;
      rows.fromPitch = rows.toPitch = 40;
      b.copy(rows);
      REQUIRE(b.synchronize().ok());
      for (int i = 0; i < 100; ++i) REQUIRE(to[static_cast<std::size_t>(i)] == (i % 10 < 2 ? i : -1));
    }
}

TEST_CASE("copies larger than a block arrive whole, rows and single ones") {
  Crew crew({"", "virtual:1"});
  const std::size_t bytes = (std::size_t{21} << 20) + 7, rows = 3;
  std::vector<unsigned char> from(rows * bytes), to(from.size(), 0);
  for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<unsigned char>(i * 2654435761u >> 13);
  OnDevice a(crew.backend(), 0, from.size());
  a.copy(copyOf(CopyKind::HostToDevice, from.data(), pointer(a.memory), from.size()));
  Copy home = copyOf(CopyKind::DeviceToHost, pointer(a.memory), to.data(), bytes);
  home.rows = rows;
  a.copy(home);
  REQUIRE(a.synchronize().ok());
  CHECK(from == to);
}

TEST_CASE("kernels run on another rank's device, in the stream's order") {
  Crew crew({"", "virtual:2"});
  OnDevice a(crew.backend(), 1, 40);
  std::vector<int> numbers(10);
  std::iota(numbers.begin(), numbers.end(), 1);
  a.copy(copyOf(CopyKind::HostToDevice, numbers.data(), pointer(a.memory), 40));
  REQUIRE(launchDoubling(a, 10).ok());
  REQUIRE(launchDoubling(a, 5).ok());
  a.copy(copyOf(CopyKind::DeviceToHost, pointer(a.memory), numbers.data(), 40));
  REQUIRE(a.synchronize().ok());
  CHECK(numbers == std::vector<int>{4, 8, 12, 16, 20, 12, 14, 16, 18, 20});
}

TEST_CASE("what follows a failure on a stream is not done, and the first failure is told once") {
  Crew crew({"", "virtual:1"});
  const Kernel nowhere = kernelOf<Doubling>;  // in no file
  OnDevice a(crew.backend(), 0, 40);
  std::vector<int> numbers(10, 1), before = numbers;
  a.copy(copyOf(CopyKind::HostToDevice, numbers.data(), pointer(a.memory), 40));
  REQUIRE(launchDoubling(a, 10, &nowhere).ok());
  REQUIRE(launchDoubling(a, 10).ok());
  a.copy(copyOf(CopyKind::DeviceToHost, pointer(a.memory), numbers.data(), 40));
  const Status failed = a.synchronize();
  CHECK(failed.failure == Failure::Unsupported);
  CHECK(failed.message == "rank 1 has not loaded the library of this loop");
  CHECK(numbers == before);
  CHECK(a.synchronize().ok());
  REQUIRE(launchDoubling(a, 10).ok());
  a.copy(copyOf(CopyKind::DeviceToHost, pointer(a.memory), numbers.data(), 40));
  REQUIRE(a.synchronize().ok());
  CHECK(numbers == std::vector<int>(10, 2));
}

TEST_CASE("a stream is asked about once, however often it is looked at") {
  Crew crew({"", "virtual:1"});
  OnDevice a(crew.backend(), 0, 40);
  REQUIRE(launchDoubling(a, 10).ok());
  const std::size_t before = crew.exchange().messagesSent;
  while (!crew.backend().finished(a.device, a.stream)) std::this_thread::yield();
  CHECK(crew.exchange().messagesSent - before == 2);
  CHECK(a.synchronize().ok());
  CHECK(crew.exchange().messagesSent - before == 2);
}

TEST_CASE("loops run on the devices of all ranks") {
  for (const std::vector<std::string>& devices : {std::vector<std::string>{"", "virtual:1"},
                                                  {"virtual:1", "virtual:2"},
                                                  {"virtual:2", "virtual:1", "virtual:2"}}) {
    Crew crew(devices);
    Harness harness({}, crew.take());
    OneLoop loop(1000);
    CHECK(run(harness, loop));
    CHECK(loop.ran());
  }
}

TEST_CASE("what all devices of a machine read goes there once") {
  struct Reading {
    const unsigned* table;
    unsigned* sums;
    Index size;
    void operator()(Index k) const {
      unsigned sum = 0;
      for (Index i = 0; i < size; ++i) sum += table[i] ^ static_cast<unsigned>(k);
      sums[k] = sum;
    }
  };
  constexpr Index size = 200000, iterations = 64;
  static constexpr Site site{"reading", "reading.cpp", 1, 1};
  std::vector<unsigned> table(size), sums(iterations), expected(iterations);
  std::iota(table.begin(), table.end(), 0);
  const Reading original{table.data(), expected.data(), size};
  for (Index k = 0; k < iterations; ++k) original(k);
  Crew crew({"virtual:1", "virtual:3", "virtual:3"});
  Exchange& exchange = crew.exchange();
  Harness harness({}, crew.take());
  const std::size_t before = exchange.bytesSent;
  {
    const Residency residency;
    Loop loop(site, iterations, residency);
    const auto table_ = loop.array("table", table.data(), size);
    const auto sums_ = loop.array("sums", sums.data(), iterations);
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.reads(table_).box(0, {1, size});
      touched.writes(sums_).box(chunk.begin, {1, chunk.size()});
    };
    CHECK(loop.run(footprint, [&](const Memory& at) { return Reading{at(table_), at(sums_), size}; }));
  }
  CHECK(sums == expected);
  CHECK(exchange.bytesSent - before < 2.1 * size * sizeof(unsigned));  // to two other machines
}

TEST_CASE("on many machines each device gets what all others have written, by way of some of them") {
  struct Mix {
    const unsigned* from;
    unsigned* to;
    Index size, step;
    void operator()(Index k) const { to[k] = 3 * from[k] + from[(k * 7919 + step) % size]; }
  };
  constexpr Index size = 200000, steps = 6;
  static constexpr Site site{"mix", "mix.cpp", 1, 1};
  std::vector<unsigned> start(size), to(size);
  std::iota(start.begin(), start.end(), 0);
  std::vector<unsigned> expected = start;
  for (Index step = 0; step < steps; ++step) {
    const Mix original{expected.data(), to.data(), size, step};
    for (Index k = 0; k < size; ++k) original(k);
    expected.swap(to);
  }
  for (const std::size_t machines : {9, 13, 18}) {
    Crew crew(std::vector<std::string>(machines, "virtual:1"));
    Exchange& exchange = crew.exchange();
    Harness harness({}, crew.take());
    std::vector<unsigned> from = start;
    const std::size_t before = exchange.bytesSent;
    {
      const Residency residency;
      for (Index step = 0; step < steps; ++step) {
        Loop loop(site, size, residency);
        const auto from_ = loop.array("from", from.data(), size);
        const auto to_ = loop.array("to", to.data(), size);
        const auto footprint = [&](Chunk chunk, Footprint& touched) {
          touched.reads(from_).box(0, {1, size});
          touched.writes(to_).box(chunk.begin, {1, chunk.size()});
        };
        CHECK(loop.run(footprint, [&](const Memory& at) { return Mix{at(from_), at(to_), size, step}; }));
        from.swap(to);
      }
    }
    CHECK(from == expected);
    // To each machine once a step, and home in the end.
    CHECK(static_cast<double>(exchange.bytesSent - before) < 1.1 * sizeof(unsigned) * size * (steps * machines + 2));
  }
}

TEST_CASE("tasks, which call libraries, have this rank's devices alone") {
  static constexpr Site site{"tasks", "tasks.cpp", 1, 1};
  for (const char* own : {"virtual:2", ""}) {
    Crew crew({own, "virtual:3"});
    Harness harness({}, crew.take());
    std::vector<int> x(200);
    Loop loop(site, 200);
    loop.rollsBack(Iterations::Tasks | Iterations::OnDevices);
    const auto x_ = loop.array("x", x.data(), 200);
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.writes(x_).box(chunk.begin, {1, chunk.size()});
    };
    const bool ran = loop.run(footprint, [&](const Memory& at) { return TaskOfRank{at(x_), at.rollBack()}; });
    CHECK(std::count(x.begin(), x.end(), 0) == (ran ? 0 : 200));
    CHECK(harness.count("Executing GPU parallelization with 2 GPUs, each driven by host threads") ==
          (*own != 0 ? 1 : 0));
    CHECK(harness.count("with 5 GPUs") == 0);
  }
}

TEST_CASE("whenever a rank goes, the loop's result is right") {
  for (std::size_t messages = 1; messages < 40; ++messages) {
    INFO("after " << messages << " messages");
    Crew crew({"virtual:1", "virtual:2", "virtual:1"}, 0.2);
    Harness harness({}, crew.take());
    crew.exchange().cutAfter(RankId{messages % 2 == 0 ? 1 : 2}, messages);
    for (int launch = 0; launch < 2; ++launch) {
      OneLoop loop(1000);
      CHECK(run(harness, loop));
      CHECK(loop.ran());
    }
  }
}

TEST_CASE("a rank that is gone leaves its chunks to the others") {
  Crew crew({"virtual:1", "virtual:1", "virtual:1"}, 0.4);
  Harness harness({}, crew.take());
  OneLoop before(1000);
  CHECK(run(harness, before));
  crew.kill(2);
  OneLoop loop(1000);
  CHECK(run(harness, loop));
  CHECK(loop.ran());
  CHECK(harness.count("rank 2 on node2 has not answered for 0 s") > 0);
  OneLoop after(1000);
  CHECK(run(harness, after));
  CHECK(after.ran());
}
