// What the CUDA backend makes of failures. Each case needs the CLUSTRIX_DOUBLE_ settings that CMakeLists.txt gives to
// its tag, since the double reads them once a process.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "Machine.h"
#include "TestKernels.h"

using namespace clustrix;
using namespace clustrix::test;

// CLUSTRIX_DOUBLE_DEVICES=no-driver
TEST_CASE("Without a driver there are no devices, and a note that says what to do", "[no-driver]") {
  const cuda::Enumeration found = cuda::enumerate({}, 1);
  REQUIRE(found.devices.empty());
  REQUIRE(found.note == "no NVIDIA driver in this machine; install one to use GPUs");
}

// CLUSTRIX_DOUBLE_DEVICES=0
TEST_CASE("Without a GPU there are no devices, and a note", "[no-gpu]") {
  const cuda::Enumeration found = cuda::enumerate({}, 1);
  REQUIRE(found.devices.empty());
  REQUIRE(found.note == "no NVIDIA GPU in this machine");
}

// CLUSTRIX_DOUBLE_DEVICES=3 CLUSTRIX_DOUBLE_MEMORY=4GB,2GB
TEST_CASE("Devices are described, selected and compared", "[mixed]") {
  const cuda::Enumeration all = cuda::enumerate({}, 1);
  REQUIRE(all.note.empty());
  REQUIRE(all.devices.size() == 3);
  REQUIRE(all.devices[0].properties.architecture == "sm_80");
  REQUIRE(all.devices[0].properties.memory == 2 * all.devices[1].properties.memory);
  REQUIRE(all.devices[0].properties.speed == 1);
  REQUIRE(all.devices[1].properties.speed == Approx(0.5));
  REQUIRE(all.devices[2].properties.peers == std::vector<int>{0, 1});

  const cuda::Enumeration some = cuda::enumerate({2, 7}, 1);
  REQUIRE(some.devices.size() == 1);
  REQUIRE(some.devices[0].physical == 2);
  REQUIRE(some.note == "there is no cuda:7, only 3 GPUs");
}

// CLUSTRIX_CUDA_SPLIT=three
TEST_CASE("A split that is no number is ignored, and the note says what to write", "[split]") {
  std::string note;
  REQUIRE(cuda::splitFromEnvironment(note) == 1);
  REQUIRE(note == "CLUSTRIX_CUDA_SPLIT=three is ignored: write a number of parts from 1 to 64");
}

// CLUSTRIX_DOUBLE_FAIL=1:illegal-later@cudaLaunchKernel
TEST_CASE("What a failed kernel computed does not reach the host, and its device is lost", "[lost]") {
  const auto backend = makeBackend();
  Bench bench(*backend, 0, 800000), other(*backend, 1, 800);
  std::vector<double> values(100000, 3), back(100000, -1);
  require(bench.upload(values.data(), 800000));
  require(bench.launch(compiled().line, Line{bench.as<double>(), 1, 5}, Chunk{0, 100000}));
  (void)bench.download(back.data(), 800000);
  const Status status = bench.wait();
  REQUIRE(status.failure == Failure::DeviceLost);
  REQUIRE_THAT(status.message, Catch::Contains("an illegal memory access was encountered"));
  REQUIRE(back == std::vector<double>(100000, -1));
  REQUIRE(bench.upload(values.data(), 800).failure == Failure::DeviceLost);

  // The other device goes on, and a copy from the lost one is the lost one's failure.
  require(other.launch(compiled().line, Line{other.as<double>(), 1, 5}, Chunk{0, 100}));
  require(other.download(back.data(), 800));
  require(other.wait());
  REQUIRE(back[99] == 104);
  const Copy fromLost{CopyKind::DeviceToDevice, bench.at(), other.at(), 800, 1, 0, 0, bench.id};
  REQUIRE(backend->copy(other.id, other.stream, fromLost).failure == Failure::Failed);
  REQUIRE(other.wait().failure == Failure::Failed);
  require(other.launch(compiled().line, Line{other.as<double>(), 1, 6}, Chunk{0, 100}));
  require(other.wait());
}

