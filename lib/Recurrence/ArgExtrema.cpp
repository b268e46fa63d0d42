// Argmin and argmax: an extremum that is kept as the place where it lies.
//
//     if (a[i] > a[at]) at = i;         if (a[i] > best) { best = a[i]; at = i; }      `best` stands for a[at]
//     if (usable[i] && a[i] > a[at]) at = i;
//
// `a[at]` is the greatest element so far as long as nothing else assigns `at`, and what the loop reads stays as it is.
// The kernel has a variable in place of `a[at]`; the host reads a[at] once, to compare it with what the kernels found.
#include "Induction/LoopHeader.h"
#include "KernelText/BodyEdits.h"
#include "KernelText/HostText.h"
#include "Library/LibraryFunctions.h"
#include "Lower/Expressions.h"
#include "Lower/Overlooked.h"
#include "Lower/Recorder.h"
#include "Memory/Names.h"
#include "Recurrence/GuardedExtrema.h"
#include "Recurrence/Updates.h"
#include "Syntax/Conjuncts.h"
#include "Syntax/LoopParts.h"
#include "Syntax/Mentions.h"
#include "Syntax/SpeculationSafety.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

using Substitution = std::map<const clang::VarDecl*, const clang::Expr*>;

/// Each location and what it is set to; empty where one depends on another, or changes its type on the way.
Substitution substitution(const Assignments& assignments) {
  Substitution result;
  for (const Assigned& assigned : assignments) {
    const clang::VarDecl* variable = mentionedVariable(assigned.target());
    const clang::Expr* value = assigned.value->IgnoreParenImpCasts();
    if (!variable || !variable->hasLocalStorage() || variable->getType()->isReferenceType()) return {};
    if (variable->getType().getCanonicalType().getUnqualifiedType() !=
        value->getType().getCanonicalType().getUnqualifiedType())
      return {};
    if (!result.emplace(variable, value).second || steps(value)) return {};
  }
  for (const auto& [variable, value] : result)
    for (const auto& [other, unused] : result)
      if (mentions(value, other)) return {};
  return result;
}

bool mentionsAny(const clang::Expr* expression, const Substitution& locations) {
  return std::any_of(locations.begin(), locations.end(),
                     [&](const auto& location) { return mentions(expression, location.first); });
}

/// A call of the same function in both, whose value depends on its arguments and on memory.
bool sameFunction(const clang::CallExpr* left, const clang::CallExpr* right) {
  const clang::FunctionDecl* callee = left->getDirectCallee();
  if (!callee || callee != right->getDirectCallee() || left->getNumArgs() != right->getNumArgs()) return false;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  return isPureFunction(callee) || (method && method->getParent()->isInStdNamespace() &&
                                    (method->isConst() || method->getOverloadedOperator() == clang::OO_Subscript));
}

/// Whether `best` with each location replaced by what it is set to is `value`.
bool matches(const clang::Expr* value, const clang::Expr* best, const Substitution& locations, const auto& same) {
  value = value->IgnoreParenImpCasts();
  best = best->IgnoreParenImpCasts();
  if (!mentionsAny(best, locations)) return same(value, best);
  if (const clang::VarDecl* variable = mentionedVariable(best)) return same(value, locations.at(variable));
  if (value->getStmtClass() != best->getStmtClass()) return false;
  const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(value);
  const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(value);
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(value);
  const auto* cast = llvm::dyn_cast<clang::ExplicitCastExpr>(value);
  const auto* call = llvm::dyn_cast<clang::CallExpr>(value);
  const bool alike = unary    ? unary->getOpcode() == llvm::cast<clang::UnaryOperator>(best)->getOpcode()
                     : binary ? binary->getOpcode() == llvm::cast<clang::BinaryOperator>(best)->getOpcode()
                     : member ? member->getMemberDecl() == llvm::cast<clang::MemberExpr>(best)->getMemberDecl()
                     : cast   ? cast->getType().getCanonicalType() == best->getType().getCanonicalType()
                     : call   ? sameFunction(call, llvm::cast<clang::CallExpr>(best))
                              : llvm::isa<clang::ArraySubscriptExpr>(value);
  if (!alike) return false;
  return std::equal(value->child_begin(), value->child_end(), best->child_begin(), best->child_end(),
                    [&](const clang::Stmt* left, const clang::Stmt* right) {
                      const auto* a = llvm::dyn_cast_or_null<clang::Expr>(left);
                      const auto* b = llvm::dyn_cast_or_null<clang::Expr>(right);
                      return a && b && matches(a, b, locations, same);
                    });
}

