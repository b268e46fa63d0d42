// Options: what an attribute, clustrix.yml, the environment or configure() says; each key may be unsaid.
//
//     constexpr Options options = Options{}.gpus(2).schedule(Schedule::Dynamic);
//
// A literal type, since the options of an attribute are part of a loop's `static constexpr Site`.
#pragma once

#include "clustrix/Index.h"

namespace clustrix {

enum class Schedule : signed char {
  Unsaid = -1,
  Static,    // even chunks
  Weighted,  // chunks by the speed of each device
  Dynamic,   // small chunks, each to the device that is free first
};

enum class Math : signed char {
  Unsaid = -1,
  Exact,  // the source's arithmetic
  Fast,   // where the compiler was told so, lanes of a GPU group the sums of an iteration otherwise than the source
};

struct Options {
  // Negative: not said. The names end in an underscore since the setters have the plain ones.
  signed char autoGpuParallel_ = -1;
  signed char parallel_ = -1;
  signed char complexityExceeded_ = -1;
  Schedule schedule_ = Schedule::Unsaid;
  Math math_ = Math::Unsaid;
  int cores_ = -1;
  int gpus_ = -1;
  int maxGpuParallelJobs_ = -1;
  int complexityThreshold_ = -1;
  Index minIterations_ = -1;
  Index memory_ = -1;  // bytes

  constexpr Options autoGpuParallel(bool value) const {
    Options said = *this;
    said.autoGpuParallel_ = value;
    return said;
  }
  /// CPU threads where no device is used.
  constexpr Options parallel(bool value) const {
    Options said = *this;
    said.parallel_ = value;
    return said;
  }
  /// CPU threads, at most.
  constexpr Options cores(int value) const {
    Options said = *this;
    said.cores_ = value;
    return said;
  }
  /// Bytes that the chunks in flight may need, all devices together.
  constexpr Options memory(Index bytes) const {
    Options said = *this;
    said.memory_ = bytes;
    return said;
  }
  /// Devices, at most; 0 keeps the loop on the CPU.
  constexpr Options gpus(int value) const {
    Options said = *this;
    said.gpus_ = value;
    return said;
  }
  /// Chunks in flight on each device.
  constexpr Options maxGpuParallelJobs(int value) const {
    Options said = *this;
    said.maxGpuParallelJobs_ = value;
    return said;
  }
  constexpr Options schedule(Schedule value) const {
    Options said = *this;
    said.schedule_ = value;
    return said;
  }
  /// No more than the compiler was told to allow.
  constexpr Options math(Math value) const {
    Options said = *this;
    said.math_ = value;
    return said;
  }
  constexpr Options complexityThreshold(int value) const {
    Options said = *this;
    said.complexityThreshold_ = value;
    return said;
  }
  constexpr Options minIterations(Index value) const {
    Options said = *this;
    said.minIterations_ = value;
    return said;
  }
  /// Set by the compiler: the function's complexity level is over its threshold, so CPU threads instead of devices.
  constexpr Options complexityExceeded(bool value = true) const {
    Options said = *this;
    said.complexityExceeded_ = value;
    return said;
  }
};

/// A loop's place in the source, a constant of the rewritten file. `file` as the compiler was given it.
struct Site {
  const char* function = "";
  const char* file = "";
  int line = 0;
  int column = 0;
  Options options = {};
};

}  // namespace clustrix
