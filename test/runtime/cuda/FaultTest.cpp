// The CUDA backend on the CUDA double alone: what it makes of failures, and how often it asks CUDA for what.
// CudaBackendTest.cpp has what runs on GPUs too.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "Machine.h"
#include "OnDouble.h"
#include "Setting.h"
#include "TestKernels.h"

using namespace clustrix;
using namespace clustrix::test;

TEST_CASE("What a failed kernel computed does not reach the host, and its device is lost") {
  const Failing plan("1:illegal-later@cudaLaunchKernel");
  const auto backend = makeBackend(1, {4, 1});
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

TEST_CASE("A launch or a copy that is refused once is made again") {
  const Failing plan("2:invalid@cudaLaunchKernel,3:invalid@cudaMemcpyAsync");
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

TEST_CASE("An operation that failed stops its stream until somebody waits") {
  const Failing plan("2:invalid@cudaLaunchKernel,3:invalid@cudaLaunchKernel");
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

TEST_CASE("Where memory runs out, kept blocks are given back first") {
  const Failing plan("2:oom@cudaMalloc");
  const auto backend = makeBackend();
  DeviceAddress first{}, second{};
  require(backend->allocate(DeviceId{0}, 1 << 20, first));
  require(backend->release(DeviceId{0}, first));
  require(backend->allocate(DeviceId{0}, 64 << 20, second));  // fails once, and fits when the first is gone
  require(backend->release(DeviceId{0}, second));
}

TEST_CASE("Where memory was gone for a moment, it is asked for once more") {
  const Failing plan("1:oom@cudaMalloc");
  const auto backend = makeBackend();
  DeviceAddress address{};
  require(backend->allocate(DeviceId{0}, 1 << 20, address));
  require(backend->release(DeviceId{0}, address));
}

TEST_CASE("Where memory runs out and nothing is kept, it says so and the device works on") {
  const Failing plan("1:oom@cudaMalloc,2:oom@cudaMalloc");
  const auto backend = makeBackend();
  DeviceAddress address{};
  REQUIRE(backend->allocate(DeviceId{0}, 1 << 20, address).failure == Failure::OutOfMemory);
  require(backend->allocate(DeviceId{0}, 1 << 20, address));
  require(backend->release(DeviceId{0}, address));
}

TEST_CASE("Without pinned memory copies go the driver's way") {
  const Failing plan("1+:oom@cudaHostAlloc");
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

TEST_CASE("A kernel that asks too much is unsupported, not a lost device") {
  const Failing plan("1:resources@cudaLaunchKernel,2:resources@cudaLaunchKernel");
  const auto backend = makeBackend();
  Bench bench(*backend, 0, 800);
  REQUIRE(bench.launch(compiled().line, Line{bench.as<double>(), 1, 5}, Chunk{0, 100}).failure == Failure::Unsupported);
  REQUIRE(bench.wait().failure == Failure::Unsupported);
  require(bench.launch(compiled().line, Line{bench.as<double>(), 1, 5}, Chunk{0, 100}));
  require(bench.wait());
}

TEST_CASE("A device that cannot be waited for is lost, and its memory is not handed out again") {
  const Failing plan("1+:invalid@cudaStreamSynchronize");
  const auto backend = makeBackend();
  Bench bench(*backend, 0, 800);
  require(bench.launch(compiled().line, Line{bench.as<double>(), 1, 5}, Chunk{0, 100}));
  REQUIRE(bench.wait().failure == Failure::DeviceLost);
  DeviceAddress address{};
  REQUIRE(backend->allocate(DeviceId{0}, 800, address).failure == Failure::DeviceLost);
}

TEST_CASE("A device that does not become current is asked for nothing, and nothing is written") {
  const auto backend = makeBackend();
  Bench bench(*backend, 1, 800);
  const Failing plan("1+:invalid@cudaSetDevice");
  const Calls launches("cudaLaunchKernel"), copies("cudaMemcpyAsync"), allocations("cudaMalloc");
  std::vector<double> values(100);
  std::size_t free = 7;
  DeviceAddress address{};
  StreamId stream{};
  REQUIRE(backend->freeMemory(bench.id, free).failure == Failure::Failed);
  REQUIRE(free == 0);
  REQUIRE(backend->allocate(bench.id, std::size_t{64} << 20, address).failure == Failure::Failed);
  REQUIRE(backend->openStream(bench.id, stream).failure == Failure::Failed);
  const Copy home{CopyKind::DeviceToHost, bench.at(), reinterpret_cast<std::uintptr_t>(values.data()), 800};
  REQUIRE(backend->copyNow(bench.id, home).failure == Failure::Failed);
  REQUIRE(bench.upload(values.data(), 800).failure == Failure::Failed);
  REQUIRE(bench.wait().failure == Failure::Failed);
  REQUIRE(bench.launch(compiled().line, Line{bench.as<double>(), 1, 5}, Chunk{0, 100}).failure == Failure::Failed);
  REQUIRE(bench.wait().failure == Failure::Failed);
  REQUIRE(launches.made() + copies.made() + allocations.made() == 0);
  REQUIRE(cudaPeekAtLastError() == cudaSuccess);
}

TEST_CASE("A stream that was closed is opened again, but none that has failed") {
  const auto backend = makeBackend();
  constexpr DeviceId device{0};
  StreamId stream{};
  const Calls made("cudaStreamCreateWithFlags");
  for (int times = 0; times < 3; ++times) {
    require(backend->openStream(device, stream));
    require(backend->closeStream(device, stream));
  }
  REQUIRE(made.made() == 1);
  require(backend->openStream(device, stream));
  constexpr Kernel hostOnly = describe<Line>();
  const Line line{nullptr, 0, 0};
  REQUIRE_FALSE(backend->launch(device, stream, {&hostOnly, &line, {0, 1}, 1, {}}).ok());
  REQUIRE(backend->closeStream(device, stream).failure == Failure::Unsupported);
  require(backend->openStream(device, stream));
  require(backend->synchronize(device, stream));
  require(backend->closeStream(device, stream));
  REQUIRE(made.made() == 2);
}

TEST_CASE("Two GPUs are linked once, in each direction, and parts of one GPU are not") {
  const auto backend = makeBackend(2, {0, 1});
  std::vector<std::unique_ptr<Bench>> benches;
  for (int device = 0; device < 4; ++device) benches.push_back(std::make_unique<Bench>(*backend, device, 800));
  const auto copy = [&](std::size_t from, std::size_t to) {
    const Bench &source = *benches[from], &target = *benches[to];
    require(backend->copy(target.id, target.stream,
                          {CopyKind::DeviceToDevice, source.at(), target.at(), 800, 1, 0, 0, source.id}));
    require(benches[to]->wait());
  };
  const Calls questions("cudaDeviceCanAccessPeer"), links("cudaDeviceEnablePeerAccess");
  copy(0, 1);
  REQUIRE(questions.made() == 0);
  copy(0, 2);
  copy(1, 3);
  REQUIRE(links.made() == 1);
  copy(2, 0);
  REQUIRE(links.made() == 2);
}

TEST_CASE("Where GPUs cannot be linked, copies between them go all the same") {
  const auto backend = makeBackend(1, {0, 1});
  Bench source(*backend, 0, 800), target(*backend, 1, 800);
  const std::vector<double> sent(100, 3);
  std::vector<double> back(100);
  require(source.upload(sent.data(), 800));
  require(source.wait());
  const Failing link("1+:invalid@cudaDeviceEnablePeerAccess");
  require(backend->copy(target.id, target.stream,
                        {CopyKind::DeviceToDevice, source.at(), target.at(), 800, 1, 0, 0, source.id}));
  require(target.download(back.data(), 800));
  require(target.wait());
  REQUIRE(back == sent);
  REQUIRE(cudaPeekAtLastError() == cudaSuccess);
}

TEST_CASE("Memory that the program has pinned is copied without a detour, where it is large enough to ask") {
  const auto backend = makeBackend(1, {0});
  constexpr std::size_t large = std::size_t{256} << 10, small = large - 8;
  std::vector<double> values(large / 8, 7), back(large / 8);
  Bench bench(*backend, 0, large);
  REQUIRE(cudaHostRegister(values.data(), large, cudaHostRegisterDefault) == cudaSuccess);
  const Calls questions("cudaPointerGetAttributes"), slots("cudaHostAlloc");
  require(bench.upload(values.data(), large));
  require(bench.wait());
  REQUIRE((questions.made() == 1 && slots.made() == 0));
  require(bench.upload(values.data(), small));
  require(bench.wait());
  REQUIRE((questions.made() == 1 && slots.made() == 1));
  // Without an answer it is memory as any other.
  const Failing question("1:invalid@cudaPointerGetAttributes");
  require(bench.download(back.data(), large));
  require(bench.wait());
  REQUIRE(back == values);
  REQUIRE(cudaPeekAtLastError() == cudaSuccess);
  REQUIRE(cudaHostUnregister(values.data()) == cudaSuccess);
}

TEST_CASE("Host memory of any device of the backend is known without a question, and copied without a detour") {
  const auto backend = makeBackend(1, {0, 1});
  void* memory = nullptr;
  require(backend->allocateHost(DeviceId{0}, 80000, memory));
  Bench bench(*backend, 1, 80000);
  const Calls questions("cudaPointerGetAttributes"), slots("cudaHostAlloc");
  require(bench.upload(static_cast<double*>(memory) + 10, 79920));
  require(bench.download(memory, 80000));
  require(bench.wait());
  REQUIRE((questions.made() == 0 && slots.made() == 0));
  require(backend->releaseHost(DeviceId{0}, memory));
}

TEST_CASE("Without tracing no events are made to measure by") {
  const auto backend = makeBackend(1, {0});
  Bench bench(*backend, 0, 800);
  const std::vector<double> values(100, 3);
  const Calls events("cudaEventCreateWithFlags");
  require(bench.upload(values.data(), 800));
  require(bench.launch(compiled().line, Line{bench.as<double>(), 1, 5}, Chunk{0, 100}));
  require(bench.wait());
  REQUIRE(events.made() == 0);
}

TEST_CASE("What can be brought home when all memory is gone takes none") {
  const auto backend = makeBackend(1, {0});
  Bench bench(*backend, 0, 800);
  const std::vector<double> sent(100, 3);
  std::vector<double> back(100);
  require(bench.upload(sent.data(), 800));
  require(bench.wait());
  const Failing memory("1+:oom@cudaMalloc,1+:oom@cudaHostAlloc,1+:oom@cudaStreamCreateWithFlags");
  require(backend->copyNow(bench.id,
                           {CopyKind::DeviceToHost, bench.at(), reinterpret_cast<std::uintptr_t>(back.data()), 800}));
  REQUIRE(back == sent);
}

TEST_CASE("Memory that CUDA gives again and again is asked for once, unless nothing is to be kept") {
  constexpr DeviceId device{0};
  for (const bool kept : {true, false}) {
    std::unique_ptr<Setting> off;
    if (!kept) off = std::make_unique<Setting>("CLUSTRIX_CUDA_CACHE", "0");
    const auto backend = makeBackend(1, {0});
    const Calls blocks("cudaMalloc"), pinned("cudaHostAlloc");
    for (int times = 0; times < 3; ++times) {
      DeviceAddress address{};
      void* host = nullptr;
      require(backend->allocate(device, 100000, address));
      require(backend->release(device, address));
      require(backend->allocateHost(device, 100000, host));
      require(backend->releaseHost(device, host));
    }
    REQUIRE(blocks.made() == (kept ? 1 : 3));
    REQUIRE(pinned.made() == (kept ? 1 : 3));
  }
}
