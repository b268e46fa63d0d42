#include "Emit/Launch.h"

#include "Emit/Guards.h"
#include "Emit/LaunchNames.h"
#include "Emit/Lines.h"
#include "Emit/Marks.h"
#include "Emit/Partial.h"
#include "Emit/SiteOptions.h"
#include "Emit/Slices.h"
#include "Plan/Combined.h"
#include "Plan/InPlace.h"
#include "Plan/Symbols.h"

#include <algorithm>
#include <map>

namespace clustrix::compiler {
namespace {

/// What an inner loop of unknown length is taken to run, for the estimate of what pays.
constexpr int guessedTrips = 16;

class LaunchWriter {
 public:
  explicit LaunchWriter(std::span<const LaunchLevel> levels)
      : source_(levels.front().source),
        shape_(levels.front().shape),
        kernel_(levels.front().kernel),
        inside_(levels.subspan(1)),
        names_(source_, inside_),
        margin_(indentation(source_.unit.text, source_.site.begin) + (source_.site.call ? "    " : "  ")) {}

  /// The pieces are made in the order in which they depend on each other's names: parameters and arrays are declared
  /// when something asks for them, and the guards check all parameters in the end.
  std::string text() {
    const std::string trips = tripsText(*model().loops[0].trip, names_.parameters());
    const std::map<SymbolId, std::string> ofHeader = names_.usedParameters();
    std::string text = "{\n" + membersAlias() + hostMarks();
    if (!source_.site.declared.empty()) text += margin_ + source_.site.declared + "\n";
    const std::string margin = margin_;
    if (model().needsIteration) margin_ += "  ";
    const std::string work = operationsText();
    const std::string footprint = footprintText(source_, shape_, names_, margin_);
    const std::string kernel = kernelLambda();
    const std::string last = isSearch() ? searchText() : finalValues(trips);
    // Guards name arrays and parameters of their own, so the declarations come after them in this order.
    guardsText(source_, names_, margin_);
    const std::string guards = guardsText(source_, names_, margin_);
    const std::string rooms = roomDeclarations(trips);
    const std::string placing = placeFunction(trips);
    text += margin + siteText();
    if (model().needsIteration)
      text += parameterDeclarations(margin, ofHeader, {}) + margin + "std::optional<clustrix::Loop> " +
              names_.launched + ";\n" + margin + "bool " + names_.ran + " = false;\n" + margin + "if (" + trips +
              " > 0) {\n" + parameterDeclarations(margin_, names_.usedParameters(), ofHeader);
    else
      text += parameterDeclarations(margin, names_.usedParameters(), {});
    // It ends behind the original loop, whose results and time it may want.
    text += rooms + margin_ + "clustrix::Loop" +
            (model().needsIteration ? "& " + names_.loop + " = " + names_.launched + ".emplace("
                                    : " " + names_.loop + "(") +
            names_.site + ", " + trips + (staysResident() ? ", " + source_.residency : "") + ");\n";
    text += work + roomGuards() + arrayDeclarations() + guards;
    text += footprint + kernelType() + kernel + (isSearch() ? last : runText(last, placing));
    if (model().needsIteration)
      text += margin + "}\n" + margin + "if (!" + names_.ran + ") {\n" + originalText() + margin + "}\n";
    return asExpression(text + margin.substr(2) + "}");
  }

 private:
  const LoopModel& model() const { return source_.model(); }
  bool isSearch() const { return shape_.form == Form::Search; }
  bool scans() const { return shape_.form == Form::Scan; }
  bool staysResident() const { return source_.launch.resident && !source_.residency.empty(); }
  bool isTemplate() const { return !source_.function.templateHead.empty(); }
  /// The kernel's type where the launch needs it by name.
  std::string typeName() const { return isTemplate() ? names_.kernelType : kernel_; }

  std::string siteText() const {
    const SourcePoint& at = source_.site.at;
    const std::string options = siteOptions(source_);
    return "static constexpr clustrix::Site " + names_.site + "{" + quoted(source_.function.name) + ", " +
           quoted(source_.unit.path) + ", " + std::to_string(at.line) + ", " + std::to_string(at.column) +
           (options.empty() ? "" : ", " + options) + "};\n";
  }

  /// What the model's expressions call clustrix_members.
  std::string membersAlias() const {
    if (model().privateMembers.empty()) return "";
    return margin_ + "namespace clustrix_members = " + kernel_.substr(0, kernel_.rfind("::")) + ";\n";
  }

