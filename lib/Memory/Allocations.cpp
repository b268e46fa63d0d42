// Allocations: memory that a declaration in front of the loop has allocated, through a helper as well.
//
//     double* a = new double[n];
//     auto b = static_cast<double*>(malloc(n * sizeof(double)));
//     double* c = Allocate<double>(8 * n);          T* Allocate(size_t count) { return (T*)malloc(sizeof(T) * count); }
//
// Nothing else points there, and its size is known where the loop finds the pointer as it was declared.
#include "KernelText/HostText.h"
#include "Library/Standard.h"
#include "Lower/Expressions.h"
#include "Lower/Recorder.h"
#include "Memory/Storage.h"
#include "Syntax/InitialValue.h"
#include "Syntax/Nesting.h"
#include "Syntax/Types.h"

#include "clang/AST/Attr.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"

#include <algorithm>
#include <utility>

namespace clustrix::compiler {

namespace {

const clang::Expr* bare(const clang::Expr* expression) {
  for (;;) {
    const clang::Expr* before = expression;
    expression = expression->IgnoreParenCasts();
    if (const auto* full = llvm::dyn_cast<clang::FullExpr>(expression)) expression = full->getSubExpr();
    if (const auto* bind = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(expression)) expression = bind->getSubExpr();
    if (const auto* made = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(expression)) expression = made->getSubExpr();
    if (expression == before) return expression;
  }
}

/// An allocation of memory that nothing else points to: so many elements of `elementBytes`; two counts multiply. None:
/// it is not known how much is allocated.
struct Allocation {
  std::vector<const clang::Expr*> count;
  std::int64_t elementBytes = 1;
  bool mayFail = false;  // with a null pointer
};

std::int64_t sizeOf(clang::QualType type, const clang::ASTContext& context) {
  const bool isKnown = !type->isIncompleteType() && !type->isDependentType() && !type->isVoidType();
  return isKnown ? context.getTypeSizeInChars(type).getQuantity() : 0;
}

std::optional<Allocation> allocationBy(const clang::CallExpr* call, const clang::ASTContext& context) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (!callee || !callee->getIdentifier()) return std::nullopt;
  switch (callee->getBuiltinID()) {
    case clang::Builtin::BImalloc:
      return Allocation{{call->getArg(0)}, 1, true};
    case clang::Builtin::BIcalloc:
      return Allocation{{call->getArg(0), call->getArg(1)}, 1, true};
    case clang::Builtin::BIaligned_alloc:
      return Allocation{{call->getArg(1)}, 1, true};
    default:
      break;
  }
  const bool makes = does(callee, Does::MakeOwner);
  const auto* arguments = callee->getTemplateSpecializationArgs();
  if (!makes || call->getNumArgs() != 1 || !arguments || arguments->size() == 0) return std::nullopt;
  const auto* array = context.getAsArrayType(arguments->get(0).getAsType());
  if (!array) return std::nullopt;
  return Allocation{{call->getArg(0)}, sizeOf(array->getElementType(), context), false};
}

std::optional<Allocation> allocationOf(const clang::Expr* expression, const clang::ASTContext& context, int depth = 0);

/// The parameter that the count is of elements of that size: `n`, or `sizeof(double) * n` in bytes.
const clang::ParmVarDecl* countedBy(const Allocation& made, std::int64_t elementBytes,
                                    const clang::ASTContext& context) {
  if (made.count.size() != 1) return nullptr;
  const auto parameter = [](const clang::Expr* factor) {
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(bare(factor));
    return name ? llvm::dyn_cast<clang::ParmVarDecl>(name->getDecl()) : nullptr;
  };
  if (made.elementBytes == elementBytes)
    if (const auto* counted = parameter(made.count[0])) return counted;
  if (made.elementBytes != 1) return nullptr;
  const auto* product = llvm::dyn_cast<clang::BinaryOperator>(bare(made.count[0]));
  if (!product || product->getOpcode() != clang::BO_Mul) return nullptr;
  const auto isSize = [&](const clang::Expr* factor) {
    clang::Expr::EvalResult result;
    return !factor->isValueDependent() && factor->EvaluateAsInt(result, context) && result.Val.getInt() == elementBytes;
  };
  if (isSize(product->getLHS())) return parameter(product->getRHS());
  return isSize(product->getRHS()) ? parameter(product->getLHS()) : nullptr;
}

/// By a function that returns what it allocates, and does nothing else.
std::optional<Allocation> allocationByHelper(const clang::CallExpr* call, const clang::ASTContext& context, int depth) {
  constexpr int deep = 4;
  const clang::FunctionDecl* definition = nullptr;
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee());
  if (depth >= deep || !call->getDirectCallee() || !call->getDirectCallee()->hasBody(definition) ||
      definition->isDependentContext() || (method && method->isVirtual()) || !call->getType()->isPointerType())
    return std::nullopt;
  const auto* body = llvm::dyn_cast<clang::CompoundStmt>(definition->getBody());
  const auto* returned = body && body->size() == 1 ? llvm::dyn_cast<clang::ReturnStmt>(body->body_front()) : nullptr;
  auto made =
      returned && returned->getRetValue() ? allocationOf(returned->getRetValue(), context, depth + 1) : std::nullopt;
  if (!made) return std::nullopt;
  const std::int64_t size = sizeOf(call->getType()->getPointeeType(), context);
  const auto* parameter = size > 0 && !method ? countedBy(*made, size, context) : nullptr;
  if (!parameter || parameter->getFunctionScopeIndex() >= call->getNumArgs()) return Allocation{{}, 1, made->mayFail};
  return Allocation{{call->getArg(parameter->getFunctionScopeIndex())}, size, made->mayFail};
}

