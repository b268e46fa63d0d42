#include "memory/IntervalSet.h"

#include <algorithm>

namespace clustrix::runtime {
namespace {

bool precedes(Bounds a, Bounds b) { return a.begin < b.begin; }

// Behind intervals that begin no later; those that meet are united.
void unite(std::vector<Bounds>& pieces, Bounds next) {
  if (!pieces.empty() && next.begin <= pieces.back().end)
    pieces.back().end = std::max(pieces.back().end, next.end);
  else
    pieces.push_back(next);
}

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
  adopt(all);
}

void IntervalSet::adopt(const std::vector<Bounds>& sorted) {
  pieces_.clear();
  for (Bounds piece : sorted) unite(pieces_, piece);
}

// What is in front of `first` and from `last` on stays where it is: sets of many pieces change in few places.
void IntervalSet::replace(Iterator first, Iterator last, const std::vector<Bounds>& by) {
  const auto from = pieces_.begin() + (first - pieces_.begin());
  const auto count = static_cast<std::size_t>(last - first), common = std::min(count, by.size());
  const auto middle = std::copy_n(by.begin(), common, from);
  if (count > common)
    pieces_.erase(middle, middle + static_cast<std::ptrdiff_t>(count - common));
  else
    pieces_.insert(middle, by.begin() + static_cast<std::ptrdiff_t>(common), by.end());
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
  // Those that `other` overlaps, touches or encloses.
  const Bounds hull = other.around();
  Iterator mine = std::lower_bound(pieces_.begin(), pieces_.end(), hull.begin,
                                   [](Bounds piece, Index value) { return piece.end < value; });
  const Iterator first = mine;
  const Iterator last =
      std::upper_bound(mine, end(), hull.end, [](Index value, Bounds piece) { return value < piece.begin; });
  std::vector<Bounds> merged;
  merged.reserve(static_cast<std::size_t>(last - first) + other.pieces_.size());
  for (Iterator its = other.begin(); mine != last || its != other.end();) {
    const bool takesMine = its == other.end() || (mine != last && mine->begin < its->begin);
    unite(merged, takesMine ? *mine++ : *its++);
  }
  replace(first, last, merged);
  return *this;
}

IntervalSet& IntervalSet::operator-=(const IntervalSet& other) {
  if (empty() || other.empty()) return *this;
  const Iterator first = firstEndingAfter(other.around().begin);
  const Iterator last =
      std::lower_bound(first, end(), other.around().end, [](Bounds piece, Index value) { return piece.begin < value; });
  if (first == last) return *this;
  std::vector<Bounds> left;
  left.reserve(static_cast<std::size_t>(last - first) + 1);
  Iterator hole = other.firstEndingAfter(first->begin);
  for (Iterator at = first; at != last; ++at) {
    Bounds piece = *at;
    while (hole != other.end() && hole->end <= piece.begin) ++hole;
    // The last hole may reach into the next piece as well.
    for (Iterator cut = hole; cut != other.end() && cut->begin < piece.end; ++cut) {
      if (piece.begin < cut->begin) left.push_back({piece.begin, cut->begin});
      piece.begin = std::min(cut->end, piece.end);
    }
    if (!piece.empty()) left.push_back(piece);
  }
  replace(first, last, left);
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