  /// What the block itself reads and writes of memory, where it may be on the devices.
  std::string hostMarks() const {
    std::string text;
    if (source_.residency.empty()) return text;
    for (const std::string& mark : markCalls(source_.launch.before, source_.residency)) text += margin_ + mark + ";\n";
    return text;
  }

  std::string roomDeclarations(const std::string& trips) {
    std::string text;
    for (std::size_t a = 0; a < model().appends.size(); ++a) {
      const Append& append = model().appends[a];
      const std::string size = ", " + trips + ", " + sumText(append.step, names_.parameters());
      text += margin_ + "clustrix::Room " + names_.room(a) + "(" + append.expression + (scans() ? "" : size) + ");\n";
    }
    return text;
  }
  std::string roomGuards() const {
    std::string text;
    for (std::size_t a = 0; a < model().appends.size(); ++a)
      if (!scans()) text += margin_ + names_.loop + ".require(" + names_.room(a) + ".made());\n";
    return text;
  }
  /// A scan that adds to containers makes room between its passes: for what the first one has counted, and for nothing
  /// where there are too few threads for a scan. "" where there are no containers.
  std::string placeFunction(const std::string& trips) {
    if (!scans() || model().appends.empty()) return "";
    std::string calls;
    bool counts = false;
    for (std::size_t a = 0; a < model().appends.size(); ++a) {
      const Append& append = model().appends[a];
      const bool counted = append.counter >= 0;
      counts = counts || counted;
      calls += (calls.empty() ? "" : " &&\n" + margin_ + "         ") + names_.loop + ".place(" +
               names_.array(append.array) + ", " + names_.room(a) + ", " +
               (counted ? names_.counted + "." + accumulatorOf(shape_, append.counter)->name
                        : trips + ", " + sumText(append.step, names_.parameters())) +
               ")";
    }
    return margin_ + "const auto " + names_.place + " = [&](const auto&" + (counts ? " " + names_.counted : "") +
           ") {\n" + margin_ + "  return " + calls + ";\n" + margin_ + "};\n";
  }
  /// In reverse: where one container has two names, the room that was made last goes first.
  std::string roomCalls(const char* what) const {
    std::string text;
    for (std::size_t a = model().appends.size(); a-- > 0;)
      text += margin_ + "  " + names_.room(a) + "." + what + "();\n";
    return text;
  }
  /// Base and extent of an array. One that grows is where its room is.
  std::string placeOf(ArrayId id) const {
    for (std::size_t a = 0; a < model().appends.size(); ++a)
      if (model().appends[a].array == id) return names_.room(a);
    const ArrayObject& array = model().arrays[static_cast<std::size_t>(id.value)];
    if (const auto container = containerOfRows(array)) return *container;
    return array.base + (array.extent ? ", " + *array.extent : "");
  }

  using Parameters = std::map<SymbolId, std::string>;
  std::string parameterDeclarations(const std::string& margin, const Parameters& used, const Parameters& known) const {
    std::string text;
    for (const auto& [id, name] : used)
      if (!known.contains(id))
        text += margin + "const auto " + name + " = static_cast<clustrix::Index>(" +
                model().symbols[static_cast<std::size_t>(id.value)].expression + ");\n";
    return text;
  }

  std::string arrayDeclarations() const {
    std::string text;
    for (const auto& [id, name] : names_.usedArrays()) {
      const ArrayObject& array = model().arrays[static_cast<std::size_t>(id.value)];
      const bool combined = combinedInto(source_.launch.legality, id) != nullptr;
      text += margin_ + "const auto " + name + " = " + names_.loop +
              (combined                 ? ".combined("
               : containerOfRows(array) ? ".rows("
                                        : ".array(") +
              quoted(array.name) + ", " + placeOf(id) + ");\n";
    }
    return text;
  }

  /// A trip count for an estimate: counters of the loops around are taken at half their way.
  std::string usualTrips(int loop) {
    const auto& trip = model().loops[static_cast<std::size_t>(loop)].trip;
    if (!trip || !isKnownOutside(model(), *trip)) return std::to_string(guessedTrips);
    return tripsText(*trip, [this](SymbolId id) {
      for (std::size_t l = 0; l < model().loops.size(); ++l)
        if (model().loops[l].counter == id) return "(" + usualTrips(static_cast<int>(l)) + " / 2)";
      return names_.parameter(id);
    });
  }

