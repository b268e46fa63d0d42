// KnownElements: which loops are known to have iterations that touch no element of another one.
//
// To go through all elements may take as long as the loop. So the lists that tell them are kept with the answer, and
// compared.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "clustrix/Options.h"
#include "inspection/KeptList.h"
#include "inspection/TouchedElements.h"

namespace clustrix::runtime {

class KnownElements {
 public:
  /// Whether no two iterations touch the same element, for guard `number` of the loop. `operations`: of an iteration,
  /// about; a loop of few is gone through where its lists come again, and now and then where they do not. `always`: it
  /// is gone through in any case.
  bool areApart(const Site& site, int number, double operations, bool always, TouchedElements& elements,
                CpuThreads& threads);

  static constexpr std::size_t mostBytes = std::size_t{1} << 30;  // of all that is kept

 private:
  struct Known {
    std::vector<KeptList> lists;
    std::vector<Index> numbers;
    Index iterations = -1;
    std::optional<bool> apart;  // none: nothing is kept
    unsigned others = 0;        // launches in a row with other lists

    bool isOf(const TouchedElements& elements) const;
    std::size_t bytes() const;
  };
  void keep(Known& known, const TouchedElements& elements, bool apart);

  std::mutex mutex_;
  std::map<std::pair<const Site*, int>, Known> known_;
  std::size_t kept_ = 0;
};

}  // namespace clustrix::runtime
