#include "reductions/CopyPlan.h"

#include <algorithm>

#include "memory/Alignment.h"

namespace clustrix::runtime {
namespace {

constexpr Index cacheLine = 64;  // blocks next to each other, folded by different threads, share no cache line
constexpr Index mostCopyBytes = Index{64} << 20;
constexpr Index mostBlocks = 4096;
constexpr Index forcedBlocks = 5;
// Filling and combining the copies costs about this part of the loop's own operations, or less.
constexpr double workPerElement = 8;

// Elements of the array from the first to the last that is combined into.
CopyRegion regionOf(const ArrayFacts& array, int id, const LaunchFacts& facts) {
  Bounds hull;
  for (const TouchedBytes& touched : facts.whole)
    if (touched.array == id && touched.access == Access::Combines) hull = bounds(touched.rows);
  if (hull.empty()) return {};
  const Index size = static_cast<Index>(array.elementSize);
  const Index base = static_cast<Index>(reinterpret_cast<std::uintptr_t>(array.base));
  return {(hull.begin - base) / size, (hull.end - hull.begin) / size, 0};
}

// Where each copy lies in a block's result. False where they are too large, all elements counted in `elements`.
bool layOut(const Kernel& kernel, const LaunchFacts& facts, CopyLayout& layout, Index& elements) {
  layout.stride = roundedUp(static_cast<Index>(kernel.partialSize), cacheLine);
  int next = 0;
  for (std::size_t a = 0; a < facts.arrays->size(); ++a) {
    const ArrayFacts& array = (*facts.arrays)[a];
    if (!array.combined) continue;
    if (next == CopyLayout::mostArrays) return false;
    CopyRegion& region = layout.regions[next++];
    region = regionOf(array, static_cast<int>(a), facts);
    region.offset = layout.stride;
    if (region.size > mostCopyBytes / static_cast<Index>(array.elementSize)) return false;
    layout.stride += roundedUp(region.size * static_cast<Index>(array.elementSize), cacheLine);
    if (layout.stride > mostCopyBytes) return false;
    elements += region.size;
  }
  layout.stride = std::max(layout.stride, cacheLine);
  return true;
}

}  // namespace

std::optional<CopyPlan> planCopies(const Kernel& kernel, const LaunchFacts& facts, double operations, bool forced) {
  CopyPlan plan;
  Index elements = 0;
  if (!layOut(kernel, facts, plan.layout, elements)) return std::nullopt;
  const double worth = static_cast<double>(facts.iterations) * operations /
                       (workPerElement * static_cast<double>(std::max<Index>(elements, 1)));
  Index blocks = static_cast<Index>(std::min(worth, static_cast<double>(mostBlocks)));
  if (forced) blocks = std::max(blocks, forcedBlocks);
  blocks = std::min({blocks, facts.iterations, mostCopyBytes / plan.layout.stride});
  if (blocks < 2 && !(forced && blocks == 1)) return std::nullopt;
  plan.block = (facts.iterations + blocks - 1) / blocks;
  plan.blocks = reduction::blockCount({0, facts.iterations}, plan.block);
  plan.extraWork = 2.0 * static_cast<double>(plan.blocks) * static_cast<double>(elements);
  return plan;
}

}  // namespace clustrix::runtime