void collectDeclarations(const clang::Stmt* statement, std::set<const clang::Decl*>& into) {
  if (!statement) return;
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(statement))
    into.insert(name->getDecl()->getCanonicalDecl());
  for (const clang::Stmt* child : statement->children()) collectDeclarations(child, into);
}

}  // namespace

/// The variables that the assignments other than `extremum` set; nothing where one cannot be a location.
std::optional<std::vector<OuterName>> GuardedExtrema::locationNames(const Assignments& assignments,
                                                                    const Assigned* extremum, const Key& target) {
  std::vector<OuterName> names;
  for (const Assigned& assigned : assignments) {
    if (&assigned == extremum) continue;
    const auto name = walk_.names.outerName(assigned.target());
    const clang::QualType type = assigned.target()->getType();
    if (!name || !type->isArithmeticType() || type.isVolatileQualified() || state_.assigned.contains(name->key) ||
        name->key == target)
      return std::nullopt;
    for (const OuterName& other : names)
      if (other.key == name->key) return std::nullopt;
    names.push_back(*name);
  }
  return names;
}

/// Evaluates what the locations are set to; their indices in `scalars`.
std::vector<int> GuardedExtrema::assignLocations(const Assignments& assignments, const Assigned* extremum,
                                                 const std::vector<OuterName>& names) {
  std::vector<int> locations;
  std::size_t next = 0;
  const bool wasCertain = state_.certain;
  for (const Assigned& assigned : assignments) {
    if (&assigned == extremum) continue;
    state_.certain = false;
    const OuterName& name = names[next++];
    walk_.outer.insert_or_assign(name.key, name);
    walk_.written.inLoop.insert(name.key);
    for (const clang::Stmt* around : walk_.around) walk_.written.inStatement[around].insert(name.key);
    walk_.expressions.valueOf(assigned.value);
    const int index = walk_.record.scalar(name.key);
    walk_.record.captureScalar(name, index);
    if (assigned.kept) walk_.updates.mention(assigned.kept);
    state_.values.erase(name.key);
    locations.push_back(index);
  }
  state_.certain = wasCertain;
  return locations;
}

std::optional<Located> GuardedExtrema::locatedIn(const Guarded& guarded) const {
  const Substitution locations = substitution(guarded.assignments);
  if (guarded.conditions.size() != 1 || locations.empty()) return std::nullopt;
  const std::vector<Conjunct> tests = conjuncts(guarded.conditions.front(), guarded.holds, guarded.none);
  const auto same = [this](const clang::Expr* a, const clang::Expr* b) { return walk_.updates.same(a, b); };
  for (std::size_t i = 0; i < tests.size(); ++i) {
    const bool holds = tests[i].holds;
    const auto* comparison = llvm::dyn_cast<clang::BinaryOperator>(tests[i].test->IgnoreParenImpCasts());
    if (!comparison || !comparison->isRelationalOp()) continue;
    // Of numbers that may be NaN, the negation of a comparison is none.
    if (!holds && !comparison->getLHS()->getType()->isIntegerType()) continue;
    for (const bool bestRight : {true, false}) {
      Located found;
      found.value = bestRight ? comparison->getLHS() : comparison->getRHS();
      found.best = bestRight ? comparison->getRHS() : comparison->getLHS();
      found.comparison = i;
      if (!mentionsAny(found.best, locations) || mentionsAny(found.value, locations)) continue;
      if (!matches(found.value, found.best, locations, same)) continue;
      auto kind = comparison->getOpcode();
      if (!holds) kind = clang::BinaryOperator::negateComparisonOp(kind);
      if (!bestRight) kind = clang::BinaryOperator::reverseComparisonOp(kind);
      found.op = kind == clang::BO_LT || kind == clang::BO_LE ? UpdateOperator::Min : UpdateOperator::Max;
      found.ties = kind == clang::BO_LE || kind == clang::BO_GE;
      const bool computes = std::all_of(tests.begin() + static_cast<std::ptrdiff_t>(i) + 1, tests.end(),
                                        [](const Conjunct& behind) { return isSafeToSpeculate(behind.test); });
      return computes ? std::optional(found) : std::nullopt;
    }
  }
  return std::nullopt;
}

/// Whether `best` means the same before, in and behind the loop, for the same location.
bool GuardedExtrema::keepsItsValue(const Located& located, const Assignments& assignments) const {
  const clang::QualType type = located.best->IgnoreParenImpCasts()->getType();
  if (!type->isArithmeticType() || type->isBooleanType() || type.isVolatileQualified()) return false;
  if (steps(located.value) || walk_.headers.mentionsLocal(located.best)) return false;
  for (const clang::Expr* part : {located.value, located.best})
    if (!walk_.text.offsets(part->getSourceRange())) return false;
  std::set<const clang::Decl*> names;
  collectDeclarations(located.best, names);
  for (const Assigned& assigned : assignments) names.erase(mentionedVariable(assigned.target())->getCanonicalDecl());
  return std::none_of(known_.inLoop.begin(), known_.inLoop.end(),
                      [&](const Key& key) { return key.first == nullptr || names.contains(key.first); });
}

