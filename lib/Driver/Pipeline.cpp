#include "Driver/Pipeline.h"

#include <algorithm>
#include <utility>

namespace clustrix::compiler {
namespace {

/// The report shows loops in their source: it needs to know where they end.
void addExtents(const SourceUnit& unit, Report& report) {
  std::vector<std::size_t> lineEnds;
  for (std::size_t i = unit.text.find('\n'); i != std::string::npos; i = unit.text.find('\n', i + 1)) {
    lineEnds.push_back(i);
  }
  for (std::size_t f = 0; f < std::min(unit.functions.size(), report.functions.size()); ++f) {
    const auto& sites = unit.functions[f].loops;
    auto& loops = report.functions[f].loops;
    for (std::size_t l = 0; l < std::min(sites.size(), loops.size()); ++l) {
      if (sites[l].end == 0) continue;
      const auto last = std::lower_bound(lineEnds.begin(), lineEnds.end(), sites[l].end - 1);
      loops[l].endLine = static_cast<int>(last - lineEnds.begin()) + 1;
    }
  }
}

void tellLegality(const HeldBack& loop, Compiled& compiled) {
  compiled.verdicts[loop.function][loop.loop] = loop.legality;
  compiled.plan.functions[loop.function].loops[loop.loop].legality = loop.legality;
}

}  // namespace

Compiled compile(SourceUnit unit, const ClusterOptions& defaults) {
  Compiled compiled;
  compiled.unit = std::move(unit);
  // Legality knows nothing of profit: a verdict does not change with a machine, a threshold or an option.
  Judgement judgement = judge(compiled.unit, defaults);
  compiled.verdicts = std::move(judgement.verdicts);
  // The outermost legal loop whose footprints are known becomes a launch.
  compiled.plan = plan(compiled.unit, compiled.verdicts, defaults);
  // Only now do loops that are held back get their legality back: the plan would have launched them.
  for (const HeldBack& loop : judgement.heldBack) tellLegality(loop, compiled);
  // From the plan and not from the legality, since it also tells what was done with each loop.
  compiled.report = report(compiled.plan, compiled.unit);
  addExtents(compiled.unit, compiled.report);
  // Without an annotation the file has no use for the runtime, and stays what it is.
  compiled.rewritten = compiled.unit.functions.empty() ? compiled.unit.text : emit(compiled.plan, compiled.unit);
  return compiled;
}

}  // namespace clustrix::compiler
