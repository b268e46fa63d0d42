#include "execution/Guards.h"

#include <algorithm>
#include <optional>
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
FailedGuard notKnown(const ArrayFacts& array) {
  return {std::string("what the loop touches of ") + array.name + " is not known", {}};
}

bool overlap(Bounds a, Bounds b) { return !a.empty() && !b.empty() && a.begin < b.end && b.begin < a.end; }

// Where an interval meets one of the runs themselves: what lies between them is not touched.
std::optional<Index> meetingWith(const Rows& rows, Bounds interval) {
  if (!overlap({rows.begin, rows.end()}, interval)) return std::nullopt;
  const Index behind = interval.begin - rows.begin - rows.length;  // of the first run's end
  const Index first = rows.count == 1 || behind < 0 ? 0 : behind / rows.pitch + 1;
  const Index begin = rows.begin + first * rows.pitch;
  if (first >= rows.count || begin >= interval.end) return std::nullopt;
  return std::max(begin, interval.begin);
}

std::optional<Index> meetingWith(const LaunchFacts& facts, int array, Bounds interval) {
  for (const TouchedBytes& touched : facts.whole) {
    if (touched.array != array) continue;
    for (const Rows& rows : touched.rows)
      if (const auto at = meetingWith(rows, interval)) return at;
  }
  return std::nullopt;
}

const ArrayFacts& factsOf(const LoopState& state, int array) { return state.arrays[static_cast<std::size_t>(array)]; }

bool meetRow(const ArrayFacts& rows, Bounds other) {
  return !forEachRow(rows, [&](Bounds row) { return !overlap(row, other); });
}

// What else a loop touches may be in a row, and pointers may lead to one place.
FailedGuard failedRows(const LaunchFacts& facts, const DisjointArrays& guard, const ArrayFacts& a,
                       const ArrayFacts& b) {
  const auto shared = [&a, &b] { return sharedRows(a, b); };
  if (guard.a == guard.b) {
    if (rowsApart(a)) return {};
    return {std::string("rows of ") + a.name + " may overlap each other", shared};
  }
  bool meet = false;
  if (hasRows(a) && hasRows(b)) {
    meet = rowsMeet(a, b);
  } else {
    const bool first = hasRows(a);
    const int plain = first ? guard.b : guard.a;
    if (!isKnown(facts, plain)) return notKnown(first ? b : a);
    meet = meetRow(first ? a : b, around(facts, plain, !first));
  }
  if (!meet) return {};
  return {std::string("what is written to ") + a.name + " may overlap " + b.name, shared};
}

FailedGuard failedPair(const LoopState& state, const LaunchFacts& facts, const DisjointArrays& guard) {
  const ArrayFacts& a = factsOf(state, guard.a);
  const ArrayFacts& b = factsOf(state, guard.b);
  if (guard.sameAllowed && guard.a != guard.b && haveSameRows(a, b) && a.base == b.base &&
      a.elementSize == b.elementSize)
    return {};
  if (hasRows(a) || hasRows(b)) return failedRows(facts, guard, a, b);
  for (int array : {guard.a, guard.b})
    if (!isKnown(facts, array)) return notKnown(factsOf(state, array));
  const Bounds written = around(facts, guard.a, true), touched = around(facts, guard.b, false);
  if (!overlap(written, touched)) return {};
  const Bounds shared{std::max(written.begin, touched.begin), std::min(written.end, touched.end)};
  return {std::string("what is written to ") + a.name + " overlaps " + b.name,
          [&a, &b, shared] { return sharedInWords(a, b, shared); }};
}

FailedGuard failedObject(const LoopState& state, const LaunchFacts& facts, const DisjointObject& guard) {
  const Index begin = static_cast<Index>(reinterpret_cast<std::uintptr_t>(guard.bytes.begin));
  const Bounds object{begin, begin + static_cast<Index>(guard.bytes.size)};
  const ArrayFacts& array = factsOf(state, guard.a);
  if (!hasRows(array) && !isKnown(facts, guard.a)) return notKnown(array);
  const std::string what = std::string(array.name) + " overlaps the variable " + guard.bytes.name;
  if (hasRows(array)) return meetRow(array, object) ? FailedGuard{what, {}} : FailedGuard{};
  const std::optional<Index> at = meetingWith(facts, guard.a, object);
  if (!at) return {};
  return {what, [&array, at = *at] { return elementAt(array, at) + " shares memory with it"; }};
}

// A place at which a number stands that is there twice.
std::string twiceInWords(Inspection& inspection) {
  const List& list = inspection.list();
  const std::optional<Twice> twice = inspection.isReadable() ? firstTwice(list) : std::nullopt;
  if (!twice) return "";
  const auto at = [&](Index position) { return std::string(list.name) + "[" + std::to_string(position) + "]"; };
  return at(twice->first) + " and " + at(twice->second) + " are both " + std::to_string(twice->number);
}

std::string sharedInWords(const TouchedElements& elements) {
  const std::optional<SharedElement>& found = elements.shared();
  if (!found) return "";
  const auto iteration = [](Index k) { return k == allIterations ? std::string("each") : std::to_string(k); };
  return std::string(elements.array()) + "[" + std::to_string(found->element) + "] in iterations " +
         iteration(std::min(found->first, found->second)) + " and " + iteration(std::max(found->first, found->second)) +
         ", counted from 0";
}

// What guards ask, in the words of the compiler's reports.
std::string words(const LoopState& state, const DisjointArrays& guard) {
  const std::string a = factsOf(state, guard.a).name, b = factsOf(state, guard.b).name;
  if (guard.a == guard.b) return "the rows of " + a + " don't overlap";
  return a + " and " + b + (guard.sameAllowed ? " are the same or don't overlap" : " don't overlap");
}
std::string words(const LoopState& state, const DisjointObject& guard) {
  return factsOf(state, guard.a).name + std::string(" and the variable ") + guard.bytes.name + " don't overlap";
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
    FailedGuard failed;
    if (!context.lists.isDistinct(*state.site, static_cast<int>(i), list, context.cpu))
      failed = {std::string("a number may be twice in ") + list.list().name, [&list] { return twiceInWords(list); }};
    if (!heard(list, std::move(failed))) return;
  }
  for (std::size_t i = 0; i < state.touched.size(); ++i) {
    TouchedElements& elements = *state.touched[i];
    if (!elements.isToBeApart()) continue;
    FailedGuard failed;
    if (!context.elements.areApart(*state.site, i, elements))
      failed = {std::string("two iterations may touch the same element of ") + elements.array(),
                [&elements] { return sharedInWords(elements); }};
    if (!heard(elements, std::move(failed))) return;
  }
}

}  // namespace

FailedGuard failedGuard(Context& context, const LoopState& state, const LaunchFacts& facts) {
  FailedGuard first;
  askGuards(context, state, facts, [&](const auto&, FailedGuard failed) {
    first = std::move(failed);
    return first.holds();
  });
  return first;
}

std::vector<GuardResult> guardResults(Context& context, const LoopState& state, const LaunchFacts* facts) {
  std::vector<GuardResult> results;
  results.push_back(
      {"its parameters are as it needs them", state.required ? "" : "a condition on parameters fails", false});
  if (!state.required) return results;
  results.push_back({"what it touches is known", facts ? "" : "addresses leave their range", false});
  if (!facts) return results;
  askGuards(context, state, *facts, [&](auto& guard, FailedGuard failed) {
    results.push_back({words(state, guard), std::move(failed.what), true});
    return true;
  });
  return results;
}

}  // namespace clustrix::runtime
