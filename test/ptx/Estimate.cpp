#include <algorithm>
#include <iterator>

#include "Counts.h"
#include "Gpu.h"

namespace ptx {

Estimate estimate(const Counts& counts, const std::vector<ProcessorWork>& work) {
  const Gpu& g = gpu();
  // Warp instructions that a multiprocessor does in a second; a fused operation counts as one.
  const double fp64Rate = g.fp64 / (g.processors * 64.0);
  const double fp32Rate = g.fp32 / (g.processors * 64.0);
  Estimate made;
  for (const ProcessorWork& one : work) {
    made.latency = std::max(made.latency, one.end / g.hertz);
    made.issue = std::max(made.issue, one.issue / 4 / g.hertz);
    made.fp64 = std::max(made.fp64, one.fp64 / fp64Rate);
    made.fp32 = std::max(made.fp32, one.fp32 / fp32Rate);
    made.integer = std::max(made.integer, one.integer / 2 / g.hertz);
    made.slow = std::max(made.slow, one.slow / 0.5 / g.hertz);
    made.l1 = std::max(made.l1, one.wavefronts / g.hertz);
  }
  made.dram = static_cast<double>(counts.dramReads + counts.dramWrites) * 32 / g.dramBytes;
  made.l2 = static_cast<double>(counts.l2Reads + counts.l2Writes) * 32 / g.l2Bytes;
  const std::pair<double, const char*> bounds[] = {
      {made.latency, "latency"}, {made.issue, "issue"},     {made.fp64, "fp64"},
      {made.fp32, "fp32"},       {made.integer, "integer"}, {made.slow, "sfu"},
      {made.l1, "L1"},           {made.dram, "DRAM"},       {made.l2, "L2"}};
  const auto* longest = std::max_element(std::begin(bounds), std::end(bounds));
  made.seconds = longest->first;
  made.bound = longest->second;
  return made;
}

}  // namespace ptx
