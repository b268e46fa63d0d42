#include "execution/Guards.h"

#include <algorithm>
#include <utility>

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

// What guards ask, in the words of the compiler's reports.
std::string words(const LoopState& state, const DisjointArrays& guard) {
  const std::string a = factsOf(state, guard.a).name, b = factsOf(state, guard.b).name;
  if (guard.a == guard.b) return "the rows of " + a + " don't overlap";
  return a + " and " + b + (guard.sameAllowed ? " are the same or don't overlap" : " don't overlap");
}
std::string words(const LoopState& state, const DisjointObject& guard) {
  return std::string(factsOf(state, guard.a).name) + " and a variable of the loop don't overlap";
}
std::string words(const LoopState& state, const NoAlias& guard) {
  std::string names;
  for (const auto* arrays : {&guard.arrays, &guard.own})
    for (const int array : *arrays) names += (names.empty() ? "" : ", ") + std::string(factsOf(state, array).name);
  return "what is written of " + names + " and the loop's variables overlaps nothing else of them";
}
std::string words(const LoopState&, Inspection& list) { return std::string(list.list().name) + " has no number twice"; }
std::string words(const LoopState&, const TouchedElements& elements) {
  return std::string("no two iterations touch the same element of ") + elements.array();
}

/// Calls `heard(guard, failed)` with each guard and what is wrong, until that answers false.
template <class Heard>
void askGuards(Context& context, const LoopState& state, const LaunchFacts& facts, const Heard& heard) {
  for (const DisjointArrays& guard : state.disjointArrays)
    if (!heard(guard, failedPair(state, facts, guard))) return;
  for (const DisjointObject& guard : state.disjointObjects)
    if (!heard(guard, failedObject(state, facts, guard))) return;
  for (const NoAlias& guard : state.allDisjoint)
    if (!heard(guard, failedAllDisjoint(state, facts, guard))) return;
  // Last, since they take longest.
  for (std::size_t i = 0; i < state.distinct.size(); ++i) {
    Inspection& list = *state.distinct[i];
    const bool holds = context.lists.isDistinct(*state.site, static_cast<int>(i), list, context.cpu);
    if (!heard(list, holds ? "" : std::string("a number may be twice in ") + list.list().name)) return;
  }
  for (std::size_t i = 0; i < state.touched.size(); ++i) {
    TouchedElements& elements = *state.touched[i];
    if (!elements.isToBeApart()) continue;
    const bool holds = context.elements.areApart(*state.site, i, elements);
    if (!heard(elements, holds ? "" : std::string("two iterations may touch the same element of ") + elements.array()))
      return;
  }
}

}  // namespace

std::string failedGuard(Context& context, const LoopState& state, const LaunchFacts& facts) {
  std::string first;
  askGuards(context, state, facts, [&](const auto&, std::string failed) {
    first = std::move(failed);
    return first.empty();
  });
  return first;
}

std::vector<GuardResult> guardResults(Context& context, const LoopState& state, const LaunchFacts* facts) {
  std::vector<GuardResult> results;
  const char* const failed = state.required ? "" : "a condition on parameters fails";
  results.push_back({"its parameters are as it needs them", failed, false});
  if (!state.required) return results;
  results.push_back({"what it touches is known", facts ? "" : "addresses leave their range", false});
  if (!facts) return results;
  askGuards(context, state, *facts, [&](auto& guard, std::string failed) {
    results.push_back({words(state, guard), std::move(failed), true});
    return true;
  });
  return results;
}

}  // namespace clustrix::runtime
