// cudaSupport: what kernels' launches (clustrix/cuda.h, read by nvcc) ask of the library clustrix_cuda.
#pragma once

#include <cstddef>
#include <cstdint>

#include "clustrix/Index.h"

namespace clustrix {
enum class Neighbours;
}

namespace clustrix::runtime::cuda {

constexpr int mostThreads = 256;

/// Blocks and threads of a launch; `threads` is a multiple of 32 and at most mostThreads.
struct Shape {
  unsigned blocks = 1;
  unsigned threads = 32;
};

/// A shape for so many threads of work on the current device: enough blocks for each multiprocessor to have some, and
/// no more than keep it busy, since kernels stride over what is left.
Shape shapeFor(Index work);

/// The same where each thread goes along `rows` rows of memory: no more threads than find theirs in the caches.
Shape shapeForRows(Index work, int rows);

/// The same for at most so many threads, a multiple of a warp's.
Shape shapeForWorkers(Index work, Index workers);

/// Blocks and threads of a launch along x, y and z.
struct Grid {
  unsigned blocks[3] = {1, 1, 1};
  unsigned threads[3] = {1, 1, 1};

  /// Threads along an axis.
  Index reach(int axis) const { return Index{blocks[axis]} * threads[axis]; }
};
/// One for as much as a launch can hold of so many threads of work along each axis, none of them below 1, on the
/// current device. `square`: threads of a warp are to lie close to each other along all axes.
Grid gridFor(const Index (&work)[3], bool square);

/// Lanes of each of so many iterations whose loops have at most so many iterations and sums, on the current device:
/// one, fewLanes, warpLanes or blockLanes.
int lanesFor(Index iterations, Index trips, int sums, Neighbours neighbours);

/// Runs a whole launch on the host, for the test double of the CUDA runtime.
using HostVersion = void (*)(void** arguments, unsigned blocks, unsigned threads);

/// Tells the double, where the process runs on it, which host function stands for `stub`; `sizes`: bytes of each of
/// `count` arguments. Does nothing elsewhere. True.
bool announce(const void* stub, HostVersion version, const std::size_t* sizes, unsigned count);

/// Of a kernel's layouts on host and device (clustrix/Layout.h).
enum class Layouts { Unknown, Alike, Different };

/// Launches `stub`, which writes a kernel's layout to where its argument leads, on the current device, and compares
/// with the host's. Unknown: the device does not answer.
Layouts compareLayouts(const void* stub, std::uint64_t onHost);

/// Makes the CUDA backend known to the runtime; a second call does nothing. True.
bool registerBackendOnce();

}  // namespace clustrix::runtime::cuda
