// std::optional of a number, in a loop's body: a variable of the iteration's own that may hold nothing.
//
//     std::optional<double> x;  if (w[i] > 0) x = w[i];  v[i] = x.value_or(0);
//
// The library's members are known by what they do to the object as a whole; their bodies reach into base classes and
// unions, of which the walk knows nothing. What `*x` is where there is no value nobody may ask, so that it needs no
// answer.
#include "KernelText/BodyEdits.h"
#include "Library/LibraryTypes.h"
#include "Library/Standard.h"
#include "Lower/Calls.h"
#include "Lower/Expressions.h"
#include "Lower/Places.h"
#include "Lower/Recorder.h"
#include "Memory/Storage.h"

#include "clang/AST/DeclTemplate.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// `std::nullopt` and `std::in_place`: constants that say which constructor is meant.
bool isTag(clang::QualType type) { return isOfKind(type, ClassKind::Tag); }

/// In a state's values, beside the name of the variable: it surely holds a number.
constexpr const char* holdsKey = " holds";

bool isPlain(clang::QualType type) {
  return type.getNonReferenceType()->isArithmeticType() || isOptionalType(type) || isTag(type);
}

bool arePlain(const clang::Expr* const* begin, const clang::Expr* const* end) {
  return std::all_of(begin, end, [](const clang::Expr* one) { return isPlain(one->getType()); });
}

}  // namespace

/// The variable that an optional is; null for one that may be another's name. What a parameter is changes from call to
/// call.
const clang::VarDecl* Calls::optionalVariable(const clang::Expr* object) const {
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(object->IgnoreParenImpCasts());
  const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  if (!variable || !walk_.isLocal(variable)) return variable;
  return llvm::isa<clang::ParmVarDecl>(variable) || variable->getType()->isReferenceType() ? nullptr : variable;
}

/// Notes whether the iteration's own `variable` surely holds a number; null: one of which nothing is known.
void Calls::engage(const clang::VarDecl* variable, bool holds) {
  if (!variable) {
    state_.values.eraseIf([](const auto& entry) { return entry.first.second == holdsKey; });
    return;
  }
  const Key key{variable, holdsKey};
  for (const clang::Stmt* around : walk_.around) walk_.written.inStatement[around].insert(key);
  if (holds)
    state_.values.insert_or_assign(key, IntegerValue{Polynomial(1), {}});
  else
    state_.values.erase(key);
}

/// Whether the value that an optional is made of, or assigned, is a number, or an optional that holds one.
bool Calls::holdsNumber(const clang::Expr* made) const {
  made = made->IgnoreImplicit();
  if (made->getType()->isArithmeticType()) return true;
  if (!isOptionalType(made->getType())) return false;
  if (const auto* construction = llvm::dyn_cast<clang::CXXConstructExpr>(made))
    return construction->getNumArgs() == 1 && holdsNumber(construction->getArg(0));
  if (const auto* cast = llvm::dyn_cast<clang::CXXFunctionalCastExpr>(made)) return holdsNumber(cast->getSubExpr());
  const clang::VarDecl* variable = optionalVariable(made);
  return variable && state_.values.contains({variable, holdsKey});
}

/// What a test says of optionals: `if (x)`, `x.has_value() && ...`, `x != std::nullopt`.
void Calls::assume(const clang::Expr* condition, bool holds) {
  condition = condition->IgnoreImplicit()->IgnoreParenImpCasts();
  if (const auto* rewritten = llvm::dyn_cast<clang::CXXRewrittenBinaryOperator>(condition))
    return assume(rewritten->getSemanticForm(), holds);
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(condition);
      unary && unary->getOpcode() == clang::UO_LNot)
    return assume(unary->getSubExpr(), !holds);
  if (const auto* both = llvm::dyn_cast<clang::BinaryOperator>(condition);
      both && both->getOpcode() == (holds ? clang::BO_LAnd : clang::BO_LOr)) {
    assume(both->getLHS(), holds);
    return assume(both->getRHS(), holds);
  }
  const clang::Expr* object = nullptr;
  if (const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(condition)) {
    const auto* method = member->getMethodDecl();
    const bool asks = method && (llvm::isa<clang::CXXConversionDecl>(method) || roleOf(method) == Role::HasValue);
    if (asks && holds) object = member->getImplicitObjectArgument();
  } else if (const auto* op = llvm::dyn_cast<clang::CXXOperatorCallExpr>(condition);
             op && op->getNumArgs() == 2 && isTag(op->getArg(1)->getType()) &&
             op->getOperator() == (holds ? clang::OO_ExclaimEqual : clang::OO_EqualEqual)) {
    object = op->getArg(0);
  }
  const clang::VarDecl* variable = object && isOptionalType(object->getType()) ? optionalVariable(object) : nullptr;
  if (variable) state_.values.insert_or_assign({variable, holdsKey}, IntegerValue{Polynomial(1), {}});
}