// CLUSTRIX_DOUBLE_FAIL=2:invalid@cudaLaunchKernel,3:invalid@cudaMemcpyAsync
TEST_CASE("A launch or a copy that is refused once is made again", "[refused]") {
  const auto backend = makeBackend();
  Bench bench(*backend, 0, 800);
  const std::vector<double> values(100, 3);
  std::vector<double> back(100, -1);
  for (int round = 0; round < 3; ++round) {
    require(bench.upload(values.data(), 800));
    require(bench.launch(compiled().line, Line{bench.as<double>(), 1, static_cast<double>(round)}, Chunk{50, 100}));
    require(bench.download(back.data(), 800));
    require(bench.wait());
    REQUIRE(back[49] == 3);
    REQUIRE(back[99] == 99 + round);
  }
  REQUIRE(cudaPeekAtLastError() == cudaSuccess);
}

// CLUSTRIX_DOUBLE_FAIL=2:invalid@cudaLaunchKernel,3:invalid@cudaLaunchKernel
TEST_CASE("An operation that failed stops its stream until somebody waits", "[failed]") {
  const auto backend = makeBackend();
  Bench bench(*backend, 0, 800);
  std::vector<double> back(100, -1);
  require(bench.launch(compiled().line, Line{bench.as<double>(), 1, 5}, Chunk{0, 100}));
  REQUIRE(bench.launch(compiled().line, Line{bench.as<double>(), 1, 6}, Chunk{0, 100}).failure == Failure::Failed);
  REQUIRE(bench.launch(compiled().line, Line{bench.as<double>(), 1, 7}, Chunk{0, 100}).failure == Failure::Failed);
  REQUIRE(bench.download(back.data(), 800).failure == Failure::Failed);
  REQUIRE(bench.wait().failure == Failure::Failed);
  REQUIRE(back[0] == -1);
  require(bench.download(back.data(), 800));
  require(bench.wait());
  REQUIRE(back[0] == 5);
}

// CLUSTRIX_DOUBLE_FAIL=2:oom@cudaMalloc
TEST_CASE("Where memory runs out, kept blocks are given back first", "[trim]") {
  const auto backend = makeBackend();
  DeviceAddress first{}, second{};
  require(backend->allocate(DeviceId{0}, 1 << 20, first));
  require(backend->release(DeviceId{0}, first));
  require(backend->allocate(DeviceId{0}, 64 << 20, second));  // fails once, and fits when the first is gone
  require(backend->release(DeviceId{0}, second));
}

// CLUSTRIX_DOUBLE_FAIL=1:oom@cudaMalloc
TEST_CASE("Where memory was gone for a moment, it is asked for once more", "[moment]") {
  const auto backend = makeBackend();
  DeviceAddress address{};
  require(backend->allocate(DeviceId{0}, 1 << 20, address));
  require(backend->release(DeviceId{0}, address));
}

// CLUSTRIX_DOUBLE_FAIL=1:oom@cudaMalloc,2:oom@cudaMalloc
TEST_CASE("Where memory runs out and nothing is kept, it says so and the device works on", "[oom]") {
  const auto backend = makeBackend();
  DeviceAddress address{};
  REQUIRE(backend->allocate(DeviceId{0}, 1 << 20, address).failure == Failure::OutOfMemory);
  require(backend->allocate(DeviceId{0}, 1 << 20, address));
  require(backend->release(DeviceId{0}, address));
}

