// What a launch has written on devices, brought back.
#include "coherence/ResidentUndo.h"

#include <catch2/catch.hpp>

#include "Images.h"
#include "RecordingBackend.h"

using namespace clustrix;
using namespace clustrix::runtime;
using namespace clustrix::test;

namespace {

using Few = std::vector<unsigned char>;

struct UndoneMachine {
  ~UndoneMachine() { releaseImages(*backend, directory); }

  void fill(ImageId id, Bounds host, unsigned char value) {
    const Few bytes(static_cast<std::size_t>(host.end - host.begin), value);
    move(CopyKind::HostToDevice, bytes.data(), id, host);
  }
  Few bytesOf(ImageId id, Bounds host) {
    Few bytes(static_cast<std::size_t>(host.end - host.begin));
    move(CopyKind::DeviceToHost, bytes.data(), id, host);
    return bytes;
  }

  std::shared_ptr<Recording> recording = std::make_shared<Recording>();
  std::unique_ptr<Backend> backend = recordedDevices("virtual:2", recording);
  Directory directory;

 private:
  void move(CopyKind kind, const void* bytes, ImageId id, Bounds host) {
    const auto here = reinterpret_cast<std::uintptr_t>(bytes);
    const auto there = static_cast<std::uintptr_t>(directory.at(id).at(host.begin));
    Copy copy;
    copy.kind = kind;
    copy.from = kind == CopyKind::HostToDevice ? here : there;
    copy.to = kind == CopyKind::HostToDevice ? there : here;
    copy.width = static_cast<std::size_t>(host.end - host.begin);
    REQUIRE(backend->copyNow(directory.at(id).device, copy).ok());
  }
};

}  // namespace

TEST_CASE("bytes that only a device has are there again, and an image loses those that the host has") {
  UndoneMachine machine;
  const Few host(16, 1);
  const auto of = [&](Index begin, Index end) { return within(host.data(), begin, end); };
  const ImageId image = addImage(*machine.backend, machine.directory, 0, of(0, 16), 5);
  machine.directory.fetched(image, IntervalSet(of(0, 12)));
  machine.directory.written(image, IntervalSet(of(2, 4)) + IntervalSet(of(6, 8)), "a", nullptr);
  ResidentPart part;
  part.uses.push_back({image, "a", IntervalSet(of(0, 12)), IntervalSet(of(1, 7)), IntervalSet(of(10, 11))});
  ResidentJob job(*machine.backend, part, DeviceId{0});
  REQUIRE(job.stream.open().ok());
  ResidentUndo undo(*machine.backend);
  REQUIRE(undo.save(job, machine.directory).ok());
  REQUIRE(job.stream.synchronize().ok());
  machine.fill(image, of(1, 11), 9);
  undo.restore(machine.directory);
  CHECK(machine.bytesOf(image, of(1, 11)) == Few{9, 5, 5, 9, 9, 5, 9, 9, 9, 9});
  const IntervalSet& valid = machine.directory.at(image).valid;
  CHECK(valid == IntervalSet(of(0, 1)) + IntervalSet(of(2, 4)) + IntervalSet(of(6, 10)) + IntervalSet(of(11, 12)));
  CHECK(machine.directory.stale() == IntervalSet(of(2, 4)) + IntervalSet(of(6, 8)));
}

TEST_CASE("where there is no room for a copy, the launch cannot begin") {
  UndoneMachine machine;
  const Few host(16, 1);
  const ImageId image = addImage(*machine.backend, machine.directory, 0, within(host.data(), 0, 16), 5);
  machine.directory.written(image, IntervalSet(within(host.data(), 0, 8)), "a", nullptr);
  ResidentPart part;
  part.uses.push_back({image, "a", {}, IntervalSet(within(host.data(), 0, 8)), {}});
  ResidentJob job(*machine.backend, part, DeviceId{0});
  REQUIRE(job.stream.open().ok());
  machine.recording->fail = [](const std::string& call, int) {
    return call == "allocate 0" ? Failure::OutOfMemory : Failure::None;
  };
  ResidentUndo undo(*machine.backend);
  CHECK(undo.save(job, machine.directory).failure == Failure::OutOfMemory);
}
