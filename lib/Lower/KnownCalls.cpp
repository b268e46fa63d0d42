// Calls whose meaning is known without a look at a body: names for an object, bits of an integer, the end of the
// program; and the library's types that behave like plain data.
#include "Library/LibraryFunctions.h"
#include "Lower/Calls.h"
#include "Lower/Expressions.h"
#include "Lower/ListedValues.h"
#include "Lower/Objects.h"
#include "Lower/Overlooked.h"
#include "Lower/Places.h"
#include "Lower/Recorder.h"
#include "Lower/Statements.h"
#include "Recurrence/EarlyExits.h"
#include "Syntax/PlainComparison.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/Builtins.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace clustrix::compiler {

namespace {

/// Functions that never come back and leave nothing behind that could depend on the order of the iterations.
bool endsProgram(const clang::FunctionDecl& callee) {
  if (!callee.getIdentifier()) return false;
  const unsigned builtin = callee.getBuiltinID();
  if (builtin == clang::Builtin::BI__builtin_unreachable || builtin == clang::Builtin::BI__builtin_trap) return true;
  const llvm::StringRef name = callee.getName();
  return callee.isExternC() && (name == "__assert_fail" || name == "abort") &&
         callee.getASTContext().getSourceManager().isInSystemHeader(callee.getLocation());
}

/// `__builtin_isnan(x)`: of numbers of any type.
bool isTestOfNumbers(unsigned builtin) {
  switch (builtin) {
    case clang::Builtin::BI__builtin_isnan:
    case clang::Builtin::BI__builtin_isinf:
    case clang::Builtin::BI__builtin_isfinite:
    case clang::Builtin::BI__builtin_isnormal:
    case clang::Builtin::BI__builtin_signbit:
    case clang::Builtin::BI__builtin_fpclassify:
    case clang::Builtin::BI__builtin_isgreater:
    case clang::Builtin::BI__builtin_isgreaterequal:
    case clang::Builtin::BI__builtin_isless:
    case clang::Builtin::BI__builtin_islessequal:
    case clang::Builtin::BI__builtin_islessgreater:
    case clang::Builtin::BI__builtin_isunordered:
      return true;
    default:
      return false;
  }
}

/// `__builtin_popcount` and the like: functions of their arguments alone. Those that take any type have no parameters.
bool isPureBuiltin(const clang::FunctionDecl& callee) {
  const unsigned builtin = callee.getBuiltinID();
  if (builtin == 0 || !callee.getName().starts_with("__builtin_")) return false;
  const auto isPlain = [](const clang::ParmVarDecl* parameter) {
    return parameter->getType()->isArithmeticType() || parameter->getType()->isAnyComplexType();
  };
  const auto& known = callee.getASTContext().BuiltinInfo;
  if (known.hasCustomTypechecking(builtin)) return isTestOfNumbers(builtin);
  return (known.isConst(builtin) || known.isConstWithoutErrnoAndExceptions(builtin)) && !callee.isVariadic() &&
         std::all_of(callee.param_begin(), callee.param_end(), isPlain);
}

}  // namespace

