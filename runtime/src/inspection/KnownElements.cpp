#include "inspection/KnownElements.h"

#include <algorithm>

#include "support/BestEffort.h"

namespace clustrix::runtime {
namespace {

/// Operations an element that is touched, from which on a loop takes clearly longer than the look.
constexpr double wellWorth = 100;
/// Bytes of lists an element that was looked at: more take longer to compare than the elements to look at.
constexpr std::size_t worthKeeping = 64;

/// The second, the fourth, the eighth, ... one.
bool isRare(unsigned count) { return count > 1 && (count & (count - 1)) == 0; }

}  // namespace

bool KnownElements::Known::isOf(const TouchedElements& elements) const {
  const auto isSame = [](const KeptList& kept, Inspection* now) {
    const List& list = now->list();
    return kept.from() == list.from && isReadable(list) && kept.isOf(list);
  };
  return apart && iterations == elements.iterations() && numbers == elements.numbers() &&
         std::equal(lists.begin(), lists.end(), elements.lists().begin(), elements.lists().end(), isSame);
}

std::size_t KnownElements::Known::bytes() const {
  std::size_t sum = 0;
  for (const KeptList& kept : lists) sum += kept.bytes();
  return sum;
}

void KnownElements::keep(Known& known, const TouchedElements& elements, bool apart) {
  kept_ -= known.bytes();
  known.lists.clear();
  known.apart.reset();
  std::size_t wanted = 0;
  for (Inspection* one : elements.lists()) {
    if (!isReadable(one->list())) return;
    wanted += one->list().bytes();
  }
  if (wanted > mostBytes - kept_ || wanted > worthKeeping * static_cast<std::size_t>(elements.looked())) return;
  for (Inspection* one : elements.lists()) {
    known.lists.emplace_back(one->list());
    kept_ += known.lists.back().bytes();
  }
  known.numbers = elements.numbers();
  known.iterations = elements.iterations();
  known.apart = apart;
}

bool KnownElements::areApart(const Site& site, int number, double operations, bool always, TouchedElements& elements,
                             CpuThreads& threads) {
  const std::lock_guard<std::mutex> lock(mutex_);
  Known& known = known_[{&site, number}];
  if (known.isOf(elements)) {
    known.others = 0;
    return *known.apart;
  }
  ++known.others;
  const bool isLight = operations < wellWorth * elements.touchesOfOne();
  if (!always && isLight && !isRare(known.others)) return false;
  const bool apart = elements.areApart(threads);
  bestEffort([&] { keep(known, elements, apart); });
  return apart;
}

}  // namespace clustrix::runtime
