// Inlining: calls of functions with a visible body are walked as if their bodies stood in the loop.
//
//     y[i] = dot(p[i], n);      walks   double dot(const V3& a, const V3& b) { return a.x * b.x + ...; }
//                               with    a = element p[i],  b = the captured n
//
// The body's text keeps the call. That is right as long as the callee reaches memory through its arguments alone: one
// that uses a global, or an object that the kernel cannot have, is repeated in the kernel (see KernelFunctions.cpp).
// Whether a device can run the others is asked once the text is complete (see DeviceText.cpp).
#include "Lower/Inlining.h"
#include "Induction/ValueCases.h"
#include "KernelText/DeviceText.h"
#include "KernelText/KernelFunctions.h"
#include "Library/LibraryTypes.h"
#include "Lower/Expressions.h"
#include "Lower/Objects.h"
#include "Lower/Places.h"
#include "Lower/Recorder.h"
#include "Lower/Statements.h"
#include "Memory/Names.h"
#include "Recurrence/PrivatisedObjects.h"
#include "Source/Attributes.h"
#include "Syntax/Nesting.h"
#include "Syntax/Types.h"

#include <algorithm>
#include <utility>

namespace clustrix::compiler {

namespace {

constexpr std::size_t maximalDepth = 24;

const clang::FunctionDecl* definitionOf(const clang::FunctionDecl* callee) {
  const clang::FunctionDecl* definition = nullptr;
  return callee && callee->hasBody(definition) ? definition : nullptr;
}

/// Whether a parameter is an iterator whatever the argument is: a template that finds out what it is given takes the
/// kernel's pointer as well.
bool wantsIterator(const clang::CallExpr* call, const clang::FunctionDecl& callee) {
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts());
  const clang::FunctionTemplateDecl* primary =
      name && name->hasExplicitTemplateArgs() ? nullptr : callee.getPrimaryTemplate();
  for (unsigned i = 0; i < callee.getNumParams(); ++i) {
    if (!isIteratorType(callee.getParamDecl(i)->getType())) continue;
    const clang::FunctionDecl* pattern = primary ? primary->getTemplatedDecl() : nullptr;
    if (!pattern || i >= pattern->getNumParams()) return true;
    const clang::QualType written = pattern->getParamDecl(i)->getType().getNonReferenceType();
    const auto* deduced = written->getAs<clang::TemplateTypeParmType>();
    if (!deduced || deduced->getDepth() != primary->getTemplateParameters()->getDepth()) return true;
  }
  return false;
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

bool Inlining::insideLoop(clang::SourceRange range) const {
  return holds(context_.getSourceManager(), input_.loop, range);
}

/// Whether `range` is text of the kernel: of the loop, or of a lambda that is repeated in front of its body.
bool Inlining::inKernel(clang::SourceRange range) const {
  return insideLoop(range) || std::any_of(walk_.repeated.begin(), walk_.repeated.end(), [&](const auto& one) {
           return holds(context_.getSourceManager(), *one.first, range);
         });
}

bool Inlining::canInline(const clang::CallExpr* call, const clang::FunctionDecl* callee) {
  const clang::FunctionDecl* definition = definitionOf(callee);
  if (!definition || definition->isVariadic() || walk_.frames.size() >= maximalDepth) return false;
  if (llvm::isa<clang::CXXTryStmt>(definition->getBody())) return false;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(definition);
  if (method && method->isVirtual()) return false;
  if (method && (method->isLambdaStaticInvoker() || method->isExplicitObjectMemberFunction())) return false;
  // Clang passes the object to a static call operator as well.
  if (method && method->isStatic() && llvm::isa<clang::CXXOperatorCallExpr>(call)) return false;
  const bool recursive = std::any_of(walk_.frames.begin(), walk_.frames.end(),
                                     [&](const CallFrame& frame) { return frame.function == definition; });
  if (recursive || definition == &input_.function) {
    walk_.record.effect("effect.recursion", call->getBeginLoc(), "'" + callee->getNameAsString() + "' calls itself");
    return false;
  }
  if (nestsTooDeep(definition->getBody())) {
    walk_.record.effect("analysis.too-deep", call->getBeginLoc(),
                        "what stands in '" + callee->getNameAsString() + "' nests too deep to be looked through");
    return false;
  }
  const clang::QualType returned = definition->getReturnType();
  return returned->isVoidType() || returned->isReferenceType() ||
         returned.isDestructedType() == clang::QualType::DK_none || walk_.objects.isObject(returned);
}

/// What `argument` gives to `parameter`. Nothing is bound yet: a later argument may call the same function.
std::optional<ParameterBinding> Inlining::bindingOf(const clang::ParmVarDecl* parameter, const clang::Expr* argument,
                                                    CallFrame& frame) {
  const clang::QualType type = parameter->getType();
  ParameterBinding binding{parameter, std::nullopt, std::monostate{}};
  if (const auto lent = lentVariable(parameter, argument, frame.function)) {
    binding.reference = *lent;
    return binding;
  }
  if (!type->isReferenceType() || !argument->isGLValue()) {
    binding.value = walk_.expressions.valueOf(argument);
    if (type.isDestructedType() != clang::QualType::DK_none && !walk_.objects.isObject(type)) return std::nullopt;
    walk_.objects.hold(parameter, binding.value);
    return binding;
  }
  const clang::Expr* bare = argument;
  while (const auto* full = llvm::dyn_cast<clang::FullExpr>(bare)) bare = full->getSubExpr();
  if (const auto* temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(bare)) {
    const Value value = walk_.expressions.evaluate(temporary->getSubExpr());
    binding.reference = LocalPlace{parameter, true};
    walk_.objects.hold(parameter, value);
    if (isKnownObject(value)) binding.value = value;
    return binding;
  }
  const auto named = walk_.names.holdsMemory(type->getPointeeType()) ? walk_.names.namedObject(argument) : std::nullopt;
  if (named) {
    walk_.outer.insert_or_assign(named->key, *named);
    binding.reference = OuterPlace{named->key};
  } else {
    binding.reference = walk_.lvalues.place(argument);
    const auto* assigned = std::get_if<OuterPlace>(&*binding.reference);
    if (assigned && known_.inLoop.contains(assigned->key) && mayBePrivatised(walk_.outer.at(assigned->key).type)) {
      walk_.lvalues.loadOuter(*assigned, argument);
      binding.reference = LocalPlace{};
    }
  }
  const auto* outer = std::get_if<OuterPlace>(&*binding.reference);
  const clang::QualType referred = type->getPointeeType();
  if (const auto copied = outer ? std::nullopt : walk_.names.copiedObject(argument))
    frame.copies[parameter] = copied->key;
  if (!outer) return binding;
  if (walk_.objects.isObject(referred)) {
    walk_.objects.share(walk_.outer.at(outer->key));
    return binding;
  }
  if (walk_.names.holdsMemory(
          referred)) {  // the kernel has its members, not the object; or the container that has the row
    if (!walk_.outer.at(outer->key).row) frame.objects.insert(parameter);
    return binding;
  }
  const bool readOnly = referred.isConstQualified() || isLambdaType(referred);
  if (!readOnly) return referred->isScalarType() ? std::optional(binding) : std::nullopt;
  if (known_.inLoop.contains(outer->key) && !referred->isScalarType()) return std::nullopt;
  // Read once, here: the kernel passes its own copy.
  if (referred->isRecordType()) frame.copies[parameter] = outer->key;
  binding.value = walk_.lvalues.load(*binding.reference, argument);
  binding.reference = LocalPlace{parameter, true};
  return binding;
}

bool Inlining::bindParameters(const clang::FunctionDecl* definition, const std::vector<const clang::Expr*>& arguments,
                              CallFrame& frame) {
  std::vector<ParameterBinding> bindings;
  for (unsigned i = 0; i < definition->getNumParams() && i < arguments.size(); ++i) {
    const auto binding = bindingOf(definition->getParamDecl(i), arguments[i], frame);
    if (!binding) return false;
    bindings.push_back(*binding);
  }
  for (const ParameterBinding& binding : bindings) {
    walk_.locals.insert(binding.parameter);
    walk_.references.erase(binding.parameter);
    state_.values.erase({binding.parameter, ""});
    if (binding.reference) walk_.references.insert_or_assign(binding.parameter, *binding.reference);
    if (!std::holds_alternative<std::monostate>(binding.value))
      state_.values.insert_or_assign({binding.parameter, ""}, binding.value);
  }
  return true;
}

bool Inlining::bindObject(const clang::CallExpr* call, const clang::CXXMethodDecl* method, CallFrame& frame) {
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
  const auto named = object->getType()->isPointerType()           ? walk_.names.outerPointee(object)
                     : walk_.names.holdsMemory(object->getType()) ? walk_.names.namedObject(object)
                                                                  : std::nullopt;
  if (named) {
    walk_.outer.insert_or_assign(named->key, *named);
    frame.object = OuterPlace{named->key};
  } else if (object->getType()->isPointerType()) {
    frame.object = walk_.lvalues.dereference(walk_.expressions.evaluate(object), object->getType()->getPointeeType(),
                                             object->getBeginLoc());
  } else if (object->isGLValue()) {
    frame.object = walk_.lvalues.place(object);
  } else {
    walk_.expressions.evaluate(object);
    frame.object = LocalPlace{};
  }
  const auto* outer = std::get_if<OuterPlace>(&frame.object);
  if (const auto copied = outer ? std::nullopt : walk_.names.copiedObject(object)) frame.copies[nullptr] = copied->key;
  if (!outer) return !std::holds_alternative<UnknownPlace>(frame.object);
  const auto* record = method->getParent();
  if (known_.inLoop.contains(outer->key)) {
    if (!mayBePrivatised(walk_.outer.at(outer->key).type)) return false;
    walk_.lvalues.loadOuter(*outer, object);
    frame.object = LocalPlace{};
    return true;
  }
  // A plain object from outside is copied into the kernel whole; of others the kernel has the members.
  const bool plain =
      method->isConst() && !hasMutableField(record) && !walk_.names.holdsMemory(walk_.outer.at(outer->key).type);
  if (!plain || !outer->key.first) return !record->isInStdNamespace();
  const std::string prefix = outer->key.second + ".";
  for (const Key& written : known_.inLoop)
    if (written.first == outer->key.first && written.second.starts_with(prefix)) return true;
  walk_.lvalues.load(frame.object, object);
  frame.copies[nullptr] = outer->key;
  frame.object = LocalPlace{};
  return true;
}

namespace {

bool declaresTable(const clang::Stmt* statement) {
  if (!statement) return false;
  if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement))
    for (const clang::Decl* one : declaration->decls()) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(one);
      if (variable && isTable(*variable)) return true;
    }
  return std::any_of(statement->child_begin(), statement->child_end(), declaresTable);
}

}  // namespace

