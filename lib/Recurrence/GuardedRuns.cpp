// Statements that take up one extremum together, since they ask the same.
//
//     at = e > m ? i : at;  m = e > m ? e : m;         at = e > m ? i : at;  m = std::max(m, e);
//     const bool better = e > m;  if (better) { m = e; at = i; }
//     if (e <= m) continue;  m = e;  at = i;            if (e <= m) goto next;  m = e;  at = i;  next:;
//
// The extremum is assigned last, or by the one statement that asks, so that all see what it was before. Nothing else
// may depend on whether it was replaced: a kernel compares with the best of its own part of the iterations.
#include "Lower/Overlooked.h"
#include "Lower/Statements.h"
#include "Memory/Storage.h"
#include "Recurrence/GuardedExtrema.h"
#include "Recurrence/Updates.h"
#include "Syntax/InitialValue.h"
#include "Syntax/LoopParts.h"
#include "Syntax/Mentions.h"
#include "Syntax/Nesting.h"
#include "Syntax/Stores.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// `bool better = e > m;`
const clang::VarDecl* flagIn(const clang::Stmt* statement) {
  const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement);
  const auto* variable = declaration && declaration->isSingleDecl()
                             ? llvm::dyn_cast<clang::VarDecl>(declaration->getSingleDecl())
                             : nullptr;
  const clang::Expr* value = variable ? initialValueOf(*variable) : nullptr;
  const bool plain = value && variable->getType()->isBooleanType() && !variable->getType().isVolatileQualified();
  return plain && llvm::isa<clang::BinaryOperator, clang::UnaryOperator>(value->IgnoreParenImpCasts()) ? variable
                                                                                                       : nullptr;
}

/// The `continue`, `goto` or `return` that `if (c) continue;` consists of.
const clang::Stmt* jumpIn(const clang::IfStmt* statement) {
  if (statement->getElse() || statement->getInit() || statement->getConditionVariable() || statement->isConstexpr())
    return nullptr;
  const clang::Stmt* jump = statement->getThen();
  if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(jump))
    jump = block->size() == 1 ? block->body_front() : nullptr;
  if (llvm::isa_and_nonnull<clang::ContinueStmt, clang::GotoStmt>(jump)) return jump;
  const auto* end = llvm::dyn_cast_or_null<clang::ReturnStmt>(jump);
  return end && !end->getRetValue() ? end : nullptr;
}

/// Where the statements end that the jump leaves out, further down in its block: at its label, or at the block's end.
/// Nothing where the label stands elsewhere.
std::optional<std::size_t> endOfRest(const std::vector<const clang::Stmt*>& block, std::size_t first,
                                     const clang::Stmt* jump) {
  const auto* direct = llvm::dyn_cast<clang::GotoStmt>(jump);
  if (!direct) return block.size();
  const auto leads = [&](const clang::Stmt* statement) {
    for (const auto* label = llvm::dyn_cast<clang::LabelStmt>(statement); label;
         label = llvm::dyn_cast<clang::LabelStmt>(label->getSubStmt()))
      if (label == direct->getLabel()->getStmt()) return true;
    return false;
  };
  const auto found = std::find_if(block.begin() + static_cast<std::ptrdiff_t>(first) + 1, block.end(), leads);
  if (found == block.end()) return std::nullopt;
  return static_cast<std::size_t>(found - block.begin());
}

/// The condition without its negations, and whether it holds where the whole does.
std::pair<const clang::Expr*, bool> withoutNegations(const clang::Expr* condition, bool holds) {
  condition = condition->IgnoreParenImpCasts();
  for (const auto* no = llvm::dyn_cast<clang::UnaryOperator>(condition); no && no->getOpcode() == clang::UO_LNot;
       no = llvm::dyn_cast<clang::UnaryOperator>(condition)) {
    condition = no->getSubExpr()->IgnoreParenImpCasts();
    holds = !holds;
  }
  return {condition, holds};
}

bool isVariable(const clang::Expr* expression, const clang::VarDecl* variable) {
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenImpCasts());
  return name && name->getDecl() == variable;
}

}  // namespace

bool GuardedExtrema::isLast(const clang::Stmt* statement, bool ofFunction) {
  for (;;) {
    const clang::Stmt* around = walk_.storage.parents(walk_.currentFunction()).getParent(statement);
    if (!around) return ofFunction && !walk_.frames.empty();
    if (isLoop(around)) return !ofFunction && bodyOf(around) == statement;
    const auto* block = llvm::dyn_cast<clang::CompoundStmt>(around);
    if (block ? block->body_back() != statement : !llvm::isa<clang::IfStmt>(around)) return false;
    statement = around;
  }
}

