// Reductions that the author declares: functions marked [[clustrix::reduction(identity)]].
//
//     [[clustrix::reduction(Stats{})]] Stats merge(const Stats& a, const Stats& b);
//     total = merge(total, sample(x[i]));     total += z[i];     accumulate(total, x[i]);     total.add(x[i]);
//
// What adds fields and does nothing else needs no declaration, nor a function: see FieldSums.cpp.
//
//     total = Vec{total.x + x[i], total.y - y[i]};
//
// The variable may be named in such statements alone: whatever else looks at it, or at a member of it, sees a value
// that depends on how the iterations are grouped. The function's body is walked with arguments of its own, so that what
// it does beside combining shows.
#include "KernelText/KernelFunctions.h"
#include "Lower/Expressions.h"
#include "Lower/Inlining.h"
#include "Lower/Overlooked.h"
#include "Lower/Places.h"
#include "Lower/Recorder.h"
#include "Recurrence/Updates.h"
#include "Source/ReductionShapes.h"

#include "Source/ComplexSums.h"
#include "Syntax/InitialValue.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

const clang::VarDecl* variableOf(const clang::Expr* expression) {
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(withoutCopies(expression));
  return reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
}

/// The two things that a call combines: arguments, or the object and the argument.
std::optional<std::pair<const clang::Expr*, const clang::Expr*>> sidesOf(const clang::CallExpr* call) {
  if (const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call)) {
    const clang::Expr* object = member->getImplicitObjectArgument();
    if (member->getNumArgs() != 1 || object->getType()->isPointerType()) return std::nullopt;
    return std::pair{object, member->getArg(0)};
  }
  if (call->getNumArgs() != 2) return std::nullopt;
  return std::pair{call->getArg(0), call->getArg(1)};
}

/// The value that a statement assigns to all of a variable.
std::optional<std::pair<const clang::Expr*, const clang::Expr*>> assignmentOf(const clang::Expr* expression) {
  if (const auto* assignment = llvm::dyn_cast<clang::BinaryOperator>(expression);
      assignment && assignment->getOpcode() == clang::BO_Assign)
    return std::pair{assignment->getLHS(), assignment->getRHS()};
  const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expression);
  const auto* method = call ? llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee()) : nullptr;
  if (!method || call->getOperator() != clang::OO_Equal || !method->isTrivial()) return std::nullopt;
  return std::pair{call->getArg(0), call->getArg(1)};
}

}  // namespace

std::optional<DeclaredUpdate> Updates::declaredUpdate(const clang::Expr* expression) {
  expression = expression->IgnoreParens();
  if (const auto* full = llvm::dyn_cast<clang::FullExpr>(expression)) return declaredUpdate(full->getSubExpr());
  const auto assigned = assignmentOf(expression);
  if (const auto sum = assigned ? fieldwiseSum(assigned->second) : std::nullopt) {
    const bool isOne = variableOf(assigned->first) == sum->variable && !sum->variable->getType().isVolatileQualified();
    if (!isOne) return std::nullopt;
    DeclaredUpdate update;
    update.target = assigned->first;
    update.operand = assigned->second;
    update.mentions = sum->mentions;
    update.mentions.push_back(withoutCopies(assigned->first));
    update.operation = sum->operation;
    return update;
  }
  const auto* call = llvm::dyn_cast<clang::CallExpr>(assigned ? withoutCopies(assigned->second) : expression);
  const auto* callee = call ? call->getDirectCallee() : nullptr;
  auto declared = callee ? declaredReduction(*callee) : std::nullopt;
  if (callee && !declared) declared = sumOfFields(*callee);
  if (callee && !declared) declared = sumOfComplex(*callee);
  auto sides = declared ? sidesOf(call) : std::nullopt;
  if (!sides || declared->inPlace == assigned.has_value()) return std::nullopt;
  // Field by field, either one may be the first.
  if (declared->operation.proven && !declared->leftOnly && assigned &&
      variableOf(sides->first) != variableOf(assigned->first))
    std::swap(sides->first, sides->second);
  DeclaredUpdate update;
  update.target = assigned ? assigned->first : sides->first;
  update.operand = sides->second;
  update.function = callee;
  update.call = call;
  update.operation = declared->operation;
  const clang::VarDecl* variable = variableOf(update.target);
  if (!variable || variable != variableOf(sides->first)) return std::nullopt;
  update.mentions.push_back(withoutCopies(sides->first));
  if (assigned) update.mentions.push_back(withoutCopies(assigned->first));
  const clang::QualType type = variable->getType().getNonReferenceType();
  if (type.isVolatileQualified() || !context_.hasSameUnqualifiedType(type, declared->type)) return std::nullopt;
  const auto* record = type->getAsCXXRecordDecl();
  if (record ? !record->isTriviallyCopyable() : !type->isArithmeticType()) return std::nullopt;
  return update;
}

