#include "Emit/Launch.h"

#include "Emit/AuditText.h"
#include "Emit/Guards.h"
#include "Emit/Hosted.h"
#include "Emit/KernelLambda.h"
#include "Emit/LaunchNames.h"
#include "Emit/Lines.h"
#include "Emit/Marks.h"
#include "Emit/Outlining.h"
#include "Emit/Partial.h"
#include "Emit/SiteOptions.h"
#include "Emit/Slices.h"
#include "Plan/Combined.h"
#include "Plan/Forgotten.h"
#include "Plan/InPlace.h"
#include "Plan/Symbols.h"
#include "Support/Identifiers.h"
#include "Support/OneLine.h"

#include "clustrix/RowPath.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace clustrix::compiler {
namespace {

constexpr int guessedTrips = 16;  // of an inner loop of unknown length, for the estimate of what pays

class LaunchWriter {
 public:
  /// `other`: what is launched where this is not.
  explicit LaunchWriter(std::span<const LaunchLevel> levels, std::span<const LaunchLevel> other = {})
      : levels_(levels),
        source_(levels.front().source),
        shape_(levels.front().shape),
        kernel_(levels.front().kernel),
        inside_(levels.subspan(1)),
        other_(other),
        apart_(!levels.front().source.options.audit && canBeOutlined(levels)),
        names_(source_, other.empty() ? inside_ : other),
        margin_(indentation(source_.unit.text, source_.site.begin) + (source_.site.call ? "    " : "  ")) {}

  std::string text() {
    std::string text = "{\n" + membersAlias() + hostMarks(false);
    if (!source_.site.declared.empty()) text += margin_ + source_.site.declared + "\n" + hostMarks(true);
    text += kernelType() + (apart_ ? apartText() : inPlaceText());
    return asExpression(text + margin_.substr(2) + "}");
  }

 private:
  using Parameters = std::map<SymbolId, std::string>;

  /// All that is said of the loop in a function of its own, and behind it what the loop is to the function around it.
  std::string apartText() {
    const std::string trips = tripsText(*model().loops[0].trip, names_.parameters());
    const std::string behind = isSearch() ? resumedText() : finalValues(trips);
    const std::string margin = std::exchange(margin_, margin_ + "  ");
    const std::string description = descriptionText();
    const Parameters outside = usedIn(behind);
    const std::string isSmall = smallText(trips);
    const std::string said = margin_ + siteText() + parameterDeclarations(margin_, names_.usedParameters(), outside) +
                             loopDeclaration(trips) + description + answerText();
    margin_ = margin;
    const std::string lambda = "[" + capturesOf(levels_, said) + "] {\n" + said + margin_ + "});\n";
    const std::string before = parameterDeclarations(margin_, outside, {}) + totalText();
    if (isSearch())
      return before + margin_ + "const clustrix::Index " + names_.first + " = " + isSmall + "\n" + margin_ +
             "    ? clustrix::Index{0} : clustrix::apart(" + lambda + behind;
    return before + margin_ + "const clustrix::Launch " + names_.launch + " = " + isSmall + "\n" + margin_ +
           "    ? clustrix::Launch() : clustrix::Launch(" + lambda + branches(names_.launch + ".ran()", behind);
  }

  /// Asked in front of the call, in terms of what is known there.
  std::string smallText(const std::string& trips) {
    std::string text = "clustrix::isSmall(" + trips + ", " + operations() + ")";
    if (source_.launch.turn) text = "(!clustrix::isWide(" + trips + ") || " + text + ")";
    std::map<std::string, std::string> expressions;
    for (const auto& [id, name] : names_.usedParameters())
      expressions[name] = "clustrix::Index(" + model().symbols[static_cast<std::size_t>(id.value)].expression + ")";
    return renamed(text, expressions);
  }

  /// What the function around the loop is told. Where the loop inside is launched instead, nothing is left to it.
  std::string answerText() {
    if (isSearch()) return margin_ + "return " + searchCall() + ";\n";
    if (!nestApart()) return margin_ + "return " + names_.loop + ".answer(" + runCall() + ");\n";
    const std::string answer = "return " + names_.loop + ".answer(";
    return margin_ + "if (" + runCall() + ") " + answer + "true);\n" + margin_ + "if (!" + names_.loop +
           ".prefersInner()) " + answer + "false);\n" + innerText() + margin_ + answer + "true);\n";
  }

