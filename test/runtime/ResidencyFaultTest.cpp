// Failures at every call of a program whose arrays stay on devices: it ends with the right results, or with an error
// that says what is lost. Each trial is a process of its own, since the error ends it.
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "Harness.h"
#include "RecordingBackend.h"

using namespace clustrix;
using namespace clustrix::test;
using runtime::Failure;

namespace {

constexpr Site copying{"copying", "fault.cpp", 3, 1}, mixing{"mixing", "fault.cpp", 9, 1},
    binning{"binning", "fault.cpp", 15, 1};

// for (i < n) a[i] = b[i];
struct Copying {
  int* a;
  const int* b;
  void operator()(Index k) const { a[k] = b[k]; }
};

// In place, conditionally, with a sum, and from a neighbour's part.
struct Mixing {
  int* a;
  int* b;
  const int* c;
  Index n;
  struct Partial {
    long sum;
  };
  static constexpr Order order = Order::Interleaved;
  static Partial identity() { return {0}; }
  static void combine(Partial& left, const Partial& right) { left.sum += right.sum; }
  void operator()(Index k, Partial& partial) const {
    a[k] = 3 * a[k] + c[n - 1 - k];
    if (a[k] % 2 != 0) b[k] += 5;
    partial.sum += a[k];
  }
};

// for (k < n) bins[k % 8] += a[k]
struct Binning {
  int* bins;
  const int* a;
  using Combined = clustrix::Combined<combined::Sum<&Binning::bins>>;
  void operator()(Index k) const { bins[k % 8] += a[k]; }
};

struct Data {
  std::vector<int> a, b, c;
  long sum = 0;
  explicit Data(Index n) : a(static_cast<std::size_t>(n)), b(a.size(), 1), c(a.size()) {
    std::iota(c.begin(), c.end(), 7);
  }
  Index size() const { return static_cast<Index>(a.size()); }
  bool operator==(const Data& other) const { return a == other.a && b == other.b && c == other.c && sum == other.sum; }
};

bool copyArray(std::vector<int>& a, const std::vector<int>& b, const Residency& residency) {
  Loop loop(copying, static_cast<Index>(a.size()), residency);
  const auto a_ = loop.array("a", a.data());
  const auto b_ = loop.array("b", b.data());
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.writes(a_).box(chunk.begin, {1, chunk.size()});
    touched.reads(b_).box(chunk.begin, {1, chunk.size()});
  };
  const auto kernel = [&](const Memory& at) { return Copying{at(a_), at(b_)}; };
  return loop.run(footprint, kernel);
}

bool mix(Data& data, const Residency& residency) {
  const Index n = data.size();
  Loop loop(mixing, n, residency);
  const auto a_ = loop.array("a", data.a.data());
  const auto b_ = loop.array("b", data.b.data());
  const auto c_ = loop.array("c", data.c.data());
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.reads(a_).box(chunk.begin, {1, chunk.size()});
    touched.writes(a_).box(chunk.begin, {1, chunk.size()});
    touched.mayWrite(b_).box(chunk.begin, {1, chunk.size()});
    touched.reads(c_).box(n - chunk.end, {1, chunk.size()});
  };
  const auto kernel = [&](const Memory& at) { return Mixing{at(a_), at(b_), at(c_), n}; };
  Mixing::Partial total{};
  if (!loop.run(footprint, kernel, total)) return false;
  data.sum += total.sum;
  return true;
}

bool bin(std::vector<int>& bins, const std::vector<int>& a, const Residency& residency) {
  Loop loop(binning, static_cast<Index>(a.size()), residency);
  const auto bins_ = loop.combined("bins", bins.data(), bins.size());
  const auto a_ = loop.array("a", a.data());
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.combines(bins_).box(0, {1, 8});
    touched.reads(a_).box(chunk.begin, {1, chunk.size()});
  };
  return loop.run(footprint, [&](const Memory& at) { return Binning{at(bins_), at(a_)}; });
}

// A program of six loops, host code between them.
bool program(Data& data) {
  Residency residency;
  bool ran = copyArray(data.a, data.c, residency);
  ran = mix(data, residency) && ran;
  residency.reads(data.a[5]);
  data.sum += data.a[5];
  ran = copyArray(data.c, data.a, residency) && ran;
  ran = bin(data.c, data.a, residency) && ran;
  residency.writes(data.b[0]);
  data.b[0] += 2;
  ran = mix(data, residency) && ran;
  return copyArray(data.a, data.b, residency) && ran;
}

