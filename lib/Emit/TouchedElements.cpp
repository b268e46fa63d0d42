#include "Emit/TouchedElements.h"

#include "Emit/Slices.h"

#include <set>

namespace clustrix::compiler {
namespace {

class ElementsWriter {
 public:
  ElementsWriter(const LaunchSource& source, LaunchNames& names, const TouchedElements& elements)
      : model_(source.model()), names_(names), elements_(elements) {}

  /// The nests of loops that touch the elements, one an access.
  std::string nests(const std::string& margin) {
    std::set<std::string> written;
    std::string text;
    for (const AccessKind kind : {AccessKind::Write, AccessKind::Read})
      for (const TouchedElements::By& by : elements_.by) {
        const Access& access = model_.accesses[by.access];
        if (access.kind != kind) continue;
        by_ = &by;
        // An update reads what it writes.
        const std::string as = kind == AccessKind::Write ? "write" : "read";
        if (written.insert(nest(access, "write", margin)).second) text += nest(access, as, margin);
      }
    return text;
  }
  /// The inspections that they name.
  const std::set<int>& inspections() const { return used_; }
  /// The parameters that they name.
  const std::set<std::string>& parameters() const { return parameters_; }

 private:
  std::string nest(const Access& access, const std::string& method, std::string margin) {
    std::string text;
    const bool byAll = by_->loops.empty() || by_->loops.front().loop != 0;
    if (byAll) {
      text += margin + "if (" + names_.chunk + ".begin == 0)\n";
      margin += "  ";
    }
    for (const TouchedElements::Loop& loop : by_->loops) {
      const std::string k = names_.counter(loop.loop), end = names_.last(loop.loop);
      text += margin + "for (clustrix::Index " + k + " = " +
              (loop.loop == 0 ? names_.chunk + ".begin; " + k + " < " + names_.chunk + ".end"
                              : first(loop) + ", " + end + " = " + last(loop) + "; " + k + " <= " + end) +
              "; ++" + k + ")\n";
      margin += "  ";
    }
    return text + margin + names_.touched + "." + method + "(" +
           (byAll ? "clustrix::allIterations" : names_.counter(0)) + ", " + value(*access.index) + ");\n";
  }

  std::string first(const TouchedElements::Loop& loop) {
    if (loop.first.empty()) return "0";
    std::string text = "clustrix::greatest(0";
    for (const FootprintBound& bound : loop.first) text += ", " + rounded(bound, "quotientUp");
    return text + ")";
  }
  std::string last(const TouchedElements::Loop& loop) {
    std::string text;
    for (const FootprintBound& bound : loop.last) text += (text.empty() ? "" : ", ") + rounded(bound, "quotientDown");
    return loop.last.size() == 1 ? text : "clustrix::least(" + text + ")";
  }
  std::string rounded(const FootprintBound& bound, const char* how) {
    const std::string value = this->value(bound.value);
    return bound.divisor == 1
               ? value
               : std::string("clustrix::") + how + "(" + value + ", " + std::to_string(bound.divisor) + ")";
  }

  std::string value(const Polynomial& value) {
    return sumText(value, [this](SymbolId id) { return spell(id); });
  }

  std::string spell(SymbolId id) {
    const Symbol& symbol = model_.symbols[static_cast<std::size_t>(id.value)];
    if (symbol.kind == SymbolKind::Quotient) {
      const std::string divisor = std::to_string(symbol.division->divisor);
      return symbol.division->floor
                 ? "clustrix::quotientDown(" + value(symbol.division->dividend) + ", " + divisor + ")"
                 : "((" + value(symbol.division->dividend) + ") / " + divisor + ")";
    }
    if (const auto& listed = symbol.listed) {
      const int inspection = by_->inspections.at(id);
      used_.insert(inspection);
      return names_.touched + ".at(" + names_.numbers(inspection) + ", " + value(listed->position) + ")";
    }
    for (std::size_t l = 0; l < model_.loops.size(); ++l)
      if (model_.loops[l].counter == id) return names_.counter(static_cast<int>(l));
    parameters_.insert(names_.parameter(id));
    return names_.parameter(id);
  }

  const LoopModel& model_;
  LaunchNames& names_;
  const TouchedElements& elements_;
  const TouchedElements::By* by_ = nullptr;
  std::set<int> used_;
  std::set<std::string> parameters_;
};

std::string textOf(const LaunchSource& source, const TouchedElements& elements, LaunchNames& names,
                   const std::string& margin) {
  ElementsWriter writer(source, names, elements);
  const std::string nests = writer.nests(margin + "    ");
  std::string numbers, lists;
  for (const int inspection : writer.inspections()) {
    numbers += margin + "  const auto " + names.numbers(inspection) + " = " + names.inspected(inspection) +
               ".numbers(" + listText(source.launch.inspections[static_cast<std::size_t>(inspection)].list, names) +
               ");\n";
    lists += (lists.empty() ? "" : ", ") + names.inspected(inspection);
  }
  std::string parameters;
  for (const std::string& parameter : writer.parameters()) parameters += (parameters.empty() ? "" : ", ") + parameter;
  const std::string touched = names.touched;
  return margin + "const clustrix::TouchedBy " + names.elements(elements.array) + " = " + names.loop + ".touched(" +
         names.array(elements.array) + ", {" + lists + "}, {" + parameters + "}, [&](clustrix::AllTouches& " + touched +
         ") {\n" + numbers + margin + "  " + touched + ".each([&](clustrix::Chunk " + names.chunk + ", auto& " +
         touched + ") {\n" + nests + margin + "  });\n" + margin + "});\n";
}

}  // namespace

std::string touchedElementsText(const LaunchSource& source, LaunchNames& names, const std::string& margin) {
  std::string text;
  for (const TouchedElements& elements : source.launch.touched) text += textOf(source, elements, names, margin);
  return text;
}

}  // namespace clustrix::compiler
