// Arrays that stay on devices between loops: when they come home, and what moves until then. This is what
// ResidentArrays, ResidentRun, ResidentLaunch and ResidentJob do together; their failures are in
// ResidencyFaultTest.cpp.
#include "clustrix/Residency.h"

#include <sys/mman.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <numeric>
#include <thread>

#include "Counted.h"

using namespace clustrix;
using namespace clustrix::test;
using runtime::nothingOnDevices;

namespace {

constexpr Site residencySite{"stay", "stay.cpp", 7, 3};

// for (i < n) a[i] = b[i] + 1;
struct OneMore {
  int* a;
  const int* b;
  void operator()(Index k) const { a[k] = b[k] + 1; }
};
bool next(std::vector<int>& a, const std::vector<int>& b, const Residency* residency, const Site& at = residencySite) {
  const Index n = static_cast<Index>(b.size());
  return onLoop(at, n, residency, [&](Loop& loop) {
    const auto a_ = loop.array("a", a.data(), n);
    const auto b_ = loop.array("b", b.data(), n);
    loop.sameOrDisjoint(a_, b_);
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.writes(a_).box(chunk.begin, {1, chunk.size()});
      touched.reads(b_).box(chunk.begin, {1, chunk.size()});
    };
    const auto kernel = [&](const Memory& memory) { return OneMore{memory(a_), memory(b_)}; };
    return loop.run(footprint, kernel);
  });
}

// for (i < n) if (a[i] == wanted) break;
struct Finds {
  const int* a;
  int wanted;
  bool operator()(Index k) const { return a[k] == wanted; }
};

std::vector<int> counted(std::size_t n, int first) {
  std::vector<int> list(n);
  std::iota(list.begin(), list.end(), first);
  return list;
}

}  // namespace

TEST_CASE("results stay on the devices until the function ends") {
  Counted on("virtual:3");
  std::vector<int> a(100, -1), b = counted(100, 0);
  {
    Residency residency;
    REQUIRE(next(a, b, &residency));
    CHECK(a == std::vector<int>(100, -1));
    REQUIRE(next(a, a, &residency));
    CHECK(a == std::vector<int>(100, -1));
    CHECK(on.in() == 400);
    CHECK(on.out() == 0);
    CHECK_FALSE(nothingOnDevices());
  }
  CHECK(a == counted(100, 2));
  CHECK(on.out() == 400);
  CHECK(on.between() == 0);
  CHECK(nothingOnDevices());
  CHECK(on.recording->live == 0);
}

TEST_CASE("a read on the host brings home what is read, once, and leaves the copies") {
  Counted on("virtual:2");
  std::vector<int> a(100), b = counted(100, 0);
  Residency residency;
  REQUIRE(next(a, b, &residency));
  residency.reads(a[3]);
  CHECK((a[3] == 4 && a[4] == 0));
  residency.reads(a[3]);
  residency.reads(b[3]);
  CHECK(on.out() == 4);
  residency.reads(a.data() + 40, 20);
  CHECK((a[40] == 41 && a[59] == 60 && a[39] == 0 && a[60] == 0));
  CHECK(on.out() == 84);
  residency.reads(a.data(), 0);
  residency.reads(a.data(), -5);
  CHECK(on.out() == 84);
  REQUIRE(next(a, a, &residency));
  CHECK(on.in() == 400);
  residency.host();
  CHECK(a == counted(100, 2));
}

TEST_CASE("a write on the host is seen by the next loop, and nothing else moves") {
  Counted on("virtual:2");
  std::vector<int> a(100), b = counted(100, 0);
  Residency residency;
  REQUIRE(next(a, b, &residency));
  residency.writes(a[10]);
  a[10] += 1000;
  residency.writes(b.data() + 20, 2);
  b[20] = b[21] = 500;
  REQUIRE(next(a, a, &residency));
  CHECK(on.in() == 404);
  REQUIRE(next(b, b, &residency));
  CHECK(on.in() == 412);
  residency.host();
  CHECK((a[10] == 1012 && a[11] == 13 && b[20] == 501 && b[22] == 23));
}

