#include "inspection/KnownLists.h"

#include <exception>

#include "support/BestEffort.h"

namespace clustrix::runtime {

bool KnownLists::isDistinct(const Site& site, int number, Inspection& inspection, CpuThreads& threads) {
  const List& list = inspection.list();
  if (list.count() == 0) return true;
  if (!isReadable(list)) return false;
  const std::pair<const Site*, int> place{&site, number};
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto known = known_.find(place);
  if (known != known_.end() && known->second.list.isOf(list)) return known->second.distinct;
  const ListedValues values = inspection.all();
  const bool distinct = values.known && runtime::isDistinct(list, values, threads);
  bestEffort([&] { keep(place, list, distinct); });
  return distinct;
}

void KnownLists::keep(const std::pair<const Site*, int>& place, const List& list, bool distinct) {
  if (const auto known = known_.find(place); known != known_.end()) {
    kept_ -= known->second.list.bytes();
    known_.erase(known);
  }
  if (list.bytes() > mostBytes - kept_) return;
  known_.emplace(place, Known{KeptList(list), distinct});
  kept_ += list.bytes();
}

}  // namespace clustrix::runtime