// CLUSTRIX_DOUBLE_FAIL=1+:oom@cudaHostAlloc
TEST_CASE("Without pinned memory copies go the driver's way", "[unpinned]") {
  const auto backend = makeBackend();
  const std::size_t size = 3000000, bytes = size * sizeof(double);
  Bench bench(*backend, 0, bytes);
  std::vector<double> back(size, -1);
  const std::vector<double> sent(size, 7);
  require(bench.upload(sent.data(), bytes));
  require(bench.launch(compiled().line, Line{bench.as<double>(), 1, 5}, Chunk{0, 1000}));
  require(bench.download(back.data(), bytes));
  require(bench.wait());
  REQUIRE(back[999] == 1004);
  REQUIRE(back[1000] == 7);
  REQUIRE(back[size - 1] == 7);
}

// CLUSTRIX_DOUBLE_FAIL=1:resources@cudaLaunchKernel,2:resources@cudaLaunchKernel
TEST_CASE("A kernel that asks too much is unsupported, not a lost device", "[resources]") {
  const auto backend = makeBackend();
  Bench bench(*backend, 0, 800);
  REQUIRE(bench.launch(compiled().line, Line{bench.as<double>(), 1, 5}, Chunk{0, 100}).failure == Failure::Unsupported);
  REQUIRE(bench.wait().failure == Failure::Unsupported);
  require(bench.launch(compiled().line, Line{bench.as<double>(), 1, 5}, Chunk{0, 100}));
  require(bench.wait());
}

// CLUSTRIX_DOUBLE_FAIL=1+:invalid@cudaStreamSynchronize
TEST_CASE("A device that cannot be waited for is lost, and its memory is not handed out again", "[unwaited]") {
  const auto backend = makeBackend();
  Bench bench(*backend, 0, 800);
  require(bench.launch(compiled().line, Line{bench.as<double>(), 1, 5}, Chunk{0, 100}));
  REQUIRE(bench.wait().failure == Failure::DeviceLost);
  DeviceAddress address{};
  REQUIRE(backend->allocate(DeviceId{0}, 800, address).failure == Failure::DeviceLost);
}

namespace {

// Sums of five int and largest of three unsigned char, on each device another; the result's place lies behind.
struct Reducing {
  explicit Reducing(Backend& backend_) : backend(backend_) {
    kernel.kinds.count = 2;
    kernel.kinds.of[0] = {combined::Number::Int32, combined::Operation::Sum};
    kernel.kinds.of[1] = {combined::Number::UnsignedInt8, combined::Operation::Maximum};
    layout.stride = 128;
    layout.regions[0] = {0, 5, 0};
    layout.regions[1] = {0, 3, 64};
    start.kernel = &kernel;
    start.copies = &layout;
    for (int device = 0; device < backend.deviceCount(); ++device) {
      benches.push_back(std::make_unique<Bench>(backend, device, 256));
      start.parts.push_back({DeviceId{device}, benches.back()->memory});
      require(benches.back()->upload(part(device).data(), 128));
      require(benches.back()->wait());
    }
    start.result = benches.front()->memory + 128;
  }
  std::vector<unsigned char> part(int device) const {
    std::vector<unsigned char> bytes(128);
    const int sums[5] = {device, -device, 1000000000, -2000000000, 7};
    std::memcpy(bytes.data(), sums, sizeof sums);
    for (int e = 0; e < 3; ++e)
      bytes[static_cast<std::size_t>(64 + e)] = static_cast<unsigned char>(200 - device * (e - 1));
    return bytes;
  }
  void check() {
    std::vector<unsigned char> back(256);
    require(benches.front()->download(back.data(), 256));
    require(benches.front()->wait());
    REQUIRE(std::equal(back.begin(), back.begin() + 128, part(0).begin()));
    const unsigned n = static_cast<unsigned>(backend.deviceCount());
    const unsigned sums[5] = {n * (n - 1) / 2, 0u - n * (n - 1) / 2, n * 1000000000u, 0u - n * 2000000000u, 7 * n};
    REQUIRE(std::memcmp(back.data() + 128, sums, sizeof sums) == 0);
    REQUIRE(back[128 + 64] == 200 + n - 1);
    REQUIRE(back[128 + 66] == 200);
  }

