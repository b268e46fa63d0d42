// Jumps inside an iteration: labels, `switch` and `do { ... } while (0)`. The paths meet where they lead to.
//
//     if (a[i] > 0) goto positive;      state A ──┐
//     t = 1;                            state B   │
//     goto done;                        B ─────┐  │
//     positive: t = 2;                         │  A
//     done: b[i] = t;                   what holds both in B and in A: `t` was assigned
//
// Only jumps forward and out of statements are followed, so that every path is walked before the place where it ends.
// A jump backwards is a loop that nothing counts; one into a statement would come past the condition that guards it.
#include "KernelText/BodyEdits.h"
#include "Lower/BothBranches.h"
#include "Lower/Expressions.h"
#include "Lower/Recorder.h"
#include "Lower/Statements.h"
#include "Memory/Storage.h"
#include "Recurrence/EarlyExits.h"
#include "Recurrence/GuardedExtrema.h"
#include "Syntax/BodyContents.h"
#include "Syntax/ControlFlow.h"
#include "Syntax/Nesting.h"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

namespace clustrix::compiler {

namespace {

/// Whether a case label stands inside a statement of the switch's block, as in Duff's device.
bool hasNestedCase(const clang::Stmt* statement) {
  if (!statement || llvm::isa<clang::SwitchStmt, clang::LambdaExpr>(statement)) return false;
  if (llvm::isa<clang::SwitchCase>(statement)) return true;
  return std::any_of(statement->child_begin(), statement->child_end(), hasNestedCase);
}

const clang::Stmt* behindCases(const clang::Stmt* statement, bool& hasDefault) {
  while (const auto* label = llvm::dyn_cast<clang::SwitchCase>(statement)) {
    hasDefault = hasDefault || llvm::isa<clang::DefaultStmt>(label);
    statement = label->getSubStmt();
  }
  return statement;
}

}  // namespace

/// The statements of a block. A label in it is reached in every iteration that comes to the block's begin, if whatever
/// jumps before it jumps to it or to a label in between.
void Statements::walkBlock(const clang::CompoundStmt* block, const clang::Stmt* leftOut) {
  const bool certain = state_.certain;
  const auto conditions = state_.conditions;
  std::vector<const clang::Stmt*> passed;      // since the last label
  std::set<const clang::Stmt*> labels, ahead;  // those that were reached; where jumps lead beside these
  bool left = false;
  const auto jumpsPast = [&] {
    for (const clang::Stmt* statement : passed) {
      left = left || leavesByKeyword(statement, true, true);
      for (const clang::Stmt* label : targetsOutside(statement))
        if (!labels.contains(label)) ahead.insert(label);
    }
    passed.clear();
    return left || !ahead.empty();
  };
  std::vector<const clang::Stmt*> body(block->body_begin(), block->body_end());
  std::erase(body, leftOut);
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (const std::size_t together = walk_.extrema.tryGuardedRun(body, i)) {
      passed.insert(passed.end(), body.begin() + i, body.begin() + i + together);
      i += together - 1;
      continue;
    }
    if (const std::size_t together = walk_.exits.leavesTogether(body, i)) {
      walk_.exits.recordLeave(std::span(body).subspan(i, together));
      i += together - 1;
      continue;
    }
    const clang::Stmt *one = body[i], *statement = one;
    while (const auto* label = llvm::dyn_cast<clang::LabelStmt>(statement)) {
      labels.insert(label);
      ahead.erase(label);
      arrive(label);
      statement = label->getSubStmt();
    }
    if (statement != one && state_.reachable && !jumpsPast()) {
      state_.certain = certain;
      state_.conditions = conditions;
    }
    inBlock_ = statement == one ? statement : nullptr;
    walk(statement);
    passed.push_back(statement);
  }
}

void Statements::arrive(const clang::LabelStmt* label) {
  const auto jumps = arrivals_.find(label);
  if (jumps == arrivals_.end()) return;
  for (const State& from : jumps->second) state_ = merged(state_, from);
  state_.certain = false;
  arrivals_.erase(jumps);
}

/// How many loops a jump forward leaves, when it ends in the same iteration of the modelled loop.
std::optional<std::size_t> Statements::loopsLeft(const clang::GotoStmt* jump) {
  const clang::LabelStmt* label = jump->getLabel()->getStmt();
  const auto& manager = context_.getSourceManager();
  if (!label || !manager.isBeforeInTranslationUnit(jump->getGotoLoc(), label->getIdentLoc())) return std::nullopt;
  const clang::ParentMap& around = walk_.storage.parents(walk_.currentFunction());
  const clang::Stmt* block = around.getParent(label);
  while (block && llvm::isa<clang::LabelStmt>(block)) block = around.getParent(block);
  if (!llvm::isa_and_nonnull<clang::CompoundStmt>(block)) return std::nullopt;
  std::size_t left = 0;
  for (const clang::Stmt* at = around.getParent(jump); at != block; at = around.getParent(at)) {
    if (!at || at == &input_.loop) return std::nullopt;
    left += isLoop(at) && !runsOnce(at);
  }
  return left;
}

