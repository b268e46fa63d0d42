// ScanLoop: what the two passes of a scan need of the launch that they are.
#pragma once

#include "execution/Context.h"
#include "execution/LoopState.h"

namespace clustrix::runtime {

/// Whether a guard has not failed so far, and there are enough threads, or devices unless it is for the host alone, for
/// running a loop twice.
bool mayScan(Context& context, const LoopState& state, bool hostAlone);

/// While it lives, the loop is one over `count` blocks of `size` iterations each.
class PassScope {
 public:
  PassScope(LoopState& state, const LoopBody& body, Index count, Index size);
  ~PassScope();
  PassScope(const PassScope&) = delete;
  PassScope& operator=(const PassScope&) = delete;

 private:
  LoopState& state_;
  const Index iterations_;
  const double operations_;
};

}  // namespace clustrix::runtime
