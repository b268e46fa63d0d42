// One array at a time: conflicts between iterations become a guard where parameters can avoid them, a reduction where
// all of them are updates, and reasons otherwise.
#include "Analysis/Dependence.h"
#include "Analysis/Followed.h"
#include "Analysis/Stages.h"
#include "Analysis/System.h"
#include "Analysis/TriangularRows.h"
#include "Model/SourceNames.h"
#include "Support/Effort.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <tuple>

namespace clustrix::compiler {
namespace {

/// A dependence over so few iterations is no matter of parameters: `a[i] = a[i - 4]` would be parallel for up to 4
/// iterations only.
constexpr std::int64_t kShortDistance = 256;

/// That two accesses are compared, beside the polynomials that come of it.
constexpr std::uint64_t kStepsOfPair = 10;
/// That two may meet: each is projected, and united with the others.
constexpr std::uint64_t kStepsOfConflict = 5'000;

struct Kind {
  std::string_view code, later, earlier;
};
Kind kindOf(const Conflict& conflict) {
  if (conflict.earlier->kind == AccessKind::Read) return {"dependence.anti", "written", "read"};
  if (conflict.later->kind == AccessKind::Read) return {"dependence.flow", "read", "written"};
  return {"dependence.output", "written", "written"};
}

std::string hintFor(const Conflict& conflict, bool unknown) {
  if (unknown)
    return "if no two iterations touch the same element, say so with [[clustrix::independent]] before the loop";
  if (conflict.earlier->kind == AccessKind::Read)
    return "write the new values into another array, and exchange the two after the loop";
  return "";
}

std::string places(const Facts& facts, const Access& access) {
  const std::string name = sourceName(facts.model.arrays[access.array.value]);
  const bool isKnown = access.index && !mentionsListed(facts.model.symbols, *access.index);
  return "`" + name + "[" + (isKnown ? facts.text(*access.index) : "...") + "]`";
}

Reason reasonFor(const Facts& facts, const Conflict& conflict) {
  const Kind kind = kindOf(conflict);
  const std::string line = " on line " + std::to_string(conflict.earlier->at.line);
  Reason reason{std::string(kind.code), "", hintFor(conflict, false), conflict.later->at, conflict.earlier->at};
  reason.message = places(facts, *conflict.later) + " is ";
  reason.message.append(kind.later) += " in one iteration after " + places(facts, *conflict.earlier) + line + " was ";
  reason.message.append(kind.earlier) += " in ";
  const auto distance = distanceOf(conflict);
  if (!distance)
    reason.message += "an earlier one";
  else if (*distance == 1)
    reason.message += "the one before it";
  else
    reason.message += "the one " + std::to_string(*distance) + " before it";
  return reason;
}

Reason unknownReason(const Facts& facts, const Conflict& conflict) {
  const bool writeLast = conflict.later->kind == AccessKind::Write;
  const Access& write = writeLast ? *conflict.later : *conflict.earlier;
  const Access& other = writeLast ? *conflict.earlier : *conflict.later;
  Reason reason{"dependence.unknown", "", hintFor(conflict, true), write.at, other.at};
  if (&write == &other)
    reason.message = "two iterations may write the same " + places(facts, write);
  else
    reason.message = places(facts, write) + " is written where another iteration may touch " + places(facts, other) +
                     " on line " + std::to_string(other.at.line);
  const auto isUnknown = [&](const Access& access) {
    return !access.index || mentionsListed(facts.model.symbols, *access.index);
  };
  if (isUnknown(write) || isUnknown(other)) reason.message += ": the subscript is not known before the loop runs";
  return reason;
}

/// The first conflict of each kind: more of them say the same about the same array.
void addReasons(const Facts& facts, Legality& legality, const std::vector<Conflict>& conflicts, bool tooComplex) {
  std::vector<const Conflict*> told;
  for (const Conflict& conflict : conflicts) {
    const auto same = [&](const Conflict* other) {
      if (!conflict.meetings || !other->meetings) return !conflict.meetings && !other->meetings;
      return kindOf(conflict).code == kindOf(*other).code;
    };
    if (std::none_of(told.begin(), told.end(), same)) told.push_back(&conflict);
  }
  // The reader should meet the true dependence first.
  std::stable_partition(told.begin(), told.end(), [](const Conflict* conflict) {
    return conflict->earlier->kind == AccessKind::Write && conflict->later->kind == AccessKind::Read;
  });
  for (const Conflict* conflict : told) {
    Reason reason = conflict->meetings ? reasonFor(facts, *conflict) : unknownReason(facts, *conflict);
    if (tooComplex && conflict->meetings) {
      reason.code = "dependence.guard-too-complex";
      reason.message += ", under a condition that is too complex to check at run time";
      reason.hint = hintFor(*conflict, true);
    }
    legality.reasons.push_back(std::move(reason));
  }
}

std::vector<Conflict> allConflicts(const Facts& facts, const std::vector<Touch>& touches, std::int64_t elementBytes) {
  std::vector<Conflict> conflicts;
  for (std::size_t i = 0; i < touches.size(); ++i)
    for (std::size_t j = i; j < touches.size() && Effort::spend(kStepsOfPair); ++j) {
      if (touches[i].access->kind == AccessKind::Read && touches[j].access->kind == AccessKind::Read) continue;
      for (Conflict& conflict : conflictsBetween(facts, touches[i], touches[j], elementBytes)) {
        conflicts.push_back(std::move(conflict));
        Effort::spend(kStepsOfConflict);
      }
    }
  return conflicts;
}

/// Whether the elements of two rows lie so far apart: `p[100*j + i]`. A loop that keeps to its row ends before the
/// next.
bool isRow(const Facts& facts, const Conflict& conflict, std::int64_t distance) {
  const SymbolId counter = facts.model.loops[0].counter;
  const auto hasPitch = [&](const Access* access) {
    const auto& terms = access->index->terms();
    return std::any_of(terms.begin(), terms.end(), [&](const auto& term) {
      const auto& [monomial, coefficient] = term;
      const bool moves = monomial.empty() || std::find(monomial.begin(), monomial.end(), counter) != monomial.end();
      return !moves && (coefficient > kWorthwhile || coefficient < -kWorthwhile) && distance % coefficient == 0;
    });
  };
  return distance > 0 && conflict.earlier->index && conflict.later->index && hasPitch(conflict.earlier) &&
         hasPitch(conflict.later);
}

std::int64_t iterationsPast(const Facts& facts, const Conflict& conflict) {
  const std::int64_t distance = leastDistance(conflict);
  return distance <= kShortDistance && !isRow(facts, conflict, distance) ? distance + 1 : 0;
}

/// The condition under which none of the conflicts happens.
Condition avoidAll(const Facts& facts, const std::vector<Conflict>& conflicts) {
  const auto unknown = [](const Conflict& conflict) { return !conflict.meetings; };
  if (std::any_of(conflicts.begin(), conflicts.end(), unknown)) return {};
  isl::Set bad = emptyParameters(facts);
  std::int64_t iterations = kWorthwhile;
  std::vector<const Access*> accesses;
  for (const Conflict& conflict : conflicts) {
    accesses.insert(accesses.end(), {conflict.earlier, conflict.later});
    bad = isl::Set(isl_set_union(bad.take(), toParameters(conflict.meetings).take()));
    iterations = std::max(iterations, iterationsPast(facts, conflict));
    // One that cannot be avoided decides for all; the first one tells nearly always.
    if (&conflict != &conflicts.front()) continue;
    const Condition first = avoid(facts, bad, iterations, accesses);
    if (first.outcome == Condition::Never || conflicts.size() == 1) return first;
  }
  return avoid(facts, isl::Set(isl_set_coalesce(bad.take())), iterations, accesses);
}

std::string accessText(const Facts& facts, const Touch& touch) {
  std::string text = touch.access->kind == AccessKind::Read ? "read { [" : "write { [";
  for (std::size_t i = 0; i < touch.access->loops.size(); ++i)
    text += (i ? ", " : "") + facts.text(Polynomial::symbol(facts.model.loops[touch.access->loops[i]].counter));
  text += "] -> " + facts.model.arrays[touch.access->array.value].name + "[";
  for (std::size_t d = 0; d < touch.positions.size(); ++d) text += (d ? ", " : "") + facts.text(touch.positions[d]);
  text += touch.positions.empty() ? "*]" : "]";
  for (std::size_t i = 0; i < touch.domain.constraints.size(); ++i)
    text += (i ? " and " : " : ") + facts.text(touch.domain.constraints[i]) + " >= 0";
  return text + " }";
}

void addEvidence(const Facts& facts, Legality& legality, const std::vector<Touch>& touches,
                 const std::vector<Conflict>& conflicts) {
  for (const Touch& touch : touches) legality.evidence.push_back(accessText(facts, touch));
  for (const Conflict& conflict : conflicts)
    if (conflict.meetings) legality.evidence.push_back("conflict " + toString(conflict.meetings));
}

/// By the element that is touched, and how often.
struct Before {
  bool operator()(const Access* left, const Access* right) const {
    const auto key = [](const Access& access) {
      return std::tie(access.index, access.loops, access.conditions, access.byteBegin, access.byteEnd, access.someBytes,
                      access.offset);
    };
    return key(*left) < key(*right);
  }
};

/// Where all accesses are updates, most reads have their write at the same place, which then tells all. Not so the read
/// of `if (x < a[j]) a[j] = x`: it happens more often than the write.
std::vector<const Access*> representative(const Facts& facts, ArrayId array, bool onlyUpdates) {
  const std::vector<const Access*>& all = accessesOf(facts, array);
  if (!onlyUpdates) return all;
  std::set<const Access*, Before> written;
  for (const Access* access : all)
    if (access->kind == AccessKind::Write) written.insert(access);
  std::vector<const Access*> accesses = all;
  std::erase_if(accesses, [&](const Access* read) {
    return read->kind == AccessKind::Read && (read->someBytes == 0 || read->offset) && written.contains(read);
  });
  return accesses;
}

/// Iterations meet only where they update in one way, or parameters can keep them from meeting elsewhere.
/// Otherwise `conflicts` keeps what stands in the way.
bool combinesBeside(Facts& facts, Legality& legality, std::vector<Conflict>& conflicts, const std::string& name) {
  const std::vector<Reduction> reductions = reductionsBeside(facts, conflicts);
  if (reductions.empty()) return false;
  Condition condition{Condition::Always, {}};
  if (!conflicts.empty()) condition = avoidAll(facts, conflicts);
  if (!isPossible(condition)) return false;
  condition.guard.why = "iterations update `" + name + "` where no other one reads or sets it";
  if (condition.outcome == Condition::Sometimes) addGuard(facts, legality, condition.guard);
  legality.reductions.insert(legality.reductions.end(), reductions.begin(), reductions.end());
  return true;
}

/// The accesses of one array in one reading of their subscripts, and where they meet.
struct Reading {
  Touches touches;
  std::vector<Conflict> conflicts;
  Condition condition{Condition::Always, {}};           // under which they do not
  std::vector<DistinctGuard> lists{};                   // ... and under which
  std::optional<ApartGuard> looked{};                   // ... or under which
  std::shared_ptr<const std::vector<Access>> ofList{};  // what the touches are of, where those are a list's elements

