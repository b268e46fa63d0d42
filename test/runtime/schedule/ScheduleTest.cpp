#include "schedule/Schedule.h"

#include <catch2/catch.hpp>

#include "clustrix/runtime.h"

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

struct Nothing {
  void operator()(Index) const {}
};

// Arrays at addresses that are never touched: a schedule is made of numbers.
template <class T>
Array<T> arrayAt(std::vector<ArrayFacts>& arrays, std::uintptr_t address, Index extent = -1) {
  T* const base = reinterpret_cast<T*>(address);
  arrays.push_back({"x", base, sizeof(T), extent, ElementKind::Bytes});
  return {static_cast<int>(arrays.size()) - 1, base};
}

template <class F>
LoopBody bodyOf(const F& footprint) {
  LoopBody body;
  body.kernel = &kernelOf<Nothing>;
  body.footprint = &footprint;
  body.callFootprint = [](const void* f, Chunk chunk, Footprint& touched) {
    (*static_cast<const F*>(f))(chunk, touched);
  };
  return body;
}

template <class F>
std::string scheduled(const std::vector<ArrayFacts>& arrays, const F& footprint, Chunk chunk, Index fillGap = 0) {
  auto facts = launchFacts(bodyOf(footprint), arrays, 100);
  REQUIRE(facts);
  facts->fillGap = fillGap;
  const auto schedule = scheduleChunk(*facts, chunk);
  REQUIRE(schedule);
  return print(*schedule);
}

}  // namespace

TEST_CASE("what both halves read is what iterations of any two devices need") {
  std::vector<ArrayFacts> arrays;
  const auto a = arrayAt<int>(arrays, 0x10000);
  const auto b = arrayAt<const int>(arrays, 0x20000);
  const auto c = arrayAt<const int>(arrays, 0x30000);
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.writes(a).box(0, {1, 100});
    touched.reads(b).box(chunk.begin, {1, chunk.size() + 2});
    touched.reads(c).box(0, {1, 40});
  };
  auto facts = launchFacts(bodyOf(footprint), arrays, 100);
  REQUIRE(facts);
  facts->block = 10;
  CHECK(readByBothHalves(*facts) ==
        IntervalSet(RowsList{run(Bounds{0x20000 + 200, 0x20000 + 208}), run(Bounds{0x30000, 0x30000 + 160})}));
  facts->block = 100;  // one device has all
  CHECK(readByBothHalves(*facts).empty());
}

TEST_CASE("what is only written goes straight back, and what is only read is not copied back") {
  std::vector<ArrayFacts> arrays;
  const auto a = arrayAt<int>(arrays, 0x10000);
  const auto b = arrayAt<const int>(arrays, 0x20000);
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.writes(a).box(chunk.begin, {1, chunk.size()});
    touched.reads(b).box(chunk.begin, {1, chunk.size()});
  };
  CHECK(scheduled(arrays, footprint, {64, 74}) ==
        "allocate buffer 0, 40 bytes\n"
        "allocate buffer 1, 40 bytes\n"
        "copy in  buffer 1 [131328, 131368)\n"
        "launch   iterations [64, 74)\n"
        "copy out buffer 0 [65792, 65832)\n"
        "free     buffer 0\n"
        "free     buffer 1\n");
}

TEST_CASE("what is read and written is staged, so that the chunk can be run again") {
  std::vector<ArrayFacts> arrays;
  const auto a = arrayAt<int>(arrays, 0x10000);
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.writes(a).box(chunk.begin, {1, chunk.size()});
    touched.reads(a).box(chunk.begin, {1, chunk.size()});
  };
  CHECK_THAT(scheduled(arrays, footprint, {0, 10}), Catch::Contains("copy out buffer 0 [65536, 65576) staged"));
}

