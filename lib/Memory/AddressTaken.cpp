// Address taken: whether a variable's address can get out, so that something else may change it or see it change.
#include "Library/Described.h"
#include "Library/LibraryFunctions.h"
#include "Library/LibraryTypes.h"
#include "Library/Standard.h"
#include "Lower/Inlining.h"
#include "Memory/Storage.h"
#include "Syntax/Types.h"

#include "clang/AST/DeclTemplate.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// Whether a mention of a variable lets its address out.
class Escape {
 public:
  Escape(const clang::ParentMap& parents, const Library* library) : parents_(parents), library_(library) {}

  bool escapes(const clang::Expr* expression) {
    for (;;) {
      const clang::Stmt* parent = parents_.getParent(expression);
      if (!parent) return true;
      if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(parent); cast && cast->getCastKind() == clang::CK_ToVoid)
        return false;
      if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(parent)) {
        if (cast->getCastKind() == clang::CK_LValueToRValue) return false;
        if (cast->getCastKind() == clang::CK_ArrayToPointerDecay) {
          expression = llvm::dyn_cast_or_null<clang::ArraySubscriptExpr>(parents_.getParent(cast));
          if (!expression) return true;
          continue;
        }
        if (cast->getCastKind() != clang::CK_NoOp) return true;
        expression = cast;
      } else if (const auto* paren = llvm::dyn_cast<clang::ParenExpr>(parent)) {
        expression = paren;
      } else if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(parent)) {
        if (llvm::isa<clang::CXXMethodDecl>(member->getMemberDecl())) return !isHarmlessMethod(member);
        expression = member;
      } else if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(parent)) {
        expression = choice;  // `c ? x : y` as an object
      } else {
        return escapesInto(parent, expression);
      }
    }
  }

 private:
  bool escapesInto(const clang::Stmt* parent, const clang::Expr* expression) {
    if (expression->getType()->isArithmeticType() && (isTakenByOptional(parent) || isTakenByObject(parent, expression)))
      return false;
    if (copiesBytes(parent, expression)) return false;
    if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(parent)) {
      if (isIteratorType(expression->getType()) || isLambdaType(expression->getType())) return false;
      return !(call->getOperator() == clang::OO_Subscript && call->getNumArgs() > 0 &&
               call->getArg(0)->IgnoreParenImpCasts() == expression->IgnoreParenImpCasts());
    }
    if (const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(parent); call && addsNumber(call)) return false;
    if (copiesArguments(parent) || showsElements(parent, expression)) return false;
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(parent))
      return !isPureFunction(call->getDirectCallee()) && !isBisectionOfNumbers(call->getDirectCallee());
    if (const auto* op = llvm::dyn_cast<clang::UnaryOperator>(parent))
      return op->getOpcode() == clang::UO_AddrOf
                 ? !isReadByLibrary(op) && !isGiven(library_, op, parents_)
                 : !(op->isIncrementDecrementOp() && (op->isPostfix() || discarded(op)));
    if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(parent))
      return !(op->isAssignmentOp() && op->getLHS() == expression && discarded(op));
    return true;
  }
  /// `dscal_(&n, &alpha, x, &one)`: a function that a library model describes keeps no pointer.
  bool isReadByLibrary(const clang::Expr* address) const {
    const auto* call = llvm::dyn_cast_or_null<clang::CallExpr>(parents_.getParentIgnoreParenCasts(address));
    const LibraryFunction* said = call ? describedIn(library_, call->getDirectCallee()) : nullptr;
    if (!said || llvm::isa<clang::CXXOperatorCallExpr>(call)) return false;
    const auto isGiven = [&](int parameter) {
      const auto index = static_cast<unsigned>(parameter);
      return index < call->getNumArgs() && call->getArg(index)->IgnoreParenCasts() == address;
    };
    const auto names = [&](const LibraryAccess& access) { return isGiven(access.parameter); };
    // Of what it does not name, such as the arrays of a plan, nothing is said.
    return std::none_of(said->writes.begin(), said->writes.end(), names) &&
           (std::any_of(said->reads.begin(), said->reads.end(), names) ||
            std::any_of(said->pointed.begin(), said->pointed.end(), isGiven));
  }
  /// `t = e;`, `e = t` and `T(t)` of plain objects.
  bool copiesBytes(const clang::Stmt* parent, const clang::Expr* expression) const {
    if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(parent))
      return made->getConstructor()->isCopyOrMoveConstructor() && made->getConstructor()->isTrivial();
    const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(parent);
    const auto* method = call ? llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee()) : nullptr;
    if (!method || call->getOperator() != clang::OO_Equal || !method->isTrivial()) return false;
    return call->getArg(0)->IgnoreParens() != expression || discarded(call);
  }
  /// `for (double x : view)` and `std::span<const double>(view)` know the elements, and nothing of the view.
  bool showsElements(const clang::Stmt* parent, const clang::Expr* expression) const {
    if (!isViewType(expression->getType())) return false;
    if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(parent)) return isViewType(made->getType());
    const auto* loop = llvm::isa<clang::DeclStmt>(parent)
                           ? llvm::dyn_cast_or_null<clang::CXXForRangeStmt>(parents_.getParent(parent))
                           : nullptr;
    return loop && loop->getRangeStmt() == parent;
  }
  /// `std::optional<int> x = n;` and `x.value_or(n)` take references, and keep values.
  static bool isTakenByOptional(const clang::Stmt* parent) {
    if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(parent)) return isOptionalType(made->getType());
    if (const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(parent))
      return isOptionalType(member->getImplicitObjectArgument()->getType());
    const auto* op = llvm::dyn_cast<clang::CXXOperatorCallExpr>(parent);
    return op && (isOptionalType(op->getArg(0)->getType()) ||
                  (op->getNumArgs() == 2 && isOptionalType(op->getArg(1)->getType())));
  }
  /// `a.block(i, j, 2, 2)`, `a.pow(x)` take constant references, and keep values.
  bool isTakenByObject(const clang::Stmt* parent, const clang::Expr* expression) const {
    const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(parent);
    const auto* call = llvm::dyn_cast<clang::CallExpr>(parent);
    const clang::FunctionDecl* callee = made ? made->getConstructor() : call ? call->getDirectCallee() : nullptr;
    if (!objectFunction(library_, callee)) return false;
    const auto* operator_ = call ? llvm::dyn_cast<clang::CXXOperatorCallExpr>(call) : nullptr;
    const unsigned first = operator_ && llvm::isa<clang::CXXMethodDecl>(callee) ? 1 : 0;
    const auto arguments = made ? llvm::ArrayRef(made->getArgs(), made->getNumArgs())
                                : llvm::ArrayRef(call->getArgs(), call->getNumArgs());
    for (unsigned i = first; i < arguments.size() && i - first < callee->getNumParams(); ++i)
      if (arguments[i]->IgnoreParenImpCasts() == expression->IgnoreParenImpCasts())
        return callee->getParamDecl(i - first)->getType().getNonReferenceType().isConstQualified();
    return false;
  }
  /// `v.push_back(n)` into a vector of numbers takes a reference, and keeps the value.
  static bool addsNumber(const clang::CXXMemberCallExpr* call) {
    const Role role = roleOf(call->getMethodDecl());
    if (role != Role::Append && role != Role::Emplace) return false;
    const auto* vector = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(call->getMethodDecl()->getParent());
    return vector && vector->getTemplateArgs()[0].getKind() == clang::TemplateArgument::Type &&
           vector->getTemplateArgs()[0].getAsType()->isArithmeticType();
  }
  // `std::pair(i, x)` and `std::make_tuple(i, x)` take references and keep values.
  static bool copiesArguments(const clang::Stmt* parent) {
    const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(parent);
    const auto* call = llvm::dyn_cast<clang::CallExpr>(parent);
    const clang::FunctionDecl* callee = made ? made->getConstructor() : call ? call->getDirectCallee() : nullptr;
    if (!callee || (!made && !does(callee, Does::MakeProduct))) return false;
    const clang::QualType type = made ? made->getType() : call->getType();
    return !type->isReferenceType() && isOfKind(type, ClassKind::Product) && copiesAsBytes(type);
  }
  // Elements of a container may be pointed to; its own header is what is asked for here.
  static bool isHarmlessMethod(const clang::MemberExpr* member) {
    const auto* method = llvm::cast<clang::CXXMethodDecl>(member->getMemberDecl());
    return method->isInStdNamespace() || method->getParent()->isInStdNamespace() || leavesAsItIs(roleOf(method));
  }
  // `(x = 1)` as an lvalue could be bound to a reference.
  bool discarded(const clang::Expr* expression) const {
    const clang::Stmt* parent = parents_.getParent(expression);
    if (const auto* cast = llvm::dyn_cast_or_null<clang::CastExpr>(parent))
      return cast->getCastKind() == clang::CK_LValueToRValue || cast->getCastKind() == clang::CK_ToVoid;
    if (const auto* comma = llvm::dyn_cast_or_null<clang::BinaryOperator>(parent))
      return comma->getOpcode() == clang::BO_Comma && (comma->getLHS() == expression || discarded(comma));
    if (const auto* paren = llvm::dyn_cast_or_null<clang::ParenExpr>(parent)) return discarded(paren);
    if (const auto* full = llvm::dyn_cast_or_null<clang::ExprWithCleanups>(parent)) return discarded(full);
    return parent && !llvm::isa<clang::Expr, clang::ReturnStmt, clang::DeclStmt>(parent);
  }

  const clang::ParentMap& parents_;
  const Library* library_;
};

}  // namespace