TEST_CASE("host code that may do anything finds all at home, and the next loop finds what it did") {
  Counted on("virtual:2");
  std::vector<int> a(100), b = counted(100, 0);
  Residency residency;
  REQUIRE(next(a, b, &residency));
  residency.host();
  CHECK(a == counted(100, 1));
  CHECK(nothingOnDevices());
  CHECK(on.recording->live == 0);
  for (int& value : a) value = -value;
  REQUIRE(next(a, a, &residency));
  residency.host();
  CHECK((a[0] == 0 && a[99] == -99));
}

TEST_CASE("a function that is lent the arrays leaves them where they are; any other brings them home") {
  Counted on("virtual:2");
  std::vector<int> a(100), b = counted(100, 0);
  const auto callee = [&] {
    Residency residency;
    REQUIRE(next(a, a, &residency));
  };
  {
    Residency residency;
    REQUIRE(next(a, b, &residency));
    residency.lend();
    callee();
    CHECK(a[0] == 0);
    CHECK(on.in() == 400);
    // Lent for one call only: what follows a marker is a root again.
    residency.lend();
    residency.host();
    callee();
    CHECK(a == counted(100, 3));
  }
  CHECK(a == counted(100, 3));
}

TEST_CASE("an exception out of a lent call brings all home on its way") {
  Counted on("virtual:2");
  std::vector<int> a(100), b = counted(100, 0);
  const auto callee = [&] {
    Residency residency;
    REQUIRE(next(a, a, &residency));
    throw 1;
  };
  const auto caller = [&] {
    Residency residency;
    REQUIRE(next(a, b, &residency));
    residency.lend();
    callee();
  };
  CHECK_THROWS_AS(caller(), int);
  CHECK(a == counted(100, 2));
  CHECK(nothingOnDevices());
}

TEST_CASE("memory that a local variable owns has no copies when it goes, and its next owner finds none") {
  Counted on("virtual:2");
  std::vector<int> result(100);
  for (int round = 0; round < 3; ++round) {
    Residency residency;
    {
      std::vector<int> local = counted(100, round);
      const Lifetime lifetime(residency);
      REQUIRE(next(local, local, &residency));
      REQUIRE(next(result, local, &residency));
      CHECK(local[0] == round);
    }
    CHECK(nothingOnDevices());
    CHECK(result == counted(100, round + 2));
  }
}

TEST_CASE("what goes with a variable of its own does not come home, and all else stays where it is") {
  Counted on("virtual:2");
  std::vector<int> result(100), other = counted(100, 7);
  Residency residency;
  {
    std::vector<int> local = counted(100, 0);
    const OwnLifetime lifetime(residency, local);
    REQUIRE(next(local, local, &residency));
    REQUIRE(next(result, local, &residency));
    // Its memory is the other one's from here on.
    local.swap(other);
    REQUIRE(next(local, local, &residency));
  }
  CHECK(on.out() == 0);
  CHECK_FALSE(nothingOnDevices());
  residency.host();
  CHECK(result == counted(100, 2));
  CHECK(other == counted(100, 1));
  CHECK(on.out() == 800);
  CHECK(nothingOnDevices());
}

TEST_CASE("a moved vector's memory is not its own any more") {
  Counted on("virtual:2");
  Residency residency;
  std::vector<int> kept;
  {
    std::vector<int> local = counted(100, 0);
    const OwnLifetime lifetime(residency, local);
    REQUIRE(next(local, local, &residency));
    kept = std::move(local);
  }
  residency.host();
  CHECK(kept == counted(100, 1));
}

