#include "Emit/Slices.h"

#include "Emit/TouchedElements.h"
#include "Plan/Hull.h"

#include <algorithm>
#include <set>

namespace clustrix::compiler {
namespace {

/// The inspections that bounds name.
std::set<int> inspectionsIn(const std::vector<FootprintRange>& ranges) {
  std::set<int> found;
  for (const FootprintRange& range : ranges)
    for (const auto* const bounds : {&range.from, &range.to})
      for (const FootprintBound& bound : *bounds)
        for (const SymbolId id : bound.value.symbols())
          if (inspectionOf(id) >= 0) found.insert(inspectionOf(id));
  return found;
}

class TermWriter {
 public:
  TermWriter(const LaunchSource& source, const KernelShape& shape, const FootprintTerm& term, LaunchNames& names,
             std::string margin)
      : source_(source),
        model_(source.model()),
        shape_(shape),
        term_(term),
        names_(names),
        margin_(std::move(margin)) {}

  /// The positions of a list: all, or those of a chunk.
  std::string positions(const FootprintRange& range, const std::string& trips = "") {
    wholeTrips_ = trips;
    return bounds(range);
  }

  /// Those that contain the positions of all iterations.
  std::string allPositions(const std::vector<FootprintRange>& ranges, const std::string& trips) {
    wholeTrips_ = trips;
    std::string from, to;
    for (const FootprintRange& range : ranges) {
      const std::string first = extreme(range.from, "greatest", "quotientUp");
      const std::string last = extreme(range.to, "least", "quotientDown");
      from = from.empty() ? first : "clustrix::least(" + from + ", " + first + ")";
      to = to.empty() ? last : "clustrix::greatest(" + to + ", " + last + ")";
    }
    return from + ", " + to;
  }

  /// All iterations as one chunk: the bounds of each range.
  std::string wholeBounds(const std::string& trips) {
    wholeTrips_ = trips;
    std::string text;
    for (const FootprintRange& range : term_.ranges)
      text += (text.empty() ? "" : ", ") + ("clustrix::Interval(" + bounds(range)) + ")";
    return text;
  }

  std::string text() {
    std::string text;
    for (const int loop : term_.enumerated) {
      text += margin_ + walkText(loop);
      margin_ += "  ";
    }
    return text + margin_ + condition() + names_.touched + "." + method() + "(" + names_.array(term_.array) + ")" +
           given() + region() + ";\n";
  }

 private:
  const NestedLoop& loopAt(int loop) const { return model_.loops[static_cast<std::size_t>(loop)]; }
  bool isEnumerated(int loop) const { return std::count(term_.enumerated.begin(), term_.enumerated.end(), loop) != 0; }

  std::string spell(SymbolId id) {
    if (id == chunkBegin) return names_.chunk + ".begin";
    if (id == chunkEnd) return wholeTrips_.empty() ? names_.chunk + ".end" : wholeTrips_;
    if (const int inspection = inspectionOf(id); inspection >= 0)
      return (wholeTrips_.empty() ? names_.values(inspection) : names_.inspected(inspection) + ".all()") +
             (id == leastOf(inspection) ? ".least" : ".greatest");
    for (std::size_t l = 0; l < model_.loops.size(); ++l) {
      if (model_.loops[l].counter != id) continue;
      if (isEnumerated(static_cast<int>(l))) return names_.counter(static_cast<int>(l));
      // Only loops[0] is left: the first iteration of the chunk, or the one that covers all others.
      return term_.edge == ChunkEdge::Last ? "(" + names_.chunk + ".end - 1)" : names_.chunk + ".begin";
    }
    return names_.parameter(id);
  }
  Spelling spelling() {
    return [this](SymbolId id) { return spell(id); };
  }

  std::string walkText(int loop) {
    const std::string& k = names_.counter(loop);
    const std::string first = loop == 0 ? names_.chunk + ".begin" : "0";
    const std::string end = loop == 0 ? names_.chunk + ".end" : tripsText(*loopAt(loop).trip, spelling());
    return "for (clustrix::Index " + k + " = " + first + "; " + k + " < " + end + "; ++" + k + ")\n";
  }

  const char* method() const {
    switch (term_.mode) {
      case FootprintMode::Reads:
        return "reads";
      case FootprintMode::MayRead:
        return "mayRead";
      case FootprintMode::Writes:
        return "writes";
      case FootprintMode::Combines:
        return "combines";
      case FootprintMode::MayWrite:
        return "mayWrite";
      case FootprintMode::Owns:
        return "owns";
    }
    return "";
  }

  /// The counter of a packed array before or behind the chunk, as a position.
  std::string position(const std::string& carried) const {
    const Accumulator& counter = *accumulatorOf(shape_, term_.packedBy);
    const bool isTemplate = !source_.function.templateParameters.empty();
    const std::string type = isTemplate ? "std::decay_t<decltype(" + counter.expression + ")>" : counter.type;
    const std::string value = carried + "." + counter.name;
    if (counter.append >= 0) return value;
    return "static_cast<clustrix::Index>(" +
           (counter.storage == counter.type ? value : "static_cast<" + type + ">(" + value + ")") + ")";
  }

