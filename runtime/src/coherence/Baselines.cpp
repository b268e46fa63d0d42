#include "coherence/Baselines.h"

#include <algorithm>
#include <cstring>

namespace clustrix::runtime {

void Baselines::keep(Bounds interval, std::shared_ptr<const Bytes> bytes, std::size_t offset) {
  if (interval.empty()) return;
  cut(interval);
  pieces_[interval.begin] = {interval.end, std::move(bytes), offset};
  kept_ += IntervalSet(interval);
}

void Baselines::forget(const IntervalSet& set) {
  const IntervalSet gone = kept_ & set;
  IntervalSet left = kept_ - gone;
  for (Bounds hole : gone) cut(hole);
  kept_ = std::move(left);
}

void Baselines::cut(Bounds hole) {
  auto at = pieces_.lower_bound(hole.begin);
  if (at != pieces_.begin() && std::prev(at)->second.end > hole.begin) --at;
  while (at != pieces_.end() && at->first < hole.end) {
    const bool before = at->first<hole.begin, behind = at->second.end> hole.end;
    const std::size_t cutOff = static_cast<std::size_t>(hole.end - at->first);
    // The only step that wants memory comes first.
    if (before && behind)
      pieces_.emplace(hole.end, Piece{at->second.end, at->second.bytes, at->second.offset + cutOff});
    if (before) {
      at->second.end = hole.begin;
      ++at;
    } else if (behind) {
      auto piece = pieces_.extract(at);
      piece.key() = hole.end;
      piece.mapped().offset += cutOff;
      pieces_.insert(std::move(piece));
      return;
    } else {
      at = pieces_.erase(at);
    }
  }
}

void Baselines::writeChanged(Bounds interval, const unsigned char* latest) const {
  auto at = pieces_.upper_bound(interval.begin);
  if (at != pieces_.begin()) --at;
  for (; at != pieces_.end() && at->first < interval.end; ++at) {
    const Index begin = std::max(at->first, interval.begin), end = std::min(at->second.end, interval.end);
    if (begin >= end) continue;
    writeChangedBytes(reinterpret_cast<unsigned char*>(begin), latest + (begin - interval.begin),
                      at->second.bytes->data() + at->second.offset + static_cast<std::size_t>(begin - at->first),
                      static_cast<std::size_t>(end - begin));
  }
}

// Whole pieces first: most bytes of a superset did not change.
void writeChangedBytes(unsigned char* to, const unsigned char* result, const unsigned char* before, std::size_t size) {
  constexpr std::size_t piece = 64;
  for (std::size_t at = 0; at < size; at += piece) {
    const std::size_t end = std::min(size, at + piece);
    if (std::memcmp(result + at, before + at, end - at) == 0) continue;
    for (std::size_t b = at; b < end; ++b)
      if (result[b] != before[b]) to[b] = result[b];
  }
}

}  // namespace clustrix::runtime
