#include "Execution.h"

#include <algorithm>
#include <map>

#include "Scoreboard.h"
#include "SystemCalls.h"

namespace ptx {
namespace {

constexpr double callCycles = 20;

class Turn {
 public:
  Turn(Context& at, Warp& warp, FramePool& pool) : at_(at), warp_(warp), pool_(pool) {
    at_.warp = &warp;
    at_.block = warp.block;
    bind();
  }

  void run(int most) {
    for (int done = 0; done < most && !warp_.done && !warp_.waits;)
      if (!endsPath()) {
        step();
        ++done;
      }
  }

 private:
  Path& path() { return at_.frame->paths.back(); }

  void bind() {
    at_.frame = warp_.frames.back().get();
    at_.registers = at_.frame->registers.data();
    at_.predicates = at_.frame->predicates.data();
  }

  /// Whether the path on top was at its join or at the function's end; it is gone then.
  bool endsPath() {
    if (path().pc == path().join) {
      at_.frame->paths.pop_back();
      if (at_.frame->paths.empty()) leaveFrame();
      return true;
    }
    if (path().pc < static_cast<int>(at_.frame->function->code.size())) return false;
    leave(path().mask, false);
    return true;
  }

  void step() {
    const Instruction& in = at_.frame->function->code[static_cast<std::size_t>(path().pc)];
    if (in.beginsBlock) beginBlock();
    at_.mask = path().mask;
    if (in.guard >= 0) at_.mask &= in.guardNegated ? ~at_.predicates[in.guard] : at_.predicates[in.guard];
    if (at_.launch->measured) issue(at_, in);
    if (carryOut(in) && at_.launch->measured) {
      retire(at_, in);
      endLoopIteration(in);
    }
  }

  void beginBlock() {
    Timing& timing = warp_.timing;
    if (timing.goesOn) {
      timing.goesOn = false;
    } else {
      timing.endBasicBlock();
    }
  }

  /// Whether the frame is still the one that it was.
  bool carryOut(const Instruction& in) {
    switch (in.kind) {
      case Kind::branch:
        branch(in);
        return true;
      case Kind::branchTable:
        branchByTable(in);
        return true;
      case Kind::call:
        return !call(in);
      case Kind::ret:
      case Kind::exit:
        ++path().pc;
        warp_.timing.blockEnd = std::max(warp_.timing.blockEnd, at_.now + 1);
        if (at_.mask != 0) leave(at_.mask, in.kind == Kind::exit);
        return false;
      case Kind::barrier:
        ++at_.launch->counts.barriers;
        warp_.waits = true;
        ++warp_.block->waiting;
        break;
      case Kind::trap:
        if (at_.mask != 0) fail("trap in " + at_.launch->kernel.name);
        break;
      default:
        if (at_.mask != 0) in.execute(at_, in);
    }
    ++path().pc;
    return true;
  }

  void branch(const Instruction& in) {
    Counts& counts = at_.launch->counts;
    ++counts.branches;
    const u32 taken = at_.mask;
    const u32 others = path().mask & ~taken;
    const int next = path().pc + 1;
    if (others == 0) {
      path().pc = in.target;
    } else if (taken == 0) {
      path().pc = next;
    } else {
      ++counts.divergentBranches;
      divide(in.join, {{next, others}, {in.target, taken}});
    }
  }

  void branchByTable(const Instruction& in) {
    const u64* index = at_.row(in.row[0]);
    std::map<int, u32> to;
    forEachLane(at_.mask, [&](int l) { to[in.targets.at(static_cast<u32>(index[l]))] |= 1u << l; });
    if (to.size() == 1) {
      path().pc = to.begin()->first;
    } else {
      divide(in.join, {to.begin(), to.end()});
    }
  }

  /// The last of the ways runs first; below them waits the join, where there is one.
  void divide(int join, const std::vector<std::pair<int, u32>>& ways) {
    const int outer = path().join;
    if (join >= 0) {
      path().pc = join;
    } else {
      at_.frame->paths.pop_back();
    }
    for (const auto& [pc, mask] : ways)
      if (pc != join) at_.frame->paths.push_back({pc, join >= 0 ? join : outer, mask});
  }

