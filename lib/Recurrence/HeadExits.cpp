// Heads that end a loop early: what a condition asks for beside the count, as a search sees it (see Search.cpp).
//
//     for (i = 0; i < n && a[i] != x; ++i) ...      an iteration begins with `if (!(a[i] != x)) return true;`
//     while (i < n && !found) {                     `found` is false where the loop begins, which is required;
//       if (a[i] == x) found = true;                the assignment leaves: no iteration comes behind this one
//       ++i;
//     }
//
// The first iteration that leaves is run by the loop's own text, head and body, so that neither has to leave there and
// then: nothing that follows in the iteration is lost.
#include "KernelText/BodyEdits.h"
#include "KernelText/HostText.h"
#include "Lower/Expressions.h"
#include "Lower/Recorder.h"
#include "Memory/Storage.h"
#include "Recurrence/EarlyExits.h"
#include "Syntax/LoopParts.h"
#include "Syntax/Mentions.h"
#include "Syntax/Stores.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// `flag` and the value of it that ends the loop, in `flag`, `!flag`.
struct FlagTest {
  const clang::VarDecl* flag = nullptr;
  bool ends = false;
};

std::optional<FlagTest> flagTest(const clang::Expr* test) {
  test = test->IgnoreParenImpCasts();
  if (const auto* negation = llvm::dyn_cast<clang::UnaryOperator>(test)) {
    auto inner = negation->getOpcode() == clang::UO_LNot ? flagTest(negation->getSubExpr()) : std::nullopt;
    if (inner) inner->ends = !inner->ends;
    return inner;
  }
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(test);
  const auto* flag = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  if (!flag || !flag->getType()->isIntegerType() || flag->getType().isVolatileQualified()) return std::nullopt;
  return FlagTest{flag, false};
}

const clang::VarDecl* targetOf(const clang::BinaryOperator* assignment) {
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(assignment->getLHS()->IgnoreParens());
  return name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
}

std::optional<bool> truthOf(const clang::Expr* value, const clang::ASTContext& context) {
  bool result = false;
  if (value->isValueDependent() || !value->EvaluateAsBooleanCondition(result, context)) return std::nullopt;
  return result;
}

/// Whether a statement assigns `flag` at all; `other`: in another way than by a constant that ends the loop.
void assignments(const clang::Stmt* statement, const FlagTest& test, const clang::ASTContext& context, bool& any,
                 bool& other) {
  if (!statement) return;
  const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(statement);
  if (cast && cast->getCastKind() == clang::CK_LValueToRValue) {
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(cast->getSubExpr()->IgnoreParens());
    if (name && name->getDecl() == test.flag) return;  // only read
  }
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(statement);
  other = other || (name && name->getDecl() == test.flag) || llvm::isa<clang::LambdaExpr>(statement);
  if (const auto* assignment = assignmentIn(statement); assignment && targetOf(assignment) == test.flag) {
    any = true;
    const auto value = truthOf(assignment->getRHS(), context);
    other = other || !value || *value != test.ends;
    return;
  }
  for (const clang::Stmt* child : statement->children()) assignments(child, test, context, any, other);
}

}  // namespace

/// A flag that only ever ends the loop: 1 where its test holds before the first iteration.
std::optional<Polynomial> EarlyExits::flagAtEntry(const clang::Stmt* loop, const clang::Expr* test) {
  const auto flag = flagTest(test);
  if (!flag || !flag->flag->hasLocalStorage() || flag->flag->getType()->isReferenceType() ||
      walk_.isLocal(flag->flag) || walk_.storage.addressTaken(flag->flag) || llvm::isa<clang::DoStmt>(loop))
    return std::nullopt;
  bool any = false, other = false;
  assignments(bodyOf(loop), *flag, context_, any, other);
  const std::string text = walk_.host.hostSource(test);
  if (!any || other || text.empty()) return std::nullopt;
  walk_.exitFlags.insert_or_assign(flag->flag, flag->ends);
  return Polynomial::symbol(walk_.record.parameterOf("((" + text + ") ? 1 : 0)", text, context_.BoolTy));
}

/// Whether the test may end the loop in any iteration: it changes nothing, and its text can stand in the kernel.
bool EarlyExits::isExit(const clang::Stmt* loop, const clang::Expr* test) {
  return !llvm::isa<clang::DoStmt>(loop) && !steps(test) && walk_.text.offsets(test->getSourceRange()).has_value();
}

bool EarlyExits::setsExitFlag(const clang::Stmt* statement) const {
  const auto* assignment = walk_.exitFlags.empty() ? nullptr : assignmentIn(statement);
  return assignment && walk_.exitFlags.contains(targetOf(assignment));
}

/// The tests of the head, as the iteration begins with them.
void EarlyExits::walkExits() {
  for (const clang::Expr* test : walk_.headExits) {
    walk_.expressions.evaluateConditionally(test);
    model_.leaves.push_back({"loop.uncounted", "the number of iterations depends on what the loop reads",
                             walk_.record.point(test->getBeginLoc())});
  }
  if (walk_.headExits.empty()) return;
  for (const int loop : walk_.path) model_.loops[static_cast<std::size_t>(loop)].certain = false;
  state_.certain = false;
}

}  // namespace clustrix::compiler
