// Extremes that are taken where a comparison with them holds, with what is assigned beside them.
//
//     if (e < best) { best = e; at = i; }         if (e >= best) {} else best = e;
//     if (usable[i] && e < best) best = e;        at = e < best ? i : at; best = std::min(best, e);
//
// The comparison may be one of several tests. Those in front of it only tell which iterations take part. The kernel
// compares with the best of its own part, and so comes to those behind it more often than the source: they must be such
// that may be tried.
#include "Recurrence/GuardedExtrema.h"
#include "Induction/InductionSteps.h"
#include "KernelText/BodyEdits.h"
#include "Lower/Expressions.h"
#include "Lower/Overlooked.h"
#include "Lower/Places.h"
#include "Lower/Recorder.h"
#include "Memory/Names.h"
#include "Recurrence/Scan.h"
#include "Recurrence/Updates.h"
#include "Syntax/Conjuncts.h"
#include "Syntax/Mentions.h"
#include "Syntax/SpeculationSafety.h"
#include "Syntax/Types.h"

#include <algorithm>

namespace clustrix::compiler {

struct GuardedExtremum {
  UpdateShape shape;
  const Assigned* best = nullptr;
  std::vector<Conjunct> tests;
  std::size_t comparison = 0;  // among the tests
};

/// `x = c ? e : x`, where `x` comes back as it was.
std::optional<Guarded> GuardedExtrema::guardedChoice(const clang::BinaryOperator* assignment) const {
  const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(assignment->getRHS()->IgnoreParenImpCasts());
  if (assignment->getOpcode() != clang::BO_Assign || !choice) return std::nullopt;
  const clang::Expr* target = assignment->getLHS();
  const clang::Expr *yes = choice->getTrueExpr(), *no = choice->getFalseExpr();
  const bool keepsNo = walk_.updates.same(no, target);
  if (keepsNo == walk_.updates.same(yes, target) || !keepsValue(context_, target->getType(), choice->getType()))
    return std::nullopt;
  return Guarded{{choice->getCond()}, keepsNo, {{assignment, keepsNo ? yes : no, keepsNo ? no : yes}}};
}

std::optional<GuardedExtremum> GuardedExtrema::extremumIn(const Guarded& guarded) {
  std::vector<Conjunct> tests = conjuncts(guarded.conditions.front(), guarded.holds, guarded.none);
  for (std::size_t i = 0; i < tests.size(); ++i)
    for (const Assigned& assigned : guarded.assignments)
      if (auto shape = walk_.updates.extremumShape(assigned.target(), assigned.value, tests[i].test, tests[i].holds)) {
        const bool computes = std::all_of(tests.begin() + static_cast<std::ptrdiff_t>(i) + 1, tests.end(),
                                          [](const Conjunct& behind) { return isSafeToSpeculate(behind.test); });
        // A comparison of its own knows nothing of further tests.
        if (!computes || (guarded.called && tests.size() > 1)) return std::nullopt;
        if (assigned.kept) shape->mentions.push_back(assigned.kept);
        return GuardedExtremum{*std::move(shape), &assigned, std::move(tests), i};
      }
  return std::nullopt;
}

bool GuardedExtrema::takesExtremum(const Guarded& guarded) { return extremumIn(guarded).has_value(); }

/// What the iteration has changed outside of itself.
std::size_t Scans::changes() const {
  std::size_t count = model_.updates.size() + model_.appends.size();
  for (const ScalarState& state : model_.scalars) count += state.writes.size();
  for (const Access& access : model_.accesses) count += access.kind == AccessKind::Write;
  return count;
}

/// Evaluates the tests in their order, each under those before it.
void GuardedExtrema::evaluateTests(const Guarded& guarded, GuardedExtremum& extremum) {
  const Assigned& best = *extremum.best;
  for (const clang::Expr* condition : guarded.conditions) {
    const auto conditions = state_.conditions;
    const std::vector<Conjunct> tests = conjuncts(condition, guarded.holds, guarded.none);
    for (std::size_t i = 0; i < tests.size(); ++i) {
      const auto& [test, holds] = tests[i];
      if (i != extremum.comparison) {
        i == 0 ? static_cast<void>(walk_.expressions.valueOf(test)) : walk_.expressions.evaluateConditionally(test);
        if (i > extremum.comparison) walk_.updates.requireElements(test);
        for (const Polynomial& c : walk_.expressions.constraintsOf(test, holds)) state_.conditions.push_back(c);
      } else if (const auto shape = walk_.updates.extremumShape(best.target(), best.value, test, holds)) {
        const std::size_t before = walk_.scans.changes();
        for (const clang::Expr* operand : shape->operands) walk_.expressions.valueOf(operand);
        // Once more where the value is taken, which a kernel does more often than the source.
        if (walk_.scans.changes() != before)
          walk_.record.effect("effect.unknown-construct", test->getBeginLoc(),
                              "a value that is compared changes something");
        if (condition != guarded.conditions.front()) extremum.shape.mentions.push_back(shape->mentions.front());
      }
      state_.certain = false;
    }
    if (condition != guarded.conditions.back()) state_.conditions = conditions;
  }
}

bool GuardedExtrema::tryGuarded(const Guarded& guarded) {
  auto found = extremumIn(guarded);
  if (!found) return false;
  UpdateShape& shape = found->shape;
  const Assigned& best = *found->best;
  if (!walk_.updates.updatable(shape.target, shape) || steps(shape.target) || steps(best.value)) return false;
  const bool noted = shape.takesNan || guarded.assignments.size() > 1;
  // That it took a NaN shows in the variable itself, behind its assignment.
  const clang::Expr* text = shape.takesNan   ? best.assignment
                            : guarded.called ? guarded.assignments.front().text()
                                             : best.text();
  if (shape.takesNan && (!walk_.text.markable(text) || (best.kept && found->tests.size() > 1))) return false;
  // Names are enough to decide; evaluating comes after.
  const auto targetName = walk_.names.outerName(shape.target);
  if (!targetName && guarded.assignments.size() > 1) return false;
  if (targetName && (state_.assigned.contains(targetName->key) || walk_.induction.stepsEvenly(targetName->key)))
    return false;
  const auto names = locationNames(guarded.assignments, &best, targetName ? targetName->key : Key{nullptr, ""});
  if (!names || (!guarded.none && endsNone(*names))) return false;
  const Place target = walk_.lvalues.place(shape.target);
  if (!std::holds_alternative<OuterPlace>(target) && !std::holds_alternative<ElementPlace>(target)) return false;
  ++model_.branches;
  const bool certain = state_.certain && found->tests.size() == 1;
  const State before = state_;
  evaluateTests(guarded, *found);
  state_.certain = certain;
  const std::size_t changed = walk_.scans.changes();
  const std::vector<int> locations = assignLocations(guarded.assignments, &best, *names);
  if (walk_.scans.changes() != changed)
    walk_.record.effect("effect.unknown-construct", best.assignment->getBeginLoc(),
                        "what is assigned together with an extremum changes something else");
  const int index = static_cast<int>(model_.updates.size());
  walk_.updates.recordUpdate(shape, target, locations);
  if (guarded.called) walk_.overlooked.lookAt(guarded.assignments.back().assignment->getRHS()->IgnoreParenImpCasts());
  state_.certain = before.certain;
  state_.conditions = before.conditions;
  if (!noted) return true;
  // The partial result is marked by name, which only a lambda that captures all names sees.
  const clang::CXXRecordDecl* record = walk_.frames.empty() ? nullptr : lambdaOf(walk_.frames.back().function);
  if (record && record->getLambdaCaptureDefault() != clang::LCD_ByRef)
    walk_.record.effect("effect.lambda", best.assignment->getBeginLoc(),
                        "an extremum and its location are kept in a lambda that captures by name", "capture with [&]");
  if (walk_.text.markable(text))
    walk_.text.mark(text, BodyPiece::UpdateBegin, BodyPiece::UpdateEnd, index);
  else
    walk_.record.effect("effect.macro", best.assignment->getBeginLoc(), "an update with a location stands in a macro");
  return true;
}

/// `whole` unless the `else` is left to the caller.
bool GuardedExtrema::tryUpdateIf(const clang::IfStmt* statement, bool whole) {
  if (whole) {
    const auto guarded = guardedBy(statement);
    return guarded && tryGuarded(*guarded);
  }
  if (statement->getInit() || statement->getConditionVariable()) return false;
  const auto assignments = plainAssignments(statement->getThen());
  return assignments && tryGuarded({{statement->getCond()}, true, *assignments});
}

}  // namespace clustrix::compiler
