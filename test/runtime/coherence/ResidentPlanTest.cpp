#include "coherence/ResidentPlan.h"

#include <catch2/catch.hpp>

#include "clustrix/runtime.h"

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

constexpr Site residentPlanSite{"f", "f.cpp", 3, 1};
constexpr Index a0 = 0x10000, b0 = 0x20000;  // where the arrays would be: a plan is made of numbers

struct Nothing {
  void operator()(Index) const {}
};

// for (i < 100) a[i] = b[i - 1] + b[i + 1], of bytes; on two devices.
struct Planned {
  std::vector<ArrayFacts> arrays{{"a", reinterpret_cast<char*>(a0), 1, -1, ElementKind::Bytes},
                                 {"b", reinterpret_cast<char*>(b0), 1, -1, ElementKind::Bytes}};
  std::vector<ResidentDevice> devices{{DeviceId{0}, "one", {false, {1}}, 0, 0, 0, 0},
                                      {DeviceId{1}, "two", {false, {0}}, 0, 0, 0, 0}};
  std::vector<Share> shares{{0, {0, 50}}, {1, {50, 100}}};
  Directory directory;
  std::size_t room = 1 << 20;
  int asked = 0;
  bool overlapping = false, inPlace = false, may = false;

  ResidentAnswer plan() {
    const Array<char> a{0, reinterpret_cast<char*>(a0)}, b{inPlace ? 0 : 1, reinterpret_cast<char*>(inPlace ? a0 : b0)};
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      (may ? touched.mayWrite(a) : touched.writes(a)).box(chunk.begin, {1, chunk.size() + (overlapping ? 1 : 0)});
      touched.reads(b).box(chunk.begin - 1, {1, chunk.size() + 2});
    };
    using F = decltype(footprint);
    LoopBody body;
    body.kernel = &kernelOf<Nothing>;
    body.footprint = &footprint;
    body.callFootprint = [](const void* f, Chunk chunk, Footprint& touched) {
      (*static_cast<const F*>(f))(chunk, touched);
    };
    const auto facts = launchFacts(body, arrays, 100);
    REQUIRE(facts);
    return planResident(directory, *facts, shares, devices, [&](DeviceId) {
      ++asked;
      return room;
    });
  }
  // As if the plan had been carried out.
  void carryOut(const ResidentPlan& plan) {
    for (const NewImage& image : plan.images) {
      REQUIRE(directory.add(plan.devices[static_cast<std::size_t>(image.device)].id, image.host, DeviceAddress{64}) ==
              image.id);
      for (ImageId old : image.absorbs) {
        directory.absorb(image.id, old);
        static_cast<void>(directory.remove(old));
      }
    }
    for (const ResidentPart& part : plan.parts)
      for (const Fetch& fetch : part.fetches) directory.fetched(fetch.to, IntervalSet(RowsList{fetch.rows}));
    for (const ResidentPart& part : plan.parts)
      for (const ImageUse& use : part.uses) directory.written(use.image, use.written(), use.array, &residentPlanSite);
  }
};

}  // namespace

TEST_CASE("the first launch makes images and fetches what it reads, the second nothing") {
  Planned planned;
  const ResidentAnswer first = planned.plan();
  REQUIRE(first.plan);
  CHECK(printSteps(*first.plan) ==
        "allocate image 0 on device 0 for [65536, 65586)\n"
        "allocate image 1 on device 0 for [131071, 131123)\n"
        "allocate image 2 on device 1 for [65586, 65636)\n"
        "allocate image 3 on device 1 for [131121, 131173)\n"
        "fetch    image 1 [131071, 131123)\n"
        "fetch    image 3 [131121, 131173)\n"
        "launch   iterations [0, 50) on device 0\n"
        "launch   iterations [50, 100) on device 1\n");
  CHECK(first.plan->bytesIn == 104);
  planned.carryOut(*first.plan);
  planned.asked = 0;
  const ResidentAnswer second = planned.plan();
  REQUIRE(second.plan);
  CHECK(printSteps(*second.plan) ==
        "launch   iterations [0, 50) on device 0\n"
        "launch   iterations [50, 100) on device 1\n");
  CHECK(planned.asked == 0);
}