  /// What lies between the counter's two values.
  std::string packed() {
    const std::string first = position(term_.packedDown ? names_.after : names_.before);
    const std::string last = position(term_.packedDown ? names_.before : names_.after);
    const std::string begin = term_.begin.isZero() ? "" : " + " + sumText(term_.begin, spelling());
    return ".box(" + first + begin + ", {1, " + last + " - " + first + "})";
  }

  /// `if (threads_ > 1) `; what cannot be computed in an Index is left out: the term then is a superset.
  std::string condition() {
    std::string text;
    for (const Polynomial& value : term_.where) {
      const auto symbols = value.symbols();
      const bool fits = std::all_of(symbols.begin(), symbols.end(), [this](SymbolId id) {
        return fitsIndex(model_.symbols[static_cast<std::size_t>(id.value)]);
      });
      if (fits && comparisonFitsIndex(value, model_))
        text += (text.empty() ? "if (" : " && ") + comparisonText({value, false}, spelling());
    }
    return text.empty() ? "" : text + ") ";
  }

  std::string region() {
    if (term_.whole) return ".whole()";
    if (term_.packedBy >= 0) return packed();
    if (term_.touched) {
      const std::string& values = names_.elementValues(term_.array);
      return ".given(" + values + ").between(0, {1, " + values + ".least, " + values + ".greatest})";
    }
    if (!term_.ranges.empty()) return ranges();
    Polynomial begin = term_.begin;
    std::string dimensions;
    for (const FootprintDimension& dimension : term_.dimensions) {
      std::string count;
      if (dimension.loop == 0) {
        // The chunk's positions begin at its first iteration.
        const SymbolId counter = loopAt(0).counter;
        begin = *add(begin, *multiply(dimension.stride, Polynomial::symbol(counter)));
        count = names_.chunk + ".size()";
      } else {
        count = tripsText(*loopAt(dimension.loop).trip, spelling());
      }
      dimensions += ", {" + sumText(dimension.stride, spelling()) + ", " + count + "}";
    }
    return ".box(" + sumText(begin, spelling()) + dimensions + ")";
  }

  /// All iterations begin with the first.
  Polynomial inWhole(const Polynomial& value) const {
    return wholeTrips_.empty() ? value : value.substitute(chunkBegin, Polynomial(0)).value_or(value);
  }

  /// `clustrix::least(16 * chunk.end - 1, n_ - 1)`
  std::string extreme(const std::vector<FootprintBound>& bounds, const char* which, const char* rounded) {
    std::string text;
    for (const FootprintBound& bound : bounds) {
      const std::string value = sumText(inWhole(bound.value), spelling());
      text += (text.empty() ? "" : ", ") + (bound.divisor == 1 ? value
                                                               : std::string("clustrix::") + rounded + "(" + value +
                                                                     ", " + std::to_string(bound.divisor) + ")");
    }
    return bounds.size() == 1 ? text : std::string("clustrix::") + which + "(" + text + ")";
  }

  std::string bounds(const FootprintRange& range) {
    return extreme(range.from, "greatest", "quotientUp") + ", " + extreme(range.to, "least", "quotientDown");
  }
  /// What the region is known by.
  std::string given() {
    std::string text;
    for (const int inspection : inspectionsIn(term_.ranges)) text += ".given(" + names_.values(inspection) + ")";
    const bool hasEnd = model_.arrays[static_cast<std::size_t>(term_.array.value)].extent.has_value();
    return text + (!text.empty() && hasEnd ? ".inside()" : "");
  }
  std::string ranges() {
    std::string text;
    for (const FootprintRange& range : term_.ranges)
      text += ", {" + sumText(range.stride, spelling()) + ", " + bounds(range) + "}";
    return ".between(" + sumText(term_.begin, spelling()) + text + ")";
  }

