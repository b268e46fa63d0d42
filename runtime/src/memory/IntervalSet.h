// IntervalSet: a set of positions, bytes of the host mostly, as ascending intervals that neither overlap nor touch.
//
//     ├────┤   ├──┤      ├─────────┤
//
// Regions.h has the form in which bytes are moved, equally spaced runs; this is the form in which they are counted. A
// copy shares the intervals until one of the two changes: what a launch leaves as it was is neither copied nor
// compared.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "memory/Regions.h"

namespace clustrix::runtime {

class IntervalSet {
 public:
  using Iterator = const Bounds*;

  IntervalSet() = default;
  explicit IntervalSet(Bounds interval);
  /// Rows in any order, overlapping or not.
  explicit IntervalSet(const RowsList& rows);

  bool empty() const { return pieces_ == nullptr; }
  Index size() const;
  Iterator begin() const { return pieces_ ? pieces_->data() : nullptr; }
  Iterator end() const { return begin() + count(); }
  /// Empty where the set is.
  Bounds around() const;
  bool contains(Bounds interval) const;
  bool overlaps(Bounds interval) const;
  /// Where the interval that holds `position` ends; `position` where none does.
  Index endFrom(Index position) const;
  /// Calls `visit(part, isIn)` with the parts of `interval` in their order, each wholly in the set or wholly outside.
  template <class Visit>
  void forEachPart(Bounds interval, const Visit& visit) const {
    for (Iterator at = firstEndingAfter(interval.begin); !interval.empty(); ++at) {
      const Index begin = at == end() ? interval.end : std::min(at->begin, interval.end);
      if (interval.begin < begin) visit(Bounds{interval.begin, begin}, false);
      interval.begin = std::max(interval.begin, begin);
      if (interval.empty()) return;
      const Bounds in{interval.begin, std::min(at->end, interval.end)};
      visit(in, true);
      interval.begin = in.end;
    }
  }
  bool operator==(const IntervalSet& other) const;

  IntervalSet& operator+=(const IntervalSet& other);
  IntervalSet& operator-=(const IntervalSet& other);
  IntervalSet& operator-=(Bounds interval);

 private:
  friend IntervalSet operator&(const IntervalSet& a, const IntervalSet& b);

  Iterator firstEndingAfter(Index position) const;
  void adopt(std::vector<Bounds> pieces);
  void replace(Iterator first, Iterator last, const std::vector<Bounds>& by);

  std::size_t count() const { return pieces_ ? pieces_->size() : 0; }

  std::shared_ptr<std::vector<Bounds>> pieces_;  // null: there are none; never empty
};

IntervalSet operator+(IntervalSet a, const IntervalSet& b);
IntervalSet operator-(IntervalSet a, const IntervalSet& b);
IntervalSet operator&(const IntervalSet& a, const IntervalSet& b);
bool overlap(const IntervalSet& a, const IntervalSet& b);

/// The set as few rows as are easily found: a column of a matrix, or a few of them, is one Rows each.
RowsList rowsOf(const IntervalSet& set);

}  // namespace clustrix::runtime
