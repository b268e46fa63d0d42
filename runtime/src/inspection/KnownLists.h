// KnownLists: which lists are known to have no number twice.
//
// To look for a number that is there twice takes longer than to see that a list is what it was. So the list is kept
// with the answer, and compared.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <utility>

#include "clustrix/Options.h"
#include "inspection/Inspection.h"
#include "inspection/KeptList.h"

namespace clustrix::runtime {

class KnownLists {
 public:
  /// Whether no number is twice in what is inspected, for guard `number` of the loop; false where it cannot be read.
  bool isDistinct(const Site& site, int number, Inspection& inspection, CpuThreads& threads);

  static constexpr std::size_t mostBytes = std::size_t{1} << 30;  // of all that is kept

 private:
  struct Known {
    KeptList list;
    bool distinct = false;
  };
  void keep(const std::pair<const Site*, int>& place, const List& list, bool distinct);

  std::mutex mutex_;
  std::map<std::pair<const Site*, int>, Known> known_;
  std::size_t kept_ = 0;
};

}  // namespace clustrix::runtime