  std::string operationsText() {
    // Work is listed as it is met: what runs equally often is added up first.
    std::map<std::vector<int>, int> operations;
    for (const Work& work : model().work) {
      std::vector<int> inner;
      std::copy_if(work.loops.begin(), work.loops.end(), std::back_inserter(inner), [](int loop) { return loop != 0; });
      operations[inner] += work.operations;
    }
    std::string sum;
    for (const auto& [loops, count] : operations) {
      if (count <= 0) continue;
      if (!sum.empty()) sum += " + ";
      for (const int loop : loops) sum += usualTrips(loop) + " * ";
      sum += std::to_string(count);
    }
    const std::string inner = inside_.empty() ? "" : margin_ + names_.loop + ".inner(" + usualTrips(1) + ");\n";
    return margin_ + names_.loop + ".operations(" + (sum.empty() ? "1" : sum) + ");\n" + inner;
  }

  /// Whether the kernel sees the array's elements as unsigned numbers.
  bool wrapped(ArrayId id) const {
    const Reduction* into = combinedInto(source_.launch.legality, id);
    return into && wraps(model(), *into, isTemplate());
  }

  std::string pointerValue(const Capture& capture, const Member& member) {
    const ArrayObject& array = model().arrays[static_cast<std::size_t>(capture.array.value)];
    const std::string device = names_.at + "(" + names_.array(capture.array) + ")";
    std::string type;
    std::remove_copy(capture.type.begin(), capture.type.end(), std::back_inserter(type), ' ');
    std::string element;
    std::remove_copy(array.element.begin(), array.element.end(), std::back_inserter(element), ' ');
    const bool same = type == element + "*" || type == "const" + element + "*" || type == element + "const*";
    if (same && !wrapped(capture.array)) return device;
    // `double (*)[64]` onto the same elements.
    const std::string target = isTemplate() ? argumentOf(member.type) : member.type;
    return "reinterpret_cast<" + target + ">(" + device + ")";
  }

  std::string argumentOf(const std::string& parameter) const {
    for (const TypeParameter& type : shape_.types)
      if (type.name == parameter) return type.argument;
    return parameter;
  }

  /// `clustrix::Span<VType>` with the argument of the template parameter in its place.
  std::string typeOfSpan(const Member& member) const {
    const std::size_t open = member.type.find('<') + 1;
    return member.type.substr(0, open) + argumentOf(member.type.substr(open, member.type.size() - open - 1)) + ">";
  }

  std::string spanValue(const Capture& capture, const Member& member) {
    const ArrayObject& array = model().arrays[static_cast<std::size_t>(capture.array.value)];
    const std::string& handle = names_.array(capture.array);
    if (wrapped(capture.array)) {
      const std::string pointer = names_.at + "(" + handle + ")";
      const std::string type = isTemplate() ? typeOfSpan(member) : member.type;
      return type + "(reinterpret_cast<clustrix::Wrapping<std::decay_t<decltype(" + pointer + ")>>>(" + pointer +
             "), " + capture.expression + ")";
    }
    const bool isConst = capture.type.find("const") != std::string::npos;
    if (isTemplate() || isConst == array.constElements)
      return names_.at + ".span(" + handle + ", " + capture.expression + ")";
    // Read-only elements of an array that may be written.
    return member.type + "(" + names_.at + "(" + handle + "), " + capture.expression + ")";
  }

  /// The number that the launch has computed already: the lambda cannot have all that it is computed from, such as an
  /// array with rows of a run-time length.
  std::optional<SymbolId> numberOf(const Capture& capture) const {
    for (std::size_t s = 0; s < model().symbols.size() && capture.type == "clustrix::Index"; ++s)
      if (model().symbols[s].kind == SymbolKind::Parameter && model().symbols[s].expression == capture.expression)
        return SymbolId{static_cast<int>(s)};
    return std::nullopt;
  }

  std::string memberValue(const Member& member) {
    if (member.constant) return sumText(*member.constant, names_.parameters());
    const Capture& capture = model().captures[static_cast<std::size_t>(member.capture)];
    switch (capture.kind) {
      case Capture::Pointer:
        return pointerValue(capture, member);
      case Capture::Span:
        return spanValue(capture, member);
      case Capture::Value:
        if (const auto number = numberOf(capture)) return names_.parameter(*number);
        break;
      case Capture::Scalar:
        break;
    }
    return capture.expression;
  }

