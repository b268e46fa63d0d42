#include "Driver/Instantiations.h"

#include "Support/Parallel.h"

#include "clustrix/Plan.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace clustrix::compiler {
namespace {

/// `loop.operations(6);`: how much an iteration costs is an estimate, and that of one instantiation does for all.
std::string withoutEstimates(const std::string& code) {
  std::string kept;
  for (std::size_t line = 0, end = 0; line < code.size(); line = end) {
    end = std::min(code.find('\n', line), code.size() - 1) + 1;
    const std::string_view text(code.data() + line, end - line);
    if (text.find(".operations(") == std::string_view::npos) kept += text;
  }
  return kept;
}

/// A unit of one function, whose instantiations are put in its place one by one.
struct Alone {
  explicit Alone(const SourceUnit& whole, std::size_t function)
      : unit{whole.path, whole.text, {whole.functions[function]}, {}}, emitter(unit) {}

  SourceUnit unit;
  Emitter emitter;
};

/// What is generated under `verdicts`. The text is what has to agree: it holds guards, footprints, reductions and the
/// kernel, and whatever it leaves out cannot matter.
std::string generated(const Alone& alone, const Verdicts& verdicts, const ClusterOptions& defaults) {
  return withoutEstimates(alone.emitter.code(plan(alone.unit, verdicts, defaults)));
}

Reason disagreement(const LoopModel& model) {
  return {.code = "template.disagrees",
          .message = "instantiations of the template need different code for this loop",
          .hint = "annotate a function that is no template, one for each type that is used",
          .at = model.at,
          .other = std::nullopt};
}

void forgetCalls(LoopModel& model) {
  model.kernel.deviceFunctions.clear();
  model.kernel.hostCalls.clear();
}

enum class Agreement { SameCode, DifferentCode, Serial };

/// Compares the instantiations of loop `l` of the only function of `alone`. `verdicts` holds the final ones of the
/// loops before it, so that the code compared is what becomes of it; Agreement::Serial leaves the serial one's verdict
/// there.
Agreement compare(Alone& alone, std::size_t l, Verdicts& verdicts, const ClusterOptions& defaults) {
  LoopSite& site = alone.unit.functions[0].loops[l];
  const Legality first = verdicts[0][l];
  const std::string expected = generated(alone, verdicts, defaults);
  Agreement agreement = Agreement::SameCode;
  for (LoopModel& other : site.otherInstantiations) {
    const Legality its = analyse(other);
    verdicts[0][l] = its;
    if (!its.parallel) return Agreement::Serial;
    std::swap(site.model, other);
    if (generated(alone, verdicts, defaults) != expected) agreement = Agreement::DifferentCode;
    std::swap(site.model, other);
    verdicts[0][l] = first;
  }
  return agreement;
}

/// Makes the verdicts on the loops of function `f` hold for all instantiations.
void reconcile(const SourceUnit& unit, std::size_t f, Judgement& judgement, const ClusterOptions& defaults) {
  const auto& loops = unit.functions[f].loops;
  if (std::all_of(loops.begin(), loops.end(), [](const auto& site) { return site.otherInstantiations.empty(); })) {
    return;
  }
  Alone alone(unit, f);
  // What devices compile beside the kernel is what all instantiations need, and says nothing about its own code.
  for (LoopSite& site : alone.unit.functions[0].loops) {
    forgetCalls(site.model);
    for (LoopModel& other : site.otherInstantiations) forgetCalls(other);
  }
  Verdicts its{judgement.verdicts[f]};
  // Outer loops first: which inner loops get code of their own depends on what became of those around them.
  for (std::size_t l = 0; l < loops.size(); ++l) {
    if (!its[0][l].parallel || loops[l].otherInstantiations.empty()) continue;
    if (compare(alone, l, its, defaults) != Agreement::DifferentCode) continue;
    const Reason reason = disagreement(loops[l].model);
    judgement.heldBack.push_back({f, l, its[0][l]});
    judgement.heldBack.back().legality.reasons.push_back(reason);
    its[0][l] = Legality{};
    its[0][l].reasons.push_back(reason);
  }
  judgement.verdicts[f] = its[0];
}

}  // namespace

std::vector<Legality> verdictsOn(const AnnotatedFunction& function) {
  std::vector<Legality> verdicts;
  for (const LoopSite& site : function.loops) verdicts.push_back(analyse(site.model));
  return verdicts;
}

Judgement judge(const SourceUnit& unit, const ClusterOptions& defaults, Verdicts known) {
  Judgement judgement;
  judgement.verdicts = std::move(known);
  if (judgement.verdicts.empty()) {
    judgement.verdicts.resize(unit.functions.size());
    forEachIndex(unit.functions.size(), threadsFor(unit.functions.size()),
                 [&](std::size_t f) { judgement.verdicts[f] = verdictsOn(unit.functions[f]); });
  }
  for (std::size_t f = 0; f < unit.functions.size(); ++f) reconcile(unit, f, judgement, defaults);
  return judgement;
}

}  // namespace clustrix::compiler