  /// The same where the loop stands.
  std::string inPlaceText() {
    const std::string trips = tripsText(*model().loops[0].trip, names_.parameters());
    const Parameters ofHeader = names_.usedParameters();
    const std::string margin = margin_;
    if (model().kernel.needsIteration) margin_ += "  ";
    const std::string behind = isSearch() ? resumedText() : finalValues(trips);
    const std::string description = descriptionText();
    const std::string rooms = roomDeclarations(trips);
    const std::string placing = placeFunction(trips);
    std::string text = margin + siteText();
    if (model().kernel.needsIteration)
      text += parameterDeclarations(margin, ofHeader, {}) + margin + "std::optional<clustrix::Loop> " +
              names_.launched + ";\n" + margin + "bool " + names_.ran + " = false;\n" + margin + "if (" + trips +
              " > 0" + innerIterations() + ") {\n" + parameterDeclarations(margin_, names_.usedParameters(), ofHeader);
    else
      text += parameterDeclarations(margin, names_.usedParameters(), {});
    // It ends behind the original loop, whose results and time it may want.
    text += rooms + loopDeclaration(trips) + description;
    if (isSearch())
      text += margin_ + "const clustrix::Index " + names_.first + " = " + searchCall() + ";\n" + behind;
    else
      text += totalText() + placing + (model().kernel.needsIteration ? flagged(behind) : branches(runCall(), behind));
    if (model().kernel.needsIteration)
      text += margin + "}\n" + margin + "if (!" + names_.ran + ") {\n" + originalText() + margin + "}\n";
    margin_ = margin;
    return text;
  }

  /// ` && m - 1 >= 0`: what is only used in inner loops may lead nowhere where those have no iterations. Each may name
  /// what is there where the ones before it hold.
  std::string innerIterations() const {
    std::string text;
    for (const Requirement& need : model().requirements) {
      if (need.kind != Requirement::NonNegative || need.value.constant()) continue;
      const bool fits = comparisonFitsIndex(need.value, model());
      const std::string value = sumText(need.value, [&](SymbolId id) {
        const std::string& expression = model().symbols[static_cast<std::size_t>(id.value)].expression;
        return (fits ? "static_cast<clustrix::Index>(" : "clustrix::Interval(") + expression + ")";
      });
      text += fits ? " && " + value + " >= 0"
                   : " && (" + value + ").within({0, " + literal(std::numeric_limits<long long>::max()) + "})";
    }
    return text;
  }

  /// What the runtime is told: how much the loop does, its arrays, the guards, what it touches, and its kernel.
  std::string descriptionText() {
    const std::string work = operationsText();
    const std::string footprint = footprintText(source_, shape_, names_, margin_);
    const std::string kernel = kernelLambda(source_, shape_, names_, typeName(), margin_);
    const std::string trips = tripsText(*model().loops[0].trip, names_.parameters());
    const std::string reached = reachText(trips) + inspectionsText(source_, shape_, trips, names_, margin_);
    // Guards name arrays and parameters of their own, so the declarations come after them in this order.
    guardsText(source_, shape_, names_, margin_);
    const std::string guards = guardsText(source_, shape_, names_, margin_);
    return work + roomGuards() + arrayDeclarations() + reached + guards + footprint + kernel;
  }

  std::string loopDeclaration(const std::string& trips) const {
    return margin_ + "clustrix::Loop" +
           (model().kernel.needsIteration ? "& " + names_.loop + " = " + names_.launched + ".emplace("
                                          : " " + names_.loop + "(") +
           names_.site + ", " + trips + (staysResident() ? ", " + source_.residency : "") + ");\n";
  }

  /// Those of the parameters so far that a text names.
  Parameters usedIn(const std::string& text) const {
    Parameters used = names_.usedParameters();
    std::erase_if(used, [&](const auto& one) { return !mentions(text, one.second); });
    return used;
  }

  const LoopModel& model() const { return source_.model(); }
  bool isSearch() const { return shape_.form == Form::Search; }
  bool scans() const { return shape_.form == Form::Scan; }
  bool staysResident() const { return source_.launch.resident && !source_.residency.empty(); }
  /// Whether the nest's text with launches of its inner loop stands in the lambda too. Not that of a template, where a
  /// number that the lambda would copy may be a constant in it.
  bool nestApart() const { return apart_ && !inside_.empty() && !isTemplate(); }
  bool isTemplate() const { return !source_.function.templateParameters.empty(); }
  /// The kernel's type where the launch needs it by name.
  std::string typeName() const { return isTemplate() ? names_.kernelType : kernel_; }

  std::string siteText() const { return siteDeclaration(source_, names_.site, source_.site.at, siteOptions(source_)); }

  /// What the model's expressions call clustrix_members.
  std::string membersAlias() const {
    if (model().kernel.privateMembers.empty()) return "";
    return margin_ + "namespace clustrix_members = " + scopeOf(kernel_) + ";\n";
  }

