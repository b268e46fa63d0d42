#include "Syntax/Unevaluated.h"

#include "Library/LibraryTypes.h"
#include "Syntax/TreeVisitor.h"
#include "Syntax/Types.h"

#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

namespace clustrix::compiler {

namespace {

bool isNumber(clang::QualType type) {
  type = type.getNonReferenceType();
  return type->isArithmeticType() || type->isEnumeralType() || type->isPointerType();
}

class OtherNames : public TreeVisitor {
 public:
  explicit OtherNames(const TextScope& scope) : scope_(scope) {}
  bool VisitDeclRefExpr(clang::DeclRefExpr* reference) override {
    const clang::ValueDecl* named = reference->getDecl();
    if (named->isCXXClassMember() && !named->isInStdNamespace()) return note(nullptr);  // the kernel is in no class
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(named);
    if (const auto* part = llvm::dyn_cast<clang::BindingDecl>(named))
      variable = llvm::cast<clang::VarDecl>(part->getDecomposedDecl());
    // Of what all see the kernel may have the elements, by the same name.
    const bool other = variable && !scope_.declares(variable) &&
                       (variable->hasLocalStorage() || variable->isStaticLocal() || !isNumber(variable->getType()));
    return !other || note(variable);
  }
  bool VisitCXXThisExpr(clang::CXXThisExpr*) override { return note(nullptr); }
  // In a template's own text, where it is not known yet what they name.
  bool VisitUnresolvedMemberExpr(clang::UnresolvedMemberExpr* member) override {
    return !member->isImplicitAccess() || note(nullptr);
  }
  bool VisitCXXDependentScopeMemberExpr(clang::CXXDependentScopeMemberExpr* member) override {
    return !member->isImplicitAccess() || note(nullptr);
  }
  std::vector<const clang::VarDecl*> found;  // null: a member

 private:
  bool note(const clang::VarDecl* variable) {
    found.push_back(variable);
    return true;
  }
  const TextScope& scope_;
};

std::vector<const clang::VarDecl*> othersIn(const clang::Stmt* text, const TextScope& scope) {
  OtherNames others(scope);
  others.TraverseStmt(const_cast<clang::Stmt*>(text));
  return std::move(others.found);
}

class ToldByExpression : public TreeVisitor {
 public:
  bool VisitDecltypeType(clang::DecltypeType*) override { return !(found = true); }
  bool VisitTypeOfExprType(clang::TypeOfExprType*) override { return !(found = true); }
  bool found = false;
};

class Operands : public TreeVisitor {
 public:
  explicit Operands(const TextScope& scope) : scope_(scope) {}
  bool dataTraverseStmtPre(clang::Stmt* statement) override {
    const auto* expression = llvm::dyn_cast<clang::Expr>(statement);
    return !expression || !isMacrosConstant(expression);
  }
  bool VisitDecltypeTypeLoc(clang::DecltypeTypeLoc type) override { return told(type, type.getUnderlyingExpr()); }
  bool VisitTypeOfExprTypeLoc(clang::TypeOfExprTypeLoc type) override { return told(type, type.getUnderlyingExpr()); }
  bool VisitUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr* trait) override {
    const clang::Expr* operand = trait->isArgumentType() ? nullptr : trait->getArgumentExpr();
    auto others = operand ? othersIn(operand, scope_) : std::vector<const clang::VarDecl*>{};
    if (others.empty()) return true;
    const clang::QualType type = operand->getType();
    const bool known = !type->isDependentType() && !type->isVariablyModifiedType();
    const auto text = known ? scope_.spelled(type) : std::nullopt;
    names.push_back(
        {operand->getSourceRange(), text ? std::optional("(" + *text + ")") : text, std::move(others), isNumber(type)});
    return true;
  }
  bool VisitCXXNoexceptExpr(clang::CXXNoexceptExpr* question) override { return answered(question); }
  bool VisitRequiresExpr(clang::RequiresExpr* question) override { return answered(question); }
  bool VisitConceptSpecializationExpr(clang::ConceptSpecializationExpr* question) override {
    return answered(question);
  }
  std::vector<UnevaluatedName> names;

