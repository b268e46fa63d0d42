// Members of std::bitset. Those that ask whether there is such a bit, and throw where there is none, need a proof that
// there is one; the others have no meaning beyond the last bit.
//
//     std::bitset<64> seen;  for (int k = 0; k < 64; ++k) if (x[k] > 0) seen.set(k);  seen[x[i] & 63] = true;
//
// `b[k]` of a bitset that may be changed is an object that stands for the bit: it is known where it is read or assigned
// at once. The kernel has the bitset itself, of which devices have a version of their own: clustrix/bitset.h.
#include "Lower/Bitsets.h"

#include "Induction/ValueRanges.h"
#include "Library/LibraryTypes.h"
#include "Library/Standard.h"
#include "Lower/Calls.h"
#include "Lower/Expressions.h"
#include "Lower/Overlooked.h"
#include "Lower/Places.h"
#include "Lower/Recorder.h"
#include "Memory/Storage.h"
#include "Recurrence/EarlyExits.h"
#include "Syntax/LoopParts.h"
#include "Syntax/Mentions.h"
#include "Syntax/Types.h"

#include <algorithm>
#include <array>

namespace clustrix::compiler {

namespace {

/// What a member does with the bitset.
struct Use {
  bool reads = false;
  bool changes = false;
  bool names = false;   // a bit, by its first argument
  bool throws = false;  // where there is no such bit
};

std::optional<Use> useOfOperator(const clang::CXXMethodDecl& method) {
  switch (method.getOverloadedOperator()) {
    case clang::OO_AmpEqual:
    case clang::OO_PipeEqual:
    case clang::OO_CaretEqual:
    case clang::OO_LessLessEqual:
    case clang::OO_GreaterGreaterEqual:
      return Use{.reads = true, .changes = true};
    case clang::OO_Tilde:
    case clang::OO_LessLess:
    case clang::OO_GreaterGreater:
    case clang::OO_EqualEqual:
    case clang::OO_ExclaimEqual:
      return Use{.reads = true};
    case clang::OO_Subscript:
      return method.getReturnType()->isBooleanType() ? std::optional(Use{.reads = true, .names = true}) : std::nullopt;
    default:
      return std::nullopt;
  }
}

std::optional<Use> useOf(const clang::CXXMethodDecl& method) {
  if (!method.getIdentifier()) return useOfOperator(method);
  const bool names = method.getNumParams() > 0;
  switch (const Role role = roleOf(&method)) {
    case Role::AssignBits:
    case Role::FlipBits:
      return Use{.reads = names || role == Role::FlipBits, .changes = true, .names = names, .throws = names};
    case Role::TestBit:
      return Use{.reads = true, .names = true, .throws = true};
    case Role::Size:
    case Role::AskBits:
    case Role::BitsAsNumber:
      return Use{.reads = true};
    default:
      return std::nullopt;
  }
}

/// `b[k]` where it is an object that stands for the bit; null: something else.
const clang::CXXOperatorCallExpr* standsForBit(const clang::Expr* expression) {
  for (const clang::Expr* before = nullptr; before != expression;) {
    before = expression;
    expression = expression->IgnoreParens();
    if (const auto* full = llvm::dyn_cast<clang::FullExpr>(expression)) expression = full->getSubExpr();
    if (const auto* made = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(expression)) expression = made->getSubExpr();
    if (const auto* bind = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(expression)) expression = bind->getSubExpr();
    const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expression);
    if (cast && cast->getCastKind() == clang::CK_NoOp) expression = cast->getSubExpr();
  }
  const auto* bit = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expression);
  const bool subscripts = bit && bit->getOperator() == clang::OO_Subscript && bit->getNumArgs() == 2;
  return subscripts && bit->getType()->isRecordType() && bitsOf(bit->getArg(0)->getType()) ? bit : nullptr;
}

}  // namespace

std::optional<Value> Bitsets::call(const clang::CallExpr* call) {
  if (ofBit(call)) return Value{};
  const auto done = perform(call);
  return done ? std::optional(done->value) : std::nullopt;
}

std::optional<Place> Bitsets::placeOf(const clang::CallExpr* call) {
  const auto done = perform(call);
  return done ? std::optional(done->place) : std::nullopt;
}

/// `std::bitset<8> b;`, `std::bitset<8>(x)` of a number: of texts there are errors.
std::optional<Value> Bitsets::construction(const clang::CXXConstructExpr* made) {
  const clang::CXXConstructorDecl* constructor = made->getConstructor();
  if (!bitsOf(made->getType()) || constructor->getNumParams() > 1) return std::nullopt;
  const bool isEmpty = constructor->getNumParams() == 0;
  if (!isEmpty && !constructor->getParamDecl(0)->getType()->isIntegerType()) return std::nullopt;
  if (!isEmpty) read(made->getArg(0));
  return Value{};
}

