#include "Induction/ValueRanges.h"

#include "Induction/Quotients.h"
#include "Library/DeviceBuiltins.h"
#include "Library/LibraryTypes.h"
#include "Library/Standard.h"
#include "Lower/Expressions.h"
#include "Lower/Recorder.h"
#include "Memory/Storage.h"
#include "Syntax/InitialValue.h"
#include "Syntax/Mentions.h"
#include "Syntax/Types.h"

#include <algorithm>
#include <set>

namespace clustrix::compiler {

namespace {

/// More elements than this are no footprint that a device would be glad of.
constexpr Int128 mostValues = 65536;
constexpr std::size_t mostLoops = 64;
constexpr int mostSteps = 500;
constexpr int mostDepth = 32;  // of expressions, and of variables that they name

std::pair<Int128, Int128> around(std::initializer_list<Int128> values) { return {std::min(values), std::max(values)}; }
std::pair<Int128, Int128> either(const std::pair<Int128, Int128>& a, const std::pair<Int128, Int128>& b) {
  return {std::min(a.first, b.first), std::max(a.second, b.second)};
}

/// The least 2^k - 1 that is not below it.
Int128 allBits(Int128 value) {
  Int128 bits = 0;
  while (bits < value) bits = 2 * bits + 1;
  return bits;
}

}  // namespace

bool ValueRanges::isWhole(clang::QualType type) const {
  return type->isIntegralOrUnscopedEnumerationType() && walk_.record.sizeOf(type) <= 8 && !type->isDependentType();
}

ValueRanges::Range ValueRanges::within(clang::QualType type, const Range& range) const {
  const Range all = walk_.record.rangeOf(type);
  return range.first >= all.first && range.second <= all.second ? range : all;
}

ValueRanges::Range ValueRanges::of(const clang::Expr* expression, int depth) const {
  const clang::QualType type = expression->getType();
  const Range all = walk_.record.rangeOf(type);
  if (depth > mostDepth || ++steps_ > mostSteps) return all;
  if (const auto number = walk_.expressions.constantOf(expression)) return {*number, *number};
  expression = expression->IgnoreParens();
  if (const auto* full = llvm::dyn_cast<clang::FullExpr>(expression)) return of(full->getSubExpr(), depth + 1);
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(expression)) return ofCast(cast, depth + 1);
  if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(expression)) return within(type, ofBinary(op, depth + 1));
  if (const auto* op = llvm::dyn_cast<clang::UnaryOperator>(expression)) {
    if (op->getOpcode() == clang::UO_LNot) return {0, 1};
    if (op->getOpcode() != clang::UO_Minus && op->getOpcode() != clang::UO_Plus) return all;
    const Range value = of(op->getSubExpr(), depth + 1);
    return op->getOpcode() == clang::UO_Plus ? value : within(type, {-value.second, -value.first});
  }
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(expression))
    return either(of(choice->getTrueExpr(), depth + 1), of(choice->getFalseExpr(), depth + 1));
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(expression)) return within(type, ofCall(call, depth + 1));
  return all;
}

ValueRanges::Range ValueRanges::ofCast(const clang::CastExpr* cast, int depth) const {
  const clang::Expr* inside = cast->getSubExpr();
  if (cast->getCastKind() == clang::CK_LValueToRValue) return ofRead(inside, depth);
  const bool keeps = cast->getCastKind() == clang::CK_IntegralCast || cast->getCastKind() == clang::CK_NoOp;
  if (keeps && isWhole(inside->getType())) return within(cast->getType(), of(inside, depth));
  return walk_.record.rangeOf(cast->getType());
}

