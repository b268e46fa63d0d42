// Elements that both branches of a condition write.
//
//     if (c[i]) for (j < 4) w[j] = a[i]; else for (j < 4) w[j] = 2 * a[i];      behind it, w[0] to w[3] are written
//
// Neither write is certain by itself. Where each surely happens in its branch, to the same elements as one of the other
// branch, there is a third one behind both, which is.
#include "Walker.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

const clang::Expr* assignedIn(const clang::Stmt* statement) {
  if (const auto* full = llvm::dyn_cast<clang::ExprWithCleanups>(statement)) statement = full->getSubExpr();
  const auto* assignment = llvm::dyn_cast<clang::BinaryOperator>(statement);
  return assignment && assignment->getOpcode() == clang::BO_Assign ? assignment->getLHS() : nullptr;
}

/// The targets of assignments that control surely comes to, in a branch that it leaves at its end.
void certainTargets(const clang::Stmt* branch, std::vector<const clang::Expr*>& into) {
  if (!branch) return;
  if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(branch)) {
    for (const clang::Stmt* one : block->body()) certainTargets(one, into);
  } else if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(branch)) {
    // A `continue` leaves out what stands behind it.
    if (!leavesEarly(loop->getBody())) certainTargets(loop->getBody(), into);
  } else if (const clang::Expr* target = assignedIn(branch)) {
    into.push_back(target);
  }
}

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
bool Walker::touchTheSame(const Access& left, const Access& right) const {
  const std::size_t around = path_.size();
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
    const NestedLoop& a = model.loops[static_cast<std::size_t>(left.loops[i])];
    const NestedLoop& b = model.loops[static_cast<std::size_t>(right.loops[i])];
    if (!a.certain || !b.certain || !a.trip || !b.trip || !same(a.trip->distance, b.trip->distance) ||
        !same(a.trip->stride, b.trip->stride))
      return false;
    renamed.emplace_back(b.counter, Polynomial::symbol(a.counter));
  }
  return same(*left.index, *right.index);
}

/// Those of the accesses from `first` to `last` that surely happen in the branch. What came under more than its own
/// condition has more than `conditions`.
std::vector<Access> Walker::certainWrites(const clang::Stmt* branch, std::size_t first, std::size_t last,
                                          std::size_t conditions) const {
  std::vector<Access> writes;
  if (!branch || leavesEarly(branch) || hasJump(branch)) return writes;
  std::vector<const clang::Expr*> targets;
  certainTargets(branch, targets);
  for (std::size_t i = first; i < last; ++i) {
    const Access& access = model.accesses[i];
    const bool certain = std::any_of(targets.begin(), targets.end(), [&](const clang::Expr* target) {
      return target->getBeginLoc().isFileID() && point(target->getBeginLoc()) == access.at;
    });
    if (certain && isWholeWrite(access) && access.conditions.size() == conditions) writes.push_back(access);
  }
  return writes;
}

void Walker::joinWrites(const std::vector<Access>& yes, const std::vector<Access>& no) {
  for (const Access& one : yes) {
    if (std::none_of(no.begin(), no.end(), [&](const Access& other) { return touchTheSame(one, other); })) continue;
    Access both = one;
    both.conditions = state_.conditions;
    both.existing = 0;
    both.certain = state_.certain;
    model.accesses.push_back(std::move(both));
  }
}

}  // namespace clustrix::compiler
