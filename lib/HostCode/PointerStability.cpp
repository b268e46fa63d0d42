#include "HostCode/PointerStability.h"

#include "Library/LibraryFunctions.h"
#include "Library/LibraryTypes.h"
#include "Library/Standard.h"
#include "Syntax/Mentions.h"
#include "Syntax/Nesting.h"
#include "Syntax/TreeVisitor.h"

#include <algorithm>
#include <array>

namespace clustrix::compiler {

namespace {

/// Member functions of standard containers that leave every element where it is.
bool staysPut(const clang::CXXMethodDecl* method) { return leavesAsItIs(roleOf(method)); }

/// `std::size(v)`
bool onlyAsks(const clang::FunctionDecl* function) {
  const StandardFunction* known = standardFunction(function);
  return known && leavesAsItIs(known->asks);
}

class Calls : public TreeVisitor {
 public:
  bool VisitCallExpr(clang::CallExpr* call) override {
    all.push_back(call);
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* made) override {
    all.push_back(made);
    return true;
  }
  bool VisitCXXNewExpr(clang::CXXNewExpr* made) override {
    all.push_back(made);
    return true;
  }
  bool VisitCXXDeleteExpr(clang::CXXDeleteExpr* gone) override {
    all.push_back(gone);
    return true;
  }
  bool VisitLabelStmt(clang::LabelStmt*) override { return jumps = true; }
  bool VisitIndirectGotoStmt(clang::IndirectGotoStmt*) override { return jumps = true; }
  bool VisitVarDecl(clang::VarDecl* variable) override {
    if (variable->getType().isDestructedType() == clang::QualType::DK_none) return true;
    // Of an array, its elements'.
    const auto* record = variable->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    destroys = destroys || !record || !record->isInStdNamespace();
    return true;
  }
  std::vector<const clang::Expr*> all;
  bool jumps = false;
  bool destroys = false;  // an object whose destructor may do anything
};

}  // namespace

PointerStability::PointerStability(const clang::ASTContext& context, const clang::Stmt& body)
    : context_(context), parents_(const_cast<clang::Stmt*>(&body)) {
  const Mentions mentions = mentionsIn(&body);
  for (const clang::DeclRefExpr* name : mentions.references) names_[name->getDecl()].push_back(name);
  Calls calls;
  calls.TraverseStmt(const_cast<clang::Stmt*>(&body));
  calls_ = std::move(calls.all);
  hidden_ = mentions.hidden;
  jumps_ = calls.jumps;
  destroys_ = calls.destroys;
}

const PointerStability::Names& PointerStability::namesOf(const clang::VarDecl* variable) const {
  static const Names none;
  const auto found = names_.find(variable);
  return found == names_.end() ? none : found->second;
}

bool PointerStability::holds(const clang::VarDecl* container, const clang::VarDecl* declaration,
                             const clang::Stmt* loop) const {
  const clang::QualType type = container->getType().getNonReferenceType();
  if (type->isConstantArrayType() || isInPlace(type)) return true;
  if (isViewType(type)) return isFixed(container);
  if (!isOfKind(type, ClassKind::Container)) return false;
  // A loop behind the declaration comes back to what follows its end, up to its own.
  const clang::SourceManager& manager = context_.getSourceManager();
  const clang::SourceLocation from = declaration->getEndLoc();
  const auto isBefore = [&](clang::SourceLocation a, clang::SourceLocation b) {
    return manager.isBeforeInTranslationUnit(a, b);
  };
  const clang::Stmt* last = loop;
  for (const clang::Stmt* at = loop; at; at = parents_.getParent(at))
    if (isLoop(at) && isBefore(from, at->getBeginLoc())) last = at;
  const auto isBetween = [&](clang::SourceLocation at) {
    return isBefore(from, at) && !isBefore(last->getEndLoc(), at);
  };
  if (hidden_ || jumps_) return false;
  for (const clang::DeclRefExpr* name : namesOf(container))
    if (isBetween(name->getLocation()) && !isHarmless(name)) return false;
  const bool own = isOwn(container);
  if (destroys_ && !own) return false;
  return std::all_of(calls_.begin(), calls_.end(),
                     [&](const clang::Expr* call) { return !isBetween(call->getExprLoc()) || isKnown(call, own); });
}

/// Whether nothing that is done to a container where it is named moves its elements.
bool PointerStability::isHarmless(const clang::DeclRefExpr* name) const {
  const clang::Stmt* parent = parents_.getParent(name);
  while (llvm::isa_and_nonnull<clang::ParenExpr>(parent) ||
         (llvm::isa_and_nonnull<clang::ImplicitCastExpr>(parent) &&
          llvm::cast<clang::ImplicitCastExpr>(parent)->getCastKind() == clang::CK_NoOp))
    parent = parents_.getParent(parent);
  if (const auto* member = llvm::dyn_cast_or_null<clang::MemberExpr>(parent))
    return staysPut(llvm::dyn_cast<clang::CXXMethodDecl>(member->getMemberDecl()));
  if (const auto* call = llvm::dyn_cast_or_null<clang::CXXOperatorCallExpr>(parent))
    return call->getOperator() == clang::OO_Subscript;
  if (const auto* call = llvm::dyn_cast_or_null<clang::CallExpr>(parent)) return onlyAsks(call->getDirectCallee());
  if (const auto* made = llvm::dyn_cast_or_null<clang::CXXConstructExpr>(parent)) return isViewType(made->getType());
  return llvm::isa_and_nonnull<clang::DeclStmt>(parent) &&
         llvm::isa_and_nonnull<clang::CXXForRangeStmt>(parents_.getParent(parent));
}

/// Whether the container is the function's own, and nothing but its name leads to it.
bool PointerStability::isOwn(const clang::VarDecl* container) const {
  if (!container->hasLocalStorage() || container->getType()->isReferenceType()) return false;
  const Names& names = namesOf(container);
  return std::all_of(names.begin(), names.end(), [&](const clang::DeclRefExpr* name) {
    if (isHarmless(name)) return true;
    const auto* member = llvm::dyn_cast_or_null<clang::MemberExpr>(parents_.getParent(name));
    const auto* method = member ? llvm::dyn_cast<clang::CXXMethodDecl>(member->getMemberDecl()) : nullptr;
    return changesSize(roleOf(method));
  });
}

/// Whether a call leaves all containers alone, or all but the function's `own`.
bool PointerStability::isKnown(const clang::Stmt* call, bool own) const {
  if (own) return true;
  if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(call))
    return made->getConstructor()->isTrivial() || isViewType(made->getType()) || isIteratorType(made->getType());
  const auto* called = llvm::dyn_cast<clang::CallExpr>(call);
  const clang::FunctionDecl* callee = called ? called->getDirectCallee() : nullptr;
  if (!callee) return false;
  if (isPureFunction(callee)) return true;
  if (const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call)) return staysPut(member->getMethodDecl());
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  const bool standard = callee->isInStdNamespace() || (method && method->getParent()->isInStdNamespace()) ||
                        (called->getNumArgs() > 0 && isIteratorType(called->getArg(0)->getType()));
  if (const auto* op = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call); op && op->getOperator() == clang::OO_Subscript)
    return standard || sequenceClass(op->getArg(0)->getType());
  else if (op)
    return standard && (op->getOperator() != clang::OO_Equal || copiesAsBytes(op->getType().getNonReferenceType()));
  if (does(callee, Does::Swap)) return called->getArg(0)->getType()->isArithmeticType();
  return onlyAsks(callee) || isNamingCall(called);
}

