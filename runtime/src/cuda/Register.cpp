// What files that nvcc compiled call: the backend is made known before main, kernels ask for a shape, and the test
// double, where the process runs on it, hears of host versions.
#include <cuda_runtime_api.h>
#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <memory>

#include "clustrix/Lanes.h"
#include "clustrix/cudaSupport.h"
#include "cuda/Again.h"
#include "cuda/CudaBackend.h"
#include "cuda/Devices.h"
#include "cuda/OwnErrors.h"

namespace clustrix::runtime::cuda {

namespace {

constexpr Index leastThreads = 32;
constexpr Index fewestThreads = 4;  // their doubles are a sector
// Blocks of a multiprocessor, one after another: enough that a slow block does not leave the others waiting.
constexpr Index blocksEach = 64;

// Of the current device. Each is asked once: every launch wants to know.
Index multiprocessors() {
  constexpr int mostKnown = 64;
  static std::atomic<int> known[mostKnown];
  int device = 0;
  int count = 0;
  if (cudaGetDevice(&device) == cudaSuccess) {
    const bool fits = device < mostKnown;
    if (fits) count = known[device].load(std::memory_order_relaxed);
    if (count == 0 && cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device) == cudaSuccess && fits)
      known[device].store(count, std::memory_order_relaxed);
    if (count > 0) return count;
  }
  (void)cudaGetLastError();
  return 1;
}

// The least power of two that is not below `number`, up to the most threads of a block.
Index powerAbove(Index number) {
  Index power = 1;
  while (power < number && power < mostThreads) power *= 2;
  return power;
}

// In a stream of its own: it waits for nothing of the program's.
cudaError_t measureLayout(const void* stub, std::uint64_t& layout) {
  void* memory = nullptr;
  cudaStream_t stream = nullptr;
  cudaError_t error = again([&] { return cudaMalloc(&memory, sizeof layout); });
  if (error != cudaSuccess) return error;
  error = again([&] { return cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking); });
  void* arguments[] = {&memory};
  if (error == cudaSuccess)
    error = again([&] { return cudaLaunchKernel(stub, dim3(1), dim3(1), arguments, 0, stream); });
  if (error == cudaSuccess)
    error = again([&] { return cudaMemcpyAsync(&layout, memory, sizeof layout, cudaMemcpyDeviceToHost, stream); });
  if (stream != nullptr) {
    if (const cudaError_t late = cudaStreamSynchronize(stream); error == cudaSuccess) error = late;
    (void)cudaStreamDestroy(stream);
  }
  (void)cudaFree(memory);
  return error;
}

std::unique_ptr<Backend> open(const std::vector<int>& devices, std::string& note) {
  const int split = splitFromEnvironment(note);
  Enumeration found = enumerate(devices, split);
  if (!note.empty() && !found.note.empty()) note += "; ";
  note += found.note;
  if (found.devices.empty()) return nullptr;
  return std::make_unique<CudaBackend>(std::move(found.devices));
}

std::unique_ptr<Backend> make(const std::vector<int>& devices, std::string& note) {
  return keptApart([&] { return open(devices, note); });
}

}  // namespace

Shape shapeFor(Index work) {
  const Index processors = multiprocessors();
  Index threads = mostThreads;
  // Little work: smaller blocks, so that each multiprocessor gets some of it.
  while (threads > leastThreads && (work + threads - 1) / threads < 2 * processors) threads /= 2;
  const Index blocks = std::clamp<Index>((work + threads - 1) / threads, 1, processors * blocksEach);
  return {static_cast<unsigned>(blocks), static_cast<unsigned>(threads)};
}

Shape shapeForRows(Index work, int rows) {
  // Of 128 bytes, in the cache of a multiprocessor. Measured on an H100, six rows a thread: 256 threads 5.9 ms, 128 and
  // 384 a tenth more, all that there is room for 19 ms.
  constexpr Index lines = 1536;
  const Index most = multiprocessors() * greatest(1, lines / rows / warpLanes / 2);  // blocks of two warps
  const Shape shape = shapeFor(work);
  if (Index{shape.blocks} * shape.threads <= most * 2 * warpLanes) return shape;
  return {static_cast<unsigned>(most), 2 * warpLanes};
}

