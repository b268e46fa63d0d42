#include "Syntax/Types.h"

namespace clustrix::compiler {

namespace {

/// Whether one format has all numbers of the other: as many digits, and as wide a range.
bool holdsAll(const llvm::fltSemantics& to, const llvm::fltSemantics& from) {
  return llvm::APFloat::semanticsPrecision(from) <= llvm::APFloat::semanticsPrecision(to) &&
         llvm::APFloat::semanticsMaxExponent(from) <= llvm::APFloat::semanticsMaxExponent(to) &&
         llvm::APFloat::semanticsMinExponent(from) >= llvm::APFloat::semanticsMinExponent(to);
}

}  // namespace

bool keepsValue(const clang::ASTContext& context, clang::QualType from, clang::QualType to) {
  from = from.getCanonicalType().getUnqualifiedType();
  to = to.getCanonicalType().getUnqualifiedType();
  if (from == to) return true;
  if (from->isRealFloatingType())
    return to->isRealFloatingType() && holdsAll(context.getFloatTypeSemantics(to), context.getFloatTypeSemantics(from));
  if (!from->isIntegerType()) return false;
  // Widths of integers end below the exponents of all formats with so many digits.
  if (to->isRealFloatingType())
    return context.getIntWidth(from) <= llvm::APFloat::semanticsPrecision(context.getFloatTypeSemantics(to));
  if (!to->isIntegerType()) return false;
  const bool fromSigned = from->isSignedIntegerType(), toSigned = to->isSignedIntegerType();
  const unsigned fromBits = context.getIntWidth(from), toBits = context.getIntWidth(to);
  return fromSigned == toSigned ? fromBits <= toBits : !fromSigned && fromBits < toBits;
}

const clang::CXXRecordDecl* lambdaOf(const clang::DeclContext* scope) {
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(scope);
  return method && method->getParent()->isLambda() && !method->isLambdaStaticInvoker() ? method->getParent() : nullptr;
}

const clang::LambdaCapture* captureOf(const clang::CXXRecordDecl* record, const clang::ValueDecl* variable) {
  for (const clang::LambdaCapture& capture : record->captures())
    if (capture.capturesVariable() && capture.getCapturedVar() == variable) return &capture;
  return nullptr;
}

bool isLambdaType(clang::QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->isLambda();
}

llvm::StringRef plainName(const clang::NamedDecl& declaration) {
  return declaration.getIdentifier() ? declaration.getName() : llvm::StringRef();
}

bool isSpelledPlainly(clang::QualType type) {
  const clang::Type* plain = type.getTypePtr();
  while (const auto* pointer = llvm::dyn_cast<clang::PointerType>(plain))
    plain = pointer->getPointeeType().getTypePtr();
  return llvm::isa<clang::BuiltinType>(plain);
}

}  // namespace clustrix::compiler