ValueRanges::Range ValueRanges::ofBinary(const clang::BinaryOperator* op, int depth) const {
  const Range all = walk_.record.rangeOf(op->getType());
  if (op->isComparisonOp() || op->isLogicalOp()) return {0, 1};
  if (op->getOpcode() == clang::BO_Comma) return of(op->getRHS(), depth);
  if (op->isAssignmentOp() || !isWhole(op->getLHS()->getType()) || !isWhole(op->getRHS()->getType())) return all;
  const Range a = of(op->getLHS(), depth), b = of(op->getRHS(), depth);
  const bool positive = a.first >= 0 && b.first >= 0;
  switch (op->getOpcode()) {
    case clang::BO_Add:
      return {a.first + b.first, a.second + b.second};
    case clang::BO_Sub:
      return {a.first - b.second, a.second - b.first};
    case clang::BO_Mul: {
      // Numbers of 32 bits, whose products fit.
      const Int128 most = Int128{1} << 32;
      if (std::max({-a.first, a.second, -b.first, b.second}) > most) return all;
      return around({a.first * b.first, a.first * b.second, a.second * b.first, a.second * b.second});
    }
    case clang::BO_Rem:
      if (b.first <= 0) return all;
      return {a.first >= 0 ? Int128{0} : std::max(a.first, 1 - b.second),
              a.second <= 0 ? Int128{0} : std::min(a.second, b.second - 1)};
    case clang::BO_Div:
      return positive && b.first > 0 ? Range{a.first / b.second, a.second / b.first} : all;
    case clang::BO_Shr:
      return positive && b.second < 64
                 ? Range{a.first >> static_cast<int>(b.second), a.second >> static_cast<int>(b.first)}
                 : all;
    case clang::BO_And:
      if (positive) return {0, std::min(a.second, b.second)};
      return a.first >= 0 ? Range{0, a.second} : b.first >= 0 ? Range{0, b.second} : all;
    case clang::BO_Or:
    case clang::BO_Xor:
      return positive ? Range{0, allBits(std::max(a.second, b.second))} : all;
    default:
      return all;
  }
}

/// `std::min(k, 15)`, `std::max(k, 0)`; of others, what their type says.
ValueRanges::Range ValueRanges::ofCall(const clang::CallExpr* call, int depth) const {
  const Range all = walk_.record.rangeOf(call->getType());
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (!callee || !hasNamesakeOfNvcc(*callee) || call->getNumArgs() != 2) return all;
  for (const clang::Expr* argument : call->arguments())
    if (!isWhole(argument->getType())) return all;
  const bool least = does(callee, Does::Min);
  const Range a = ofRead(call->getArg(0), depth), b = ofRead(call->getArg(1), depth);
  return least ? Range{std::min(a.first, b.first), std::min(a.second, b.second)}
               : Range{std::max(a.first, b.first), std::max(a.second, b.second)};
}

/// What is read of a place; of a temporary, what it was made of.
ValueRanges::Range ValueRanges::ofRead(const clang::Expr* place, int depth) const {
  const Range all = walk_.record.rangeOf(place->getType());
  if (depth > mostDepth) return all;
  place = place->IgnoreParens();
  if (const auto* temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(place))
    return of(temporary->getSubExpr(), depth + 1);
  if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(place); cast && cast->getCastKind() == clang::CK_NoOp)
    return ofRead(cast->getSubExpr(), depth + 1);
  if (!place->isGLValue()) return of(place, depth + 1);
  if (const clang::Expr* array = arrayOf(place)) return ofElements(array, depth).value_or(all);
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(place)) return ofCall(call, depth);
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(place))
    return either(ofRead(choice->getTrueExpr(), depth + 1), ofRead(choice->getFalseExpr(), depth + 1));
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(place);
  const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  const clang::Expr* value = variable && isWhole(variable->getType()) ? initialValueOf(*variable) : nullptr;
  return value && walk_.storage.neverWritten(variable) ? within(place->getType(), of(value, depth + 1)) : all;
}

/// The array or `std::array` of which it names an element: other classes' operators name what they like. Null: of none.
const clang::Expr* ValueRanges::arrayOf(const clang::Expr* element) const {
  if (const auto* index = llvm::dyn_cast<clang::ArraySubscriptExpr>(element)) return index->getBase();
  const auto* op = llvm::dyn_cast<clang::CXXOperatorCallExpr>(element);
  if (!op || op->getOperator() != clang::OO_Subscript || op->getNumArgs() != 2) return nullptr;
  return isInPlace(op->getArg(0)->getType()) ? op->getArg(0) : nullptr;
}

