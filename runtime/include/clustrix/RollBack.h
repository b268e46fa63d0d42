// RollBack: how an iteration says that it has come to what cannot be done out of order, and its launch has to be
// undone.
//
//     if (v[i] <= 0.0) { fprintf(stderr, ...); exit(3); }     ──►     if (v[i] <= 0.0) { return rollBack(); }
//
// All that the launch has written is as it was before, then, and the loop's own text runs: it comes to the same place
// when all iterations before it have run, and none behind it.
#pragma once

#include "clustrix/configure.h"

namespace clustrix {

class RollBack {
 public:
  /// `asked`: of the device that the kernel runs on, or the host; 0 until an iteration asks.
  explicit RollBack(int* asked) : asked_(asked) {}

  CLUSTRIX_HD void operator()() const {
#if defined(__CUDA_ARCH__)
    *static_cast<volatile int*>(asked_) = 1;
#else
    __atomic_store_n(asked_, 1, __ATOMIC_RELAXED);
#endif
  }

 private:
  int* asked_;
};

}  // namespace clustrix