TEST_CASE("memory that is freed has no copies, nothing of it comes home, and a null pointer is nothing") {
  Counted on("virtual:2");
  std::vector<int> result(100);
  Residency residency;
  for (int round = 0; round < 3; ++round) {
    auto* const work = static_cast<int*>(std::malloc(100 * sizeof(int)));
    std::iota(work, work + 100, round);
    const auto step = [&](int* a, const int* b) {
      return onLoop(residencySite, 100, &residency, [&](Loop& loop) {
        const auto a_ = loop.array("a", a, 100);
        const auto b_ = loop.array("b", b, 100);
        loop.sameOrDisjoint(a_, b_);
        const auto footprint = [&](Chunk chunk, Footprint& touched) {
          touched.writes(a_).box(chunk.begin, {1, chunk.size()});
          touched.reads(b_).box(chunk.begin, {1, chunk.size()});
        };
        return loop.run(footprint, [&](const Memory& memory) { return OneMore{memory(a_), memory(b_)}; });
      });
    };
    REQUIRE(step(work, work));
    REQUIRE(step(result.data(), work));
    residency.frees(work);
    std::free(work);
    residency.frees(nullptr);
    CHECK(on.out() == 400U * round);
    residency.reads(result.data(), 100);
    CHECK(result == counted(100, round + 2));
  }
}

TEST_CASE("a loop of a function without residency finds the host whole and leaves it whole") {
  Counted on("virtual:2");
  std::vector<int> a(100), b = counted(100, 0);
  Residency residency;
  REQUIRE(next(a, b, &residency));
  REQUIRE(next(b, a, nullptr));
  CHECK(a == counted(100, 1));
  CHECK(b == counted(100, 2));
  CHECK(nothingOnDevices());
}

TEST_CASE("CPU threads find what they touch, and devices what the threads wrote") {
  constexpr Site host{"threads", "stay.cpp", 8, 3, Options{}.gpus(0)};
  Counted on("virtual:2");
  std::vector<int> a(100), b = counted(100, 0), c(100);
  Residency residency;
  REQUIRE(next(a, b, &residency));
  REQUIRE(next(c, b, &residency));
  REQUIRE(next(a, a, &residency, host));
  CHECK(a == counted(100, 2));
  CHECK(c == std::vector<int>(100));  // not touched: stays where it is
  REQUIRE(next(a, a, &residency));
  residency.host();
  CHECK(a == counted(100, 3));
  CHECK(c == counted(100, 1));
}

TEST_CASE("where the loop runs as written the host is whole, whatever the reason") {
  Counted on("virtual:2");
  std::vector<int> a(100), b = counted(100, 0);
  Residency residency;
  REQUIRE(next(a, b, &residency));
  Loop loop(residencySite, 10, residency);
  loop.require(false, "never");
  const auto nothing = [](Chunk, Footprint&) {};
  const auto kernel = [](const Memory&) { return OneMore{nullptr, nullptr}; };
  CHECK_FALSE(loop.run(nothing, kernel));
  CHECK(a == counted(100, 1));
}

TEST_CASE("verified loops run on the host's arrays") {
  Wish wish;
  wish.verify = true;
  Counted on("virtual:2", wish);
  std::vector<int> a(100), b = counted(100, 0);
  Residency residency;
  {
    Loop loop(residencySite, 100, residency);
    const auto a_ = loop.array("a", a.data());
    const auto b_ = loop.array("b", b.data());
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.writes(a_).box(chunk.begin, {1, chunk.size()});
      touched.reads(b_).box(chunk.begin, {1, chunk.size()});
    };
    const auto kernel = [&](const Memory& memory) { return OneMore{memory(a_), memory(b_)}; };
    CHECK_FALSE(loop.run(footprint, kernel));
    CHECK(a == std::vector<int>(100));
    CHECK(nothingOnDevices());
    for (std::size_t i = 0; i < 100; ++i) a[i] = b[i] + 1;
  }
  CHECK(on.harness->count("parallel and original agree") == 1);
}

TEST_CASE("what no peer has goes by the host, and is whole there afterwards") {
  Counted on("virtual:2", {}, false);
  constexpr Site one{"one", "stay.cpp", 9, 3, Options{}.gpus(1)};
  std::vector<int> a(100), b = counted(100, 0);
  Residency residency;
  REQUIRE(next(a, b, &residency));
  REQUIRE(next(a, a, &residency, one));
  CHECK(on.between() == 0);
  CHECK(on.out() == 200);
  CHECK(on.in() == 600);
  residency.host();
  CHECK(a == counted(100, 2));
}

