#include "Driver/Pipeline.h"

#include <utility>

namespace clustrix::compiler {
namespace {

void tellLegality(const HeldBack& loop, Compiled& compiled) {
  compiled.verdicts[loop.function][loop.loop] = loop.legality;
  compiled.plan.functions[loop.function].loops[loop.loop].legality = loop.legality;
}

}  // namespace

Compiled compile(SourceUnit unit, const ClusterOptions& defaults, Verdicts known, const EmitOptions& options) {
  Compiled compiled;
  compiled.unit = std::move(unit);
  // Legality knows nothing of profit: a verdict does not change with a machine, a threshold or an option.
  Judgement judgement = judge(compiled.unit, defaults, std::move(known));
  compiled.verdicts = std::move(judgement.verdicts);
  // The outermost legal loop whose footprints are known becomes a launch.
  compiled.plan = plan(compiled.unit, compiled.verdicts, defaults);
  // Only now do loops that are held back get their legality back: the plan would have launched them.
  for (const HeldBack& loop : judgement.heldBack) tellLegality(loop, compiled);
  // Without an annotation the file has no use for the runtime, and stays what it is.
  compiled.rewritten =
      compiled.unit.functions.empty() ? compiled.unit.text : emit(compiled.plan, compiled.unit, options);
  return compiled;
}

}  // namespace clustrix::compiler