/// A bit that is read or changed through what stands for it: `b[k]` as a number, `b[k] = x`, `b[k].flip()`, `~b[k]`.
bool Bitsets::ofBit(const clang::CallExpr* call) {
  if (const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call)) {
    const clang::CXXMethodDecl* method = member->getMethodDecl();
    const auto* bit = method ? standsForBit(member->getImplicitObjectArgument()) : nullptr;
    const bool flips = bit && roleOf(method) == Role::FlipBits;
    if (!bit || (!flips && !llvm::isa<clang::CXXConversionDecl>(method))) return false;
    touchBit(bit, flips);
    return true;
  }
  const auto* op = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call);
  const auto* bit = op ? standsForBit(op->getArg(0)) : nullptr;
  const bool assigns = op && op->getOperator() == clang::OO_Equal;
  if (!bit || (!assigns && op->getOperator() != clang::OO_Tilde)) return false;
  if (assigns) {
    if (const auto* other = standsForBit(op->getArg(1)))
      touchBit(other, false);
    else
      read(op->getArg(1));
  }
  touchBit(bit, assigns);
  return true;
}

void Bitsets::touchBit(const clang::CXXOperatorCallExpr* bit, bool changes) {
  walk_.overlooked.lookAt(bit);
  const clang::Expr* object = bit->getArg(0);
  const Place whole = wholeOf(object);
  askBit(bit, bit->getArg(1), *bitsOf(object->getType()), false);
  readWhole(whole, object);
  if (changes) writeWhole(whole, object);
}

std::optional<Bitsets::Done> Bitsets::perform(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  const auto* op = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call);
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
  if (op && callee && !method) {
    const auto kind = op->getOperator();
    const bool combines = kind == clang::OO_Amp || kind == clang::OO_Pipe || kind == clang::OO_Caret;
    if (!combines || !bitsOf(op->getType()) || !callee->isInStdNamespace()) return std::nullopt;
    for (const clang::Expr* operand : op->arguments()) read(operand);
    return Done{{}, LocalPlace{}};
  }
  const auto bits = method ? bitsOf(context_.getTypeDeclType(method->getParent())) : std::nullopt;
  const auto use = bits ? useOf(*method) : std::nullopt;
  const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
  if (!use || (!member && !op)) return std::nullopt;
  walk_.record.countWork(use->names ? 2 : static_cast<int>(*bits / 64) + 1);
  const clang::Expr* object = member ? member->getImplicitObjectArgument() : call->getArg(0);
  // The right hand side of an assignment comes first.
  const bool argumentsFirst = op && use->changes;
  Place whole;
  if (!argumentsFirst) whole = wholeOf(object);
  for (unsigned i = member ? 0 : 1; i < call->getNumArgs(); ++i) {
    if (use->names && i == (member ? 0u : 1u))
      askBit(call, call->getArg(i), *bits, use->throws);
    else if (!call->getArg(i)->isDefaultArgument())
      read(call->getArg(i));
  }
  if (argumentsFirst) whole = wholeOf(object);
  if (use->reads) readWhole(whole, object);
  if (use->changes) writeWhole(whole, object);
  if (roleOf(method) == Role::BitsAsNumber && walk_.record.sizeOf(call->getType()) * 8 < *bits)
    walk_.record.effect("effect.exception", call->getExprLoc(),
                        "'" + method->getNameAsString() + "' throws where a higher bit is set than its number has",
                        "mask and shift the bits that are meant into a shorter std::bitset");
  const bool isSize = roleOf(method) == Role::Size;
  const bool isKnown = isSize && !(input_.parametric && dependsOnTemplate(call));
  return Done{isKnown ? Value{IntegerValue{Polynomial(*bits), {}}} : Value{}, use->changes ? whole : LocalPlace{}};
}

void Bitsets::read(const clang::Expr* operand) {
  if (operand->isGLValue())
    walk_.lvalues.load(walk_.lvalues.place(operand), operand);
  else
    walk_.expressions.valueOf(operand);
}

Place Bitsets::wholeOf(const clang::Expr* object) {
  if (object->getType()->isPointerType())
    return walk_.lvalues.dereference(walk_.expressions.evaluate(object), object->getType()->getPointeeType(),
                                     object->getBeginLoc());
  if (object->isGLValue()) return walk_.lvalues.place(object);
  walk_.expressions.evaluate(object);
  return LocalPlace{};
}

void Bitsets::readWhole(const Place& whole, const clang::Expr* object) {
  const auto* element = std::get_if<ElementPlace>(&whole);
  if (element && object->getType()->isPointerType())
    walk_.lvalues.access(AccessKind::Read, *element, object->getBeginLoc());
  else if (object->isGLValue())
    walk_.lvalues.load(whole, object);
}

