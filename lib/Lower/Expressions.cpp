// Expressions: their values as polynomials and pointers, and their reads in the order of evaluation.
#include "Lower/Expressions.h"
#include "Induction/LoopHeader.h"
#include "Induction/Quotients.h"
#include "Induction/ValueCases.h"
#include "KernelText/BodyEdits.h"
#include "KernelText/HostText.h"
#include "Library/LibraryFunctions.h"
#include "Library/LibraryTypes.h"
#include "Lower/Calls.h"
#include "Lower/Inlining.h"
#include "Lower/Overlooked.h"
#include "Lower/Places.h"
#include "Lower/Recorder.h"
#include "Lower/Statements.h"
#include "Memory/BitFields.h"
#include "Memory/Names.h"
#include "Memory/Storage.h"
#include "Normalise/Fixes.h"
#include "Recurrence/EarlyExits.h"
#include "Recurrence/Updates.h"
#include "Syntax/Mentions.h"
#include "Syntax/Types.h"
#include "Syntax/Unevaluated.h"

#include "Support/Effort.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

void append(std::vector<Bound>& into, const std::vector<Bound>& more) {
  for (const Bound& bound : more)
    if (std::find(into.begin(), into.end(), bound) == into.end()) into.push_back(bound);
}

std::optional<std::int64_t> narrow(Int128 value) {
  if (value < INT64_MIN || value > INT64_MAX) return std::nullopt;
  return static_cast<std::int64_t>(value);
}

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

/// `a + b`, `a - b`, `a * b` in the type, or the conversion of a signed integer to it; null where it is neither.
const clang::Expr* termIn(const clang::ASTContext& context, const clang::Expr* expression, clang::QualType type) {
  expression = expression->IgnoreParens();
  if (!context.hasSameUnqualifiedType(expression->getType(), type)) return nullptr;
  if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(expression))
    return op->isAdditiveOp() || op->getOpcode() == clang::BO_Mul ? op : nullptr;
  const auto* cast = llvm::dyn_cast<clang::CastExpr>(expression);
  if (!cast || cast->getCastKind() != clang::CK_IntegralCast) return nullptr;
  return cast->getSubExpr()->getType()->isSignedIntegerType() ? cast : nullptr;
}