std::optional<Allocation> allocationOf(const clang::Expr* expression, const clang::ASTContext& context, int depth) {
  expression = bare(expression);
  if (const auto* new_ = llvm::dyn_cast<clang::CXXNewExpr>(expression)) {
    if (!new_->isArray() || !new_->getArraySize() || !new_->getOperatorNew()->isReplaceableGlobalAllocationFunction())
      return std::nullopt;
    if (new_->getNumPlacementArgs() != 0) return std::nullopt;
    return Allocation{{*new_->getArraySize()}, sizeOf(new_->getAllocatedType(), context), false};
  }
  if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(expression))  // unique_ptr<T[]>(new T[n])
    return made->getNumArgs() == 1 ? allocationOf(made->getArg(0), context, depth) : std::nullopt;
  const auto* call = llvm::dyn_cast<clang::CallExpr>(expression);
  if (!call) return std::nullopt;
  if (auto known = allocationBy(call, context)) return known;
  return allocationByHelper(call, context, depth);
}

/// Whether a number there is read or written at once, so that nobody is told where it is.
bool isNumberUsed(const clang::Stmt* element, const clang::ParentMap& parents) {
  const clang::Stmt* parent = parents.getParent(element);
  while (llvm::isa_and_nonnull<clang::ParenExpr>(parent)) parent = parents.getParent(std::exchange(element, parent));
  if (const auto* cast = llvm::dyn_cast_or_null<clang::ImplicitCastExpr>(parent))
    return cast->getCastKind() == clang::CK_LValueToRValue && cast->getType()->isArithmeticType();
  const auto* assignment = llvm::dyn_cast_or_null<clang::BinaryOperator>(parent);
  if (assignment) return assignment->isAssignmentOp() && assignment->getLHS() == element;
  const auto* step = llvm::dyn_cast_or_null<clang::UnaryOperator>(parent);
  return step && step->isIncrementDecrementOp();
}

/// `a[i]`, of a pointer that is named there: nobody else is told of it.
bool isSubscripted(const FunctionText::Mention& mention) {
  const clang::Stmt* place = mention.name;
  for (const clang::Stmt* parent = mention.parents->getParent(place); parent;
       parent = mention.parents->getParent(place)) {
    if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(parent))
      return element->getBase() == place && isNumberUsed(element, *mention.parents);
    if (!llvm::isa<clang::ParenExpr, clang::ImplicitCastExpr>(parent)) return false;
    place = parent;
  }
  return false;
}

/// Whether a call may come back a second time.
bool setsJump(const clang::Stmt* statement) {
  if (!statement) return false;
  const auto* call = llvm::dyn_cast<clang::CallExpr>(statement);
  const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  if (callee && callee->hasAttr<clang::ReturnsTwiceAttr>()) return true;
  if (callee && callee->getIdentifier() && callee->getName().contains("setjmp")) return true;
  return std::any_of(statement->child_begin(), statement->child_end(), setsJump);
}

}  // namespace

