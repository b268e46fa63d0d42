// CpuThreads: the host's own cores, on oneTBB: the kernel over the host's arrays, in chunks.
#pragma once

#include <memory>
#include <vector>

#include "clustrix/Kernel.h"
#include "devices/Backend.h"

namespace clustrix::runtime {

/// What iterations that call libraries want of the threads that run them.
struct TaskThreads {
  int libraryThreads = 1;      // of a library that an iteration calls, at most
  Backend* backend = nullptr;  // of the devices that the threads share, each with one of its own; or null
  std::vector<DeviceId> devices = {};
  int* failed = nullptr;  // set where an iteration has left an error on its device; or null
};

/// Which of the machine's cores: all that the process may run on, or of them a rank's share where several are on one
/// machine and nobody has bound them.
enum class Cores { All, OfRank };

class CpuThreads {
 public:
  explicit CpuThreads(Cores cores = Cores::OfRank);
  ~CpuThreads();

  /// Threads that this process may use at once.
  int available() const;
  /// All of `chunk` on at most `cores` threads, in pieces of at least `grain` iterations where there are so many.
  /// Where memory runs out, what no other thread has run, this one does. `partials`: one a block, the chunk's first
  /// block first; or null without a reduction. `copies`: where in them the copies of arrays lie that the kernel
  /// combines into; else unused. `tasks`: null where iterations call no libraries.
  void run(const Kernel& kernel, const void* object, Chunk chunk, Index block, void* partials, const CopyLayout* copies,
           int cores, Index grain, const TaskThreads* tasks = nullptr);

 private:
  struct Arenas;
  std::unique_ptr<Arenas> arenas_;
};

/// Calls `body(Chunk)` with all of [0, count), in pieces of at least `grain`, on the threads.
template <class F>
void onThreads(CpuThreads& threads, Index count, Index grain, const F& body) {
  if (count <= grain) return body(Chunk{0, count});
  Kernel kernel;
  kernel.runHost = [](const void* of, Chunk chunk, Index) { (*static_cast<const F*>(of))(chunk); };
  threads.run(kernel, &body, {0, count}, 1, nullptr, nullptr, threads.available(), grain);
}

}  // namespace clustrix::runtime