/// What is read of, or written to, an optional as a whole. Writing one from outside the loop is not modelled. `holds`:
/// it has a number afterwards.
bool Calls::optionalObject(const clang::Expr* object, bool changes, bool holds) {
  if (object->getType()->isPointerType()) return false;
  if (!object->isGLValue()) {
    walk_.expressions.evaluate(object);
    return !changes;
  }
  const Place whole = walk_.lvalues.place(object);
  if (changes && !std::holds_alternative<LocalPlace>(whole)) return false;
  if (changes) {
    walk_.lvalues.store(whole, std::monostate{}, object, object->getType());
    const auto& local = std::get<LocalPlace>(whole);
    engage(local.whole ? local.variable : nullptr, holds);
  } else
    walk_.lvalues.load(whole, object);
  return true;
}

std::optional<Value> Calls::optionalConstruction(const clang::CXXConstructExpr* construction) {
  if (!isOptionalType(construction->getType()) ||
      !arePlain(construction->getArgs(), construction->getArgs() + construction->getNumArgs()))
    return std::nullopt;
  for (const clang::Expr* argument : construction->arguments()) {
    if (isTag(argument->getType())) continue;
    if (argument->isGLValue())
      walk_.lvalues.load(walk_.lvalues.place(argument), argument);
    else
      walk_.expressions.evaluate(argument);
  }
  return std::monostate{};
}

/// `*x`, and `x.value()` where a test has said that there is one: the number in it.
std::optional<Place> Calls::optionalContent(const clang::CallExpr* call) {
  const auto* star = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call);
  if (star && (star->getOperator() != clang::OO_Star || star->getNumArgs() != 1)) return std::nullopt;
  const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
  const auto* method = member ? member->getMethodDecl() : nullptr;
  const bool asksForValue = roleOf(method) == Role::Value;
  if (!star && !asksForValue) return std::nullopt;
  const clang::Expr* object = star ? star->getArg(0) : member->getImplicitObjectArgument();
  if (!isOptionalType(object->getType())) return std::nullopt;
  if (asksForValue) {
    const clang::VarDecl* variable = optionalVariable(object);
    if (!variable || !state_.values.contains({variable, holdsKey}))
      walk_.record.effect("effect.exception", call->getExprLoc(), "'value' throws an exception where there is none",
                          "use '*' where a test has said that there is one");
    // A device has no exceptions.
    walk_.text.editAround(call->getSourceRange(), object->getSourceRange(), {BodyPiece::Text, "(*", -1}, ")");
  }
  if (!object->isGLValue()) {
    walk_.expressions.evaluate(object);
    return LocalPlace{};
  }
  Place whole = walk_.lvalues.place(object);
  if (auto* local = std::get_if<LocalPlace>(&whole)) {
    local->whole = false;
    return whole;
  }
  // One from outside is only looked at.
  const auto* cast =
      llvm::dyn_cast_or_null<clang::ImplicitCastExpr>(walk_.storage.parents(walk_.currentFunction()).getParent(call));
  const bool only = llvm::cast<clang::CXXMethodDecl>(call->getDirectCallee())->isConst() ||
                    (cast && cast->getCastKind() == clang::CK_LValueToRValue);
  if (!only || std::holds_alternative<UnknownPlace>(whole)) return std::nullopt;
  walk_.lvalues.load(whole, object);
  return LocalPlace{};
}

std::optional<Value> Calls::optionalCall(const clang::CallExpr* call) {
  const auto evaluateAll = [&](const clang::Expr* const* begin, const clang::Expr* const* end) {
    for (; begin != end; ++begin)
      if (!isTag((*begin)->getType())) walk_.expressions.valueOf(*begin);
    return std::optional<Value>(std::monostate{});
  };
  const clang::Expr* const* const arguments = call->getArgs();
  const clang::Expr* const* const end = arguments + call->getNumArgs();
  if (const auto* op = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call)) {
    if (const auto content = optionalContent(call)) return walk_.lvalues.load(*content, call);
    const bool any =
        op->getNumArgs() == 2 && (isOptionalType(op->getArg(0)->getType()) || isOptionalType(op->getArg(1)->getType()));
    if (!any || !arePlain(arguments, end)) return std::nullopt;
    if (op->isComparisonOp()) return evaluateAll(arguments, end);
    if (op->getOperator() != clang::OO_Equal) return std::nullopt;
    evaluateAll(arguments + 1, end);
    return optionalObject(op->getArg(0), true, holdsNumber(op->getArg(1))) ? std::optional<Value>(std::monostate{})
                                                                           : std::nullopt;
  }
  const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
  const auto* method = member ? member->getMethodDecl() : nullptr;
  if (!method || !isOptionalType(member->getImplicitObjectArgument()->getType()) || !arePlain(arguments, end))
    return std::nullopt;
  const clang::Expr* object = member->getImplicitObjectArgument();
  const Role role = roleOf(method);
  const bool puts = role == Role::PutValue, changes = puts || role == Role::DropValue;
  const bool asks = role == Role::HasValue || role == Role::ValueOr || llvm::isa<clang::CXXConversionDecl>(method);
  if (role == Role::Value)
    if (const auto content = optionalContent(call)) return walk_.lvalues.load(*content, call);
  if (!changes && !asks) return std::nullopt;
  evaluateAll(arguments, end);
  return optionalObject(object, changes, puts) ? std::optional<Value>(std::monostate{}) : std::nullopt;
}

}  // namespace clustrix::compiler