TEST_CASE("halos come from the device that has written them") {
  Planned planned;
  planned.carryOut(*planned.plan().plan);
  std::swap(planned.arrays[0].base, planned.arrays[1].base);
  const auto swapped = [&] {
    const Array<char> a{0, reinterpret_cast<char*>(b0)}, b{1, reinterpret_cast<char*>(a0)};
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.writes(a).box(chunk.begin, {1, chunk.size()});
      touched.reads(b).box(chunk.begin, {1, std::min<Index>(chunk.size() + 1, 100 - chunk.begin)});
    };
    using F = decltype(footprint);
    LoopBody body;
    body.kernel = &kernelOf<Nothing>;
    body.footprint = &footprint;
    body.callFootprint = [](const void* f, Chunk chunk, Footprint& touched) {
      (*static_cast<const F*>(f))(chunk, touched);
    };
    const auto facts = launchFacts(body, planned.arrays, 100);
    return planResident(planned.directory, *facts, planned.shares, planned.devices,
                        [](DeviceId) { return std::size_t{1} << 20; });
  };
  const ResidentAnswer plan = swapped();
  REQUIRE(plan.plan);
  CHECK(printSteps(*plan.plan) ==
        "allocate image 4 on device 0 for [65536, 65587), absorbs image 0\n"
        "fetch    image 4 [65586, 65587) from image 2\n"
        "launch   iterations [0, 50) on device 0\n"
        "launch   iterations [50, 100) on device 1\n");
  CHECK((plan.plan->bytesBetween == 1 && plan.plan->bytesIn == 0));
  // No peers: by way of the host.
  planned.devices[0].peers = {};
  const ResidentAnswer without = swapped();
  CHECK_FALSE(without.plan);
  CHECK(without.home == IntervalSet(Bounds{65586, 65587}));
}

TEST_CASE("no kernel starts before what it overwrites has been fetched by the others") {
  Planned planned;
  planned.inPlace = true;
  const ResidentAnswer first = planned.plan();
  REQUIRE(first.plan);
  CHECK_FALSE(first.plan->fetchFirst);
  planned.carryOut(*first.plan);
  const ResidentAnswer second = planned.plan();
  REQUIRE(second.plan);
  CHECK(second.plan->fetchFirst);
  CHECK(second.plan->bytesBetween == 2);
}

TEST_CASE("what may be written is fetched with its baseline, also where the device has it") {
  Planned planned;
  planned.may = true;
  const ResidentAnswer first = planned.plan();
  REQUIRE(first.plan);
  CHECK_THAT(printSteps(*first.plan), Catch::Contains("image 0 [65536, 65586) where readable, keeping it\n"));
  planned.carryOut(*first.plan);
  CHECK(planned.plan().plan->bytesIn == 0);
  planned.directory.cameHome(planned.directory.stale());
  CHECK(planned.plan().plan->bytesIn == 100);
}

TEST_CASE("a launch whose chunks may write the same bytes does not stay") {
  Planned planned;
  planned.overlapping = true;
  const ResidentAnswer answer = planned.plan();
  CHECK_FALSE(answer.plan);
  CHECK((answer.why == "two chunks may write the same bytes" && !answer.noRoom));
}

TEST_CASE("memory is asked for new images only, and counted with what is there under a budget") {
  Planned planned;
  planned.room = 767;
  CHECK(planned.plan().noRoom);
  planned.room = 768;
  const ResidentAnswer answer = planned.plan();
  REQUIRE(answer.plan);
  planned.carryOut(*answer.plan);
  planned.devices[0].budget = 256;
  CHECK(planned.plan().noRoom);
}

TEST_CASE("pieces of arrays that gather on the devices go home before there are too many to look through") {
  Planned planned;
  constexpr Index pieces = 2 * static_cast<Index>(mostImages), far = 0x80000;
  for (Index k = 0; k < pieces; ++k)
    planned.directory.add(DeviceId{0}, {far + 8 * k, far + 8 * k + 4}, DeviceAddress{64});
  CHECK(planned.plan().plan);
  planned.directory.add(DeviceId{1}, {far, far + 4}, DeviceAddress{64});
  const ResidentAnswer answer = planned.plan();
  CHECK_FALSE(answer.plan);
  CHECK(answer.noRoom);
}

TEST_CASE("a resident plan says what moves each way") {
  Planned planned;
  CHECK(
      print(*planned.plan().plan, residentPlanSite, 100) ==
      "clustrix: plan: f at f.cpp:3: 100 iterations on 2 devices, where the arrays stay; 104 B to devices, 0 B "
      "between devices, 0 B back\n"
      "clustrix: plan:   iterations [0, 50) on one: 2 images, 768 B of them new, 52 B from the host, 0 B from other "
      "devices\n"
      "clustrix: plan:   iterations [50, 100) on two: 2 images, 512 B of them new, 52 B from the host, 0 B from other "
      "devices\n"
      "clustrix: plan:   at most 768 B of memory on device 0 (one)\n"
      "clustrix: plan:   at most 512 B of memory on device 1 (two)");
}