/// Of a table whose elements the source gives, whichever is read.
std::optional<ValueRanges::Range> ValueRanges::ofElements(const clang::Expr* array, int depth) const {
  array = array->IgnoreParenImpCasts();
  if (const clang::Expr* outer = arrayOf(array)) return ofElements(outer, depth + 1);
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(array);
  const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  if (!variable || depth > mostDepth) return std::nullopt;
  const clang::QualType type = variable->getType();
  const bool fixed = !type->isReferenceType() && context_.getBaseElementType(type).isConstQualified();
  const clang::Expr* list = fixed && !type.isVolatileQualified() ? initialiserOf(*variable) : nullptr;
  return list ? ofList(list->IgnoreImplicit(), depth + 1) : std::nullopt;
}

std::optional<ValueRanges::Range> ValueRanges::ofList(const clang::Expr* value, int depth) const {
  if (depth > mostDepth) return std::nullopt;
  const auto* list = llvm::dyn_cast<clang::InitListExpr>(value->IgnoreParens());
  if (!list) {
    const auto number = isWhole(value->getType()) ? walk_.expressions.constantOf(value) : std::nullopt;
    return number ? std::optional(Range{*number, *number}) : std::nullopt;
  }
  std::optional<Range> all;
  const auto take = [&](const std::optional<Range>& one) {
    if (one) all = all ? either(*all, *one) : *one;
    return one.has_value();
  };
  for (unsigned n = 0; n < list->getNumInits(); ++n)
    if (!take(ofList(list->getInit(n), depth + 1))) return std::nullopt;
  // What the list does not name is zero.
  const auto* array = context_.getAsConstantArrayType(list->getType());
  if (list->hasArrayFiller() || (array && array->getSize().ugt(list->getNumInits()))) take(Range{0, 0});
  return all;
}

/// Whether it reads elements or members of objects, and no variable that the loop changes: counters have a meaning of
/// their own, and what wraps around is known better elsewhere.
bool ValueRanges::isData(const clang::Expr* expression) const {
  bool reads = false;
  std::set<const clang::VarDecl*> seen;
  std::vector<const clang::Stmt*> next{expression};
  while (!next.empty()) {
    const clang::Stmt* one = next.back();
    next.pop_back();
    if (!one) continue;
    reads =
        reads ||
        llvm::isa<clang::ArraySubscriptExpr, clang::CXXOperatorCallExpr, clang::CXXMemberCallExpr, clang::MemberExpr>(
            one);
    const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(one);
    const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(one);
    if ((unary && unary->isIncrementDecrementOp()) || (binary && binary->isAssignmentOp())) return false;
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(one);
    const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
    if (variable && known_.inLoop.contains({variable, ""})) return false;
    if (variable && variable->hasLocalStorage() && seen.insert(variable).second && walk_.storage.neverWritten(variable))
      next.push_back(initialValueOf(*variable));
    next.insert(next.end(), one->child_begin(), one->child_end());
  }
  return reads;
}

std::optional<Value> ValueRanges::some(const clang::Expr* expression) {
  // Iterations that the program never comes to would have values of their own.
  if (walk_.searching || (walk_.speculating && !walk_.rollsBack) || model_.loops.size() >= mostLoops)
    return std::nullopt;
  if (expression->isGLValue() || !isWhole(expression->getType())) return std::nullopt;
  if (!isData(expression)) return std::nullopt;
  if (input_.parametric && dependsOnTemplate(expression)) return std::nullopt;
  const auto [least, most] = of(expression, 0);
  if (most - least >= mostValues || least > most) return std::nullopt;
  return walk_.quotients.someOf(least, most);
}

bool ValueRanges::mayBeNegative(const Value& value) const {
  const auto* integer = std::get_if<IntegerValue>(&value);
  if (!integer) return false;
  const auto isSome = [&](SymbolId id) { return walk_.quotients.isSome(id); };
  const std::vector<SymbolId> symbols = integer->polynomial.symbols();
  return !symbols.empty() && std::all_of(symbols.begin(), symbols.end(), isSome) &&
         !walk_.quotients.plainlyNonNegative(integer->polynomial);
}

}  // namespace clustrix::compiler
