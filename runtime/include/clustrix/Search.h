// Search: the first iteration of a loop that leaves it, as a reduction: the least number of those that do.
//
//     kernel(k): does iteration k leave?   ──►   Searcher: Partial{first}, combined by min
//
// Once a lane has found one, it tries none behind it.
#pragma once

#include <limits>

#include "clustrix/Kernel.h"

namespace clustrix {

/// `Kernel` for the iterations from `begin` on, which is its iteration 0; numbers found are those of the whole loop.
template <class Kernel>
struct Searcher : runtime::Around<Kernel> {
  Kernel kernel;
  Index begin;

  Searcher(const Kernel& body, Index from) : kernel(body), begin(from) {}

  struct Partial {
    Index first;  // none: the largest Index
  };
  static constexpr Order order = Order::Interleaved;
  CLUSTRIX_HD static Partial identity() { return {std::numeric_limits<Index>::max()}; }
  CLUSTRIX_HD static void combine(Partial& left, const Partial& right) {
    if (right.first < left.first) left.first = right.first;
  }

#if defined(__CUDACC__)
#pragma nv_exec_check_disable  // see foldLane
#endif
  CLUSTRIX_HD void operator()(Index k, Partial& partial) const {
    if (begin + k < partial.first && kernel(begin + k)) partial.first = begin + k;
  }
};

}  // namespace clustrix