TEST_CASE("arrays that do not fit beside those that are there send them home first") {
  Counted on("virtual:2x2KB");
  std::vector<int> a(300), b = counted(300, 0), c(300), d = counted(300, 7);
  Residency residency;
  REQUIRE(next(a, b, &residency));
  REQUIRE(next(c, d, &residency));
  CHECK(a == counted(300, 1));
  CHECK(c == std::vector<int>(300));
  residency.host();
  CHECK(c == counted(300, 8));
}

TEST_CASE("a part that grows moves what is there on its own device") {
  Counted on("virtual:1");
  std::vector<int> a = counted(1000, 0);
  Residency residency;
  const auto addOne = [&](Index begin, Index end) {
    Loop loop(residencySite, end - begin, residency);
    const auto a_ = loop.array("a", a.data() + begin);
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.writes(a_).box(chunk.begin, {1, chunk.size()});
      touched.reads(a_).box(chunk.begin, {1, chunk.size()});
    };
    const auto kernel = [&](const Memory& memory) { return OneMore{memory(a_), memory(a_)}; };
    REQUIRE(loop.run(footprint, kernel));
  };
  addOne(100, 200);
  addOne(150, 300);
  CHECK(on.in() == 800);
  addOne(0, 1000);
  CHECK(on.in() == 4000);
  residency.host();
  CHECK((a[0] == 1 && a[100] == 102 && a[150] == 153 && a[250] == 252 && a[999] == 1000));
}

TEST_CASE("a window that slides over an array moves its image a few times only") {
  for (const bool forwards : {true, false}) {
    Counted on("virtual:1");
    constexpr Index windows = 100, width = 10;
    std::vector<int> a = counted(static_cast<std::size_t>(windows * width + 2), 0), expected = a;
    const auto add = [](std::vector<int>& list, Index begin) {
      for (Index i = begin; i < begin + width; ++i) ++list[static_cast<std::size_t>(i)];
    };
    {
      Residency residency;
      for (Index w = 0; w < windows; ++w) {
        const Index begin = (forwards ? w : windows - 1 - w) * width;
        add(expected, begin);
        Loop loop(residencySite, width, residency);
        const auto a_ = loop.array("a", a.data() + begin);
        const auto footprint = [&](Chunk chunk, Footprint& touched) {
          touched.writes(a_).box(chunk.begin, {1, chunk.size()});
          touched.reads(a_).box(chunk.begin, {1, chunk.size() + 2});
        };
        const auto kernel = [&](const Memory& memory) { return OneMore{memory(a_), memory(a_)}; };
        REQUIRE(loop.run(footprint, kernel));
      }
      const auto& calls = on.recording->calls;
      CHECK(std::count(calls.begin(), calls.end(), "allocate 0") < 15);
      CHECK(on.in() == a.size() * sizeof(int));
    }
    CHECK(a == expected);
  }
}

