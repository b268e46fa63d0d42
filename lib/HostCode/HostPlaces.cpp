#include "HostCode/HostPlaces.h"

#include "HostCode/Escapes.h"
#include "Library/LibraryTypes.h"
#include "Library/Standard.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ExprConcepts.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// Whether the name stands where the expression is: that of what `[=]` captures does not.
bool isSpelled(const clang::ASTContext& context, const clang::DeclRefExpr* reference) {
  const clang::SourceRange name = reference->getNameInfo().getSourceRange();
  return clang::Lexer::getSourceText(clang::CharSourceRange::getTokenRange(name), context.getSourceManager(),
                                     context.getLangOpts()) == reference->getNameInfo().getAsString();
}

/// Whether the expression can be evaluated once more with no effect, by the text where it stands; `variables` gets
/// those that it mentions.
class Repeatable {
 public:
  explicit Repeatable(const clang::ASTContext& context) : context_(context) {}

  bool operator()(const clang::Expr* expression) {
    expression = expression->IgnoreParens();
    if (expression->getType().isVolatileQualified()) return false;
    if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
      if (!isSpelled(context_, reference)) return false;
      if (const auto* part = llvm::dyn_cast<clang::BindingDecl>(reference->getDecl()))
        return !part->getBinding() || !part->getBinding()->refersToBitField();
      if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl())) variables.insert(variable);
      return true;
    }
    if (llvm::isa<clang::IntegerLiteral, clang::CharacterLiteral, clang::CXXBoolLiteralExpr, clang::CXXThisExpr>(
            expression))
      return true;
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression))
      return isAddressable(member->getMemberDecl()) && (*this)(member->getBase());
    if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression))
      return (*this)(subscript->getBase()) && (*this)(subscript->getIdx());
    if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(expression)) return cast_(cast);
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression))
      return !unary->isIncrementDecrementOp() && unary->getOpcode() != clang::UO_Coawait &&
             unary->getOpcode() != clang::UO_Real && unary->getOpcode() != clang::UO_Imag &&
             (*this)(unary->getSubExpr());
    if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(expression))
      return (binary->isAdditiveOp() || binary->isMultiplicativeOp() || binary->isShiftOp() || binary->isBitwiseOp()) &&
             (*this)(binary->getLHS()) && (*this)(binary->getRHS());
    return call(llvm::dyn_cast<clang::CallExpr>(expression));
  }

  std::set<const clang::VarDecl*> variables;

 private:
  const clang::ASTContext& context_;

  static bool isAddressable(const clang::ValueDecl* member) {
    const auto* field = llvm::dyn_cast<clang::FieldDecl>(member);
    return field && !field->isBitField() && !field->hasAttr<clang::PackedAttr>() &&
           !field->getParent()->hasAttr<clang::PackedAttr>() && !field->getParent()->isUnion();
  }
  bool cast_(const clang::CastExpr* cast) {
    switch (cast->getCastKind()) {
      case clang::CK_LValueToRValue:
      case clang::CK_ArrayToPointerDecay:
      case clang::CK_NoOp:
      case clang::CK_BitCast:
      case clang::CK_IntegralCast:
      case clang::CK_IntegralToPointer:
      case clang::CK_DerivedToBase:
      case clang::CK_UncheckedDerivedToBase:
      case clang::CK_BaseToDerived:
        return (*this)(cast->getSubExpr());
      default:
        return false;
    }
  }
  bool call(const clang::CallExpr* call) {
    if (!call || !call->getDirectCallee()) return false;
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (const auto* op = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call)) {
      const bool element = op->getOperator() == clang::OO_Subscript || op->getOperator() == clang::OO_Star;
      const clang::QualType object = op->getArg(0)->getType();
      return element && (ownerClass(object) || isIteratorType(object)) && call->isGLValue() &&
             std::all_of(op->arg_begin(), op->arg_end(), [this](const clang::Expr* one) { return (*this)(one); });
    }
    const auto* method = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
    if (!method || !ownerClass(method->getObjectType())) return false;
    const Role role = roleOf(callee);
    return (role == Role::Size || role == Role::Data || role == Role::Front || role == Role::Back ||
            role == Role::Pointer) &&
           (*this)(method->getImplicitObjectArgument());
  }
};

