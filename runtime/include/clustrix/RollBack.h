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

/// What iterations are. Tasks call libraries: each is worth a thread of the host, and one that throws rolls back, if
/// any may. Drawing tasks have streams of random numbers of their own, which the loop's text has not: they run as tasks
/// whatever would be quicker. Those on devices have libraries work on the thread's current device; those that drive it
/// do so through CUDA, and run as tasks where there are several.
enum class Iterations : unsigned { Plain = 0, Tasks = 1, Drawing = 2, OnDevices = 4, Driving = 8 };
constexpr Iterations operator|(Iterations left, Iterations right) {
  return static_cast<Iterations>(static_cast<unsigned>(left) | static_cast<unsigned>(right));
}
constexpr bool have(Iterations all, Iterations one) {
  return (static_cast<unsigned>(all) & static_cast<unsigned>(one)) != 0;
}

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

  /// Whether an iteration has: others need not begin.
  bool asked() const { return __atomic_load_n(asked_, __ATOMIC_RELAXED) != 0; }

  /// The same in a function that returns a T, which is as good as any other: all that is computed of it is undone.
  template <class T>
  CLUSTRIX_HD T as() const {
    (*this)();
    return T();
  }

 private:
  int* asked_;
};

}  // namespace clustrix