Shape shapeForWorkers(Index work, Index workers) {
  Shape shape = shapeFor(work);
  while (shape.threads > warpLanes && shape.threads > workers) shape.threads /= 2;
  shape.blocks = static_cast<unsigned>(std::clamp<Index>(workers / shape.threads, 1, shape.blocks));
  return shape;
}

Grid gridFor(const Index (&work)[3], bool square) {
  constexpr Index mostBlocks[] = {0x7fffffff / mostThreads, 65535, 65535};
  // Along x a warp, or a part of one: what neighbours there find side by side, they find in one request.
  const Index wide = square ? 8 : 32;
  Index threads[3] = {std::min(powerAbove(work[0]), wide), 1, 1};
  threads[1] = std::min(powerAbove(work[1]), mostThreads / threads[0]);
  threads[2] = std::min(powerAbove(work[2]), mostThreads / threads[0] / threads[1]);
  threads[0] = std::min(powerAbove(work[0]), mostThreads / threads[1] / threads[2]);
  const auto blocks = [&](int axis) { return (work[axis] + threads[axis] - 1) / threads[axis]; };
  const auto areFewerThan = [&](Index many) {
    return std::min(blocks(0), many) * std::min(blocks(1), many) * std::min(blocks(2), many) < many;
  };
  // Little work: smaller blocks, so that each multiprocessor gets some of it. Where there are fewer warps than
  // multiprocessors, parts of warps: each finds a part of the memory requests only.
  const auto isLittle = [&] {
    const Index inBlock = threads[0] * threads[1] * threads[2];
    if (inBlock > leastThreads) return areFewerThan(2 * multiprocessors());
    return inBlock > fewestThreads && areFewerThan(multiprocessors());
  };
  while (isLittle()) {
    Index* const longest = threads[2] > 1 ? &threads[2] : threads[1] > 1 ? &threads[1] : &threads[0];
    *longest /= 2;
  }
  Grid grid;
  for (int axis = 0; axis < 3; ++axis) {
    grid.threads[axis] = static_cast<unsigned>(threads[axis]);
    grid.blocks[axis] = static_cast<unsigned>(std::clamp<Index>(blocks(axis), 1, mostBlocks[axis]));
  }
  return grid;
}

int lanesFor(Index iterations, Index trips, int sums, Neighbours neighbours) {
  // Fewer lanes leave more of the sums to threads that have nothing else to do; enough warps hide how long memory
  // takes. Measured on an H100: 264 and 338 us for the sums of 8192 rows, with 8 and 32 lanes; but 1957 and 408 us for
  // the softmax of 200000 rows of 300 numbers, which goes through each three times and writes it twice.
  constexpr Index enough = 256;  // threads of a multiprocessor
  if (trips <= fewLanes) return 1;
  if (neighbours == Neighbours::Iterations) return fewLanes;
  if (neighbours == Neighbours::Lanes && iterations * fewLanes >= enough * multiprocessors()) return fewLanes;
  // One warp of a block adds up all sums.
  const Index few = sums > 0 ? 64 : 256;
  return trips > (blockLanes - warpLanes) / 2 && iterations * warpLanes < few * multiprocessors() ? blockLanes
                                                                                                  : warpLanes;
}

Layouts compareLayouts(const void* stub, std::uint64_t onHost) {
  std::uint64_t onDevice = 0;
  const cudaError_t error = measureLayout(stub, onDevice);
  if (error == cudaSuccess) return onDevice == onHost ? Layouts::Alike : Layouts::Different;
  (void)cudaGetLastError();
  return Layouts::Unknown;
}

bool announce(const void* stub, HostVersion version, const std::size_t* sizes, unsigned count) {
  using Register = void (*)(const void*, HostVersion, const std::size_t*, unsigned);
  static const auto tell = reinterpret_cast<Register>(dlsym(RTLD_DEFAULT, "clustrixDoubleRegisterKernel"));
  if (tell != nullptr) tell(stub, version, sizes, count);
  return true;
}

bool registerBackendOnce() {
  static const bool done = [] {
    registerBackend({"cuda", &make});
    return true;
  }();
  return done;
}

}  // namespace clustrix::runtime::cuda