/// Whether a sum of unsigned numbers has a signed one in it that may be negative.
bool mixesSigned(const clang::ASTContext& context, const clang::Expr* expression, clang::QualType type) {
  const clang::Expr* term = termIn(context, expression, type);
  if (const auto* op = llvm::dyn_cast_or_null<clang::BinaryOperator>(term))
    return mixesSigned(context, op->getLHS(), type) || mixesSigned(context, op->getRHS(), type);
  clang::Expr::EvalResult result;
  return term && (term->isValueDependent() || !term->EvaluateAsInt(result, context));
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

IntegerValue Expressions::checked(IntegerValue value, clang::QualType type) {
  const auto [min, max] = walk_.record.rangeOf(type);
  if (const auto constant = value.polynomial.constant())
    if (*constant >= min && *constant <= max) return value;
  append(value.needs, {Bound{value.polynomial, min, max}});
  return value;
}

Value Expressions::convert(const Value& value, clang::QualType from, clang::QualType to) {
  const auto* integer = std::get_if<IntegerValue>(&value);
  if (!integer || !isInteger(to) || walk_.record.sizeOf(to) > 8 || walk_.record.sizeOf(to) == 0)
    return std::monostate{};
  const auto [fromMin, fromMax] = walk_.record.rangeOf(from);
  const auto [toMin, toMax] = walk_.record.rangeOf(to);
  if (toMin <= fromMin && fromMax <= toMax) return value;
  return checked(*integer, to);
}

Value Expressions::arithmetic(clang::BinaryOperatorKind kind, const Value& left, const Value& right,
                              clang::QualType type) {
  const auto* a = std::get_if<IntegerValue>(&left);
  const auto* b = std::get_if<IntegerValue>(&right);
  if (!a || !b || !isInteger(type) || walk_.record.sizeOf(type) > 8) return std::monostate{};
  std::optional<Polynomial> result;
  if (kind == clang::BO_Add) result = add(a->polynomial, b->polynomial);
  if (kind == clang::BO_Sub) result = subtract(a->polynomial, b->polynomial);
  if (kind == clang::BO_Mul) result = multiply(a->polynomial, b->polynomial);
  if (kind == clang::BO_Shl) {
    const auto shift = b->polynomial.constant();
    if (shift && *shift >= 0 && *shift < 62) result = multiply(a->polynomial, Polynomial(std::int64_t{1} << *shift));
  }
  if (kind == clang::BO_Rem || kind == clang::BO_Div || kind == clang::BO_Shr) {
    if (const auto fixed = fixedQuotient(kind, *a, *b, type)) return *fixed;
    if (kind == clang::BO_Rem) return walk_.quotients.remainder(left, right, type);
    const auto number = b->polynomial.constant();
    if (kind == clang::BO_Div && !number) {
      const auto value = walk_.quotients.runTimeQuotient(*a, *b, type);
      return value ? Value{*value} : Value{};
    }
    if (!number || *number < 0 || (kind == clang::BO_Shr && *number > 40)) return Value{};
    const std::int64_t divisor = kind == clang::BO_Shr ? std::int64_t{1} << *number : *number;
    return walk_.quotients.quotient(*a, divisor, kind == clang::BO_Shr, type).value_or(Value{});
  }
  if (kind == clang::BO_And) {
    if (const auto low = walk_.quotients.masked(*a, *b, type)) return *low;
    return walk_.quotients.masked(*b, *a, type).value_or(Value{});
  }
  if (!result) return std::monostate{};
  IntegerValue value{walk_.quotients.withoutRemainders(*result), a->needs};
  append(value.needs, b->needs);
  // What a quotient could make wrap is rather not known than guarded.
  if (type->isUnsignedIntegerType() && walk_.quotients.mentionsQuotient(value.polynomial))
    return walk_.quotients.plainlyFits(value.polynomial, type) ? Value{value} : Value{};
  // Signed overflow is undefined, so what C++ computes is the polynomial; unsigned arithmetic may wrap. Iterations that
  // the program never comes to may overflow as they like.
  const bool mayWrap = type->isUnsignedIntegerType() || walk_.speculating;
  return mayWrap && !walk_.quotients.isPartOfDividend(value.polynomial) ? checked(value, type) : value;
}

/// `p / q`, `p % q` and `p >> q` of parameters is a parameter too: its value is known when the loop starts.
std::optional<Value> Expressions::fixedQuotient(clang::BinaryOperatorKind kind, const IntegerValue& left,
                                                const IntegerValue& right, clang::QualType type) {
  if (!isOverParameters(model_, left.polynomial) || !isOverParameters(model_, right.polynomial)) return std::nullopt;
  const auto dividend = left.polynomial.constant(), number = right.polynomial.constant();
  if (dividend && number && *dividend >= 0 && *number > 0 && left.needs.empty() && right.needs.empty()) {
    if (kind == clang::BO_Shr)
      return *number < 63 ? std::optional(Value{IntegerValue{*dividend >> *number, {}}}) : std::nullopt;
    return IntegerValue{kind == clang::BO_Div ? *dividend / *number : *dividend % *number, {}};
  }
  // The host divides what it has computed: one number has not wrapped on the way.
  const bool plain = left.polynomial.symbols().size() == 1 &&
                     left.polynomial == Polynomial::symbol(*left.polynomial.symbols().begin());
  if ((!left.needs.empty() && !plain) || !right.needs.empty()) return std::nullopt;
  const std::string a = walk_.host.hostText(left.polynomial), b = walk_.host.hostText(right.polynomial);
  std::string text;
  if (kind == clang::BO_Shr) {
    text = "((" + a + ") >> ((" + b + ") & 63))";
  } else {
    const std::string op = kind == clang::BO_Div ? " / " : " % ";
    // A zero divisor stops the program only if the loop really divides: nothing may happen before it.
    text = right.polynomial.constant().value_or(0) > 0 ? "((" + a + ")" + op + b + ")"
                                                       : "((" + b + ") == 0 ? 0 : (" + a + ")" + op + "(" + b + "))";
  }
  const SymbolId id = walk_.record.parameterOf(text, text, type);
  const auto divisor = right.polynomial.constant();
  if (kind == clang::BO_Rem && divisor && *divisor > 0) {
    Symbol& symbol = model_.symbols[static_cast<std::size_t>(id.value)];
    symbol.max = std::min<Int128>(symbol.max, *divisor - 1);
    symbol.min = walk_.quotients.plainlyNonNegative(left.polynomial) ? 0 : std::max<Int128>(symbol.min, 1 - *divisor);
  }
  const bool shifts = kind == clang::BO_Shr && divisor && *divisor >= 0 && *divisor <= 40;
  if (shifts || (kind == clang::BO_Div && divisor && *divisor > 0))
    model_.symbols[static_cast<std::size_t>(id.value)].division =
        Division{left.polynomial, shifts ? std::int64_t{1} << *divisor : *divisor,
                 shifts || walk_.quotients.plainlyNonNegative(left.polynomial)};
  return IntegerValue{Polynomial::symbol(id), left.needs};
}

Value Expressions::pointerPlus(const PointerValue& pointer, const Value& index, clang::QualType pointee,
                               bool negative) {
  PointerValue result = pointer;
  const auto* integer = std::get_if<IntegerValue>(&index);
  if (pointer.bytes) return walk_.lvalues.insidePlus(pointer, integer, walk_.record.sizeOf(pointee), negative);
  const ArrayObject& object = model_.arrays[static_cast<std::size_t>(pointer.array.value)];
  const std::int64_t size = walk_.record.sizeOf(pointee);
  const bool whole = size > 0 && size % object.elementBytes == 0;
  // Steps of another length lead into the midst of elements: no member is where it would be from an element's begin.
  if (!whole) {
    result.bytes = {0, object.elementBytes};
    result.piece = Piece{std::nullopt, std::clamp<std::int64_t>(size, 1, object.elementBytes)};
  }
  if (!integer || !pointer.offset || !whole) {
    result.offset = std::nullopt;
    return result;
  }
  auto step = multiply(integer->polynomial, Polynomial(size / object.elementBytes));
  if (step && negative) step = subtract(Polynomial(0), *step);
  const auto sum = step ? add(pointer.offset->polynomial, *step) : std::nullopt;
  if (!sum) {
    result.offset = std::nullopt;
    return result;
  }
  IntegerValue offset{*sum, pointer.offset->needs};
  append(offset.needs, integer->needs);
  result.offset = offset;
  return result;
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
  const auto* scope = type->getParent();
  if (member || (scope && !scope->isFileContext() && !walk_.inlining.insideLoop(enumerator.getSourceRange()))) {
    // Of a type that the kernel can name: an object of the type may be what it goes into.
    const auto name =
        type->getIdentifier() ? walk_.host.nameFor(expression->getType().getUnqualifiedType()) : std::nullopt;
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
    walk_.record.effect("effect.allocation", at, "a temporary object with a destructor is created");
    return evaluate(bind->getSubExpr());
  }
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
    return std::monostate{};
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
  if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(expression)) {
    Value only;
    for (const clang::Expr* element : list->inits()) only = evaluate(element);
    return list->isSemanticForm() && list->isTransparent() ? only : Value{};
  }
  if (const auto* list = llvm::dyn_cast<clang::CXXStdInitializerListExpr>(expression)) {
    evaluate(list->getSubExpr());
    return std::monostate{};
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
      walk_.record.effect("effect.unknown-construct", at, "a member is initialised from another one, by the class",
                          "give the class a constructor, or set the member where the object is made");
    return evaluate(default_->getExpr());
  }
  if (const auto* default_ = llvm::dyn_cast<clang::CXXDefaultArgExpr>(expression)) return evaluate(default_->getExpr());
  if (llvm::isa<clang::CXXThisExpr>(expression) && !walk_.inlining.isOwnThis())
    return walk_.lvalues.addressOf(walk_.frames.back().object, expression->getType()->getPointeeType());
  if (expression->isGLValue()) return discard(expression);
  if (const auto* member_ = llvm::dyn_cast<clang::MemberExpr>(expression)) {  // of a temporary
    evaluate(member_->getBase());
    return std::monostate{};
  }
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

Value Expressions::evaluateCast(const clang::CastExpr* cast) {
  const clang::Expr* sub = cast->getSubExpr();
  if (const auto* written = llvm::dyn_cast<clang::ExplicitCastExpr>(cast))
    walk_.statements.evaluateSizes(written->getTypeAsWritten());
  switch (cast->getCastKind()) {
    case clang::CK_LValueToRValue: {
      if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(sub->IgnoreParens()))
        return evaluateConditional(choice);
      if (const auto* call = llvm::dyn_cast<clang::CallExpr>(sub->IgnoreParens());
          call && isPureFunction(call->getDirectCallee()))
        return walk_.calls.evaluateCall(call);
      if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(sub->IgnoreParens())) {
        // A constant at namespace scope stays in the text; elsewhere the kernel needs a member for it.
        const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
        const auto constant = variable && !walk_.isLocal(variable) ? constantOf(cast) : std::nullopt;
        // The text of a called function keeps its own names.
        const bool isText = !walk_.frames.empty() && !walk_.inlining.insideLoop(sub->getSourceRange()) && variable &&
                            variable->hasGlobalStorage();
        if (constant && narrow(*constant) && (isText || variable->getDeclContext()->isFileContext()))
          return IntegerValue{Polynomial(*narrow(*constant)), {}};
        if (constant && narrow(*constant) && !known_.inLoop.contains({variable->getCanonicalDecl(), ""})) {
          walk_.lvalues.load(walk_.lvalues.place(sub), sub);
          return IntegerValue{Polynomial(*narrow(*constant)), {}};
        }
        const auto kept = variable && !walk_.isLocal(variable) ? walk_.storage.keptConstant(variable) : std::nullopt;
        if (kept && narrow(*kept)) {
          walk_.lvalues.load(walk_.lvalues.place(sub), sub);
          return IntegerValue{Polynomial(*narrow(*kept)), {}};
        }
      }
      const Place from = walk_.lvalues.place(sub);
      if (cast->getType()->isPointerType()) walk_.lvalues.noteLoaded(cast, from);
      return walk_.lvalues.load(from, sub);
    }
    case clang::CK_NoOp:
    case clang::CK_ConstructorConversion:
    case clang::CK_UserDefinedConversion:
      return evaluate(sub);
    case clang::CK_IntegralCast:
      return convert(evaluate(sub), sub->getType(), cast->getType());
    case clang::CK_ArrayToPointerDecay: {
      if (llvm::isa<clang::StringLiteral, clang::PredefinedExpr>(sub->IgnoreParens())) return std::monostate{};
      const Place array = walk_.lvalues.place(sub);
      if (const auto* outer = std::get_if<OuterPlace>(&array)) {
        const OuterName name = walk_.outer.at(outer->key);
        if (const auto id = walk_.names.arrayObject(name)) {
          return PointerValue{*id, IntegerValue{}, std::nullopt};
        }
        walk_.record.effect("effect.pointer-unknown", cast->getBeginLoc(),
                            "the array '" + name.name + "' is not modelled");
        return std::monostate{};
      }
      return walk_.lvalues.addressOf(array, sub->getType());
    }
    case clang::CK_PointerToBoolean:
      if (walk_.lvalues.tellNull(sub, sub, false)) return std::monostate{};
      [[fallthrough]];
    case clang::CK_IntegralToBoolean:
    case clang::CK_FloatingToBoolean:
    case clang::CK_IntegralToFloating:
    case clang::CK_BooleanToSignedIntegral:
    case clang::CK_FloatingToIntegral:
    case clang::CK_FloatingCast:
    case clang::CK_FloatingRealToComplex:
    case clang::CK_FloatingComplexToReal:
    case clang::CK_FloatingComplexToBoolean:
    case clang::CK_FloatingComplexCast:
    case clang::CK_NullToPointer:
    case clang::CK_ToVoid:
    case clang::CK_PointerToIntegral:
      if (sub->isGLValue())
        discard(sub);
      else
        evaluate(sub);
      return cast->getCastKind() == clang::CK_FloatingToIntegral ? walk_.headers.hostNumber(cast) : Value{};
    case clang::CK_FunctionToPointerDecay:
    case clang::CK_BuiltinFnToFnPtr:
      return std::monostate{};
    case clang::CK_DerivedToBase:
    case clang::CK_UncheckedDerivedToBase:
      evaluate(sub);
      return std::monostate{};
    case clang::CK_LValueToRValueBitCast:  // std::bit_cast: the bytes of a value
      return sub->isGLValue() ? (walk_.lvalues.load(walk_.lvalues.place(sub), sub), Value{}) : (evaluate(sub), Value{});
    case clang::CK_BitCast:
    case clang::CK_LValueBitCast:
    case clang::CK_IntegralToPointer:
      if (sub->isGLValue())
        walk_.lvalues.place(sub);
      else
        evaluate(sub);
      walk_.record.effect("effect.pointer-cast", cast->getBeginLoc(), "memory is reinterpreted as another type",
                          "convert the pointer before the loop");
      return std::monostate{};
    default:
      walk_.record.effect("effect.unknown-construct", cast->getBeginLoc(),
                          std::string("a conversion that is not modelled (") + cast->getCastKindName() + ")");
      return std::monostate{};
  }
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
  if (op->getType()->isUnsignedIntegerType() && !walk_.speculating && mixesSigned(context_, op, op->getType()))
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
  if (std::holds_alternative<PointerValue>(left) || std::holds_alternative<PointerValue>(right))
    return std::monostate{};
  const Value result = arithmetic(op->getOpcode(), left, right, op->getType());
  const bool isNew = op->getOpcode() == clang::BO_Shl && std::holds_alternative<std::monostate>(result);
  return isNew ? walk_.headers.hostNumber(op) : result;
}

