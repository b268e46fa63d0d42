// Children of a process that has run loops. A program of its own: the process's context watches forks, and the
// environment decides what it is.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <numeric>
#include <string>
#include <thread>

#include "ThreadedLoops.h"
#include "clustrix/resident.h"

using namespace clustrix;

namespace {

constexpr std::size_t size = 5000;

std::vector<int> numbers() {
  std::vector<int> a(size);
  std::iota(a.begin(), a.end(), 3);
  return a;
}

bool launches() {
  const std::vector<int> a = numbers();
  std::vector<int> b(size, 0);
  int sum = 0;
  return test::neighbours(a, b) && test::total(a, sum) && sum == std::accumulate(a.begin(), a.end(), 0);
}

struct Ended {
  int status = -1;  // 128 + a signal's number
  std::string text;
};

// The status of a child that does `work`, or that hangs for 20 seconds, and what it wrote to standard error.
template <class Work>
Ended inChild(const Work& work) {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    alarm(20);
    dup2(ends[1], 2);
    _exit(work() ? 0 : 3);
  }
  close(ends[1]);
  Ended ended;
  char part[256];
  for (ssize_t got = read(ends[0], part, sizeof part); got > 0; got = read(ends[0], part, sizeof part))
    ended.text.append(part, static_cast<std::size_t>(got));
  close(ends[0]);
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  ended.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return ended;
}

// Every kind of loop says that the original has to run, and changes nothing.
bool allStayAsWritten() {
  const std::vector<int> a = numbers();
  std::vector<int> b(size, -1);
  int sum = 7;
  const Residency residency;
  return !test::neighbours(a, b) && !test::neighbours(a, b, &residency) && !test::total(a, sum) &&
         !test::runningSums(a, b) && test::find(a, a[100]) == 0 && sum == 7 && b == std::vector<int>(size, -1);
}

}  // namespace

TEST_CASE("a child runs its loops as written, and its own children too") {
  REQUIRE(launches());
  const Ended ended = inChild([] {
    if (!allStayAsWritten()) return false;
    const pid_t grandchild = fork();
    if (grandchild == 0) _exit(allStayAsWritten() ? 0 : 1);
    int status = 1;
    return waitpid(grandchild, &status, 0) == grandchild && status == 0;
  });
  CHECK(ended.status == 0);
  CHECK(ended.text.empty());
  CHECK(launches());
}

TEST_CASE("a child that exits runs what was registered for it, and says nothing of the parent's loops") {
  REQUIRE(launches());
  const Ended ended = inChild([]() -> bool { std::exit(allStayAsWritten() ? 0 : 3); });
  CHECK(ended.status == 0);
  CHECK_THAT(ended.text, !Catch::Contains("summary"));
}

TEST_CASE("a child has the results that were on devices when its parent forked") {
  const std::vector<int> a = numbers();
  std::vector<int> b(size, 0);
  resident kept(b.data(), static_cast<Index>(size));
  {
    const Residency residency;
    REQUIRE(test::neighbours(a, b, &residency));
  }
  const Ended ended = inChild([&] {
    kept.host();
    for (std::size_t k = 1; k + 1 < size; ++k)
      if (b[k] != a[k - 1] + a[k + 1]) return false;
    return kept.sharding() == "on the host\n";
  });
  CHECK(ended.status == 0);
  kept.host();
  CHECK(b[1] == a[0] + a[2]);
}

TEST_CASE("a process forks while its other threads run loops") {
  std::atomic<bool> stop{false};
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t)
    threads.emplace_back([&] {
      while (!stop) wrong += launches() ? 0 : 1;
    });
  int failed = 0;
  for (int k = 0; k < 25; ++k) failed += inChild(allStayAsWritten).status == 0 ? 0 : 1;
  stop = true;
  for (std::thread& thread : threads) thread.join();
  CHECK(failed == 0);
  CHECK(wrong == 0);
}

TEST_CASE("a child that must use a GPU ends with an error at its first loop", "[.][require]") {
  REQUIRE(launches());
  CHECK(inChild([] { return true; }).status == 0);
  const Ended ended = inChild(allStayAsWritten);
  CHECK(ended.status == 1);
  CHECK_THAT(ended.text, Catch::Contains("clustrix: error: CLUSTRIX_REQUIRE=gpu, but no device works in this process"));
}
