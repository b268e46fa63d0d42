#include "schedule/BlockResults.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "schedule/Schedule.h"

namespace clustrix::runtime {
namespace {

// Fewer bytes are home before a device has combined them. What is left leaves it in a copy each, which takes as long as
// so many bytes take to go home and to be combined there.
constexpr std::size_t leastSpared = std::size_t{256} << 10;
constexpr std::size_t worthOfCopy = std::size_t{32} << 10;

// Two nodes into the left one.
void combineTwo(const Kernel& kernel, const CopyLayout& copies, void* results, std::size_t stride, Chunk left,
                Chunk right) {
  const Index distance = (right.begin - left.begin) * static_cast<Index>(stride);
  void* const at = static_cast<char*>(results) + static_cast<std::size_t>(left.begin) * stride;
  kernel.foldHost({at, distance, {0, 2}, 2, &copies});
}

// A stack of nodes, each of which waits for its right neighbour. Each is a subtree at least twice as large as the one
// behind it, but for the last one of all: there are no more of them than an Index has bits. Wants no memory.
class Tree {
 public:
  Tree(const Kernel& kernel, const CopyLayout& copies, void* results, std::size_t stride, Index count)
      : kernel_(kernel), copies_(copies), results_(results), stride_(stride), count_(count) {}

  void add(Chunk node) {
    assert(size_ < waiting_.size());
    waiting_[size_++] = node;
    for (; size_ > 1 && meets(waiting_[size_ - 2], waiting_[size_ - 1]); --size_) {
      const Chunk right = waiting_[size_ - 1];
      combineTwo(kernel_, copies_, results_, stride_, waiting_[size_ - 2], right);
      waiting_[size_ - 2].end = right.end;
    }
  }

 private:
  bool meets(Chunk left, Chunk right) const { return kernel_.anyGrouping || areSiblings(left, right, count_); }

  const Kernel& kernel_;
  const CopyLayout& copies_;
  void* const results_;
  const std::size_t stride_;
  const Index count_;
  std::array<Chunk, 66> waiting_;
  std::size_t size_ = 0;
};

}  // namespace

bool areSiblings(Chunk left, Chunk right, Index count) {
  const Index both = 2 * left.size();
  return left.end == right.begin && left.begin % both == 0 && right.end == std::min(left.begin + both, count);
}

std::vector<Chunk> wholeSubtrees(Chunk blocks, Index count) {
  std::vector<Chunk> nodes;
  for (Index begin = blocks.begin; begin < blocks.end;) {
    Index size = 1;
    while (begin % (2 * size) == 0 && reduction::joins(blocks, count, begin, size)) size *= 2;
    nodes.push_back({begin, std::min(begin + size, blocks.end)});
    begin = nodes.back().end;
  }
  return nodes;
}

Index blocksOf(const LaunchFacts& facts) { return reduction::blockCount({0, facts.iterations}, facts.block); }

std::vector<Chunk> fewestNodes(const LaunchFacts& facts, Chunk blocks) {
  if (facts.body.kernel->anyGrouping) return {blocks};
  return wholeSubtrees(blocks, blocksOf(facts));
}

CombineStep combineStep(const LaunchFacts& facts, Chunk chunk) {
  CombineStep step;
  step.firstBlock = chunk.begin / facts.block;
  step.blocks = reduction::blockCount(chunk, facts.block);
  step.bytes = facts.partialSize * static_cast<std::size_t>(step.blocks);
  if (step.bytes < leastSpared) return step;
  std::vector<Chunk> nodes = fewestNodes(facts, step.range());
  const std::size_t spared = step.bytes - nodes.size() * facts.partialSize;
  if (spared >= std::max(leastSpared, nodes.size() * worthOfCopy)) step.nodes = std::move(nodes);
  return step;
}

ResultFold foldOf(const LaunchFacts& facts, const CombineStep& step, void* results) {
  const Index stride = static_cast<Index>(facts.partialSize);
  if (facts.body.kernel->anyGrouping) return {results, stride, {0, step.blocks}, step.blocks, &facts.copies};
  return {results, stride, step.range(), blocksOf(facts), &facts.copies};
}

Copy copyOfResults(const LaunchFacts& facts, const CombineStep& step, DeviceAddress memory, Chunk blocks,
                   void* blockResults) {
  const std::size_t size = facts.partialSize;
  Copy copy;
  copy.kind = CopyKind::DeviceToHost;
  copy.from = static_cast<std::uintptr_t>(memory + static_cast<std::size_t>(blocks.begin - step.firstBlock) * size);
  copy.to = reinterpret_cast<std::uintptr_t>(blockResults) + static_cast<std::size_t>(blocks.begin) * size;
  copy.width = static_cast<std::size_t>(blocks.size()) * size;
  return copy;
}

void combineNodes(const Kernel& kernel, const CopyLayout& copies, void* results, std::size_t stride, Index count,
                  std::vector<Chunk> nodes) {
  std::sort(nodes.begin(), nodes.end(), [](Chunk a, Chunk b) { return a.begin < b.begin; });
  Tree tree(kernel, copies, results, stride, count);
  Index next = 0;
  const auto aloneUntil = [&](Index end) {
    for (; next < end; ++next) tree.add({next, next + 1});
  };
  for (Chunk node : nodes) {
    aloneUntil(node.begin);
    if (node.size() > 0) tree.add(node);
    next = std::max(next, node.end);
  }
  aloneUntil(count);
}

}  // namespace clustrix::runtime
