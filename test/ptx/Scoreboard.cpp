#include "Scoreboard.h"

#include <algorithm>

namespace ptx {
namespace {

bool isLoad(const Instruction& in) { return in.kind == Kind::load && in.space != Space::param; }

void count(Context& at, const Instruction& in) {
  Counts& counts = at.launch->counts;
  const auto pipe = static_cast<std::size_t>(in.pipe);
  const u64 active = static_cast<u64>(__builtin_popcount(at.mask));
  ++counts.instructions[pipe];
  counts.slots[pipe] += in.slots;
  if (in.slots != 0) {
    ++counts.warpInstructions;
    counts.issue += in.slots;
    counts.lanesActive += active;
  }
  if (in.flops == 0) return;
  ++counts.flopInstructions;
  (in.type == Type::f64 ? counts.flops64 : counts.flops32) += in.flops * active;
  if (in.fused) ++counts.fma;
}

void addWork(ProcessorWork& work, const Instruction& in) {
  work.issue += in.slots;
  switch (in.pipe) {
    case Pipe::fp64:
      work.fp64 += in.slots;
      break;
    case Pipe::fp32:
      work.fp32 += in.slots;
      break;
    case Pipe::integer:
      work.integer += in.slots;
      break;
    case Pipe::sfu:
    case Pipe::convert:
      work.slow += in.slots;
      break;
    default:
      break;
  }
}

double operandsReady(const Context& at, const Instruction& in) {
  const Frame& frame = *at.frame;
  double when = at.warp->timing.blockStart;
  for (int k = 0; k < in.readCount; ++k) when = std::max(when, frame.ready[static_cast<std::size_t>(in.reads[k])]);
  for (const int predicate : in.readPredicates)
    if (predicate >= 0) when = std::max(when, frame.predicateReady[static_cast<std::size_t>(predicate)]);
  return when;
}

/// Registers bound how many loads are under way.
double registersFree(const Context& at, const Instruction& in) {
  const Timing& timing = at.warp->timing;
  const int words = std::max(1, sizeOf(in.type) / 4) * in.width;
  const int most = std::clamp((at.launch->kernel.resources.registers - 8) / words, 2, 63);
  if (timing.loadCount < static_cast<u32>(most)) return 0;
  return timing.loads[(timing.loadCount - static_cast<u32>(most)) % timing.loads.size()];
}

}  // namespace

void issue(Context& at, const Instruction& in) {
  count(at, in);
  addWork(at.launch->work[static_cast<std::size_t>(at.block->processor)], in);
  at.latency = in.latency;
  at.now = operandsReady(at, in);
  if (!isLoad(in)) return;
  if (!in.constant) at.now = std::max(at.now, at.warp->timing.lastStore[in.space == Space::shared]);
  at.now = std::max(at.now, registersFree(at, in));
}

void retire(Context& at, const Instruction& in) {
  Timing& timing = at.warp->timing;
  const bool stores = in.kind == Kind::atomic || (in.kind == Kind::store && in.space != Space::param);
  double& lastStore = timing.lastStore[in.space == Space::shared];
  if (stores) lastStore = std::max(lastStore, at.now + 1);
  timing.blockIssue += in.slots;
  if (in.slots != 0) timing.blockEnd = std::max(timing.blockEnd, at.now + 1);
  const double ready = at.now + at.latency;
  if (isLoad(in)) timing.loads[timing.loadCount++ % timing.loads.size()] = ready;
  for (int k = 0; k < in.writeCount; ++k) at.frame->ready[static_cast<std::size_t>(in.writes[k])] = ready;
  for (const int predicate : in.writtenPredicates)
    if (predicate >= 0) at.frame->predicateReady[static_cast<std::size_t>(predicate)] = ready;
}

}  // namespace ptx