void mixSerially(Data& data) {
  Mixing::Partial total{0};
  const Mixing body{data.a.data(), data.b.data(), data.c.data(), data.size()};
  for (Index k = 0; k < data.size(); ++k) body(k, total);
  data.sum += total.sum;
}
Data expected(Index n) {
  Data data(n);
  data.a = data.c;
  mixSerially(data);
  data.sum += data.a[5];
  data.c = data.a;
  for (Index k = 0; k < n; ++k) data.c[static_cast<std::size_t>(k % 8)] += data.a[static_cast<std::size_t>(k)];
  data.b[0] += 2;
  mixSerially(data);
  data.a = data.b;
  return data;
}

using Fail = std::function<Failure(const std::string& call, int position)>;
constexpr Index n = 96;

enum Answer { Right = 40, Wrong, Kept, NotRun };

// In the child: runs the program, answers how it went.
int trial(const Fail& fail, bool late) {
  const Wish wish{"virtual:3", {}, true, false, runtime::LogLevel::Warn};
  const auto recording = std::make_shared<Recording>();
  recording->fail = fail;
  recording->late = late;
  runtime::Context context(settingsOf(wish), recordedDevices(wish.devices, recording));
  const runtime::ContextScope scope(context);
  Data data(n);
  if (!program(data)) return NotRun;
  if (!(data == expected(n))) return Wrong;
  return recording->live == 0 && runtime::nothingOnDevices() ? Right : Kept;
}

struct Ended {
  int status = -1;
  std::string err;
};

// Nothing of this process has started a thread, so that a fork has all that it needs.
template <class Body>
Ended inChild(const Body& body) {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    alarm(60);
    _exit(body());
  }
  close(ends[1]);
  Ended ended;
  char text[512];
  for (ssize_t got; (got = read(ends[0], text, sizeof text)) > 0;)
    ended.err.append(text, static_cast<std::size_t>(got));
  close(ends[0]);
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  ended.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  return ended;
}

std::vector<std::string> callsOfProgram() {
  std::vector<std::string> calls;
  const Ended ended = inChild([] {
    std::vector<std::string> made;
    const int answer = trial(
        [&](const std::string& call, int) {
          made.push_back(call);
          return Failure::None;
        },
        false);
    for (const std::string& call : made) std::fprintf(stderr, "%s\n", call.c_str());
    return answer;
  });
  REQUIRE(ended.status == Right);
  std::string line;
  for (char c : ended.err) {
    if (c != '\n') {
      line += c;
    } else if (line.rfind("clustrix:", 0) != 0) {
      calls.push_back(line);
      line.clear();
    } else {
      line.clear();
    }
  }
  return calls;
}

Ended withFailure(const Fail& fail, bool late = false) {
  return inChild([&] { return trial(fail, late); });
}

}  // namespace

TEST_CASE("a failure at any call, of any kind, early or late, gives the right results or an error") {
  const int calls = static_cast<int>(callsOfProgram().size()) * 2;  // notes of what is given back count as well
  REQUIRE(calls > 60);
  int right = 0, stopped = 0;
  for (const Failure failure : {Failure::OutOfMemory, Failure::Failed, Failure::DeviceLost, Failure::Unsupported})
    for (const bool late : {false, true})
      for (int position = 0; position < calls; ++position) {
        const Ended ended = withFailure(
            [&](const std::string& call, int p) {
              if (p == position) std::fprintf(stderr, "failing %s\n", call.c_str());
              return p == position ? failure : Failure::None;
            },
            late);
        INFO("failure " << static_cast<int>(failure) << " at call " << position << (late ? ", late: " : ": ")
                        << ended.err);
        if (ended.status == 1) {
          REQUIRE_THAT(ended.err, Catch::Contains("error: a device failed that held the only copy of"));
          REQUIRE_THAT(ended.err, Catch::Contains("at fault.cpp:"));
          // What fails at once, with the device still there, has changed nothing.
          if (!late && failure != Failure::DeviceLost)
            REQUIRE_THAT(ended.err,
                         Catch::Contains("failing synchronize") ||
                             Catch::Contains(failure == Failure::Unsupported ? "failing copy" : "failing nothing"));
          ++stopped;
        } else {
          REQUIRE(ended.status == Right);
          // Refused once, it is made again: nothing has to go elsewhere.
          if (!late && failure == Failure::Failed) REQUIRE_THAT(ended.err, !Catch::Contains("on the CPU"));
          ++right;
        }
      }
  CHECK(right > stopped);
  CHECK(stopped > 0);
}

