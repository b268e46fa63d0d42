// Conversions: most of them are implicit, and the reading of a variable is one.
#include "Induction/LoopHeader.h"
#include "Library/LibraryFunctions.h"
#include "Library/LibraryTypes.h"
#include "Lower/Calls.h"
#include "Lower/Expressions.h"
#include "Lower/Inlining.h"
#include "Lower/ListedValues.h"
#include "Lower/Places.h"
#include "Lower/Recorder.h"
#include "Lower/Statements.h"
#include "Memory/ElementParts.h"
#include "Memory/Names.h"
#include "Memory/Storage.h"
#include "Syntax/Types.h"

namespace clustrix::compiler {

/// A variable of which the text tells the value, and what its text is for the kernel; nothing of others.
std::optional<Value> Expressions::constantRead(const clang::CastExpr* cast, const clang::DeclRefExpr* reference) {
  const clang::Expr* sub = cast->getSubExpr();
  // A constant at namespace scope stays in the text; elsewhere the kernel needs a member for it.
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
  const auto constant = variable && !walk_.isLocal(variable) ? constantOf(cast) : std::nullopt;
  // The text of a called function keeps its own names.
  const bool isText = !walk_.frames.empty() && !walk_.inlining.insideLoop(sub->getSourceRange()) && variable &&
                      variable->hasGlobalStorage();
  if (constant && narrow(*constant) && (isText || variable->getDeclContext()->getRedeclContext()->isFileContext()))
    return IntegerValue{Polynomial(*narrow(*constant)), {}};
  if (constant && narrow(*constant) && !known_.inLoop.contains({variable->getCanonicalDecl(), ""})) {
    walk_.lvalues.load(walk_.lvalues.place(sub), sub);
    return IntegerValue{Polynomial(*narrow(*constant)), {}};
  }
  const auto kept = variable && !walk_.isLocal(variable) ? walk_.storage.keptConstant(variable) : std::nullopt;
  if (!kept || !narrow(*kept)) return std::nullopt;
  walk_.lvalues.load(walk_.lvalues.place(sub), sub);
  return IntegerValue{Polynomial(*narrow(*kept)), {}};
}

Value Expressions::evaluateRead(const clang::CastExpr* cast) {
  const clang::Expr* sub = cast->getSubExpr();
  const clang::Expr* read = sub->IgnoreParens();
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(read)) return evaluateConditional(choice);
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(read); call && isPureFunction(call->getDirectCallee()))
    return walk_.calls.evaluateCall(call);
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(read))
    if (const auto constant = constantRead(cast, reference)) return *constant;
  const Place from = walk_.lvalues.place(sub);
  if (cast->getType()->isPointerType()) walk_.lvalues.noteLoaded(cast, from);
  return walk_.lvalues.load(from, sub);
}

Value Expressions::evaluateDecay(const clang::CastExpr* cast) {
  const clang::Expr* sub = cast->getSubExpr();
  if (llvm::isa<clang::PredefinedExpr>(sub->IgnoreParens())) return std::monostate{};
  const Place array = walk_.lvalues.place(sub);
  const auto* outer = std::get_if<OuterPlace>(&array);
  if (!outer) return walk_.lvalues.addressOf(array, sub->getType());
  const OuterName name = walk_.outer.at(outer->key);
  if (const auto id = walk_.names.arrayObject(name)) return PointerValue{*id, IntegerValue{}, std::nullopt};
  walk_.record.effect("effect.pointer-unknown", cast->getBeginLoc(), "the array '" + name.name + "' is not modelled");
  return std::monostate{};
}

Value Expressions::fromFloating(const clang::CastExpr* cast) {
  const Value known = walk_.headers.hostNumber(cast);
  return std::holds_alternative<std::monostate>(known) ? convertedNumber(walk_, cast) : known;
}

/// Of a pointer to an object: one to its part of that class.
Value Expressions::baseOf(const Value& object, const clang::CastExpr* conversion) {
  if (std::holds_alternative<LocalPointer>(object)) return object;
  if (!std::holds_alternative<PointerValue>(object)) return std::monostate{};
  const clang::QualType derived = conversion->getSubExpr()->getType()->getPointeeType();
  const Place whole = walk_.lvalues.dereference(object, derived, conversion->getBeginLoc());
  return walk_.lvalues.addressOf(partOfBase(context_, whole, *conversion), conversion->getType()->getPointeeType());
}

Value Expressions::evaluateCast(const clang::CastExpr* cast) {
  const clang::Expr* sub = cast->getSubExpr();
  if (const auto* written = llvm::dyn_cast<clang::ExplicitCastExpr>(cast))
    walk_.statements.evaluateSizes(written->getTypeAsWritten());
  switch (cast->getCastKind()) {
    case clang::CK_LValueToRValue:
      return evaluateRead(cast);
    case clang::CK_NoOp:
    case clang::CK_ConstructorConversion:
    case clang::CK_UserDefinedConversion:
      return evaluate(sub);
    case clang::CK_IntegralCast:
      return convert(evaluate(sub), sub->getType(), cast->getType());
    case clang::CK_ArrayToPointerDecay:
      return evaluateDecay(cast);
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
      return cast->getCastKind() == clang::CK_FloatingToIntegral ? fromFloating(cast) : Value{};
    case clang::CK_FunctionToPointerDecay:
    case clang::CK_BuiltinFnToFnPtr:
      return std::monostate{};
    case clang::CK_DerivedToBase:
    case clang::CK_UncheckedDerivedToBase:
      return baseOf(evaluate(sub), cast);
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

}  // namespace clustrix::compiler
