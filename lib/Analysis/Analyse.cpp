// The whole analysis of one loop, in the order of its questions.
#include "Analysis/Conditions.h"
#include "Analysis/Hoisted.h"
#include "Analysis/Stages.h"
#include "Support/Effort.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

/// Enough for nests of ten arrays with dozens of accesses each; a second at the very worst.
constexpr unsigned long kOperations = 2'000'000;
/// Of all that is done without isl: terms of polynomials that are looked at, pairs of accesses.
constexpr std::uint64_t kMostSteps = 20'000'000;

constexpr const char* kSmaller = "make it several loops";

bool isSearch(const LoopModel& model) { return !model.leaves.empty() && !model.rollsBack; }

/// What no subscript can mend. True when there is something.
bool forbidden(const LoopModel& model, Legality& legality) {
  if (model.forcedSerial) {
    legality.reasons.push_back(
        {"serial.requested", "the author marked the loop [[clustrix::serial]]", "", model.at, {}});
    return true;
  }
  const auto written = isSearch(model) ? writtenOnTheWay(model) : std::nullopt;
  if (written)
    for (const Leave& leave : model.leaves)
      legality.reasons.push_back(
          {leave.code, leave.message + ", and the iterations before it write `" + *written + "`", "", leave.at, {}});
  for (const Effect& effect : model.effects) {
    // What may fail in a search is no matter where none is possible.
    if (written && effect.code.starts_with("search.")) continue;
    legality.reasons.push_back({effect.code, effect.message, effect.hint, effect.at, {}, effect.edits});
  }
  const bool told = std::any_of(model.effects.begin(), model.effects.end(), [](const Effect& effect) {
    return effect.code.starts_with("loop.") || effect.code.starts_with("analysis.");
  });
  if (!told && (model.loops.empty() || !model.loops[0].trip))
    legality.reasons.push_back({"loop.uncounted",
                                "the number of iterations is not known before the loop starts",
                                "count with an integer up to a bound that the loop does not change",
                                model.at,
                                {}});
  return !legality.reasons.empty();
}

/// Whether the verdict depends on what numbers the parameters are.
bool asksNumbers(const Legality& legality) {
  return std::any_of(legality.guards.begin(), legality.guards.end(), [](const Guard& guard) {
    return std::holds_alternative<ParameterGuard>(guard) || std::holds_alternative<RangeGuard>(guard) ||
           std::holds_alternative<DivisibleGuard>(guard);
  });
}

/// What was found so far rests on questions that were not answered.
Legality overBudget(const LoopModel& model) {
  Legality legality;
  legality.asserted = model.asserted;
  legality.reasons.push_back(
      {"analysis.budget", "what the loop touches is too much to compare", kSmaller, model.at, {}});
  return legality;
}

/// isl has given up somewhere: what else is said may only be so because of that.
void tellExhausted(const LoopModel& model, Legality& legality) {
  legality.reasons.insert(
      legality.reasons.begin(),
      {"analysis.budget", "its bounds and subscripts ask for too long a proof", kSmaller, model.at, {}});
}

Legality judge(const LoopModel& model, bool combines = true) {
  Legality legality;
  legality.asserted = model.asserted;
  if (forbidden(model, legality)) return legality;

  Effort effort(kMostSteps);
  const isl::Context isl(kOperations);
  Facts facts(model, isl);
  facts.combines = combines;
  // What holds around the loop holds before it: no guard is to ask for it, and none is to contradict it.
  for (const Polynomial& constraint : model.loops[0].constraints)
    if (facts.overParameters(constraint)) assume(facts, constraint);
  // The header first: a positive stride is what all that follows builds on.
  checkRequirements(facts, legality);
  // Then wrap-around: only without it do polynomials say which elements are touched. Its guards help to prove the rest.
  checkWrapAround(facts, legality);
  legality.ofModel = legality.guards.size();
  if (isSearch(model)) {
    checkSearch(facts, legality);
  } else {
    // Arrays one by one before pairs: two arrays taken for one can rely on the guards of each.
    checkArrays(facts, legality);
    if (!legality.asserted) checkAliases(facts, legality);
    checkScalars(facts, legality);
    if (legality.form == Form::Scan) tellArraysApart(model, legality);
    // Last: how its iterations run is known.
    if (model.rollsBack) checkRollBack(facts, legality);
  }

  if (effort.isSpent()) return overBudget(model);
  legality.parallel = legality.reasons.empty();
  if (!legality.parallel) {
    if (isl.exhausted()) tellExhausted(model, legality);
    proposeSplit(model, isl, legality);
    legality.form = Form::Independent;
    legality.guards.clear();
    legality.ofModel = 0;
    legality.reductions.clear();
    legality.privates.clear();
    legality.privateArrays.clear();
  }
  return legality;
}

Legality judgeEither(const LoopModel& model, bool combines) {
  if (!hasHoisted(model)) return judge(model, combines);
  // As it stands first: its guards are short, and mostly there are none.
  Legality plain = judge(withoutHoisted(model), combines);
  if (plain.parallel && !asksNumbers(plain)) return plain;
  const auto inTerms = inHoistedTerms(model);
  Legality known = inTerms ? judge(*inTerms, combines) : Legality{};
  return known.parallel ? known : plain;
}

/// Whether iterations combine into arrays, all through lists that could be looked at.
bool combinesByLists(const LoopModel& model, const Legality& legality) {
  if (!legality.parallel || legality.asserted || legality.form != Form::Independent) return false;
  const auto isListed = [&](const Access& access) {
    return access.index && mentionsListed(model.symbols, *access.index);
  };
  return combinesArrays(legality) &&
         std::all_of(legality.reductions.begin(), legality.reductions.end(), [&](const Reduction& reduction) {
           return !reduction.ofArray ||
                  std::all_of(model.accesses.begin(), model.accesses.end(), [&](const Access& access) {
                    return access.array != reduction.array || isListed(access);
                  });
         });
}

/// What conditions say of data (Symbol::data) tells where a footprint ends, and no two iterations apart: a condition
/// under which none of them happens would be a guard that never holds.
LoopModel withoutData(LoopModel model) {
  const auto isData = [&](const Polynomial& value) {
    return value.mentionsAny([&](SymbolId id) { return model.symbols[static_cast<std::size_t>(id.value)].data; });
  };
  for (Access& access : model.accesses) {
    if (access.index && isData(*access.index)) access.index.reset();
    if (access.offset && isData(*access.offset)) access.offset.reset();
    if (std::erase_if(access.conditions, isData) > 0) access.existing = 0;
  }
  for (Symbol& symbol : model.symbols) symbol.data = false;
  return model;
}

}  // namespace

bool combinesArrays(const Legality& legality) {
  return std::any_of(legality.reductions.begin(), legality.reductions.end(),
                     [](const Reduction& reduction) { return reduction.ofArray; });
}

Legality analyse(const LoopModel& model) {
  if (std::any_of(model.symbols.begin(), model.symbols.end(), [](const Symbol& symbol) { return symbol.data; }))
    return analyse(withoutData(model));
  Legality verdict = judgeEither(model, true);
  if (!combinesByLists(model, verdict)) return verdict;
  Legality distinct = judgeEither(model, false);
  const auto asksList = [](const Guard& guard) {
    return std::holds_alternative<DistinctGuard>(guard) || std::holds_alternative<ApartGuard>(guard);
  };
  if (distinct.parallel && !combinesArrays(distinct) &&
      std::any_of(distinct.guards.begin(), distinct.guards.end(), asksList))
    verdict.whereDistinct = std::make_shared<const Legality>(std::move(distinct));
  return verdict;
}

}  // namespace clustrix::compiler
