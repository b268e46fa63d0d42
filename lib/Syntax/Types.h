// What is asked of types and of declarations, whoever wrote them.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/LambdaCapture.h"
#include "clang/AST/Type.h"

namespace clustrix::compiler {

/// Whether arithmetic in `type` is that of integers.
inline bool isInteger(clang::QualType type) { return type->isIntegralOrEnumerationType() && !type->isBooleanType(); }

/// `constexpr double c = kStep / 3;`: a number, whatever it is made of.
inline bool isConstantReal(const clang::VarDecl& variable) {
  return variable.isConstexpr() && variable.getType()->isRealFloatingType();
}

/// Whether every value of `from` is a value of `to`, so that an assignment loses nothing.
bool keepsValue(const clang::ASTContext& context, clang::QualType from, clang::QualType to);
/// The closure class whose call operator `scope` is, or null.
const clang::CXXRecordDecl* lambdaOf(const clang::DeclContext* scope);
/// How the lambda of class `record` captures `variable`, or null.
const clang::LambdaCapture* captureOf(const clang::CXXRecordDecl* record, const clang::ValueDecl* variable);
bool isLambdaType(clang::QualType type);
/// The name, where it is one word: "" of an operator, a constructor and the like, which have none to compare.
llvm::StringRef plainName(const clang::NamedDecl& declaration);
/// `const double *`: built-in types and pointers to them, none by another name.
bool isSpelledPlainly(clang::QualType type);

}  // namespace clustrix::compiler
