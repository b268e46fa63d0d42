// Failures at every position: each run is right, or hands back what did not run. What a launch leaves behind is settled
// by Settle: devices that are lost here, rates in SchedulingTest.cpp, traces in ProcessTest.cpp.
#include "execution/Executor.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "Harness.h"
#include "RecordingBackend.h"

using namespace clustrix;
using namespace clustrix::runtime;
using clustrix::test::Harness;
using clustrix::test::recordedDevices;
using clustrix::test::Recording;
using clustrix::test::Wish;

namespace {

constexpr Site executorSite{"fault", "fault.cpp", 1, 1};

// In place, conditionally, with a sum: every kind of write-back, and none of it may be done twice.
struct Mixed {
  int* a;  // a[i] = 3 * a[i] + 1
  int* b;  // if (a[i] odd) b[i] += 5
  int* c;  // c[i] = i
  struct Partial {
    long sum;
  };
  static constexpr Order order = Order::Interleaved;
  static Partial identity() { return {0}; }
  static void combine(Partial& left, const Partial& right) { left.sum += right.sum; }
  void operator()(Index k, Partial& partial) const {
    a[k] = 3 * a[k] + 1;
    if (a[k] % 2 != 0) b[k] += 5;
    c[k] = static_cast<int>(k);
    partial.sum += a[k];
  }
};

struct Data {
  std::vector<int> a, b, c;
  long sum = 0;
  explicit Data(std::size_t n) : a(n), b(n, 1), c(n, -1) { std::iota(a.begin(), a.end(), 0); }
  bool operator==(const Data& other) const { return a == other.a && b == other.b && c == other.c && sum == other.sum; }
};

bool runMixed(Data& data) {
  Loop loop(executorSite, static_cast<Index>(data.a.size()));
  const auto a_ = loop.array("a", data.a.data());
  const auto b_ = loop.array("b", data.b.data());
  const auto c_ = loop.array("c", data.c.data());
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.reads(a_).box(chunk.begin, {1, chunk.size()});
    touched.writes(a_).box(chunk.begin, {1, chunk.size()});
    touched.mayWrite(b_).box(chunk.begin, {1, chunk.size()});
    touched.writes(c_).box(chunk.begin, {1, chunk.size()});
  };
  const auto kernel = [&](const Memory& at) { return Mixed{at(a_), at(b_), at(c_)}; };
  Mixed::Partial total{};
  if (!loop.run(footprint, kernel, total)) return false;
  data.sum = total.sum;
  return true;
}

Data expected(std::size_t n) {
  Data data(n);
  for (std::size_t i = 0; i < n; ++i) {
    data.a[i] = 3 * data.a[i] + 1;
    if (data.a[i] % 2 != 0) data.b[i] += 5;
    data.c[i] = static_cast<int>(i);
    data.sum += data.a[i];
  }
  return data;
}

struct Trial {
  std::shared_ptr<Recording> recording = std::make_shared<Recording>();
  Data data{257};
  bool ran = false;
  int attempts = 0;
  bool onCpu = false;  // some of it

  void run(const char* devices, Schedule schedule = Schedule::Unsaid) {
    Wish wish{devices};
    wish.options = Options{}.schedule(schedule);
    Harness harness(wish, recordedDevices(devices, recording));
    ran = runMixed(data);
    attempts = harness.count("attempt failed") + harness.count("an allocation failed");
    onCpu = harness.count("on the CPU") > 0;
  }
};

}  // namespace

TEST_CASE("without failures everything that was taken is given back") {
  Trial trial;
  trial.run("virtual:3");
  CHECK(trial.ran);
  CHECK((trial.data == expected(257)));
  CHECK(trial.recording->live == 0);
  CHECK(trial.attempts == 0);
}

TEST_CASE("a failure at any call, of any kind, early or late, changes no result") {
  for (const Failure failure : {Failure::OutOfMemory, Failure::Failed, Failure::DeviceLost, Failure::Unsupported})
    for (const bool late : {false, true})
      for (const Schedule schedule : {Schedule::Static, Schedule::Dynamic}) {
        Trial count;
        count.run("virtual:2", schedule);
        const int calls = static_cast<int>(count.recording->calls.size());
        REQUIRE(calls > 30);
        for (int position = 0; position < calls; ++position) {
          INFO("failure " << static_cast<int>(failure) << " at call " << position << (late ? ", late" : ""));
          Trial trial;
          trial.recording->late = late;
          trial.recording->fail = [&](const std::string&, int p) { return p == position ? failure : Failure::None; };
          trial.run("virtual:2", schedule);
          REQUIRE(trial.ran);
          REQUIRE((trial.data == expected(257)));
          REQUIRE(trial.recording->live == 0);
        }
      }
}

TEST_CASE("one device that always fails leaves its chunks to the others") {
  for (const char* call : {"launch 1", "copy 1", "allocate 1", "synchronize 1", "openStream 1"}) {
    INFO(call);
    Trial trial;
    trial.recording->fail = [&](const std::string& made, int) {
      return made == call ? Failure::DeviceLost : Failure::None;
    };
    trial.run("virtual:3");
    CHECK(trial.ran);
    CHECK((trial.data == expected(257)));
    CHECK(trial.attempts == 1);
  }
}

TEST_CASE("where all devices fail the CPU does it") {
  Trial trial;
  trial.recording->fail = [](const std::string& made, int) {
    return made.rfind("launch", 0) == 0 ? Failure::Failed : Failure::None;
  };
  trial.run("virtual:3");
  CHECK(trial.ran);
  CHECK((trial.data == expected(257)));
  CHECK(trial.attempts == 6);  // twice on each
  CHECK(trial.recording->live == 0);
}

