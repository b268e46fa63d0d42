#include "Emit/Guards.h"

#include "Emit/Slices.h"
#include "Model/SourceNames.h"
#include "Plan/Symbols.h"
#include "Plan/Words.h"
#include "Support/OneLine.h"

#include <algorithm>
#include <limits>

namespace clustrix::compiler {
namespace {

class GuardWriter {
 public:
  GuardWriter(const LaunchSource& source, const KernelShape& shape, LaunchNames& names, const std::string& margin)
      : source_(source), shape_(shape), names_(names), margin_(margin) {}

  std::string statement(const Guard& guard) {
    const std::string condition = std::visit([this](const auto& one) { return call(one); }, guard);
    return statement(condition, asked(guard));
  }

  /// Numbers of iterations and bounds of footprints must be right in 64 bits, wherever a loop's bounds are taken from.
  std::string indexStatement(const Polynomial& value) {
    return statement("inRange(" + interval(value) + ", clustrix::rangeOf<clustrix::Index>()",
                     told(words(value) + " fits 64 bits", {value}));
  }
  std::string parameterStatement(SymbolId id) {
    return statement("inRange(" + symbolAt(id).expression + ", clustrix::rangeOf<clustrix::Index>()",
                     told(symbolAt(id).name + " fits 64 bits", {}));
  }

 private:
  static constexpr std::size_t widest = 110;

  const LoopModel& model() const { return source_.model(); }

  /// `call`, without its parenthesis, and what reports say of it.
  std::string statement(const std::string& call, const std::string& told) const {
    const std::string begin = margin_ + names_.loop + "." + call;
    if (told.empty()) return begin + ");\n";
    const bool fits = begin.size() + told.size() + 4 <= widest;
    return begin + (fits ? ", " : ",\n" + margin_ + "    ") + told + ");\n";
  }
  /// What a guard asks, as the reports have it, and the numbers in that, `"n - m >= 0", {{"n", n_}, {"m", m_}}`; the
  /// runtime finds words of its own for guards on arrays and variables.
  std::string asked(const Guard& guard) {
    std::vector<Polynomial> values;
    if (const auto* one = std::get_if<ParameterGuard>(&guard)) {
      for (const auto& row : one->anyOf)
        for (const Comparison& comparison : row) values.push_back(comparison.value);
    } else if (const auto* divisible = std::get_if<DivisibleGuard>(&guard)) {
      values = {divisible->value, divisible->divisor};
    } else if (const auto* range = std::get_if<RangeGuard>(&guard)) {
      // The runtime tells what the whole may be.
      const std::vector<SymbolId> symbols = range->value.symbols();
      const bool isParameter = symbols.size() == 1 && range->value == Polynomial::symbol(symbols.front());
      if (!isParameter) values = {range->value};
    } else {
      return "";
    }
    return told(guardWords(guard, model()), values);
  }
  std::string told(const std::string& words, const std::vector<Polynomial>& values) {
    std::vector<SymbolId> parameters;
    for (const Polynomial& value : values) addParameters(value, parameters);
    std::string numbers;
    for (const SymbolId id : parameters)
      numbers += (numbers.empty() ? "" : ", ") + ("{" + stringLiteral(symbolAt(id).name) + ", ") + number(id) + "}";
    return stringLiteral(words) + (numbers.empty() ? "" : ", {" + numbers + "}");
  }
  /// A chunk begins and ends at an iteration.
  std::string words(const Polynomial& value) const {
    const SourceNames names(model());
    return names(value, [&](SymbolId id) { return isOfChunk(id) ? "iteration" : names.nameOf(id); });
  }
  static bool isOfChunk(SymbolId id) { return id == chunkBegin || id == chunkEnd; }
  /// Those that a value is made of, or that tell how far its counters go.
  void addParameters(const Polynomial& value, std::vector<SymbolId>& into) const {
    for (const SymbolId id : value.symbols()) {
      for (const NestedLoop& loop : model().loops) {
        const bool counts = loop.counter == id || (isOfChunk(id) && &loop == &model().loops.front());
        if (!counts || !loop.trip) continue;
        addParameters(loop.trip->distance, into);
        addParameters(loop.trip->stride, into);
      }
      if (id.value < 0) continue;
      const Symbol& symbol = symbolAt(id);
      if (symbol.kind == SymbolKind::Quotient && symbol.division) addParameters(symbol.division->dividend, into);
      const bool isNew = std::find(into.begin(), into.end(), id) == into.end();
      if (symbol.kind == SymbolKind::Parameter && !symbol.expression.empty() && isNew) into.push_back(id);
    }
  }
  /// As the condition has it.
  std::string number(SymbolId id) const {
    const auto& used = names_.usedParameters();
    const auto name = used.find(id);
    return name != used.end() ? name->second : symbolAt(id).expression;
  }
  const Symbol& symbolAt(SymbolId id) const { return model().symbols[static_cast<std::size_t>(id.value)]; }

