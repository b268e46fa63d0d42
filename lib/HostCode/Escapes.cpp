#include "HostCode/Escapes.h"

#include "Library/LibraryFunctions.h"
#include "Library/LibraryTypes.h"
#include "Library/Standard.h"
#include "Syntax/InitialValue.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/Builtins.h"

namespace clustrix::compiler {

namespace {

/// Top down: `bound` tells whether what an expression designates goes where nobody follows it.
class Escapes {
 public:
  void visit(const clang::Stmt* statement, bool bound) {
    if (!statement) return;
    if (const auto* expression = llvm::dyn_cast<clang::Expr>(statement)) return visitExpression(expression, bound);
    if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement)) {
      for (const clang::Decl* one : declaration->decls())
        if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(one))
          visit(initialiserOf(*variable), variable->getType()->isReferenceType());
      return;
    }
    const bool returns = llvm::isa<clang::ReturnStmt>(statement);
    for (const clang::Stmt* child : statement->children()) visit(child, returns);
  }

  std::set<const clang::VarDecl*> found;

 private:
  void visitExpression(const clang::Expr* expression, bool bound) {
    if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
      if (const auto* part = llvm::dyn_cast<clang::BindingDecl>(reference->getDecl()))
        variable = llvm::dyn_cast<clang::VarDecl>(part->getDecomposedDecl());
      if (bound && variable) found.insert(variable);
    } else if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(expression)) {
      visit(cast->getSubExpr(), cast->getCastKind() == clang::CK_ArrayToPointerDecay ||
                                    (bound && cast->getCastKind() != clang::CK_LValueToRValue));
    } else if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression)) {
      visit(member->getBase(), bound && !member->isArrow());
    } else if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression)) {
      const auto* decay = llvm::dyn_cast<clang::ImplicitCastExpr>(subscript->getBase()->IgnoreParens());
      const bool array = decay && decay->getCastKind() == clang::CK_ArrayToPointerDecay;
      visit(array ? decay->getSubExpr() : subscript->getBase(), array && bound);
      visit(subscript->getIdx(), false);
    } else if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression)) {
      const bool same = unary->isIncrementDecrementOp() || unary->getOpcode() == clang::UO_Extension;
      visit(unary->getSubExpr(), unary->getOpcode() == clang::UO_AddrOf || (bound && same));
    } else if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(expression)) {
      visit(binary->getLHS(), bound && (binary->isAssignmentOp() || binary->isPtrMemOp()));
      visit(binary->getRHS(), bound && binary->getOpcode() == clang::BO_Comma);
    } else if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(expression)) {
      visit(choice->getCond(), false);
      visit(choice->getTrueExpr(), bound);
      visit(choice->getFalseExpr(), bound);
    } else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(expression)) {
      visitCall(call, bound);
    } else if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(expression)) {
      const bool keeps = !made->getConstructor()->isCopyOrMoveConstructor() && !isApart(made->getType());
      for (const clang::Expr* argument : made->arguments()) visit(argument, keeps);
    } else if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(expression)) {
      visitLambda(lambda);
    } else if (const auto* block = llvm::dyn_cast<clang::StmtExpr>(expression)) {
      visit(block->getSubStmt(), false);
    } else {
      const bool same = llvm::isa<clang::ParenExpr, clang::FullExpr, clang::MaterializeTemporaryExpr,
                                  clang::SubstNonTypeTemplateParmExpr>(expression);
      for (const clang::Stmt* child : expression->children()) visit(child, bound || !same);
    }
  }

  void visitCall(const clang::CallExpr* call, bool bound) {
    const bool keeps = !keepsNoReference(call->getDirectCallee());
    // What it returns may be one of its arguments, or lead to a part of one.
    const bool leads = bound && call->isGLValue();
    for (const clang::Expr* argument : call->arguments()) visit(argument, keeps || leads);
    if (const auto* method = llvm::dyn_cast<clang::CXXMemberCallExpr>(call)) {
      const auto* member = llvm::dyn_cast<clang::MemberExpr>(method->getCallee()->IgnoreParens());
      const bool arrow = member && member->isArrow();
      visit(member ? member->getBase() : method->getCallee(), (keeps || leads) && !arrow);
    } else {
      visit(call->getCallee(), false);
    }
  }

  void visitLambda(const clang::LambdaExpr* lambda) {
    for (unsigned i = 0; i < lambda->capture_size(); ++i) {
      const clang::LambdaCapture& capture = lambda->capture_begin()[i];
      visit(lambda->capture_init_begin()[i], capture.getCaptureKind() == clang::LCK_ByRef);
    }
    visit(lambda->getBody(), false);
  }
};

