// Members of objects that the kernel has copies of. A called function works on the copy, and its text stays as it is;
// its numbers are those of the object on the host, which the loop does not write.
//
//     struct Shape { int width; int at(int i, int j) const { return j * width + i; } };
//     out[s.at(i, j)]      is element      s.width * j + i
#include "Lower/Inlining.h"
#include "Lower/Recorder.h"
#include "Memory/Names.h"
#include "Syntax/Types.h"

namespace clustrix::compiler {

/// Whether it is a member of the class itself. One of a base may be hidden by another, or be there twice.
static bool isOf(clang::QualType object, const clang::FieldDecl& field) {
  const auto* record = object.getNonReferenceType()->getAsRecordDecl();
  return record && record->getCanonicalDecl() == field.getParent()->getCanonicalDecl();
}

/// The outer object of which the expression, in a called function, names the kernel's copy, or a member of it.
std::optional<OuterName> OuterNames::copiedObject(const clang::Expr* expression) {
  if (walk_.frames.empty() || walk_.frames.back().copies.empty()) return std::nullopt;
  expression = expression->IgnoreParenNoopCasts(context_)->IgnoreParenImpCasts();
  const auto& copies = walk_.frames.back().copies;
  const auto known = [&](const clang::VarDecl* variable) {
    const auto found = copies.find(variable);
    return found == copies.end() ? std::nullopt : std::optional(walk_.outer.at(found->second));
  };
  if (llvm::isa<clang::CXXThisExpr>(expression)) return walk_.inlining.isOwnThis() ? std::nullopt : known(nullptr);
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    return variable ? known(variable) : std::nullopt;
  }
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression);
  const auto* field = member ? llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl()) : nullptr;
  if (!field || field->getType()->isReferenceType() || field->isMutable()) return std::nullopt;
  const bool throughThis = llvm::isa<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts());
  if (member->isArrow() && !throughThis) return std::nullopt;
  const auto object = copiedObject(member->getBase());
  if (!object || !isOf(object->type, *field)) return std::nullopt;
  const std::size_t before = model_.obstacles.size();
  const auto name = memberName(*object, member);
  // The kernel has the object and needs no name for the member; only the host does.
  const bool isNamed = name && model_.obstacles.size() == before;
  model_.obstacles.resize(before);
  if (!isNamed) return std::nullopt;
  walk_.outer.insert_or_assign(name->key, *name);
  return name;
}

std::optional<IntegerValue> OuterNames::copiedNumber(const clang::Expr* expression) {
  const clang::QualType type = expression->getType();
  if (!isInteger(type) || type.isVolatileQualified() || walk_.record.sizeOf(type) > 8) return std::nullopt;
  const auto name = copiedObject(expression);
  return name ? std::optional(IntegerValue{Polynomial::symbol(walk_.record.parameter(*name)), {}}) : std::nullopt;
}

}  // namespace clustrix::compiler
