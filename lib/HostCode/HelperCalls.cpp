// Calls of functions of the program whose bodies are in sight, as far as those touch their own variables alone, and
// objects that they are given.
//
//     int count() const { return int(begin.size()) - 1; }           colours.count()        nothing
//     int side() const { return side_; }                            domain.side()          reads domain
//     double dot(const Vec3& a, Vec3 b) { return a.x * b.x; }       dot(v[i], mean)        reads v[i], mean
//     void release(double** p) { free(*p); *p = nullptr; }          release(&work)         frees work, writes it
//
// An object is read as a whole: its members may be private to it.
#include "HostCode/HostEvaluation.h"

#include "clang/AST/Attr.h"
#include "clang/AST/StmtCXX.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

constexpr int mostDepth = 8;
constexpr int object = -1;  // see GivenObject

/// The function whose body runs; null where that of another one may.
const clang::FunctionDecl* definitionOf(const clang::FunctionDecl* callee) {
  const clang::FunctionDecl* definition = nullptr;
  if (!callee->hasBody(definition) || definition->isVariadic() || definition->hasAttr<clang::WeakAttr>())
    return nullptr;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(definition);
  const bool other =
      method && (method->isVirtual() || method->getParent()->isLambda() || method->isExplicitObjectMemberFunction());
  return other ? nullptr : definition;
}

const clang::ParmVarDecl* parameterOf(const clang::Expr* name) {
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(name->IgnoreParens());
  return reference ? llvm::dyn_cast<clang::ParmVarDecl>(reference->getDecl()) : nullptr;
}

/// What a pointer points to that a function is given, and does not change; nothing where it may point to anything else.
std::optional<GivenObject> objectBehind(const clang::Expr* pointer) {
  pointer = pointer->IgnoreParens();
  if (llvm::isa<clang::CXXThisExpr>(pointer)) return GivenObject{object};
  const auto* loaded = llvm::dyn_cast<clang::ImplicitCastExpr>(pointer);
  const clang::ParmVarDecl* parameter =
      loaded && loaded->getCastKind() == clang::CK_LValueToRValue ? parameterOf(loaded->getSubExpr()) : nullptr;
  if (!parameter || !parameter->getType()->isPointerType()) return std::nullopt;
  return GivenObject{static_cast<int>(parameter->getFunctionScopeIndex()), true};
}

/// The object of which the lvalue is a part; nothing where it may be a part of anything else.
std::optional<GivenObject> givenObject(const clang::Expr* lvalue) {
  lvalue = lvalue->IgnoreParens();
  if (lvalue->getType().isVolatileQualified()) return std::nullopt;
  if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(lvalue)) {
    const auto kind = cast->getCastKind();
    const bool isPart = kind == clang::CK_NoOp || kind == clang::CK_ArrayToPointerDecay ||
                        kind == clang::CK_DerivedToBase || kind == clang::CK_UncheckedDerivedToBase;
    return isPart ? givenObject(cast->getSubExpr()) : std::nullopt;
  }
  if (const clang::ParmVarDecl* parameter = parameterOf(lvalue)) {
    if (!parameter->getType()->isReferenceType()) return std::nullopt;
    return GivenObject{static_cast<int>(parameter->getFunctionScopeIndex())};
  }
  if (const auto* target = llvm::dyn_cast<clang::UnaryOperator>(lvalue))
    return target->getOpcode() == clang::UO_Deref ? objectBehind(target->getSubExpr()) : std::nullopt;
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(lvalue)) {
    const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    if (!field || field->getType()->isReferenceType()) return std::nullopt;
    return member->isArrow() ? objectBehind(member->getBase()) : givenObject(member->getBase());
  }
  const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(lvalue);
  if (!element || !element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType()) return std::nullopt;
  return givenObject(element->getBase());
}

/// The pointer unless which is null a branch is taken, `if (*p != nullptr)`; null where the condition is another one.
/// To free a null pointer does nothing.
const clang::Expr* testedPointer(const clang::Expr* condition) {
  condition = condition->IgnoreParenImpCasts();
  if (condition->getType()->isPointerType()) return condition;
  const auto* test = llvm::dyn_cast<clang::BinaryOperator>(condition);
  if (!test || test->getOpcode() != clang::BO_NE) return nullptr;
  const auto isNull = [&](const clang::Expr* one) {
    return one->IgnoreParenImpCasts()->getType()->isNullPtrType() ||
           llvm::isa<clang::GNUNullExpr>(one->IgnoreParenImpCasts());
  };
  if (isNull(test->getRHS())) return test->getLHS()->IgnoreParenImpCasts();
  return isNull(test->getLHS()) ? test->getRHS()->IgnoreParenImpCasts() : nullptr;
}

