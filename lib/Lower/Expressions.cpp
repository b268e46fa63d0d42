// Expressions: their values as polynomials and pointers, and their reads in the order of evaluation.
#include "Lower/Expressions.h"
#include "Induction/LoopHeader.h"
#include "Induction/ValueCases.h"
#include "Induction/ValueRanges.h"
#include "KernelText/BodyEdits.h"
#include "KernelText/HostText.h"
#include "Library/LibraryTypes.h"
#include "Lower/Bitsets.h"
#include "Lower/Calls.h"
#include "Lower/Inlining.h"
#include "Lower/Objects.h"
#include "Lower/Overlooked.h"
#include "Lower/Places.h"
#include "Lower/Recorder.h"
#include "Lower/Statements.h"
#include "Memory/BitFields.h"
#include "Memory/Storage.h"
#include "Normalise/Fixes.h"
#include "Recurrence/EarlyExits.h"
#include "Recurrence/Updates.h"
#include "Syntax/Mentions.h"
#include "Syntax/Types.h"
#include "Syntax/Unevaluated.h"

#include "Support/Effort.h"

#include <algorithm>
#include <utility>

namespace clustrix::compiler {

namespace {

/// The value of a variable that is none of the constants whose value the compiler knows.
bool isVariableLoad(const clang::Expr* expression) {
  const auto* load = llvm::dyn_cast<clang::ImplicitCastExpr>(expression);
  const auto* name = load && load->getCastKind() == clang::CK_LValueToRValue
                         ? llvm::dyn_cast<clang::DeclRefExpr>(load->getSubExpr()->IgnoreParens())
                         : nullptr;
  const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  return variable && !variable->isConstexpr() && !variable->getType().isConstQualified() &&
         !variable->getType()->isReferenceType();
}

const clang::EnumConstantDecl* enumeratorIn(const clang::Expr* expression) {
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression);
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression);
  return llvm::dyn_cast_or_null<clang::EnumConstantDecl>(name     ? name->getDecl()
                                                         : member ? member->getMemberDecl()
                                                                  : nullptr);
}

/// Of a default member initialiser: `int y = x * 2;`
bool usesThis(const clang::Stmt* expression) {
  if (!expression) return false;
  return llvm::isa<clang::CXXThisExpr>(expression) ||
         std::any_of(expression->child_begin(), expression->child_end(), usesThis);
}

}  // namespace

std::optional<Int128> Expressions::constantOf(const clang::Expr* expression) const {
  if (expression->isValueDependent() || !expression->getType()->isIntegralOrEnumerationType()) return std::nullopt;
  if (isVariableLoad(expression) || (input_.parametric && dependsOnTemplate(expression))) return std::nullopt;
  clang::Expr::EvalResult result;
  if (!expression->EvaluateAsInt(result, context_, clang::Expr::SE_NoSideEffects)) return std::nullopt;
  const llvm::APSInt& value = result.Val.getInt();
  if (value.getSignificantBits() > 64) return static_cast<Int128>(value.getZExtValue());
  return value.isSigned() ? static_cast<Int128>(value.getSExtValue()) : static_cast<Int128>(value.getZExtValue());
}

void Expressions::refuseAllocation(const clang::Expr* expression) {
  // The declaration that `new` initialises, or that of what is deleted.
  const auto* declaration =
      llvm::dyn_cast_or_null<clang::DeclStmt>(walk_.storage.parents(walk_.currentFunction())
                                                  .getParentIgnoreParenImpCasts(const_cast<clang::Expr*>(expression)));
  const clang::Decl* made = declaration && declaration->isSingleDecl() ? declaration->getSingleDecl() : nullptr;
  if (const auto* freed = llvm::dyn_cast<clang::CXXDeleteExpr>(expression))
    if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(freed->getArgument()->IgnoreParenImpCasts()))
      made = name->getDecl();
  const auto* variable = llvm::dyn_cast_or_null<clang::VarDecl>(made);
  walk_.record.effect("effect.allocation", expression->getBeginLoc(), "memory is allocated or freed",
                      "use an array of a fixed size, or allocate before the loop",
                      variable ? arrayInstead(context_, *variable) : std::vector<Edit>{});
}

