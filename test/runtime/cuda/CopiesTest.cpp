// How rows travel: that they arrive, that nothing beside them does, and which of CUDA's calls brings them.
#include "cuda/Copies.h"

#include <algorithm>

#include "OnDouble.h"
#include "OpenStream.h"

using namespace clustrix::test;
using clustrix::runtime::cuda::copyBetween;
using clustrix::runtime::cuda::copyWithHost;
using clustrix::runtime::cuda::Device;
using clustrix::runtime::cuda::Stream;

namespace {

std::uintptr_t addressOf(const char* byte) { return reinterpret_cast<std::uintptr_t>(byte); }

struct Shape {
  std::size_t width = 0, rows = 1, fromPitch = 0, toPitch = 0;

  std::size_t fromBytes() const { return (rows - 1) * fromPitch + width; }
  std::size_t toBytes() const { return (rows - 1) * toPitch + width; }
};

Copy copyOf(CopyKind kind, const char* from, const char* to, const Shape& shape) {
  return {kind, addressOf(from), addressOf(to), shape.width, shape.rows, shape.fromPitch, shape.toPitch};
}

/// `to` with the rows of `from` in it.
Bytes withRows(Bytes to, const Bytes& from, const Shape& shape) {
  for (std::size_t row = 0; row < shape.rows; ++row)
    std::copy_n(from.data() + row * shape.fromPitch, shape.width, to.data() + row * shape.toPitch);
  return to;
}

Device gpu(int physical, std::size_t largestPitch = 0x7fffffff) {
  Device device;
  device.physical = physical;
  device.largestPitch = largestPitch;
  return device;
}

/// Uploads into a block that held other bytes.
void checkUpload(OpenStream& open, const Shape& shape, const Device& device = gpu(0)) {
  const Bytes from = counting(shape.fromBytes()), before(shape.toBytes(), 'x');
  const OnDevice to(before);
  REQUIRE(copyWithHost(open.stream, device, copyOf(CopyKind::HostToDevice, from.data(), to.at(), shape), false).ok());
  REQUIRE(open.wait().ok());
  CHECK((to.bytes() == withRows(before, from, shape)));
}

void checkDownload(OpenStream& open, const Shape& shape, const Device& device = gpu(0)) {
  const Bytes sent = counting(shape.fromBytes()), before(shape.toBytes(), 'x');
  const OnDevice from(sent);
  Bytes to = before;
  REQUIRE(copyWithHost(open.stream, device, copyOf(CopyKind::DeviceToHost, from.at(), to.data(), shape), false).ok());
  REQUIRE(open.wait().ok());
  CHECK((to == withRows(before, sent, shape)));
}

/// What a copy has cost.
struct Cost {
  Calls pieces{"cudaMemcpyAsync"}, rectangles{"cudaMemcpy2DAsync"};
  Calls peerPieces{"cudaMemcpyPeerAsync"}, peerRectangles{"cudaMemcpy3DPeerAsync"};
};

constexpr std::size_t kilobyte = 1024, slotBytes = Stream::slotBytes;

}  // namespace

TEST_CASE("a copy of no bytes asks CUDA for nothing") {
  OpenStream open;
  char byte = 'x';
  const Cost cost;
  for (const Shape& shape : {Shape{0, 5, 8, 8}, Shape{8, 0, 8, 8}}) {
    CHECK(copyWithHost(open.stream, gpu(0), copyOf(CopyKind::DeviceToHost, nullptr, &byte, shape), false).ok());
    CHECK(copyBetween(open.stream, gpu(0), gpu(1), copyOf(CopyKind::DeviceToDevice, nullptr, nullptr, shape)).ok());
  }
  CHECK(cost.pieces.made() + cost.rectangles.made() + cost.peerPieces.made() + cost.peerRectangles.made() == 0);
  CHECK(open.slots() == 0);
}