TEST_CASE("what a loop may touch but cannot be read is left alone, also when results come home late") {
  Counted on("virtual:2");
  const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  char* const memory =
      static_cast<char*>(mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  REQUIRE(mprotect(memory + page, page, PROT_NONE) == 0);
  const Index n = 64;
  int* const a = reinterpret_cast<int*>(memory + page) - n;
  for (Index i = 0; i < n; ++i) a[i] = static_cast<int>(i);
  {
    Residency residency;
    for (int step = 0; step < 3; ++step) {
      Loop loop(residencySite, n, residency);
      const auto a_ = loop.array("a", a);
      const auto footprint = [&](Chunk chunk, Footprint& touched) {
        touched.mayWrite(a_).box(chunk.begin, {1, chunk.size()});
        if (chunk.end == n) touched.mayWrite(a_).box(n, {1, n});
        touched.mayRead(a_).box(0, {1, 3 * n});
      };
      const auto kernel = [&](const Memory& at) { return OneMore{at(a_), at(a_)}; };
      REQUIRE(loop.run(footprint, kernel));
    }
    CHECK(a[5] == 5);
  }
  for (Index i = 0; i < n; ++i) CHECK(a[i] == i + 3);
  munmap(memory, 2 * page);
}

TEST_CASE("searches and scans run beside arrays that stay, on what the loops before have written") {
  Counted on("virtual:2");
  std::vector<int> a(2000), b = counted(2000, 0);
  Residency residency;
  REQUIRE(next(a, b, &residency));
  Loop loop(residencySite, 2000, residency);
  const auto a_ = loop.array("a", a.data());
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.reads(a_).box(chunk.begin, {1, chunk.size()});
  };
  const auto kernel = [&](const Memory& at) { return Finds{at(a_), 1234}; };
  CHECK(loop.search(footprint, kernel) == 1233);
  CHECK(a == counted(2000, 1));
}

TEST_CASE("elements that a loop appends, and memory that a container leaves, keep no copy") {
  for (const std::size_t reserved : {std::size_t{0}, std::size_t{1000}}) {
    Counted on("virtual:2");
    std::vector<int> out = counted(100, 0);
    out.reserve(reserved);
    Residency residency;
    REQUIRE(next(out, out, &residency));
    {
      const Index before = static_cast<Index>(out.size());
      const int* const old = out.data();
      Room room(out, 100, 1);
      Loop loop(residencySite, 100, residency);
      loop.require(room.made(), "there is room");
      const auto out_ = loop.array("out", room.data() + before, room.size() - before);
      const auto old_ = loop.array("old", old, before);
      const auto footprint = [&](Chunk chunk, Footprint& touched) {
        touched.writes(out_).box(chunk.begin, {1, chunk.size()});
        touched.reads(old_).box(chunk.begin, {1, chunk.size()});
      };
      const auto kernel = [&](const Memory& memory) { return OneMore{memory(out_), memory(old_)}; };
      REQUIRE(loop.run(footprint, kernel));
      room.keep();
    }
    CHECK(nothingOnDevices() == (reserved == 0));
    REQUIRE(next(out, out, &residency));
    residency.host();
    for (int i = 0; i < 100; ++i) {
      CHECK(out[static_cast<std::size_t>(i)] == i + 2);
      CHECK(out[static_cast<std::size_t>(i + 100)] == i + 3);
    }
  }
}

TEST_CASE("threads with arrays of their own do not disturb each other") {
  Counted on("virtual:2");
  // Catch's assertions are for one thread.
  const auto work = [](int first, bool& right) {
    std::vector<int> a(200), b = counted(200, first);
    for (int round = 0; round < 20; ++round) {
      Residency residency;
      right = next(a, b, &residency) && right;
      for (int step = 0; step < 5; ++step) right = next(a, a, &residency) && right;
      residency.reads(a[17]);
      right = right && a[17] == first + 17 + 6;
      residency.writes(b[0]);
      b[0] = first;
    }
    right = right && a == counted(200, first + 6);
  };
  bool right[4] = {true, true, true, true};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) threads.emplace_back(work, t * 1000, std::ref(right[t]));
  for (std::thread& thread : threads) thread.join();
  for (bool each : right) CHECK(each);
  CHECK(nothingOnDevices());
}

TEST_CASE("a plan says what moves, and the summary what has moved") {
  Wish wish;
  Counted on("virtual:2", wish);
  std::vector<int> a(100), b = counted(100, 0);
  {
    Residency residency;
    REQUIRE(next(a, b, &residency));
    CHECK(on.harness->count("arrays stay on the devices:") == 1);
    CHECK(on.harness->count("launch   iterations [50, 100) on device 1") == 1);
    CHECK_THAT(on.context().residents.warning(),
               Catch::Contains("400 B of results are on devices alone") && Catch::Contains("[stay at stay.cpp:7]"));
  }
  CHECK(on.context().residents.warning().empty());
}
