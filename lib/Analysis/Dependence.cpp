// Pairs of accesses: arithmetic on the subscripts first, since it decides nearly all pairs in well under a microsecond,
// isl for the rest.
#include "Analysis/Dependence.h"

#include "Analysis/System.h"

#include <isl/ilp.h>
#include <algorithm>

namespace clustrix::compiler {
namespace {

struct Bytes {
  std::int64_t begin, end;
};

/// The touched part of the element: the whole one when the model does not say; nothing when it does not fit.
std::optional<Bytes> partOf(const Access& access, std::int64_t elementBytes) {
  if (elementBytes <= 0 || access.byteBegin < 0 || access.byteEnd > elementBytes) return std::nullopt;
  if (access.byteBegin >= access.byteEnd) return Bytes{0, elementBytes};
  return Bytes{access.byteBegin, access.byteEnd};
}

/// An access that reaches beyond its element may touch any other.
bool staysInElement(const Access& access, std::int64_t elementBytes) {
  return partOf(access, elementBytes).has_value();
}

bool bytesApart(const Access& left, const Access& right, std::int64_t elementBytes) {
  const auto a = partOf(left, elementBytes), b = partOf(right, elementBytes);
  return a && b && (a->end <= b->begin || b->end <= a->begin);
}

/// What is touched of the element: so many bytes from where they begin.
struct Piece {
  Polynomial begin;
  std::int64_t bytes;
};

Piece pieceOf(const Touch& touch, std::int64_t elementBytes) {
  if (touch.offsetHolds) return {*touch.access->offset, touch.access->someBytes};
  const Bytes all = *partOf(*touch.access, elementBytes);
  return {Polynomial(all.begin), all.end - all.begin};
}

/// `coefficient * k0 + rest`, where the rest has parameters only.
struct Line {
  std::int64_t coefficient;
  Polynomial rest;
};
std::optional<Line> lineOf(const Facts& facts, const Polynomial& position) {
  const SymbolId counter = facts.model.loops[0].counter;
  const auto slope = position.coefficientOf(counter);
  const auto coefficient = slope ? slope->constant() : std::nullopt;
  Polynomial rest = position.without(counter);
  if (!coefficient || !facts.overParameters(rest)) return std::nullopt;
  return Line{*coefficient, std::move(rest)};
}

/// Whether different iterations are never at the same position of one dimension.
bool positionsApart(const Facts& facts, const Polynomial& left, const Polynomial& right) {
  const auto a = lineOf(facts, left), b = lineOf(facts, right);
  if (!a || !b || a->coefficient != b->coefficient) return false;
  const auto shift = subtract(a->rest, b->rest);
  const auto amount = shift ? shift->constant() : std::nullopt;
  if (!amount) return false;
  if (a->coefficient == 0) return *amount != 0;
  // The same position needs iterations `amount / coefficient` apart: none when that is zero or no integer.
  return *amount == 0 || !exactQuotient(*amount, a->coefficient);
}

/// What is zero wherever the access happens: constraints from both sides.
std::vector<Polynomial> equalitiesOf(const Domain& domain) {
  std::vector<Polynomial> equalities;
  for (const Polynomial& constraint : domain.constraints) {
    const auto opposite = multiply(constraint, Polynomial(-1));
    if (opposite &&
        std::find(domain.constraints.begin(), domain.constraints.end(), *opposite) != domain.constraints.end())
      equalities.push_back(constraint);
  }
  return equalities;
}

/// Whether positions that agree leave only one iteration, by what must be zero in both.
///
///     positions (r, q), and k = n*q + r: the same r and the same q are the same k
bool positionsTellIteration(const Facts& facts, const Touch& left, const Touch& right) {
  if (left.positions != right.positions) return false;
  std::vector<Polynomial> agreed = equalitiesOf(left.domain);
  const std::vector<Polynomial> others = agreed.empty() ? agreed : equalitiesOf(right.domain);
  std::erase_if(agreed,
                [&](const Polynomial& one) { return std::find(others.begin(), others.end(), one) == others.end(); });
  if (agreed.empty()) return false;
  agreed.insert(agreed.end(), left.positions.begin(), left.positions.end());
  const SymbolId counter = facts.model.loops[0].counter;
  std::vector<SymbolId> told;
  const auto isTold = [&](SymbolId id) { return std::find(told.begin(), told.end(), id) != told.end(); };
  for (bool grown = true; grown;) {
    grown = false;
    for (const Polynomial& one : agreed) {
      std::vector<SymbolId> open = one.symbols();
      std::erase_if(open, [&](SymbolId id) { return facts.isParameter(id) || isTold(id); });
      const auto slope = open.size() == 1 ? one.coefficientOf(open.front()) : std::nullopt;
      const auto factor = slope ? slope->constant() : std::nullopt;
      if (!factor || *factor == 0) continue;
      told.push_back(open.front());
      grown = true;
    }
  }
  return isTold(counter);
}

bool placesKnown(const Touch& left, const Touch& right, std::int64_t elementBytes) {
  return !left.positions.empty() && left.positions.size() == right.positions.size() &&
         staysInElement(*left.access, elementBytes) && staysInElement(*right.access, elementBytes);
}

/// An element of one list in either iteration.
struct SameList {
  SymbolId earlier, later;
};
enum class Order { Any, Less, Greater, Equal };

/// The symbols of listed values in the positions.
std::vector<SymbolId> listedIn(const Facts& facts, const Touch& touch) {
  std::vector<SymbolId> found;
  for (const Polynomial& position : touch.positions)
    for (const SymbolId id : position.symbols())
      if (facts.model.symbols[static_cast<std::size_t>(id.value)].listed &&
          std::find(found.begin(), found.end(), id) == found.end())
        found.push_back(id);
  return found;
}

/// All (distance, iteration of `earlier`, iteration of `later`) that meet, with distance >= 1, where the elements of
/// the list are in this order. Where they are equal, they are the same element.
isl::BasicSet meetings(const Facts& facts, const Touch& earlier, const Touch& later, std::int64_t elementBytes,
                       const SameList* list = nullptr, Order order = Order::Any) {
  System system(facts);
  Iteration first, second;
  // The distance comes first: distanceOf() relies on it.
  const int distance = system.variable("distance");
  Row past;
  past.variables[distance] = 1;
  system.nonNegative(plus(past, -1));
  const Polynomial counter = Polynomial::symbol(facts.model.loops[0].counter);
  const Row start = system.row(counter, first);
  system.zero(difference(difference(system.row(counter, second), start), past));
  for (std::size_t d = 0; d < earlier.positions.size(); ++d) {
    const Row a = system.row(earlier.positions[d], first);
    system.zero(difference(a, system.row(later.positions[d], second)));
  }
  if (earlier.offsetHolds || later.offsetHolds) {
    // Each begins before the other ends.
    const Piece a = pieceOf(earlier, elementBytes), b = pieceOf(later, elementBytes);
    const Row from = system.row(a.begin, first), to = system.row(b.begin, second);
    system.nonNegative(plus(difference(to, from), b.bytes - 1));
    system.nonNegative(plus(difference(from, to), a.bytes - 1));
  }
  if (order != Order::Any) {
    const Row a = system.row(Polynomial::symbol(list->earlier), first);
    const Row b = system.row(Polynomial::symbol(list->later), second);
    if (order == Order::Less) system.nonNegative(plus(difference(b, a), -1));
    if (order == Order::Greater) system.nonNegative(plus(difference(a, b), -1));
    if (order == Order::Equal) {
      const auto place = [&](SymbolId id) {
        return facts.model.symbols[static_cast<std::size_t>(id.value)].listed->position;
      };
      system.zero(difference(a, b));
      system.zero(difference(system.row(place(list->earlier), first), system.row(place(list->later), second)));
    }
  }
  system.restrict(earlier.domain, first);
  system.restrict(later.domain, second);
  return system.points();
}

/// Whether iterations never meet, since no two elements of a list are the same number.
bool apartByList(const Facts& facts, const Touch& earlier, const Touch& later, std::int64_t elementBytes) {
  const std::vector<SymbolId> a = listedIn(facts, earlier), b = listedIn(facts, later);
  if (a.size() != 1 || b.size() != 1) return false;
  const auto listOf = [&](SymbolId id) { return facts.model.symbols[static_cast<std::size_t>(id.value)].listed->list; };
  if (listOf(a[0]) != listOf(b[0]) || !facts.distinct.contains(listOf(a[0]))) return false;
  const SameList list{a[0], b[0]};
  const Order orders[] = {Order::Less, Order::Greater, Order::Equal};
  return std::all_of(std::begin(orders), std::end(orders), [&](Order order) {
    return isEmpty(meetings(facts, earlier, later, elementBytes, &list, order)) == isl::Answer::Yes;
  });
}

void addConflict(const Facts& facts, const Touch& earlier, const Touch& later, std::int64_t elementBytes,
                 std::vector<Conflict>& conflicts) {
  isl::BasicSet points = meetings(facts, earlier, later, elementBytes);
  const isl::Answer none = isEmpty(points);
  if (none == isl::Answer::Yes) return;
  const bool isListed = !listedIn(facts, earlier).empty() || !listedIn(facts, later).empty();
  if (isListed && apartByList(facts, earlier, later, elementBytes)) return;
  // What numbers a list has is no matter of parameters.
  if (none == isl::Answer::Unknown || isListed) points = isl::BasicSet();
  conflicts.push_back({earlier.access, later.access, std::move(points)});
}

}  // namespace

bool plainlyApart(const Facts& facts, const Touch& left, const Touch& right, std::int64_t elementBytes) {
  // Members that lie apart in one element do so in any two, wherever these are.
  if (bytesApart(*left.access, *right.access, elementBytes)) return true;
  if (!placesKnown(left, right, elementBytes)) return false;
  for (std::size_t d = 0; d < left.positions.size(); ++d)
    if (positionsApart(facts, left.positions[d], right.positions[d])) return true;
  return positionsTellIteration(facts, left, right);
}

std::vector<Conflict> conflictsBetween(const Facts& facts, const Touch& left, const Touch& right,
                                       std::int64_t elementBytes) {
  if (plainlyApart(facts, left, right, elementBytes)) return {};
  if (!placesKnown(left, right, elementBytes)) return {{right.access, left.access, {}}};
  std::vector<Conflict> conflicts;
  addConflict(facts, left, right, elementBytes, conflicts);
  if (&left != &right) addConflict(facts, right, left, elementBytes, conflicts);
  return conflicts;
}

namespace {

/// All meetings for any parameters. To project everything but the distance out would take exponentially many rows; a
/// linear program over them takes but a few steps. Null when isl gives up.
isl::Set meetingsOf(const Conflict& conflict) { return withParametersAsVariables(conflict.meetings); }

std::optional<std::int64_t> least(const isl::Set& meetings) {
  return isl::toInteger(isl::Val(isl_set_dim_min_val(meetings.copy(), 0)));
}
std::optional<std::int64_t> greatest(const isl::Set& meetings) {
  return isl::toInteger(isl::Val(isl_set_dim_max_val(meetings.copy(), 0)));
}

}  // namespace

std::optional<std::int64_t> distanceOf(const Conflict& conflict) {
  const isl::Set meetings = meetingsOf(conflict);
  const auto distance = meetings ? least(meetings) : std::nullopt;
  return distance && greatest(meetings) == distance ? distance : std::nullopt;
}

std::int64_t leastDistance(const Conflict& conflict) {
  const isl::Set meetings = meetingsOf(conflict);
  return meetings ? least(meetings).value_or(1) : 1;
}

}  // namespace clustrix::compiler