  std::string kernelLambda() {
    std::string values;
    bool usesMemory = false;
    for (const Member& member : shape_.members) {
      values += (values.empty() ? "" : ", ") + memberValue(member);
      if (member.capture < 0) continue;
      const Capture::Kind kind = model().captures[static_cast<std::size_t>(member.capture)].kind;
      usesMemory |= kind == Capture::Pointer || kind == Capture::Span;
    }
    return margin_ + "const auto " + names_.kernel + " = [&](const clustrix::Memory&" +
           (usesMemory ? " " + names_.at : "") + ") {\n" + margin_ + "  return " + typeName() + "{" + values + "};\n" +
           margin_ + "};\n";
  }

  std::string kernelType() const {
    if (!isTemplate()) return "";
    std::string arguments;
    for (const TypeParameter& type : shape_.types) arguments += (arguments.empty() ? "" : ", ") + type.argument;
    if (!source_.function.templateArguments.empty())
      arguments += (arguments.empty() ? "" : ", ") + source_.function.templateArguments;
    return margin_ + "using " + names_.kernelType + " = " + kernel_ + "<" + arguments + ">;\n";
  }

  /// The variables that step with the loop and outlive it: their values after the last iteration. All are computed from
  /// parameters, which were read before.
  std::string finalValues(const std::string& trips) {
    std::string text;
    if (!model().finalVariable.empty())
      text += assigned(margin_ + "  ", model().finalVariable, valueAfter(trips, *model().loops[0].value));
    for (const Private& variable : source_.launch.legality.privates)
      if (variable.lastValue) text += stepped(margin_ + "  ", variable.scalar, trips);
    if (!source_.site.applied.empty()) text += margin_ + "  " + source_.site.applied + "\n";
    return text;
  }

  /// A value behind so many iterations.
  std::string valueAfter(const std::string& iterations, const Polynomial& value) {
    const SymbolId counter = model().loops[0].counter;
    return sumText(value, [&](SymbolId id) { return id == counter ? iterations : names_.parameter(id); });
  }
  static std::string assigned(const std::string& margin, const std::string& variable, const std::string& value) {
    return margin + variable + " = static_cast<std::decay_t<decltype(" + variable + ")>>(" + value + ");\n";
  }
  /// A variable that steps with the loop, moved on by so many iterations; "" for others.
  std::string stepped(const std::string& margin, int variable, const std::string& iterations) {
    const ScalarState& scalar = model().scalars[static_cast<std::size_t>(variable)];
    if (!scalar.entry) return "";
    const std::string value = valueAfter(iterations, *scalar.entry);
    if (scalar.firstEntry) return margin + "if (" + iterations + " > 0) " + assigned("", scalar.expression, value);
    return scalar.entryCapture < 0 ? assigned(margin, scalar.expression, value)
                                   : margin + scalar.expression + " += " + value + ";\n";
  }

  /// The loop from the iteration that the search has found, or from an earlier one. What steps with it begins there
  /// too.
  std::string searchText() {
    if (source_.site.call) return searchCall() + resumedCall();
    const Restart& restart = *model().restart;
    const std::string value = restart.ofCounter ? names_.first : valueAfter(names_.first, *model().loops[0].value);
    const std::string begin = restart.open + value + restart.close;
    std::string text = searchCall();
    for (const Private& variable : source_.launch.legality.privates)
      text += stepped(margin_, variable.scalar, names_.first);
    if (restart.end == 0) return text + margin_ + begin + "\n" + originalText();
    return text + originalText(begin);
  }

  std::string searchCall() const {
    return margin_ + "const clustrix::Index " + names_.first + " = " + names_.loop + ".search(" + names_.footprint +
           ", " + names_.kernel + ");\n";
  }
  /// The call from the iteration that the search has found.
  std::string resumedCall() const {
    std::string call;
    for (const std::string& part : source_.site.call->resumed) call += (call.empty() ? "" : names_.first) + part;
    return lineDirective(source_.unit, source_.lines.lineAt(source_.site.begin)) + margin_ + call + "\n";
  }

  /// A launch in place of a call whose value is used is a function called at once.
  std::string asExpression(const std::string& launch) const {
    const auto& call = source_.site.call;
    if (!call) return launch;
    const std::string inner = margin_.substr(2), outer = margin_.substr(4);
    return "[&] {\n" + inner + call->declarations + "\n" + inner + launch + "\n" + inner + "return " + call->value +
           ";\n" + outer + "}()";
  }