  /// What the block itself reads and writes of memory, where it may be on the devices: places that are said with what
  /// the block declares, or those that its declarations may read.
  std::string hostMarks(bool withDeclared) const {
    std::string text;
    if (source_.residency.empty()) return text;
    const std::vector<std::string>& names = source_.site.declaredNames;
    for (const std::string& mark : markCalls(source_.launch.before, source_.residency)) {
      const auto isSaid = [&](const std::string& name) { return hasWord(mark, name); };
      if (std::any_of(names.begin(), names.end(), isSaid) == withDeclared) text += margin_ + mark + ";\n";
    }
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
      if (!scans())
        text += margin_ + names_.loop + ".require(" + names_.room(a) + ".made(), " +
                stringLiteral("there is memory for what " + model().appends[a].name + " grows by") + ");\n";
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
    return array.base + (array.extent ? ", " + *array.extent : "");
  }

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
              (combined          ? ".combined(" + quoted(array.name) + ", " + placeOf(id)
               : isOfRows(array) ? "." + rowsCall(array)
                                 : ".array(" + quoted(array.name) + ", " + placeOf(id)) +
              ");\n" + (isForgotten(model(), id) ? margin_ + names_.loop + ".forgets(" + name + ");\n" : "");
    }
    return text;
  }

  /// `rows("cells_x", cells, [](const auto& one) { return clustrix::elementsOf(one.x); }`
  static std::string rowsCall(const ArrayObject& array) {
    const RowPath& path = *array.rows;
    const std::string levels = path.levels > 1 ? "<" + std::to_string(path.levels) + ">" : "";
    const std::string of = "(" + quoted(array.name) + ", " + path.container;
    if (path.kind == RowPath::Pointers) return "rowsBehind" + levels + of;
    if (path.member.empty()) return "rows" + levels + of;
    return "rows" + levels + of +
           ", [](const auto& one) { return clustrix::" + (path.kind == RowPath::Parts ? "onlyElement" : "elementsOf") +
           "(one" + path.member + "); }";
  }

  /// What the whole loop reaches of rows behind pointers.
  std::string reachText(const std::string& trips) {
    std::string text;
    for (const RowsReach& reach : source_.launch.rows)
      text += margin_ + names_.loop + ".reaches(" + names_.array(reach.array) + ", {" +
              subscriptsText(source_, shape_, reach, trips, names_) + "});\n";
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

  std::string operations() {                     // of an iteration
    std::map<std::vector<int>, int> operations;  // work is listed as it is met: what runs equally often is added up
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
    return sum.empty() ? "1" : sum;
  }
  std::string operationsText() {
    std::string iterations = model().tasks ? "clustrix::Iterations::Tasks" : "";
    for (const auto& [holds, word] :
         {std::pair(!model().streams.empty(), "Drawing"), std::pair(model().tasksOnDevices, "OnDevices"),
          std::pair(model().tasksDrive, "Driving")})
      if (holds) iterations += std::string(" | clustrix::Iterations::") + word;
    const std::string kind = model().rollsBack ? ".rollsBack(" : ".tasks(", loop = margin_ + names_.loop;
    return loop + ".operations(" + operations() + ");\n" +
           (model().callsLibraries && !model().tasks ? loop + ".callsLibraries();\n" : "") +
           (model().rollsBack || model().tasks ? loop + kind + iterations + ");\n" : "") +
           (inside_.empty() ? "" : loop + ".inner(" + usualTrips(1) + ");\n");
  }

  std::string kernelType() const {
    if (!isTemplate()) return "";
    std::string arguments;
    for (const TypeParameter& type : shape_.types) arguments += (arguments.empty() ? "" : ", ") + type.argument;
    if (!source_.function.templateArguments.empty())
      arguments += (arguments.empty() ? "" : ", ") + source_.function.templateArguments;
    return margin_ + "using " + names_.kernelType + " = " + kernel_ + "<" + arguments + ">;\n";
  }

  /// The variables that step with the loop and outlive it, after the last iteration: computed from parameters alone.
  std::string finalValues(const std::string& trips) {
    std::string text;
    if (!model().kernel.finalVariable.empty())
      text += assigned(margin_ + "  ", model().kernel.finalVariable, valueAfter(trips, *model().loops[0].value));
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

  /// The loop from the iteration that the search has found, or from an earlier one: there begins what steps with it.
  std::string resumedText() {
    if (source_.site.call) return resumedCall();
    const Restart& restart = *model().restart;
    const std::string value = restart.ofCounter ? names_.first : valueAfter(names_.first, *model().loops[0].value);
    const std::string begin = restart.open + value + restart.close;
    std::string text;
    for (const Private& variable : source_.launch.legality.privates)
      text += stepped(margin_, variable.scalar, names_.first);
    return text + (restart.end == 0 ? margin_ + begin + "\n" + originalText() : originalText(begin));
  }

  std::string searchCall() const { return names_.loop + ".search(" + names_.footprint + ", " + names_.kernel + ")"; }
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
  std::string originalText(const std::string& begin = "") {
    const LoopSite& site = source_.site;
    std::string loop = source_.unit.text.substr(site.begin, site.end - site.begin);
    if (!begin.empty())
      loop.replace(model().restart->begin - site.begin, model().restart->end - model().restart->begin, begin);
    // The semicolon of the last statement may be what a macro behind it stands for.
    const std::string end = loop.back() == ';' || loop.back() == '}' ? "\n" : ";\n";
    const std::string watched = watchedText(source_, names_, margin_ + (isSearch() ? "" : "  "), begin, loop);
    return watched + lineDirective(source_.unit, source_.lines.lineAt(site.begin)) +
           (site.call ? margin_ + "  " + site.call->fallback + "\n"
                      : columnPadding(source_.unit.text, site.begin) + loop + end);
  }

  /// All iterations combined; of a scan, what they begin with.
  std::string totalText() const {
    if (!shape_.reduces()) return "";
    return margin_ + "auto " + names_.total + " = " + typeName() + "::identity();\n" +
           (scans() ? carriedText(shape_, names_.total, margin_) : "");
  }
  std::string runCall() const {
    const bool places = scans() && !model().appends.empty();
    return names_.loop + (scans() ? ".scan(" : ".run(") + names_.footprint + ", " + names_.kernel +
           (shape_.reduces() ? ", " + names_.total : "") + (places ? ", " + names_.place : "") + ")";
  }
  /// What happens where the launch has taken the place of the loop.
  std::string takenText(const std::string& last) const {
    const auto& text = scans() ? takeText : mergeText;
    return text(shape_, names_.total, isTemplate(), margin_ + "  ") + hostedResults(shape_, margin_ + "  ") + last +
           roomCalls("keep");
  }
  /// `ran`: whether it has.
  std::string branches(const std::string& ran, const std::string& last) {
    const std::string taken = takenText(last);
    const std::string head = taken.empty() ? margin_ + "if (!" + ran + ") {\n"
                                           : margin_ + "if (" + ran + ") {\n" + taken + margin_ + "} else {\n";
    return head + roomCalls("drop") + otherwiseText() + margin_ + "}\n";
  }
  /// The same of a launch that is made only where there is an iteration.
  std::string flagged(const std::string& last) const {
    const std::string taken = takenText(last);
    std::string text = margin_ + names_.ran + " = " + runCall() + ";\n";
    if (!taken.empty()) text += margin_ + "if (" + names_.ran + ") {\n" + taken + margin_ + "}\n";
    if (!model().appends.empty())
      text += margin_ + "if (!" + names_.ran + ") {\n" + roomCalls("drop") + margin_ + "}\n";
    return text;
  }

  /// Where nothing has run: the original loop; or, if the runtime asks for that, its inner loop's launches.
  std::string otherwiseText() {
    if (!other_.empty()) return margin_ + "  " + launchText(inBlock(other_, names_.taken(), source_.residency)) + "\n";
    if (inside_.empty() || nestApart()) return originalText();
    return margin_ + "  if (" + (apart_ ? names_.launch : names_.loop) + ".prefersInner()) {\n" + innerText() +
           margin_ + "  } else {\n" + originalText() + margin_ + "  }\n";
  }

  /// The loop with its inner loop's block in place of that. All names of this block are known by now.
  std::string innerText() {
    const LoopSite& outer = source_.site;
    const LoopSite& inner = inside_.front().source.site;
    std::string text;
    std::string residency = source_.residency;
    if (!staysResident() || source_.plan.residency.brief) {
      residency = names_.another("residency");
      text = margin_ + (nestApart() ? "" : "    ") + "clustrix::Residency " + residency + ";\n";
    }
    const std::vector<LaunchLevel> levels = inBlock(inside_, names_.taken(), residency);
    const std::string& all = source_.unit.text;
    const auto at = [&](std::size_t offset) {
      return lineDirective(source_.unit, source_.lines.lineAt(offset)) + columnPadding(all, offset);
    };
    text += at(outer.begin) + all.substr(outer.begin, inner.begin - outer.begin) + launchText(levels) + "\n";
    std::size_t rest = behindBlanks(all, inner.end);
    if (rest >= outer.end) return text;
    if (all[rest] == '\n') ++rest;
    return text + at(rest) + all.substr(rest, outer.end - rest) + "\n";
  }

  const std::span<const LaunchLevel> levels_;
  const LaunchSource& source_;
  const KernelShape& shape_;
  const std::string& kernel_;
  const std::span<const LaunchLevel> inside_, other_;
  const bool apart_;
  LaunchNames names_;
  std::string margin_;
};

}  // namespace

std::string launchText(std::span<const LaunchLevel> levels) { return LaunchWriter(levels).text(); }

std::string launchText(const LaunchWays& ways) {
  if (ways.instead.empty() || !canBeOutlined(ways.instead)) return launchText(ways.levels);
  return LaunchWriter(ways.instead, ways.levels).text();
}

}  // namespace clustrix::compiler