 private:
  /// What the kernel has in place of the host's objects and functions may answer otherwise.
  bool answered(const clang::Expr* question) {
    if (const auto answer = answerTo(question))
      names.push_back({question->getSourceRange(), *answer ? "true" : "false", othersIn(question, scope_), false});
    return true;
  }
  /// All of a macro's expansion, and a number that names others only to tell it: the number stands for it.
  bool isMacrosConstant(const clang::Expr* expression) {
    if (!scope_.context || !expression->getBeginLoc().isMacroID() || expression->isValueDependent()) return false;
    if (!isInteger(expression->getType())) return false;
    const auto& manager = scope_.context->getSourceManager();
    const auto& options = scope_.context->getLangOpts();
    clang::SourceLocation begin, end;
    if (!clang::Lexer::isAtStartOfMacroExpansion(expression->getBeginLoc(), manager, options, &begin) ||
        !clang::Lexer::isAtEndOfMacroExpansion(expression->getEndLoc(), manager, options, &end))
      return false;
    auto others = othersIn(expression, scope_);
    clang::Expr::EvalResult value;
    if (others.empty() || !expression->EvaluateAsInt(value, *scope_.context)) return false;
    const auto type = scope_.spelled(expression->getType());
    if (!type) return false;
    const std::string number = llvm::toString(value.Val.getInt(), 10);
    names.push_back({{begin, end}, "static_cast<" + *type + ">(" + number + ")", std::move(others), false});
    return true;
  }
  bool told(clang::TypeLoc type, const clang::Expr* operand) {
    auto others = othersIn(operand, scope_);
    if (!others.empty())
      names.push_back(
          {type.getSourceRange(), specifierFor(type.getType(), scope_), std::move(others), isNumber(type.getType())});
    return true;
  }
  const TextScope& scope_;
};

}  // namespace

bool isToldByExpression(clang::QualType type) {
  ToldByExpression told;
  told.TraverseType(type);
  return told.found;
}

std::optional<bool> answerTo(const clang::Expr* question) {
  if (question->isValueDependent()) return std::nullopt;
  if (const auto* throws = llvm::dyn_cast<clang::CXXNoexceptExpr>(question)) return throws->getValue();
  if (const auto* requirements = llvm::dyn_cast<clang::RequiresExpr>(question)) return requirements->isSatisfied();
  if (const auto* concepts = llvm::dyn_cast<clang::ConceptSpecializationExpr>(question)) return concepts->isSatisfied();
  return std::nullopt;
}

bool namesOthers(const clang::Stmt* text, const TextScope& scope) { return !othersIn(text, scope).empty(); }

std::optional<std::string> specifierFor(clang::QualType type, const TextScope& scope) {
  const clang::QualType value = type.getNonReferenceType();
  // The kernel has pointers for iterators.
  if (value->isDependentType() || value->isVariablyModifiedType() || isIteratorType(value)) return std::nullopt;
  const auto text = scope.spelled(value);
  if (!text) return std::nullopt;
  if (type->isLValueReferenceType()) return "std::add_lvalue_reference_t<" + *text + ">";
  if (type->isRValueReferenceType()) return "std::add_rvalue_reference_t<" + *text + ">";
  // `double*` in place of a name would take a `const` in front of it for another one.
  const bool isWord = !value->isPointerType() && !value->isArrayType();
  return isWord ? *text : "std::remove_reference_t<" + *text + ">";
}

std::vector<UnevaluatedName> unevaluatedNames(const clang::Stmt* text, const TextScope& scope) {
  Operands operands(scope);
  operands.TraverseStmt(const_cast<clang::Stmt*>(text));
  return std::move(operands.names);
}

}  // namespace clustrix::compiler