TEST_CASE("few bytes go up with the command, more through a slot") {
  OpenStream open;
  checkUpload(open, {32 * kilobyte});
  checkUpload(open, {100, 300, 120, 110});
  CHECK(open.slots() == 0);
  checkUpload(open, {32 * kilobyte + 1});
  CHECK(open.slots() == 1);
}

TEST_CASE("what comes home goes through a slot, however little it is") {
  OpenStream open;
  checkDownload(open, {1});
  CHECK(open.slots() == 1);
}

TEST_CASE("what a failed stream has fetched stays in its slot") {
  OpenStream open;
  const OnDevice from(counting(100));
  Bytes to(100, 'x');
  REQUIRE(copyWithHost(open.stream, gpu(0), copyOf(CopyKind::DeviceToHost, from.at(), to.data(), {100}), false).ok());
  (void)open.stream.note({Failure::Failed, "a kernel"});
  CHECK_FALSE(open.wait().ok());
  CHECK(to == Bytes(100, 'x'));
}

TEST_CASE("pinned memory is read and written by the device itself") {
  OpenStream open;
  void* memory = nullptr;
  const std::size_t size = 100 * kilobyte;
  REQUIRE(cudaHostAlloc(&memory, 2 * size, cudaHostAllocPortable) == cudaSuccess);
  char* const pinned = static_cast<char*>(memory);
  const Bytes sent = counting(size);
  std::copy(sent.begin(), sent.end(), pinned);
  const OnDevice device(Bytes(size, 'x'));
  const Cost cost;
  REQUIRE(copyWithHost(open.stream, gpu(0), copyOf(CopyKind::HostToDevice, pinned, device.at(), {size}), true).ok());
  REQUIRE(
      copyWithHost(open.stream, gpu(0), copyOf(CopyKind::DeviceToHost, device.at(), pinned + size, {size}), true).ok());
  REQUIRE(open.wait().ok());
  CHECK((Bytes(pinned + size, pinned + 2 * size) == sent));
  CHECK(cost.pieces.made() == 2);
  CHECK(open.slots() == 0);
  REQUIRE(cudaFreeHost(memory) == cudaSuccess);
}

TEST_CASE("rows that touch on both sides are one piece, others a rectangle") {
  OpenStream open;
  const Cost cost;
  checkUpload(open, {100, 10, 100, 100});
  CHECK((cost.pieces.made() == 1 && cost.rectangles.made() == 0));
  checkUpload(open, {100, 10, 100, 101});
  checkUpload(open, {100, 10, 101, 100});
  CHECK((cost.pieces.made() == 1 && cost.rectangles.made() == 2));
  // The pitches of one row say nothing.
  checkUpload(open, {100, 1, 5, 7});
  CHECK((cost.pieces.made() == 2 && cost.rectangles.made() == 2));
}

TEST_CASE("rows further apart than a device takes go one by one") {
  OpenStream open;
  const Device narrow = gpu(0, 200);
  const Cost cost;
  checkUpload(open, {100, 10, 150, 200}, narrow);
  CHECK((cost.pieces.made() == 0 && cost.rectangles.made() == 1));
  checkUpload(open, {100, 10, 150, 201}, narrow);
  checkUpload(open, {100, 10, 201, 150}, narrow);
  CHECK((cost.pieces.made() == 20 && cost.rectangles.made() == 1));
}

TEST_CASE("short rows close to each other come home with their gaps, and the host's gaps stay as they are") {
  OpenStream open;
  const Cost cost;
  checkDownload(open, {8, 1000, 24, 50});
  checkDownload(open, {511, 20, 3 * 511, 511});
  CHECK((cost.pieces.made() == 2 && cost.rectangles.made() == 0));
  // Too long, and too far apart.
  checkDownload(open, {512, 20, 600, 512});
  checkDownload(open, {8, 1000, 25, 8});
  CHECK((cost.pieces.made() == 2 && cost.rectangles.made() == 2));
}

