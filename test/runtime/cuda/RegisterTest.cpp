// What files that nvcc compiled ask of the library: the backend by its name, shapes of launches, layouts compared.
#include <cuda_runtime_api.h>

#include <array>
#include <catch2/catch.hpp>
#include <memory>

#include "OnDouble.h"
#include "Setting.h"
#include "TestKernels.h"
#include "clustrix/cudaSupport.h"
#include "devices/Backend.h"

using namespace clustrix;
using namespace clustrix::runtime;
using namespace clustrix::test;
using cuda::compareLayouts;
using cuda::Layouts;
using cuda::shapeFor;

namespace {

Index multiprocessors() {
  int count = 0;
  REQUIRE(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0) == cudaSuccess);
  return count;
}

bool isShape(cuda::Shape shape, Index blocks, unsigned threads) {
  return shape.blocks == static_cast<unsigned>(blocks) && shape.threads == threads;
}

constexpr std::uint64_t layout = 4711;

/// The stub of a kernel that nvcc has compiled, for which the double runs another function: it writes `layout`.
const void* writer() {
  const void* const stub = compiled().layoutOfLine;
  static constexpr std::size_t sizes[] = {sizeof(void*)};
  const auto write = [](void** arguments, unsigned, unsigned) {
    **static_cast<std::uint64_t**>(arguments[0]) = layout;
  };
  REQUIRE(cuda::announce(stub, write, sizes, 1));
  return stub;
}

}  // namespace

TEST_CASE("The backend is known before main, and registering it again changes nothing") {
  const BackendEntry* const entry = findBackend("cuda");
  REQUIRE(entry != nullptr);
  CHECK(cuda::registerBackendOnce());
  CHECK(findBackend("cuda") == entry);
}

TEST_CASE("The backend has the devices that were asked for, each in its parts") {
  std::string note;
  const Setting split("CLUSTRIX_CUDA_SPLIT", "2");
  const std::unique_ptr<Backend> backend = findBackend("cuda")->make({3, 1}, note);
  REQUIRE(backend != nullptr);
  CHECK(note.empty());
  CHECK(backend->kind() == "cuda");
  REQUIRE(backend->deviceCount() == 4);
  CHECK_THAT(backend->properties(DeviceId{1}).name, Catch::EndsWith(" 3 (part 2 of 2)"));
  CHECK_THAT(backend->properties(DeviceId{2}).name, Catch::EndsWith(" 1 (part 1 of 2)"));
}

TEST_CASE("Without a device there is no backend, and one note has all that is to be said") {
  const Setting split("CLUSTRIX_CUDA_SPLIT", "many");
  std::string note;
  CHECK(findBackend("cuda")->make({9}, note) == nullptr);
  CHECK(note ==
        "CLUSTRIX_CUDA_SPLIT=many is ignored: write a number of parts from 1 to 64; there is no cuda:9, only 8 GPUs");
}

TEST_CASE("Little work goes in small blocks, much in the largest, and no more of them than keep the device busy") {
  const Index enough = 2 * multiprocessors(), most = 64 * multiprocessors();
  CHECK(isShape(shapeFor(0), 1, 32));
  CHECK(isShape(shapeFor(1), 1, 32));
  CHECK(isShape(shapeFor(33), 2, 32));
  // As many threads in a block as leave two blocks for each multiprocessor.
  CHECK(isShape(shapeFor((enough - 1) * 64 + 1), enough, 64));
  CHECK(isShape(shapeFor((enough - 1) * 64), 2 * (enough - 1), 32));
  CHECK(isShape(shapeFor((enough - 1) * 256 + 1), enough, 256));
  CHECK(isShape(shapeFor((enough - 1) * 256), 2 * (enough - 1), 128));
  CHECK(isShape(shapeFor(most * 256), most, 256));
  CHECK(isShape(shapeFor(most * 256 + 1), most, 256));
  CHECK(isShape(shapeFor(Index{1} << 50), most, 256));
}

TEST_CASE("There are no more threads than there are workspaces for, and whole warps of them") {
  for (const Index work : {1, 33, 5000, 10000000})
    for (const Index workers : {32, 64, 96, 1000 * 32}) {
      const cuda::Shape shape = cuda::shapeForWorkers(work, workers), wanted = shapeFor(work);
      CHECK(shape.threads % 32 == 0);
      CHECK(shape.blocks >= 1);
      CHECK(Index{shape.blocks} * shape.threads <= workers);
      CHECK(shape.blocks <= wanted.blocks);
    }
  CHECK(isShape(cuda::shapeForWorkers(64 * multiprocessors() * 256, 1000 * 256),
                std::min<Index>(1000, 64 * multiprocessors()), 256));
}

