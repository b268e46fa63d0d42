#include "Plan/Inspections.h"

#include <algorithm>
#include <utility>

namespace clustrix::compiler {

namespace {

TouchedElements& elementsOf(ArrayId array, Footprint& result) {
  for (TouchedElements& known : result.touched)
    if (known.array == array) return known;
  result.touched.push_back({array});
  return result.touched.back();
}

/// The access's elements are gone through.
void goThrough(const LoopModel& model, const Access& access, Hulls::Followed followed, Footprint& result) {
  const auto place = static_cast<std::size_t>(&access - model.accesses.data());
  std::vector<TouchedElements::By>& by = elementsOf(access.array, result).by;
  const auto isThis = [&](const TouchedElements::By& one) { return one.access == place; };
  if (std::none_of(by.begin(), by.end(), isThis))
    by.push_back({place, std::move(followed.loops), std::move(followed.inspections)});
}

/// What each access of the array follows, of which a guard asks that no two iterations touch the same element.
void askForElements(const LoopModel& model, ArrayId array, Hulls& hulls, Footprint& result) {
  for (const Access& access : model.accesses) {
    if (access.array != array) continue;
    if (auto followed = hulls.followed(access))
      goThrough(model, access, *std::move(followed), result);
    else
      result.unasked = unknownFootprint(model, access);
  }
  elementsOf(array, result).apart = true;
}

/// Where the list is read of which a guard asks that no number is in it twice.
void askForNumbers(const LoopModel& model, const DistinctGuard& guard, Hulls& hulls, Footprint& result) {
  DistinctList list{guard.list, {}};
  for (const Access& access : model.accesses)
    for (const SymbolId value : guard.values) {
      if (!access.index || !access.index->mentions(value)) continue;
      auto positions = hulls.positionsOf(access, value);
      if (!positions) result.unasked = unknownFootprint(model, access);
      if (positions && std::find(list.positions.begin(), list.positions.end(), *positions) == list.positions.end())
        list.positions.push_back(*std::move(positions));
    }
  result.distinct.push_back(std::move(list));
}

}  // namespace

Reason unknownFootprint(const LoopModel& model, const Access& access) {
  const ArrayObject& array = model.arrays[static_cast<std::size_t>(access.array.value)];
  return {
      .code = "plan.footprint-unknown",
      .message = "which elements of '" + array.name + "' a chunk of iterations touches is not known before it runs" +
                 (array.extentProblem.empty() ? "" : "; its extent does not count, since " + array.extentProblem),
      .hint = array.extentProblem.empty() ? "tell the number of elements behind '" + array.name +
                                                "': [[clustrix::extent(...)]] on the parameter"
                                          : "leave the pointer and what the extent names as they were up to the loop",
      .at = access.at,
      .other = std::nullopt};
}

std::optional<FootprintTerm> lookedAt(const LoopModel& model, const Access& access, Hulls& hulls, Footprint& result) {
  const auto isThroughLists = [&](SymbolId id) {
    const auto& listed = model.symbols[static_cast<std::size_t>(id.value)].listed;
    return listed && mentionsListed(model.symbols, listed->position);
  };
  // Conditions, which elements are gone through without, keep numbers to places that there are.
  if (!access.index || !access.conditions.empty() || !access.index->mentionsAny(isThroughLists)) return std::nullopt;
  auto followed = hulls.followed(access);
  // What all iterations touch is gone through with the first ones alone.
  if (!followed || followed->loops.empty() || followed->loops.front().loop != 0) return std::nullopt;
  goThrough(model, access, *std::move(followed), result);
  FootprintTerm term;
  term.array = access.array;
  term.touched = true;
  return term;
}

bool isInListedRow(const LoopModel& model, const Access& access) {
  if (!access.index) return false;
  const auto isInner = [&](SymbolId id) {
    return std::any_of(access.loops.begin(), access.loops.end(), [&](int loop) {
      return loop != 0 && model.loops[static_cast<std::size_t>(loop)].counter == id;
    });
  };
  const auto isAtInner = [&](SymbolId id) {
    const auto& listed = model.symbols[static_cast<std::size_t>(id.value)].listed;
    return listed && dependsOn(model.symbols, listed->position, isInner);
  };
  return access.index->mentionsAny(isInner) && mentionsListed(model.symbols, *access.index) &&
         !access.index->mentionsAny(isAtInner);
}

void askForLists(const LoopModel& model, const Legality& legality, std::optional<Hulls>& hulls, Footprint& result) {
  for (const Guard& guard : legality.guards) {
    const auto* const distinct = std::get_if<DistinctGuard>(&guard);
    const auto* const apart = std::get_if<ApartGuard>(&guard);
    if (!distinct && !apart) continue;
    if (!hulls) hulls.emplace(model, legality);
    if (distinct) askForNumbers(model, *distinct, *hulls, result);
    if (apart) askForElements(model, apart->array, *hulls, result);
  }
  if (hulls) result.inspections = hulls->inspections();
}

}  // namespace clustrix::compiler