/// A call that was tried in vain is not tried again: in `a << b << c << d` the work would double at each `<<`.
bool Inlining::inlineCall(const clang::CallExpr* call, Value* value, Place* result) {
  if (notInlined_.contains(call)) return false;
  const bool inlined = tryInline(call, value, result);
  if (!inlined) notInlined_.insert(call);
  return inlined;
}

bool Inlining::tryInline(const clang::CallExpr* call, Value* value, Place* result) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (!callee || !canInline(call, callee)) return false;
  const clang::FunctionDecl* definition = definitionOf(callee);
  CallFrame frame;
  frame.function = definition;
  frame.call = call;
  frame.object = LocalPlace{};
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(definition);
  const std::size_t effects = model_.effects.size();
  if (!context_.getSourceManager().isInSystemHeader(call->getBeginLoc())) {
    const auto* named = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
    if (named && isIteratorType(named->getImplicitObjectArgument()->getType()))
      walk_.functions.obstacle(call->getBeginLoc(),
                               "a function of an iterator is called by its name, and the kernel has a pointer");
    const bool isLibrarys = context_.getSourceManager().isInSystemHeader(callee->getLocation());
    if (!isLibrarys && wantsIterator(call, *callee))
      walk_.functions.obstacle(call->getBeginLoc(), "a function wants an iterator, and the kernel has a pointer");
  }
  if (method && !bindObject(call, method, frame)) return false;
  if (method && method->getParent()->isLambda() && model_.effects.size() != effects) {
    // Refused already, with a reason: what its body would do says nothing more.
    if (result) *result = LocalPlace{};
    return true;
  }
  const bool objectIsArgument = method && !method->isStatic() && llvm::isa<clang::CXXOperatorCallExpr>(call);
  const std::vector<const clang::Expr*> arguments(call->arg_begin() + (objectIsArgument ? 1 : 0), call->arg_end());
  if (!bindParameters(definition, arguments, frame)) return false;
  CallFrame done = walkCallee(definition, std::move(frame), value, result);
  // The callee writes through `this`, which does not say whose it is.
  const auto* own = std::get_if<LocalPlace>(&done.object);
  if (method && !method->isStatic() && !method->isConst() && own && own->variable)
    walk_.lvalues.store(*own, std::monostate{}, call, {});
  if (method && walk_.lambdas.contains(method->getParent())) {
    // A lambda of the kernel's own text is compiled for the device with it.
    if (!done.objects.empty())
      walk_.functions.obstacle(call->getBeginLoc(), "a lambda is given an object that the kernel cannot have");
  } else if (walk_.functions.mustRepeat(definition, done)) {
    walk_.functions.repeatInKernel(call, definition, done);
  } else if (isAnnotated(*definition) || declaresTable(definition->getBody())) {
    // What it launches itself it launches from host code alone, and its tables are the host's: the kernel has the text
    // as it is written.
    walk_.functions.repeatWherePossible(call, definition, done);
  }
  return true;
}

