#include "KernelText/ElementUses.h"

#include "Library/Standard.h"
#include "Syntax/TreeVisitor.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

class Uses : public TreeVisitor {
 public:
  Uses(const clang::ParentMap& parents, const clang::SourceManager& manager) : parents_(parents), manager_(manager) {}

  std::set<std::size_t> found;  // where such mentions begin

  bool VisitDeclRefExpr(clang::DeclRefExpr* mention) override { return visit(mention); }
  bool VisitMemberExpr(clang::MemberExpr* mention) override { return visit(mention); }

 private:
  bool visit(clang::Expr* mention) {
    const clang::SourceLocation at = mention->getBeginLoc();
    if (at.isFileID() && (asksSize(mention) || isElement(mention))) found.insert(manager_.getFileOffset(at));
    return true;
  }

  const clang::Stmt* around(const clang::Expr* one) const {
    return parents_.getParentIgnoreParens(const_cast<clang::Expr*>(one));
  }

  bool asksSize(clang::Expr* mention) const {
    const auto* member = llvm::dyn_cast_or_null<clang::MemberExpr>(parents_.getParentIgnoreParenImpCasts(mention));
    const auto* call = member ? llvm::dyn_cast_or_null<clang::CXXMemberCallExpr>(around(member)) : nullptr;
    return call && call->getNumArgs() == 0 && roleOf(call->getMethodDecl()) == Role::Size;
  }

  bool isElement(clang::Expr* mention) const {
    const clang::Stmt* parent = parents_.getParentIgnoreParenImpCasts(mention);
    const clang::Expr* base = nullptr;
    if (const auto* subscript = llvm::dyn_cast_or_null<clang::ArraySubscriptExpr>(parent)) base = subscript->getBase();
    const auto* call = llvm::dyn_cast_or_null<clang::CXXOperatorCallExpr>(parent);
    if (call && call->getOperator() == clang::OO_Subscript) base = call->getArg(0);
    if (!base || base->IgnoreParenImpCasts() != mention) return false;
    const auto* element = llvm::cast<clang::Expr>(parent);
    return element->getType()->isArithmeticType() && isValue(element);
  }

  /// Whether only what is there is used, or changed.
  bool isValue(const clang::Expr* place) const {
    const clang::Stmt* parent = around(place);
    if (isLoad(parent)) return true;
    if (const auto* assignment = llvm::dyn_cast_or_null<clang::BinaryOperator>(parent))
      return assignment->isAssignmentOp() && assignment->getLHS()->IgnoreParens() == place && isDropped(assignment);
    const auto* step = llvm::dyn_cast_or_null<clang::UnaryOperator>(parent);
    return step && step->isIncrementDecrementOp() && (step->isPostfix() || isDropped(step));
  }
  static bool isLoad(const clang::Stmt* parent) {
    const auto* cast = llvm::dyn_cast_or_null<clang::ImplicitCastExpr>(parent);
    return cast && cast->getCastKind() == clang::CK_LValueToRValue;
  }
  /// `x = y` is a place again.
  bool isDropped(const clang::Expr* place) const {
    const clang::Stmt* parent = around(place);
    return isLoad(parent) || (parent && !llvm::isa<clang::Expr>(parent));
  }

  const clang::ParentMap& parents_;
  const clang::SourceManager& manager_;
};

}  // namespace

void findElementUses(const clang::Stmt* body, const clang::ParentMap& parents, const clang::SourceManager& manager,
                     const std::vector<TextEdit>& edits, LoopModel& model) {
  Uses uses(parents, manager);
  uses.TraverseStmt(const_cast<clang::Stmt*>(body));
  std::vector<int> others(model.kernel.captures.size(), 0), elements = others;
  const auto count = [](const BodyPiece& piece, std::vector<int>& counts) {
    if (piece.kind == BodyPiece::Captured) ++counts[static_cast<std::size_t>(piece.index)];
  };
  for (const BodyPiece& piece : model.kernel.body) count(piece, others);
  for (const LocalDefinition& definition : model.kernel.definitions)
    for (const BodyPiece& piece : definition.text) count(piece, others);
  for (const KernelFunction& function : model.kernel.functions)
    for (const BodyPiece& piece : function.body) count(piece, others);
  for (const TextEdit& edit : edits)
    if (uses.found.contains(edit.begin)) count(edit.piece, elements);
  for (std::size_t c = 0; c < others.size(); ++c) {
    Capture& capture = model.kernel.captures[c];
    const bool leads = capture.kind == Capture::Pointer || capture.kind == Capture::Span;
    capture.byElement = leads && !capture.nameFixed && others[c] > 0 && others[c] == elements[c];
  }
}

}  // namespace clustrix::compiler
