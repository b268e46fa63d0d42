#include "Plan/Clip.h"

#include "Plan/Symbols.h"

namespace clustrix::compiler {
namespace {

/// How many bounds `greatest` and `least` take.
constexpr std::size_t mostBounds = 3;

/// All positions of the loop, before any condition is looked at; nothing where its steps are not known beforehand.
std::optional<FootprintRange> wholeRange(const LoopModel& model, const FootprintDimension& dimension) {
  FootprintRange range{dimension.stride, {}, {}};
  if (dimension.loop == 0) {
    const auto last = subtract(Polynomial::symbol(chunkEnd), Polynomial(1));
    range.from.push_back({Polynomial::symbol(chunkBegin)});
    range.to.push_back({*last});
    return range;
  }
  const auto& trip = model.loops[static_cast<std::size_t>(dimension.loop)].trip;
  const auto step = trip ? trip->stride.constant() : std::nullopt;
  const auto last = step && *step > 0 ? subtract(trip->distance, Polynomial(1)) : std::nullopt;
  if (!last || !isParametric(model, *last)) return std::nullopt;
  range.from.push_back({Polynomial(0)});
  range.to.push_back({*last, *step});
  return range;
}

/// Where the condition is about this counter alone: `k - 1 >= 0` begins the range at 1. True when it did something.
bool end(const LoopModel& model, SymbolId counter, const Polynomial& condition, FootprintRange& range) {
  const auto slope = condition.coefficientOf(counter).value_or(Polynomial(0));
  const std::int64_t factor = slope.constant().value_or(0);
  const Polynomial rest = condition.without(counter);
  if (factor == 0 || factor == INT64_MIN || !isParametric(model, rest)) return false;
  auto& bounds = factor > 0 ? range.from : range.to;
  const auto bound = factor > 0 ? subtract(Polynomial(0), rest) : std::optional(rest);
  if (!bound || bounds.size() >= mostBounds) return false;
  bounds.push_back({*bound, factor > 0 ? factor : -factor});
  return true;
}

}  // namespace

std::optional<FootprintTerm> clipped(const LoopModel& model, const Access& access, const FootprintTerm& box) {
  if (box.edge != ChunkEdge::None || !box.enumerated.empty() || box.dimensions.size() > mostFootprintRanges)
    return std::nullopt;
  FootprintTerm term = box;
  term.dimensions.clear();
  bool ends = false;
  for (const FootprintDimension& dimension : box.dimensions) {
    std::optional<FootprintRange> range = wholeRange(model, dimension);
    if (!range) return std::nullopt;
    const SymbolId counter = model.loops[static_cast<std::size_t>(dimension.loop)].counter;
    for (const Polynomial& condition : access.conditions) ends |= end(model, counter, condition, *range);
    term.ranges.push_back(*std::move(range));
  }
  return ends ? std::optional(std::move(term)) : std::nullopt;
}

}  // namespace clustrix::compiler