  bool isFree() const { return isPossible(condition); }
};

Reading readingOf(const Facts& facts, Touches touches, const ArrayObject& object) {
  touches.separable.guard.why = "subscripts of `" + object.name + "` stay within their dimension";
  std::optional<Facts> guarded;
  Legality assumed;
  if (touches.separable.outcome == Condition::Sometimes)
    addGuard(guarded.emplace(facts), assumed, touches.separable.guard);
  const Facts& separable = guarded ? *guarded : facts;
  Reading reading{std::move(touches), {}};
  reading.conflicts = allConflicts(separable, reading.touches.list, object.elementBytes);
  if (!reading.conflicts.empty()) reading.condition = avoidAll(separable, reading.conflicts);
  return reading;
}

/// The likeliest reading first; another one only where iterations meet in that.
std::vector<Reading> readingsOf(const Facts& facts, const std::vector<const Access*>& accesses,
                                const ArrayObject& object) {
  std::vector<Reading> readings;
  readings.push_back(readingOf(facts, touchesOf(facts, accesses), object));
  if (readings.front().isFree()) return readings;
  if (auto rows = touchesInRows(facts, accesses)) {
    Reading other = readingOf(facts, *std::move(rows), object);
    readings.insert(other.isFree() ? readings.begin() : readings.end(), std::move(other));
  }
  return readings;
}

/// The lists that the accesses follow.
std::vector<DistinctGuard> listsOf(const LoopModel& model, const std::vector<const Access*>& accesses) {
  std::map<NumberList, std::set<SymbolId>> lists;
  for (const Access* access : accesses) {
    if (!access->index) continue;
    for (const SymbolId id : access->index->symbols())
      if (const auto& listed = model.symbols[static_cast<std::size_t>(id.value)].listed) lists[listed->list].insert(id);
  }
  std::vector<DistinctGuard> guards;
  for (const auto& [list, values] : lists) guards.push_back({list, {values.begin(), values.end()}});
  return guards;
}

/// The one list whose numbers all of the accesses take for their subscripts, as they are, and which is a whole array;
/// nothing where there is none.
std::optional<ArrayId> listOf(const LoopModel& model, const std::vector<const Access*>& accesses) {
  std::optional<ArrayId> list;
  for (const Access* access : accesses) {
    const auto ids = access->index ? access->index->symbols() : std::vector<SymbolId>{};
    if (ids.size() != 1 || *access->index != Polynomial::symbol(ids[0])) return std::nullopt;
    const auto& listed = model.symbols[static_cast<std::size_t>(ids[0].value)].listed;
    if (!listed || !listed->list.type.empty() || (list && *list != listed->list.array)) return std::nullopt;
    list = listed->list.array;
  }
  return list;
}

/// Where the subscripts are numbers of one list that has none twice, iterations meet where they read one element of it:
/// which rows of the list they go along is what is known.
///
///     x[number[k * n + i]]      ──►   number[k * n + i]
std::optional<Reading> readingByPositions(const Facts& facts, const std::vector<const Access*>& accesses) {
  const auto list = listOf(facts.model, accesses);
  if (!list) return std::nullopt;
  const ArrayObject& object = facts.model.arrays[list->value];
  auto moved = std::make_shared<std::vector<Access>>();
  for (const Access* access : accesses) {
    moved->push_back(*access);
    const SymbolId number = access->index->symbols()[0];
    Access& element = moved->back();
    element.array = *list;
    element.index = facts.model.symbols[static_cast<std::size_t>(number.value)].listed->position;
    element.byteBegin = element.someBytes = 0;
    element.byteEnd = object.elementBytes;
    element.offset.reset();
  }
  std::vector<const Access*> elements;
  for (const Access& element : *moved) elements.push_back(&element);
  std::vector<Reading> readings = readingsOf(facts, elements, object);
  if (readings.front().condition.outcome != Condition::Always) return std::nullopt;
  Reading reading = std::move(readings.front());
  reading.ofList = std::move(moved);
  return reading;
}

/// In which iterations meet nowhere if a look at all elements that they touch finds none that two of them do; nothing
/// where the host cannot tell the elements.
std::optional<Reading> readingByElements(const Facts& facts, const std::vector<const Access*>& accesses) {
  const ArrayId array = accesses.front()->array;
  if (facts.model.arrays[static_cast<std::size_t>(array.value)].rows) return std::nullopt;
  const SymbolId counter = facts.model.loops[0].counter;
  for (const Access* access : accesses) {
    if (!followedLoops(facts.model, *access)) return std::nullopt;
    // What every iteration writes meets in all of them, whatever the lists say.
    if (access->kind == AccessKind::Write && !dependsOnCounter(facts.model, *access->index, counter))
      return std::nullopt;
  }
  Reading reading;
  reading.looked = ApartGuard{array};
  return reading;
}

/// In which iterations meet nowhere if the lists that they follow have no number twice; nothing where they may.
std::optional<Reading> readingByLists(const Facts& facts, const std::vector<const Access*>& accesses,
                                      const ArrayObject& object) {
  std::vector<DistinctGuard> lists = listsOf(facts.model, accesses);
  if (lists.empty()) return std::nullopt;
  // What is said of a list is said of the places that subscripts name, and not of those that lead there.
  const auto isAtListed = [&](SymbolId id) {
    return mentionsListed(facts.model.symbols,
                          facts.model.symbols[static_cast<std::size_t>(id.value)].listed->position);
  };
  if (std::any_of(lists.begin(), lists.end(), [&](const DistinctGuard& list) {
        return std::any_of(list.values.begin(), list.values.end(), isAtListed);
      }))
    return readingByElements(facts, accesses);
  Facts distinct = facts;
  for (const DistinctGuard& list : lists) distinct.distinct.insert(list.list);
  std::optional<Reading> reading = readingOf(distinct, touchesOf(distinct, accesses), object);
  if (!reading->isFree()) reading = readingByPositions(distinct, accesses);
  if (!reading || !reading->isFree()) return readingByElements(facts, accesses);
  reading->lists = std::move(lists);
  return reading;
}

void addOwn(Facts& facts, Legality& legality, const Privatised& own) {
  if (own.condition.outcome == Condition::Sometimes) addGuard(facts, legality, own.condition.guard);
  legality.privateArrays.push_back(own.own);
}

/// True when the iterations may run in any order as far as this array goes, under what is added to the legality.
bool settle(Facts& facts, Legality& legality, Reading& reading, ArrayId array) {
  const ArrayObject& object = facts.model.arrays[array.value];
  const std::vector<Reduction> reductions = reductionsOf(facts, array);
  Condition& condition = reading.condition;
  // Combining a few elements is cheaper than a guard that may fail; combining a whole array is not.
  const bool combine = condition.outcome != Condition::Always && !reductions.empty() &&
                       (!reductions.front().ofArray || condition.outcome != Condition::Sometimes);
  if (combine) {
    // Wherever the elements are: the subscripts need no guard.
    legality.reductions.insert(legality.reductions.end(), reductions.begin(), reductions.end());
    return true;
  }
  if (reading.touches.separable.outcome == Condition::Sometimes)
    addGuard(facts, legality, reading.touches.separable.guard);
  for (const DistinctGuard& list : reading.lists) addGuard(facts, legality, list);
  if (reading.looked) addGuard(facts, legality, *reading.looked);
  if (condition.outcome == Condition::Always) return true;
  const Privatised own = reductions.empty() ? privatised(facts, reading.touches.list, array) : Privatised{};
  // A guard under which no copies are needed is as good as one under which they are.
  if (own.condition.outcome == Condition::Always ||
      (own.condition.outcome == Condition::Sometimes && condition.outcome != Condition::Sometimes)) {
    addOwn(facts, legality, own);
    return true;
  }
  if (condition.outcome == Condition::Sometimes) {
    condition.guard.why = "iterations touch different elements of `" + object.name + "`";
    addGuard(facts, legality, condition.guard);
    return true;
  }
  return combinesBeside(facts, legality, reading.conflicts, object.name);
}

/// A work array, all iterations of which touch the same places: they meet there, wherever else they may. Copies of
/// their own are all that helps.
bool isWorkArray(Facts& facts, Legality& legality, ArrayId array) {
  const std::vector<const Access*>& accesses = accessesOf(facts, array);
  const auto isPlace = [&](const Access* access) {
    return access->index && !access->index->mentions(facts.model.loops[0].counter);
  };
  if (facts.model.arrays[array.value].ownType.empty() || !reductionsOf(facts, array).empty() ||
      !std::all_of(accesses.begin(), accesses.end(), isPlace))
    return false;
  const Touches touches = touchesOf(facts, accesses);
  if (touches.separable.outcome != Condition::Always) return false;
  const Privatised own = privatised(facts, touches.list, array);
  if (!isPossible(own.condition)) return false;
  addEvidence(facts, legality, touches.list, {});
  addOwn(facts, legality, own);
  return true;
}

void checkArray(Facts& facts, Legality& legality, ArrayId array) {
  if (isPacked(facts, array)) return;
  if (triangularRows(facts, accessesOf(facts, array))) return;
  if (isWorkArray(facts, legality, array)) return;
  const ArrayObject& object = facts.model.arrays[array.value];
  const bool onlyUpdates = !reductionsOf(facts, array).empty();
  const std::vector<const Access*> accesses = representative(facts, array, onlyUpdates);
  std::vector<Reading> readings = readingsOf(facts, accesses, object);
  const bool mayAsk = !onlyUpdates || !facts.combines;
  if (mayAsk && !readings.front().isFree())
    if (auto byLists = readingByLists(facts, accesses, object)) readings.insert(readings.begin(), *std::move(byLists));
  for (const Reading& reading : readings) addEvidence(facts, legality, reading.touches.list, reading.conflicts);
  for (Reading& reading : readings)
    if (settle(facts, legality, reading, array)) return;
  const Reading& told = readings.front();
  addReasons(facts, legality, told.conflicts, told.condition.outcome == Condition::TooComplex);
}

/// The author vouches for arrays; what is combined into one element still needs its reduction, or it would be a race.
void checkAssertedArray(Facts& facts, Legality& legality, ArrayId array) {
  for (Reduction& reduction : reductionsOf(facts, array))
    if (!reduction.ofArray) legality.reductions.push_back(std::move(reduction));
}

}  // namespace

const std::vector<const Access*>& accessesOf(const Facts& facts, ArrayId array) {
  return (*facts.accesses)[static_cast<std::size_t>(array.value)];
}

bool isWritten(const Facts& facts, ArrayId array) {
  const std::vector<const Access*>& accesses = accessesOf(facts, array);
  return std::any_of(accesses.begin(), accesses.end(),
                     [](const Access* access) { return access->kind == AccessKind::Write; });
}

void checkArrays(Facts& facts, Legality& legality) {
  for (int i = 0; i < static_cast<int>(facts.model.arrays.size()); ++i) {
    if (!isWritten(facts, ArrayId{i})) continue;
    if (legality.asserted)
      checkAssertedArray(facts, legality, ArrayId{i});
    else
      checkArray(facts, legality, ArrayId{i});
  }
}

}  // namespace clustrix::compiler
