// Elements that both branches of a condition write, or all those of a chain, or all paths through a switch.
//
//     if (c[i]) for (j < 4) w[j] = a[i]; else for (j < 4) w[j] = 2 * a[i];      behind it, w[0] to w[3] are written
//     if (c) w[k] = 1; else if (d) w[k] = 2; else w[k] = 3;
//     switch (c) { case 1: w[k] = 1; break; case 2: case 3: w[k] = 2; break; default: w[k] = 3; }
//
// No write is certain by itself. Where each surely happens in its branch, to the same elements as one of each other
// branch, there is a further one behind all of them, which is.
#include "Lower/BothBranches.h"
#include "Lower/Recorder.h"
#include "Syntax/ControlFlow.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

const clang::Expr* assignedIn(const clang::Stmt* statement) {
  if (const auto* full = llvm::dyn_cast<clang::ExprWithCleanups>(statement)) statement = full->getSubExpr();
  const auto* assignment = llvm::dyn_cast<clang::BinaryOperator>(statement);
  return assignment && assignment->getOpcode() == clang::BO_Assign ? assignment->getLHS() : nullptr;
}

/// What control surely comes to in a branch that it leaves at its end.
struct Certain {
  std::vector<const clang::Expr*> targets;  // of assignments
  std::vector<const clang::Stmt*> choices;  // all of whose paths may write the same

  void add(const clang::Stmt* branch) {
    if (!branch) return;
    if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(branch)) {
      for (const clang::Stmt* one : block->body()) add(one);
    } else if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(branch)) {
      // A `continue` leaves out what stands behind it.
      if (!leavesEarly(loop->getBody())) add(loop->getBody());
    } else if (llvm::isa<clang::IfStmt, clang::SwitchStmt>(branch)) {
      choices.push_back(branch);
    } else if (const clang::Expr* target = assignedIn(branch)) {
      targets.push_back(target);
    }
  }
};

bool hasJump(const clang::Stmt* statement) {
  if (!statement) return false;
  return llvm::isa<clang::GotoStmt, clang::IndirectGotoStmt, clang::LabelStmt>(statement) ||
         std::any_of(statement->child_begin(), statement->child_end(), hasJump);
}

bool isWholeWrite(const Access& access) {
  return access.kind == AccessKind::Write && access.index && access.update < 0 && access.packedBy < 0 &&
         access.packedStep < 0 && access.someBytes == 0;
}

}  // namespace

/// Whether the accesses touch the same, each with all iterations of the loops that its branch has around it.
bool BothBranches::touchTheSame(const Access& left, const Access& right) const {
  const std::size_t around = walk_.path.size();
  if (left.array != right.array || left.suspended != right.suspended || left.byteBegin != right.byteBegin ||
      left.byteEnd != right.byteEnd || left.loops.size() != right.loops.size())
    return false;
  std::vector<std::pair<SymbolId, Polynomial>> renamed;
  const auto same = [&](const Polynomial& one, Polynomial other) {
    for (const auto& [id, counter] : renamed) {
      const auto put = other.substitute(id, counter);
      if (!put) return false;
      other = *put;
    }
    return one == other;
  };
  for (std::size_t i = around; i < left.loops.size(); ++i) {
    const NestedLoop& a = model_.loops[static_cast<std::size_t>(left.loops[i])];
    const NestedLoop& b = model_.loops[static_cast<std::size_t>(right.loops[i])];
    if (!a.certain || !b.certain || !a.trip || !b.trip || !same(a.trip->distance, b.trip->distance) ||
        !same(a.trip->stride, b.trip->stride))
      return false;
    renamed.emplace_back(b.counter, Polynomial::symbol(a.counter));
  }
  return same(*left.index, *right.index);
}

/// Those of the accesses that surely happen on a path through the statements. What came under more than its own
/// condition has more than `conditions`.
std::vector<Access> BothBranches::certainWrites(const std::vector<WalkedStatement>& path,
                                                std::size_t conditions) const {
  std::vector<Access> writes;
  for (const WalkedStatement& part : path) {
    // What stands behind may be left out.
    if (!part.statement || leavesEarly(part.statement) || hasJump(part.statement)) break;
    Certain certain;
    certain.add(part.statement);
    const auto isCertain = [&](std::size_t i) {
      if (const auto joined = joined_.find(i); joined != joined_.end())
        return std::find(certain.choices.begin(), certain.choices.end(), joined->second) != certain.choices.end();
      return std::any_of(certain.targets.begin(), certain.targets.end(), [&](const clang::Expr* target) {
        return target->getBeginLoc().isFileID() && walk_.record.point(target->getBeginLoc()) == model_.accesses[i].at;
      });
    };
    for (std::size_t i = part.first; i < part.last; ++i) {
      const Access& access = model_.accesses[i];
      if (isWholeWrite(access) && access.conditions.size() == conditions && isCertain(i)) writes.push_back(access);
    }
  }
  return writes;
}

/// What is surely written on each of the paths that lead past `choice`.
void BothBranches::joinWrites(const clang::Stmt* choice, const std::vector<std::vector<Access>>& paths) {
  if (paths.empty()) return;
  for (const Access& one : paths.front()) {
    const auto writesIt = [&](const std::vector<Access>& path) {
      return std::any_of(path.begin(), path.end(), [&](const Access& other) { return touchTheSame(one, other); });
    };
    if (!std::all_of(std::next(paths.begin()), paths.end(), writesIt)) continue;
    Access all = one;
    all.conditions = state_.conditions;
    all.existing = 0;
    all.certain = state_.certain;
    joined_[model_.accesses.size()] = choice;
    model_.accesses.push_back(std::move(all));
  }
}

/// `statements`: those of the block, without their labels. A path begins at a label and ends at the next `break`.
void BothBranches::joinCases(const clang::SwitchStmt* choice, const std::vector<WalkedStatement>& statements,
                             std::size_t conditions) {
  const auto* block = llvm::cast<clang::CompoundStmt>(choice->getBody());
  std::vector<std::vector<Access>> paths;
  std::size_t begin = 0;
  for (const clang::Stmt* one : block->body()) {
    if (!llvm::isa<clang::SwitchCase>(one)) {
      ++begin;
      continue;
    }
    std::vector<WalkedStatement> path;
    for (std::size_t i = begin; i < statements.size(); ++i) {
      const WalkedStatement& part = statements[i];
      if (llvm::isa<clang::BreakStmt>(part.statement)) break;
      const auto* braces = llvm::dyn_cast<clang::CompoundStmt>(part.statement);
      if (!braces || braces->body_empty() || !llvm::isa<clang::BreakStmt>(braces->body_back())) {
        path.push_back(part);
        continue;
      }
      for (const clang::Stmt* inside : braces->body())
        if (inside != braces->body_back()) path.push_back({inside, part.first, part.last});
      break;
    }
    paths.push_back(certainWrites(path, conditions));
    ++begin;
  }
  joinWrites(choice, paths);
}

}  // namespace clustrix::compiler