TEST_CASE("what may be written is compared with what was copied in") {
  std::vector<ArrayFacts> arrays;
  const auto a = arrayAt<int>(arrays, 0x10000);
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.mayWrite(a).box(chunk.begin, {1, chunk.size()});
  };
  const std::string text = scheduled(arrays, footprint, {0, 10});
  CHECK_THAT(text, Catch::Contains("copy in  buffer 0 [65536, 65576) where readable"));
  CHECK_THAT(text, Catch::Contains("copy out buffer 0 [65536, 65576) where changed"));
}

TEST_CASE("a superset of an array that exists is read plainly, unless the loop writes there") {
  for (const bool written : {false, true}) {
    std::vector<ArrayFacts> arrays;
    const auto a = arrayAt<int>(arrays, 0x10000, 50);
    const auto b = arrayAt<int>(arrays, written ? 0x10040 : 0x20000);
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.mayRead(a).whole();
      touched.writes(b).box(chunk.begin, {1, chunk.size()});
    };
    const std::string text = scheduled(arrays, footprint, {0, 10});
    CHECK((text.find("where readable") != std::string::npos) == written);
    CHECK((text.find("staged") != std::string::npos) == written);
    CHECK((text.find("buffer 1") != std::string::npos) == !written);
  }
}

TEST_CASE("narrow gaps are copied where the device prefers it, but never written back") {
  std::vector<ArrayFacts> arrays;
  const auto a = arrayAt<int>(arrays, 0x10000);
  const auto b = arrayAt<const int>(arrays, 0x20000);
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.writes(a).box(chunk.begin, {4, chunk.size()});
    touched.reads(b).box(chunk.begin, {4, chunk.size()});
  };
  const std::string exact = scheduled(arrays, footprint, {0, 10});
  CHECK_THAT(exact, Catch::Contains("copy in  buffer 1 [131072, 131076) x10 every 16\n"));
  CHECK_THAT(exact, Catch::Contains("copy out buffer 0 [65536, 65540) x10 every 16\n"));
  const std::string filled = scheduled(arrays, footprint, {0, 10}, 64);
  CHECK_THAT(filled, Catch::Contains("copy in  buffer 1 [131072, 131220)\n"));
  CHECK_THAT(filled, Catch::Contains("copy out buffer 0 [65536, 65540) x10 every 16 staged with its gaps\n"));
}

TEST_CASE("gaps that other chunks write are read by the kernel, and those of the own chunk plainly") {
  std::vector<ArrayFacts> arrays;
  const auto a = arrayAt<int>(arrays, 0x10000);
  // a[4 k + 1] = a[4 (k + ahead)]
  for (const Index ahead : {0, 2}) {
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.reads(a).box(4 * (chunk.begin + ahead), {4, chunk.size()});
      touched.writes(a).box(4 * chunk.begin + 1, {4, chunk.size()});
    };
    const std::string text = scheduled(arrays, footprint, {10, 20}, 64);
    INFO(text);
    CHECK((text.find("copy in  buffer 0 [65696, 65844)\n") != std::string::npos) == (ahead == 0));
    CHECK((text.find("copy in  buffer 0 [65728, 65876) where readable\n") != std::string::npos) == (ahead == 2));
    // No other chunk is there.
    CHECK(scheduled(arrays, footprint, {0, 100}, 64).find("where readable") == std::string::npos);
  }
}

TEST_CASE("buffers begin where elements are aligned as on the host, and count the holes") {
  std::vector<ArrayFacts> arrays;
  const auto a = arrayAt<double>(arrays, 0x10008);
  const auto footprint = [&](Chunk, Footprint& touched) { touched.reads(a).box(0, {1000, 3}); };
  auto facts = launchFacts(bodyOf(footprint), arrays, 100);
  REQUIRE(facts);
  const auto schedule = scheduleChunk(*facts, {0, 1});
  REQUIRE(schedule);
  CHECK(schedule->buffers[0].host.begin == 0x10000);
  CHECK(schedule->deviceBytes >= 16016);
  CHECK(schedule->bytesIn == 24);
}