CallFrame Inlining::walkCallee(const clang::FunctionDecl* definition, CallFrame frame, Value* value, Place* result) {
  walk_.names.collectLocals(definition->getBody());
  frame.depth = walk_.path.size();
  const bool certain = state_.certain;
  const auto conditions = state_.conditions;
  // A `break` or `continue` of the callee cannot leave it.
  const auto statements = walk_.around;
  const bool inPosition = std::exchange(walk_.inPosition, false);
  walk_.frames.push_back(std::move(frame));
  walk_.walked.insert(definition);
  walk_.statements.walk(definition->getBody());
  CallFrame done = std::move(walk_.frames.back());
  walk_.frames.pop_back();
  walk_.around = statements;
  walk_.inPosition = inPosition;
  for (const State& end : done.returns) state_ = Statements::merged(state_, end);
  state_.certain = certain;
  state_.conditions = conditions;
  state_.reachable = true;
  if (value) *value = resultOf(done, conditions.size());
  if (result) {
    *result = done.places.empty() ? Place{UnknownPlace{}} : done.places.front();
    for (std::size_t i = 1; i < done.places.size(); ++i) *result = Lvalues::eitherOf(*result, done.places[i]);
    if (!definition->getReturnType()->isReferenceType()) *result = LocalPlace{};
  }
  return done;
}