bool PointerStability::isFixed(const clang::VarDecl* variable) const {
  if (!variable->hasLocalStorage() || variable->getType()->isReferenceType() ||
      variable->getType().isVolatileQualified())
    return false;
  const Names& names = namesOf(variable);
  return !hidden_ && std::all_of(names.begin(), names.end(), [&](const auto* name) {
    const clang::Stmt* parent = parents_.getParent(name);
    const auto* cast = llvm::dyn_cast_or_null<clang::ImplicitCastExpr>(parent);
    if (cast && cast->getCastKind() == clang::CK_LValueToRValue) return true;
    if (cast && cast->getCastKind() == clang::CK_NoOp) parent = parents_.getParent(cast);
    if (!isViewType(variable->getType()) && !isIteratorType(variable->getType())) return false;
    // Only read by constant operations, or copied.
    if (const auto* member = llvm::dyn_cast_or_null<clang::MemberExpr>(parent))
      return staysPut(llvm::dyn_cast<clang::CXXMethodDecl>(member->getMemberDecl()));
    if (const auto* made = llvm::dyn_cast_or_null<clang::CXXConstructExpr>(parent))
      return isViewType(made->getType()) || isIteratorType(made->getType());
    const auto* op = llvm::dyn_cast_or_null<clang::CXXOperatorCallExpr>(parent);
    if (!op) return false;
    switch (op->getOperator()) {
      case clang::OO_Subscript:
      case clang::OO_Star:
      case clang::OO_Arrow:
      case clang::OO_Plus:
      case clang::OO_Minus:
      case clang::OO_ExclaimEqual:
      case clang::OO_EqualEqual:
      case clang::OO_Less:
        return true;
      default:
        return false;
    }
  });
}

bool PointerStability::isFixed(const clang::Expr* number) const {
  if (!number->getType()->isIntegerType() || number->HasSideEffects(context_)) return false;
  const auto plain = [&](const auto& self, const clang::Stmt* statement) -> bool {
    if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(statement)) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
      return llvm::isa<clang::EnumConstantDecl>(name->getDecl()) || (variable && isFixed(variable));
    }
    const bool known =
        llvm::isa<clang::IntegerLiteral, clang::ParenExpr, clang::ImplicitCastExpr, clang::CXXStaticCastExpr,
                  clang::CStyleCastExpr, clang::BinaryOperator, clang::UnaryOperator, clang::ConstantExpr>(statement);
    const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(statement);
    if (!known || (unary && (unary->getOpcode() == clang::UO_Deref || unary->getOpcode() == clang::UO_AddrOf)))
      return false;
    return std::all_of(statement->child_begin(), statement->child_end(),
                       [&](const clang::Stmt* child) { return child && self(self, child); });
  };
  return plain(plain, number);
}

}  // namespace clustrix::compiler