namespace {

using Three = std::array<unsigned, 3>;
Three threadsOf(const cuda::Grid& grid) { return {grid.threads[0], grid.threads[1], grid.threads[2]}; }
Three blocksOf(const cuda::Grid& grid) { return {grid.blocks[0], grid.blocks[1], grid.blocks[2]}; }

}  // namespace

TEST_CASE("A grid has a warp along x and covers all that there is, as far as a launch can") {
  const Index many = 1000;
  CHECK(threadsOf(cuda::gridFor({many, many, 1}, false)) == Three{32, 8, 1});
  CHECK(blocksOf(cuda::gridFor({many, many, 1}, false)) == Three{32, 125, 1});
  CHECK(threadsOf(cuda::gridFor({many * many, 1, 1}, false)) == Three{256, 1, 1});
  CHECK(threadsOf(cuda::gridFor({3, many, many}, false)) == Three{4, 64, 1});
  CHECK(threadsOf(cuda::gridFor({many, 2, many}, false)) == Three{32, 2, 4});
  CHECK(threadsOf(cuda::gridFor({many, many, 1}, true)) == Three{8, 32, 1});
  const cuda::Grid large = cuda::gridFor({Index{1} << 40, Index{1} << 30, Index{1} << 30}, false);
  CHECK(blocksOf(large) == Three{0x7fffffff / 256, 65535, 65535});
  CHECK(large.reach(1) == 65535 * 8);
}

TEST_CASE("Little work in three dimensions goes in small blocks, too") {
  const Index warps = multiprocessors();
  const cuda::Grid grid = cuda::gridFor({32, warps, 1}, false);
  CHECK(grid.threads[0] * grid.threads[1] == 32);
  CHECK(grid.reach(0) * grid.reach(1) >= 32 * warps);
  CHECK(threadsOf(cuda::gridFor({1, 1, 1}, false)) == Three{1, 1, 1});
}

TEST_CASE("Where there are fewer warps than multiprocessors, parts of warps are spread over them") {
  const Index processors = multiprocessors();
  CHECK(threadsOf(cuda::gridFor({32 * processors, 1, 1}, false)) == Three{32, 1, 1});
  CHECK(threadsOf(cuda::gridFor({16 * processors, 1, 1}, false)) == Three{16, 1, 1});
  CHECK(threadsOf(cuda::gridFor({processors, 1, 1}, false)) == Three{4, 1, 1});
  CHECK(cuda::gridFor({processors + 1, 1, 1}, false).reach(0) >= processors + 1);
}

TEST_CASE("An iteration has a thread of its own where its loops are short") {
  for (const Neighbours neighbours : {Neighbours::Lanes, Neighbours::Iterations, Neighbours::Warp})
    for (const int sums : {0, 1}) {
      CHECK(cuda::lanesFor(10, 8, sums, neighbours) == 1);
      CHECK(cuda::lanesFor(10, 9, sums, neighbours) == (neighbours == Neighbours::Iterations ? 8 : 32));
    }
}

TEST_CASE("An iteration has few lanes where there are many, or where iterations are neighbours") {
  const Index many = 32 * multiprocessors();
  CHECK(cuda::lanesFor(many, 1000, 1, Neighbours::Lanes) == 8);
  CHECK(cuda::lanesFor(many - 1, 1000, 1, Neighbours::Lanes) == 32);
  CHECK(cuda::lanesFor(1, 1000, 1, Neighbours::Iterations) == 8);
}

TEST_CASE("Iterations that write in their loops have whole warps, however many there are") {
  CHECK(cuda::lanesFor(64 * multiprocessors(), 1000, 1, Neighbours::Warp) == 32);
  CHECK(cuda::lanesFor(1, 1000, 1, Neighbours::Warp) == blockLanes);
}

TEST_CASE("The lanes of few long iterations are a block, and fewer have one where there are sums") {
  const Index processors = multiprocessors();
  CHECK(cuda::lanesFor(2 * processors - 1, 129, 1, Neighbours::Lanes) == blockLanes);
  CHECK(cuda::lanesFor(2 * processors, 129, 1, Neighbours::Lanes) == 32);
  CHECK(cuda::lanesFor(8 * processors - 1, 129, 0, Neighbours::Lanes) == blockLanes);
  CHECK(cuda::lanesFor(8 * processors, 129, 0, Neighbours::Lanes) == 32);
  CHECK(cuda::lanesFor(1, 128, 0, Neighbours::Lanes) == 32);
}