/// The object that holds the pointer; or the parameter that is the pointer.
std::optional<GivenObject> holderOf(const clang::Expr* pointer) {
  const clang::Expr* place = pointer->IgnoreParenCasts();
  if (const clang::ParmVarDecl* parameter = parameterOf(place); parameter && !parameter->getType()->isReferenceType())
    return GivenObject{static_cast<int>(parameter->getFunctionScopeIndex())};
  // All of the object is the pointer.
  const auto holder = givenObject(place);
  return holder && (parameterOf(place) || llvm::isa<clang::UnaryOperator>(place)) ? holder : std::nullopt;
}

/// `x` of `&x`; null for another pointer.
const clang::Expr* targetOf(const clang::Expr* pointer) {
  const auto* address = llvm::dyn_cast<clang::UnaryOperator>(pointer->IgnoreParenImpCasts());
  return address && address->getOpcode() == clang::UO_AddrOf ? address->getSubExpr() : nullptr;
}

bool leaves(const clang::Stmt* statement) {
  if (!statement) return false;
  if (llvm::isa<clang::ReturnStmt, clang::BreakStmt, clang::ContinueStmt>(statement)) return true;
  return std::any_of(statement->child_begin(), statement->child_end(), leaves);
}

}  // namespace

Evaluation::Evaluation(const HostEffects& host, const clang::FunctionDecl* helper, int depth)
    : host_(host), places_(false), helper_(helper), depth_(depth), conditional_(true) {}

/// A variable of the helper's own, which is on no device: nothing is launched while it lives.
bool Evaluation::isOwn(const clang::Expr* lvalue) const {
  const clang::VarDecl* variable = helper_ ? variableOf(lvalue) : nullptr;
  return variable && variable->hasLocalStorage() && !variable->getType()->isReferenceType() &&
         !lvalue->getType().isVolatileQualified();
}

bool Evaluation::loadInHelper(const clang::Expr* lvalue) {
  if (!helper_) return false;
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(lvalue->IgnoreParens()))
    return loadInHelper(choice->getTrueExpr()) && loadInHelper(choice->getFalseExpr());
  if (isOwn(lvalue)) return true;
  if (const auto given = givenObject(lvalue))
    effect_.reads.insert(*given);
  else
    anything();
  return true;
}

bool Evaluation::changeInHelper(const clang::Expr* lvalue) {
  if (!helper_) return false;
  // A pointer that is given leads to what it is given for.
  const clang::ParmVarDecl* parameter = parameterOf(lvalue);
  const bool leads = parameter && parameter->getType()->isPointerType();
  if (isOwn(lvalue) && !leads) return true;
  const auto given = leads ? std::nullopt : givenObject(lvalue);
  if (given)
    effect_.writes.insert(*given);
  else
    anything();
  return true;
}

void Evaluation::helperStatement(const clang::Stmt* statement) {
  if (!statement || touch_.anything) return;
  if (const auto* expression = llvm::dyn_cast<clang::Expr>(statement)) {
    root_ = expression;
    return value(expression);
  }
  if (const auto* declared = llvm::dyn_cast<clang::DeclStmt>(statement)) return declaration(declared);
  const bool certain = certain_;
  if (const auto* choice = llvm::dyn_cast<clang::IfStmt>(statement)) {
    const clang::Expr* pointer = choice->getElse() ? nullptr : testedPointer(choice->getCond());
    const auto tested = pointer ? holderOf(pointer) : std::nullopt;
    tested_ = certain ? tested : std::nullopt;
    certain_ = false;
  } else if (llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(statement)) {
    certain_ = false;
  } else if (!llvm::isa<clang::CompoundStmt, clang::ReturnStmt, clang::NullStmt, clang::BreakStmt, clang::ContinueStmt>(
                 statement)) {
    return anything();
  }
  for (const clang::Stmt* child : statement->children()) helperStatement(child);
  if (!llvm::isa<clang::CompoundStmt>(statement)) {
    tested_.reset();
    certain_ = certain && !leaves(statement);
  }
}

