// Launches after which memory is as it was: verified ones, and those that an iteration rolls back.
#include "execution/LoopLaunch.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <numeric>
#include <thread>
#include <vector>

#include "Child.h"
#include "Counted.h"
#include "OneLoop.h"
#include "RecordingBackend.h"
#include "execution/AfterOriginal.h"
#include "execution/RunLoop.h"

using namespace clustrix;
using namespace clustrix::runtime;
using test::Harness;
using test::OneLoop;

namespace {

/// `if (x[i] == bad) { ...; exit(1); } sum += x[i]; x[i] *= 2;`
struct Doubled {
  double* x;
  double bad;
  RollBack rollBack;
  struct Partial {
    double sum;
  };
  static constexpr Order order = Order::Sequential;
  static Partial identity() { return {0}; }
  static void combine(Partial& left, const Partial& right) { left.sum += right.sum; }
  void operator()(Index k, Partial& partial) const {
    if (x[k] == bad) return rollBack();
    partial.sum += x[k];
    x[k] *= 2;
  }
};

/// A task: it notes which device its libraries would take, and throws where it is told to.
struct Task {
  int* x;
  Index bad;
  RollBack rollBack;
  static constexpr bool hostOnly = true;
  void operator()(Index k) const try {
    if (rollBack.asked()) return;
    if (k == bad) throw k;
    x[k] = test::currentRecorded();
  } catch (...) {
    rollBack();
  }
};

/// A task that fails where more than `room` run at a time.
struct Crowded {
  int* x;
  int room;
  std::atomic<int>*running, *patience;  // of all, in milliseconds
  RollBack rollBack;
  static constexpr bool hostOnly = true;
  void operator()(Index k) const try {
    if (rollBack.asked()) return;
    const bool fits = ++*running <= room;
    // For more than there is room for: on a busy machine a thread may be late.
    while (*running <= room && !rollBack.asked() && --*patience > 0)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    --*running;
    if (!fits) throw k;
    x[k] = 1;
  } catch (...) {
    rollBack();
  }
};

constexpr Site loopLaunchSite{"doubled", "doubled.cpp", 7, 3};

/// `reach`: elements that the footprint names, more than there are where that is to fail.
bool doubled(Loop& loop, std::vector<double>& x, double bad, Doubled::Partial& total, Index reach) {
  loop.rollsBack();
  const auto x_ = loop.array("x", x.data());
  const auto footprint = [&](Chunk, Footprint& touched) {
    touched.reads(x_).box(0, {1, reach});
    touched.writes(x_).box(0, {1, reach});
  };
  const auto ofChunk = [&](Chunk chunk, Footprint& touched) {
    touched.reads(x_).box(chunk.begin, {1, chunk.size()});
    touched.writes(x_).box(chunk.begin, {1, chunk.size()});
  };
  const auto kernel = [&](const Memory& at) { return Doubled{at(x_), bad, at.rollBack()}; };
  return reach > static_cast<Index>(x.size()) ? loop.run(footprint, kernel, total) : loop.run(ofChunk, kernel, total);
}
bool doubled(std::vector<double>& x, double bad, Doubled::Partial& total) {
  Loop loop(loopLaunchSite, static_cast<Index>(x.size()));
  return doubled(loop, x, bad, total, static_cast<Index>(x.size()));
}

bool tasks(std::vector<int>& x, Index bad, Iterations kind) {
  Loop loop(loopLaunchSite, static_cast<Index>(x.size()));
  loop.rollsBack(kind);
  const auto x_ = loop.array("x", x.data(), static_cast<Index>(x.size()));
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.writes(x_).box(chunk.begin, {1, chunk.size()});
  };
  const auto kernel = [&](const Memory& at) { return Task{at(x_), bad, at.rollBack()}; };
  return loop.run(footprint, kernel);
}

int (*mostThreads)() = nullptr;

/// It notes how many threads a library would take.
struct Asking {
  int* x;
  static constexpr bool hostOnly = true;
  void operator()(Index k) const { x[k] = mostThreads(); }
};

bool ask(std::vector<int>& x, bool callsLibraries) {
  Loop loop(loopLaunchSite, static_cast<Index>(x.size()));
  if (callsLibraries) loop.callsLibraries();
  const auto x_ = loop.array("x", x.data(), static_cast<Index>(x.size()));
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.writes(x_).box(chunk.begin, {1, chunk.size()});
  };
  return loop.run(footprint, [&](const Memory& at) { return Asking{at(x_)}; });
}

std::vector<double> counted(std::size_t size) {
  std::vector<double> x(size);
  std::iota(x.begin(), x.end(), 0.0);
  return x;
}

}  // namespace

