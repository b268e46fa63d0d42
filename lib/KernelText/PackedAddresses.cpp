#include "KernelText/PackedAddresses.h"

#include "Syntax/InitialValue.h"
#include "Syntax/TreeVisitor.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"

#include <set>

namespace clustrix::compiler {
namespace {

/// Whether a member may stand where its type forbids.
bool isMisplaced(const clang::FieldDecl& field, const clang::ASTContext& context) {
  const clang::RecordDecl* record = field.getParent();
  const clang::QualType type = field.getType();
  if (field.isBitField() || record->isDependentType() || !record->isCompleteDefinition()) return false;
  if (type->isReferenceType() || type->isIncompleteType()) return false;
  const clang::ASTRecordLayout& layout = context.getASTRecordLayout(record);
  const auto needed = static_cast<std::uint64_t>(context.getTypeAlignInChars(type).getQuantity()) * 8;
  const bool isAligned = static_cast<std::uint64_t>(layout.getAlignment().getQuantity()) * 8 >= needed;
  return !isAligned || layout.getFieldOffset(field.getFieldIndex()) % needed != 0;
}

/// Whether the object may lie at such an address: a member, or an element of one.
bool isMisaligned(const clang::Expr* object, const clang::ASTContext& context) {
  if (object->getType()->isDependentType() || object->getType()->isIncompleteType()) return false;
  if (context.getTypeAlignInChars(object->getType()).getQuantity() == 1) return false;
  for (object = object->IgnoreParens();;) {
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(object)) {
      const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
      if (!field) return false;
      if (isMisplaced(*field, context)) return true;
      if (member->isArrow()) return false;
      object = member->getBase()->IgnoreParens();
    } else if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(object)) {
      object = element->getBase()->IgnoreParenImpCasts();
      if (!object->getType()->isArrayType()) return false;
    } else {
      return false;
    }
  }
}

class Search : public TreeVisitor {
 public:
  explicit Search(const clang::ASTContext& context) : context_(context) {}

  const clang::Expr* found() const { return found_; }
  bool shouldVisitImplicitCode() const override { return true; }

  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr* element) override {
    subscripted_.insert(element->getBase()->IgnoreParens());
    return true;
  }
  bool VisitCastExpr(clang::CastExpr* cast) override {
    const bool decays = cast->getCastKind() == clang::CK_ArrayToPointerDecay && !subscripted_.contains(cast);
    return !decays || look(cast->getSubExpr());
  }
  bool VisitUnaryOperator(clang::UnaryOperator* op) override {
    return op->getOpcode() != clang::UO_AddrOf || look(op->getSubExpr());
  }
  bool VisitVarDecl(clang::VarDecl* variable) override {
    const clang::Expr* const bound = variable->getType()->isReferenceType() ? initialiserOf(*variable) : nullptr;
    return !bound || look(bound);
  }
  bool VisitCallExpr(clang::CallExpr* call) override {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
    if (!callee || (method && method->isTrivial())) return true;
    const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
    if (member && !look(member->getImplicitObjectArgument())) return false;
    const bool objectFirst = method && !method->isStatic() && llvm::isa<clang::CXXOperatorCallExpr>(call);
    if (objectFirst && !look(call->getArg(0))) return false;
    return lookAll(call->getArgs() + (objectFirst ? 1 : 0), call->getNumArgs() - (objectFirst ? 1 : 0), *callee);
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* made) override {
    const clang::CXXConstructorDecl& constructor = *made->getConstructor();
    return constructor.isTrivial() || lookAll(made->getArgs(), made->getNumArgs(), constructor);
  }

 private:
  bool lookAll(const clang::Expr* const* arguments, unsigned count, const clang::FunctionDecl& callee) {
    for (unsigned i = 0; i < count && i < callee.getNumParams(); ++i)
      if (callee.getParamDecl(i)->getType()->isReferenceType() && !look(arguments[i])) return false;
    return true;
  }
  /// Whether to look on.
  bool look(const clang::Expr* object) {
    object = object->IgnoreParenImpCasts();
    if (object->isGLValue() && isMisaligned(object, context_)) found_ = object;
    return found_ == nullptr;
  }

  const clang::ASTContext& context_;
  const clang::Expr* found_ = nullptr;
  std::set<const clang::Expr*> subscripted_;  // arrays of which an element is named
};

}  // namespace

const clang::Expr* packedAddress(const clang::Stmt* text, const clang::ASTContext& context) {
  Search search(context);
  search.TraverseStmt(const_cast<clang::Stmt*>(text));
  return search.found();
}

}  // namespace clustrix::compiler
