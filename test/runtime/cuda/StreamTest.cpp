// A CUDA stream with its failure, its slots and its measurements.
#include "cuda/Stream.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <set>
#include <string>

#include "OnDouble.h"
#include "OpenStream.h"

using namespace clustrix::test;
using clustrix::runtime::cuda::copyRows;
using clustrix::runtime::cuda::HostRows;
using clustrix::runtime::cuda::Stream;

namespace {

/// `width` bytes at `from` through a slot, and from there to `to` on the host.
Status fetch(Stream& stream, const char* from, char* to, std::size_t width) {
  void* const slot = stream.takeSlot();
  REQUIRE(slot != nullptr);
  REQUIRE(cudaMemcpyAsync(slot, from, width, cudaMemcpyDeviceToHost, stream.handle()) == cudaSuccess);
  stream.use();
  return stream.sendSlot(slot, {to, width, static_cast<const char*>(slot), width, width, 1});
}

}  // namespace

TEST_CASE("rows are copied each to its place, whatever lies between them, by one thread or by several") {
  struct Shape {
    std::size_t width, count, toPitch, fromPitch;
  };
  // Few bytes; many in one row, in short rows, in rows longer than a thread's share; rows without a gap.
  for (const Shape& shape :
       {Shape{1, 1, 1, 1}, Shape{7, 5, 9, 8}, Shape{(3u << 20) + 5, 1, 0, 0}, Shape{100, 20001, 101, 130},
        Shape{600001, 3, 700000, 600001}, Shape{4096, 257, 4096, 4096}}) {
    const Bytes from = counting((shape.count - 1) * shape.fromPitch + shape.width);
    Bytes to((shape.count - 1) * shape.toPitch + shape.width + 1, 'x'), expected = to;
    for (std::size_t row = 0; row < shape.count; ++row)
      std::copy_n(from.data() + row * shape.fromPitch, shape.width, expected.data() + row * shape.toPitch);
    copyRows({to.data(), shape.toPitch, from.data(), shape.fromPitch, shape.width, shape.count});
    CHECK((to == expected));
  }
}

TEST_CASE("no rows are no copy") {
  copyRows({nullptr, 8, nullptr, 8, 8, 0});
  copyRows({nullptr, 8, nullptr, 8, std::size_t{4} << 20, 0});
}

TEST_CASE("the first failure is kept until somebody waits, and each is handed on") {
  OpenStream open;
  Stream& stream = open.stream;
  CHECK(stream.note({}).ok());
  CHECK(stream.failure().ok());
  CHECK(stream.note({Failure::Failed, "first"}).message == "first");
  CHECK(stream.note({Failure::OutOfMemory, "second"}).failure == Failure::OutOfMemory);
  CHECK(stream.note({}).ok());
  CHECK(stream.failure().message == "first");
  CHECK(open.wait().message == "first");
  CHECK(stream.failure().ok());
  CHECK(open.wait().ok());
}

TEST_CASE("a slot is the same until it is sent, and then another one") {
  OpenStream open;
  Stream& stream = open.stream;
  void* const first = stream.takeSlot();
  REQUIRE(first != nullptr);
  CHECK(stream.takeSlot() == first);
  REQUIRE(stream.sendSlot(first, {}).ok());
  CHECK(stream.takeSlot() != first);
  CHECK(open.slots() == 2);
}

TEST_CASE("a stream takes no more slots than it may, and then waits for the oldest alone") {
  OpenStream open;
  Stream& stream = open.stream;
  const Bytes sent = counting(1000);
  const OnDevice device(sent);
  Bytes back(1000, 'x');
  std::set<void*> slots;
  for (std::size_t number = 0; number < Stream::mostSlots; ++number) {
    void* const slot = stream.takeSlot();
    CHECK(slots.insert(slot).second);
    REQUIRE(fetch(stream, device.at() + 100 * number, back.data() + 100 * number, 100).ok());
  }
  // Nothing has come home, though it may have passed.
  CHECK(std::count(back.begin(), back.end(), 'x') == 1000);
  CHECK(slots.count(stream.takeSlot()) == 1);
  CHECK(open.slots() == Stream::mostSlots);
  CHECK(std::equal(back.begin(), back.begin() + 100, sent.begin()));
  CHECK(std::count(back.begin() + 100, back.end(), 'x') == 900);
  REQUIRE(stream.synchronize().ok());
  CHECK(std::equal(back.begin(), back.begin() + 800, sent.begin()));
  CHECK(std::count(back.begin() + 800, back.end(), 'x') == 200);
}

