// Lambdas: a closure is its captures; a call of one is walked like any other visible function.
//
//     const auto axpy = [&, s](int j) { y[j] += s * x[j]; };      s: its value here, y and x: the variables themselves
//     for (int i = 0; i < n; ++i) axpy(i);
//
// A lambda that the loop's body creates is part of the kernel's text. One from before the loop is repeated there, which
// is right when all that it copied still has the value that it copied. A closure's captures are kept with its value,
// since the same text may make two of them with different captures.
#include "Induction/LoopHeader.h"
#include "KernelText/BodyEdits.h"
#include "KernelText/GivenLambdas.h"
#include "Library/LibraryTypes.h"
#include "Lower/Calls.h"
#include "Lower/Expressions.h"
#include "Lower/Inlining.h"
#include "Lower/Places.h"
#include "Lower/Recorder.h"
#include "Lower/Statements.h"
#include "Memory/Storage.h"
#include "Syntax/InitialValue.h"
#include "Syntax/TreeVisitor.h"
#include "Syntax/Types.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

const clang::LambdaExpr* lambdaIn(const clang::Expr* initialiser) {
  return initialiser
             ? llvm::dyn_cast<clang::LambdaExpr>(initialiser->IgnoreImplicit()->IgnoreParens()->IgnoreImplicit())
             : nullptr;
}

/// The variables that a lambda's text mentions, and those that it declares.
class UsedAndDeclared : public TreeVisitor {
 public:
  bool shouldVisitImplicitCode() const override { return true; }
  bool VisitDeclRefExpr(clang::DeclRefExpr* reference) override {
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl())) used.insert(variable);
    return true;
  }
  bool VisitVarDecl(clang::VarDecl* variable) override {
    declared.insert(variable);
    return true;
  }
  std::set<const clang::VarDecl*> used, declared;
};

/// Whether an expression is a value made of variables, literals and arithmetic; `isFixed` asks about each variable.
bool isPlainValue(const clang::Expr* expression, const std::function<bool(const clang::VarDecl*)>& isFixed) {
  expression = expression->IgnoreParens();
  if (llvm::isa<clang::IntegerLiteral, clang::FloatingLiteral, clang::CXXBoolLiteralExpr, clang::CharacterLiteral>(
          expression))
    return true;
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    return variable && isFixed(variable);
  }
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(expression))
    return cast->getType()->isScalarType() && cast->getSubExpr()->getType()->isScalarType() &&
           isPlainValue(cast->getSubExpr(), isFixed);
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression))
    return unary->isArithmeticOp() && isPlainValue(unary->getSubExpr(), isFixed);
  const auto* op = llvm::dyn_cast<clang::BinaryOperator>(expression);
  return op && (op->isAdditiveOp() || op->isMultiplicativeOp()) && isPlainValue(op->getLHS(), isFixed) &&
         isPlainValue(op->getRHS(), isFixed);
}

}  // namespace

/// Whether `this` is that of the annotated function: a lambda in it has the same.
bool Inlining::isOwnThis() const {
  if (walk_.frames.empty()) return true;
  const clang::DeclContext* scope = walk_.frames.back().function;
  while (scope != &input_.function) {
    const clang::CXXRecordDecl* record = lambdaOf(scope);
    if (!record) return false;
    scope = record->getDeclContext();
  }
  return true;
}

Value Inlining::evaluateLambda(const clang::LambdaExpr* lambda) {
  walk_.record.countWork(1);
  if (inKernel(lambda->getSourceRange())) walk_.lambdas[lambda->getLambdaClass()] = lambda;
  const auto placeAround = [&](const clang::Expr* initialiser) {
    const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(initialiser->IgnoreParenImpCasts());
    return named ? capturedPlace(named) : std::nullopt;
  };
  Closure closure;
  closure.object = walk_.frames.empty() ? Place{} : walk_.frames.back().object;
  for (unsigned i = 0; i < lambda->capture_size(); ++i) {
    const clang::LambdaCapture& capture = lambda->capture_begin()[i];
    if (capture.getCaptureKind() == clang::LCK_This) continue;
    const auto* variable =
        capture.capturesVariable() ? llvm::dyn_cast<clang::VarDecl>(capture.getCapturedVar()) : nullptr;
    if (!variable)
      walk_.record.effect("effect.lambda", capture.getLocation(),
                          capture.getCaptureKind() == clang::LCK_StarThis
                              ? "the lambda copies '*this'"
                              : "the lambda captures something that is no variable");
    else if (lambda->isInitCapture(&capture))
      captureInitialised(variable, closure);
    else if (capture.getCaptureKind() == clang::LCK_ByCopy)
      captureByCopy(variable, lambda->capture_init_begin()[i], closure);
    else if (const auto around = placeAround(lambda->capture_init_begin()[i])) {
      // Of the lambda around this one: its copy, or what it refers to.
      closure.references[variable] = *around;
      if (const auto copied = capturedCopy(lambda->capture_init_begin()[i])) closure.copies[variable] = *copied;
    } else {
      captureByReference(variable, closure);
    }
  }
  // A mutable lambda changes its copies from call to call.
  if (!lambda->getCallOperator()->isConst())
    for (auto& [variable, value] : closure.copies) value = std::monostate{};
  return ClosureValue{std::make_shared<const Closure>(std::move(closure))};
}