/// `at = i`               ──►   `(found, at = i, best = a[i])`
/// `at = c ? i : at`      ──►   `at = c ? (found, best = a[i], i) : at`
void GuardedExtrema::markLocated(const Assigned& assigned, const clang::Expr* value, int update) {
  const auto where = *walk_.text.offsets(assigned.text()->getSourceRange());
  const std::string best =
      model_.scalars[static_cast<std::size_t>(model_.updates[static_cast<std::size_t>(update)].scalar)].expression;
  TextEdit begin{where.first, where.first, {BodyPiece::UpdateBegin, "", update}};
  TextEdit end{where.second, where.second, {BodyPiece::UpdateEnd, "", update}};
  const BodyPiece name{BodyPiece::Captured, "", walk_.captures.at(best)}, equals{BodyPiece::Text, " = ", -1},
      comma{BodyPiece::Text, ", ", -1};
  if (assigned.kept) {
    begin.more = {name, equals};
    begin.copied = walk_.text.offsets(value->getSourceRange());
    begin.behind = {comma};
  } else {
    std::swap(end.piece, end.behind.emplace_back(comma));
    end.more = {name, equals};
    end.copied = walk_.text.offsets(value->getSourceRange());
  }
  walk_.edits.push_back(std::move(begin));
  walk_.edits.push_back(std::move(end));
}

/// The tests in their order, with the value that is compared in the place of the comparison.
void GuardedExtrema::evaluateAround(const Guarded& guarded, const Located& located) {
  const std::vector<Conjunct> tests = conjuncts(guarded.conditions.front(), guarded.holds, guarded.none);
  // Where there is none yet, nothing is compared.
  if (guarded.none) state_.certain = false;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (i == located.comparison) {
      walk_.expressions.evaluate(located.value);
    } else {
      i == 0 ? static_cast<void>(walk_.expressions.valueOf(tests[i].test))
             : walk_.expressions.evaluateConditionally(tests[i].test);
      if (i > located.comparison) walk_.updates.requireElements(tests[i].test);
      for (const Polynomial& c : walk_.expressions.constraintsOf(tests[i].test, tests[i].holds))
        state_.conditions.push_back(c);
    }
    if (tests.size() > 1) state_.certain = false;
  }
}

bool GuardedExtrema::tryLocation(const Guarded& guarded) {
  if (known_.memory || walk_.searching || !walk_.frames.empty() || guarded.assignments.empty()) return false;
  const Assignments& assignments = guarded.assignments;
  const auto located = locatedIn(guarded);
  if (!located || !keepsItsValue(*located, assignments) || !walk_.text.markable(assignments.front().text()))
    return false;
  const auto names = locationNames(assignments, nullptr, {});
  if (!names || std::any_of(names->begin(), names->end(), [](const OuterName& name) { return name.inMemory; }))
    return false;
  if (!guarded.none && endsNone(*names)) return false;
  ++model_.branches;
  const State entry = state_;
  const std::size_t before = walk_.record.happened();
  evaluateAround(guarded, *located);
  if (walk_.record.happened() != before)
    walk_.record.effect("effect.unknown-construct", located->value->getBeginLoc(),
                        "a value that is compared changes something");
  const std::vector<int> locations = assignLocations(assignments, nullptr, *names);
  state_.certain = entry.certain;
  state_.conditions = entry.conditions;
  const clang::Expr* best = located->best->IgnoreParenImpCasts();
  OuterName name;
  name.expression = name.name = walk_.host.sourceText(best->getSourceRange());
  name.key = {names->front().variable, " of " + name.expression};
  name.type = best->getType().getUnqualifiedType();
  name.range = best->getSourceRange();
  walk_.outer.insert_or_assign(name.key, name);
  UpdateShape shape;
  shape.target = best;
  shape.op = located->op;
  shape.ties = located->ties;
  const int index = static_cast<int>(model_.updates.size());
  walk_.overlooked.lookAtAll(located->best);
  walk_.updates.recordUpdate(shape, OuterPlace{name.key}, locations);
  model_.scalars[static_cast<std::size_t>(model_.updates.back().scalar)].located = true;
  markLocated(assignments.front(), located->value->IgnoreParenImpCasts(), index);
  return true;
}

}  // namespace clustrix::compiler