TEST_CASE("what was fetched before a failure does not reach the host") {
  OpenStream open;
  const OnDevice device(counting(100));
  Bytes back(100, 'x');
  REQUIRE(fetch(open.stream, device.at(), back.data(), 100).ok());
  (void)open.stream.note({Failure::Failed, "a kernel"});
  CHECK(open.stream.synchronize().message == "a kernel");
  CHECK(back == Bytes(100, 'x'));
  // The slot is not lost with it.
  REQUIRE(fetch(open.stream, device.at(), back.data(), 100).ok());
  CHECK(open.slots() == 1);
  REQUIRE(open.stream.synchronize().ok());
  CHECK(back == counting(100));
}

TEST_CASE("a slot whose passing cannot be waited for once is asked again, and else keeps what it has") {
  OpenStream open;
  const OnDevice device(counting(100));
  Bytes back(100, 'x');
  {
    const Failing twice("1:invalid@cudaEventSynchronize,2:invalid@cudaEventSynchronize");
    REQUIRE(fetch(open.stream, device.at(), back.data(), 50).ok());
    REQUIRE(fetch(open.stream, device.at() + 50, back.data() + 50, 50).ok());
    const Status status = open.stream.synchronize();
    CHECK(status.failure == Failure::Failed);
    CHECK_THAT(status.message, Catch::StartsWith("copy: "));
    CHECK(back == Bytes(100, 'x'));
  }
  const Failing once("1:invalid@cudaEventSynchronize");
  REQUIRE(fetch(open.stream, device.at(), back.data(), 100).ok());
  REQUIRE(open.stream.synchronize().ok());
  CHECK(back == counting(100));
}

TEST_CASE("without pinned memory there is no slot, and that is no failure") {
  OpenStream open;
  open.full = true;
  CHECK(open.stream.takeSlot() == nullptr);
  CHECK(open.stream.failure().ok());
  open.full = false;
  CHECK(open.stream.takeSlot() != nullptr);
}

TEST_CASE("a slot that nothing tells of is given back, and that is a failure") {
  OpenStream open;
  {
    const Failing twice("1:invalid@cudaEventCreateWithFlags,2:invalid@cudaEventCreateWithFlags");
    CHECK(open.stream.takeSlot() == nullptr);
  }
  CHECK(open.slots() == 0);
  CHECK(open.stream.failure().failure == Failure::Failed);
  CHECK_THAT(open.wait().message, Catch::StartsWith("event: "));
  const Failing once("1:invalid@cudaEventCreateWithFlags");
  CHECK(open.stream.takeSlot() != nullptr);
}

TEST_CASE("a slot whose passing cannot be recorded fails the stream") {
  OpenStream open;
  void* const slot = open.stream.takeSlot();
  {
    const Failing twice("1:invalid@cudaEventRecord,2:invalid@cudaEventRecord");
    CHECK(open.stream.sendSlot(slot, {}).failure == Failure::Failed);
  }
  CHECK_THAT(open.wait().message, Catch::StartsWith("event: "));
}

TEST_CASE("only a stream that was used is waited for, and once") {
  OpenStream open;
  const Calls waits("cudaStreamSynchronize");
  CHECK(open.stream.synchronize().ok());
  CHECK(waits.made() == 0);
  open.stream.use();
  CHECK(open.stream.synchronize().ok());
  CHECK(open.stream.synchronize().ok());
  CHECK(waits.made() == 1);
}

