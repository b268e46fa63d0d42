// A footprint in words: `lo` and `hi` are the first iteration of a chunk and the one behind its last.
//
//     begin lo + 1, {1, hi - lo}               ──►  [lo + 1..hi]
//     begin 0, {m, hi - lo} at lo, {1, m}      ──►  [m*(lo..hi - 1) + (0..m - 1)]
#include "Plan/Footprint.h"

#include "Plan/Words.h"

namespace clustrix::compiler {
namespace {

struct Range {
  std::string from, to;
};

class Speller {
 public:
  Speller(const LoopModel& model, const FootprintTerm& term, const std::vector<ListInspection>& inspections)
      : model_(model), term_(term), inspections_(inspections) {}

  std::string operator()(SymbolId id) const {
    if (id == chunkBegin) return "lo";
    if (id == chunkEnd) return "hi";
    if (const int found = inspectionOf(id); found >= 0 && found < static_cast<int>(inspections_.size())) {
      const ArrayId list = inspections_[static_cast<std::size_t>(found)].list.array;
      return std::string(id == leastOf(found) ? "least(" : "greatest(") +
             model_.arrays[static_cast<std::size_t>(list.value)].name + ")";
    }
    if (id == model_.loops[0].counter && term_.edge == ChunkEdge::First) return "lo";
    if (id == model_.loops[0].counter && term_.edge == ChunkEdge::Last) return "(hi - 1)";
    return symbolWord(model_, id);
  }

 private:
  const LoopModel& model_;
  const FootprintTerm& term_;
  const std::vector<ListInspection>& inspections_;
};

std::string plus(const Polynomial& value, const Polynomial& more, const Speller& spell) {
  const auto sum = add(value, more);
  return sum ? sum->str(spell) : value.str(spell) + " + " + more.str(spell);
}

/// Positions of a loop, shifted by `offset`.
Range positions(const LoopModel& model, int loop, const Polynomial& offset, const Speller& spell) {
  if (loop == 0) {
    const auto last = subtract(Polynomial::symbol(chunkEnd), 1);
    return {plus(Polynomial::symbol(chunkBegin), offset, spell), plus(*last, offset, spell)};
  }
  const TripCount& trip = *model.loops[static_cast<std::size_t>(loop)].trip;
  const auto last = trip.stride == Polynomial(1) ? subtract(trip.distance, 1) : std::nullopt;
  if (last) return {offset.str(spell), plus(*last, offset, spell)};
  const std::string count = tripWords(trip, spell);
  return {offset.str(spell), offset.isZero() ? count + " - 1" : offset.str(spell) + " + " + count + " - 1"};
}

std::string factor(const Polynomial& value, const Speller& spell) {
  const std::string text = value.str(spell);
  return value.terms().size() > 1 ? "(" + text + ")" : text;
}

/// `16*hi - 1`, `ceil((n - 1)/2)`.
std::string boundWords(const FootprintBound& bound, const char* rounded, const Speller& spell) {
  if (bound.divisor == 1) return bound.value.str(spell);
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
    const std::string positions = extremeWords(range.from, true, spell) + ".." + extremeWords(range.to, false, spell);
    const bool unit = range.stride == Polynomial(1);
    const bool alone = unit && term.ranges.size() == 1 && term.begin.isZero();
    text += (text.empty() ? "" : " + ") + (unit ? "" : factor(range.stride, spell) + "*") +
            (alone ? positions : "(" + positions + ")");
  }
  return term.begin.isZero() ? text : text + " + " + term.begin.str(spell);
}

std::string boxWords(const FootprintTerm& term, const LoopModel& model, const Speller& spell) {
  Polynomial begin = term.begin;
  std::vector<std::string> parts;
  std::string only;
  for (const FootprintDimension& dimension : term.dimensions) {
    if (dimension.stride.isZero()) continue;
    const bool unit = dimension.stride == Polynomial(1);
    // The first dimension of neighbours takes the offset in: `lo + 1..hi` instead of `(lo..hi - 1) + 1`.
    const Range range = positions(model, dimension.loop, unit ? begin : Polynomial(), spell);
    if (unit) begin = Polynomial();
    only = range.from + ".." + range.to;
    parts.push_back((unit ? "" : factor(dimension.stride, spell) + "*") + "(" + only + ")");
    if (!unit) only.clear();
  }
  if (parts.size() == 1 && !only.empty()) return only;
  if (parts.empty() || !begin.isZero()) parts.push_back(begin.str(spell));
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : " + ") + part;
  return text;
}

}  // namespace

std::string slice(const FootprintTerm& term, const LoopModel& model, const std::vector<ListInspection>& inspections) {
  if (term.whole) return "all";
  if (term.touched) return "[those that lists lead to]";
  const Speller spell(model, term, inspections);
  if (term.packedBy >= 0)
    return "[packed by " + model.scalars[static_cast<std::size_t>(term.packedBy)].name +
           (term.packedDown ? ", which counts down" : "") +
           (term.begin.isZero() ? "" : ", from " + term.begin.str(spell)) + "]";
  std::string text;
  for (const int loop : term.enumerated) {
    const Range range = positions(model, loop, Polynomial(), spell);
    text += "for " + symbolWord(model, model.loops[static_cast<std::size_t>(loop)].counter) + " in " + range.from +
            ".." + range.to + ": ";
  }
  return text + "[" + (term.ranges.empty() ? boxWords(term, model, spell) : rangeWords(term, spell)) + "]";
}

}  // namespace clustrix::compiler
