// Subscripts to boxes. A loop of the nest becomes a dimension when the distance between its elements and the number of
// its iterations are the same for every value of the counters around it; where they are not, those counters are
// enumerated, so that within one of their values the rest is a box again.
#include "Plan/Footprint.h"

#include "Plan/Clip.h"
#include "Plan/Combined.h"
#include "Plan/Hull.h"
#include "Plan/InPlace.h"
#include "Plan/Inspections.h"
#include "Plan/Launchable.h"
#include "Plan/Symbols.h"
#include "Support/Effort.h"

#include <algorithm>
#include <set>
#include <utility>

namespace clustrix::compiler {
namespace {

/// A region for each element of three nested walks would cost more on the host than the launch saves.
constexpr std::size_t mostEnumerated = 2;
/// What the runtime's regions take.
constexpr std::size_t mostDimensions = 8;
/// Terms of polynomials that are looked at for one loop.
constexpr std::uint64_t mostSteps = 10'000'000;

/// How the loops around an access take part in its subscript.
struct Walk {
  std::set<int> relevant;    // the subscript, or a trip count that matters, mentions their counter
  std::set<int> enumerated;  // relevant, walked one by one
};

struct Box {
  FootprintTerm term;
  bool exact = false;
};

const NestedLoop& loopAt(const LoopModel& model, int loop) { return model.loops[static_cast<std::size_t>(loop)]; }

/// Nothing when the trip count of a loop that matters is not known: there is no box then.
std::optional<Walk> classify(const LoopModel& model, const Polynomial& index) {
  Walk walk;
  std::vector<int> pending = countersIn(model, index);
  while (!pending.empty()) {
    const int loop = pending.back();
    pending.pop_back();
    if (!walk.relevant.insert(loop).second) continue;
    const auto factor = index.coefficientOf(loopAt(model, loop).counter);
    if (!factor) {
      walk.enumerated.insert(loop);  // squared
    } else {
      // `k0*k1`: with the outer counter fixed, the inner one is a dimension.
      for (const int other : countersIn(model, *factor)) walk.enumerated.insert(std::min(loop, other));
    }
    if (loop == 0) continue;  // the chunk's bounds are known whatever the trip count is
    const auto& trip = loopAt(model, loop).trip;
    if (!trip || !isKnownOutside(model, *trip)) return std::nullopt;
    for (const int outer : countersIn(model, *trip)) {
      walk.enumerated.insert(outer);
      pending.push_back(outer);
    }
  }
  return walk;
}

/// 1, -1, or 0 when unknown: how a trip count changes with the counter of loops[0].
int slope(const LoopModel& model, const TripCount& trip) {
  const SymbolId counter = loopAt(model, 0).counter;
  if (trip.stride.mentions(counter)) return 0;
  const auto factor = trip.distance.coefficientOf(counter);
  const auto constant = factor ? factor->constant() : std::nullopt;
  if (!constant) return 0;
  return *constant < 0 ? -1 : 1;
}

/// `x[k1]` with `k1 <= k0`: the regions of the chunk's iterations are nested, so the largest is all of them.
ChunkEdge nestedRegions(const LoopModel& model, const Polynomial& index, const Walk& walk) {
  const SymbolId counter = loopAt(model, 0).counter;
  if (walk.enumerated != std::set<int>{0} || index.mentions(counter)) return ChunkEdge::None;
  int direction = 0;
  for (const int loop : walk.relevant) {
    if (loop == 0) continue;
    const TripCount& trip = *loopAt(model, loop).trip;
    if (!trip.distance.mentions(counter) && !trip.stride.mentions(counter)) continue;
    const int change = slope(model, trip);
    if (change == 0 || (direction != 0 && change != direction)) return ChunkEdge::None;
    direction = change;
  }
  return direction > 0 ? ChunkEdge::Last : ChunkEdge::First;
}

/// Whether the box is made of loops that run around the access. A remainder counts, too, but has one value in each
/// iteration: `j < i % 12` is not all j below 12.
bool isOfOwnLoops(const Access& access, const Walk& walk) {
  return std::all_of(walk.relevant.begin(), walk.relevant.end(), [&](int loop) {
    return loop == 0 || std::find(access.loops.begin(), access.loops.end(), loop) != access.loops.end();
  });
}

/// Whether every element of the box is touched: loops that the subscript does not mention must run at least once.
/// Those with a trip count over parameters become dimensions of stride 0, which are empty when they don't run.
bool addIdleLoops(const LoopModel& model, const Access& access, const Walk& walk, FootprintTerm& term) {
  for (const int loop : access.loops) {
    const NestedLoop& nested = loopAt(model, loop);
    if (!nested.certain || (loop != 0 && !nested.trip)) return false;
    if (loop == 0 || walk.relevant.count(loop) != 0) continue;
    if (!isKnownOutside(model, *nested.trip)) return false;
    const auto distance = nested.trip->distance.constant();
    if (distance && *distance > 0) continue;  // runs, since strides are positive
    for (const int outer : countersIn(model, *nested.trip))
      if (std::count(term.enumerated.begin(), term.enumerated.end(), outer) == 0) return false;
    term.dimensions.push_back({Polynomial(), loop});
  }
  return true;
}

std::optional<Box> box(const LoopModel& model, const Access& access) {
  if (!access.index || !isKnownOutside(model, *access.index)) return std::nullopt;
  std::optional<Walk> walk = classify(model, *access.index);
  if (!walk) return std::nullopt;
  Box result;
  result.term.array = access.array;
  result.term.edge = nestedRegions(model, *access.index, *walk);
  if (result.term.edge != ChunkEdge::None) walk->enumerated.clear();
  if (walk->enumerated.size() > mostEnumerated) return std::nullopt;
  result.term.enumerated.assign(walk->enumerated.begin(), walk->enumerated.end());
  result.term.begin = *access.index;
  for (const int loop : walk->relevant) {
    const SymbolId counter = loopAt(model, loop).counter;
    if (walk->enumerated.count(loop) != 0 || !access.index->mentions(counter)) continue;
    result.term.dimensions.push_back({*access.index->coefficientOf(counter), loop});
    result.term.begin = result.term.begin.without(counter);
  }
  FootprintTerm exact = result.term;
  result.exact = access.certain && isOfOwnLoops(access, *walk) && addIdleLoops(model, access, *walk, exact);
  if (result.exact) result.term = std::move(exact);
  if (result.term.dimensions.size() > mostDimensions) return std::nullopt;
  return result;
}

/// Ranges around what is touched. The same for all chunks, they are worth no more than the array's extent.
std::optional<Box> around(const LoopModel& model, const Access& access, Hulls& hulls) {
  std::optional<FootprintTerm> term = hulls.around(access);
  if (!term) term = hulls.rows(access);
  if (!term) return std::nullopt;
  const bool divided = std::any_of(term->ranges.begin(), term->ranges.end(), mentionsChunk);
  if (!divided && model.arrays[static_cast<std::size_t>(access.array.value)].extent) return std::nullopt;
  return Box{*std::move(term), false};
}

/// What lists tell, which are looked at before the loop.
std::optional<Box> throughLists(const LoopModel& model, const Access& access, Hulls& hulls, Footprint& result) {
  const bool hasEnd = model.arrays[static_cast<std::size_t>(access.array.value)].extent.has_value();
  // Behind an iteration that leaves, a list may lead out of an array of known extent.
  if (hasEnd && !model.rollsBack && !isInListedRow(model, access)) return std::nullopt;
  auto term = hasEnd ? std::nullopt : lookedAt(model, access, hulls, result);
  if (!term) term = hulls.inspected(access);
  return term ? std::optional(Box{*std::move(term), false}) : std::nullopt;
}

/// Whether its conditions tell more than the array's extent does, which ends all regions.
bool leavesOut(const LoopModel& model, const Access& access) {
  return access.kind == AccessKind::Read && !access.certain && !access.conditions.empty() &&
         !model.arrays[static_cast<std::size_t>(access.array.value)].extent;
}

bool coversElement(const LoopModel& model, const Access& access) {
  return compiler::coversElement(access, model.arrays[static_cast<std::size_t>(access.array.value)].elementBytes);
}

FootprintMode modeOf(const LoopModel& model, const Access& access, bool exact) {
  if (access.kind == AccessKind::Read) return exact ? FootprintMode::Reads : FootprintMode::MayRead;
  // A write of one member leaves the rest of the element as it was: the element is not written whole.
  return exact && coversElement(model, access) ? FootprintMode::Writes : FootprintMode::MayWrite;
}

/// The counter takes every position between its first and its last value, and each is written.
bool writesAllPacked(const LoopModel& model, const Access& access) {
  const ScalarState& counter = model.scalars[static_cast<std::size_t>(access.packedBy)];
  return std::all_of(counter.updates.begin(), counter.updates.end(), [&](int update) {
    const std::int64_t step = model.updates[static_cast<std::size_t>(update)].step;
    const auto isItsWrite = [&](const Access& other) {
      return other.array == access.array && other.kind == AccessKind::Write && other.packedStep == update &&
             coversElement(model, other);
    };
    return (step == 1 || step == -1) && std::any_of(model.accesses.begin(), model.accesses.end(), isItsWrite);
  });
}

/// What lies between the counter's values before and behind the chunk: of all the writes of the array together, so that
/// the regions of two chunks never meet.
FootprintTerm packedRegion(const PackedWindow& window, const Access& access) {
  FootprintTerm term;
  term.array = access.array;
  term.packedBy = access.packedBy;
  term.packedDown = window.down;
  const auto end = window.down ? add(window.begin, Polynomial(window.size)) : std::nullopt;
  term.begin = end.value_or(window.begin);
  return term;
}

bool isWrite(FootprintMode mode) { return mode != FootprintMode::Reads && mode != FootprintMode::MayRead; }

/// `i` and `j` of `a[i][j]`, which the model calls i * pitch + j; nothing where the subscript is no such sum.
std::optional<std::vector<Polynomial>> subscriptsOf(const LoopModel& model, const Access& access) {
  if (!access.index) return std::nullopt;
  std::vector<Polynomial> found;
  Polynomial index = *access.index;
  RowPath rows = *model.arrays[static_cast<std::size_t>(access.array.value)].rows;
  for (; rows.levels > 0; --rows.levels) {
    const auto is = [base = baseOf(rows)](const Symbol& symbol) { return symbol.pitchOf == base; };
    const auto pitch = std::find_if(model.symbols.begin(), model.symbols.end(), is);
    if (pitch == model.symbols.end()) return std::nullopt;
    const SymbolId id{static_cast<int>(pitch - model.symbols.begin())};
    const auto row = index.coefficientOf(id);
    if (!row) return std::nullopt;
    found.insert(found.begin(), index.without(id));
    index = *row;
  }
  found.insert(found.begin(), index);
  const auto namesPitch = [&](SymbolId id) { return isPitch(model, id); };
  const bool plain =
      std::none_of(found.begin(), found.end(), [&](const Polynomial& one) { return one.mentionsAny(namesPitch); });
  return plain ? std::optional(found) : std::nullopt;
}

/// Without what the model takes for granted of subscripts, which is what their bounds are to show.
Access withoutAssumptions(const LoopModel& model, Access access, const std::vector<Polynomial>& subscripts) {
  std::erase_if(access.conditions, [&](const Polynomial& condition) {
    return std::find(subscripts.begin(), subscripts.end(), condition) != subscripts.end() ||
           condition.mentionsAny([&](SymbolId id) { return isPitch(model, id); });
  });
  return access;
}

void addReach(const LoopModel& model, const Access& access, Hulls& hulls, Footprint& result) {
  const auto subscripts = subscriptsOf(model, access);
  auto reach = subscripts ? hulls.each(withoutAssumptions(model, access, *subscripts), *subscripts) : std::nullopt;
  if (!reach) return result.unknownRows.push_back(access.array);
  RowsReach one{access.array, *std::move(reach)};
  if (std::find(result.rows.begin(), result.rows.end(), one) == result.rows.end())
    result.rows.push_back(std::move(one));
}

Reason rowsApart(const ArrayObject& array, const Access& access) {
  return {.code = "plan.host-only",
          .message = "the rows of '" + array.name + "' lie apart, and which are used varies",
          .hint = "keep the data in one flat container",
          .at = access.at,
          .other = std::nullopt};
}

/// Exact writes are not copied in, so one inexact write makes all writes of its array inexact.
void demoteMixedWrites(std::vector<FootprintTerm>& terms) {
  std::set<ArrayId> inexact;
  for (const FootprintTerm& term : terms)
    if (term.mode == FootprintMode::MayWrite) inexact.insert(term.array);
  for (FootprintTerm& term : terms)
    if (term.mode == FootprintMode::Writes && inexact.count(term.array) != 0) term.mode = FootprintMode::MayWrite;
}

bool sameRegion(const FootprintTerm& a, const FootprintTerm& b) {
  const auto sameDimension = [](const FootprintDimension& x, const FootprintDimension& y) {
    return x.loop == y.loop && x.stride == y.stride;
  };
  return a.array == b.array && isWrite(a.mode) == isWrite(b.mode) && a.whole == b.whole && a.packedBy == b.packedBy &&
         a.packedDown == b.packedDown && a.enumerated == b.enumerated && a.edge == b.edge && a.begin == b.begin &&
         a.ranges == b.ranges && a.touched == b.touched &&
         std::equal(a.dimensions.begin(), a.dimensions.end(), b.dimensions.begin(), b.dimensions.end(), sameDimension);
}

/// Subscripts that keep to a few numbers: `*cells[i]`, `nodes[i]->x`. To look where each pointer leads would take
/// longer than the loop, and no run does.
bool isFew(const FootprintRange& range) {
  constexpr std::int64_t few = 16;
  const auto only = [](const std::vector<FootprintBound>& bounds) {
    return bounds.size() == 1 && bounds[0].divisor == 1 ? bounds[0].value.constant() : std::nullopt;
  };
  const auto from = only(range.from), to = only(range.to);
  return from && to && *from >= 0 && *to < few;
}

void leaveOutShortRows(Footprint& result) {
  for (const RowsReach& one : result.rows)
    if (std::all_of(result.rows.begin(), result.rows.end(),
                    [&](const RowsReach& other) { return other.array != one.array || isFew(other.subscripts.back()); }))
      result.unknownRows.push_back(one.array);
}

/// What has to hold of parameters for the access to happen at all. A longest row is a number for proofs, and no C++.
std::vector<Polynomial> conditionsBefore(const LoopModel& model, const Access& access) {
  const auto isForProofs = [&](SymbolId id) { return isPitch(model, id); };
  std::vector<Polynomial> result;
  for (const Polynomial& condition : access.conditions)
    if (!condition.constant() && isParametric(model, condition) && !condition.mentionsAny(isForProofs) &&
        std::find(result.begin(), result.end(), condition) == result.end())
      result.push_back(condition);
  return result;
}

/// One term a region. Where an exact and an inexact access meet in it, the exact one says all: a second, conditional
/// write of elements that are certainly written leaves them certainly written.
void addTerm(FootprintTerm term, std::vector<FootprintTerm>& terms) {
  for (FootprintTerm& known : terms) {
    if (!sameRegion(known, term)) continue;
    if (known.where != term.where && !known.where.empty() && !term.where.empty()) continue;
    if (term.where.empty()) known.where.clear();
    if (term.mode == FootprintMode::Reads || term.mode == FootprintMode::Writes) known.mode = term.mode;
    return;
  }
  terms.push_back(std::move(term));
}

/// Bytes of each element of a region that are certainly written.
struct WrittenPart {
  FootprintTerm region;
  std::int64_t begin = 0, end = 0;
};

std::optional<WrittenPart> writtenPart(const Access& access, const FootprintTerm& term) {
  if (access.kind != AccessKind::Write || access.someBytes != 0) return std::nullopt;
  return WrittenPart{term, access.byteBegin, access.byteEnd};
}

/// Whether the parts that are in the region leave no byte of an element as it was. Padding that no write has counts: it
/// would come home as whatever a device finds there.
bool coverElements(std::vector<WrittenPart> parts, const FootprintTerm& region, std::int64_t elementBytes) {
  // A part that is written under a condition says nothing of a region without it.
  std::erase_if(parts, [&](const WrittenPart& part) {
    return !sameRegion(part.region, region) || (!part.region.where.empty() && part.region.where != region.where);
  });
  std::sort(parts.begin(), parts.end(), [](const WrittenPart& a, const WrittenPart& b) { return a.begin < b.begin; });
  std::int64_t covered = 0;
  for (const WrittenPart& part : parts)
    if (part.begin <= covered) covered = std::max(covered, part.end);
  return elementBytes > 0 && covered >= elementBytes;
}

/// `c[i].re = x; c[i].im = y;`: parts that together are the elements.
void joinParts(const LoopModel& model, const std::vector<WrittenPart>& parts, std::vector<FootprintTerm>& terms) {
  for (FootprintTerm& term : terms) {
    const std::int64_t bytes = model.arrays[static_cast<std::size_t>(term.array.value)].elementBytes;
    if (term.mode == FootprintMode::MayWrite && coverElements(parts, term, bytes)) term.mode = FootprintMode::Writes;
  }
}

/// All of the array in the chunk with the loop's last iteration, nothing in others: from the distance that iterations
/// behind the chunk have left, which is less than one of them in the last.
FootprintRange inLastChunk(const TripCount& trip, const Polynomial& extent) {
  const auto behind = subtract(trip.distance, *multiply(trip.stride, Polynomial::symbol(chunkEnd)));
  return {Polynomial(1), {{Polynomial(0)}, {*multiply(*behind, extent)}}, {{*subtract(extent, Polynomial(1))}}};
}

/// What iterations have for themselves is the program's where it begins as that, and in the last iteration: see
/// clustrix/OwnArray.h.
void addOwnArrays(const LoopModel& model, const Legality& legality, const std::set<ArrayId>& large,
                  std::vector<FootprintTerm>& terms) {
  for (const PrivateArray& own : legality.privateArrays) {
    if (large.contains(own.array)) continue;
    FootprintTerm term;
    term.array = own.array;
    const std::optional<Polynomial>& extent = model.arrays[static_cast<std::size_t>(own.array.value)].extentValue;
    if (own.lastValue && extent && !model.loops.empty() && model.loops[0].trip)
      term.ranges.push_back(inLastChunk(*model.loops[0].trip, *extent));
    else if (own.copiesIn)
      term.whole = true;
    else
      continue;
    terms.push_back(term);
    if (!own.lastValue) continue;
    term.mode = FootprintMode::Writes;
    terms.push_back(std::move(term));
  }
}

}  // namespace

Footprint footprint(const LoopModel& model, const Legality& legality) {
  // Past it no hull is known any more.
  const Effort effort(mostSteps);
  Footprint result;
  std::optional<Hulls> hulls;  // made when the first access needs them
  std::vector<WrittenPart> parts;
  const std::set<ArrayId> large = workspaces(model, legality);
  for (const Access& access : model.accesses) {
    const bool inWorkspace = large.contains(access.array);
    if (ownArray(legality, access.array) && !inWorkspace) continue;
    const ArrayObject& array = model.arrays[static_cast<std::size_t>(access.array.value)];
    const bool apart = isOfRows(array);
    if (apart && array.rows->kind == RowPath::Pointers) {
      if (!hulls) hulls.emplace(model, legality);
      addReach(model, access, *hulls, result);
    }
    std::optional<Box> region = apart ? std::nullopt : box(model, access);
    if (region && leavesOut(model, access)) {
      std::optional<FootprintTerm> part = clipped(model, access, region->term);
      if (part) region = Box{*std::move(part), false};
    }
    if (!region && access.packedBy >= 0)
      if (const auto window = packedWindow(model, access.array))
        region = Box{packedRegion(*window, access), writesAllPacked(model, access)};
    if (!region && !apart) {
      if (!hulls) hulls.emplace(model, legality);
      region = around(model, access, *hulls);
      // What the source promises of the parallel loop says nothing of its lists.
      if (!region && !legality.asserted) region = throughLists(model, access, *hulls, result);
      if (!region && model.rollsBack && !result.unasked && access.index && mentionsListed(model.symbols, *access.index))
        result.unasked = unknownFootprint(model, access);
    }
    if (!region) {
      if (!array.extent && inWorkspace) result.unasked = unknownFootprint(model, access);
      if (!array.extent && !result.refusal)
        result.refusal = apart ? rowsApart(array, access) : unknownFootprint(model, access);
      region.emplace();
      region->term.array = access.array;
      region->term.whole = true;
    }
    const bool combined = combinedInto(legality, access.array) != nullptr;
    region->term.mode = combined      ? FootprintMode::Combines
                        : inWorkspace ? FootprintMode::Owns
                                      : modeOf(model, access, region->exact);
    region->term.where = conditionsBefore(model, access);
    if (const auto part = region->exact ? writtenPart(access, region->term) : std::nullopt) parts.push_back(*part);
    addTerm(std::move(region->term), result.terms);
  }
  addOwnArrays(model, legality, large, result.terms);
  askForLists(model, legality, hulls, result);
  leaveOutShortRows(result);
  joinParts(model, parts, result.terms);
  demoteMixedWrites(result.terms);
  std::stable_sort(result.terms.begin(), result.terms.end(), [](const FootprintTerm& a, const FootprintTerm& b) {
    return std::pair(a.array, isWrite(a.mode)) < std::pair(b.array, isWrite(b.mode));
  });
  return result;
}

Launch launchOf(int loop, const Legality& legality, Footprint touched) {
  return {.loop = loop,
          .legality = legality,
          .footprint = std::move(touched.terms),
          .rows = std::move(touched.rows),
          .inspections = std::move(touched.inspections),
          .distinct = std::move(touched.distinct),
          .touched = std::move(touched.touched)};
}

}  // namespace clustrix::compiler