/// Of a scope that the kernel is not in, its number stands in the text.
Value Expressions::evaluateEnumerator(const clang::Expr* expression, const clang::EnumConstantDecl& enumerator) {
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression);  // `ring.kWidth`
  if (member) walk_.overlooked.lookAtUnused(member->getBase());
  const llvm::APSInt& number = enumerator.getInitVal();
  if ((input_.parametric && dependsOnTemplate(expression)) || !number.isRepresentableByInt64()) return Value{};
  const std::int64_t value = number.getExtValue();
  const auto* type = llvm::cast<clang::EnumDecl>(enumerator.getDeclContext());
  const auto* scope = type->getParent()->getRedeclContext();
  if (member || (!scope->isFileContext() && !walk_.inlining.insideLoop(enumerator.getSourceRange()))) {
    // Of a type that the kernel can name: an object of the type may be what it goes into.
    const bool isNamed = type->getIdentifier() || type->getTypedefNameForAnonDecl();
    const auto name = isNamed ? walk_.host.nameFor(expression->getType().getUnqualifiedType()) : std::nullopt;
    const std::string text = std::to_string(value);
    walk_.text.edit(expression->getSourceRange(),
                    {BodyPiece::Text, name ? "static_cast<" + *name + ">(" + text + ")" : text, -1});
  }
  return IntegerValue{Polynomial(value), {}};
}

namespace {

/// `int()`, and `{}` in `int i{}`: no text of its own stands for the value.
bool isZeroOfItsType(const clang::Expr* expression) {
  if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(expression)) return list->getNumInits() == 0;
  return llvm::isa<clang::CXXScalarValueInitExpr, clang::ImplicitValueInitExpr>(expression);
}

}  // namespace

Value Expressions::evaluate(const clang::Expr* expression) {
  Value value = evaluateOnly(expression);
  if (walk_.inPosition && isUnknown(value))
    if (auto some = ValueRanges(walk_).some(expression)) return *some;
  return value;
}

Value Expressions::position(const clang::Expr* expression) {
  const bool before = std::exchange(walk_.inPosition, true);
  Value value = evaluate(expression);
  walk_.inPosition = before;
  if (const auto* listed = std::get_if<ListedNumber>(&value)) return listed->number;
  return ValueRanges(walk_).mayBeNegative(value) ? Value{} : value;
}

Value Expressions::evaluateOnly(const clang::Expr* expression) {
  if (!Effort::spend()) return std::monostate{};
  walk_.overlooked.lookAt(expression);
  expression = expression->IgnoreParens();
  const clang::SourceLocation at = expression->getBeginLoc();
  if (const auto* full = llvm::dyn_cast<clang::FullExpr>(expression)) return evaluate(full->getSubExpr());
  if (const auto* template_ = llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(expression))
    return templateParameter(template_);
  if (const auto* temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(expression))
    return evaluate(temporary->getSubExpr());
  if (const auto* bind = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(expression)) {
    if (!walk_.objects.isObject(bind->getType()))
      walk_.record.effect("effect.allocation", at, "a temporary object with a destructor is created");
    return evaluate(bind->getSubExpr());
  }
  if (const auto constant = literal(expression)) return *constant;
  if (const auto* enumerator = enumeratorIn(expression)) return evaluateEnumerator(expression, *enumerator);
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(expression)) return evaluateCast(cast);
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression)) return evaluateUnary(unary);
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(expression)) return evaluateBinary(binary);
  if (const auto* conditional = llvm::dyn_cast<clang::ConditionalOperator>(expression))
    return evaluateConditional(conditional);
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(expression)) return walk_.calls.evaluateCall(call);
  if (const auto* construction = llvm::dyn_cast<clang::CXXConstructExpr>(expression))
    return evaluateConstruction(construction);
  if (const auto* rewritten = llvm::dyn_cast<clang::CXXRewrittenBinaryOperator>(expression))
    return evaluate(rewritten->getSemanticForm());
  if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(expression)) return walk_.inlining.evaluateLambda(lambda);
  if (const auto* block = llvm::dyn_cast<clang::StmtExpr>(expression)) return walk_.inlining.evaluateBlock(block);
  if (const auto initialiser = initialValue(expression)) return *initialiser;
  if (llvm::isa<clang::CXXThisExpr>(expression) && !walk_.inlining.isOwnThis())
    return walk_.lvalues.addressOf(walk_.frames.back().object, expression->getType()->getPointeeType());
  if (expression->isGLValue()) return discard(expression);
  if (const auto* member_ = llvm::dyn_cast<clang::MemberExpr>(expression)) {  // of a temporary
    evaluate(member_->getBase());
    return std::monostate{};
  }
  return refused(expression);
}