void Inlining::captureByCopy(const clang::VarDecl* variable, const clang::Expr* initialiser, Closure& closure) {
  const clang::QualType type = variable->getType().getNonReferenceType();
  const clang::SourceLocation at = initialiser->getBeginLoc();
  Value value;
  // What Clang copies has no text of its own: the introducer is rewritten in the end.
  ++walk_.silent;
  if (type.isDestructedType() != clang::QualType::DK_none) {
    walk_.record.effect("effect.lambda", at,
                        "the lambda copies '" + variable->getNameAsString() + "' with all that it owns",
                        "capture it by reference");
  } else if (type->isArrayType()) {
    walk_.record.effect("effect.lambda", at, "the lambda copies the array '" + variable->getNameAsString() + "'",
                        "capture it by reference");
  } else if (isSpanType(type)) {
    // A copy of a view shows the same elements.
    const auto* construction = llvm::dyn_cast<clang::CXXConstructExpr>(initialiser->IgnoreImplicit());
    if (construction && construction->getNumArgs() == 1) walk_.calls.containerArray(construction->getArg(0));
  } else {
    value = walk_.expressions.valueOf(initialiser);
  }
  --walk_.silent;
  closure.copies[variable] = value;
}

void Inlining::captureByReference(const clang::VarDecl* variable, Closure& closure) {
  if (!walk_.isLocal(variable)) return;
  if (const auto bound = walk_.references.find(variable); bound != walk_.references.end())
    closure.references[variable] = bound->second;
  else if (llvm::isa<clang::ParmVarDecl>(variable))
    closure.references[variable] = LocalPlace{variable, true};
}

void Inlining::captureInitialised(const clang::VarDecl* variable, Closure& closure) {
  const clang::Expr* initialiser = initialValueOf(*variable);
  const clang::SourceLocation at = variable->getLocation();
  if (!variable->getType()->isReferenceType()) {
    if (variable->getType().isDestructedType() != clang::QualType::DK_none)
      walk_.record.effect("effect.lambda", at, "the lambda's '" + variable->getNameAsString() + "' owns something",
                          "capture it by reference");
    closure.copies[variable] = walk_.expressions.valueOf(initialiser);
    return;
  }
  const Place target = walk_.lvalues.place(initialiser);
  if (const auto* outer = std::get_if<OuterPlace>(&target); outer && !initialiser->getType()->isScalarType()) {
    walk_.record.effect("effect.reference", at,
                        "the lambda's reference '" + variable->getNameAsString() + "' is bound to '" +
                            walk_.outer.at(outer->key).name + "' inside the loop",
                        "capture '" + walk_.outer.at(outer->key).name + "' itself");
    closure.references[variable] = UnknownPlace{};
    return;
  }
  closure.references[variable] = target;
}

/// What a name means inside the lambda that is walked, where that is not the variable itself.
std::optional<Place> Inlining::capturedPlace(const clang::DeclRefExpr* reference) const {
  const clang::CXXRecordDecl* record = walk_.frames.empty() ? nullptr : lambdaOf(walk_.frames.back().function);
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
  if (!record || !variable) return std::nullopt;
  const clang::LambdaCapture* capture = captureOf(record, variable);
  if (!capture) return variable->isInitCapture() ? std::optional<Place>(UnknownPlace{}) : std::nullopt;
  if (const auto& closure = walk_.frames.back().closure)
    if (const auto bound = closure->references.find(variable); bound != closure->references.end()) return bound->second;
  if (capture->getCaptureKind() == clang::LCK_ByCopy) {
    if (isSpanType(variable->getType()) && !variable->isInitCapture()) return std::nullopt;
    return LocalPlace{};
  }
  // Which object a reference or a parameter stood for when this closure was made is not known any more.
  const bool rebound = variable->getType()->isReferenceType() || llvm::isa<clang::ParmVarDecl>(variable);
  if (variable->isInitCapture() || (walk_.isLocal(variable) && rebound && !walk_.frames.back().closure))
    return UnknownPlace{};
  return std::nullopt;
}