void Statements::walkGoto(const clang::GotoStmt* jump) {
  const auto left = loopsLeft(jump);
  if (!left) {
    walk_.record.effect("effect.goto", jump->getGotoLoc(),
                        "a jump goes backwards, out of the loop or into another statement");
    for (NestedLoop& loop : model_.loops) loop.certain = false;
    return leave();
  }
  State state = state_;
  if (*left > 0) {
    // Behind the loop its counter says nothing any more.
    state.conditions.clear();
    std::set<SymbolId> counters;
    for (std::size_t i = walk_.path.size() - *left; i < walk_.path.size(); ++i) {
      NestedLoop& loop = model_.loops[static_cast<std::size_t>(walk_.path[i])];
      loop.certain = false;
      counters.insert(loop.counter);
    }
    const auto isLeft = [&](SymbolId id) { return counters.contains(id); };
    state.values.eraseIf([&](const auto& entry) {
      const auto* integer = std::get_if<IntegerValue>(&entry.second);
      const auto* pointer = std::get_if<PointerValue>(&entry.second);
      if (pointer && pointer->offset) integer = &*pointer->offset;
      return integer && dependsOn(model_.symbols, integer->polynomial, isLeft);
    });
  }
  if (state.reachable) arrivals_[jump->getLabel()->getStmt()].push_back(std::move(state));
  leave();
}

void Statements::walkBreak(const clang::BreakStmt* jump) {
  const clang::Stmt* target = walk_.breakTargets.empty() ? &input_.loop : walk_.breakTargets.back();
  if (target == &input_.loop) walk_.record.effect("effect.break", jump->getBeginLoc(), "'break' leaves the loop");
  if (llvm::isa<clang::SwitchStmt>(target) || runsOnce(target))
    breaks_[target].push_back(state_);
  else
    model_.loops[static_cast<std::size_t>(walk_.path.back())].certain = false;
  leave();
}

void Statements::walkContinue(const clang::ContinueStmt* jump) {
  const auto target = std::find_if(walk_.breakTargets.rbegin(), walk_.breakTargets.rend(), isLoop);
  if (target == walk_.breakTargets.rend())
    walk_.text.edit(clang::SourceRange(jump->getBeginLoc(), jump->getBeginLoc()), {BodyPiece::Continue, "", -1});
  if (target != walk_.breakTargets.rend() && runsOnce(*target))
    breaks_[*target].push_back(state_);
  else if (!walk_.continued.empty())
    walk_.continued.back().push_back(state_);
  leave();
}

/// The paths that `break` sent behind `statement` join the one that comes there by itself.
void Statements::mergeBreaks(const clang::Stmt* statement) {
  for (const State& from : breaks_[statement]) state_ = merged(state_, from);
  breaks_.erase(statement);
}

void Statements::walkSwitch(const clang::SwitchStmt* statement) {
  if (statement->getInit()) walk(statement->getInit());
  if (statement->getConditionVariable()) walkDeclaration(statement->getConditionVariable());
  walk_.expressions.evaluate(statement->getCond());
  ++model_.branches;
  State entry = state_;
  entry.certain = false;
  const bool certain = state_.certain;
  walk_.around.push_back(statement);
  walk_.breakTargets.push_back(statement);
  bool hasDefault = false;
  std::vector<WalkedStatement> walked;
  const auto* block = llvm::dyn_cast<clang::CompoundStmt>(statement->getBody());
  if (!block) {
    state_.certain = false;
    walk(statement->getBody());
  } else {
    leave();  // nothing comes before the first label
    for (const clang::Stmt* one : block->body()) {
      if (hasNestedCase(behindCases(one, hasDefault)))
        walk_.record.effect("effect.switch", one->getBeginLoc(),
                            "a case label stands inside another statement of the switch");
      if (llvm::isa<clang::SwitchCase>(one)) {
        // From the head, or out of the case before.
        state_ = merged(entry, state_);
      }
      const std::size_t first = model_.accesses.size();
      walk(one);
      walked.push_back({behindCases(one, hasDefault), first, model_.accesses.size()});
    }
  }
  mergeBreaks(statement);
  if (!hasDefault) state_ = merged(state_, entry);
  if (!state_.reachable) state_ = entry;
  state_.certain = certain && !leavesEarly(statement);
  state_.conditions = entry.conditions;
  if (block && hasDefault) walk_.branches.joinCases(statement, walked, entry.conditions.size());
  walk_.around.pop_back();
  walk_.breakTargets.pop_back();
}

/// Not a loop, but a block that `break` and `continue` leave.
void Statements::walkOnce(const clang::DoStmt* block) {
  const bool certain = state_.certain;
  const auto conditions = state_.conditions;
  walk_.breakTargets.push_back(block);
  walk(block->getBody());
  mergeBreaks(block);
  walk_.breakTargets.pop_back();
  if (!state_.reachable) return;
  state_.certain = certain && !leavesEarly(block);
  if (state_.certain) state_.conditions = conditions;
}

}  // namespace clustrix::compiler