/// Adds the statement to those that ask the same. `flag`: what they ask, once that has a name.
bool GuardedExtrema::joinRun(Guarded& run, const clang::Stmt* statement, const clang::VarDecl* flag) const {
  std::optional<Guarded> one;
  if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(statement))
    one = guardedBy(branch);
  else if (const auto* assignment = assignmentIn(statement))
    one = guardedChoice(assignment);
  if (!one || one->assignments.empty()) return false;
  const auto [asked, holds] = withoutNegations(one->conditions.front(), one->holds);
  if (flag) {
    if (!isVariable(asked, flag)) return false;
    for (const Assigned& assigned : one->assignments)
      if (mentions(assigned.assignment->getLHS(), flag) || mentions(assigned.value, flag)) return false;
    if (run.assignments.empty()) run.holds = holds;
    if (run.holds != holds) return false;
  } else {
    if (run.conditions.empty()) {
      run.holds = one->holds;
    } else {
      const auto [first, firstHolds] = withoutNegations(run.conditions.front(), run.holds);
      if (one->holds != run.holds || holds != firstHolds || !walk_.updates.same(first, asked)) return false;
    }
    run.conditions.push_back(one->conditions.front());
  }
  run.assignments.insert(run.assignments.end(), one->assignments.begin(), one->assignments.end());
  return true;
}

/// `m = std::max(m, e)` behind statements that ask `e > m`: it takes `e` in the same iterations as they do.
bool GuardedExtrema::closeRun(Guarded& run, const clang::Stmt* statement) {
  const auto* assignment = assignmentIn(statement);
  const auto own = assignment ? walk_.updates.updateShape(assignment) : std::nullopt;
  if (!own || own->operands.empty() || own->mentions.empty() || own->ignoresNan) return false;
  const auto asked = walk_.updates.extremumShape(own->target, own->operands.front(), run.conditions.front(), run.holds);
  if (!asked || asked->op != own->op || asked->ties != own->ties || asked->takesNan != own->takesNan) return false;
  const auto* call = llvm::dyn_cast<clang::CallExpr>(assignment->getRHS()->IgnoreParenImpCasts());
  if (!call || own->operands.size() != 1) return false;
  run.assignments.push_back({assignment, own->operands.front(), own->mentions.front()});
  run.called = true;
  return true;
}

/// `if (e <= m) continue; m = e; at = i;`, to the end of the iteration or to the label that the jump leads to.
bool GuardedExtrema::tryGuardedRest(const std::vector<const clang::Stmt*>& block, std::size_t first,
                                    const clang::VarDecl* flag, const clang::Expr* meaning) {
  const auto* branch = llvm::dyn_cast<clang::IfStmt>(block[first]);
  const clang::Stmt* jump = branch ? jumpIn(branch) : nullptr;
  const auto end = jump ? endOfRest(block, first, jump) : std::nullopt;
  if (!end || first + 1 == *end) return false;
  if (!llvm::isa<clang::GotoStmt>(jump) && !isLast(block.back(), llvm::isa<clang::ReturnStmt>(jump))) return false;
  auto [asked, holds] = withoutNegations(branch->getCond(), false);
  if (flag && !isVariable(asked, flag)) return false;
  Guarded rest{{flag ? meaning : branch->getCond()}, flag ? holds : false, {}};
  for (std::size_t i = first + 1; i < block.size(); ++i) {
    if (flag && i >= *end && mentions(block[i], flag)) return false;
    if (i >= *end) continue;
    const auto* assignment = assignmentIn(block[i]);
    if (!assignment || (flag && mentions(assignment, flag))) return false;
    rest.assignments.push_back({assignment, assignment->getRHS()});
  }
  if (!tryGuarded(rest) && (flag || (!tryLocation(rest) && !tryFirst(rest)))) return false;
  State behind = state_;
  walk_.statements.walk(jump);
  state_ = std::move(behind);
  state_.certain = false;
  return true;
}

std::size_t GuardedExtrema::tryGuardedRun(const std::vector<const clang::Stmt*>& block, std::size_t first) {
  if (walk_.searching) return 0;
  const clang::VarDecl* flag = flagIn(block[first]);
  const std::size_t begin = flag ? first + 1 : first;
  if (begin == block.size()) return 0;
  const clang::Expr* meaning = flag ? initialValueOf(*flag) : nullptr;
  const auto declared = [&](std::size_t taken) {
    if (taken == 0 || !flag) return taken;
    for (const clang::Stmt* around : walk_.around) walk_.written.inStatement[around].insert({flag, ""});
    state_.values.erase({flag, ""});
    for (std::size_t i = begin; i < first + taken; ++i) walk_.overlooked.lookAtNames(block[i], flag);
    return taken;
  };
  if (tryGuardedRest(block, begin, flag, meaning))
    return declared(*endOfRest(block, begin, jumpIn(llvm::cast<clang::IfStmt>(block[begin]))) - first);
  Guarded run;
  if (flag) run.conditions = {meaning};
  std::size_t end = begin;
  bool complete = false;
  while (end < block.size() && !complete && joinRun(run, block[end], flag)) {
    ++end;
    complete = takesExtremum(run);
  }
  if (end == begin) return 0;
  if (!complete && (end == block.size() || !closeRun(run, block[end++]))) return 0;
  if (end - first < 2) return 0;
  // Whether the extremum was replaced must be of no use to anything else.
  for (std::size_t i = end; flag && i < block.size(); ++i)
    if (mentions(block[i], flag)) return 0;
  return tryGuarded(run) ? declared(end - first) : 0;
}

}  // namespace clustrix::compiler