/// The first mention of the variable in the loop that is no part of such an update, or null.
const clang::DeclRefExpr* Updates::otherMention(const clang::Stmt* statement, const clang::VarDecl* variable) {
  if (!statement) return nullptr;
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(statement))
    return reference->getDecl()->getCanonicalDecl() == variable->getCanonicalDecl() ? reference : nullptr;
  if (const auto* expression = llvm::dyn_cast<clang::Expr>(statement))
    if (const auto update = declaredUpdate(expression); update && variableOf(update->target) == variable)
      return update->function ? otherMention(update->operand, variable) : nullptr;
  const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(statement);
  if (lambda)
    if (const auto* inside = otherMention(lambda->getBody(), variable)) return inside;
  if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement))
    for (const clang::Decl* one : declaration->decls())
      if (const auto* declared = llvm::dyn_cast<clang::VarDecl>(one))
        if (const auto* inside = otherMention(initialiserOf(*declared), variable)) return inside;
  for (const clang::Stmt* child : statement->children())
    if (const auto* inside = otherMention(child, variable)) return inside;
  return nullptr;
}

/// What the function does beside combining its two arguments.
void Updates::walkDeclared(const clang::FunctionDecl* function, const clang::CallExpr* call) {
  const clang::SourceLocation at = call->getExprLoc();
  const clang::FunctionDecl* definition = nullptr;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  const std::string name = function->getNameAsString();
  if (!function->hasBody(definition)) {
    walk_.record.effect("effect.call", at, "'" + name + "' combines values, and its body is not visible here",
                        "define it where this source sees its body");
    return;
  }
  if (definition->isVariadic() || llvm::isa<clang::CXXTryStmt>(definition->getBody()) ||
      (method && method->isVirtual())) {
    walk_.record.effect("effect.call", at, "'" + name + "' is called and may do anything");
    return;
  }
  CallFrame frame;
  frame.function = definition;
  frame.call = call;
  frame.object = LocalPlace{};
  for (const clang::ParmVarDecl* parameter : definition->parameters()) {
    walk_.locals.insert(parameter);
    state_.values.erase({parameter, ""});
    walk_.references.erase(parameter);
    if (parameter->getType()->isReferenceType())
      walk_.references.insert_or_assign(parameter, LocalPlace{parameter, true});
  }
  const CallFrame done = walk_.inlining.walkCallee(definition, std::move(frame), nullptr, nullptr);
  // Partial results are combined where the kernel's members are not.
  if (walk_.functions.mustRepeat(definition, done))
    walk_.record.effect("effect.call-state", at,
                        "'" + name + "' combines values, and uses an object from outside of it",
                        "pass it as an argument");
}

bool Updates::tryDeclared(const clang::Expr* expression) {
  const auto update = declaredUpdate(expression);
  if (!update || !walk_.frames.empty() || valueIsUsed(expression)) return false;
  const clang::VarDecl* variable = variableOf(update->target);
  if (walk_.isLocal(variable)) return false;
  // Where it is no reduction as a whole, its fields may be.
  if (update->operation.proven && otherMention(&input_.loop, variable)) return false;
  const Place target = walk_.lvalues.place(update->target);
  const auto* outer = std::get_if<OuterPlace>(&target);
  if (!outer || state_.assigned.contains(outer->key)) return false;
  const Key key = outer->key;
  const OuterName name = walk_.outer.at(key);
  if (name.variable && name.variable->getTLSKind() != clang::VarDecl::TLS_None)
    walk_.record.effect("effect.thread-local", expression->getBeginLoc(), "'" + name.name + "' is thread_local");
  std::vector<const clang::Expr*> operands{update->operand};
  if (!update->function) operands = fieldwiseSum(update->operand)->summands;
  for (const clang::Expr* operand : operands)
    if (operand->isGLValue())
      walk_.lvalues.load(walk_.lvalues.place(operand), operand);
    else
      walk_.expressions.evaluate(operand);
  if (update->function) walkDeclared(update->function, update->call);
  if (update->call) walk_.overlooked.lookAt(update->call);
  walk_.record.countWork(4);
  const auto* record = variable->getType().getNonReferenceType()->getAsCXXRecordDecl();
  if (record && !(update->operation.proven && record->isAggregate()))
    walk_.identities.push_back(
        {record, update->operation.proven ? constructorOfFields(record) : nullptr, expression->getBeginLoc()});
  walk_.written.inLoop.insert(key);
  for (const clang::Stmt* around : walk_.around) walk_.written.inStatement[around].insert(key);
  const int index = walk_.record.scalar(key);
  for (const clang::Expr* mention : update->mentions) {
    walk_.lvalues.place(mention);
    walk_.record.captureScalar(walk_.outer.at(key), index);
  }
  ScalarState& state = model_.scalars[static_cast<std::size_t>(index)];
  if (const auto* other = otherMention(&input_.loop, variable))
    state.exposedReads.push_back(walk_.record.point(other->getLocation()));
  Update made;
  made.op = UpdateOperator::Declared;
  made.exact = true;
  made.scalar = index;
  made.certain = state_.certain;
  made.at = walk_.record.point(update->target->getBeginLoc());
  made.declared = update->operation;
  state.updates.push_back(static_cast<int>(model_.updates.size()));
  state_.values.erase(key);
  model_.updates.push_back(std::move(made));
  return true;
}

/// A member of a variable that the loop combines into as a whole.
void Updates::refuseMemberOfCombined(const Key& key, clang::SourceLocation at) {
  const auto* variable = llvm::dyn_cast_or_null<clang::VarDecl>(key.first);
  if (!variable || key.second.empty() || !variable->getType().getNonReferenceType()->isRecordType()) return;
  if (!known_.inLoop.contains({key.first, ""})) return;
  walk_.record.effect("effect.unknown-construct", at,
                      "a member of an object is used that the loop combines into as a whole");
}

}  // namespace clustrix::compiler
