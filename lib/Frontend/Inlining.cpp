// Inlining: calls of functions with a visible body are walked as if their bodies stood in the loop.
//
//     y[i] = dot(p[i], n);      walks   double dot(const V3& a, const V3& b) { return a.x * b.x + ...; }
//                               with    a = element p[i],  b = the captured n
//
// The body's text keeps the call. That is right as long as the callee reaches memory through its arguments alone:
// one that uses a global or a captured object's memory behind the kernel's back is refused (see Names.cpp, edit).
#include "Walker.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

constexpr std::size_t maximalDepth = 24;

const clang::FunctionDecl* definitionOf(const clang::FunctionDecl* callee) {
  const clang::FunctionDecl* definition = nullptr;
  return callee && callee->hasBody(definition) ? definition : nullptr;
}

bool hasMutableField(const clang::CXXRecordDecl* record) {
  if (!record || !record->hasDefinition()) return true;
  for (const clang::FieldDecl* field : record->fields()) {
    if (field->isMutable()) return true;
    if (const auto* inner = field->getType()->getAsCXXRecordDecl(); inner && hasMutableField(inner)) return true;
  }
  return std::any_of(record->bases_begin(), record->bases_end(), [](const clang::CXXBaseSpecifier& base) {
    return hasMutableField(base.getType()->getAsCXXRecordDecl());
  });
}

}  // namespace

namespace {

bool holds(const clang::SourceManager& manager, const clang::Stmt& text, clang::SourceRange range) {
  const auto at = manager.getFileLoc(range.getBegin()).getRawEncoding();
  return at >= manager.getFileLoc(text.getBeginLoc()).getRawEncoding() &&
         at <= manager.getFileLoc(text.getEndLoc()).getRawEncoding();
}

}  // namespace

bool Walker::insideLoop(clang::SourceRange range) const {
  return holds(context_.getSourceManager(), input_.loop, range);
}

/// Whether `range` is text of the kernel: of the loop, or of a lambda that is repeated in front of its body.
bool Walker::inKernel(clang::SourceRange range) const {
  return insideLoop(range) || std::any_of(repeated.begin(), repeated.end(), [&](const auto& one) {
           return holds(context_.getSourceManager(), *one.first, range);
         });
}

bool Walker::canInline(const clang::CallExpr* call, const clang::FunctionDecl* callee) {
  const clang::FunctionDecl* definition = definitionOf(callee);
  if (!definition || definition->isVariadic() || frames_.size() >= maximalDepth) return false;
  if (llvm::isa<clang::CXXTryStmt>(definition->getBody())) return false;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(definition);
  if (method && method->isVirtual()) return false;
  if (method && (method->isLambdaStaticInvoker() || method->isExplicitObjectMemberFunction())) return false;
  // Clang passes the object to a static call operator as well.
  if (method && method->isStatic() && llvm::isa<clang::CXXOperatorCallExpr>(call)) return false;
  const bool recursive =
      std::any_of(frames_.begin(), frames_.end(), [&](const Frame& frame) { return frame.function == definition; });
  if (recursive || definition == &input_.function) {
    effect("effect.recursion", call->getBeginLoc(), "'" + callee->getNameAsString() + "' calls itself");
    return false;
  }
  const clang::QualType returned = definition->getReturnType();
  return returned->isVoidType() || returned->isReferenceType() ||
         returned.isDestructedType() == clang::QualType::DK_none;
}

bool Walker::bindParameter(const clang::ParmVarDecl* parameter, const clang::Expr* argument) {
  const clang::QualType type = parameter->getType();
  locals_.insert(parameter);
  references_.erase(parameter);
  const Key key{parameter, ""};
  state_.values.erase(key);
  if (type->isReferenceType() && argument->isGLValue()) {
    const clang::Expr* bare = argument;
    while (const auto* full = llvm::dyn_cast<clang::FullExpr>(bare)) bare = full->getSubExpr();
    if (const auto* temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(bare)) {
      const Value value = evaluate(temporary->getSubExpr());
      references_.insert_or_assign(parameter, LocalPlace{parameter, true});
      if (std::holds_alternative<ClosureValue>(value)) state_.values.insert_or_assign(key, value);
      return true;
    }
    const Place target = place(argument);
    if (const auto* outer = std::get_if<OuterPlace>(&target)) {
      const clang::QualType referred = type->getPointeeType();
      const bool readOnly = referred.isConstQualified() || isLambdaType(referred);
      if (!referred->isScalarType() && !readOnly) return false;
      if (readOnly) {  // read once, here: the kernel passes its own copy
        const Value value = load(target, argument);
        references_.insert_or_assign(parameter, LocalPlace{parameter, true});
        if (!std::holds_alternative<std::monostate>(value)) state_.values.insert_or_assign(key, value);
        return !known_.inLoop.contains(outer->key) || referred->isScalarType();
      }
    }
    references_.insert_or_assign(parameter, target);
    return true;
  }
  const Value value = valueOf(argument);
  if (!std::holds_alternative<std::monostate>(value)) state_.values.insert_or_assign(key, value);
  return type.isDestructedType() == clang::QualType::DK_none;
}

