// Interval arithmetic over the symbols of a loop model: the cheap first attempt at every proof.
//
//     symbols with bounds + constraints ──tighten──► Ranges ──evaluate──► bounds of a polynomial
//
// Bounds are 128 bits wide and saturate: one that leaves the representable range means "no bound".
#pragma once

#include "clustrix/LoopModel.h"

#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace clustrix::compiler {

/// All integers from `min` to `max`, both inclusive.
struct Interval {
  Int128 min, max;
};

/// One interval for each symbol, in the order of LoopModel::symbols. Each access has its own, which differ in a few
/// symbols: these are what a copy holds, beside all others, which it shares.
class Ranges {
 public:
  Ranges() : Ranges(std::vector<Interval>()) {}
  explicit Ranges(std::vector<Interval> all);

  Interval operator[](std::size_t symbol) const;
  Interval operator[](SymbolId id) const { return (*this)[static_cast<std::size_t>(id.value)]; }
  void set(SymbolId id, Interval range);
  /// Whether every symbol has a value.
  bool possible() const;
  /// Where they have become many, lets copies share them all.
  void settle();

 private:
  std::shared_ptr<const std::vector<Interval>> all_;
  bool allPossible_ = true;
  std::vector<std::pair<std::size_t, Interval>> own_;  // instead of those; sorted
};

/// Bounds beyond this magnitude say nothing.
Int128 unbounded();

Interval add(Interval left, Interval right);
Interval multiply(Interval left, Interval right);

/// value / divisor when that is an integer of 64 bits.
std::optional<std::int64_t> exactQuotient(std::int64_t value, std::int64_t divisor);

/// The bounds that the symbols' types give.
Ranges rangesOf(const LoopModel& model);

/// Bounds of `value`, an over-approximation.
Interval evaluate(const Polynomial& value, const Ranges& ranges);

/// Narrows `ranges` to where every one of `constraints` can be `>= 0`. False when no point is left.
bool tighten(Ranges& ranges, const std::vector<Polynomial>& constraints);

/// Constraints that are taken up one by one, and ranges that keep to them: a new one is compared with those that share
/// a symbol with it, or with what became narrower.
class Assumptions {
 public:
  auto begin() const { return all_.begin(); }
  auto end() const { return all_.end(); }
  const std::vector<Polynomial>& all() const { return all_; }
  /// Those in which the product is a term: places in `all`, in ascending order.
  const std::vector<int>& with(const Monomial& product) const;
  bool mention(SymbolId id) const { return bySymbol_.contains(id); }

  /// As tighten() does after each one.
  void add(const Polynomial& constraint, Ranges& ranges);
  /// tighten() by `more` and by these, of ranges that were tightened by these.
  bool tighten(Ranges& ranges, const std::vector<Polynomial>& more) const;

 private:
  std::vector<Polynomial> all_;
  std::set<Polynomial> known_;
  std::map<SymbolId, std::vector<int>> bySymbol_;
  std::map<Monomial, std::vector<int>> byProduct_;
  std::set<int> pending_;  // what the rounds of before did not come to
  bool possible_ = true;
};

}  // namespace clustrix::compiler