namespace {

int callsOf(const Recording& recording, const std::string& call) {
  return static_cast<int>(std::count(recording.calls.begin(), recording.calls.end(), call));
}

}  // namespace

TEST_CASE("an operation that is refused once is made again where it was") {
  for (const char* call : {"copy 0", "launch 0", "copy 1", "launch 1"})
    for (const Failure failure : {Failure::Failed, Failure::OutOfMemory})
      for (int which = 1; which <= 3; ++which) {
        INFO(call << " number " << which << ", failure " << static_cast<int>(failure));
        Trial undisturbed, trial;
        undisturbed.run("virtual:2");
        int seen = 0;
        trial.recording->fail = [&](const std::string& made, int) {
          return made == call && ++seen == which ? failure : Failure::None;
        };
        trial.run("virtual:2");
        CHECK(trial.ran);
        CHECK((trial.data == expected(257)));
        CHECK(trial.attempts == 0);
        const bool met = seen >= which;
        CHECK(callsOf(*trial.recording, call) == callsOf(*undisturbed.recording, call) + (met ? 1 : 0));
      }
}

TEST_CASE("a chunk that fails once, with its device at work, is run there again") {
  for (const char* call : {"launch 0", "copy 0", "synchronize 0", "openStream 0"}) {
    INFO(call);
    Trial trial;
    trial.recording->late = true;
    int seen = 0;
    trial.recording->fail = [&](const std::string& made, int) {
      return made == call && ++seen == 1 ? Failure::Failed : Failure::None;
    };
    trial.run("virtual:1");
    CHECK(trial.ran);
    CHECK((trial.data == expected(257)));
    CHECK(trial.attempts == 1);
    CHECK_FALSE(trial.onCpu);
    CHECK(trial.recording->live == 0);
  }
}

TEST_CASE("two failures at any calls, of any kinds, change no result") {
  Trial count;
  count.run("virtual:2");
  const int calls = static_cast<int>(count.recording->calls.size());
  const Failure failures[] = {Failure::OutOfMemory, Failure::Failed, Failure::DeviceLost, Failure::Unsupported};
  for (int n = 0; n < 400; ++n) {
    // Spread over the square of positions by multiples of irrational numbers.
    const int first = static_cast<int>(std::fmod(n * 0.7548776662466927, 1) * calls);
    const int second = static_cast<int>(std::fmod(n * 0.5698402909980532, 1) * calls);
    INFO("failures at calls " << first << " and " << second << ", number " << n);
    Trial trial;
    trial.recording->late = n % 2 != 0;
    trial.recording->fail = [&](const std::string&, int p) {
      return p == first ? failures[n / 2 % 4] : p == second ? failures[n / 8 % 4] : Failure::None;
    };
    trial.run("virtual:2");
    REQUIRE(trial.ran);
    REQUIRE((trial.data == expected(257)));
    REQUIRE(trial.recording->live == 0);
  }
}

TEST_CASE("memory that is less than promised is met with halves") {
  Trial trial;
  trial.recording->fail = [](const std::string& made, int position) {
    return made == "allocate 0" && position < 12 ? Failure::OutOfMemory : Failure::None;
  };
  trial.run("virtual:1");
  CHECK(trial.ran);
  CHECK((trial.data == expected(257)));
  CHECK(trial.attempts >= 1);
  CHECK(trial.recording->live == 0);
}

TEST_CASE("a lost device stays lost for later loops") {
  auto recording = std::make_shared<Recording>();
  recording->fail = [](const std::string& made, int) {
    return made == "launch 0" ? Failure::DeviceLost : Failure::None;
  };
  Harness harness(Wish{}, recordedDevices("virtual:2", recording));
  Data first(257), second(257);
  REQUIRE(runMixed(first));
  REQUIRE(runMixed(second));
  CHECK((first == expected(257) && second == expected(257)));
  CHECK(harness.count("Executing GPU parallelization with 2 GPUs") == 1);
  CHECK(harness.count("Executing GPU parallelization with 1 GPUs") == 1);
}

TEST_CASE("a device that is lost when a loop is planned leaves its share to the others, and none to the CPU") {
  auto recording = std::make_shared<Recording>();
  recording->silent = 1;
  Harness harness(Wish{}, recordedDevices("virtual:3", recording));
  for (int round = 0; round < 2; ++round) {
    Data data(257);
    REQUIRE(runMixed(data));
    CHECK((data == expected(257)));
  }
  CHECK(harness.count("Executing GPU parallelization with 2 GPUs") == 2);
  CHECK(harness.count("attempt failed: silent") == 1);
  CHECK(harness.count("on the CPU") == 0);
}

TEST_CASE("where all devices are lost when a loop is planned the CPU does it") {
  auto recording = std::make_shared<Recording>();
  recording->silent = 0;
  Harness harness(Wish{}, recordedDevices("virtual:1", recording));
  Data data(257);
  REQUIRE(runMixed(data));
  CHECK((data == expected(257)));
  CHECK(harness.count("Executing GPU parallelization") == 0);
}

TEST_CASE("a kernel that has no version for the devices is not tried on them") {
  auto recording = std::make_shared<Recording>();
  recording->runsAll = false;
  Harness harness(Wish{}, recordedDevices("virtual:3", recording));
  Data data(257);
  REQUIRE(runMixed(data));
  CHECK((data == expected(257)));
  CHECK(recording->calls.empty());
  CHECK(harness.count("GPU parallelization not beneficial: no version of its kernel is the recording's") == 1);
  CHECK(harness.count("attempt failed") == 0);
}
