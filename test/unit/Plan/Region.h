// Footprints and accesses as sets of element positions, for given values of the parameters.
#pragma once

#include "../Analysis/Builder.h"

#include "Plan/Footprint.h"

#include <map>
#include <set>

namespace clustrix::compiler::test {

using Values = std::map<SymbolId, std::int64_t>;

inline std::int64_t evaluate(const Polynomial& polynomial, const Values& values) {
  std::int64_t sum = 0;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    std::int64_t product = coefficient;
    for (const SymbolId id : monomial) product *= values.at(id);
    sum += product;
  }
  return sum;
}

inline std::int64_t trips(const TripCount& trip, const Values& values) {
  const std::int64_t distance = evaluate(trip.distance, values), stride = evaluate(trip.stride, values);
  return stride <= 0 || distance <= 0 ? 0 : (distance + stride - 1) / stride;
}

struct Chunk {
  std::int64_t begin = 0, end = 0;
};

/// Adds what the access touches in the chunk.
inline void addTouched(const LoopModel& model, const Access& access, Chunk chunk, std::size_t depth, Values& values,
                       std::set<std::int64_t>& into) {
  if (depth == access.loops.size()) {
    into.insert(evaluate(*access.index, values));
    return;
  }
  const int loop = access.loops[depth];
  const NestedLoop& nested = model.loops[static_cast<std::size_t>(loop)];
  const std::int64_t begin = loop == 0 ? chunk.begin : 0;
  const std::int64_t end = loop == 0 ? chunk.end : trips(*nested.trip, values);
  for (std::int64_t k = begin; k < end; ++k) {
    values[nested.counter] = k;
    addTouched(model, access, chunk, depth + 1, values, into);
  }
}

inline void addBox(const LoopModel& model, const FootprintTerm& term, Chunk chunk, std::size_t dimension,
                   std::int64_t at, const Values& values, std::set<std::int64_t>& into) {
  if (dimension == term.dimensions.size()) {
    into.insert(at);
    return;
  }
  const FootprintDimension& d = term.dimensions[dimension];
  Values its = values;
  const SymbolId chunkCounter = model.loops[0].counter;
  if (term.edge != ChunkEdge::None) its[chunkCounter] = term.edge == ChunkEdge::First ? chunk.begin : chunk.end - 1;
  const std::int64_t begin = d.loop == 0 ? chunk.begin : 0;
  const std::int64_t end = d.loop == 0 ? chunk.end : trips(*model.loops[static_cast<std::size_t>(d.loop)].trip, its);
  const std::int64_t stride = evaluate(d.stride, values);
  for (std::int64_t k = begin; k < end; ++k) addBox(model, term, chunk, dimension + 1, at + k * stride, values, into);
}

/// The greatest or the least of the bounds, rounded into the range.
inline std::int64_t extreme(const std::vector<FootprintBound>& bounds, bool lower, Chunk chunk, Values values) {
  values[chunkBegin] = chunk.begin;
  values[chunkEnd] = chunk.end;
  std::optional<std::int64_t> result;
  for (const FootprintBound& bound : bounds) {
    std::int64_t at = evaluate(bound.value, values);
    const std::int64_t rest = (at % bound.divisor + bound.divisor) % bound.divisor;
    at = (at - rest) / bound.divisor + (lower && rest != 0 ? 1 : 0);
    result = !result ? at : lower ? std::max(*result, at) : std::min(*result, at);
  }
  return result.value();
}

inline void addRanges(const FootprintTerm& term, Chunk chunk, std::size_t range, std::int64_t at, const Values& values,
                      std::set<std::int64_t>& into) {
  if (range == term.ranges.size()) {
    into.insert(at);
    return;
  }
  const FootprintRange& r = term.ranges[range];
  const std::int64_t to = extreme(r.to, false, chunk, values), stride = evaluate(r.stride, values);
  for (std::int64_t k = extreme(r.from, true, chunk, values); k <= to; ++k)
    addRanges(term, chunk, range + 1, at + k * stride, values, into);
}

/// Adds what the term says.
inline void addTerm(const LoopModel& model, const FootprintTerm& term, Chunk chunk, std::size_t depth, Values& values,
                    std::set<std::int64_t>& into) {
  if (depth == term.enumerated.size()) {
    if (!term.ranges.empty()) return addRanges(term, chunk, 0, evaluate(term.begin, values), values, into);
    addBox(model, term, chunk, 0, evaluate(term.begin, values), values, into);
    return;
  }
  const int loop = term.enumerated[depth];
  const NestedLoop& nested = model.loops[static_cast<std::size_t>(loop)];
  const std::int64_t begin = loop == 0 ? chunk.begin : 0;
  const std::int64_t end = loop == 0 ? chunk.end : trips(*nested.trip, values);
  for (std::int64_t k = begin; k < end; ++k) {
    values[nested.counter] = k;
    addTerm(model, term, chunk, depth + 1, values, into);
  }
}

}  // namespace clustrix::compiler::test
