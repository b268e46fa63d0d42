// From a list of accesses to positions in a common frame: which reading of the subscripts holds, and under which
// condition its inner positions stay within their dimensions.
#include "Analysis/Delinearise.h"
#include "Analysis/Dependence.h"
#include "Analysis/FreeStrides.h"
#include "Analysis/System.h"
#include "Support/Effort.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace clustrix::compiler {
namespace {

/// By what they touch and when.
struct Before {
  bool operator()(const Access* left, const Access* right) const {
    const auto key = [](const Access& access) {
      return std::tie(access.kind, access.array, access.index, access.byteBegin, access.byteEnd, access.someBytes,
                      access.offset, access.loops, access.conditions, access.update);
    };
    return key(*left) < key(*right);
  }
};

isl::Set united(const isl::Set& left, const isl::Set& right) {
  return isl::Set(isl_set_union(left.copy(), right.copy()));
}

struct Window {
  Polynomial position, size;
};

std::optional<Polynomial> beforeEnd(const Window& window) {
  const auto last = subtract(window.size, Polynomial(1));
  return last ? subtract(*last, window.position) : std::nullopt;
}

bool fits(const Facts& facts, const Domain& domain, const Window& window) {
  const auto room = beforeEnd(window);
  return room && holds(facts, domain, window.position) && holds(facts, domain, *room);
}

/// Moves whole rows from position d to d - 1: `i*m + m - 1 - j` splits into (i + 1, -1 - j), which is (i, m - 1 - j).
bool fitsAfterCarry(const Facts& facts, const Domain& domain, std::vector<Polynomial>& positions, std::size_t d,
                    const Polynomial& size) {
  if (fits(facts, domain, {positions[d], size})) return true;
  for (const std::int64_t rows : {1, -1}) {
    const auto amount = multiply(size, Polynomial(rows));
    const auto inner = amount ? add(positions[d], *amount) : std::nullopt;
    const auto outer = subtract(positions[d - 1], Polynomial(rows));
    if (!inner || !outer || !fits(facts, domain, {*inner, size})) continue;
    positions[d] = *inner;
    positions[d - 1] = *outer;
    return true;
  }
  return false;
}

/// The parameters for which an inner position leaves its dimension; null when unknown. May rewrite the positions.
isl::Set outside(const Facts& facts, const Domain& domain, std::vector<Polynomial>& positions,
                 const std::vector<Polynomial>& sizes) {
  isl::Set bad = emptyParameters(facts);
  for (std::size_t d = positions.size(); d-- > 1;) {
    if (fitsAfterCarry(facts, domain, positions, d, sizes[d - 1])) continue;
    const auto room = beforeEnd({positions[d], sizes[d - 1]});
    if (!room) return isl::Set();
    bad = united(bad, united(violation(facts, domain, positions[d]), violation(facts, domain, *room)));
  }
  return bad;
}

/// Reads the subscripts in one of the ways; the condition says when that is right.
Touches inWay(const Facts& facts, std::vector<Touch> list, const Dimensions& way) {
  isl::Set bad = emptyParameters(facts);
  std::vector<const Access*> accesses;
  std::size_t next = 0;
  for (Touch& touch : list) {
    if (!touch.access->index) continue;
    accesses.push_back(touch.access);
    touch.positions = way.positions[next++];
    bad = united(bad, outside(facts, touch.domain, touch.positions, way.sizes));
    if (!bad) break;
  }
  return {std::move(list), avoid(facts, bad, kWorthwhile, accesses)};
}

/// The first way that holds always, or else under a condition.
std::optional<Touches> bestWay(const Facts& facts, const std::vector<Touch>& list,
                               const std::vector<Dimensions>& ways) {
  std::optional<Touches> guarded;
  for (const Dimensions& way : ways) {
    Touches touches = inWay(facts, list, way);
    if (touches.separable.outcome == Condition::Always) return touches;
    if (touches.separable.outcome == Condition::Sometimes && !guarded) guarded = std::move(touches);
  }
  return guarded;
}

/// Reads the subscripts in strides of their own each; the condition says when that is right. Nothing where no such
/// strides are found, or elements never stay inside them.
std::optional<Touches> inStrides(const Facts& facts, std::vector<Touch> list, const FreeStrides& way) {
  std::size_t next = 0;
  for (Touch& touch : list)
    if (touch.access->index) touch.positions = way.positions[next++];
  const Condition inside = staysInside(facts, list, way.strides);
  if (inside.outcome != Condition::Always && inside.outcome != Condition::Sometimes) return std::nullopt;
  return Touches{std::move(list), inside};
}

/// The first way that may hold.
std::optional<Touches> inSomeStrides(const Facts& facts, const std::vector<Touch>& list,
                                     const std::vector<FreeStrides>& ways) {
  for (const FreeStrides& way : ways)
    if (auto touches = inStrides(facts, list, way)) return touches;
  return std::nullopt;
}

/// Whether each alternative of the condition wants a parameter to be a certain number, as a distance between planes of
/// 0 is one. What lies apart for a range of numbers is the better reading then.
bool wantsNumber(const Condition& condition) {
  const auto& rows = condition.guard.anyOf;
  return condition.outcome == Condition::Sometimes && std::all_of(rows.begin(), rows.end(), [](const auto& row) {
           return std::any_of(row.begin(), row.end(), [](const Comparison& one) { return one.equal; });
         });
}

/// Reads the subscripts in one of the ways, where that is right whatever the parameters.
std::optional<std::vector<Touch>> surelyInWay(const Facts& facts, std::vector<Touch> list, const Dimensions& way) {
  std::size_t next = 0;
  for (Touch& touch : list) {
    if (!touch.access->index) continue;
    touch.positions = way.positions[next++];
    for (std::size_t d = touch.positions.size(); d-- > 1;)
      if (!fitsAfterCarry(facts, touch.domain, touch.positions, d, way.sizes[d - 1])) return std::nullopt;
  }
  return list;
}

/// The access begins at its offset, and keeps to its part of the element: it is in no other one's.
bool offsetHolds(const Facts& facts, const Domain& domain, const Access& access) {
  if (!access.offset || !isAffineOverCounters(facts, *access.offset)) return false;
  const auto first = subtract(*access.offset, Polynomial(access.byteBegin));
  const auto room = subtract(Polynomial(access.byteEnd - access.someBytes), *access.offset);
  return first && room && holds(facts, domain, *first) && holds(facts, domain, *room);
}

/// The accesses that may happen, without positions.
std::vector<Touch> happening(const Facts& facts, const std::vector<const Access*>& accesses) {
  std::vector<Touch> list;
  std::optional<Domain> domain;
  const Access* before = nullptr;
  for (const Access* access : accesses) {
    const bool same = before && before->loops == access->loops && before->conditions == access->conditions;
    if (!same) domain = domainOf(facts, access->loops, access->conditions);
    before = access;
    if (!domain->empty) list.push_back({access, *domain, {}, offsetHolds(facts, *domain, *access)});
  }
  return list;
}

std::vector<Polynomial> subscriptsOf(const std::vector<Touch>& list) {
  std::vector<Polynomial> subscripts;
  for (const Touch& touch : list)
    if (touch.access->index) subscripts.push_back(*touch.access->index);
  return subscripts;
}

/// The subscripts less the parameters' part that all have in common, which moves no element towards another; nothing
/// where they have none.
std::optional<std::vector<Polynomial>> withoutCommonPart(const Facts& facts, std::vector<Polynomial> subscripts) {
  Polynomial common;
  for (const auto& [monomial, coefficient] : subscripts.front().terms()) {
    const auto hasIt = [&, &monomial = monomial, &coefficient = coefficient](const Polynomial& subscript) {
      const auto& terms = subscript.terms();
      return std::find(terms.begin(), terms.end(), std::pair(monomial, coefficient)) != terms.end();
    };
    if (!facts.overParameters(monomial) || !std::all_of(subscripts.begin(), subscripts.end(), hasIt)) continue;
    const auto sum = add(common, termOf(monomial, coefficient));
    if (!sum) return std::nullopt;
    common = *sum;
  }
  if (common == Polynomial()) return std::nullopt;
  for (Polynomial& subscript : subscripts) {
    const auto moved = subtract(subscript, common);
    if (!moved) return std::nullopt;
    subscript = *moved;
  }
  return subscripts;
}

}  // namespace