bool Walker::bindObject(const clang::CallExpr* call, const clang::CXXMethodDecl* method, Frame& frame) {
  if (method->isStatic()) return true;
  const clang::Expr* object = nullptr;
  if (const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call))
    object = member->getImplicitObjectArgument();
  else if (call->getNumArgs() > 0)
    object = call->getArg(0);
  if (!object) return false;
  if (method->getParent()->isLambda()) {
    bindClosure(object, method, frame);
    return true;
  }
  if (object->getType()->isPointerType()) {
    frame.object = dereference(evaluate(object), object->getType()->getPointeeType(), object->getBeginLoc());
  } else if (object->isGLValue()) {
    frame.object = place(object);
  } else {
    evaluate(object);
    frame.object = LocalPlace{};
  }
  const auto* outer = std::get_if<OuterPlace>(&frame.object);
  if (!outer) return !std::holds_alternative<UnknownPlace>(frame.object);
  // An object from outside is copied into the kernel whole: it must be plain, and the call must not change it.
  const auto* record = method->getParent();
  if (!method->isConst() || hasMutableField(record) || !record->isTriviallyCopyable()) return false;
  if (known_.inLoop.contains(outer->key)) return false;
  load(frame.object, object);
  frame.object = LocalPlace{};
  return true;
}

bool Walker::inlineCall(const clang::CallExpr* call, Value* value, Place* result) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (!callee || !canInline(call, callee)) return false;
  const clang::FunctionDecl* definition = definitionOf(callee);
  Frame frame;
  frame.function = definition;
  frame.object = LocalPlace{};
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(definition);
  const std::size_t effects = model.effects.size();
  if (method && !bindObject(call, method, frame)) return false;
  if (method && method->getParent()->isLambda() && model.effects.size() != effects) {
    // Refused already, with a reason: what its body would do says nothing more.
    if (result) *result = LocalPlace{};
    return true;
  }
  const bool objectIsArgument = method && !method->isStatic() && llvm::isa<clang::CXXOperatorCallExpr>(call);
  const unsigned skip = objectIsArgument ? 1 : 0;
  for (unsigned i = 0; i < definition->getNumParams() && i + skip < call->getNumArgs(); ++i)
    if (!bindParameter(definition->getParamDecl(i), call->getArg(i + skip))) return false;
  // A lambda of the kernel's own text is compiled for the device with it.
  const bool own = method && lambdas_.contains(method->getParent());
  if (!own && !definition->isConstexpr() && inKernel(call->getSourceRange())) {
    const std::string name = definition->getQualifiedNameAsString();
    if (std::find(model.hostCalls.begin(), model.hostCalls.end(), name) == model.hostCalls.end())
      model.hostCalls.push_back(name);
  }
  ++model.calls;
  walkCallee(definition, std::move(frame), value, result);
  return true;
}

void Walker::walkCallee(const clang::FunctionDecl* definition, Frame frame, Value* value, Place* result) {
  collectLocals(definition->getBody());
  frame.depth = path_.size();
  const bool certain = state_.certain;
  const auto conditions = state_.conditions;
  // A `break` or `continue` of the callee cannot leave it.
  const auto statements = statements_;
  frames_.push_back(std::move(frame));
  walk(definition->getBody());
  Frame done = std::move(frames_.back());
  frames_.pop_back();
  statements_ = statements;
  for (const State& end : done.returns) state_ = merged(state_, end);
  state_.certain = certain;
  state_.conditions = conditions;
  state_.reachable = true;
  if (value && done.values.size() == 1) *value = done.values.front();
  if (!result) return;
  *result = done.places.size() == 1 ? done.places.front() : Place{UnknownPlace{}};
  if (!definition->getReturnType()->isReferenceType()) *result = LocalPlace{};
}

void Walker::returnFromCallee(const clang::ReturnStmt* statement) {
  Frame& frame = frames_.back();
  const bool reference = frame.function->getReturnType()->isReferenceType();
  if (const clang::Expr* returned = statement->getRetValue()) {
    if (reference) {
      const Place target = place(returned);
      frames_.back().places.push_back(target);
      frames_.back().values.push_back(std::monostate{});
    } else {
      const Value value = valueOf(returned);
      frames_.back().values.push_back(value);
    }
  }
  for (std::size_t i = frames_.back().depth; i < path_.size(); ++i)
    model.loops[static_cast<std::size_t>(path_[i])].certain = false;
  frames_.back().returns.push_back(state_);
  leave();
}

bool Walker::inlineConstructor(const clang::CXXConstructExpr* construction) {
  const auto* constructor =
      llvm::dyn_cast_or_null<clang::CXXConstructorDecl>(definitionOf(construction->getConstructor()));
  if (!constructor || constructor->isVariadic() || frames_.size() >= maximalDepth) return false;
  if (llvm::isa<clang::CXXTryStmt>(constructor->getBody())) return false;
  if (!constructor->getParent()->hasTrivialDestructor()) return false;
  for (unsigned i = 0; i < constructor->getNumParams() && i < construction->getNumArgs(); ++i)
    if (!bindParameter(constructor->getParamDecl(i), construction->getArg(i))) return false;
  Frame frame;
  frame.function = constructor;
  frame.object = LocalPlace{};
  if (!constructor->isConstexpr() && inKernel(construction->getSourceRange()))
    model.hostCalls.push_back(constructor->getQualifiedNameAsString());
  frames_.push_back(frame);
  for (const clang::CXXCtorInitializer* initialiser : constructor->inits())
    if (initialiser->getInit()) valueOf(initialiser->getInit());
  frames_.pop_back();
  walkCallee(constructor, std::move(frame), nullptr, nullptr);
  return true;
}

}  // namespace clustrix::compiler
