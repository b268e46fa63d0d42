#include "memory/IntervalSet.h"

#include <algorithm>

namespace clustrix::runtime {
namespace {

bool precedes(Bounds a, Bounds b) { return a.begin < b.begin; }
bool isSame(Bounds a, Bounds b) { return a.begin == b.begin && a.end == b.end; }

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
  if (!interval.empty()) pieces_ = std::make_shared<std::vector<Bounds>>(1, interval);
}

IntervalSet::IntervalSet(const RowsList& rows) {
  std::vector<Bounds> each;
  for (const Rows& piece : rows)
    for (Index r = 0; r < piece.count; ++r) {
      const Index begin = piece.begin + r * piece.pitch;
      each.push_back({begin, begin + piece.length});
    }
  if (!std::is_sorted(each.begin(), each.end(), precedes)) std::sort(each.begin(), each.end(), precedes);
  std::vector<Bounds> united;
  for (Bounds piece : each) unite(united, piece);
  adopt(std::move(united));
}

void IntervalSet::adopt(std::vector<Bounds> pieces) {
  pieces_ = pieces.empty() ? nullptr : std::make_shared<std::vector<Bounds>>(std::move(pieces));
}

// What is in front of `first` and from `last` on stays as it is: sets of many pieces change in few places.
void IntervalSet::replace(Iterator first, Iterator last, const std::vector<Bounds>& by) {
  if (std::equal(first, last, by.begin(), by.end(), isSame)) return;
  const auto from = first - begin(), count = last - first;
  if (!pieces_ || pieces_.use_count() > 1) pieces_ = std::make_shared<std::vector<Bounds>>(begin(), end());
  const auto common = std::min(count, static_cast<std::ptrdiff_t>(by.size()));
  // First what may want memory and not get it: until then, the set is as it was.
  if (count > common)
    pieces_->erase(pieces_->begin() + from + common, pieces_->begin() + from + count);
  else
    pieces_->insert(pieces_->begin() + from + common, by.begin() + common, by.end());
  std::copy_n(by.begin(), common, pieces_->begin() + from);
  if (pieces_->empty()) pieces_ = nullptr;
}

Index IntervalSet::size() const {
  Index total = 0;
  for (Bounds piece : *this) total += piece.end - piece.begin;
  return total;
}

Bounds IntervalSet::around() const { return empty() ? Bounds{} : Bounds{begin()->begin, std::prev(end())->end}; }

IntervalSet::Iterator IntervalSet::firstEndingAfter(Index position) const {
  return std::upper_bound(begin(), end(), position, [](Index value, Bounds piece) { return value < piece.end; });
}

bool IntervalSet::contains(Bounds interval) const {
  if (interval.empty()) return true;
  const Iterator found = firstEndingAfter(interval.begin);
  return found != end() && found->begin <= interval.begin && interval.end <= found->end;
}

Index IntervalSet::endFrom(Index position) const {
  const Iterator found = firstEndingAfter(position);
  return found != end() && found->begin <= position ? found->end : position;
}

bool IntervalSet::overlaps(Bounds interval) const {
  if (interval.empty()) return false;
  const Iterator found = firstEndingAfter(interval.begin);
  return found != end() && found->begin < interval.end;
}

bool IntervalSet::operator==(const IntervalSet& other) const {
  return pieces_ == other.pieces_ || std::equal(begin(), end(), other.begin(), other.end(), isSame);
}

IntervalSet& IntervalSet::operator+=(const IntervalSet& other) {
  if (other.empty()) return *this;
  // Those that `other` overlaps, touches or encloses.
  const Bounds hull = other.around();
  Iterator mine =
      std::lower_bound(begin(), end(), hull.begin, [](Bounds piece, Index value) { return piece.end < value; });
  const Iterator first = mine;
  const Iterator last =
      std::upper_bound(mine, end(), hull.end, [](Index value, Bounds piece) { return value < piece.begin; });
  std::vector<Bounds> merged;
  merged.reserve(static_cast<std::size_t>(last - first) + other.count());
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
  std::vector<Bounds> common;
  if (a.empty() || b.empty()) return {};
  IntervalSet::Iterator x = a.firstEndingAfter(b.around().begin);
  IntervalSet::Iterator y = b.firstEndingAfter(a.around().begin);
  while (x != a.end() && y != b.end()) {
    const Bounds both{std::max(x->begin, y->begin), std::min(x->end, y->end)};
    if (!both.empty()) common.push_back(both);
    if (x->end < y->end)
      ++x;
    else
      ++y;
  }
  IntervalSet both;
  both.adopt(std::move(common));
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