/// What stands for itself; nothing of other expressions.
std::optional<Value> Expressions::literal(const clang::Expr* expression) {
  if (const auto* trait = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(expression))
    walk_.statements.evaluateSizes(trait);
  if (llvm::isa<clang::IntegerLiteral, clang::CharacterLiteral, clang::UnaryExprOrTypeTraitExpr>(expression)) {
    const auto constant = constantOf(expression);
    const auto value = constant ? narrow(*constant) : std::nullopt;
    return value ? Value(IntegerValue{Polynomial(*value), {}}) : Value{};
  }
  if (isZeroOfItsType(expression) && isInteger(expression->getType())) return IntegerValue{Polynomial(0), {}};
  if (llvm::isa<clang::FloatingLiteral, clang::CXXBoolLiteralExpr, clang::CXXNullPtrLiteralExpr,
                clang::CXXScalarValueInitExpr, clang::ImplicitValueInitExpr, clang::GNUNullExpr, clang::TypeTraitExpr>(
          expression) ||
      answerTo(expression))
    return Value{};
  return std::nullopt;
}

/// Lists in braces, and what a class or a function says where the text says nothing.
std::optional<Value> Expressions::initialValue(const clang::Expr* expression) {
  if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(expression)) {
    Value only;
    for (const clang::Expr* element : list->inits()) only = evaluate(element);
    return list->isSemanticForm() && list->isTransparent() ? only : Value{};
  }
  if (const auto* list = llvm::dyn_cast<clang::CXXStdInitializerListExpr>(expression)) {
    evaluate(list->getSubExpr());
    return Value{};
  }
  if (const auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(expression);  // `(Complex){a, b}`
      literal && !literal->isGLValue() && !literal->isFileScope())
    return evaluate(literal->getInitializer());
  if (const auto* default_ = llvm::dyn_cast<clang::CXXDefaultInitExpr>(expression)) {
    // Of an aggregate; a constructor's `this` is known.
    const auto* constructor =
        walk_.frames.empty() ? nullptr : llvm::dyn_cast<clang::CXXConstructorDecl>(walk_.frames.back().function);
    const bool isBound = constructor && constructor->getParent() == default_->getField()->getParent();
    if (!isBound && usesThis(default_->getExpr()))
      walk_.record.effect("effect.unknown-construct", expression->getBeginLoc(),
                          "a member is initialised from another one, by the class",
                          "give the class a constructor, or set the member where the object is made");
    return evaluate(default_->getExpr());
  }
  if (const auto* default_ = llvm::dyn_cast<clang::CXXDefaultArgExpr>(expression)) return evaluate(default_->getExpr());
  return std::nullopt;
}

