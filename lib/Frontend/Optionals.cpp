// std::optional of a number, in a loop's body: a variable of the iteration's own that may hold nothing.
//
//     std::optional<double> x;  if (w[i] > 0) x = w[i];  v[i] = x.value_or(0);
//
// The library's members are known by what they do to the object as a whole; their bodies reach into base classes and
// unions, of which the walk knows nothing. What `*x` is where there is no value nobody may ask, so that it needs no
// answer.
#include "Walker.h"

#include "clang/AST/DeclTemplate.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

const clang::ClassTemplateSpecializationDecl* ofLibrary(clang::QualType type, llvm::StringRef name) {
  const auto* record =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type.getNonReferenceType()->getAsCXXRecordDecl());
  return record && record->isInStdNamespace() && record->getName() == name ? record : nullptr;
}

/// `std::nullopt` and `std::in_place`: constants that say which constructor is meant.
bool isTag(clang::QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->isInStdNamespace() || !record->getIdentifier()) return false;
  return record->getName() == "nullopt_t" || record->getName() == "in_place_t";
}

bool isPlain(clang::QualType type) {
  return type.getNonReferenceType()->isArithmeticType() || isOptionalType(type) || isTag(type);
}

bool arePlain(const clang::Expr* const* begin, const clang::Expr* const* end) {
  return std::all_of(begin, end, [](const clang::Expr* one) { return isPlain(one->getType()); });
}

}  // namespace

bool isOptionalType(clang::QualType type) {
  const auto* record = ofLibrary(type, "optional");
  return record && record->getTemplateArgs()[0].getAsType()->isArithmeticType();
}

/// What is read of, or written to, an optional as a whole. Writing one from outside the loop is not modelled.
bool Walker::optionalObject(const clang::Expr* object, bool changes) {
  if (object->getType()->isPointerType()) return false;
  if (!object->isGLValue()) {
    evaluate(object);
    return !changes;
  }
  const Place whole = place(object);
  if (changes && !std::holds_alternative<LocalPlace>(whole)) return false;
  if (changes)
    store(whole, std::monostate{}, object, object->getType());
  else
    load(whole, object);
  return true;
}

std::optional<Value> Walker::optionalConstruction(const clang::CXXConstructExpr* construction) {
  if (!isOptionalType(construction->getType()) ||
      !arePlain(construction->getArgs(), construction->getArgs() + construction->getNumArgs()))
    return std::nullopt;
  for (const clang::Expr* argument : construction->arguments()) {
    if (isTag(argument->getType())) continue;
    if (argument->isGLValue())
      load(place(argument), argument);
    else
      evaluate(argument);
  }
  return std::monostate{};
}

/// `*x`: the number in it.
std::optional<Place> Walker::optionalContent(const clang::CallExpr* call) {
  const auto* star = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call);
  if (!star || star->getOperator() != clang::OO_Star || star->getNumArgs() != 1) return std::nullopt;
  const clang::Expr* object = star->getArg(0);
  if (!isOptionalType(object->getType())) return std::nullopt;
  if (!object->isGLValue()) {
    evaluate(object);
    return LocalPlace{};
  }
  Place whole = place(object);
  if (auto* local = std::get_if<LocalPlace>(&whole)) {
    local->whole = false;
    return whole;
  }
  // One from outside is only looked at.
  const auto* cast = llvm::dyn_cast_or_null<clang::ImplicitCastExpr>(parents(currentFunction()).getParent(star));
  const bool only = llvm::cast<clang::CXXMethodDecl>(star->getDirectCallee())->isConst() ||
                    (cast && cast->getCastKind() == clang::CK_LValueToRValue);
  if (!only || std::holds_alternative<UnknownPlace>(whole)) return std::nullopt;
  load(whole, object);
  return LocalPlace{};
}

std::optional<Value> Walker::optionalCall(const clang::CallExpr* call) {
  const auto evaluateAll = [&](const clang::Expr* const* begin, const clang::Expr* const* end) {
    for (; begin != end; ++begin)
      if (!isTag((*begin)->getType())) valueOf(*begin);
    return std::optional<Value>(std::monostate{});
  };
  const clang::Expr* const* const arguments = call->getArgs();
  const clang::Expr* const* const end = arguments + call->getNumArgs();
  if (const auto* op = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call)) {
    if (const auto content = optionalContent(call)) return load(*content, call);
    const bool any =
        op->getNumArgs() == 2 && (isOptionalType(op->getArg(0)->getType()) || isOptionalType(op->getArg(1)->getType()));
    if (!any || !arePlain(arguments, end)) return std::nullopt;
    if (op->isComparisonOp()) return evaluateAll(arguments, end);
    if (op->getOperator() != clang::OO_Equal) return std::nullopt;
    evaluateAll(arguments + 1, end);
    return optionalObject(op->getArg(0), true) ? std::optional<Value>(std::monostate{}) : std::nullopt;
  }
  const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
  const auto* method = member ? member->getMethodDecl() : nullptr;
  if (!method || !isOptionalType(member->getImplicitObjectArgument()->getType()) || !arePlain(arguments, end))
    return std::nullopt;
  const clang::Expr* object = member->getImplicitObjectArgument();
  const std::string name = method->getNameAsString();
  const bool changes = name == "emplace" || name == "reset";
  const bool asks = name == "has_value" || name == "value_or" || llvm::isa<clang::CXXConversionDecl>(method);
  if (name == "value")
    effect("effect.exception", call->getExprLoc(), "'value' throws an exception where there is none",
           "use '*' where a test has said that there is one");
  if (!changes && !asks && name != "value") return std::nullopt;
  evaluateAll(arguments, end);
  return optionalObject(object, changes) ? std::optional<Value>(std::monostate{}) : std::nullopt;
}

}  // namespace clustrix::compiler