std::optional<Value> Calls::evaluateKnownCall(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (!callee || !callee->getIdentifier()) return std::nullopt;
  if (isNamingCall(call)) {
    walk_.lvalues.place(call);
    return Value{};
  }
  const unsigned builtin = callee->getBuiltinID();
  if (builtin == clang::Builtin::BI__builtin_expect && call->getNumArgs() == 2)
    return walk_.expressions.evaluate(call->getArg(0));
  if ((builtin == clang::Builtin::BIaddressof || builtin == clang::Builtin::BI__addressof ||
       builtin == clang::Builtin::BI__builtin_addressof) &&
      call->getNumArgs() == 1) {
    const Place target = walk_.lvalues.place(call->getArg(0));
    if (walk_.objects.isObject(call->getArg(0)->getType()))
      walk_.record.effect("effect.pointer-unknown", call->getBeginLoc(), "the address of a library's object is taken");
    if (!std::holds_alternative<OuterPlace>(target)) return walk_.lvalues.addressOf(target, call->getArg(0)->getType());
    walk_.record.effect("effect.pointer-unknown", call->getBeginLoc(),
                        "the address of a variable from outside the loop is taken in the loop");
    return Value{};
  }
  if (builtin == clang::Builtin::BI__builtin_is_constant_evaluated) return Value{};
  if (builtin == clang::Builtin::BI__builtin_memcpy || builtin == clang::Builtin::BImemcpy) return copyBytes(call);
  if (writesThroughLast(callee)) {
    const clang::Expr* last = call->getArg(call->getNumArgs() - 1);
    walk_.expressions.evaluate(call->getArg(0));
    touchBytes(AccessKind::Write, last, walk_.record.sizeOf(last->getType()->getPointeeType()));
    return Value{};
  }
  if (isSortOfElements(callee)) return sort(call);
  if (isBisectionOfNumbers(callee)) return bisect(call);
  if (isMinmaxOfNumbers(callee)) return minmax(call);
  if (isDivisionOfLibrary(callee)) {
    evaluateArguments(call);
    if (walk_.speculating) walk_.exits.refuseDivision(call->getBeginLoc());
    return Value{};
  }
  const bool ends = endsProgram(*callee);
  if (!ends && builtin != clang::Builtin::BI__builtin_assume && !isPureBuiltin(*callee)) return std::nullopt;
  evaluateArguments(call);
  if (isPureBuiltin(*callee) && !context_.BuiltinInfo.isConst(builtin)) leaveMathState(call);
  if (ends) walk_.statements.leave();
  return Value{};
}

/// `memcpy(&a[i], &b[i], sizeof(double))`: reads and writes of elements, when it is known of which.
std::optional<Value> Calls::copyBytes(const clang::CallExpr* call) {
  const auto size = walk_.expressions.constantOf(call->getArg(2));
  if (!size || *size <= 0 || *size > 1 << 20) return std::nullopt;
  touchBytes(AccessKind::Read, call->getArg(1), static_cast<std::int64_t>(*size));
  touchBytes(AccessKind::Write, call->getArg(0), static_cast<std::int64_t>(*size));
  return Value{};
}

/// Reads and writes all elements of the range, in whatever order, by a comparison that looks at them alone.
Value Calls::sort(const clang::CallExpr* call) {
  const auto refuse = [&](const char* message) {
    walk_.record.effect("effect.call", call->getBeginLoc(), message);
    return Value{};
  };
  if (call->getNumArgs() == 3) {
    if (!isPlainComparison(call->getArg(2)))
      return refuse("'std::sort' is called with a comparison that is more than one 'return' of arithmetic");
    walk_.expressions.evaluate(call->getArg(2));
  }
  const std::optional<KnownRange> range = rangeOf(call);
  if (!range) return refuse("'std::sort' is called for elements that are not known before the loop");
  walk_.record.countWork(32);
  if (!range->begin) {
    for (const int end : {0, 1}) walk_.overlooked.lookAtAll(call->getArg(end));
    return Value{};
  }
  for (const AccessKind kind : {AccessKind::Read, AccessKind::Write}) accessRange(kind, *range, call->getBeginLoc());
  return Value{};
}

/// The range between the first two arguments; nothing where that is none of one array.
std::optional<Calls::KnownRange> Calls::rangeOf(const clang::CallExpr* call) {
  const Value first = walk_.expressions.evaluate(call->getArg(0)), last = walk_.expressions.evaluate(call->getArg(1));
  if (std::holds_alternative<LocalPointer>(first) && std::holds_alternative<LocalPointer>(last)) return KnownRange{};
  const auto *begin = std::get_if<PointerValue>(&first), *end = std::get_if<PointerValue>(&last);
  if (!begin || !end || begin->array != end->array || begin->bytes || end->bytes) return std::nullopt;
  KnownRange range{*begin, std::nullopt, {}};
  for (const PointerValue* edge : {begin, end})
    if (edge->offset) range.needs.insert(range.needs.end(), edge->offset->needs.begin(), edge->offset->needs.end());
  // What lists would have to keep to is not asked for: the range may then be any.
  const bool isKnown = begin->offset && end->offset &&
                       std::none_of(range.needs.begin(), range.needs.end(),
                                    [&](const Bound& need) { return mentionsListed(model_.symbols, need.value); });
  if (isKnown) range.count = subtract(end->offset->polynomial, begin->offset->polynomial);
  return range;
}