Value Expressions::refused(const clang::Expr* expression) {
  const clang::SourceLocation at = expression->getBeginLoc();
  if (llvm::isa<clang::CXXThrowExpr>(expression))
    walk_.record.effect("effect.exception", at, "an exception is thrown");
  else if (llvm::isa<clang::CXXNewExpr, clang::CXXDeleteExpr>(expression))
    refuseAllocation(expression);
  else
    walk_.record.effect(
        "effect.unknown-construct", at,
        std::string("an expression of a kind that is not modelled (") + expression->getStmtClassName() + ")");
  return std::monostate{};
}

/// An object that is named and not read: `(void)n`, `n, ++i`. The name stands in the kernel's text all the same.
Value Expressions::discard(const clang::Expr* object) {
  const Place named = walk_.lvalues.place(object);
  const auto* outer = std::get_if<OuterPlace>(&named);
  // No one reads a std::nullptr_t to know its value.
  if (outer && object->getType()->isNullPtrType()) return walk_.lvalues.loadOuter(*outer, object);
  // `(void)(s += 2)` has said so already.
  const bool isName = llvm::isa<clang::DeclRefExpr, clang::MemberExpr>(object->IgnoreParens());
  if (isName && outer && object->getType()->isScalarType()) walk_.lvalues.load(named, object);
  return std::monostate{};
}

Value Expressions::evaluateUnary(const clang::UnaryOperator* op) {
  walk_.record.countWork(1);
  switch (op->getOpcode()) {
    case clang::UO_Plus:
      return evaluate(op->getSubExpr());
    case clang::UO_Minus: {
      const Value value = evaluate(op->getSubExpr());
      return arithmetic(clang::BO_Sub, IntegerValue{}, value, op->getType());
    }
    case clang::UO_Real:
    case clang::UO_Imag:
      if (op->getSubExpr()->isGLValue()) return walk_.lvalues.load(walk_.lvalues.partOfComplex(op), op);
      [[fallthrough]];
    case clang::UO_Not:
    case clang::UO_LNot:
      evaluate(op->getSubExpr());
      return std::monostate{};
    case clang::UO_Extension:
      return evaluate(op->getSubExpr());
    case clang::UO_AddrOf: {
      const Place target = walk_.lvalues.place(op->getSubExpr());
      if (walk_.objects.isObject(op->getSubExpr()->getType()))
        walk_.record.effect("effect.pointer-unknown", op->getBeginLoc(), "the address of a library's object is taken");
      if (std::holds_alternative<OuterPlace>(target)) {
        walk_.record.effect("effect.pointer-unknown", op->getBeginLoc(),
                            "the address of a variable from outside the loop is taken in the loop");
        return std::monostate{};
      }
      return walk_.lvalues.addressOf(target, op->getSubExpr()->getType());
    }
    case clang::UO_Deref:
      return walk_.lvalues.load(walk_.lvalues.place(op), op);
    case clang::UO_PreInc:
    case clang::UO_PreDec:
    case clang::UO_PostInc:
    case clang::UO_PostDec:
      return walk_.bodySteps.contains(op) && walk_.silent == 0 ? evaluateBodyStep(op) : evaluateStep(op);
    default:
      walk_.record.effect("effect.unknown-construct", op->getBeginLoc(), "an operator that is not modelled");
      return std::monostate{};
  }
}

/// `++i`, `i--`.
Value Expressions::evaluateStep(const clang::UnaryOperator* op) {
  if (walk_.updates.tryUpdate(op)) return std::monostate{};
  const Place target = walk_.lvalues.place(op->getSubExpr());
  const Value before = walk_.lvalues.load(target, op->getSubExpr());
  const clang::QualType type = op->getSubExpr()->getType();
  Value after;
  if (const auto* pointer = std::get_if<PointerValue>(&before))
    after = pointerPlus(*pointer, IntegerValue{Polynomial(1), {}}, type->getPointeeType(), op->isDecrementOp());
  else if (std::holds_alternative<IntegerValue>(before))
    after = convert(arithmetic(op->isIncrementOp() ? clang::BO_Add : clang::BO_Sub, before,
                               IntegerValue{Polynomial(1), {}}, context_.LongLongTy),
                    context_.LongLongTy, type);
  walk_.lvalues.store(target, after, op->getSubExpr(), type);
  if (isTypedDifferently(*op)) return std::monostate{};
  return op->isPrefix() ? after : before;
}

