// Refusals: guards of a loop that fail again and again are asked less and less.
//
//     8 launches are refused ─► 1 runs as written unasked ─► asked: refused ─► 2 unasked ─► asked: refused ─► 4 ...
//
// Only where asking takes three thousandths of the loop or more: a long loop loses nothing by it, and much where the
// guards would have held.
#pragma once

#include <map>
#include <mutex>

#include "clustrix/Options.h"

namespace clustrix::runtime {

class Refusals {
 public:
  /// A guard has failed: it took `asking` seconds to find out, and the loop as written takes about `serial`.
  void failed(const Site& site, double asking, double serial);
  /// All guards have held.
  void held(const Site& site);
  /// Whether this launch is to run as written without being asked, which counts as one such launch.
  bool skips(const Site& site);

 private:
  struct History {
    int inARow = 0;   // launches that were refused
    int unasked = 0;  // launches that are still to run so
  };
  std::mutex mutex_;
  std::map<const Site*, History> histories_;
};

}  // namespace clustrix::runtime