const clang::ParentMap& Storage::parents(const clang::FunctionDecl* function) {
  return input_.texts.of(function).parents();
}

bool Storage::addressTaken(const clang::VarDecl* variable) {
  const auto [known, isNew] = walk_.facts.addressTaken.try_emplace(variable, true);
  if (!isNew) return known->second;
  // A lambda's captured variables belong to a function around it: what happens to them there is not looked for.
  const auto* function = llvm::dyn_cast_or_null<clang::FunctionDecl>(variable->getParentFunctionOrMethod());
  if (!function || !function->doesThisDeclarationHaveABody()) return true;
  // Whether all calls of a lambda are walked, so that its body tells what happens to the variable. One that is made
  // before the loop may be called after it, which nothing tells (see Liveness.h).
  const auto isSeen = [&](const clang::LambdaExpr* lambda) {
    return walk_.inlining.insideLoop(lambda->getSourceRange()) ||
           (function != &input_.function && walk_.isLocal(variable));
  };
  const FunctionText::Variable& text = input_.texts.of(function).about(variable);
  if (!text.escapes)
    text.escapes = std::any_of(text.mentions.begin(), text.mentions.end(), [&](const auto& mention) {
      return !mention.ofCopy && Escape(*mention.parents, input_.library).escapes(mention.name);
    });
  return known->second = *text.escapes || !std::all_of(text.lentTo.begin(), text.lentTo.end(), isSeen);
}

}  // namespace clustrix::compiler