/// Up to multiples of what the unsigned type can count, a sum is that of its terms, and a negative number is itself:
/// what is needed is that the whole stays in range.
///
///     (i + n + d) % n          for d = -1, 0, 1
Value Expressions::moduloWidth(const clang::Expr* expression, clang::QualType type) {
  const clang::Expr* term = termIn(context_, expression, type);
  if (const auto* cast = llvm::dyn_cast_or_null<clang::CastExpr>(term)) return evaluate(cast->getSubExpr());
  const auto* op = llvm::dyn_cast_or_null<clang::BinaryOperator>(term);
  if (!op) return evaluate(expression);
  const Value left = moduloWidth(op->getLHS(), type), right = moduloWidth(op->getRHS(), type);
  const auto* a = std::get_if<IntegerValue>(&left);
  const auto* b = std::get_if<IntegerValue>(&right);
  if (!a || !b) return std::monostate{};
  const auto sum = op->getOpcode() == clang::BO_Add   ? add(a->polynomial, b->polynomial)
                   : op->getOpcode() == clang::BO_Sub ? subtract(a->polynomial, b->polynomial)
                                                      : multiply(a->polynomial, b->polynomial);
  if (!sum) return std::monostate{};
  IntegerValue value{*sum, a->needs};
  append(value.needs, b->needs);
  return value;
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
  if (constructor->isCopyOrMoveConstructor() && constructor->isTrivial() && construction->getNumArgs() == 1) {
    const clang::Expr* source = construction->getArg(0);
    const Value copied =
        source->isGLValue() ? walk_.lvalues.load(walk_.lvalues.place(source), source) : evaluate(source);
    const bool kept = std::holds_alternative<ClosureValue>(copied) || isIteratorType(construction->getType());
    return kept ? copied : Value{};
  }
  if (constructor->isDefaultConstructor() && constructor->isTrivial()) return std::monostate{};
  if (const auto known = walk_.calls.optionalConstruction(construction)) return *known;
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