std::optional<Value> Inlining::capturedCopy(const clang::Expr* expression) const {
  if (walk_.frames.empty() || !walk_.frames.back().closure) return std::nullopt;
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParens());
  if (!reference || !lambdaOf(walk_.frames.back().function)) return std::nullopt;
  const auto& copies = walk_.frames.back().closure->copies;
  const auto found = copies.find(reference->getDecl());
  return found == copies.end() ? std::nullopt : std::optional<Value>(found->second);
}

void Inlining::bindClosure(const clang::Expr* object, const clang::CXXMethodDecl* method, CallFrame& frame) {
  const auto* lambda = lambdaIn(object);  // called at once
  const Value value = lambda ? walk_.expressions.evaluate(lambda) : walk_.expressions.valueOf(object);
  const auto* known = std::get_if<ClosureValue>(&value);
  frame.closure = known ? known->closure : nullptr;
  frame.object = known ? known->closure->object : Place{UnknownPlace{}};
  walk_.calledLambdas.insert(method->getParent());
}

namespace {

/// Whether the statement in front of `loop` is the declaration that `lambda` initialises: nothing changes in between.
bool isMadeRightBefore(const clang::ParentMap& parents, const clang::LambdaExpr* lambda, const clang::Stmt* loop) {
  const auto* block = llvm::dyn_cast_or_null<clang::CompoundStmt>(parents.getParent(loop));
  if (!block) return false;
  const auto place = std::find(block->body_begin(), block->body_end(), loop);
  if (place == block->body_end() || place == block->body_begin()) return false;
  const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(*(place - 1));
  const auto* variable = declaration && declaration->isSingleDecl()
                             ? llvm::dyn_cast<clang::VarDecl>(declaration->getSingleDecl())
                             : nullptr;
  const clang::Expr* value = variable ? initialValueOf(*variable) : nullptr;
  return value && value->IgnoreUnlessSpelledInSource() == lambda;
}

}  // namespace

/// Why the kernel cannot make the same closure anew, or "".
std::string Inlining::repetitionProblem(const clang::LambdaExpr* lambda) {
  if (!walk_.text.offsets(lambda->getSourceRange())) return "it stands in a macro";
  if (!lambda->getCallOperator()->isConst()) return "it changes its own state";
  const bool madeHere = isMadeRightBefore(walk_.storage.parents(&input_.function), lambda, &input_.loop);
  // Nor in the loop: a search writes nothing at all.
  const auto isFresh = [&](const clang::VarDecl* variable) {
    const bool named = !variable->getType()->isReferenceType() && !walk_.storage.addressTaken(variable);
    return madeHere && !known_.inLoop.contains(walk_.headers.keyOf(variable)) && (walk_.searching || named);
  };
  const auto isFixed = [&](const clang::VarDecl* variable) {
    if (variable->hasGlobalStorage() || variable->getType()->isReferenceType()) return false;
    if (isLambdaType(variable->getType())) return true;
    if (variable->getType().isConstQualified()) return true;
    if (variable->getParentFunctionOrMethod() != &input_.function || walk_.storage.addressTaken(variable)) return false;
    const auto& mentions = input_.texts.of(&input_.function).about(variable).mentions;
    const auto from = lambda->getBeginLoc().getRawEncoding();
    return std::none_of(mentions.begin(), mentions.end(), [&](const FunctionText::Mention& mention) {
      return mention.name->getBeginLoc().getRawEncoding() >= from && isChanged(mention);
    });
  };
  for (const clang::LambdaCapture& capture : lambda->captures()) {
    if (!capture.capturesVariable()) continue;
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(capture.getCapturedVar());
    if (!variable) return "it captures something that is no variable";
    const std::string name = "'" + variable->getNameAsString() + "'";
    if (lambda->isInitCapture(&capture)) {
      const bool reference = variable->getType()->isReferenceType();
      const clang::Expr* value = initialValueOf(*variable);
      const bool named = value && llvm::isa<clang::DeclRefExpr>(value->IgnoreParens());
      if (!value || (reference ? !named : !isPlainValue(value, isFixed)))
        return "the value of " + name + " may be another one by now";
    } else if (capture.getCaptureKind() == clang::LCK_ByCopy && !isFresh(variable) && !isFixed(variable)) {
      return name + " may have changed since it was captured";
    }
  }
  // The same names must mean the same variables where the kernel is launched.
  UsedAndDeclared inside, around;
  inside.TraverseStmt(const_cast<clang::LambdaExpr*>(lambda));
  around.TraverseStmt(input_.function.getBody());
  const auto behind = lambda->getBeginLoc().getRawEncoding(), before = input_.loop.getBeginLoc().getRawEncoding();
  for (const clang::VarDecl* used : inside.used)
    for (const clang::VarDecl* other : around.declared) {
      const auto at = other->getLocation().getRawEncoding();
      if (other != used && !inside.declared.contains(other) && !inside.declared.contains(used) && at >= behind &&
          at < before && other->getDeclName() == used->getDeclName())
        return "another '" + used->getNameAsString() + "' is declared between it and the loop";
    }
  return "";
}