void Calls::accessRange(AccessKind kind, const KnownRange& range, clang::SourceLocation at) {
  if (range.count) return accessElements(kind, *range.begin, {{{}, {*range.count, range.needs}}}, at);
  const std::int64_t bytes = model_.arrays[static_cast<std::size_t>(range.begin->array.value)].elementBytes;
  walk_.lvalues.access(kind, {range.begin->array, std::nullopt, 0, bytes}, at);
}

/// Reads some of the range's elements, and comes to one of its places, or to the one behind it.
std::optional<Value> Calls::bisect(const clang::CallExpr* call) {
  const std::optional<KnownRange> range = rangeOf(call);
  if (!range) return std::nullopt;
  walk_.lvalues.load(walk_.lvalues.place(call->getArg(2)), call->getArg(2));
  walk_.record.countWork(16);
  const bool isPlace = !call->getType()->isBooleanType();
  if (!range->begin) return isPlace ? Value{LocalPointer{}} : Value{};
  accessRange(AccessKind::Read, *range, call->getBeginLoc());
  if (!isPlace) return Value{};
  PointerValue place{range->begin->array, std::nullopt, std::nullopt};
  const auto found = range->count ? foundNumber(walk_, *range->count) : std::nullopt;
  if (const auto offset = found ? add(range->begin->offset->polynomial, *found) : std::nullopt)
    place.offset = IntegerValue{*offset, range->needs};
  return place;
}

/// A pair of references, to elements and to what the iteration has for itself.
Value Calls::minmax(const clang::CallExpr* call) {
  std::array<Place, 2> places;
  for (const unsigned i : {0u, 1u}) {
    places[i] = walk_.lvalues.place(call->getArg(i));
    if (!std::holds_alternative<ElementPlace>(places[i]) && !std::holds_alternative<LocalPlace>(places[i]))
      walk_.record.effect("effect.pointer-unknown", call->getArg(i)->getBeginLoc(),
                          "'std::minmax' refers to a variable from outside the loop",
                          "copy it into a constant of the iteration");
  }
  extremes_[call] = places;
  return Value{};
}

bool Calls::readsExtreme(const clang::Expr* pair, const Place& place) {
  const auto* call = llvm::dyn_cast<clang::CallExpr>(pair->IgnoreImplicit()->IgnoreParens());
  const auto* local = std::get_if<LocalPlace>(&place);
  const clang::Expr* made = local && local->variable ? local->variable->getInit() : nullptr;
  if (made) call = llvm::dyn_cast<clang::CallExpr>(made->IgnoreImplicit()->IgnoreParens());
  const auto found = extremes_.find(call);
  if (found == extremes_.end()) return false;
  for (const Place& one : found->second)
    if (const auto* element = std::get_if<ElementPlace>(&one))
      walk_.lvalues.access(AccessKind::Read, *element, pair->getBeginLoc());
  return true;
}

/// So many bytes where the pointer leads.
void Calls::touchBytes(AccessKind kind, const clang::Expr* pointer, std::int64_t count) {
  while (const auto* cast = llvm::dyn_cast<clang::CastExpr>(pointer->IgnoreParens())) {
    if (cast->getCastKind() != clang::CK_BitCast && cast->getCastKind() != clang::CK_NoOp) break;
    pointer = cast->getSubExpr();
  }
  const Value target = walk_.expressions.evaluate(pointer);
  if (std::holds_alternative<LocalPointer>(target)) return;
  const auto* known = std::get_if<PointerValue>(&target);
  if (!known)
    return walk_.record.effect("effect.pointer-unknown", pointer->getBeginLoc(), "memory is copied that is not known");
  const std::int64_t bytes = model_.arrays[static_cast<std::size_t>(known->array.value)].elementBytes;
  ElementPlace element{known->array, std::nullopt, 0, bytes};
  if (known->piece && count <= known->piece->bytes)
    element = {
        known->array, known->offset, known->bytes->first, known->bytes->second, {}, Piece{known->piece->at, count}};
  else if (!known->piece && known->bytes && known->bytes->first + count <= known->bytes->second)
    element = {known->array, known->offset, known->bytes->first, known->bytes->first + count};
  else if (!known->bytes && count <= bytes)
    element = {known->array, known->offset, 0, count};
  walk_.lvalues.access(kind, element, pointer->getBeginLoc());
}

}  // namespace clustrix::compiler
