// Marks: places of the body's text where the kernel takes note of an assignment, and whether the text names what it
// assigns.
//
//     if (a[i] < 0) last = i;         ──►   if (a[i] < 0) [AssignBegin]last = i[AssignEnd];
//     last = a[i] < 0 ? i : last;     ──►   last = a[i] < 0 ? [AssignBegin]i[AssignEnd] : last;
#include "KernelText/BodyEdits.h"
#include "Library/Standard.h"
#include "Memory/Names.h"
#include "Memory/Storage.h"
#include "Syntax/Types.h"

#include <algorithm>

namespace clustrix::compiler {

/// Whether the text of `assignment` is the kernel's own, and sees the partial result. The text of a function is shared
/// with other callers; that of a lambda is not, but it sees only what it captures.
bool BodyEdits::markable(const clang::Expr* assignment) const {
  const bool sees = std::all_of(walk_.frames.begin(), walk_.frames.end(), [](const CallFrame& frame) {
    const clang::CXXRecordDecl* lambda = lambdaOf(frame.function);
    return lambda && lambda->getLambdaCaptureDefault() == clang::LCD_ByRef;
  });
  return sees && offsets(assignment->getSourceRange()).has_value();
}

void BodyEdits::mark(const clang::Expr* assignment, BodyPiece::Kind begin, BodyPiece::Kind end, int index) {
  const auto where = *offsets(assignment->getSourceRange());
  // What is walked twice is marked once.
  const bool known = std::any_of(walk_.edits.begin(), walk_.edits.end(), [&](const TextEdit& edit) {
    return edit.begin == where.first && edit.piece.kind == begin && edit.piece.index == index;
  });
  if (known) return;
  walk_.edits.push_back({where.first, where.first, {begin, "", index}});
  walk_.edits.push_back({where.second, where.second, {end, "", index}});
}

/// `t = e` of objects.
static bool assignsObject(const clang::Stmt* statement, const clang::Expr* target) {
  const auto* call = llvm::dyn_cast_or_null<clang::CXXOperatorCallExpr>(statement);
  return call && call->getOperator() == clang::OO_Equal && call->getNumArgs() == 2 &&
         call->getArg(0)->IgnoreParens() == target->IgnoreParens();
}

/// Marks the assignment, `x = e`, `x += e` or `++x`, whose target this is. False when it cannot be marked.
bool BodyEdits::markAssignment(const clang::Expr* target, int scalar) {
  if (!walk_.frames.empty()) return false;
  if (walk_.chosen) {
    if (!markable(walk_.chosen)) return false;
    mark(walk_.chosen, BodyPiece::AssignBegin, BodyPiece::AssignEnd, scalar);
    return true;
  }
  const clang::Stmt* around = walk_.storage.parents(walk_.currentFunction()).getParent(target);
  while (around && llvm::isa<clang::ParenExpr>(around))
    around = walk_.storage.parents(walk_.currentFunction()).getParent(around);
  const auto* binary = llvm::dyn_cast_or_null<clang::BinaryOperator>(around);
  const auto* unary = llvm::dyn_cast_or_null<clang::UnaryOperator>(around);
  const bool assigns =
      (binary && binary->isAssignmentOp() && binary->getLHS()->IgnoreParens() == target->IgnoreParens()) ||
      (unary && unary->isIncrementDecrementOp()) || assignsObject(around, target);
  if (!assigns || !markable(llvm::cast<clang::Expr>(around))) return false;
  mark(llvm::cast<clang::Expr>(around), BodyPiece::AssignBegin, BodyPiece::AssignEnd, scalar);
  return true;
}

/// Whether the text reaches the element by subscripts of the array's own name: `h[k]`, `this->c[i][j]`, `v.data()[k]`.
bool BodyEdits::namesElement(const clang::Expr* target) {
  if (!walk_.frames.empty()) return false;
  for (;;) {
    target = target->IgnoreParenImpCasts();
    const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(target);
    const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(target);
    const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(target);
    if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(target))
      target = subscript->getBase();
    else if (call && call->getOperator() == clang::OO_Subscript)
      target = call->getArg(0);
    else if (member && roleOf(member->getMethodDecl()) == Role::Data)
      target = member->getImplicitObjectArgument();
    else if (unary && unary->getOpcode() == clang::UO_Deref)
      target = unary->getSubExpr();
    else
      break;
  }
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(target);
  const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  if (variable) return !walk_.isLocal(variable);
  return llvm::isa<clang::MemberExpr>(target) && walk_.names.outerName(target).has_value();
}

}  // namespace clustrix::compiler