  /// In 128-bit arithmetic, over all values of the counters.
  std::string interval(const Polynomial& value) {
    const Spelling spell = [this](SymbolId id) { return intervalOf(id); };
    return value.constant() ? "clustrix::Interval(" + literal(*value.constant()) + ")" : sumText(value, spell);
  }
  std::string intervalOf(SymbolId id) {
    for (const NestedLoop& loop : model().loops) {
      if (loop.counter != id) continue;
      const auto distance = loop.trip->distance.constant();
      const std::string count =
          distance && loop.trip->stride.constant()
              ? tripsText(*loop.trip, [](SymbolId) { return std::string(); })
              : "clustrix::trips(" + interval(loop.trip->distance) + ", " + interval(loop.trip->stride) + ")";
      return "clustrix::Interval::counter(" + count + ")";
    }
    if (inspectionOf(id) >= 0)
      return "clustrix::Interval(" + literal(leastListed) + ", " + literal(greatestListed) + ")";
    if (id == chunkBegin || id == chunkEnd)
      return "clustrix::Interval(0, " + tripsText(*model().loops[0].trip, names_.parameters()) + ")";
    return "clustrix::Interval(" + symbolAt(id).expression + ")";
  }

  std::string comparison(const Comparison& one) {
    if (comparisonFitsIndex(one.value, model())) return comparisonText(one, names_.parameters());
    const std::string allowed = one.equal ? "{0, 0}" : "{0, " + literal(indexMax) + "}";
    return "(" + interval(one.value) + ").within(" + allowed + ")";
  }
  std::string conjunction(const std::vector<Comparison>& row) {
    std::string text;
    for (const Comparison& one : row) text += (text.empty() ? "" : " && ") + comparison(one);
    return text.empty() ? "true" : text;
  }

  /// A variable by the name that reports have.
  std::string object(const std::string& expression) const {
    return "clustrix::object(" + stringLiteral(scalarWord(model(), expression)) + ", " + expression + ")";
  }

  std::string call(const ParameterGuard& guard) {
    std::string text;
    for (const auto& row : guard.anyOf) {
      const std::string one = conjunction(row);
      text += (text.empty() ? "" : " || ") + (guard.anyOf.size() > 1 && row.size() > 1 ? "(" + one + ")" : one);
    }
    return "require(" + (text.empty() ? "false" : text);
  }
  std::string call(const DivisibleGuard& guard) {
    const auto constant = guard.divisor.constant();
    if (constant && *constant <= 0) return "require(false";
    const std::string divisor = factorText(guard.divisor, names_.parameters());
    const std::string remainder = factorText(guard.value, names_.parameters()) + " % " + divisor + " == 0";
    // The smallest number divided by -1 traps, as does a division by 0.
    return "require(" + (constant ? remainder : divisor + " > 0 && " + remainder);
  }
  std::string call(const DisjointGuard& guard) {
    return std::string(guard.sameAllowed ? "sameOrDisjoint(" : "disjoint(") + names_.array(guard.written) + ", " +
           names_.array(guard.other);
  }
  std::string call(const ScalarDisjointGuard& guard) {
    return "disjoint(" + names_.array(guard.array) + ", " + object(guard.expression);
  }
  std::string call(const ScalarsDisjointGuard& guard) {
    return "disjoint(" + object(guard.first) + ", " + object(guard.second);
  }
  std::string call(const AllDisjointGuard& guard) {
    const auto array = [this](ArrayId id) { return names_.array(id); };
    const auto object = [this](const std::string& expression) { return this->object(expression); };
    std::vector<std::string> lists = {listed(guard.arrays, array), listed(guard.own, array),
                                      listed(guard.written, object), listed(guard.read, object)};
    while (lists.size() > 1 && lists.back() == "{}") lists.pop_back();
    std::string text;
    for (const std::string& list : lists) text += (text.empty() ? "" : ",\n" + margin_ + "    ") + list;
    return "allDisjoint(" + text;
  }
  /// `{a_, b_}`, some on each line.
  std::string listed(const auto& all, const auto& spell) const {
    std::string text = "{", line;
    for (const auto& one : all) {
      const std::string word = spell(one);
      if (line.size() + word.size() > widest) {
        text += line + ",\n" + margin_ + "     ";
        line.clear();
      }
      line += (line.empty() ? "" : ", ") + word;
    }
    return text + line + "}";
  }
  std::string call(const ApartGuard& guard) { return "apart(" + names_.elements(guard.array); }
  std::string call(const DistinctGuard& guard) {
    const std::vector<DistinctList>& lists = source_.launch.distinct;
    const auto list =
        std::find_if(lists.begin(), lists.end(), [&](const DistinctList& one) { return one.list == guard.list; });
    const std::string trips = tripsText(*model().loops[0].trip, names_.parameters());
    return "distinct(" + distinctText(source_, shape_, *list, trips, names_);
  }
  std::string call(const RangeGuard& guard) { return "inRange(" + interval(guard.value) + ", " + allowed(guard); }
  /// The range of a type by its name; narrower than asked for where 64 bits don't hold the bounds.
  static std::string allowed(const RangeGuard& guard) {
    const Int128 min = std::max(guard.min, indexMin);
    const Int128 max = std::min<Int128>(guard.max, std::numeric_limits<unsigned long long>::max());
    const auto is = [&](Int128 low, Int128 high) { return min == low && max == high; };
    if (is(indexMin, std::numeric_limits<unsigned>::max())) return "clustrix::upTo<unsigned>()";
    if (is(indexMin, std::numeric_limits<unsigned long long>::max())) return "clustrix::upTo<unsigned long long>()";
    if (is(std::numeric_limits<int>::min(), std::numeric_limits<int>::max())) return "clustrix::rangeOf<int>()";
    if (is(0, std::numeric_limits<unsigned>::max())) return "clustrix::rangeOf<unsigned>()";
    if (is(indexMin, indexMax)) return "clustrix::rangeOf<long long>()";
    if (is(0, std::numeric_limits<unsigned long long>::max())) return "clustrix::rangeOf<unsigned long long>()";
    return "{" + literal(min) + ", " + literal(max) + "}";
  }

