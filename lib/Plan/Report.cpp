// The plan as a report: what was found in each loop, what is done with it, and why.
#include "clustrix/Plan.h"

#include "Model/SourceNames.h"
#include "Plan/Decisive.h"
#include "Plan/Footprint.h"
#include "Plan/InPlace.h"
#include "Plan/LineTable.h"
#include "Plan/Words.h"
#include "Support/Parallel.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

constexpr std::size_t mostSlices = 4;

std::string joined(const std::vector<std::string>& slices) {
  std::string text;
  for (std::size_t i = 0; i < std::min(slices.size(), mostSlices); ++i) text += (i == 0 ? "" : ", ") + slices[i];
  return slices.size() > mostSlices ? text + ", ..." : text;
}

/// The regions of one array, each once.
std::string sliceOf(const Footprint& touched, const LoopModel& model, ArrayId array) {
  std::vector<std::string> slices;
  for (const FootprintTerm& term : touched.terms) {
    if (term.array != array) continue;
    if (isUnknown(term, model)) return "unknown";
    const std::string text = slice(term, model, touched.inspections, Slices::OfIteration);
    if (std::find(slices.begin(), slices.end(), text) == slices.end()) slices.push_back(text);
  }
  return joined(slices);
}

std::vector<ArrayReport> arrays(const LoopModel& model, const Legality& legality) {
  // What each iteration has its own copy of is shown all the same.
  Legality reductions;
  reductions.reductions = legality.reductions;
  reductions.asserted = legality.asserted;
  const Footprint touched = footprint(model, reductions);
  std::vector<ArrayReport> result;
  for (std::size_t a = 0; a < model.arrays.size(); ++a) {
    const ArrayId id{static_cast<int>(a)};
    const auto has = [&](AccessKind kind) {
      return std::any_of(model.accesses.begin(), model.accesses.end(),
                         [&](const Access& access) { return access.array == id && access.kind == kind; });
    };
    const bool reads = has(AccessKind::Read);
    const bool writes = has(AccessKind::Write);
    if (!reads && !writes) continue;
    result.push_back({sourceName(model.arrays[a]),
                      reads && writes ? "read-write"
                      : writes        ? "write"
                                      : "read",
                      sliceOf(touched, model, id)});
  }
  return result;
}

std::vector<std::string> kinds(const Legality& legality, const LoopModel& model) {
  std::vector<std::string> result;
  if (!legality.parallel) return result;
  // A search combines iterations as well: their least number.
  if (!legality.reductions.empty() || !model.objectReductions.empty() || legality.form == Form::Search)
    result.push_back("reduction");
  if (legality.form == Form::Scan) result.push_back("scan");
  if (!legality.guards.empty() || (model.rollsBack && !model.tasks)) result.push_back("guarded");
  if (!model.appends.empty()) result.push_back("append");
  if (model.tasks) result.push_back("task");
  const bool declared =
      std::any_of(legality.reductions.begin(), legality.reductions.end(),
                  [](const Reduction& reduction) { return reduction.declared && !reduction.declared->proven; });
  if (legality.asserted || declared) result.push_back("asserted");
  return result;
}

LoopReport reportLoop(const SourceUnit& unit, const LoopSite& site, const FunctionPlan& function, std::size_t index,
                      const LineTable& lines) {
  const LoopPlan& plan = function.loops[index];
  LoopReport loop;
  loop.at = site.at;
  loop.parent = site.parent;
  loop.depth = site.depth;
  loop.parallel = plan.legality.parallel;
  loop.mapped = plan.mapped;
  loop.kinds = kinds(plan.legality, site.model);
  loop.reasons = decisiveFirst(plan.legality.reasons);
  // Tasks that drive devices are host code in front of them, which is no reason against them.
  if (plan.launch >= 0 && plan.mapped != Mapped::Devices)
    if (const auto& alone = function.launches[static_cast<std::size_t>(plan.launch)].hostAlone)
      loop.reasons.push_back(*alone);
  if (loop.parallel && !site.model.streams.empty())
    loop.notes.push_back(
        "random numbers come from a stream for each iteration, and not from the serial sequence, which random = "
        "\"serial\" "
        "keeps");
  loop.arrays = arrays(site.model, plan.legality);
  loop.header = site.model.kernel.header;
  if (loop.parallel) {
    for (const Reduction& reduction : plan.legality.reductions)
      loop.reductions.push_back({reductionWord(reduction, site.model), operatorWord(reduction),
                                 reduction.declared && !reduction.declared->proven});
    if (plan.legality.form == Form::Search)
      loop.reductions.push_back({site.model.loops[0].variable.empty() ? "iteration" : site.model.loops[0].variable,
                                 word(UpdateOperator::Min)});
    for (const Guard& guard : plan.legality.guards) loop.guards.push_back(guardWords(guard, site.model));
    if (site.model.rollsBack)
      for (const Leave& leave : site.model.leaves)
        loop.guards.push_back("no iteration comes to line " + std::to_string(leave.at.line) + ", where " +
                              leave.message + " (or the launch is undone)");
  }
  if (site.end > 0) loop.endLine = unit.fileLine(lines.lineAt(site.end - 1));
  return loop;
}

}  // namespace

Report report(const ClusterPlan& plan, const SourceUnit& unit) {
  Report result;
  const LineTable lines(unit.text);
  const std::size_t count = unit.functions.size();
  result.functions.resize(count);
  forEachIndex(count, threadsFor(count), [&](std::size_t f) {
    const AnnotatedFunction& function = unit.functions[f];
    FunctionReport report{function.name, function.at, plan.functions[f].complexity, {}, unit.path};
    for (std::size_t l = 0; l < function.loops.size(); ++l)
      report.loops.push_back(reportLoop(unit, function.loops[l], plan.functions[f], l, lines));
    result.functions[f] = std::move(report);
  });
  return result;
}

}  // namespace clustrix::compiler