  /// The loop as it was written; `begin` stands in place of what it begins with, unless that is nothing.
  std::string originalText(const std::string& begin = "") const {
    const LoopSite& site = source_.site;
    if (site.call)
      return lineDirective(source_.unit, source_.lines.lineAt(site.begin)) + margin_ + "  " + site.call->fallback +
             "\n";
    std::string loop = source_.unit.text.substr(site.begin, site.end - site.begin);
    if (!begin.empty())
      loop.replace(model().restart->begin - site.begin, model().restart->end - model().restart->begin, begin);
    // The semicolon of the last statement may be what a macro behind it stands for.
    const std::string end = loop.back() == ';' || loop.back() == '}' ? "\n" : ";\n";
    return lineDirective(source_.unit, source_.lines.lineAt(site.begin)) +
           columnPadding(source_.unit.text, site.begin) + loop + end;
  }

  std::string runText(const std::string& last, const std::string& placing) {
    const std::string arguments = names_.footprint + ", " + names_.kernel;
    const std::string merge = (scans() ? takeText(shape_, names_.total, isTemplate(), margin_ + "  ")
                                       : mergeText(shape_, names_.total, isTemplate(), margin_ + "  ")) +
                              last + roomCalls("keep");
    std::string text;
    if (shape_.reduces()) text += margin_ + "auto " + names_.total + " = " + typeName() + "::identity();\n";
    if (scans()) text += carriedText(shape_, names_.total, margin_);
    text += placing;
    const std::string call = names_.loop + (scans() ? ".scan(" : ".run(") + arguments +
                             (shape_.reduces() ? ", " + names_.total : "") +
                             (placing.empty() ? "" : ", " + names_.place) + ")";
    if (model().needsIteration) {
      text += margin_ + names_.ran + " = " + call + ";\n";
      if (!merge.empty()) text += margin_ + "if (" + names_.ran + ") {\n" + merge + margin_ + "}\n";
      return text + (model().appends.empty()
                         ? ""
                         : margin_ + "if (!" + names_.ran + ") {\n" + roomCalls("drop") + margin_ + "}\n");
    }
    if (merge.empty())
      text += margin_ + "if (!" + call + ") {\n";
    else
      text += margin_ + "if (" + call + ") {\n" + merge + margin_ + "} else {\n";
    return text + roomCalls("drop") + otherwiseText() + margin_ + "}\n";
  }

  /// Where nothing has run: the original loop; or, if the runtime asks for that, its inner loop's launches.
  std::string otherwiseText() {
    if (inside_.empty()) return originalText();
    return margin_ + "  if (" + names_.loop + ".prefersInner()) {\n" + innerText() + margin_ + "  } else {\n" +
           originalText() + margin_ + "  }\n";
  }

  /// The loop with its inner loop's block in place of that. All names of this block are known by now.
  std::string innerText() {
    const LoopSite& outer = source_.site;
    const LoopSite& inner = inside_.front().source.site;
    std::string text;
    std::string residency = source_.residency;
    if (!staysResident()) {
      residency = names_.another("residency");
      text = margin_ + "    clustrix::Residency " + residency + ";\n";
    }
    std::vector<LaunchLevel> levels;
    for (const LaunchLevel& level : inside_) {
      const LaunchSource& its = level.source;
      levels.push_back({{its.unit, its.function, its.site, its.launch, its.plan, names_.taken(), its.lines, residency},
                        level.shape,
                        level.kernel});
    }
    const std::string& all = source_.unit.text;
    const auto at = [&](std::size_t offset) {
      return lineDirective(source_.unit, source_.lines.lineAt(offset)) + columnPadding(all, offset);
    };
    text += at(outer.begin) + all.substr(outer.begin, inner.begin - outer.begin) + launchText(levels) + "\n";
    std::size_t rest = all.find_first_not_of(" \t\r", inner.end);
    if (rest >= outer.end) return text;
    if (all[rest] == '\n') ++rest;
    return text + at(rest) + all.substr(rest, outer.end - rest) + "\n";
  }

  const LaunchSource& source_;
  const KernelShape& shape_;
  const std::string& kernel_;
  const std::span<const LaunchLevel> inside_;
  LaunchNames names_;
  std::string margin_;
};

}  // namespace

std::string launchText(std::span<const LaunchLevel> levels) { return LaunchWriter(levels).text(); }

}  // namespace clustrix::compiler
