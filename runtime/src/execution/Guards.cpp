#include "execution/Guards.h"

#include <algorithm>

#include "execution/NoAlias.h"
#include "memory/DisjointRows.h"

namespace clustrix::runtime {
namespace {

// Around all that the loop touches, or writes, of one array.
Bounds around(const LaunchFacts& facts, int array, bool writesOnly) {
  Bounds hull;
  for (const TouchedBytes& touched : facts.whole) {
    const bool writes =
        touched.access == Access::Writes || touched.access == Access::MayWrite || touched.access == Access::Combines;
    if (touched.array != array || (writesOnly && !writes)) continue;
    const Bounds piece = bounds(touched.rows);
    hull = hull.empty() ? piece : Bounds{std::min(hull.begin, piece.begin), std::max(hull.end, piece.end)};
  }
  return hull;
}

bool isKnown(const LaunchFacts& facts, int array) {
  return std::none_of(facts.unknown.begin(), facts.unknown.end(),
                      [array](const UnknownTouch& touch) { return touch.array == array; });
}
std::string notKnown(const ArrayFacts& array) {
  return std::string("what the loop touches of ") + array.name + " is not known";
}

bool overlap(Bounds a, Bounds b) { return !a.empty() && !b.empty() && a.begin < b.end && b.begin < a.end; }

// Whether an interval meets one of the runs themselves: what lies between them is not touched.
bool meets(const Rows& rows, Bounds interval) {
  if (!overlap({rows.begin, rows.end()}, interval)) return false;
  if (rows.count == 1) return true;
  const Index behind = interval.begin - rows.begin - rows.length;  // of the first run's end
  const Index first = behind < 0 ? 0 : behind / rows.pitch + 1;
  return first < rows.count && rows.begin + first * rows.pitch < interval.end;
}

bool meets(const LaunchFacts& facts, int array, Bounds interval) {
  return std::any_of(facts.whole.begin(), facts.whole.end(), [&](const TouchedBytes& touched) {
    return touched.array == array && std::any_of(touched.rows.begin(), touched.rows.end(),
                                                 [&](const Rows& rows) { return meets(rows, interval); });
  });
}

const ArrayFacts& factsOf(const LoopState& state, int array) { return state.arrays[static_cast<std::size_t>(array)]; }

bool meetRow(const ArrayFacts& rows, Bounds other) {
  return !forEachRow(rows, [&](Bounds row) { return !overlap(row, other); });
}

// What else a loop touches may be in a row, and pointers may lead to one place.
std::string failedRows(const LaunchFacts& facts, const DisjointArrays& guard, const ArrayFacts& a,
                       const ArrayFacts& b) {
  if (guard.a == guard.b) return rowsApart(a) ? "" : std::string("rows of ") + a.name + " overlap each other";
  bool meet = false;
  if (hasRows(a) && hasRows(b)) {
    meet = rowsMeet(a, b);
  } else {
    const bool first = hasRows(a);
    const int plain = first ? guard.b : guard.a;
    if (!isKnown(facts, plain)) return notKnown(first ? b : a);
    meet = meetRow(first ? a : b, around(facts, plain, !first));
  }
  return meet ? std::string("what is written to ") + a.name + " overlaps " + b.name : "";
}

std::string failedPair(const LoopState& state, const LaunchFacts& facts, const DisjointArrays& guard) {
  const ArrayFacts& a = factsOf(state, guard.a);
  const ArrayFacts& b = factsOf(state, guard.b);
  if (guard.sameAllowed && guard.a != guard.b && haveSameRows(a, b) && a.base == b.base &&
      a.elementSize == b.elementSize)
    return "";
  if (hasRows(a) || hasRows(b)) return failedRows(facts, guard, a, b);
  for (int array : {guard.a, guard.b})
    if (!isKnown(facts, array)) return notKnown(factsOf(state, array));
  if (!overlap(around(facts, guard.a, true), around(facts, guard.b, false))) return "";
  return std::string("what is written to ") + a.name + " overlaps " + b.name;
}

std::string failedObject(const LoopState& state, const LaunchFacts& facts, const DisjointObject& guard) {
  const Index begin = static_cast<Index>(reinterpret_cast<std::uintptr_t>(guard.bytes.begin));
  const Bounds object{begin, begin + static_cast<Index>(guard.bytes.size)};
  const ArrayFacts& array = factsOf(state, guard.a);
  if (!hasRows(array) && !isKnown(facts, guard.a)) return notKnown(array);
  if (!(hasRows(array) ? meetRow(array, object) : meets(facts, guard.a, object))) return "";
  return std::string(factsOf(state, guard.a).name) + " overlaps a variable of the loop";
}

}  // namespace

std::string failedGuard(Context& context, const LoopState& state, const LaunchFacts& facts) {
  for (const DisjointArrays& guard : state.disjointArrays) {
    const std::string failed = failedPair(state, facts, guard);
    if (!failed.empty()) return failed;
  }
  for (const DisjointObject& guard : state.disjointObjects) {
    const std::string failed = failedObject(state, facts, guard);
    if (!failed.empty()) return failed;
  }
  for (const NoAlias& guard : state.allDisjoint) {
    const std::string failed = failedAllDisjoint(state, facts, guard);
    if (!failed.empty()) return failed;
  }
  // Last, since they take longest.
  for (std::size_t i = 0; i < state.distinct.size(); ++i) {
    Inspection& list = *state.distinct[i];
    if (!context.lists.isDistinct(*state.site, static_cast<int>(i), list, context.cpu))
      return std::string("a number may be twice in ") + list.list().name;
  }
  for (std::size_t i = 0; i < state.touched.size(); ++i) {
    TouchedElements& elements = *state.touched[i];
    if (elements.isToBeApart() && !context.elements.areApart(*state.site, i, elements))
      return std::string("two iterations may touch the same element of ") + elements.array();
  }
  return "";
}

}  // namespace clustrix::runtime
