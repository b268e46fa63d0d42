#include "devices/CpuThreads.h"

#include <sched.h>
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <thread>

#include "settings/LocalRank.h"
#include "support/Handoff.h"
#include "support/InsideKernel.h"
#include "support/LibraryThreads.h"
#include "support/Thread.h"

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
  const TaskThreads* tasks;
  Handoff& toPieces;
  Handoff& fromPieces;

  std::unique_ptr<CurrentDevice> deviceOf(Index worker) const {
    if (tasks == nullptr || tasks->devices.empty()) return nullptr;
    return tasks->backend->makeCurrent(tasks->devices[static_cast<std::size_t>(worker) % tasks->devices.size()]);
  }

  void run(Chunk units, Index worker) const {
    const KernelScope scope;
    const LibraryThreads threads(tasks != nullptr ? tasks->libraryThreads : 0);
    const std::unique_ptr<CurrentDevice> device = deviceOf(worker);
    if (device == nullptr || tasks->failed == nullptr) return runAll(units, worker);
    // What one iteration leaves no other one may find.
    for (Index u = units.begin; u < units.end; ++u) {
      runAll({u, u + 1}, worker);
      if (device->hasFailed()) __atomic_store_n(tasks->failed, 1, __ATOMIC_RELAXED);
    }
  }

  void runAll(Chunk units, Index worker) const {
    const Chunk piece{chunk.begin + units.begin * unit, std::min(chunk.end, chunk.begin + units.end * unit)};
    if (kernel.copyHost != nullptr) {
      unsigned char* const results = static_cast<unsigned char*>(partials) + units.begin * copies->stride;
      return kernel.copyHost(object, piece, unit, *copies, results);
    }
    if (kernel.partialSize == 0) return kernel.runHost(object, piece, worker);
    void* const first = static_cast<char*>(partials) + static_cast<std::size_t>(units.begin) * kernel.partialSize;
    kernel.reduceHost(object, piece, unit, first, worker);
  }
};

// All units, in steps of which each knows whether it has run: where oneTBB has no memory left for its tasks, the caller
// runs the others itself.
class Steps {
 public:
  Steps(const Pieces& pieces, Index units, Index least)
      : pieces_(pieces), units_(units), step_(std::max(least, (units + most - 1) / most)) {
    for (Index s = 0; s < count(); ++s) ran_[s].store(false, std::memory_order_relaxed);
  }

  Index count() const { return (units_ + step_ - 1) / step_; }

  void operator()(const tbb::blocked_range<Index>& steps) const {
    pieces_.toPieces.take();
    run({steps.begin(), steps.end()}, tbb::this_task_arena::current_thread_index());
    pieces_.fromPieces.give();
  }

  void runOthers() const {
    for (Index s = 0; s < count(); ++s)
      if (!ran_[s].load(std::memory_order_relaxed)) run({s, s + 1}, 0);
  }

 private:
  static constexpr Index most = 4096;

  void run(Chunk steps, Index worker) const {
    pieces_.run({steps.begin * step_, std::min(units_, steps.end * step_)}, worker);
    for (Index s = steps.begin; s < steps.end; ++s) ran_[s].store(true, std::memory_order_relaxed);
  }

  const Pieces& pieces_;
  const Index units_;
  const Index step_;
  mutable std::atomic<bool> ran_[most];
};

// That this process may run on: what tbb::info says too, without memory from the heap. Ranks that a launcher has bound
// to no cores share them.
int processors(Cores cores) {
  cpu_set_t set;
  CPU_ZERO(&set);
  const int bound = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
  const int count = bound > 0 ? bound : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  if (cores == Cores::All || count < sysconf(_SC_NPROCESSORS_ONLN)) return count;
  const RankShare own = shareOf(count, localRank());
  return own.end - own.begin;
}

}  // namespace

// Threads enter and leave an arena quickly, and make one slowly.
struct CpuThreads::Arenas {
  explicit Arenas(Cores cores) : available(processors(cores)) {}

  const int available;
  /// What oneTBB does only once in a process, it waits for forever where that has thrown.
  std::atomic<bool> gaveUp{false};
  const tbb::global_control stack{tbb::global_control::thread_stack_size, stackSize()};
  std::mutex mutex;
  std::map<int, tbb::task_arena> byCores;

  tbb::task_arena& of(int cores) {
    const std::lock_guard<std::mutex> lock(mutex);
    return byCores.try_emplace(cores, cores).first->second;
  }
};

CpuThreads::CpuThreads(Cores cores) : arenas_(std::make_unique<Arenas>(cores)) {}
CpuThreads::~CpuThreads() = default;

int CpuThreads::available() const { return arenas_->available; }

void CpuThreads::run(const Kernel& kernel, const void* object, Chunk chunk, Index block, void* partials,
                     const CopyLayout* copies, int cores, Index grain, const TaskThreads* tasks) {
  const Index unit = kernel.partialSize == 0 && kernel.copyHost == nullptr ? 1 : block;
  const Index units = reduction::blockCount(chunk, unit);
  Handoff toPieces, fromPieces;
  const Pieces pieces{kernel, object, chunk, unit, partials, copies, tasks, toPieces, fromPieces};
  const BlasThreads blas(tasks != nullptr ? tasks->libraryThreads : 0);
  const Steps steps(pieces, units, std::max<Index>(1, grain / unit));
  toPieces.give();
  if (arenas_->gaveUp.load(std::memory_order_relaxed)) return steps.runOthers();
  try {
    tbb::task_arena& arena = arenas_->of(cores);
    // Threads that drive devices wait for them: there may be more than cores.
    std::optional<tbb::global_control> more;
    if (cores > arenas_->available)
      more.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(cores));
    // By reference: it is no small object.
    arena.execute([&] {
      tbb::parallel_for(tbb::blocked_range<Index>(0, steps.count()),
                        [&](const tbb::blocked_range<Index>& some) { steps(some); });
    });
  } catch (const std::bad_alloc&) {
    fromPieces.take();
    arenas_->gaveUp.store(true, std::memory_order_relaxed);
    return steps.runOthers();
  }
  fromPieces.take();
}

}  // namespace clustrix::runtime