  Backend& backend;
  Kernel kernel;
  CopyLayout layout;
  ReduceStart start;
  std::vector<std::unique_ptr<Bench>> benches;
};

}  // namespace

// CLUSTRIX_CUDA_NCCL=1
TEST_CASE("NCCL reduces integers of all devices, and leaves what it reads as it is", "[nccl]") {
  const auto backend = makeBackend();
  Reducing reducing(*backend);
  for (int times = 0; times < 3; ++times) {
    require(backend->reduce(reducing.start));
    reducing.check();
  }
  reducing.kernel.kinds.of[0].number = combined::Number::None;
  REQUIRE(backend->reduce(reducing.start).failure == Failure::Unsupported);
  const auto split = makeBackend(2);
  Reducing parts(*split);
  REQUIRE(split->reduce(parts.start).failure == Failure::Unsupported);
  REQUIRE(split->reduce(parts.start).message.empty());
}

// CLUSTRIX_CUDA_NCCL=0
TEST_CASE("NCCL that is switched off is not asked", "[nccl-off]") {
  const auto backend = makeBackend();
  Reducing reducing(*backend);
  reducing.layout.stride = Index{1} << 40;
  for (int times = 0; times < 3; ++times) {
    const Status status = backend->reduce(reducing.start);
    REQUIRE(status.failure == Failure::Unsupported);
    REQUIRE(status.message.empty());
  }
}

// Nothing set.
TEST_CASE("NCCL is started once copies have taken as long as that does", "[nccl-rented]") {
  const auto backend = makeBackend();
  Reducing reducing(*backend);
  for (int times = 0; times < 3; ++times) REQUIRE(backend->reduce(reducing.start).failure == Failure::Unsupported);
  reducing.layout.stride = Index{1} << 40;
  REQUIRE(backend->reduce(reducing.start).failure == Failure::Unsupported);
  reducing.layout.stride = 128;
  require(backend->reduce(reducing.start));
  reducing.check();
}

// CLUSTRIX_CUDA_NCCL=1 CLUSTRIX_DOUBLE_FAIL=2:invalid@ncclGroupEnd
TEST_CASE("NCCL that has failed says why once, and is not asked again", "[nccl-fails]") {
  const auto backend = makeBackend();
  Reducing reducing(*backend);
  require(backend->reduce(reducing.start));
  const Status status = backend->reduce(reducing.start);
  REQUIRE(status.failure == Failure::Failed);
  REQUIRE(status.message == "NCCL: ncclGroupEnd: unhandled cuda error");
  REQUIRE(cudaPeekAtLastError() == cudaSuccess);
  REQUIRE(backend->reduce(reducing.start).failure == Failure::Unsupported);
  std::vector<unsigned char> back(128);
  require(reducing.benches[1]->download(back.data(), 128));
  require(reducing.benches[1]->wait());
  REQUIRE(back == reducing.part(1));
}

// CLUSTRIX_CUDA_NCCL=1 CLUSTRIX_DOUBLE_NCCL_HANGS=2
TEST_CASE("NCCL that waits for a GPU that does not come is aborted, and the devices go on", "[nccl-hangs]") {
  const auto backend = makeBackend();
  Reducing reducing(*backend);
  require(backend->reduce(reducing.start));
  const Status status = backend->reduce(reducing.start);
  REQUIRE(status.failure == Failure::Failed);
  REQUIRE(status.message == "NCCL: a GPU's part: remote process exited or there was a network error");
  REQUIRE(cudaPeekAtLastError() == cudaSuccess);
  REQUIRE(backend->reduce(reducing.start).failure == Failure::Unsupported);
  std::vector<unsigned char> back(128);
  for (std::size_t rank = 0; rank < reducing.benches.size(); ++rank) {
    require(reducing.benches[rank]->download(back.data(), 128));
    require(reducing.benches[rank]->wait());
    REQUIRE(back == reducing.part(static_cast<int>(rank)));
  }
}
