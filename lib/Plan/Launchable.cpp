// Each check here guards something that the emitter takes for granted: it never meets a launch that it cannot write.
#include "Plan/Launchable.h"

#include "Model/OwnRoom.h"
#include "Plan/Combined.h"
#include "Plan/Symbols.h"

#include <algorithm>
#include <array>
#include <set>

namespace clustrix::compiler {
namespace {

using Problem = std::optional<std::string>;  // what cannot be said, as a clause

Problem placeProblem(const LoopSite& site, const SourceUnit& unit, const AnnotatedFunction& function) {
  if (!site.model.kernel.textProblem.empty()) return site.model.kernel.textProblem;
  if (site.begin >= site.end || site.end > unit.text.size()) return "the loop has no text of its own in this file";
  if (function.kernelsAt > site.begin) return "there is no place before the function where a kernel could stand";
  return {};
}

Problem headerProblem(const LoopModel& model) {
  const NestedLoop& loop = model.loops[0];
  if (!loop.trip || !isParametric(model, loop.trip->distance) || !isParametric(model, loop.trip->stride))
    return "the number of iterations cannot be computed before the loop";
  const KernelVariable& variable = model.kernel.variable;
  if (!variable.declared() && model.kernel.finalVariable.empty()) return {};
  if (!loop.value || !isKnownOutside(model, *loop.value) || !loop.value->coefficientOf(loop.counter) ||
      countersIn(model, *loop.value).size() > 1)
    return "the value of '" + loop.variable + "' is no linear function of the iteration number";
  if (variable.declared() && variable.type.empty()) return "the type of '" + loop.variable + "' has no name";
  return {};
}

/// Scalars that the kernel may hold: reductions with their locations, and private ones.
std::set<int> coveredScalars(const Legality& legality) {
  std::set<int> covered;
  for (const Reduction& reduction : legality.reductions) {
    if (reduction.scalar >= 0) covered.insert(reduction.scalar);
    covered.insert(reduction.locations.begin(), reduction.locations.end());
  }
  for (const Private& variable : legality.privates) covered.insert(variable.scalar);
  return covered;
}

bool inRange(int index, std::size_t size) { return index >= 0 && static_cast<std::size_t>(index) < size; }

Problem captureProblem(const LoopModel& model, const Legality& legality) {
  const std::set<int> covered = coveredScalars(legality);
  std::set<int> captured;
  for (const Capture& capture : model.kernel.captures) {
    const bool isArray = capture.kind == Capture::Pointer || capture.kind == Capture::Span;
    if (isArray && !inRange(capture.array.value, model.arrays.size())) return "'" + capture.name + "' has no memory";
    if (capture.kind != Capture::Scalar) continue;
    if (!inRange(capture.scalar, model.scalars.size()) || covered.count(capture.scalar) == 0)
      return "'" + capture.name + "' is written, and neither private nor a reduction";
    captured.insert(capture.scalar);
  }
  for (const int scalar : covered)
    if (captured.count(scalar) == 0) return "a variable that the loop writes has no name in the kernel";
  return {};
}

Problem operatorProblem(const Reduction& reduction, const ScalarState& scalar) {
  const bool isBool = scalar.type == "bool";
  const bool sums = reduction.op == UpdateOperator::Add || reduction.op == UpdateOperator::Multiply;
  const bool ordered = reduction.op == UpdateOperator::Min || reduction.op == UpdateOperator::Max;
  if (reduction.op == UpdateOperator::Declared) return {};
  if (!scalar.arithmetic) return "'" + scalar.name + "' is not of an arithmetic type";
  if (isBool && (sums || ordered)) return "'" + scalar.name + "' is a bool, which is not summed";
  const bool logical = reduction.op == UpdateOperator::LogicalAnd || reduction.op == UpdateOperator::LogicalOr;
  // `n = n && x` makes 5 into 1, unless there is no iteration: that would have to be told apart.
  if (logical && !isBool) return "'" + scalar.name + "' is no bool";
  if (scalar.floating && !sums && !ordered) return "'" + scalar.name + "' is no integer";
  if (!scalar.floating && scalar.bits > 64) return "'" + scalar.name + "' is wider than 64 bits";
  return {};
}

/// How a NaN behaves must be the same in all updates of a variable, since partial results are combined in one way.
Problem reductionProblem(const LoopModel& model, const Legality& legality) {
  std::set<int> seen;
  for (const Reduction& reduction : legality.reductions) {
    if (reduction.scalar < 0) continue;
    if (!inRange(reduction.scalar, model.scalars.size())) return "a variable that is combined into is not known";
    const ScalarState& scalar = model.scalars[static_cast<std::size_t>(reduction.scalar)];
    if (!seen.insert(reduction.scalar).second) return "'" + scalar.name + "' is combined in two ways";
    if (const Problem problem = operatorProblem(reduction, scalar)) return problem;
    for (const Update& update : model.updates)
      if (update.scalar == reduction.scalar &&
          (update.ignoresNan != reduction.ignoresNan || update.takesNan != reduction.takesNan))
        return "'" + scalar.name + "' is compared in two ways that differ for NaN";
    if (reduction.ignoresNan && !scalar.floating)
      return "'" + scalar.name + "' is an integer in a call of fmin or fmax";
    if (reduction.ignoresNan && !reduction.locations.empty()) return "fmin and fmax have no location";
    if (reduction.takesNan && !scalar.floating) return "'" + scalar.name + "' is an integer, and no NaN";
  }
  return {};
}

/// The members that a kernel with partial results must have. Inside the kernel they hide what the body may mean.
constexpr std::array contractNames{"Partial", "Combined", "order", "identity", "combine"};

/// The pieces of the body, and of the definitions in front of it.
std::vector<BodyPiece> allPieces(const LoopModel& model) {
  std::vector<BodyPiece> all = model.kernel.body;
  for (const LocalDefinition& definition : model.kernel.definitions)
    all.insert(all.end(), definition.text.begin(), definition.text.end());
  for (const KernelFunction& function : model.kernel.functions)
    all.insert(all.end(), function.body.begin(), function.body.end());
  return all;
}

Problem nameProblem(const LoopModel& model, const Legality& legality) {
  const bool reduces = !legality.reductions.empty() || std::any_of(legality.privates.begin(), legality.privates.end(),
                                                                   [](const Private& p) { return p.lastValue; });
  std::vector<std::string> names;
  if (reduces) names.assign(contractNames.begin(), contractNames.end());
  if (std::any_of(model.arrays.begin(), model.arrays.end(), [](const ArrayObject& a) { return !a.arithmetic; }))
    names.emplace_back("PointedTo");
  if (legality.form == Form::Scan) names.emplace_back("iterate");
  for (const std::string& name : names) {
    if (model.kernel.calledNames.contains(name)) return "its body calls something '" + name + "'";
    for (const Capture& capture : model.kernel.captures)
      if (capture.nameFixed && capture.name == name) return "a macro in its body calls something '" + name + "'";
  }
  return {};
}

bool isParametricGuard(const LoopModel& model, const ParameterGuard& guard) {
  for (const auto& row : guard.anyOf)
    for (const Comparison& comparison : row)
      if (!isParametric(model, comparison.value)) return false;
  return true;
}

/// The longest row of a container of containers is a number that proofs are made with, and no C++.
bool namesLongestRow(const LoopModel& model, const Guard& guard) {
  const auto names = [&](const Polynomial& value) {
    return value.mentionsAny([&](SymbolId id) { return isPitch(model, id); });
  };
  if (const auto* g = std::get_if<ParameterGuard>(&guard))
    return std::any_of(g->anyOf.begin(), g->anyOf.end(), [&](const auto& row) {
      return std::any_of(row.begin(), row.end(), [&](const Comparison& one) { return names(one.value); });
    });
  if (const auto* g = std::get_if<DivisibleGuard>(&guard)) return names(g->value) || names(g->divisor);
  const auto* range = std::get_if<RangeGuard>(&guard);
  return range && names(range->value);
}

bool canEvaluate(const LoopModel& model, const Guard& guard) {
  if (namesLongestRow(model, guard)) return false;
  if (const auto* g = std::get_if<ParameterGuard>(&guard)) return isParametricGuard(model, *g);
  if (const auto* g = std::get_if<DivisibleGuard>(&guard))
    return isParametric(model, g->value) && isParametric(model, g->divisor);
  if (const auto* g = std::get_if<RangeGuard>(&guard)) {
    if (!isKnownOutside(model, g->value)) return false;
    for (const int loop : countersIn(model, g->value)) {
      // A trip count that itself depends on counters is evaluated over their intervals, all the way out.
      for (int l = loop; l >= 0; l = model.loops[static_cast<std::size_t>(l)].parent) {
        const auto& trip = model.loops[static_cast<std::size_t>(l)].trip;
        if (!trip || !isKnownOutside(model, *trip)) return false;
      }
    }
  }
  return true;
}

Problem guardProblem(const LoopModel& model, const Legality& legality) {
  for (const Guard& guard : legality.guards)
    if (!canEvaluate(model, guard)) return "a condition on which it is parallel cannot be evaluated before the loop";
  return {};
}

Problem restartProblem(const LoopModel& model, const Legality& legality, const LoopSite& site) {
  if (legality.form != Form::Search) return {};
  const auto& restart = model.restart;
  if (site.call && !site.call->resumed.empty()) return {};
  const bool inFront = restart && restart->begin == 0 && restart->end == 0;
  const bool inside = restart && restart->begin > site.begin && restart->end < site.end;
  if (!inFront && !inside) return "its head cannot be made to begin at a later iteration";
  if (!restart->ofCounter && (!model.loops[0].value || !isKnownOutside(model, *model.loops[0].value)))
    return "the value of its variable in a later iteration is not known";
  for (const Private& variable : legality.privates) {
    const ScalarState& scalar = model.scalars[static_cast<std::size_t>(variable.scalar)];
    if (scalar.entry && !isKnownOutside(model, *scalar.entry))
      return "the value of '" + scalar.name + "' in a later iteration is not known";
  }
  return {};
}

Problem bodyProblem(const LoopModel& model, const Legality& legality) {
  if (model.kernel.body.empty()) return "the text of its body is not available";
  for (const BodyPiece& piece : allPieces(model)) {
    if (piece.kind == BodyPiece::Captured && !inRange(piece.index, model.kernel.captures.size()))
      return "a name of its body is not known";
    if ((piece.kind == BodyPiece::AssignBegin || piece.kind == BodyPiece::AssignEnd) &&
        !inRange(piece.index, model.scalars.size()))
      return "an assignment of its body is not known";
    if (piece.kind != BodyPiece::UpdateBegin && piece.kind != BodyPiece::UpdateEnd) continue;
    if (!inRange(piece.index, model.updates.size())) return "an update of its body is not known";
    const int scalar = model.updates[static_cast<std::size_t>(piece.index)].scalar;
    if (scalar < 0) continue;  // nothing follows an element
    if (std::none_of(legality.reductions.begin(), legality.reductions.end(),
                     [scalar](const Reduction& r) { return r.scalar == scalar; }))
      return "an update of its body is no reduction";
  }
  return {};
}

/// A location follows its extremum only where the assignment of the extremum is marked; so does the news of a NaN.
Problem locationProblem(const LoopModel& model, const Legality& legality) {
  const std::vector<BodyPiece> pieces = allPieces(model);
  for (const Reduction& reduction : legality.reductions) {
    if (reduction.locations.empty() && !reduction.takesNan) continue;
    for (std::size_t u = 0; u < model.updates.size(); ++u) {
      if (model.updates[u].scalar != reduction.scalar) continue;
      for (const BodyPiece::Kind kind : {BodyPiece::UpdateBegin, BodyPiece::UpdateEnd})
        if (std::none_of(pieces.begin(), pieces.end(), [&](const BodyPiece& piece) {
              return piece.kind == kind && piece.index == static_cast<int>(u);
            }))
          return "the place where an extremum is assigned is not known";
    }
  }
  return {};
}

Reason because(const std::string& code, const std::string& message, const std::string& hint, const SourcePoint& at) {
  return {.code = code, .message = message, .hint = hint, .at = at, .other = std::nullopt};
}

/// The bytes that an iteration's own variable takes for the array; nothing where it can be none.
std::optional<std::int64_t> bytesOfVariable(const ArrayObject& array) {
  const auto count = array.extentValue ? array.extentValue->constant() : std::nullopt;
  if (array.ownType.empty() || !count) return std::nullopt;
  return static_cast<std::int64_t>(*count) * array.elementBytes;
}

/// Iterations of searches are tried, and those of scans run twice; blocks of those that combine into arrays have copies
/// of their own.
Problem workspaceProblem(const LoopModel& model, const PrivateArray& own, const Legality& legality) {
  const ArrayObject& array = arrayAt(model, own.array);
  const bool mayHave = legality.form == Form::Independent && combinedArrays(legality).empty();
  if (!mayHave || array.rows) return "for which a stack has no room, or whose size is not fixed";
  if (own.copiesIn) return "with elements that were set before the loop";
  return {};
}

Problem ownArrayProblem(const PrivateArray& own, const ArrayObject& array, Form form) {
  if (!own.copiesIn && !own.lastValue) return {};
  if (!own.lastValue && form == Form::Independent && array.extentValue) return {};
  if (own.copiesIn) return "with elements that were set before the loop";
  if (form == Form::Independent && array.extentValue) return {};
  return "and the last one's is needed after the loop";
}

/// An array that each iteration needs for itself, and cannot have.
std::optional<Reason> privateArrayProblem(const LoopSite& site, const Legality& legality) {
  const std::set<ArrayId> large = workspaces(site.model, legality);
  for (const PrivateArray& own : legality.privateArrays) {
    const ArrayObject& array = arrayAt(site.model, own.array);
    const bool isLarge = large.contains(own.array);
    if (const Problem problem =
            isLarge ? workspaceProblem(site.model, own, legality) : ownArrayProblem(own, array, legality.form))
      return because("plan.private-array", "each iteration needs a '" + array.name + "' of its own, " + *problem,
                     "declare it inside the loop, as an array of a small fixed size", site.at);
  }
  if (ownBytes(site.model, legality) > mostOnStack)
    return because("plan.private-array", "a stack has no room for the arrays that each iteration needs for itself",
                   "use smaller ones", site.at);
  return std::nullopt;
}

/// Searches and scans know their iterations' statements: not what functions of objects do. Nor have their passes copies
/// of arrays to combine into. What a search tries must add nothing.
Problem formProblem(const LoopModel& model, const Legality& legality) {
  const bool combines = std::any_of(legality.reductions.begin(), legality.reductions.end(),
                                    [](const Reduction& reduction) { return reduction.ofArray; });
  const bool special = !model.kernel.functions.empty() || model.kernel.needsIteration || combines ||
                       (legality.form == Form::Search && !model.appends.empty());
  if (legality.form == Form::Independent || !special) return {};
  return "it is left early or scans, and uses objects or combines into an array, or is left early and adds to a "
         "container";
}

}  // namespace

const PrivateArray* ownArray(const Legality& legality, ArrayId array) {
  for (const PrivateArray& own : legality.privateArrays)
    if (own.array == array) return &own;
  return nullptr;
}

std::set<ArrayId> workspaces(const LoopModel& model, const Legality& legality) {
  std::set<ArrayId> large;
  std::int64_t room = mostOwnBytes;
  for (const PrivateArray& own : legality.privateArrays) {
    const auto bytes = bytesOfVariable(arrayAt(model, own.array));
    const bool fits = bytes && (*bytes <= room || own.copiesIn);
    if (fits)
      room -= *bytes;
    else
      large.insert(own.array);
  }
  return large;
}

std::int64_t ownBytes(const LoopModel& model, const Legality& legality) {
  const std::set<ArrayId> large = workspaces(model, legality);
  std::int64_t bytes = 0;
  for (const PrivateArray& own : legality.privateArrays)
    if (!large.contains(own.array)) bytes += bytesOfVariable(arrayAt(model, own.array)).value_or(0);
  return bytes;
}

std::optional<Reason> refusal(const LoopSite& site, const Legality& legality, const SourceUnit& unit,
                              const AnnotatedFunction& function) {
  const LoopModel& model = site.model;
  if (const Problem problem = combinedProblem(model, legality))
    return because("plan.array-reduction", "no copies of an array can be combined for this loop: " + *problem,
                   "make the loop over the elements the outer one", site.at);
  if (auto reason = privateArrayProblem(site, legality)) return reason;
  if (model.loops.empty()) return because("plan.not-expressible", "the loop has no model", "", site.at);
  if (!model.obstacles.empty()) {
    const Effect& obstacle = model.obstacles.front();
    return because(obstacle.code, "no kernel can be written for this loop: " + obstacle.message, obstacle.hint,
                   obstacle.at);
  }
  Problem problem = placeProblem(site, unit, function);
  if (!problem) problem = formProblem(model, legality);
  if (!problem) problem = headerProblem(model);
  if (!problem) problem = reductionProblem(model, legality);
  if (!problem) problem = captureProblem(model, legality);
  if (!problem) problem = guardProblem(model, legality);
  if (!problem) problem = restartProblem(model, legality, site);
  if (!problem) problem = bodyProblem(model, legality);
  if (!problem) problem = locationProblem(model, legality);
  if (!problem) problem = nameProblem(model, legality);
  if (!problem) return std::nullopt;
  return because("plan.not-expressible", "no kernel can be written for this loop: " + *problem, "", site.at);
}

}  // namespace clustrix::compiler