TEST_CASE("a wait that is refused is tried again, and a stream that cannot be waited for is a lost device") {
  OpenStream open;
  const Calls waits("cudaStreamSynchronize");
  {
    const Failing twice("1:invalid@cudaStreamSynchronize,2:invalid@cudaStreamSynchronize");
    CHECK(open.wait().ok());
    CHECK(waits.made() == 3);
  }
  (void)open.stream.note({Failure::Failed, "earlier"});
  {
    const Failing always("1+:invalid@cudaStreamSynchronize");
    const Status status = open.wait();
    CHECK(status.failure == Failure::DeviceLost);
    CHECK_THAT(status.message, Catch::StartsWith("stream: ") && Catch::EndsWith("(it cannot be waited for)"));
    CHECK(waits.made() == 6);
  }
  // Nobody has waited for it yet.
  CHECK(open.stream.synchronize().ok());
  CHECK(waits.made() == 7);
}

TEST_CASE("a lost device is worse than what failed before it, and is asked once") {
  OpenStream open(7);
  (void)open.stream.note({Failure::Failed, "earlier"});
  const Failing lost("1:illegal@cudaStreamSynchronize");
  const Calls waits("cudaStreamSynchronize");
  const Status status = open.wait();
  CHECK(status.failure == Failure::DeviceLost);
  CHECK_THAT(status.message, Catch::Contains("illegal memory access"));
  CHECK(waits.made() == 1);
  CHECK(cudaPeekAtLastError() == cudaSuccess);
}

TEST_CASE("a stream that goes gives back what it has taken") {
  const Calls made("cudaEventCreateWithFlags"), forgotten("cudaEventDestroy"), destroyed("cudaStreamDestroy");
  {
    OpenStream open;
    REQUIRE(open.stream.sendSlot(open.stream.takeSlot(), {}).ok());
    REQUIRE(open.stream.takeSlot() != nullptr);
    open.stream.beginActivity("copy", 8);
    open.stream.endActivity();
    CHECK(made.made() == 5);
  }
  CHECK(forgotten.made() == 5);
  CHECK(destroyed.made() == 1);
}

TEST_CASE("what runs between its begin and its end is measured once it has passed") {
  OpenStream open(2);
  Stream& stream = open.stream;
  const OnDevice device(counting(100));
  Bytes back(100);
  const Calls made("cudaEventCreateWithFlags"), forgotten("cudaEventDestroy");
  stream.beginActivity("copy to host", 100);
  REQUIRE(fetch(stream, device.at(), back.data(), 100).ok());
  stream.endActivity();
  stream.beginActivity("nothing", 0);
  stream.endActivity();
  CHECK(stream.takeActivities().empty());
  REQUIRE(stream.synchronize().ok());
  const std::vector<Activity> seen = stream.takeActivities();
  REQUIRE(seen.size() == 2);
  CHECK(seen[0].device == DeviceId{2});
  CHECK(seen[0].stream == static_cast<StreamId>(reinterpret_cast<std::uintptr_t>(&stream)));
  CHECK(std::string(seen[0].what) == "copy to host");
  CHECK(seen[0].bytes == 100);
  CHECK(seen[0].begin <= seen[0].end);
  CHECK(seen[0].end <= seen[1].begin);
  CHECK(std::string(seen[1].what) == "nothing");
  CHECK(made.made() - forgotten.made() == 2);  // the clock's and the slot's
  CHECK(stream.takeActivities().empty());
}

TEST_CASE("what cannot be measured is missing from the trace, and fails nothing") {
  OpenStream open;
  const auto measure = [&] {
    open.stream.beginActivity("kernel", 0);
    open.stream.endActivity();
    REQUIRE(open.wait().ok());
    CHECK(cudaPeekAtLastError() == cudaSuccess);
    return open.stream.takeActivities().size();
  };
  REQUIRE(measure() == 1);
  for (const std::string call : {"cudaEventCreateWithFlags", "cudaEventRecord", "cudaEventElapsedTime"}) {
    for (const std::string place : {"1:", "2:"}) {
      const Failing event(place + "invalid@" + call);
      CHECK(measure() == 0);
    }
    CHECK(measure() == 1);
  }
}