/// Identity and number of elements of memory that the pointer's declaration allocates.
void Storage::describeAllocation(const OuterName& name, ArrayObject& object) {
  const clang::VarDecl* variable = name.variable;
  const clang::Expr* value = variable && name.key.second.empty() ? initialValueOf(*variable) : nullptr;
  if (!value) return;
  const auto allocation = allocationOf(value, context_);
  if (!allocation || !keepsFirstValue(variable)) return;
  object.identity =
      "allocated for " + variable->getNameAsString() + "@" + std::to_string(variable->getLocation().getRawEncoding());
  object.forgotten = isForgotten(variable);
  if (allocation->count.empty() || (name.type->isPointerType() && name.type->getPointeeType()->isArrayType())) return;
  std::string count;
  for (const clang::Expr* factor : allocation->count) {
    const std::string text = walk_.host.sourceText(factor->getSourceRange());
    if (text.empty() || !isStable(factor)) return;
    count += (count.empty() ? "(" : " * (") + text + ")";
  }
  if (allocation->elementBytes != object.elementBytes) {
    if (allocation->elementBytes != 1) return;
    count = "(" + count + ") / sizeof(" + object.base + "[0])";
  }
  count = "static_cast<clustrix::Index>(" + count + ")";
  object.extent = allocation->mayFail ? "(" + name.expression + " == nullptr ? 0 : " + count + ")" : count;
  if (walk_.searching || walk_.rollsBack)
    object.extentValue =
        Polynomial::symbol(walk_.record.parameterOf(*object.extent, object.name + "'s elements", context_.LongLongTy));
}

/// A variable of the function that is still what its declaration says when the loop begins.
bool Storage::keepsFirstValue(const clang::VarDecl* variable) {
  return neverWritten(variable) || mentionsBefore(variable, onlyReads);
}

/// Whether nobody can see the memory any more when the function is left in the middle of the loop: no one but this
/// function has been told of it, which does not go on.
bool Storage::isForgotten(const clang::VarDecl* variable) {
  if (!mentionsBefore(variable, isSubscripted) || setsJump(input_.function.getBody())) return false;
  const clang::ParentMap& around = parents(&input_.function);
  for (const clang::Stmt* at = &input_.loop; at; at = around.getParent(at))
    if (llvm::isa<clang::CXXTryStmt>(at)) return false;
  return true;
}

/// Whether the variable is one of this function, and each mention that may run between its declaration and the loop is
/// such.
bool Storage::mentionsBefore(const clang::VarDecl* variable, bool (*isSuch)(const FunctionText::Mention&)) {
  const bool plain = variable->hasLocalStorage() && !llvm::isa<clang::ParmVarDecl>(variable) &&
                     !variable->getType()->isReferenceType() && !variable->getType().isVolatileQualified() &&
                     variable->getParentFunctionOrMethod() == &input_.function;
  const FunctionText& text = input_.texts.of(&input_.function);
  const FunctionText::Variable& about = text.about(variable);
  if (!plain || !about.lentTo.empty() || text.hasJumps()) return false;
  const auto& manager = context_.getSourceManager();
  const auto isIn = [&](clang::SourceLocation at, const clang::Stmt& statement) {
    return !manager.isBeforeInTranslationUnit(at, statement.getBeginLoc()) &&
           !manager.isBeforeInTranslationUnit(statement.getEndLoc(), at);
  };
  // All of a loop around runs before this one, but for what stands beside the declaration in it.
  const clang::Stmt* repeated = nullptr;
  const clang::ParentMap& around = parents(&input_.function);
  for (const clang::Stmt* at = around.getParent(&input_.loop); at; at = around.getParent(at))
    if (isLoop(at) && !isIn(variable->getLocation(), *at)) repeated = at;
  return std::all_of(about.mentions.begin(), about.mentions.end(), [&](const FunctionText::Mention& mention) {
    const clang::SourceLocation at = manager.getExpansionLoc(mention.name->getLocation());
    const bool before = manager.isBeforeInTranslationUnit(at, manager.getExpansionLoc(input_.loop.getBeginLoc()));
    return (!before && !(repeated && isIn(at, *repeated))) || isSuch(mention);
  });
}

}  // namespace clustrix::compiler
