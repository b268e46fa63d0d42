#include "schedule/Workspaces.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "clustrix/Memory.h"
#include "devices/Backend.h"

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

ArrayFacts factsOf(const char* name, std::size_t size, std::size_t alignment) {
  ArrayFacts facts{name, nullptr, size, -1, ElementKind::Bytes};
  facts.alignment = alignment;
  return facts;
}
Touched owned(int array, Index begin, Index end) { return {array, Access::Owns, {run({begin, end})}}; }

DeviceProperties deviceOf(int workers, std::size_t memory, int lanes = 32) {
  DeviceProperties device;
  device.workers = workers;
  device.lanes = lanes;
  device.memory = memory;
  return device;
}

// Two arrays, of doubles from element 3 on and of characters in front of element 0, with one between that is read.
const std::vector<ArrayFacts> arrays = {factsOf("w", 8, 8), factsOf("a", 4, 4), factsOf("t", 1, 1)};
const std::vector<Touched> touched = {owned(0, 3, 40), {1, Access::Reads, {run({0, 9})}}, owned(2, -5, 60)};

}  // namespace

TEST_CASE("what a worker owns has room apart from others' in whole cache lines") {
  const auto all = workspacesFor(touched, arrays);
  REQUIRE(all);
  REQUIRE(all->parts.size() == 2);
  CHECK(all->parts[0].array == 0);
  CHECK(all->parts[0].bytes == 384);  // 37 doubles
  CHECK(all->parts[0].before == 24);
  CHECK(all->parts[1].array == 2);
  CHECK(all->parts[1].bytes == 128);
  CHECK(all->parts[1].before == -5);
  CHECK(all->each == 512);
  CHECK(all->alignment == 128);
  CHECK(workspacesFor({}, arrays)->empty());
  CHECK(workspacesFor({owned(0, 0, 1)}, {factsOf("w", 512, 512)})->alignment == 512);
}

TEST_CASE("more than any machine has is refused") {
  CHECK_FALSE(workspacesFor({owned(0, 0, Index{1} << 62)}, arrays));
  CHECK_FALSE(workspacesFor({owned(0, -(Index{1} << 62), -(Index{1} << 62) + 1)}, arrays));
  CHECK_FALSE(workspacesFor({owned(2, 0, Index{1} << 48), owned(0, 0, 1)}, arrays));
  CHECK(workspacesFor({owned(2, 0, Index{1} << 48)}, arrays));
}

TEST_CASE("a device has no more workers than iterations, than it runs at a time, and than a sixteenth of its memory") {
  Workspaces all = *workspacesFor(touched, arrays);
  CHECK(all.workers({0, 100}) == 1);  // of virtual devices
  useDevices(all, {deviceOf(2048, std::size_t{1} << 30)});
  CHECK(all.workers({0, 100000}) == 2048);
  CHECK(all.workers({100, 201}) == 128);
  CHECK(all.workers({5, 5}) == 0);
  CHECK(all.bytes({0, 64}) == 64 * 512);
  useDevices(all, {deviceOf(2048, std::size_t{1} << 30), deviceOf(1000, 16 * 512 * 999)});
  CHECK(all.workers({0, 100000}) == 992);
  useDevices(all, {deviceOf(2048, 16)});  // whole warps all the same: whoever allocates it hears that it is too much
  CHECK(all.workers({0, 100000}) == 32);
  useDevices(all, {deviceOf(2048, 16), deviceOf(1, std::size_t{1} << 30)});
  CHECK(all.workers({0, 100000}) == 1);
  CHECK_FALSE(all.interleave());
  useDevices(all, {deviceOf(2048, 16), deviceOf(2048, 16)});
  CHECK(all.interleave());
  useDevices(all, {deviceOf(2048, 16), deviceOf(2048, 16, 1)});  // whole warps, of which one has no lanes in step
  CHECK(all.workers({0, 100000}) == 32);
  CHECK_FALSE(all.interleave());
  CHECK(Workspaces{}.workers({0, 100}) == 0);
}

TEST_CASE("each worker's elements are its own, side by side or between each other's") {
  const Workspaces all = *workspacesFor(touched, arrays);
  constexpr Index workers = 5;
  std::vector<char> memory(static_cast<std::size_t>(all.each * workers));
  const auto at = addressesOf(all, arrays.size(), reinterpret_cast<std::uintptr_t>(memory.data()), workers);
  std::vector<double> program(100, -1.0);
  const std::uintptr_t elementZero[] = {reinterpret_cast<std::uintptr_t>(program.data()), 0, 0};
  const bool isInterleaved = GENERATE(false, true);
  const Memory there(elementZero, nullptr, {at.data(), isInterleaved ? workers : 1});
  std::vector<const void*> places;
  for (Index worker = 0; worker < workers; ++worker) {
    Workspace<double> w = there.interleaved(Array<double>{0, program.data()});
    w.take(worker);
    CHECK(w.of(true) == program.data());
    for (Index j = 3; j < 40; ++j) places.push_back(w.of(false) + (isInterleaved ? j * workers : j));
    Workspace<char> t = there.workspace(Array<char>{2, nullptr});
    t.take(worker);
    for (Index j = -5; j < 60; ++j) places.push_back(t.of(false) + j);
  }
  std::sort(places.begin(), places.end());
  CHECK(std::adjacent_find(places.begin(), places.end()) == places.end());
  CHECK(places.front() >= memory.data());
  CHECK(places.back() < memory.data() + memory.size());
}

TEST_CASE("on the host, elements follow each other, and the last iteration has the program's") {
  std::vector<double> program(8, 1.0), own(8, 2.0);
  Workspace<double> w(program.data(), own.data() - 4, 32, 1);
  w.take(1);
  w.elements(false)[2] = 5;
  CHECK(own[2] == 5);
  w.elements(true, 8)[2] = 6;
  CHECK(program[2] == 6);
  CHECK(w.elements(true, 8).size() == 8);
}
