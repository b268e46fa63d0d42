// Updates of array elements, `total[0] += x` and `columns[j] += a[i][j]`, whose order does not matter.
//
// Where an array has other accesses too (`s[i] -= l[i][k] * s[k]` with k < i), those must be proven apart from what
// other iterations update. An element that an iteration touches in another way is then its own: nobody sees a sum that
// is not yet whole.
#include "Analysis/Dependence.h"
#include "Analysis/Stages.h"

#include <algorithm>
#include <map>
#include <set>

namespace clustrix::compiler {
namespace {

bool wholeElement(const Access& access, const ArrayObject& object) {
  return (access.byteBegin == 0 && access.byteEnd == 0) || coversElement(access, object.elementBytes);
}

/// The updates that touch `array`; empty when something else does.
std::vector<const Update*> onlyUpdates(const Facts& facts, ArrayId array) {
  const LoopModel& model = facts.model;
  std::vector<const Update*> updates;
  std::set<int> known;
  for (const Access* access : accessesOf(facts, array)) {
    if (access->update < 0 || !wholeElement(*access, model.arrays[array.value])) return {};
    const Update& update = model.updates[access->update];
    if (update.scalar >= 0 || update.array != array || !update.locations.empty()) return {};
    if (!mayReassociate(update.op, update.exact)) return {};
    if (known.insert(access->update).second) updates.push_back(&update);
  }
  return updates;
}

template <class Left>
bool sameOperation(const Left& left, const Update& right) {
  return left.op == right.op && left.ties == right.ties && left.ignoresNan == right.ignoresNan &&
         left.takesNan == right.takesNan;
}

/// What one update leaves in the element, the other takes up as well as it would the other way round.
bool commute(const LoopModel& model, const Conflict& conflict) {
  const auto updateOf = [&](const Access& access) -> const Update* {
    if (access.update < 0 || !wholeElement(access, model.arrays[access.array.value])) return nullptr;
    const Update& update = model.updates[access.update];
    const bool ofElement = update.scalar < 0 && update.array == access.array && update.locations.empty();
    return ofElement && mayReassociate(update.op, update.exact) ? &update : nullptr;
  };
  const Update* const earlier = updateOf(*conflict.earlier);
  const Update* const later = updateOf(*conflict.later);
  return earlier && later && sameOperation(*earlier, *later);
}

bool certainlyDifferent(const Polynomial& left, const Polynomial& right) {
  const auto gap = subtract(left, right);
  const auto amount = gap ? gap->constant() : std::nullopt;
  return amount && *amount != 0;
}

Reduction reductionOf(const Update& update) {
  Reduction reduction;
  reduction.array = update.array;
  reduction.index = update.index;
  reduction.op = update.op;
  reduction.ties = update.ties;
  reduction.ignoresNan = update.ignoresNan;
  reduction.takesNan = update.takesNan;
  return reduction;
}

/// One reduction for each element, when every element stays the same in all iterations and no two may be one.
std::vector<Reduction> byElement(const Facts& facts, const std::vector<const Update*>& updates) {
  std::vector<const Update*> elements;
  std::map<Polynomial, const Update*> byIndex;
  for (const Update* update : updates) {
    if (!update->index || !facts.overParameters(*update->index)) return {};
    const auto [place, isNew] = byIndex.emplace(*update->index, update);
    if (isNew)
      elements.push_back(update);
    else if (!sameOperation(*place->second, *update))
      return {};
  }
  for (std::size_t i = 0; i < elements.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (!certainlyDifferent(*elements[i]->index, *elements[j]->index)) return {};
  std::vector<Reduction> reductions;
  for (const Update* element : elements) reductions.push_back(reductionOf(*element));
  return reductions;
}

}  // namespace

bool mayReassociate(UpdateOperator op, bool exact) {
  // Sums and products of floating-point numbers are reassociated in one fixed way, which is documented; min and max do
  // not round. No other operator exists for them.
  return exact || op == UpdateOperator::Add || op == UpdateOperator::Multiply || op == UpdateOperator::Min ||
         op == UpdateOperator::Max;
}

std::vector<Reduction> reductionsOf(const Facts& facts, ArrayId array) {
  const std::vector<const Update*> updates = onlyUpdates(facts, array);
  if (updates.empty()) return {};
  std::vector<Reduction> elements = byElement(facts, updates);
  if (!elements.empty()) return elements;
  const auto same = [&](const Update* other) { return sameOperation(*updates.front(), *other); };
  if (!std::all_of(updates.begin(), updates.end(), same)) return {};
  Reduction whole = reductionOf(*updates.front());
  whole.ofArray = true;
  if (updates.size() > 1) whole.index.reset();
  return {whole};
}

std::vector<Reduction> reductionsBeside(const Facts& facts, std::vector<Conflict>& conflicts) {
  std::vector<const Update*> updates;
  std::erase_if(conflicts, [&](const Conflict& conflict) {
    if (!commute(facts.model, conflict)) return false;
    for (const Access* access : {conflict.earlier, conflict.later}) {
      const Update* const update = &facts.model.updates[access->update];
      if (std::find(updates.begin(), updates.end(), update) == updates.end()) updates.push_back(update);
    }
    return true;
  });
  std::vector<Reduction> reductions = byElement(facts, updates);
  if (!reductions.empty()) return reductions;
  for (const Update* update : updates) {
    const auto same = [&](const Reduction& known) { return sameOperation(known, *update); };
    const auto known = std::find_if(reductions.begin(), reductions.end(), same);
    if (known != reductions.end()) {
      known->index.reset();
      continue;
    }
    reductions.push_back(reductionOf(*update));
    reductions.back().ofArray = true;
  }
  return reductions;
}

}  // namespace clustrix::compiler