TEST_CASE(
    "two failures at any calls give the right results, or an error where they meet results that are nowhere else") {
  const int calls = static_cast<int>(callsOfProgram().size()) * 2;
  const Failure failures[] = {Failure::OutOfMemory, Failure::Failed, Failure::DeviceLost, Failure::Unsupported};
  int right = 0, stopped = 0;
  for (int n = 0; n < 500; ++n) {
    // Spread over the square of positions by multiples of irrational numbers.
    const int first = static_cast<int>(std::fmod(n * 0.7548776662466927, 1) * calls);
    const int second = static_cast<int>(std::fmod(n * 0.5698402909980532, 1) * calls);
    const Ended ended = withFailure(
        [&](const std::string&, int p) {
          return p == first ? failures[n / 2 % 4] : p == second ? failures[n / 8 % 4] : Failure::None;
        },
        n % 2 != 0);
    INFO("failures at calls " << first << " and " << second << ", number " << n << ": " << ended.err);
    if (ended.status == 1) {
      REQUIRE_THAT(ended.err, Catch::Contains("error: a device failed that held the only copy of"));
      ++stopped;
    } else {
      REQUIRE(ended.status == Right);
      ++right;
    }
  }
  CHECK(right > stopped);
}

TEST_CASE("a copy or a launch that is refused once is made again, and nothing comes home for it") {
  for (const char* kind : {"copy", "launch"}) {
    int tried = 0;
    for (int which = 1; which < 200; ++which) {
      const Ended ended = withFailure([&, seen = 0](const std::string& call, int) mutable {
        const bool now = call.rfind(kind, 0) == 0 && ++seen == which;
        if (now) std::fprintf(stderr, "failing %s\n", call.c_str());
        return now ? Failure::Failed : Failure::None;
      });
      if (ended.err.find("failing") == std::string::npos) break;
      INFO(kind << " number " << which << ": " << ended.err);
      REQUIRE(ended.status == Right);
      REQUIRE_THAT(ended.err, !Catch::Contains("clustrix: warn"));
      ++tried;
    }
    CHECK(tried > 10);
  }
}

TEST_CASE("memory that runs out costs no result") {
  for (const char* which : {"allocate 0", "allocate 1", "allocate 2"}) {
    const Ended ended =
        withFailure([&](const std::string& call, int) { return call == which ? Failure::OutOfMemory : Failure::None; });
    INFO(which << ": " << ended.err);
    CHECK(ended.status == Right);
  }
}

TEST_CASE("a kernel that fails is run again where all that it reads is still somewhere") {
  // The first loop writes what it does not read, from the host's arrays.
  for (const bool late : {false, true}) {
    const Ended ended = withFailure(
        [seen = false](const std::string& call, int) mutable {
          const bool first = call == "launch 1" && !seen;
          seen = seen || first;
          return first ? Failure::Failed : Failure::None;
        },
        late);
    INFO(ended.err);
    CHECK(ended.status == Right);
  }
}

TEST_CASE("a device that is lost with the only copy of results ends the program, and says whose they were") {
  const Ended ended = withFailure([launches = 0](const std::string& call, int) mutable {
    return call == "launch 1" && ++launches == 2 ? Failure::DeviceLost : Failure::None;
  });
  CHECK(ended.status == 1);
  CHECK_THAT(ended.err, Catch::Contains("held the only copy of 128 B of results (a [copying at fault.cpp:3])"));
  CHECK_THAT(ended.err, Catch::Contains("warn: the program ends while "));
}

TEST_CASE("a copy home that fails once is made again") {
  const std::vector<std::string> calls = callsOfProgram();
  const Ended ended = withFailure([copies = 0](const std::string& call, int) mutable {
    return call == "synchronize 2" && ++copies == 5 ? Failure::Failed : Failure::None;
  });
  INFO(ended.err);
  CHECK((ended.status == Right || ended.status == 1));
}
