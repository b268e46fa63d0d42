// A footprint in words: of one iteration in the names of the source, or of a chunk, whose first iteration is `lo` and
// the one behind its last `hi`.
//
//     begin lo + 1, {1, hi - lo}               ──►  [i + 1]          [lo + 1..hi]
//     begin 0, {m, hi - lo} at lo, {1, m}      ──►  [i*m..i*m + m - 1]   [m*(lo..hi - 1) + (0..m - 1)]
#include "Plan/Footprint.h"

#include "Model/SourceNames.h"
#include "Plan/Words.h"

namespace clustrix::compiler {
namespace {

struct Range {
  std::string from, to;
};

class Speller {
 public:
  Speller(const LoopModel& model, const FootprintTerm& term, const std::vector<ListInspection>& inspections, Slices of)
      : model_(model), term_(term), inspections_(inspections), names_(model), of_(of) {}

  bool isOfIteration() const { return of_ == Slices::OfIteration; }
  std::string operator()(const Polynomial& value) const {
    if (!isOfIteration()) return value.str([this](SymbolId id) { return nameInChunk(id); });
    return names_(alone(value), [this](SymbolId id) { return inspectionWord(id).value_or(names_.nameOf(id)); });
  }
  /// Of a loop that is walked.
  std::string counter(int loop) const {
    const SymbolId id = model_.loops[static_cast<std::size_t>(loop)].counter;
    return isOfIteration() ? names_(Polynomial::symbol(id)) : symbolWord(model_, id);
  }

 private:
  std::optional<std::string> inspectionWord(SymbolId id) const {
    const int found = inspectionOf(id);
    if (found < 0 || found >= static_cast<int>(inspections_.size())) return std::nullopt;
    const ArrayId list = inspections_[static_cast<std::size_t>(found)].list.array;
    return std::string(id == leastOf(found) ? "least(" : "greatest(") +
           sourceName(model_.arrays[static_cast<std::size_t>(list.value)]) + ")";
  }
  std::string nameInChunk(SymbolId id) const {
    if (id == chunkBegin) return "lo";
    if (id == chunkEnd) return "hi";
    if (const auto word = inspectionWord(id)) return *word;
    if (id == model_.loops[0].counter && term_.edge == ChunkEdge::First) return "lo";
    if (id == model_.loops[0].counter && term_.edge == ChunkEdge::Last) return "(hi - 1)";
    return symbolWord(model_, id);
  }
  /// With an iteration in place of the chunk.
  Polynomial alone(const Polynomial& value) const {
    const Polynomial counter = Polynomial::symbol(model_.loops[0].counter);
    const auto begun = value.substitute(chunkBegin, counter);
    const auto behind = add(counter, 1);
    const auto ended = begun && behind ? begun->substitute(chunkEnd, *behind) : std::nullopt;
    return ended.value_or(value);
  }