TEST_CASE("a loop that is verified leaves memory as it was, and what it computed for the comparison") {
  for (const char* devices : {"virtual:2", "cpu"}) {
    Harness harness({.devices = devices, .verify = true});
    OneLoop loop(100);
    CHECK_FALSE(run(harness, loop));
    CHECK(loop.ranOnly({0, 0}));
    REQUIRE(loop.state.verification);
    for (std::size_t i = 0; i < 100; ++i) loop.b[i] = loop.a[i] + 1;
    finishVerification(harness.context(), loop.state);
    CHECK(harness.count("parallel and original agree [next at next.cpp:4]") == 1);
    loop.b[40] = 7;
    CHECK(test::statusOfChild([&] {
            finishVerification(harness.context(), loop.state);
            return 0;
          }) == 1);
  }
  Harness harness({.verify = true});
  OneLoop part(100);
  part.state.searching = true;  // of a loop that is verified as a whole
  CHECK(run(harness, part));
  CHECK_FALSE(part.state.verification);
}

TEST_CASE("where an iteration rolls back, memory and total are as they were, and else as the loop leaves them") {
  for (const char* devices : {"virtual:1", "virtual:3", "cpu"})
    for (const double bad : {-1.0, 0.0, 777.0, 4999.0}) {
      INFO(devices << ", " << bad);
      Harness harness({.devices = devices});
      std::vector<double> x = counted(5000);
      Doubled::Partial total{-7};
      const bool ran = doubled(x, bad, total);
      CHECK(ran == (bad < 0));
      CHECK(total.sum == (bad < 0 ? 5000.0 * 4999 / 2 : -7));
      std::vector<double> wanted = counted(5000);
      for (double& each : wanted) each *= bad < 0 ? 2 : 1;
      CHECK(x == wanted);
      CHECK(harness.count("not beneficial: an iteration leaves it [doubled at doubled.cpp:7]") == (bad < 0 ? 0 : 1));
    }
}

TEST_CASE("a launch that could not be undone does not begin") {
  for (const char* devices : {"virtual:2", "cpu"}) {
    Harness harness({.devices = devices});
    std::vector<double> x = counted(5000);
    Doubled::Partial total{-7};
    // Far beyond all memory.
    Loop loop(loopLaunchSite, 5000);
    CHECK_FALSE(doubled(loop, x, -1, total, Index{1} << 43));
    CHECK(x == counted(5000));
    CHECK(total.sum == -7);
    CHECK(harness.count("what it writes cannot be undone") == 1);
  }
}

TEST_CASE("where it touches what is no memory it does not begin, to be verified or to stay on devices") {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  void* const pages = mmap(nullptr, 4 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  REQUIRE(pages != MAP_FAILED);
  REQUIRE(munmap(static_cast<char*>(pages) + page, 3 * page) == 0);
  for (const bool verify : {false, true}) {
    INFO(verify);
    Harness harness({.devices = "virtual:2", .verify = verify});
    std::vector<double> x = counted(5000);
    const Residency residency;
    Loop loop(loopLaunchSite, 5000, residency);
    loop.rollsBack();
    const auto x_ = loop.array("x", x.data());
    const auto beside_ = loop.array("beside", static_cast<const double*>(pages));
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.reads(x_).box(chunk.begin, {1, chunk.size()});
      touched.writes(x_).box(chunk.begin, {1, chunk.size()});
      touched.reads(beside_).box(0, {1, static_cast<Index>(4 * page / sizeof(double))});
    };
    const auto kernel = [&](const Memory& at) { return Doubled{at(x_), -1, at.rollBack()}; };
    Doubled::Partial total{-7};
    CHECK_FALSE(loop.run(footprint, kernel, total));
    CHECK(x == counted(5000));
    CHECK(total.sum == -7);
    CHECK(harness.count("what it writes cannot be undone") == 1);
  }
  munmap(pages, page);
}

TEST_CASE("a launch that is verified and rolls back is not compared with the loop that leaves") {
  Harness harness({.verify = true});
  OneLoop loop(100);
  loop.state.rollsBack = true;
  const auto build = loop.build;
  loop.build = [&, build](const Memory& memory) {
    CHECK(memory.rollBack().as<double>() == 0);
    return build(memory);
  };
  CHECK_FALSE(run(harness, loop));
  CHECK(loop.ranOnly({0, 0}));
  CHECK_FALSE(loop.state.verification);
}