TEST_CASE("what is larger than a slot goes in pieces of whole rows, and a row larger than one in parts") {
  OpenStream open;
  const Shape half{slotBytes / 2, 3, slotBytes / 2 + 8, slotBytes / 2 + 16};
  const Shape larger{slotBytes + 1, 2, slotBytes + 8, slotBytes + 16};
  const Shape many{8, slotBytes / 24 + 1, 24, 16};  // a row more than fits with its gap
  {
    const Cost cost;
    checkUpload(open, half);
    CHECK((cost.rectangles.made() == 1 && cost.pieces.made() == 1));
  }
  {
    const Cost cost;
    checkUpload(open, larger);
    CHECK((cost.rectangles.made() == 0 && cost.pieces.made() == 4));
  }
  {
    const Cost cost;
    checkDownload(open, half);
    checkDownload(open, larger);
    CHECK((cost.rectangles.made() == 1 && cost.pieces.made() == 5));
  }
  {
    const Cost cost;
    checkDownload(open, many);
    CHECK((cost.rectangles.made() == 0 && cost.pieces.made() == 2));
  }
  // Exactly a slot is one piece, and more than all slots hold arrives too.
  const Cost cost;
  checkUpload(open, {slotBytes});
  CHECK(cost.pieces.made() == 1);
  checkDownload(open, {slotBytes * (Stream::mostSlots + 1) + 1});
  CHECK(cost.pieces.made() == 2 + static_cast<long>(Stream::mostSlots) + 1);
}

TEST_CASE("without pinned memory rows go the driver's way") {
  OpenStream open;
  open.full = true;
  checkUpload(open, {40 * kilobyte, 3, 41 * kilobyte, 50 * kilobyte});
  checkDownload(open, {40 * kilobyte, 3, 41 * kilobyte, 50 * kilobyte});
  checkDownload(open, {8, 1000, 16, 24});
  CHECK(open.slots() == 0);
}

TEST_CASE("a copy that is refused once is made again, and then fails its stream") {
  OpenStream open;
  {
    const Failing once("1:invalid@cudaMemcpyAsync");
    checkUpload(open, {100});
  }
  {
    const Failing once("2:invalid@cudaMemcpyAsync");
    checkUpload(open, {2 * slotBytes});
  }
  const Bytes from(40 * kilobyte, 'a');
  const OnDevice device(Bytes(40 * kilobyte, 'x'));
  for (const std::size_t width : {kilobyte, 40 * kilobyte}) {
    {
      const Failing twice("1:invalid@cudaMemcpyAsync,2:invalid@cudaMemcpyAsync");
      const Status status =
          copyWithHost(open.stream, gpu(0), copyOf(CopyKind::HostToDevice, from.data(), device.at(), {width}), false);
      CHECK(status.failure == Failure::Failed);
      CHECK(status.message == "upload: cudaErrorInvalidValue: invalid argument");
    }
    CHECK(open.stream.failure().failure == Failure::Failed);
    CHECK(open.wait().failure == Failure::Failed);
    CHECK((device.bytes() == Bytes(40 * kilobyte, 'x')));
  }
  Bytes to(40 * kilobyte, 'x');
  const Failing twice("1:invalid@cudaMemcpyAsync,2:invalid@cudaMemcpyAsync");
  const Copy home = copyOf(CopyKind::DeviceToHost, device.at(), to.data(), {40 * kilobyte});
  CHECK(copyWithHost(open.stream, gpu(0), home, false).message == "download: cudaErrorInvalidValue: invalid argument");
  CHECK_FALSE(open.wait().ok());
}

TEST_CASE("after a piece that failed no further one is put on the stream") {
  OpenStream open;
  const Bytes from(3 * slotBytes, 'a');
  const OnDevice device(Bytes(3 * slotBytes, 'x'));
  const Failing second("2:invalid@cudaMemcpyAsync,3:invalid@cudaMemcpyAsync");
  const Cost cost;
  const Copy copy = copyOf(CopyKind::HostToDevice, from.data(), device.at(), {3 * slotBytes});
  CHECK(copyWithHost(open.stream, gpu(0), copy, false).failure == Failure::Failed);
  CHECK(cost.pieces.made() == 3);
  CHECK(open.wait().failure == Failure::Failed);
  CHECK(device.bytes().back() == 'x');
}

