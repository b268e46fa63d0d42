// Arithmetic on values: sums, products, quotients and conversions, as far as they are exact.
#include "Induction/Quotients.h"
#include "KernelText/HostText.h"
#include "Library/LibraryTypes.h"
#include "Lower/Expressions.h"
#include "Lower/Places.h"
#include "Lower/Recorder.h"
#include "Syntax/Mentions.h"
#include "Syntax/Types.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

void append(std::vector<Bound>& into, const std::vector<Bound>& more) {
  for (const Bound& bound : more)
    if (std::find(into.begin(), into.end(), bound) == into.end()) into.push_back(bound);
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

}  // namespace

/// Whether a sum of unsigned numbers has a signed one in it that may be negative.
bool Expressions::mixesSigned(const clang::Expr* expression, clang::QualType type) const {
  const clang::Expr* term = termIn(context_, expression, type);
  if (const auto* op = llvm::dyn_cast_or_null<clang::BinaryOperator>(term))
    return mixesSigned(op->getLHS(), type) || mixesSigned(op->getRHS(), type);
  clang::Expr::EvalResult result;
  return term && (term->isValueDependent() || !term->EvaluateAsInt(result, context_));
}

IntegerValue Expressions::checked(IntegerValue value, clang::QualType type) {
  const auto [min, max] = walk_.record.rangeOf(type);
  if (const auto constant = value.polynomial.constant())
    if (*constant >= min && *constant <= max) return value;
  append(value.needs, {Bound{value.polynomial, min, max}});
  return value;
}

namespace {

Value asListed(const Value& value) {
  const auto* number = std::get_if<IntegerValue>(&value);
  return number ? Value{ListedNumber{*number}} : Value{};
}

bool isListed(const Value& value) { return std::holds_alternative<ListedNumber>(value); }

}  // namespace

Value Expressions::convert(const Value& value, clang::QualType from, clang::QualType to) {
  if (const auto* listed = std::get_if<ListedNumber>(&value)) return asListed(convert(listed->number, from, to));
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
  if (isListed(left) || isListed(right)) {
    const bool isExact = kind == clang::BO_Add || kind == clang::BO_Sub || kind == clang::BO_Mul;
    const IntegerValue *const one = numberIn(left), *const other = numberIn(right);
    return isExact && one && other ? asListed(arithmetic(kind, *one, *other, type)) : Value{};
  }
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
  const IntegerValue* const integer = numberIn(index);
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

/// Between two places of one array whose elements are of the pointers' type, and nothing where it is not known.
Value Expressions::distance(const Value& begin, const Value& end, clang::QualType pointee) {
  const auto *from = std::get_if<PointerValue>(&begin), *to = std::get_if<PointerValue>(&end);
  if (!from || !to || from->array != to->array || !from->offset || !to->offset || from->bytes || to->bytes) return {};
  const ArrayObject& object = model_.arrays[static_cast<std::size_t>(from->array.value)];
  if (walk_.record.sizeOf(pointee) != object.elementBytes) return {};
  return arithmetic(clang::BO_Sub, *to->offset, *from->offset, context_.LongTy);
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

}  // namespace clustrix::compiler