/// `({ ...; value; })`, in the kernel `[&] { ...; return value; }()`, which is standard C++.
Value Inlining::evaluateBlock(const clang::StmtExpr* block) {
  const clang::CompoundStmt* body = block->getSubStmt();
  const auto* last = body->body_empty() ? nullptr : llvm::dyn_cast<clang::Expr>(body->body_back());
  // A `break` of a loop in the block stays in it.
  const std::function<bool(const clang::Stmt*, bool)> jumps = [&](const clang::Stmt* statement, bool inLoop) {
    if (!statement || llvm::isa<clang::LambdaExpr>(statement)) return false;
    if (llvm::isa<clang::ReturnStmt, clang::GotoStmt, clang::LabelStmt>(statement)) return true;
    if (llvm::isa<clang::BreakStmt, clang::ContinueStmt>(statement)) return !inLoop;
    inLoop = inLoop || llvm::isa<clang::ForStmt>(statement);
    return std::any_of(statement->child_begin(), statement->child_end(),
                       [&](const clang::Stmt* child) { return jumps(child, inLoop); });
  };
  const auto open = walk_.text.offsets(clang::SourceRange(block->getLParenLoc(), block->getLParenLoc()));
  const auto close = walk_.text.offsets(clang::SourceRange(block->getRParenLoc(), block->getRParenLoc()));
  const auto result = last ? walk_.text.offsets(last->getSourceRange()) : std::nullopt;
  if (!open || !close || !result || !last->getType()->isScalarType() || jumps(body, false)) {
    walk_.record.effect("effect.unknown-construct", block->getBeginLoc(), "a block stands inside an expression");
    return std::monostate{};
  }
  for (const clang::Stmt* one : body->body())
    if (one != last) walk_.statements.walk(one);
  const Value value = walk_.expressions.valueOf(last);
  if (inKernel(block->getSourceRange())) {
    walk_.edits.push_back({open->first, open->second, {BodyPiece::Text, "[&] ", -1}});
    walk_.edits.push_back({result->first, result->first, {BodyPiece::Text, "return ", -1}});
    walk_.edits.push_back({close->first, close->second, {BodyPiece::Text, "()", -1}});
  }
  return value;
}

/// The closure of a lambda that was made before the loop.
Value Inlining::outerClosure(const OuterName& name, clang::SourceLocation at) {
  const clang::VarDecl* variable = name.variable;
  const bool given = variable && llvm::isa<clang::ParmVarDecl>(variable);
  const bool whole = variable && name.key.second.empty() && (given || !name.type->isReferenceType());
  const clang::LambdaExpr* lambda = whole ? lambdaIn(initialValueOf(*variable)) : nullptr;
  const auto copied = [&]() -> Value {
    walk_.record.capture(name, {.kind = Capture::Value,
                                .name = name.name,
                                .type = givenLambdaType(input_.function, variable),
                                .expression = name.expression,
                                .array = {}});
    Closure closure;
    closure.object = LocalPlace{};
    for (const clang::LambdaCapture& one : name.type.getNonReferenceType()->getAsCXXRecordDecl()->captures())
      closure.copies[one.getCapturedVar()] = std::monostate{};
    model_.kernel.hostCalls.push_back(
        {"plan.host-only", "'" + name.name + "' is a lambda that the function is given, compiled for the host alone",
         "pass an object of a class with a call operator", walk_.record.point(variable->getLocation())});
    return ClosureValue{std::make_shared<const Closure>(std::move(closure))};
  };
  std::string problem;
  if (whole && given && !known_.inLoop.contains(name.key)) {
    problem = givenLambdaProblem(input_.function, variable);
    if (problem.empty()) return copied();
  } else if (!lambda || variable->hasGlobalStorage() || variable->getParentFunctionOrMethod() != &input_.function)
    problem = "it is not made in this function";
  else if (!walk_.repeated.contains(lambda))
    problem = repetitionProblem(lambda);
  if (!problem.empty()) {
    walk_.record.effect("effect.lambda", at,
                        "the lambda '" + name.name + "' cannot be repeated in a kernel: " + problem,
                        "define it inside the loop");
    return std::monostate{};
  }
  walk_.repeated.emplace(lambda, variable);
  // Its captures are those of the function's own variables, whichever call mentions it.
  std::vector<CallFrame> calls;
  std::swap(calls, walk_.frames);
  const Value closure = evaluateLambda(lambda);
  std::swap(calls, walk_.frames);
  return closure;
}

}  // namespace clustrix::compiler