Value Expressions::evaluateBinary(const clang::BinaryOperator* op) {
  walk_.record.countWork(op->isMultiplicativeOp() && op->getOpcode() != clang::BO_Mul ? 4 : 1);
  if (op->isAssignmentOp()) return evaluateAssignment(op);
  if (op->getOpcode() == clang::BO_Comma) {
    evaluate(op->getLHS());
    return evaluate(op->getRHS());
  }
  if (op->isLogicalOp()) {
    evaluate(op->getLHS());
    ++model_.branches;
    const bool wasCertain = state_.certain;
    const auto conditions = state_.conditions;
    for (const Polynomial& c : constraintsOf(op->getLHS(), op->getOpcode() == clang::BO_LAnd))
      state_.conditions.push_back(c);
    const State before = state_;
    walk_.calls.assume(op->getLHS(), op->getOpcode() == clang::BO_LAnd);
    evaluateConditionally(op->getRHS());
    state_ = Statements::merged(before, state_);
    state_.conditions = conditions;
    state_.certain = wasCertain;
    return std::monostate{};
  }
  const bool relatesPointers = (op->isComparisonOp() || op->getOpcode() == clang::BO_Sub) &&
                               op->getLHS()->getType()->isPointerType() && op->getRHS()->getType()->isPointerType();
  if (relatesPointers && walk_.lvalues.asksForNull(op)) return std::monostate{};
  if (op->getType()->isUnsignedIntegerType() && !walk_.speculating && mixesSigned(op, op->getType()))
    return arithmetic(clang::BO_Add, moduloWidth(op, op->getType()), IntegerValue{}, op->getType());
  const Value left = evaluate(op->getLHS());
  const Value right = evaluate(op->getRHS());
  if (walk_.speculating) walk_.exits.requireDefined(op, right);
  if (relatesPointers) walk_.lvalues.noteRelation(op, op->getLHS(), left, op->getRHS(), right);
  if (op->getOpcode() == clang::BO_PtrMemD || op->getOpcode() == clang::BO_PtrMemI) {
    walk_.record.effect("effect.unknown-construct", op->getBeginLoc(), "a pointer to member is used");
    return std::monostate{};
  }
  const bool masks = op->getOpcode() == clang::BO_And;
  if (!op->isAdditiveOp() && !op->isMultiplicativeOp() && !op->isShiftOp() && !masks) return std::monostate{};
  if (const auto* pointer = std::get_if<PointerValue>(&left); pointer && op->getType()->isPointerType())
    return pointerPlus(*pointer, right, op->getType()->getPointeeType(), op->getOpcode() == clang::BO_Sub);
  if (const auto* pointer = std::get_if<PointerValue>(&right); pointer && op->getType()->isPointerType())
    return pointerPlus(*pointer, left, op->getType()->getPointeeType(), false);
  if (op->getType()->isPointerType())
    return std::holds_alternative<LocalPointer>(left) || std::holds_alternative<LocalPointer>(right)
               ? Value{LocalPointer{}}
               : Value{};
  if (relatesPointers && op->getOpcode() == clang::BO_Sub)
    return distance(right, left, op->getLHS()->getType()->getPointeeType());
  if (std::holds_alternative<PointerValue>(left) || std::holds_alternative<PointerValue>(right))
    return std::monostate{};
  const Value result = arithmetic(op->getOpcode(), left, right, op->getType());
  const bool isNew = op->getOpcode() == clang::BO_Shl && std::holds_alternative<std::monostate>(result);
  return isNew ? walk_.headers.hostNumber(op) : result;
}

