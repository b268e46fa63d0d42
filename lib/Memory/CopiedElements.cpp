// Copies of elements that are structures: only the members that the loop uses count as read.
//
//     const Body b = bodies[j];         reads bodies[j].x and bodies[j].mass,
//     f += b.mass * (b.x - x);          however many members there are
//
// Whatever the other members of the copy hold, nobody looks at it. A copy that is used as a whole, or whose address is
// taken, is a copy of all.
#include "Library/LibraryTypes.h"
#include "Lower/Objects.h"
#include "Lower/Places.h"
#include "Lower/Recorder.h"
#include "Memory/Storage.h"
#include "Syntax/Mentions.h"
#include "Syntax/Types.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ParentMap.h"
#include "clang/AST/RecordLayout.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

using Bytes = std::pair<std::int64_t, std::int64_t>;

/// `b.position` for `b`; null where the object is used otherwise.
const clang::MemberExpr* memberOf(const clang::Expr* object, const clang::ParentMap& parents) {
  const clang::Stmt* parent = parents.getParentIgnoreParens(const_cast<clang::Expr*>(object));
  if (const auto* cast = llvm::dyn_cast_or_null<clang::ImplicitCastExpr>(parent)) {
    if (cast->getCastKind() != clang::CK_NoOp) return nullptr;
    parent = parents.getParentIgnoreParens(const_cast<clang::ImplicitCastExpr*>(cast));
  }
  const auto* member = llvm::dyn_cast_or_null<clang::MemberExpr>(parent);
  return member && !member->isArrow() && llvm::isa<clang::FieldDecl>(member->getMemberDecl()) ? member : nullptr;
}

bool addressIsTaken(const clang::Expr* object, const clang::ParentMap& parents) {
  const auto* unary = llvm::dyn_cast_or_null<clang::UnaryOperator>(
      parents.getParentIgnoreParenImpCasts(const_cast<clang::Expr*>(object)));
  return unary && unary->getOpcode() == clang::UO_AddrOf;
}

/// The bytes of `field` in an object that lies at `begin`.
std::optional<Bytes> bytesOf(const clang::ASTContext& context, const clang::ValueDecl* declared, std::int64_t begin) {
  const auto* field = llvm::dyn_cast<clang::FieldDecl>(declared);
  if (!field || field->isBitField() || field->getType()->isReferenceType()) return std::nullopt;
  const auto& layout = context.getASTRecordLayout(field->getParent());
  begin += static_cast<std::int64_t>(layout.getFieldOffset(field->getFieldIndex()) / 8);
  return Bytes{begin, begin + context.getTypeSizeInChars(field->getType()).getQuantity()};
}

/// The bytes of the object that the mention leads to, as far as members lead; nothing where it is all of them.
std::optional<Bytes> bytesOf(const clang::ASTContext& context, const clang::Expr* mention,
                             const clang::ParentMap& parents) {
  std::optional<Bytes> bytes;
  const clang::Expr* object = mention;
  while (const clang::MemberExpr* member = memberOf(object, parents)) {
    const auto inside = bytesOf(context, member->getMemberDecl(), bytes ? bytes->first : 0);
    if (!inside) break;
    bytes = inside;
    object = member;
  }
  return addressIsTaken(object, parents) ? std::nullopt : bytes;
}

/// Neighbours as one.
std::vector<Bytes> joined(const std::set<Bytes>& parts) {
  std::vector<Bytes> result;
  for (const Bytes& one : parts) {
    if (!result.empty() && one.first <= result.back().second)
      result.back().second = std::max(result.back().second, one.second);
    else
      result.push_back(one);
  }
  return result;
}

/// The element that a declaration copies byte by byte; null where it does anything else.
const clang::Expr* copiedBy(const clang::Expr* initialiser) {
  while (const auto* full = llvm::dyn_cast<clang::FullExpr>(initialiser)) initialiser = full->getSubExpr();
  const auto* copy = llvm::dyn_cast<clang::CXXConstructExpr>(initialiser);
  if (!copy || copy->getNumArgs() != 1 || !copy->getArg(0)->isGLValue()) return nullptr;
  const auto* constructor = copy->getConstructor();
  return constructor->isCopyOrMoveConstructor() && constructor->isTrivial() ? copy->getArg(0) : nullptr;
}

}  // namespace

std::vector<ElementPlace> Lvalues::usedParts(const clang::VarDecl* variable, const ElementPlace& element) {
  const std::vector<ElementPlace> all{element};
  const clang::QualType type = variable->getType();
  const auto* record = type->getAsCXXRecordDecl();
  const auto* parts = llvm::dyn_cast<clang::DecompositionDecl>(variable);
  if (!record || record->isUnion() || type.isVolatileQualified() || element.piece ||
      element.end - element.begin != walk_.record.sizeOf(type))
    return all;
  const clang::FunctionDecl* function = walk_.currentFunction();
  const Mentions mentions = mentionsIn(walk_.frames.empty() ? &input_.loop : function->getBody());
  if (mentions.hidden) return all;
  const clang::ParentMap& around = walk_.storage.parents(function);
  std::set<Bytes> used;
  for (const clang::DeclRefExpr* reference : mentions.references) {
    const auto* part = parts ? llvm::dyn_cast<clang::BindingDecl>(reference->getDecl()) : nullptr;
    std::optional<Bytes> bytes;
    if (part && part->getDecomposedDecl() == variable) {
      const auto* member = llvm::dyn_cast_or_null<clang::MemberExpr>(part->getBinding());
      if (member && !part->getHoldingVar() && !addressIsTaken(reference, around) &&
          llvm::isa<clang::DeclRefExpr>(member->getBase()->IgnoreParenImpCasts()))
        bytes = bytesOf(context_, member->getMemberDecl(), 0);
    } else if (reference->getDecl() == variable) {
      bytes = bytesOf(context_, reference, around);
    } else {
      continue;
    }
    if (!bytes) return all;
    used.insert(*bytes);
  }
  std::vector<ElementPlace> result;
  for (const auto& [begin, end] : joined(used)) {
    ElementPlace one = element;
    one.begin = element.begin + begin;
    one.end = element.begin + end;
    result.push_back(std::move(one));
  }
  return result.empty() ? all : result;
}

/// `Body b = bodies[j];`, which has been walked then.
bool Lvalues::readsUsedParts(const clang::VarDecl* variable, const clang::Expr* initialiser) {
  const clang::QualType type = variable->getType();
  const clang::Expr* source = type->isRecordType() ? copiedBy(initialiser) : nullptr;
  if (!source || isIteratorType(type) || isLambdaType(type) || isOptionalType(type) || isViewType(type) ||
      walk_.objects.isObject(type))
    return false;
  const Place from = place(source);
  const auto* element = std::get_if<ElementPlace>(&from);
  if (!element) {
    load(from, source);
    return true;
  }
  for (const ElementPlace& part : usedParts(variable, *element)) access(AccessKind::Read, part, source->getBeginLoc());
  return true;
}

}  // namespace clustrix::compiler
