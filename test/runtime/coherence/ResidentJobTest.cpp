#include "coherence/ResidentJob.h"

#include <sys/mman.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "Images.h"
#include "RecordingBackend.h"

using namespace clustrix;
using namespace clustrix::runtime;
using namespace clustrix::test;

namespace {

struct Machine {
  ~Machine() { releaseImages(*backend, directory); }

  ImageId image(int device, Bounds host, unsigned char value) {
    return addImage(*backend, directory, device, host, value);
  }
  // What the image has of the host's bytes.
  std::vector<unsigned char> bytesOf(ImageId id, Bounds host) {
    const Image& image = directory.at(id);
    std::vector<unsigned char> bytes(static_cast<std::size_t>(host.end - host.begin));
    Copy copy;
    copy.kind = CopyKind::DeviceToHost;
    copy.from = static_cast<std::uintptr_t>(image.at(host.begin));
    copy.to = reinterpret_cast<std::uintptr_t>(bytes.data());
    copy.width = bytes.size();
    REQUIRE(backend->copyNow(image.device, copy).ok());
    return bytes;
  }

  std::shared_ptr<Recording> recording = std::make_shared<Recording>();
  std::unique_ptr<Backend> backend = recordedDevices("virtual:2", recording);
  Directory directory;
};

using Few = std::vector<unsigned char>;

// Bytes [4, 6) and [8, 10) of the host.
Rows twoRows(const Few& host) { return {within(host.data(), 4, 6).begin, 2, 4, 2}; }

}  // namespace

TEST_CASE("bytes are fetched from the host as they are when the device comes to them, and none beside them") {
  Machine machine;
  Few host{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  const ImageId to = machine.image(0, within(host.data(), 2, 12), 77);
  const ResidentPart part;
  Fetch fetch;
  fetch.to = to;
  fetch.rows = twoRows(host);
  {
    ResidentJob job(*machine.backend, part, DeviceId{0});
    REQUIRE(job.stream.open().ok());
    REQUIRE(fetchInto(job, fetch, machine.directory).ok());
    REQUIRE(job.stream.synchronize().ok());
    CHECK(job.snapshots.empty());
    CHECK(job.missing().empty());
  }
  CHECK(machine.bytesOf(to, within(host.data(), 2, 12)) == Few{77, 77, 4, 5, 77, 77, 8, 9, 77, 77});
}

TEST_CASE("what is fetched where readable is kept as it was read") {
  Machine machine;
  Few host{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  const ImageId to = machine.image(0, within(host.data(), 2, 12), 77);
  const ResidentPart part;
  Fetch fetch;
  fetch.to = to;
  fetch.rows = twoRows(host);
  fetch.guarded = true;
  ResidentJob job(*machine.backend, part, DeviceId{0});
  REQUIRE(job.stream.open().ok());
  REQUIRE(fetchInto(job, fetch, machine.directory).ok());
  host[4] = 99;
  REQUIRE(job.stream.synchronize().ok());
  REQUIRE(job.snapshots.size() == 1);
  CHECK(*job.snapshots[0].bytes == Few{4, 5, 8, 9});
  CHECK(job.snapshots[0].fetch == &fetch);
  CHECK(job.missing().empty());
  CHECK(machine.bytesOf(to, within(host.data(), 2, 12)) == Few{77, 77, 4, 5, 77, 77, 8, 9, 77, 77});
}

TEST_CASE("what cannot be read is missing, and left as it is on the device") {
  Machine machine;
  const Index page = sysconf(_SC_PAGESIZE);
  void* const memory =
      mmap(nullptr, static_cast<std::size_t>(2 * page), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  REQUIRE(memory != MAP_FAILED);
  REQUIRE(munmap(static_cast<char*>(memory) + page, static_cast<std::size_t>(page)) == 0);
  const Bounds all = within(memory, page - 4, page + 4);
  const ImageId to = machine.image(0, all, 77);
  const ResidentPart part;
  Fetch fetch;
  fetch.to = to;
  fetch.rows = run(all);
  fetch.guarded = true;
  ResidentJob job(*machine.backend, part, DeviceId{0});
  REQUIRE(job.stream.open().ok());
  REQUIRE(fetchInto(job, fetch, machine.directory).ok());
  REQUIRE(job.stream.synchronize().ok());
  CHECK(job.missing() == IntervalSet(within(memory, page, page + 4)));
  CHECK(machine.bytesOf(to, all) == Few{0, 0, 0, 0, 77, 77, 77, 77});
  REQUIRE(munmap(memory, static_cast<std::size_t>(page)) == 0);
}

TEST_CASE("bytes are fetched from the image that has them, each at its place there") {
  Machine machine;
  Few host(600, 0);
  // Images begin at different distances from a multiple of 256.
  const ImageId from = machine.image(1, within(host.data(), 300, 600), 5),
                to = machine.image(0, within(host.data(), 10, 450), 6);
  const ResidentPart part;
  Fetch fetch;
  fetch.to = to;
  fetch.from = from;
  fetch.rows = run(within(host.data(), 400, 420));
  fetch.guarded = true;  // which is a word about the host
  ResidentJob job(*machine.backend, part, DeviceId{0});
  REQUIRE(job.stream.open().ok());
  REQUIRE(fetchInto(job, fetch, machine.directory).ok());
  REQUIRE(job.stream.synchronize().ok());
  CHECK(job.snapshots.empty());
  CHECK(machine.recording->bytes[static_cast<int>(CopyKind::DeviceToDevice)] == 20);
  Few expected(440, 6);
  std::fill(expected.begin() + 390, expected.begin() + 410, 5);
  CHECK(machine.bytesOf(to, within(host.data(), 10, 450)) == expected);
}

TEST_CASE("a copy between images has each one's address, the rows of both and the device that is copied from") {
  Image from, to;
  from.host = {1000, 2000};
  from.memory = DeviceAddress{0x10000};
  to.host = {1030, 1500};
  to.memory = DeviceAddress{0x20000};
  const Copy copy = copyBetween(from, to, {1100, 8, 50, 3}, DeviceId{4});
  CHECK(copy.kind == CopyKind::DeviceToDevice);
  CHECK(copy.from == 0x10000 + 1100 - 768);
  CHECK(copy.to == 0x20000 + 1100 - 1024);
  CHECK((copy.width == 8 && copy.rows == 3 && copy.fromPitch == 50 && copy.toPitch == 50));
  CHECK(copy.peer == DeviceId{4});
}

TEST_CASE("a fetch that is refused says so, and a job that goes waits and gives its results' memory back") {
  Machine machine;
  Few host(100, 1);
  const ImageId to = machine.image(0, within(host.data(), 0, 100), 0);
  const ResidentPart part;
  Fetch fetch;
  fetch.to = to;
  fetch.rows = run(within(host.data(), 0, 100));
  const int before = machine.recording->live;
  for (const bool guarded : {false, true}) {
    fetch.guarded = guarded;
    machine.recording->fail = [](const std::string& call, int) {
      return call == "copy 0" ? Failure::DeviceLost : Failure::None;
    };
    {
      ResidentJob job(*machine.backend, part, DeviceId{0});
      REQUIRE(job.stream.open().ok());
      REQUIRE(machine.backend->allocate(DeviceId{0}, 64, job.partials).ok());
      CHECK(fetchInto(job, fetch, machine.directory).failure == Failure::DeviceLost);
    }
    CHECK(machine.recording->live == before);
    machine.recording->fail = nullptr;
  }
}