  const LaunchSource& source_;
  const KernelShape& shape_;
  LaunchNames& names_;
  const std::string& margin_;
};

/// Parts of trip counts that may not fit an Index although their parameters do.
std::vector<Polynomial> wideTrips(const LoopModel& model) {
  std::vector<Polynomial> wide;
  for (const NestedLoop& loop : model.loops) {
    if (!loop.trip) continue;
    for (const Polynomial& value : {loop.trip->distance, loop.trip->stride}) {
      const bool suspect = isParametric(model, value) && !fitsIndex(value, model);
      if (suspect && std::find(wide.begin(), wide.end(), value) == wide.end()) wide.push_back(value);
    }
  }
  return wide;
}

/// Bounds of footprints that may not fit an Index although their parameters do.
std::vector<Polynomial> wideBounds(const Launch& launch, const LoopModel& model) {
  std::vector<Polynomial> wide;
  const auto add = [&](const Polynomial& value) {
    if (!fitsIndex(value, model) && std::find(wide.begin(), wide.end(), value) == wide.end()) wide.push_back(value);
  };
  const auto addRanges = [&](const std::vector<FootprintRange>& ranges) {
    for (const FootprintRange& range : ranges) {
      add(range.stride);
      for (const FootprintBound& bound : range.from) add(bound.value);
      for (const FootprintBound& bound : range.to) add(bound.value);
    }
  };
  for (const RowsReach& reach : launch.rows) addRanges(reach.subscripts);
  for (const ListInspection& one : launch.inspections) addRanges({one.positions});
  for (const DistinctList& list : launch.distinct) addRanges(list.positions);
  for (const FootprintTerm& term : launch.footprint) {
    addRanges(term.ranges);
    if (!term.ranges.empty()) add(term.begin);
  }
  return wide;
}

}  // namespace

std::string guardsText(const LaunchSource& source, const KernelShape& shape, LaunchNames& names,
                       const std::string& margin) {
  GuardWriter writer(source, shape, names, margin);
  std::string text;
  for (const Guard& guard : source.launch.legality.guards) text += writer.statement(guard);
  for (const Polynomial& value : wideTrips(source.model())) text += writer.indexStatement(value);
  for (const Polynomial& value : wideBounds(source.launch, source.model())) text += writer.indexStatement(value);
  for (const auto& [id, name] : names.usedParameters())
    if (!fitsIndex(source.model().symbols[static_cast<std::size_t>(id.value)])) text += writer.parameterStatement(id);
  return text;
}

}  // namespace clustrix::compiler
