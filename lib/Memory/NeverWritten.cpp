// Never written: whether a variable keeps the value of its declaration for as long as the function runs.
#include "Lower/Expressions.h"
#include "Lower/Recorder.h"
#include "Memory/Storage.h"
#include "Syntax/InitialValue.h"
#include "Syntax/Types.h"

#include <algorithm>

namespace clustrix::compiler {

bool onlyReads(const FunctionText::Mention& mention) {
  const clang::Expr* expression = mention.name;
  for (;;) {
    const clang::Stmt* parent = mention.parents->getParent(expression);
    if (!parent) return false;
    if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(parent)) {
      if (cast->getCastKind() == clang::CK_LValueToRValue) return true;
      if (cast->getCastKind() != clang::CK_NoOp) return false;
      expression = cast;
    } else if (const auto* paren = llvm::dyn_cast<clang::ParenExpr>(parent)) {
      expression = paren;
    } else if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(parent)) {
      const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(member->getMemberDecl());
      return method && method->isConst();
    } else {
      const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(parent);
      const auto* method = call ? llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee()) : nullptr;
      return method && method->isConst() && call->getNumArgs() > 0 && call->getArg(0) == expression;
    }
  }
}

bool Storage::neverWritten(const clang::VarDecl* variable) {
  if (const auto found = walk_.facts.neverWritten.find(variable); found != walk_.facts.neverWritten.end())
    return found->second;
  const auto* function = llvm::dyn_cast_or_null<clang::FunctionDecl>(variable->getParentFunctionOrMethod());
  const bool plain = variable->hasLocalStorage() && !variable->getType()->isReferenceType() &&
                     !variable->getType().isVolatileQualified() && function && function->doesThisDeclarationHaveABody();
  if (!plain) return walk_.facts.neverWritten[variable] = false;
  const FunctionText::Variable& text = input_.texts.of(function).about(variable);
  if (!text.onlyRead)
    text.onlyRead = text.lentTo.empty() && std::all_of(text.mentions.begin(), text.mentions.end(), onlyReads);
  return walk_.facts.neverWritten[variable] = *text.onlyRead;
}

/// The number that a variable holds from its declaration on: `int m = 1, k = 2 * m;`.
std::optional<Int128> Storage::keptConstant(const clang::VarDecl* variable) {
  const bool counts = isInteger(variable->getType()) && walk_.record.sizeOf(variable->getType()) <= 8;
  const clang::Expr* value = counts ? initialValueOf(*variable) : nullptr;
  return value && neverWritten(variable) ? foldedConstant(value) : std::nullopt;
}

/// A constant, where variables that hold one count as such.
std::optional<Int128> Storage::foldedConstant(const clang::Expr* expression) {
  expression = expression->IgnoreParens();
  if (!isInteger(expression->getType()) || walk_.record.sizeOf(expression->getType()) > 8) return std::nullopt;
  if (const auto constant = walk_.expressions.constantOf(expression)) return constant;
  const auto fitting = [&](std::optional<Int128> value) {
    const auto [min, max] = walk_.record.rangeOf(expression->getType());
    return value && *value >= min && *value <= max ? value : std::nullopt;
  };
  if (const auto* full = llvm::dyn_cast<clang::FullExpr>(expression)) return foldedConstant(full->getSubExpr());
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(expression)) {
    if (cast->getCastKind() == clang::CK_IntegralCast) return fitting(foldedConstant(cast->getSubExpr()));
    if (cast->getCastKind() != clang::CK_LValueToRValue) return std::nullopt;
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(cast->getSubExpr()->IgnoreParens());
    const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
    return variable ? keptConstant(variable) : std::nullopt;
  }
  const auto* op = llvm::dyn_cast<clang::BinaryOperator>(expression);
  if (!op || (!op->isAdditiveOp() && op->getOpcode() != clang::BO_Mul)) return std::nullopt;
  const auto left = foldedConstant(op->getLHS()), right = foldedConstant(op->getRHS());
  if (!left || !right) return std::nullopt;
  if (op->getOpcode() == clang::BO_Mul) {
    const auto isSmall = [](Int128 value) { return value >= INT32_MIN && value <= INT32_MAX; };
    return isSmall(*left) && isSmall(*right) ? fitting(*left * *right) : std::nullopt;
  }
  return fitting(op->getOpcode() == clang::BO_Add ? *left + *right : *left - *right);
}

}  // namespace clustrix::compiler