/// What a called function returns: one of the values that its `return`s give.
Value Inlining::resultOf(const CallFrame& done, std::size_t before) {
  if (done.values.size() == 1) return done.values.front();
  if (done.values.size() != done.returns.size()) return std::monostate{};
  std::vector<ValueCase> cases;
  for (std::size_t i = 0; i < done.values.size(); ++i) {
    const auto* number = std::get_if<IntegerValue>(&done.values[i]);
    if (!number) return std::monostate{};
    const std::vector<Polynomial>& all = done.returns[i].conditions;
    cases.push_back({*number, {all.begin() + static_cast<std::ptrdiff_t>(std::min(before, all.size())), all.end()}});
  }
  return walk_.cases.oneOf(cases, done.function->getReturnType());
}

void Inlining::returnFromCallee(const clang::ReturnStmt* statement) {
  CallFrame& frame = walk_.frames.back();
  const bool reference = frame.function->getReturnType()->isReferenceType();
  if (const clang::Expr* returned = statement->getRetValue()) {
    if (reference) {
      const Place target = walk_.lvalues.place(returned);
      if (!Lvalues::neverHold(state_.conditions)) walk_.frames.back().places.push_back(target);
      walk_.frames.back().values.push_back(std::monostate{});
    } else {
      const Value value = walk_.expressions.valueOf(returned);
      walk_.frames.back().values.push_back(value);
    }
  }
  for (std::size_t i = walk_.frames.back().depth; i < walk_.path.size(); ++i)
    model_.loops[static_cast<std::size_t>(walk_.path[i])].certain = false;
  walk_.frames.back().returns.push_back(state_);
  walk_.statements.leave();
}

void Inlining::leaveCallee() {
  CallFrame& frame = walk_.frames.back();
  if (!frame.function->getReturnType()->isVoidType()) frame.values.push_back(std::monostate{});
  frame.returns.push_back(state_);
  walk_.statements.leave();
}

bool Inlining::inlineConstructor(const clang::CXXConstructExpr* construction) {
  const auto* constructor =
      llvm::dyn_cast_or_null<clang::CXXConstructorDecl>(definitionOf(construction->getConstructor()));
  if (!constructor || constructor->isVariadic() || walk_.frames.size() >= maximalDepth) return false;
  if (llvm::isa<clang::CXXTryStmt>(constructor->getBody())) return false;
  if (!constructor->getParent()->hasTrivialDestructor()) return false;
  CallFrame frame;
  frame.function = constructor;
  frame.object = LocalPlace{};
  const std::vector<const clang::Expr*> arguments(construction->arg_begin(), construction->arg_end());
  if (!bindParameters(constructor, arguments, frame)) return false;
  walk_.frames.push_back(frame);
  for (const clang::CXXCtorInitializer* initialiser : constructor->inits())
    if (initialiser->getInit()) walk_.expressions.valueOf(initialiser->getInit());
  walk_.frames.pop_back();
  const CallFrame done = walkCallee(constructor, std::move(frame), nullptr, nullptr);
  if (walk_.functions.mustRepeat(constructor, done))
    walk_.functions.obstacle(construction->getBeginLoc(), "the constructor of '" +
                                                              constructor->getParent()->getNameAsString() +
                                                              "' uses an object from outside the loop");
  return true;
}

}  // namespace clustrix::compiler