  const LaunchSource& source_;
  const LoopModel& model_;
  const KernelShape& shape_;
  const FootprintTerm& term_;
  LaunchNames& names_;
  std::string margin_;
  std::string wholeTrips_{};
};

bool chunkMatters(const Launch& launch) {
  if (std::any_of(launch.inspections.begin(), launch.inspections.end(),
                  [](const ListInspection& one) { return mentionsChunk(one.positions); }))
    return true;
  return std::any_of(launch.footprint.begin(), launch.footprint.end(), [](const FootprintTerm& term) {
    const bool isDimension = std::any_of(term.dimensions.begin(), term.dimensions.end(),
                                         [](const FootprintDimension& dimension) { return dimension.loop == 0; });
    return isDimension || term.touched || std::any_of(term.ranges.begin(), term.ranges.end(), mentionsChunk) ||
           term.edge != ChunkEdge::None || std::count(term.enumerated.begin(), term.enumerated.end(), 0) != 0;
  });
}

/// The inspections whose numbers bound what a chunk touches, or the places of others that do: each before those.
std::set<int> inspectionsOfSlices(const Launch& launch) {
  std::set<int> found;
  for (const FootprintTerm& term : launch.footprint) found.merge(inspectionsIn(term.ranges));
  for (auto one = found.rbegin(); one != found.rend(); ++one)
    found.merge(inspectionsIn({launch.inspections[static_cast<std::size_t>(*one)].positions}));
  return found;
}

bool packs(const Launch& launch) {
  return std::any_of(launch.footprint.begin(), launch.footprint.end(),
                     [](const FootprintTerm& term) { return term.packedBy >= 0; });
}

}  // namespace

namespace {

FootprintTerm termOf(ArrayId list) {
  FootprintTerm term;
  term.array = list;
  return term;
}

std::string positionsText(const LaunchSource& source, const KernelShape& shape, const ListInspection& one,
                          LaunchNames& names, const std::string& trips = "") {
  return TermWriter(source, shape, termOf(one.list.array), names, "").positions(one.positions, trips);
}

}  // namespace

std::string listText(const NumberList& list, LaunchNames& names) {
  const std::string& array = names.array(list.array);
  if (list.type.empty()) return array;
  return "clustrix::Numbers<" + list.type + ">{" + array + ", " + std::to_string(list.begin) + ", " +
         std::to_string(list.run) + "}";
}

std::string inspectionsText(const LaunchSource& source, const KernelShape& shape, const std::string& trips,
                            LaunchNames& names, const std::string& margin) {
  std::string text;
  for (std::size_t i = 0; i < source.launch.inspections.size(); ++i) {
    const ListInspection& one = source.launch.inspections[i];
    text += margin + "const clustrix::Inspected " + names.inspected(static_cast<int>(i)) + " = " + names.loop +
            ".inspected(" + listText(one.list, names) + ", ";
    const std::string positions = positionsText(source, shape, one, names, trips);
    text +=
        inspectionsIn({one.positions}).empty() ? positions : "[&] { return clustrix::ListRange{" + positions + "}; }";
    text += ");\n";
  }
  return text + touchedElementsText(source, names, margin);
}

std::string distinctText(const LaunchSource& source, const KernelShape& shape, const DistinctList& list,
                         const std::string& trips, LaunchNames& names) {
  return listText(list.list, names) + ", " + aroundText(source, shape, list.list.array, list.positions, trips, names);
}

std::string aroundText(const LaunchSource& source, const KernelShape& shape, ArrayId array,
                       const std::vector<FootprintRange>& positions, const std::string& trips, LaunchNames& names) {
  return TermWriter(source, shape, termOf(array), names, "").allPositions(positions, trips);
}

std::string footprintText(const LaunchSource& source, const KernelShape& shape, LaunchNames& names,
                          const std::string& margin) {
  const Launch& launch = source.launch;
  // Parameters without a name where nothing mentions them: no warning in the user's build.
  std::string text = margin + "const auto " + names.footprint + " = [&](clustrix::Chunk" +
                     (chunkMatters(launch) ? " " + names.chunk : "") + ", clustrix::Footprint&" +
                     (launch.footprint.empty() ? "" : " " + names.touched);
  if (shape.form == Form::Scan)
    text +=
        packs(launch) ? ", const auto& " + names.before + ", const auto& " + names.after : ", const auto&, const auto&";
  text += ") {";
  if (launch.footprint.empty()) return text + "};\n";
  text += "\n";
  for (const int inspection : inspectionsOfSlices(launch)) {
    const ListInspection& one = launch.inspections[static_cast<std::size_t>(inspection)];
    text += margin + "  const clustrix::ListedValues " + names.values(inspection) + " = " +
            names.inspected(inspection) + ".in(" + positionsText(source, shape, one, names);
    for (const int other : inspectionsIn({one.positions})) text += ", " + names.values(other);
    text += ");\n";
  }
  std::set<ArrayId> lookedAt;
  for (const FootprintTerm& term : launch.footprint)
    if (term.touched && lookedAt.insert(term.array).second)
      text += margin + "  const clustrix::ListedValues " + names.elementValues(term.array) + " = " +
              names.elements(term.array) + ".in(" + names.chunk + ");\n";
  for (const FootprintTerm& term : launch.footprint)
    text += TermWriter(source, shape, term, names, margin + "  ").text();
  return text + margin + "};\n";
}

std::string subscriptsText(const LaunchSource& source, const KernelShape& shape, const RowsReach& reach,
                           const std::string& trips, LaunchNames& names) {
  FootprintTerm term;
  term.array = reach.array;
  term.ranges = reach.subscripts;
  return TermWriter(source, shape, term, names, "").wholeBounds(trips);
}

}  // namespace clustrix::compiler