  /// Whether another frame runs now.
  bool call(const Instruction& in) {
    ++path().pc;
    if (at_.mask == 0) return false;
    if (callSystem(at_, in)) return false;
    if (in.callee[0] == '%') fail("indirect call: " + in.text + " in " + at_.launch->kernel.name);
    Function* callee = definedFunction(at_.launch->module, in.callee);
    if (callee == nullptr) fail("call of " + in.callee + ", which the module does not define");
    at_.constants = at_.launch->module.constants.empty() ? nullptr : at_.launch->module.constants[0].data();
    warp_.timing.endBasicBlock();
    auto frame = pool_.make(*callee, warp_.timing.blockStart);
    std::copy_n(at_.registers, specialRows * lanes, frame->registers.begin());
    for (std::size_t number = 0; number < in.argumentOffsets.size(); ++number)
      copyParameter(*at_.frame, in.argumentOffsets[number], *frame, callee->parameters[number].offset,
                    callee->parameters[number].bytes);
    frame->callSite = &in;
    frame->paths.push_back({0, -1, at_.mask});
    warp_.frames.push_back(std::move(frame));
    bind();
    warp_.timing.blockEnd += callCycles;
    return true;
  }

  static void copyParameter(Frame& from, int fromOffset, Frame& to, int toOffset, int bytes) {
    for (int l = 0; l < lanes; ++l)
      std::copy_n(from.parametersOf(l) + fromOffset, bytes, to.parametersOf(l) + toOffset);
  }

  /// Lanes end the function, or all functions; frames without lanes go.
  void leave(u32 mask, bool allFrames) {
    const std::size_t first = allFrames ? 0 : warp_.frames.size() - 1;
    for (std::size_t number = first; number < warp_.frames.size(); ++number) {
      std::vector<Path>& paths = warp_.frames[number]->paths;
      for (Path& each : paths) each.mask &= ~mask;
      paths.erase(std::remove_if(paths.begin(), paths.end(), [](const Path& each) { return each.mask == 0; }),
                  paths.end());
    }
    if (first == 0) warp_.alive &= ~mask;
    while (!warp_.frames.empty() && warp_.frames.back()->paths.empty()) leaveFrame();
  }

  void leaveFrame() {
    auto done = std::move(warp_.frames.back());
    warp_.frames.pop_back();
    if (warp_.frames.empty()) {
      warp_.done = true;
    } else {
      const Parameter& result = done->function->result;
      const int offset = done->callSite->resultOffset;
      if (offset >= 0) copyParameter(*done, result.offset, *warp_.frames.back(), offset, result.bytes);
      bind();
    }
    pool_.keep(std::move(done));
  }

  void endLoopIteration(const Instruction& in) {
    Timing& timing = warp_.timing;
    if (in.kind == Kind::branch && in.unroll > 1 && path().pc == in.target && ++timing.iterations < in.unroll) {
      timing.goesOn = true;
    } else if (in.kind == Kind::branch || in.kind == Kind::branchTable) {
      timing.iterations = 0;
      timing.endBasicBlock();
    }
  }

  Context& at_;
  Warp& warp_;
  FramePool& pool_;
};

}  // namespace

std::unique_ptr<Frame> FramePool::make(Function& function, double now) {
  std::unique_ptr<Frame> frame;
  if (free_.empty()) {
    frame = std::make_unique<Frame>();
  } else {
    frame = std::move(free_.back());
    free_.pop_back();
  }
  const auto perLane = [](int bytes) { return static_cast<std::size_t>(bytes) * lanes; };
  frame->function = &function;
  frame->registers.assign(perLane(function.registers), 0);
  frame->predicates.assign(static_cast<std::size_t>(function.predicates) + 1, 0);
  frame->local.assign(perLane(function.localBytes), 0);
  frame->parameters.assign(perLane(function.parameterBytes) + 16, 0);
  frame->ready.assign(static_cast<std::size_t>(function.registers), now);
  frame->predicateReady.assign(static_cast<std::size_t>(function.predicates) + 1, now);
  frame->paths.clear();
  frame->callSite = nullptr;
  return frame;
}

void runWarp(Context& at, Warp& warp, int most, FramePool& pool) { Turn(at, warp, pool).run(most); }

Frame& startWarp(Warp& warp, Launch& launch, u32 mask, double now, FramePool& pool) {
  warp.frames.push_back(pool.make(launch.kernel, now));
  warp.frames.back()->paths.push_back({0, -1, mask});
  warp.alive = mask;
  warp.timing.blockStart = warp.timing.blockEnd = now;
  return *warp.frames.back();
}

}  // namespace ptx
