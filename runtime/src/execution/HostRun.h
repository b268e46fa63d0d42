// HostRun: iterations of a launch on CPU threads, and the block results that all its chunks leave.
#pragma once

#include <optional>

#include "execution/Context.h"
#include "execution/KernelObject.h"
#include "execution/LoopState.h"
#include "memory/AlignedMemory.h"

namespace clustrix::runtime {

/// What a launch needs for that; all outlive it.
class HostRun {
 public:
  HostRun(Context& context, LoopState& state, const LoopBody& body)
      : context_(context), state_(state), body_(body), kernel_(*body.kernel), resultSize_(kernel_.partialSize) {
    if (resultSize_ > 0) block_ = reduction::blockSize(state.iterations);
  }

  Index block() const { return block_; }
  std::size_t resultSize() const { return resultSize_; }  // bytes of a block's result
  /// Where iterations combine into arrays. `layout` outlives this.
  void useCopies(const CopyLayout& layout, Index block);

  /// For all blocks of the loop.
  AlignedMemory blockResults() const;
  /// What the members below want of memory; called before any iteration has run, wherever. `threads`: that `run` will
  /// have at most, with these workspaces.
  void prepare(const Workspaces& workspaces, int threads);
  /// `results`: those of blockResults(). `tasks`: as CpuThreads says.
  void run(Chunk chunk, void* results, int cores, const TaskThreads* tasks = nullptr);
  /// All block results into `total`, and what iterations combined into the arrays. `nodes`: blocks whose results have
  /// met already, at the first of them.
  void combine(void* results, void* total, std::vector<Chunk> nodes = {});

 private:
  void combineBlocks(void* results, std::vector<Chunk> nodes);
  Index grain() const;

  Context& context_;
  LoopState& state_;
  const LoopBody& body_;
  const Kernel& kernel_;
  std::size_t resultSize_;
  Index block_ = 1;
  const CopyLayout* layout_ = nullptr;
  std::optional<AlignedMemory> memory_;  // of the workspaces
  std::optional<KernelObject> object_;   // over the host's arrays, once prepared
};

}  // namespace clustrix::runtime