/// `free(p)`, of a function that surely comes to it, or unless the pointer is null.
bool Evaluation::freeCall(const clang::CallExpr* call) {
  if (call->getDirectCallee()->getBuiltinID() != clang::Builtin::BIfree || call != root_) return false;
  const clang::Expr* pointer = call->getArg(0);
  value(pointer);
  if (!helper_) {
    const auto place =
        conditional_ || !places_ ? std::nullopt : namedPlace(host_.context(), pointer->IgnoreParenImpCasts());
    if (!place) return false;
    note(touch_.frees, *place);
    return true;
  }
  const auto holder = holderOf(pointer);
  // What has been written before may have been the pointer.
  if (!holder || !(certain_ || tested_ == holder) || !effect_.writes.empty()) return false;
  effect_.frees.insert(*holder);
  return true;
}

const std::optional<HelperEffect>& Evaluation::effectOf(const clang::FunctionDecl* helper) const {
  // One that comes to itself finds this.
  const auto [known, isNew] = host_.helpers().emplace(helper, std::nullopt);
  if (!isNew || depth_ >= mostDepth) return known->second;
  const HostEffects inside(host_, helper->getBody());
  Evaluation body(inside, helper, depth_ + 1);
  body.helperStatement(helper->getBody());
  if (!body.touch_.anything) known->second = std::move(body.effect_);
  return known->second;
}

bool Evaluation::helperCall(const clang::CallExpr* call) {
  const clang::FunctionDecl* helper = definitionOf(call->getDirectCallee());
  if (!helper || host_.annotated(helper)) return false;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(helper);
  const bool hasObject = method && !method->isStatic();
  const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
  const unsigned first = hasObject && !member ? 1 : 0;  // an operator's first argument is its object
  if (call->getNumArgs() != first + helper->getNumParams()) return false;
  const std::optional<HelperEffect>& effect = effectOf(helper);
  if (!effect) return false;
  // What is written has to be known in front of the statement, and is when nothing else in it writes.
  if (!(effect->writes.empty() && effect->frees.empty()) && (helper_ || call != root_)) return false;
  if (hasObject) give(member ? member->getImplicitObjectArgument() : call->getArg(0), object, *effect);
  for (unsigned i = 0; i < helper->getNumParams(); ++i) give(call->getArg(first + i), static_cast<int>(i), *effect);
  return true;
}

std::optional<NamedPlace> Evaluation::placeBehind(const clang::Expr* pointer) const {
  if (conditional_ || !places_ || pointer->getType()->getPointeeType().isVolatileQualified()) return std::nullopt;
  const clang::Expr* plain = pointer->IgnoreParenImpCasts();
  if (llvm::isa<clang::CXXThisExpr>(plain)) return NamedPlace{"*this", {}};
  if (const clang::Expr* target = targetOf(plain)) return namedPlace(host_.context(), target);
  // Null where the helper does not follow it: no reference to what it points to.
  auto place = namedPlace(host_.context(), plain);
  if (place) place->text += ", 1";
  return place;
}

/// Of a helper, what another one reads through a pointer.
void Evaluation::readBehind(const clang::Expr* pointer) {
  if (const clang::Expr* target = targetOf(pointer)) return load(target);
  if (const auto given = objectBehind(pointer))
    effect_.reads.insert(*given);
  else
    anything();
}

void Evaluation::give(const clang::Expr* one, int parameter, const HelperEffect& effect) {
  value(one);
  const bool isPointer = one->isPRValue() && one->getType()->isPointerType();
  for (const bool behind : {false, true}) {
    const GivenObject given{parameter, behind};
    const bool reads = effect.reads.contains(given), writes = effect.writes.contains(given),
               frees = effect.frees.contains(given);
    if (touch_.anything || !(reads || writes || frees)) continue;
    const bool dereferenced = behind || (parameter == object && isPointer);
    if (reads && !dereferenced) load(one);
    if (reads && dereferenced && helper_) readBehind(one);
    if (helper_ || (!dereferenced && !writes && !frees)) continue;
    const auto place = dereferenced ? placeBehind(one) : placeOf(one->IgnoreParenImpCasts());
    // Only what has a name of its own is the pointer that is freed, whatever the helper finds.
    if (!place || (frees && dereferenced && !targetOf(one))) return anything();
    if (reads && dereferenced) note(touch_.reads, *place);
    if (frees) note(touch_.frees, *place);
    if (writes) note(touch_.writes, *place);
    readsOutsideCall_ = readsOutsideCall_ || !inArguments_;
  }
}

}  // namespace clustrix::compiler
