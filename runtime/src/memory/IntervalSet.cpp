#include "memory/IntervalSet.h"

#include <algorithm>

namespace clustrix::runtime {
namespace {

bool precedes(Bounds a, Bounds b) { return a.begin < b.begin; }

// Every `step`-th interval from `first` on, equally spaced ones as one Rows.
void appendEvery(const std::vector<Bounds>& pieces, std::size_t first, std::size_t step, RowsList& list) {
  RowsList own;
  for (std::size_t p = first; p < pieces.size(); p += step) append(own, run(pieces[p]));
  list.insert(list.end(), own.begin(), own.end());
}

}  // namespace

IntervalSet::IntervalSet(Bounds interval) {
  if (!interval.empty()) pieces_.push_back(interval);
}

IntervalSet::IntervalSet(const RowsList& rows) {
  std::vector<Bounds> all;
  for (const Rows& piece : rows)
    for (Index r = 0; r < piece.count; ++r) {
      const Index begin = piece.begin + r * piece.pitch;
      all.push_back({begin, begin + piece.length});
    }
  if (!std::is_sorted(all.begin(), all.end(), precedes)) std::sort(all.begin(), all.end(), precedes);
  adopt(std::move(all));
}

// Intervals ordered by their begins become the set; those that meet are united.
void IntervalSet::adopt(std::vector<Bounds> sorted) {
  pieces_.clear();
  for (Bounds piece : sorted) {
    if (!pieces_.empty() && piece.begin <= pieces_.back().end)
      pieces_.back().end = std::max(pieces_.back().end, piece.end);
    else
      pieces_.push_back(piece);
  }
}

Index IntervalSet::size() const {
  Index total = 0;
  for (Bounds piece : pieces_) total += piece.end - piece.begin;
  return total;
}

Bounds IntervalSet::around() const {
  return pieces_.empty() ? Bounds{} : Bounds{pieces_.front().begin, pieces_.back().end};
}

IntervalSet::Iterator IntervalSet::firstEndingAfter(Index position) const {
  return std::upper_bound(pieces_.begin(), pieces_.end(), position,
                          [](Index value, Bounds piece) { return value < piece.end; });
}

bool IntervalSet::contains(Bounds interval) const {
  if (interval.empty()) return true;
  const Iterator found = firstEndingAfter(interval.begin);
  return found != pieces_.end() && found->begin <= interval.begin && interval.end <= found->end;
}

Index IntervalSet::endFrom(Index position) const {
  const Iterator found = firstEndingAfter(position);
  return found != pieces_.end() && found->begin <= position ? found->end : position;
}

bool IntervalSet::overlaps(Bounds interval) const {
  if (interval.empty()) return false;
  const Iterator found = firstEndingAfter(interval.begin);
  return found != pieces_.end() && found->begin < interval.end;
}

bool IntervalSet::operator==(const IntervalSet& other) const {
  return std::equal(pieces_.begin(), pieces_.end(), other.pieces_.begin(), other.pieces_.end(),
                    [](Bounds a, Bounds b) { return a.begin == b.begin && a.end == b.end; });
}

IntervalSet& IntervalSet::operator+=(const IntervalSet& other) {
  if (other.empty()) return *this;
  std::vector<Bounds> all;
  all.reserve(pieces_.size() + other.pieces_.size());
  std::merge(pieces_.begin(), pieces_.end(), other.pieces_.begin(), other.pieces_.end(), std::back_inserter(all),
             precedes);
  adopt(std::move(all));
  return *this;
}

IntervalSet& IntervalSet::operator-=(const IntervalSet& other) {
  if (empty() || other.empty()) return *this;
  std::vector<Bounds> left;
  left.reserve(pieces_.size() + 1);
  Iterator hole = other.firstEndingAfter(pieces_.front().begin);
  for (Bounds piece : pieces_) {
    while (hole != other.end() && hole->end <= piece.begin) ++hole;
    // The last hole may reach into the next piece as well.
    for (Iterator cut = hole; cut != other.end() && cut->begin < piece.end; ++cut) {
      if (piece.begin < cut->begin) left.push_back({piece.begin, cut->begin});
      piece.begin = std::min(cut->end, piece.end);
    }
    if (!piece.empty()) left.push_back(piece);
  }
  pieces_ = std::move(left);
  return *this;
}

IntervalSet& IntervalSet::operator-=(Bounds interval) {
  return overlaps(interval) ? *this -= IntervalSet(interval) : *this;
}

IntervalSet operator+(IntervalSet a, const IntervalSet& b) { return a += b; }
IntervalSet operator-(IntervalSet a, const IntervalSet& b) { return a -= b; }

IntervalSet operator&(const IntervalSet& a, const IntervalSet& b) {
  IntervalSet both;
  if (a.empty() || b.empty()) return both;
  IntervalSet::Iterator x = a.firstEndingAfter(b.pieces_.front().begin);
  IntervalSet::Iterator y = b.firstEndingAfter(a.pieces_.front().begin);
  while (x != a.end() && y != b.end()) {
    const Bounds common{std::max(x->begin, y->begin), std::min(x->end, y->end)};
    if (!common.empty()) both.pieces_.push_back(common);
    if (x->end < y->end)
      ++x;
    else
      ++y;
  }
  return both;
}

bool overlap(const IntervalSet& a, const IntervalSet& b) {
  if (a.empty() || b.empty()) return false;
  const Bounds near{std::max(a.around().begin, b.around().begin), std::min(a.around().end, b.around().end)};
  return !near.empty() && !(a & b).empty();
}

RowsList rowsOf(const IntervalSet& set) {
  // Columns of a matrix side by side take turns: every second or third interval makes a column.
  constexpr std::size_t mostColumns = 4;
  const std::vector<Bounds> pieces(set.begin(), set.end());
  RowsList best;
  for (std::size_t columns = 1; columns <= mostColumns; ++columns) {
    RowsList list;
    for (std::size_t first = 0; first < columns; ++first) appendEvery(pieces, first, columns, list);
    if (columns == 1 || list.size() < best.size()) best = std::move(list);
    if (best.size() <= columns) break;
  }
  return best;
}

}  // namespace clustrix::runtime