TEST_CASE("what stays on devices is there as it was before a launch that is rolled back") {
  for (const char* devices : {"virtual:1", "virtual:3"})
    for (const int before : {0, 1, 3}) {
      INFO(devices << ", " << before);
      Harness harness({.devices = devices});
      std::vector<double> x = counted(5000), wanted = counted(5000);
      {
        const Residency residency;
        const auto launch = [&](double bad) {
          Loop loop(loopLaunchSite, 5000, residency);
          Doubled::Partial total{-7};
          const bool ran = doubled(loop, x, bad, total, 5000);
          CHECK((total.sum == -7) == !ran);
          return ran;
        };
        for (int t = 0; t < before; ++t) CHECK(launch(-1));
        CHECK(nothingOnDevices() == (before == 0));
        CHECK_FALSE(launch(4998.0 * (1 << before)));
        CHECK(nothingOnDevices());
        for (double& each : wanted) each *= 1 << before;
        CHECK(x == wanted);
        CHECK(launch(-1));
      }
      for (double& each : wanted) each *= 2;
      CHECK(x == wanted);
    }
}

TEST_CASE("tasks of libraries that run on devices have one each, and leave the threads as they were") {
  for (const int jobs : {0, 3}) {
    const auto recording = std::make_shared<test::Recording>();
    test::Wish wish{"virtual:3"};
    if (jobs > 0) wish.options = wish.options.maxGpuParallelJobs(jobs);
    Harness harness(wish, test::recordedDevices("virtual:3", recording));
    std::vector<int> x(200, -7);
    CHECK(tasks(x, -1, Iterations::Tasks | Iterations::OnDevices));
    CHECK(std::all_of(x.begin(), x.end(), [](int device) { return device >= 0 && device < 3; }));
    CHECK(test::currentRecorded() == -1);
    CHECK(harness.count("Executing GPU parallelization with 3 GPUs, each driven by host threads") == 1);
  }
}

TEST_CASE("other tasks run on the host's threads, whatever devices there are") {
  const auto recording = std::make_shared<test::Recording>();
  Harness harness({"virtual:3"}, test::recordedDevices("virtual:3", recording));
  std::vector<int> x(200, -7);
  CHECK(tasks(x, -1, Iterations::Tasks));
  CHECK(x == std::vector<int>(200, -1));
}

TEST_CASE("a task that throws undoes its launch, on devices as on threads") {
  for (const Iterations kind : {Iterations::Tasks, Iterations::Tasks | Iterations::OnDevices})
    for (const Index bad : {0, 57, 199}) {
      Harness harness({"virtual:2"}, test::recordedDevices("virtual:2", std::make_shared<test::Recording>()));
      std::vector<int> x(200, -7);
      CHECK_FALSE(tasks(x, bad, kind));
      CHECK(x == std::vector<int>(200, -7));
    }
}

TEST_CASE(
    "tasks that want more of a device than there is for several run one at a time, or leave the loop to its text") {
  for (const int room : {2, 1}) {
    Harness harness({.devices = "virtual:2", .options = Options{}.maxGpuParallelJobs(4)});
    std::vector<int> x(40);
    std::atomic<int> running{0}, patience{2000};
    Loop loop(loopLaunchSite, 40);
    loop.rollsBack(Iterations::Tasks | Iterations::OnDevices);
    const auto x_ = loop.array("x", x.data(), 40);
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.writes(x_).box(chunk.begin, {1, chunk.size()});
    };
    const auto kernel = [&](const Memory& at) { return Crowded{at(x_), room, &running, &patience, at.rollBack()}; };
    CHECK(loop.run(footprint, kernel) == (room == 2));
    CHECK(x == std::vector<int>(40, room == 2 ? 1 : 0));
    CHECK(harness.count("a task has failed where 4 at a time shared a device; they run again, one at a time") == 1);
  }
}

TEST_CASE("tasks that draw random numbers run as tasks, even where the loop would be quicker") {
  Harness harness({.devices = "cpu", .force = false});
  for (const Iterations kind : {Iterations::Tasks, Iterations::Tasks | Iterations::Drawing}) {
    std::vector<int> x(3, -7);
    CHECK(tasks(x, -1, kind) == have(kind, Iterations::Drawing));
  }
}

TEST_CASE("the threads of libraries give way to a loop that calls them, and to no other one") {
  void* const openMp = dlopen("libgomp.so.1", RTLD_NOW | RTLD_GLOBAL);
  if (openMp == nullptr) return;  // no OpenMP here
  mostThreads = reinterpret_cast<int (*)()>(dlsym(openMp, "omp_get_max_threads"));
  const auto set = reinterpret_cast<void (*)(int)>(dlsym(openMp, "omp_set_num_threads"));
  const int before = mostThreads();
  set(6);
  Harness harness({"cpu"});
  std::vector<int> x(20000, 0);
  REQUIRE(ask(x, true));
  CHECK(x == std::vector<int>(20000, 1));
  CHECK(mostThreads() == 6);
  REQUIRE(ask(x, false));
  CHECK(std::find(x.begin(), x.end(), 6) != x.end());
  set(before);
}