/// Types whose moves are known to do nothing else.
bool isPlainOrOwner(clang::QualType type) { return type->isScalarType() || isIteratorType(type) || ownerClass(type); }

}  // namespace

const StandardClass* ownerClass(clang::QualType type) {
  const StandardClass* known = standardClass(type);
  if (!known || known->elements == Elements::Near) return nullptr;
  const bool leads =
      known->kind == ClassKind::Container || known->kind == ClassKind::View || known->kind == ClassKind::Owner;
  return leads ? known : nullptr;
}

/// The elements and the allocator of a `std::vector`; null where the type is none.
static const clang::TemplateArgumentList* vectorArguments(clang::QualType type) {
  const auto* vector = isApart(type) ? ofKind(type, ClassKind::Container) : nullptr;
  const bool hasElements = vector && vector->getTemplateArgs()[0].getKind() == clang::TemplateArgument::Type;
  return hasElements ? &vector->getTemplateArgs() : nullptr;
}

bool isNumberVector(clang::QualType type) {
  const clang::TemplateArgumentList* arguments = vectorArguments(type);
  return arguments && (*arguments)[0].getAsType()->isArithmeticType();
}

bool isPlainVector(clang::QualType type) {
  const clang::TemplateArgumentList* arguments = vectorArguments(type);
  if (!arguments || arguments->size() != 2) return false;
  const clang::QualType element = (*arguments)[0].getAsType();
  return !element->isBooleanType() && element.isDestructedType() == clang::QualType::DK_none &&
         isUsualAllocator((*arguments)[1]);
}

bool isClockFunction(const clang::FunctionDecl* callee) {
  if (!callee) return false;
  for (const clang::DeclContext* scope = callee->getDeclContext(); scope; scope = scope->getParent())
    if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(scope); space && space->isInStdNamespace())
      if (space->getIdentifier() && space->getName() == "chrono") return true;
  return false;
}

bool isExchange(const clang::FunctionDecl* callee, Does which) {
  return does(callee, which) && callee->getNumParams() == 2 &&
         callee->getASTContext().getSourceManager().isInSystemHeader(callee->getLocation()) &&
         isPlainOrOwner(callee->getParamDecl(0)->getType().getNonReferenceType());
}

bool keepsNoReference(const clang::FunctionDecl* callee) {
  if (!callee) return false;
  if (isPureFunction(callee) || isClockFunction(callee) || isExchange(callee, Does::Swap) ||
      isExchange(callee, Does::Exchange))
    return true;
  switch (callee->getBuiltinID()) {
    case clang::Builtin::BImove:
    case clang::Builtin::BIforward:
    case clang::Builtin::BIas_const:
    case clang::Builtin::BIprintf:
    case clang::Builtin::BI__builtin_expect:
      return true;
    default:
      break;
  }
  // Iterators are compared and moved by functions with and without a class.
  if (callee->isOverloadedOperator() && callee->getNumParams() > 0 &&
      isIteratorType(callee->getParamDecl(0)->getType()))
    return true;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  if (!method) return false;
  const clang::QualType object = callee->getASTContext().getRecordType(method->getParent());
  if (isIteratorType(object)) return true;
  if (!ownerClass(object)) return false;
  // Of a class that a user describes, what is not described may do anything.
  const Role role = roleOf(method);
  const bool isDescribed = leavesAsItIs(role) || changesSize(role) || method->isOverloadedOperator();
  if (!isDescribed && !method->getParent()->isInStdNamespace()) return false;
  // Elements that are themselves objects may keep what they are made of.
  return !method->isOverloadedOperator() ? callee->getNumParams() == 0 || isNumberVector(object)
                                         : callee->getOverloadedOperator() == clang::OO_Subscript;
}

std::set<const clang::VarDecl*> escapingVariables(const clang::Stmt* body) {
  Escapes escapes;
  escapes.visit(body, false);
  return std::move(escapes.found);
}

}  // namespace clustrix::compiler