std::vector<const Access*> distinct(const std::vector<const Access*>& accesses) {
  std::vector<const Access*> list;
  std::map<const Access*, std::size_t, Before> places;
  for (const Access* access : accesses) {
    Effort::spend();
    const auto [place, isNew] = places.emplace(access, list.size());
    if (isNew)
      list.push_back(access);
    else if (const Access*& known = list[place->second];
             access->kind == AccessKind::Write && access->certain && !known->certain)
      known = access;  // what both branches of a condition have written, behind them
  }
  return list;
}

Touches touchesOf(const Facts& facts, const std::vector<const Access*>& accesses) {
  std::vector<Touch> list = happening(facts, distinct(accesses));
  const std::vector<Polynomial> subscripts = subscriptsOf(list);
  if (!subscripts.empty()) {
    auto touches = bestWay(facts, list, delinearise(facts, subscripts));
    if (touches && touches->separable.outcome == Condition::Always) return *std::move(touches);
    // Rows need not begin with the array: `a[i*m + j + 1]`.
    if (const auto moved = withoutCommonPart(facts, subscripts)) {
      auto others = bestWay(facts, list, delinearise(facts, *moved));
      if (others && (!touches || others->separable.outcome == Condition::Always)) return *std::move(others);
    }
    if (!touches) touches = inSomeStrides(facts, list, inFreeStrides(facts, subscripts));
    if (touches && !wantsNumber(touches->separable)) return *std::move(touches);
    if (auto planes = inSomeStrides(facts, list, inPlanes(facts, subscripts))) return *std::move(planes);
    if (touches) return *std::move(touches);
  }
  // No reading of the subscripts holds: every access may be anywhere, which needs no condition.
  return {std::move(list), {Condition::Always, {}}};
}

std::optional<std::vector<Touch>> sureTouchesOf(const Facts& facts, const std::vector<const Access*>& accesses) {
  const std::vector<Touch> list = happening(facts, accesses);
  const std::vector<Polynomial> subscripts = subscriptsOf(list);
  if (subscripts.empty()) return list;
  for (const Dimensions& way : delinearise(facts, subscripts))
    if (auto sure = surelyInWay(facts, list, way)) return sure;
  auto free = inSomeStrides(facts, list, inFreeStrides(facts, subscripts));
  return free && free->separable.outcome == Condition::Always ? std::optional(std::move(free->list)) : std::nullopt;
}

std::optional<Touches> touchesInRows(const Facts& facts, const std::vector<const Access*>& accesses) {
  const std::vector<Touch> list = happening(facts, distinct(accesses));
  const std::vector<Polynomial> subscripts = subscriptsOf(list);
  const auto affine = [&](const Polynomial& subscript) { return isAffineOverCounters(facts, subscript); };
  if (!std::all_of(subscripts.begin(), subscripts.end(), affine)) return std::nullopt;
  return bestWay(facts, list, inFixedRows(facts, subscripts));
}

}  // namespace clustrix::compiler
