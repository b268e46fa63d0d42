#include "inspection/KnownElements.h"

#include <algorithm>

#include "support/BestEffort.h"

namespace clustrix::runtime {
namespace {

/// Of the gain, at most so much is spent on the look.
constexpr double share = 0.8;
/// Seconds that a thread takes for an element, before any was looked at.
constexpr double secondsOfTouch = 4e-9;
/// Bytes of lists an element that was looked at: more take longer to compare than the elements to look at.
constexpr std::size_t worthKeeping = 64;

/// The second, the fourth, the eighth, ... one.
bool isRare(unsigned count) { return count > 1 && (count & (count - 1)) == 0; }

}  // namespace

bool KnownElements::Known::isOf(const TouchedElements& elements) const {
  const auto isSame = [](const KeptList& kept, Inspection* now) {
    const List& list = now->list();
    return kept.from() == list.from && now->isReadable() && kept.isOf(list);
  };
  return apart && iterations == elements.iterations() && numbers == elements.numbers() &&
         std::equal(lists.begin(), lists.end(), elements.lists().begin(), elements.lists().end(), isSame);
}

std::size_t KnownElements::Known::bytes() const {
  std::size_t sum = 0;
  for (const KeptList& kept : lists) sum += kept.bytes();
  return sum;
}

void KnownElements::Known::forget() {
  lists.clear();
  blocks.clear();
  apart.reset();
}

void KnownElements::keep(Known& known, const TouchedElements& elements, bool apart) {
  kept_ -= known.bytes();
  known.forget();
  std::size_t wanted = 0;
  for (Inspection* one : elements.lists()) {
    if (!one->isReadable()) return;
    wanted += one->list().bytes();
  }
  if (wanted > mostBytes - kept_ || wanted > worthKeeping * static_cast<std::size_t>(elements.looked())) return;
  for (Inspection* one : elements.lists()) {
    known.lists.emplace_back(one->list());
    kept_ += known.lists.back().bytes();
  }
  known.numbers = elements.numbers();
  known.iterations = elements.iterations();
  known.blocks = elements.blocks();
  known.apart = apart;
}

double KnownElements::expected(const Known& known, TouchedElements& elements) const {
  const double each = known.touch > 0 ? known.touch : secondsOfTouch / threads_.available();
  return each * elements.touchesOfOne() * static_cast<double>(elements.iterations());
}

void KnownElements::allow(const Site& site, const All& all, double gain) {
  if (all.empty()) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  double wanted = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    TouchedElements& elements = *all[i];
    const Known& known = known_[{&site, i}];
    if (known.isOf(elements)) {
      elements.recall(known.blocks, *known.apart);
      elements.allow();
    } else {
      wanted += expected(known, elements);
    }
  }
  unsigned& refused = refused_[&site];
  const bool allowed = wanted <= share * gain || isRare(++refused);
  if (wanted <= share * gain) refused = 0;
  if (!allowed) return;
  for (const auto& elements : all) elements->allow();
}

bool KnownElements::areApart(const Site& site, std::size_t number, TouchedElements& elements) {
  if (elements.recalled()) return *elements.recalled();
  if (!elements.isAllowed()) return false;
  const std::lock_guard<std::mutex> lock(mutex_);
  Known& known = known_[{&site, number}];
  bool apart = false;
  bestEffort([&] { apart = elements.areApart(memory_); });
  if (elements.looked() > 0) known.touch = elements.seconds() / static_cast<double>(elements.looked());
  bestEffort([&] { keep(known, elements, apart); });
  return apart;
}

}  // namespace clustrix::runtime