  const LoopModel& model_;
  const FootprintTerm& term_;
  const std::vector<ListInspection>& inspections_;
  const SourceNames names_;
  const Slices of_;
};

/// `from..to`, or the only one.
std::string words(const Range& range) { return range.from == range.to ? range.from : range.from + ".." + range.to; }

std::string plus(const Polynomial& value, const Polynomial& more, const Speller& spell) {
  const auto sum = add(value, more);
  return sum ? spell(*sum) : spell(value) + " + " + spell(more);
}

/// Positions of a loop, shifted by `offset`.
Range positions(const LoopModel& model, int loop, const Polynomial& offset, const Speller& spell) {
  if (loop == 0) {
    const auto last = subtract(Polynomial::symbol(chunkEnd), 1);
    return {plus(Polynomial::symbol(chunkBegin), offset, spell), plus(*last, offset, spell)};
  }
  const TripCount& trip = *model.loops[static_cast<std::size_t>(loop)].trip;
  const auto last = trip.stride == Polynomial(1) ? subtract(trip.distance, 1) : std::nullopt;
  if (last) return {spell(offset), plus(*last, offset, spell)};
  const std::string count = tripWords(trip, spell);
  return {spell(offset), offset.isZero() ? count + " - 1" : spell(offset) + " + " + count + " - 1"};
}

std::string factor(const Polynomial& value, const Speller& spell) {
  const std::string text = spell(value);
  return value.terms().size() > 1 ? "(" + text + ")" : text;
}

/// `16*hi - 1`, `ceil((n - 1)/2)`.
std::string boundWords(const FootprintBound& bound, const char* rounded, const Speller& spell) {
  if (bound.divisor == 1) return spell(bound.value);
  return std::string(rounded) + "(" + factor(bound.value, spell) + "/" + std::to_string(bound.divisor) + ")";
}

std::string extremeWords(const std::vector<FootprintBound>& bounds, bool lower, const Speller& spell) {
  std::string text;
  for (const FootprintBound& bound : bounds)
    text += (text.empty() ? "" : ", ") + boundWords(bound, lower ? "ceil" : "floor", spell);
  return bounds.size() == 1 ? text : std::string(lower ? "max" : "min") + "(" + text + ")";
}

std::string rangeWords(const FootprintTerm& term, const Speller& spell) {
  std::string text;
  for (const FootprintRange& range : term.ranges) {
    const Range positions{extremeWords(range.from, true, spell), extremeWords(range.to, false, spell)};
    const bool unit = range.stride == Polynomial(1);
    const bool alone = unit && term.ranges.size() == 1 && term.begin.isZero();
    text += (text.empty() ? "" : " + ") + (unit ? "" : factor(range.stride, spell) + "*") +
            (alone ? words(positions) : "(" + words(positions) + ")");
  }
  return term.begin.isZero() ? text : text + " + " + spell(term.begin);
}

/// An iteration's own position in the modelled loop is part of where its box begins.
Polynomial beginOf(const FootprintTerm& term, const LoopModel& model, const Speller& spell) {
  Polynomial begin = term.begin;
  if (!spell.isOfIteration()) return begin;
  for (const FootprintDimension& dimension : term.dimensions) {
    const auto step = multiply(dimension.stride, Polynomial::symbol(model.loops[0].counter));
    const auto moved = dimension.loop == 0 && step ? add(begin, *step) : std::nullopt;
    begin = moved.value_or(begin);
  }
  return begin;
}

std::string boxWords(const FootprintTerm& term, const LoopModel& model, const Speller& spell) {
  Polynomial begin = beginOf(term, model, spell);
  std::vector<std::string> parts;
  std::string only;
  for (const FootprintDimension& dimension : term.dimensions) {
    if (dimension.stride.isZero() || (dimension.loop == 0 && spell.isOfIteration())) continue;
    const bool unit = dimension.stride == Polynomial(1);
    // The first dimension of neighbours takes the offset in: `lo + 1..hi` instead of `(lo..hi - 1) + 1`.
    const Range range = positions(model, dimension.loop, unit ? begin : Polynomial(), spell);
    if (unit) begin = Polynomial();
    only = words(range);
    parts.push_back((unit ? "" : factor(dimension.stride, spell) + "*") + "(" + only + ")");
    if (!unit) only.clear();
  }
  if (parts.size() == 1 && !only.empty()) return only;
  if (parts.empty() || !begin.isZero()) parts.push_back(spell(begin));
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : " + ") + part;
  return text;
}

}  // namespace

std::string slice(const FootprintTerm& term, const LoopModel& model, const std::vector<ListInspection>& inspections,
                  Slices of) {
  if (term.whole) return "all";
  if (term.touched) return "[those that lists lead to]";
  const Speller spell(model, term, inspections, of);
  if (term.packedBy >= 0)
    return "[packed by " + model.scalars[static_cast<std::size_t>(term.packedBy)].name +
           (term.packedDown ? ", which counts down" : "") + (term.begin.isZero() ? "" : ", from " + spell(term.begin)) +
           "]";
  std::string text;
  for (const int loop : term.enumerated) {
    const Range range = positions(model, loop, Polynomial(), spell);
    if (loop == 0 && spell.isOfIteration()) continue;
    text += "for " + spell.counter(loop) + " in " + words(range) + ": ";
  }
  return text + "[" + (term.ranges.empty() ? boxWords(term, model, spell) : rangeWords(term, spell)) + "]";
}

}  // namespace clustrix::compiler
