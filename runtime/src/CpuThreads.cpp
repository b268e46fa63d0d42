#include "CpuThreads.h"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "Handoff.h"
#include "InsideKernel.h"
#include "Thread.h"

namespace clustrix::runtime {
namespace {

// Reductions are divided between blocks only, so that each block's result is that of any other division.
struct Pieces {
  const Kernel& kernel;
  const void* object;
  Chunk chunk;
  Index unit;
  void* partials;
  const CopyLayout* copies;
  Handoff& toPieces;
  Handoff& fromPieces;

  void operator()(const tbb::blocked_range<Index>& units) const {
    toPieces.take();
    run(units);
    fromPieces.give();
  }

  void run(const tbb::blocked_range<Index>& units) const {
    const KernelScope scope;
    const Chunk piece{chunk.begin + units.begin() * unit, std::min(chunk.end, chunk.begin + units.end() * unit)};
    if (kernel.copyHost != nullptr) {
      unsigned char* const results = static_cast<unsigned char*>(partials) + units.begin() * copies->stride;
      return kernel.copyHost(object, piece, unit, *copies, results);
    }
    if (kernel.partialSize == 0) return kernel.runHost(object, piece);
    void* const first = static_cast<char*>(partials) + static_cast<std::size_t>(units.begin()) * kernel.partialSize;
    kernel.reduceHost(object, piece, unit, first);
  }
};

}  // namespace

// Threads enter and leave an arena quickly, and make one slowly.
struct CpuThreads::Arenas {
  const tbb::global_control stack{tbb::global_control::thread_stack_size, stackSize()};
  std::mutex mutex;
  std::map<int, tbb::task_arena> byCores;
};

CpuThreads::CpuThreads() : arenas_(std::make_unique<Arenas>()) {}
CpuThreads::~CpuThreads() = default;

int CpuThreads::available() const { return tbb::info::default_concurrency(); }

void CpuThreads::run(const Kernel& kernel, const void* object, Chunk chunk, Index block, void* partials,
                     const CopyLayout* copies, int cores, Index grain) {
  const Index unit = kernel.partialSize == 0 && kernel.copyHost == nullptr ? 1 : block;
  const Index units = reduction::blockCount(chunk, unit);
  Handoff toPieces, fromPieces;
  const Pieces pieces{kernel, object, chunk, unit, partials, copies, toPieces, fromPieces};
  tbb::task_arena* arena = nullptr;
  {
    const std::lock_guard<std::mutex> lock(arenas_->mutex);
    arena = &arenas_->byCores.try_emplace(cores, cores).first->second;
  }
  const Index least = std::max<Index>(1, grain / unit);
  toPieces.give();
  arena->execute(
      [&] { tbb::parallel_for(tbb::blocked_range<Index>(0, units, static_cast<std::size_t>(least)), pieces); });
  fromPieces.take();
}

}  // namespace clustrix::runtime