TEST_CASE("Threads that go along rows of their own are as many as find them in the caches") {
  const Index processors = multiprocessors();
  const auto threads = [](const cuda::Shape& shape) { return Index{shape.blocks} * shape.threads; };
  CHECK(threads(cuda::shapeForRows(1000000000, 6)) == 256 * processors);
  CHECK(threads(cuda::shapeForRows(1000000000, 2)) == 768 * processors);
  CHECK(threads(cuda::shapeForRows(1000000000, 100000)) == 64 * processors);
  CHECK(threads(cuda::shapeForRows(64 * processors, 6)) == threads(cuda::shapeFor(64 * processors)));
  CHECK(cuda::shapeForRows(1, 6).blocks == 1);
}

TEST_CASE("A device is asked for its multiprocessors until it has answered, and then no more") {
  REQUIRE(cudaSetDevice(5) == cudaSuccess);
  const Calls questions("cudaDeviceGetAttribute");
  {
    // Nothing is known: one multiprocessor, for which 256 threads are enough.
    const Failing first("1:invalid@cudaDeviceGetAttribute");
    CHECK(isShape(shapeFor(1000), 4, 256));
    CHECK(cudaPeekAtLastError() == cudaSuccess);
  }
  CHECK(isShape(shapeFor(1000), 32, 32));
  CHECK(isShape(shapeFor(1000), 32, 32));
  CHECK(questions.made() == 2);
  REQUIRE(cudaSetDevice(0) == cudaSuccess);
}

TEST_CASE("Without a current device the shape is one for a small device") {
  const Failing device("1+:invalid@cudaGetDevice");
  CHECK(isShape(shapeFor(1000), 4, 256));
  CHECK(isShape(shapeFor(1000000), 64, 256));
  CHECK(cudaPeekAtLastError() == cudaSuccess);
}

TEST_CASE("Layouts are alike where the device writes what the host has, and different where it does not") {
  CHECK(compareLayouts(writer(), layout) == Layouts::Alike);
  CHECK(compareLayouts(writer(), layout + 1) == Layouts::Different);
}

TEST_CASE("To compare layouts waits for nothing of the program's, and keeps nothing") {
  const void* const stub = writer();
  std::size_t before = 0, after = 0, all = 0;
  REQUIRE(cudaMemGetInfo(&before, &all) == cudaSuccess);
  cudaStream_t theirs = nullptr;
  REQUIRE(cudaStreamCreate(&theirs) == cudaSuccess);
  const auto hold = ofDouble<void(cudaStream_t, bool)>("clustrixDoubleHold");
  hold(theirs, true);  // whoever waited for it would wait for ever: the double aborts
  CHECK(compareLayouts(stub, layout) == Layouts::Alike);
  hold(theirs, false);
  const Calls destroyed("cudaStreamDestroy");
  CHECK(compareLayouts(stub, layout) == Layouts::Alike);
  CHECK(destroyed.made() == 1);
  REQUIRE(cudaStreamDestroy(theirs) == cudaSuccess);
  REQUIRE(cudaMemGetInfo(&after, &all) == cudaSuccess);
  CHECK(after == before);
}

TEST_CASE("Layouts are unknown where the device does not answer, and where it answers late they are compared") {
  const void* const stub = writer();
  std::size_t before = 0, after = 0, all = 0;
  REQUIRE(cudaMemGetInfo(&before, &all) == cudaSuccess);
  for (const std::string call : {"cudaMalloc", "cudaStreamCreateWithFlags", "cudaLaunchKernel", "cudaMemcpyAsync"}) {
    INFO(call);
    {
      const Failing once("1:invalid@" + call);
      CHECK(compareLayouts(stub, layout) == Layouts::Alike);
    }
    const Failing always("1+:invalid@" + call);
    CHECK(compareLayouts(stub, layout) == Layouts::Unknown);
    CHECK(cudaPeekAtLastError() == cudaSuccess);
  }
  {
    const Failing wait("1:invalid@cudaStreamSynchronize");
    CHECK(compareLayouts(stub, layout) == Layouts::Unknown);
  }
  REQUIRE(cudaMemGetInfo(&after, &all) == cudaSuccess);
  CHECK(after == before);
  // No kernel at all is behind this one.
  CHECK(compareLayouts(&layout, layout) == Layouts::Unknown);
  CHECK(cudaPeekAtLastError() == cudaSuccess);
}
