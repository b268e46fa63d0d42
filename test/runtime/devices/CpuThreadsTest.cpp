// Kernels here write down the pieces that they are given. What loops compute on threads is in LoopTest.cpp.
#include "devices/CpuThreads.h"

#include <sched.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <mutex>
#include <new>
#include <set>
#include <thread>

#include "Child.h"
#include "support/InsideKernel.h"

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

// A kernel's object: what it was called with.
struct Calls {
  struct Call {
    Chunk piece;
    Index block;
    const void* results;
  };
  std::mutex mutex;
  std::vector<Call> all;
  std::set<std::thread::id> threads;
  int outside = 0;             // calls on a thread that would start loops
  int together = 0, most = 0;  // calls at once
  int throwing = 0;            // the so manyth one throws; 0: none
  std::chrono::microseconds lasts{0};

  void add(Chunk piece, Index block, const void* results) {
    {
      const std::lock_guard<std::mutex> lock(mutex);
      if (throwing > 0 && --throwing == 0) throw std::bad_alloc();
      all.push_back({piece, block, results});
      threads.insert(std::this_thread::get_id());
      outside += insideKernel() ? 0 : 1;
      most = std::max(most, ++together);
    }
    std::this_thread::sleep_for(lasts);
    const std::lock_guard<std::mutex> lock(mutex);
    --together;
  }
  static Calls& of(const void* object) { return *static_cast<Calls*>(const_cast<void*>(object)); }

  /// Pieces lie side by side over the chunk, each at a multiple of `unit` from its begin.
  bool tile(Chunk chunk, Index unit) {
    std::sort(all.begin(), all.end(), [](const Call& a, const Call& b) { return a.piece.begin < b.piece.begin; });
    Index until = chunk.begin;
    for (const Call& call : all) {
      if (call.piece.begin != until || call.piece.size() <= 0 || (until - chunk.begin) % unit != 0) return false;
      until = call.piece.end;
    }
    return until == chunk.end;
  }
};

Kernel plain() {
  Kernel kernel;
  kernel.runHost = [](const void* object, Chunk piece, Index) { Calls::of(object).add(piece, 0, nullptr); };
  return kernel;
}
Kernel reducing(std::size_t size) {
  Kernel kernel;
  kernel.partialSize = size;
  kernel.reduceHost = [](const void* object, Chunk piece, Index block, void* partials, Index) {
    Calls::of(object).add(piece, block, partials);
  };
  return kernel;
}
Kernel combining() {
  Kernel kernel = reducing(4);
  kernel.reduceHost = nullptr;
  kernel.copyHost = [](const void* object, Chunk piece, Index block, const CopyLayout&, void* results) {
    Calls::of(object).add(piece, block, results);
  };
  return kernel;
}

}  // namespace

TEST_CASE("there is a thread at least, and a process on one processor has one") {
  const CpuThreads cpu;
  CHECK(cpu.available() >= 1);
  cpu_set_t all;
  REQUIRE(sched_getaffinity(0, sizeof all, &all) == 0);
  CHECK(cpu.available() == CPU_COUNT(&all));
  CHECK(test::statusOfChild([] {
          cpu_set_t one;
          CPU_ZERO(&one);
          CPU_SET(sched_getcpu(), &one);
          return sched_setaffinity(0, sizeof one, &one) == 0 ? CpuThreads().available() : -1;
        }) == 1);
}

TEST_CASE("each iteration of a chunk runs once, wherever the chunk begins, inside of a kernel") {
  CpuThreads cpu;
  for (const Chunk chunk : {Chunk{0, 1}, Chunk{0, 1000}, Chunk{-7, 100}, Chunk{12345, 50000}})
    for (const int cores : {1, 2}) {
      Calls calls;
      cpu.run(plain(), &calls, chunk, 64, nullptr, nullptr, cores, 1);
      CHECK(calls.tile(chunk, 1));
      CHECK(calls.outside == 0);
    }
  CHECK_FALSE(insideKernel());
}

