#include "execution/HostRun.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <mutex>

#include "Harness.h"
#include "OneLoop.h"
#include "reductions/CopyPlan.h"
#include "schedule/BlockResults.h"

using namespace clustrix;
using namespace clustrix::runtime;
using test::bodyOf;
using test::Harness;
using test::OneLoop;

namespace {

const auto touchesNothing = [](Chunk, Footprint&) {};

// The numbers of iterations in their order, as a hash that forgets none.
struct Ordered {
  struct Partial {
    unsigned long long hash, power;
  };
  static constexpr Order order = Order::Sequential;
  static Partial identity() { return {0, 1}; }
  static void combine(Partial& left, const Partial& right) {
    left = {left.hash * right.power + right.hash, left.power * right.power};
  }
  void operator()(Index k, Partial& partial) const {
    partial = {partial.hash * 1000003 + static_cast<unsigned long long>(k), partial.power * 1000003};
  }
};
const auto makeOrdered = [](const Memory&) { return Ordered{}; };

unsigned long long hashOf(Index n) {
  Ordered::Partial partial = Ordered::identity();
  for (Index k = 0; k < n; ++k) Ordered{}(k, partial);
  return partial.hash;
}

// for (k < n) ++count[k % 5];
struct Counts {
  int* count;
  using Combined = clustrix::Combined<combined::Sum<&Counts::count>>;
  void operator()(Index k) const { ++count[k % 5]; }
};

// Sizes of the pieces in which a loop of so many operations an iteration runs.
std::vector<Index> piecesOf(bool force, Index n, double operations) {
  static std::mutex mutex;
  static std::vector<Index> sizes;
  sizes.clear();
  Kernel kernel = kernelOf<test::Next>;
  kernel.runHost = [](const void*, Chunk piece, Index) {
    const std::lock_guard<std::mutex> lock(mutex);
    sizes.push_back(piece.size());
  };
  Harness harness(test::Wish{.devices = "cpu", .force = force});
  OneLoop loop(n);
  loop.state.operations = operations;
  loop.body.kernel = &kernel;
  HostRun host(harness.context(), loop.state, loop.body);
  host.prepare({}, 1);
  host.run({0, n}, nullptr, 2);
  return sizes;
}

}  // namespace

TEST_CASE("a chunk runs on the host's arrays, and no other iteration") {
  Harness harness({"cpu"});
  OneLoop loop(1000);
  HostRun host(harness.context(), loop.state, loop.body);
  CHECK((host.block() == 1 && host.resultSize() == 0));
  host.prepare({}, 1);
  CHECK_FALSE(loop.state.started);
  host.run({100, 351}, nullptr, 2);
  CHECK(loop.state.started);
  CHECK(loop.ranOnly({100, 351}));
  host.combine(nullptr, nullptr);
}

TEST_CASE("chunks leave the results of their blocks in their places, and all are combined in order") {
  Harness harness({"cpu"});
  for (const Index n : {1, 500, 5003}) {
    LoopState state;
    state.site = &OneLoop::at();
    state.iterations = n;
    const LoopBody body = bodyOf(touchesNothing, makeOrdered);
    HostRun host(harness.context(), state, body);
    CHECK(host.block() == reduction::blockSize(n));
    CHECK(host.resultSize() == sizeof(Ordered::Partial));
    const AlignedMemory results = host.blockResults();
    host.prepare({}, 1);
    const Index cut = n / 2 / host.block() * host.block();
    host.run({cut, n}, results.get(), 2);
    host.run({0, cut}, results.get(), 1);
    Ordered::Partial total{};
    host.combine(results.get(), &total);
    CHECK(total.hash == hashOf(n));
  }
}

TEST_CASE("blocks that have met already are not looked at one by one") {
  Harness harness({"cpu"});
  LoopState state;
  state.site = &OneLoop::at();
  state.iterations = 5003;
  const LoopBody body = bodyOf(touchesNothing, makeOrdered);
  HostRun host(harness.context(), state, body);
  const AlignedMemory results = host.blockResults();
  host.prepare({}, 1);
  host.run({0, 5003}, results.get(), 2);
  auto* const partials = static_cast<Ordered::Partial*>(results.get());
  reduction::combineTree<Ordered>(partials + 4, 4);
  for (int b = 5; b < 8; ++b) partials[b] = {77, 77};
  Ordered::Partial total{};
  host.combine(results.get(), &total, {{4, 8}});
  CHECK(total.hash == hashOf(5003));
}

TEST_CASE("what iterations combine into an array is added to what was there") {
  Harness harness({"cpu"});
  std::vector<int> count{10, 20, 30, 40, 50};
  LoopState state;
  state.site = &OneLoop::at();
  state.iterations = 1001;
  state.arrays = {{"count", count.data(), sizeof(int), 5, elementKind<int>(), true}};
  const Array<int> count_{0, count.data()};
  const auto footprint = [&](Chunk, Footprint& touched) { touched.combines(count_).whole(); };
  const auto build = [&](const Memory& at) { return Counts{at(count_)}; };
  const LoopBody body = bodyOf(footprint, build);
  const auto facts = launchFacts(body, state.arrays, state.iterations);
  REQUIRE(facts);
  const auto plan = planCopies(*body.kernel, *facts, 1, true);
  REQUIRE(plan);
  HostRun host(harness.context(), state, body);
  host.useCopies(plan->layout, plan->block);
  CHECK(host.block() == plan->block);
  CHECK(host.resultSize() == static_cast<std::size_t>(plan->layout.stride));
  const AlignedMemory several[] = {host.blockResults(), host.blockResults(), host.blockResults(), host.blockResults()};
  for (const AlignedMemory& memory : several) CHECK(reinterpret_cast<std::uintptr_t>(memory.get()) % 64 == 0);
  const AlignedMemory results = host.blockResults();
  host.prepare({}, 1);
  const Index cut = plan->blocks / 2 * plan->block;
  host.run({0, cut}, results.get(), 2);
  host.run({cut, 1001}, results.get(), 2);
  CHECK(count == std::vector<int>{10, 20, 30, 40, 50});
  host.combine(results.get(), nullptr);
  CHECK(count == std::vector<int>{211, 220, 230, 240, 250});
}

TEST_CASE("pieces outweigh the task that runs them, and where all is forced there are several all the same") {
  const auto least = [](std::vector<Index> sizes) {
    std::sort(sizes.begin(), sizes.end());
    return sizes.size() > 1 ? sizes[1] : sizes[0];  // the last piece of all may be shorter
  };
  const std::vector<Index> heavy = piecesOf(false, 1000, 100);
  CHECK(heavy.size() > 1);
  CHECK(least(heavy) >= 100);
  CHECK(piecesOf(false, 1000, 1).size() == 1);
  CHECK(least(piecesOf(false, 1000, 1e9)) < 100);
  const std::vector<Index> forced = piecesOf(true, 1000, 1);
  CHECK(forced.size() > 1);
  CHECK(least(forced) >= 1000 / 16);
  CHECK_FALSE(piecesOf(true, 3, 1).empty());
}