TEST_CASE("devices on one GPU copy within it, whatever their numbers") {
  OpenStream open;
  for (const Shape& shape : {Shape{1000}, Shape{100, 10, 110, 120}}) {
    const Bytes sent = counting(shape.fromBytes()), before(shape.toBytes(), 'x');
    const OnDevice from(sent), to(before);
    const Cost cost;
    REQUIRE(copyBetween(open.stream, gpu(0), gpu(0), copyOf(CopyKind::DeviceToDevice, from.at(), to.at(), shape)).ok());
    REQUIRE(open.wait().ok());
    CHECK(to.bytes() == withRows(before, sent, shape));
    CHECK(cost.pieces.made() + cost.rectangles.made() == 1);
  }
}

TEST_CASE("rows come from a peer in one call, or one by one where either device takes no such pitch") {
  struct Way {
    Shape shape;
    Device to, from;
    int pieces, rectangles;
  };
  for (const Way& way : {Way{{1000}, gpu(0), gpu(5), 1, 0}, Way{{100, 10, 100, 100}, gpu(0), gpu(5), 1, 0},
                         Way{{100, 10, 150, 200}, gpu(0, 200), gpu(5, 300), 0, 1},
                         Way{{100, 10, 201, 150}, gpu(0, 200), gpu(5, 300), 10, 0},
                         Way{{100, 10, 150, 201}, gpu(0, 300), gpu(5, 200), 10, 0}}) {
    const Bytes sent = counting(way.shape.fromBytes()), before(way.shape.toBytes(), 'x');
    REQUIRE(cudaSetDevice(5) == cudaSuccess);
    const OnDevice from(sent);
    OpenStream open(0);
    const OnDevice to(before);
    const Copy copy = copyOf(CopyKind::DeviceToDevice, from.at(), to.at(), way.shape);
    const Cost cost;
    REQUIRE(copyBetween(open.stream, way.to, way.from, copy).ok());
    REQUIRE(open.wait().ok());
    CHECK(to.bytes() == withRows(before, sent, way.shape));
    CHECK(cost.peerPieces.made() == way.pieces);
    CHECK(cost.peerRectangles.made() == way.rectangles);
  }
}

TEST_CASE("a copy from a peer that fails for the peer's sake leaves its own device at work") {
  REQUIRE(cudaSetDevice(3) == cudaSuccess);
  const OnDevice from(counting(100));
  lose(3);
  OpenStream open(1);
  const OnDevice to(Bytes(100, 'x'));
  const Copy copy = copyOf(CopyKind::DeviceToDevice, from.at(), to.at(), {100});
  const Status status = copyBetween(open.stream, gpu(1), gpu(3), copy);
  CHECK(status.failure == Failure::Failed);
  CHECK_THAT(status.message, Catch::StartsWith("copy from a peer: ") && Catch::EndsWith("(the other device's error)"));
  CHECK(open.wait().failure == Failure::Failed);
  CHECK(to.bytes() == Bytes(100, 'x'));
}

TEST_CASE("a copy from a peer that is refused once is made again") {
  REQUIRE(cudaSetDevice(5) == cudaSuccess);
  const OnDevice from(counting(100));
  OpenStream open;
  const OnDevice to(Bytes(100, 'x'));
  const Failing once("1:invalid@cudaMemcpyPeerAsync");
  REQUIRE(copyBetween(open.stream, gpu(0), gpu(5), copyOf(CopyKind::DeviceToDevice, from.at(), to.at(), {100})).ok());
  REQUIRE(open.wait().ok());
  CHECK(to.bytes() == counting(100));
}