Value Expressions::evaluateAssignment(const clang::BinaryOperator* op) {
  if (walk_.updates.tryDeclared(op)) return std::monostate{};
  if (walk_.updates.tryUpdate(op) || walk_.updates.tryChoice(op)) return std::monostate{};
  const clang::QualType type = op->getLHS()->getType();
  const Value right = evaluate(op->getRHS());
  if (walk_.speculating) walk_.exits.requireDefined(op, right);
  const Place target = walk_.lvalues.place(op->getLHS());
  if (op->getOpcode() == clang::BO_Assign) {
    walk_.lvalues.store(target, right, op->getLHS(), type);
    return right;
  }
  const Value before = walk_.lvalues.load(target, op->getLHS());
  const auto kind = clang::BinaryOperator::getOpForCompoundAssignment(op->getOpcode());
  Value after;
  if (const auto* pointer = std::get_if<PointerValue>(&before))
    after = pointerPlus(*pointer, right, type->getPointeeType(), kind == clang::BO_Sub);
  else if (const auto* compound = llvm::dyn_cast<clang::CompoundAssignOperator>(op);
           compound && isInteger(compound->getComputationResultType()))
    after = convert(arithmetic(kind, before, right, compound->getComputationResultType()),
                    compound->getComputationResultType(), type);
  walk_.lvalues.store(target, after, op->getLHS(), type);
  return after;
}

void Expressions::evaluateConditionally(const clang::Expr* expression) {
  const State before = state_;
  state_.certain = false;
  if (expression->isGLValue())
    walk_.lvalues.place(expression);
  else
    evaluate(expression);
  state_ = Statements::merged(before, state_);
}

Value Expressions::evaluateConditional(const clang::ConditionalOperator* op) {
  evaluate(op->getCond());
  ++model_.branches;
  const State before = state_;
  const auto branch = [&](const clang::Expr* value, bool holds) {
    state_ = before;
    state_.certain = false;
    for (const Polynomial& c : constraintsOf(op->getCond(), holds)) state_.conditions.push_back(c);
    walk_.calls.assume(op->getCond(), holds);
    return valueOf(value);
  };
  const Value first = branch(op->getTrueExpr(), true);
  const State yes = state_;
  const Value second = branch(op->getFalseExpr(), false);
  const State no = state_;
  state_ = Statements::merged(yes, no);
  state_.conditions = before.conditions;
  state_.certain = before.certain;
  if (isTypedDifferently(*op)) return std::monostate{};
  return walk_.cases.oneOf(first, yes, second, no, before.conditions.size(), op->getType());
}

Value Expressions::evaluateConstruction(const clang::CXXConstructExpr* construction) {
  const auto* constructor = construction->getConstructor();
  if (const auto object = walk_.objects.construction(construction)) return *object;
  if (const auto view = walk_.calls.viewConstruction(construction)) return *view;
  if (constructor->isCopyOrMoveConstructor() && constructor->isTrivial() && construction->getNumArgs() == 1) {
    const clang::Expr* source = construction->getArg(0);
    const Value copied =
        source->isGLValue() ? walk_.lvalues.load(walk_.lvalues.place(source), source) : evaluate(source);
    const bool kept = isKnownObject(copied) || isIteratorType(construction->getType());
    return kept ? copied : Value{};
  }
  if (constructor->isDefaultConstructor() && constructor->isTrivial()) return std::monostate{};
  if (const auto known = walk_.calls.optionalConstruction(construction)) return *known;
  if (const auto known = Bitsets(walk_).construction(construction)) return *known;
  if (walk_.inlining.inlineConstructor(construction)) return std::monostate{};
  for (const clang::Expr* argument : construction->arguments())
    if (argument->isGLValue())
      walk_.lvalues.place(argument);
    else
      evaluate(argument);
  walk_.record.effect(
      "effect.call", construction->getBeginLoc(),
      "the constructor of '" + constructor->getParent()->getNameAsString() + "' runs code that is not modelled");
  return std::monostate{};
}

}  // namespace clustrix::compiler
