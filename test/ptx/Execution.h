// A warp's turn: instructions of the path on top of its frame, until a barrier, its end or the end of its turn.
#pragma once

#include "Launch.h"

namespace ptx {

/// Up to `most` instructions.
void runWarp(Context& at, Warp& warp, int most, FramePool& pool);

/// Puts the first frame of a kernel under a warp: `mask` lanes, special registers not set yet.
Frame& startWarp(Warp& warp, Launch& launch, u32 mask, double now, FramePool& pool);

}  // namespace ptx