void Bitsets::writeWhole(const Place& whole, const clang::Expr* object) {
  const clang::QualType type = object->getType();
  walk_.lvalues.store(whole, {}, object, type->isPointerType() ? type->getPointeeType() : type);
}

/// What a test says of the variable: `k < 64`, `0 <= k`, not `k >= b.size()`.
void Bitsets::narrow(std::pair<Int128, Int128>& range, const Conjunct& test, const clang::VarDecl* variable) const {
  const auto* relation = llvm::dyn_cast<clang::BinaryOperator>(test.test->IgnoreParenImpCasts());
  if (!relation || !relation->isRelationalOp()) return;
  for (const bool isSwapped : {false, true}) {
    const clang::Expr* named = isSwapped ? relation->getRHS() : relation->getLHS();
    const auto limit = walk_.expressions.constantOf(isSwapped ? relation->getLHS() : relation->getRHS());
    if (!limit || !isInteger(named->getType()) || mentionedVariable(named) != variable) continue;
    auto kind = isSwapped ? clang::BinaryOperator::reverseComparisonOp(relation->getOpcode()) : relation->getOpcode();
    if (!test.holds) kind = clang::BinaryOperator::negateComparisonOp(kind);
    const bool isUpper = kind == clang::BO_LT || kind == clang::BO_LE;
    const Int128 most = kind == clang::BO_LT ? *limit - 1 : *limit, least = kind == clang::BO_GT ? *limit + 1 : *limit;
    const auto own = walk_.record.rangeOf(variable->getType()), compared = walk_.record.rangeOf(named->getType());
    const bool isSame = own.first >= compared.first && own.second <= compared.second;
    // A negative one is compared as an unsigned number that is larger than all that its own type has.
    const bool isSmall = compared.first == 0 && own.second <= compared.second && isUpper && most <= own.second;
    if (isUpper && (isSame || isSmall)) range.second = std::min(range.second, most);
    if (isSame ? !isUpper : isSmall) range.first = std::max(range.first, isSame ? least : Int128{0});
  }
}

/// Whether the position is a variable that keeps its value, and tests around say so.
bool Bitsets::isTested(const clang::Expr* position, std::int64_t bits) {
  const clang::Expr* named = position->IgnoreParenImpCasts();
  while (const auto* cast = llvm::dyn_cast<clang::ExplicitCastExpr>(named)) {
    // None that gives another number.
    if (!isInteger(cast->getType()) || walk_.record.rangeOf(cast->getType()).second < bits) return false;
    named = cast->getSubExpr()->IgnoreParenImpCasts();
  }
  const clang::VarDecl* variable = mentionedVariable(named);
  if (!variable || !isInteger(variable->getType()) || !walk_.storage.neverWritten(variable)) return false;
  std::vector<Conjunct> guards;
  const clang::ParentMap& map = walk_.storage.parents(walk_.currentFunction());
  for (const clang::Stmt *inner = position, *around = map.getParent(inner); around;
       inner = around, around = map.getParent(around))
    addGuards(around, inner, guards);
  auto range = walk_.record.rangeOf(variable->getType());
  for (const Conjunct& guard : guards) narrow(range, guard, variable);
  return range.first >= 0 && range.second < bits;
}

/// Whether 0 <= position < bits, by what the text says of the number, or by the loops and conditions around.
bool Bitsets::isBelow(const clang::Expr* position, std::int64_t bits, const Value& value) {
  const auto [least, most] = ValueRanges(walk_).rangeOf(position);
  if ((least >= 0 && most < bits) || isTested(position, bits)) return true;
  const auto* number = std::get_if<IntegerValue>(&value);
  if (!number) return false;
  const auto room = subtract(Polynomial(bits - 1), number->polynomial);
  const bool follows =
      room && walk_.calls.surelyNotNegative(number->polynomial) && walk_.calls.surelyNotNegative(*room);
  if (!follows && !walk_.exits.isBelow(number->polynomial, bits)) return false;
  walk_.record.require(number->needs, position->getBeginLoc());
  return true;
}

void Bitsets::askBit(const clang::CallExpr* call, const clang::Expr* position, std::int64_t bits, bool throws) {
  const clang::Expr* asked = walk_.calls.asSigned(position);
  const Value value = walk_.expressions.evaluate(asked);
  const bool isThere = isBelow(asked, bits, value);
  if (throws && !isThere)
    walk_.record.effect("effect.exception", call->getExprLoc(),
                        "'" + call->getDirectCallee()->getNameAsString() + "' throws where there is no such bit",
                        "use operator[], or a position that is seen to be below " + std::to_string(bits));
  walk_.exits.requireInside(call, isThere, "a bitset is asked for a bit that it may not have");
}

}  // namespace clustrix::compiler