bool hasMutablePart(clang::QualType type) {
  const auto* record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return record && (!record->hasDefinition() || record->hasMutableFields());
}

/// The name of a variable that its scope captures without naming it; one without a name of its own has none.
std::optional<NamedPlace> nameOf(const clang::ValueDecl* declaration) {
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
  if (!variable || variable->isImplicit() || !variable->getIdentifier()) return std::nullopt;
  return NamedPlace{variable->getName().str(), {variable}};
}

}  // namespace

std::optional<NamedPlace> namedPlace(const clang::ASTContext& context, const clang::Expr* lvalue) {
  const auto& manager = context.getSourceManager();
  const clang::SourceRange range = lvalue->getSourceRange();
  const clang::QualType type = lvalue->getType();
  if (type.isVolatileQualified() || type->isIncompleteType() || lvalue->refersToBitField()) return std::nullopt;
  if (!range.getBegin().isFileID() || !range.getEnd().isFileID() || !manager.isInMainFile(range.getBegin()))
    return std::nullopt;
  if (const auto* captured = llvm::dyn_cast<clang::DeclRefExpr>(lvalue); captured && !isSpelled(context, captured))
    return nameOf(captured->getDecl());
  Repeatable repeatable(context);
  if (!repeatable(lvalue)) return std::nullopt;
  const llvm::StringRef text =
      clang::Lexer::getSourceText(clang::CharSourceRange::getTokenRange(range), manager, context.getLangOpts());
  // A line break in front of the statement would move it.
  if (text.empty() || text.contains('\n') || text.contains("/*") || text.contains("//")) return std::nullopt;
  return NamedPlace{text.str(), std::move(repeatable.variables)};
}

const clang::VarDecl* variableOf(const clang::Expr* lvalue) {
  lvalue = lvalue->IgnoreParenImpCasts();
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(lvalue))
    return llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(lvalue);
  const auto* field = member ? llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl()) : nullptr;
  return field && !member->isArrow() && !field->getType()->isReferenceType() ? variableOf(member->getBase()) : nullptr;
}

bool isConstantObject(const clang::Expr* lvalue) {
  lvalue = lvalue->IgnoreParens();
  if (llvm::isa<clang::StringLiteral, clang::PredefinedExpr>(lvalue)) return true;
  if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(lvalue)) {
    const auto* decay = llvm::dyn_cast<clang::ImplicitCastExpr>(subscript->getBase()->IgnoreParens());
    return decay && decay->getCastKind() == clang::CK_ArrayToPointerDecay && isConstantObject(decay->getSubExpr());
  }
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(lvalue)) {
    const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    return field && !member->isArrow() && !field->getType()->isReferenceType() && isConstantObject(member->getBase());
  }
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(lvalue);
  if (!reference) return false;
  if (llvm::isa<clang::TemplateParamObjectDecl>(reference->getDecl())) return true;
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
  if (!variable || variable->getType()->isReferenceType() || variable->getType().isVolatileQualified()) return false;
  const auto& context = variable->getASTContext();
  return context.getBaseElementType(variable->getType()).isConstQualified() && !hasMutablePart(variable->getType());
}

bool isPlainName(const clang::Expr* expression) {
  return llvm::isa<clang::DeclRefExpr, clang::IntegerLiteral, clang::FloatingLiteral, clang::CharacterLiteral,
                   clang::CXXBoolLiteralExpr, clang::ImaginaryLiteral, clang::StringLiteral, clang::PredefinedExpr,
                   clang::CXXThisExpr, clang::CXXNullPtrLiteralExpr, clang::GNUNullExpr, clang::CXXScalarValueInitExpr,
                   clang::ImplicitValueInitExpr, clang::TypeTraitExpr, clang::SizeOfPackExpr, clang::OffsetOfExpr,
                   clang::CXXNoexceptExpr, clang::RequiresExpr, clang::ConceptSpecializationExpr, clang::SourceLocExpr>(
             expression) ||
         (llvm::isa<clang::UnaryExprOrTypeTraitExpr>(expression) &&
          !llvm::cast<clang::UnaryExprOrTypeTraitExpr>(expression)->getTypeOfArgument()->isVariablyModifiedType());
}

}  // namespace clustrix::compiler
