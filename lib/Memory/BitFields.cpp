#include "Memory/BitFields.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecordLayout.h"

#include <algorithm>

namespace clustrix::compiler {

const clang::FieldDecl* bitFieldOf(const clang::Expr* lvalue) {
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(lvalue->IgnoreParens());
  const auto* field = member ? llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl()) : nullptr;
  return field && field->isBitField() ? field : nullptr;
}

namespace {

/// A bit-field whose values an `int` holds, and whose declared type is another one.
bool isPromoted(const clang::Expr* expression) {
  const clang::FieldDecl* field = expression->IgnoreParenImpCasts()->getSourceBitField();
  if (!field || !field->getType()->isIntegerType()) return false;
  const clang::ASTContext& context = field->getASTContext();
  const bool isInt = context.hasSameUnqualifiedType(field->getType(), context.IntTy);
  const unsigned most = context.getIntWidth(context.IntTy) - field->getType()->isUnsignedIntegerType();
  return !isInt && field->getBitWidthValue(context) <= most &&
         context.getTypeSize(field->getType()) >= context.getTypeSize(context.IntTy);
}

}  // namespace

bool isTypedDifferently(const clang::Expr& expression) {
  if (const auto* step = llvm::dyn_cast<clang::UnaryOperator>(&expression))
    return step->isPostfix() && isPromoted(step->getSubExpr());
  const auto* choice = llvm::dyn_cast<clang::AbstractConditionalOperator>(&expression);
  return choice && choice->isPRValue() && (isPromoted(choice->getTrueExpr()) || isPromoted(choice->getFalseExpr()));
}

std::string memberType(const clang::FieldDecl& field, const std::string& type) {
  return type + " : " + std::to_string(field.getBitWidthValue(field.getASTContext()));
}

bool isBitFieldType(const std::string& type) { return type.find(" : ") != std::string::npos; }

std::pair<Int128, Int128> rangeOfBits(const clang::FieldDecl& field) {
  const unsigned width = std::clamp(field.getBitWidthValue(field.getASTContext()), 1u, 64u);
  const Int128 one = 1;
  if (field.getType()->isUnsignedIntegerOrEnumerationType()) return {0, (one << width) - 1};
  return {-(one << (width - 1)), (one << (width - 1)) - 1};
}

std::string bytesAround(const clang::FieldDecl& field, const std::string& name, const clang::Expr* lvalue) {
  const clang::ASTContext& context = field.getASTContext();
  const clang::Expr* base = llvm::cast<clang::MemberExpr>(lvalue->IgnoreParens())->getBase();
  // `bf_` and `this->bf_` in a member function.
  const std::size_t dot = name.rfind('.');
  const std::string object = dot == std::string::npos ? "(*this)" : name.substr(0, dot);
  clang::QualType holder = base->IgnoreParenImpCasts()->getType();
  if (holder->isPointerType()) holder = holder->getPointeeType();
  const clang::RecordDecl* record = holder->getAsRecordDecl();
  if (!record || record->getCanonicalDecl() != field.getParent()->getCanonicalDecl()) return object;
  const std::uint64_t first = context.getASTRecordLayout(field.getParent()).getFieldOffset(field.getFieldIndex());
  const std::uint64_t last = first + std::max(1u, field.getBitWidthValue(context)) - 1;
  return "reinterpret_cast<const unsigned char (&)[" + std::to_string(last / 8 - first / 8 + 1) +
         "]>((&reinterpret_cast<const unsigned char&>(" + object + "))[" + std::to_string(first / 8) + "])";
}

}  // namespace clustrix::compiler
