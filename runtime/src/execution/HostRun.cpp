#include "execution/HostRun.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "schedule/BlockResults.h"

namespace clustrix::runtime {

void HostRun::useCopies(const CopyLayout& layout, Index block) {
  layout_ = &layout;
  block_ = block;
  resultSize_ = static_cast<std::size_t>(layout.stride);
}

AlignedMemory HostRun::blockResults() const {
  const Index blocks = reduction::blockCount({0, state_.iterations}, block_);
  constexpr std::size_t cacheLine = 64;
  return AlignedMemory(resultSize_ * static_cast<std::size_t>(blocks),
                       layout_ != nullptr ? std::max(cacheLine, kernel_.partialAlignment) : kernel_.partialAlignment);
}

void HostRun::prepare(const Workspaces& workspaces, int threads) {
  memory_.emplace(static_cast<std::size_t>(workspaces.each) * static_cast<std::size_t>(threads),
                  static_cast<std::size_t>(workspaces.alignment));
  object_.emplace(body_, state_.arrays, workspaces, memory_->get(), threads);
}

void HostRun::run(Chunk chunk, void* results, int cores, const TaskThreads* tasks) {
  state_.started = true;
  const Index first = resultSize_ > 0 ? chunk.begin / block_ : 0;
  context_.cpu.run(kernel_, object_->get(), chunk, block_,
                   static_cast<char*>(results) + static_cast<std::size_t>(first) * resultSize_, layout_, cores, grain(),
                   tasks);
}

void HostRun::combineBlocks(void* results, std::vector<Chunk> nodes) {
  const Index blocks = reduction::blockCount({0, state_.iterations}, block_);
  if (!nodes.empty())
    combineNodes(kernel_, layout_ != nullptr ? *layout_ : CopyLayout{}, results, resultSize_, blocks, std::move(nodes));
  else if (layout_ != nullptr)
    kernel_.combineCopies(results, blocks, *layout_);
  else
    kernel_.combineTree(results, blocks);
}

void HostRun::combine(void* results, void* total, std::vector<Chunk> nodes) {
  if (resultSize_ > 0) combineBlocks(results, std::move(nodes));
  if (layout_ != nullptr) kernel_.mergeCopies(object_->get(), results, *layout_);
  if (kernel_.partialSize > 0) std::memcpy(total, results, kernel_.partialSize);
}

// Enough iterations to outweigh a task; when all is forced, little, so that tests see many pieces.
Index HostRun::grain() const {
  if (state_.tasks) return 1;
  constexpr double taskSeconds = 5e-6;
  if (context_.settings.force) return std::max<Index>(1, state_.iterations / 16);
  return static_cast<Index>(std::max(1.0, taskSeconds / (cpuSecondsPerOperation * std::max(1.0, state_.operations))));
}

}  // namespace clustrix::runtime