TEST_CASE("a chunk without iterations calls no kernel") {
  CpuThreads cpu;
  Calls calls;
  cpu.run(plain(), &calls, {5, 5}, 1, nullptr, nullptr, 2, 1);
  CHECK(calls.all.empty());
}

TEST_CASE("pieces have as many iterations as was asked for, where there are so many") {
  CpuThreads cpu;
  for (const Index grain : {1, 10, 100}) {
    Calls calls;
    cpu.run(plain(), &calls, {3, 1005}, 1, nullptr, nullptr, 2, grain);
    REQUIRE(calls.tile({3, 1005}, grain));
    CHECK(calls.all.size() > 1);
  }
  Calls whole;
  cpu.run(plain(), &whole, {3, 1005}, 1, nullptr, nullptr, 2, 5000);
  CHECK(whole.all.size() == 1);
}

TEST_CASE("no more threads run than were asked for, and one is the caller's") {
  CpuThreads cpu;
  Calls one;
  one.lasts = std::chrono::microseconds(300);
  cpu.run(plain(), &one, {0, 200}, 1, nullptr, nullptr, 1, 1);
  CHECK(one.threads == std::set<std::thread::id>{std::this_thread::get_id()});
  Calls two;
  two.lasts = std::chrono::microseconds(200);
  cpu.run(plain(), &two, {0, 200}, 1, nullptr, nullptr, 2, 1);
  CHECK(two.most <= 2);
}

TEST_CASE("results lie one a block, and pieces begin at blocks") {
  CpuThreads cpu;
  std::vector<char> memory(100 * 24);
  for (const Index grain : {1, 64, 200}) {
    Calls calls;
    const Chunk chunk{128, 128 + 64 * 50 + 3};
    cpu.run(reducing(24), &calls, chunk, 64, memory.data(), nullptr, 2, grain);
    REQUIRE(calls.tile(chunk, 64));
    for (const Calls::Call& call : calls.all) {
      CHECK(call.block == 64);
      CHECK(call.results == memory.data() + 24 * (call.piece.begin - chunk.begin) / 64);
      if (call.piece.end != chunk.end) CHECK(call.piece.size() >= grain / 64 * 64);
    }
  }
}

TEST_CASE("copies of arrays lie a stride apart, one a block") {
  CpuThreads cpu;
  std::vector<char> memory(100 * 40);
  CopyLayout layout;
  layout.stride = 40;
  Calls calls;
  cpu.run(combining(), &calls, {32, 32 + 8 * 20}, 8, memory.data(), &layout, 2, 1);
  REQUIRE(calls.tile({32, 32 + 8 * 20}, 8));
  CHECK(calls.all.size() > 1);
  for (const Calls::Call& call : calls.all) CHECK(call.results == memory.data() + 40 * (call.piece.begin - 32) / 8);
}

TEST_CASE("many more iterations than steps that can be counted run once each, all the same") {
  CpuThreads cpu;
  Calls calls;
  cpu.run(plain(), &calls, {0, 1000003}, 1, nullptr, nullptr, 2, 1);
  CHECK(calls.tile({0, 1000003}, 1));
}

TEST_CASE(
    "where memory has run out, what no thread has run the caller runs, each iteration once, and so from then on") {
  CpuThreads cpu;
  Calls calls;
  calls.throwing = 2;
  cpu.run(plain(), &calls, {0, 1000}, 1, nullptr, nullptr, 2, 1);
  CHECK(calls.throwing == 0);
  CHECK(calls.tile({0, 1000}, 1));
  Calls later;
  cpu.run(plain(), &later, {0, 200}, 1, nullptr, nullptr, 2, 1);
  CHECK(later.tile({0, 200}, 1));
  CHECK(later.all.size() == 200);  // nobody has made larger pieces of them for others to take
  CHECK(later.threads == std::set<std::thread::id>{std::this_thread::get_id()});
}
