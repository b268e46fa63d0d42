// Statements: control flow of one iteration, with what is surely executed and what is known where.
#include "Lower/Statements.h"
#include "Induction/InductionSteps.h"
#include "Induction/LoopHeader.h"
#include "Induction/ValueCases.h"
#include "KernelText/BodyEdits.h"
#include "KernelText/BodyText.h"
#include "KernelText/HostText.h"
#include "KernelText/InnerLoops.h"
#include "KernelText/KernelFunctions.h"
#include "Library/LibraryTypes.h"
#include "Lower/BothBranches.h"
#include "Lower/Calls.h"
#include "Lower/Expressions.h"
#include "Lower/Inlining.h"
#include "Lower/Objects.h"
#include "Lower/Overlooked.h"
#include "Lower/Places.h"
#include "Lower/Recorder.h"
#include "Memory/Names.h"
#include "Memory/WrittenSizes.h"
#include "Normalise/Fixes.h"
#include "Recurrence/EarlyExits.h"
#include "Recurrence/GuardedExtrema.h"
#include "Recurrence/Scan.h"
#include "Syntax/ControlFlow.h"
#include "Syntax/InitialValue.h"
#include "Syntax/LoopParts.h"
#include "Syntax/Nesting.h"
#include "Syntax/Types.h"

#include "Support/Effort.h"

#include <algorithm>
#include <utility>

namespace clustrix::compiler {

namespace {

bool containsReturn(const clang::Stmt* statement) {
  if (!statement || llvm::isa<clang::LambdaExpr>(statement)) return false;
  if (llvm::isa<clang::ReturnStmt>(statement)) return true;
  return std::any_of(statement->child_begin(), statement->child_end(), containsReturn);
}

}  // namespace

State Statements::merged(const State& left, const State& right) {
  if (!left.reachable) return right;
  if (!right.reachable) return left;
  Effort::spend(1 + left.conditions.size());
  State result;
  result.values = decltype(State::values)::common(left.values, right.values);
  result.assigned = decltype(State::assigned)::common(left.assigned, right.assigned);
  // Mostly what held before the paths parted.
  const auto parted =
      std::mismatch(left.conditions.begin(), left.conditions.end(), right.conditions.begin(), right.conditions.end());
  result.conditions.assign(left.conditions.begin(), parted.first);
  for (auto condition = parted.first; condition != left.conditions.end(); ++condition) {
    Effort::spend(right.conditions.size());
    if (std::find(right.conditions.begin(), right.conditions.end(), *condition) != right.conditions.end())
      result.conditions.push_back(*condition);
  }
  result.certain = left.certain && right.certain;
  return result;
}

void Statements::forget(const clang::Stmt* statement) {
  const auto found = known_.inStatement.find(statement);
  if (found == known_.inStatement.end()) return;
  for (const Key& key : found->second) state_.values.erase(key);
}

void Statements::walk(const clang::Stmt* statement) {
  if (!statement || !Effort::spend()) return;
  const bool isInBlock = std::exchange(inBlock_, nullptr) == statement;
  if (walk_.exits.surelyLeaves(statement)) return walk_.exits.recordLeave(statement);
  const clang::SourceLocation at = statement->getBeginLoc();
  if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(statement)) return walkBlock(block);
  if (const auto* attributed = llvm::dyn_cast<clang::AttributedStmt>(statement)) return walk(attributed->getSubStmt());
  if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement)) {
    for (const clang::Decl* one : declaration->decls()) {
      if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(one))
        walkDeclaration(variable);
      else if (const auto* type = llvm::dyn_cast<clang::TypedefNameDecl>(one))
        evaluateSizes(type->getUnderlyingType());
      else if (!declareType(one))
        walk_.record.effect("effect.unknown-construct", at, "a declaration inside the loop that is no variable",
                            "declare it before the function");
    }
    return;
  }
  if (const auto* conditional = llvm::dyn_cast<clang::IfStmt>(statement)) return walkIf(conditional);
  if (isLoop(statement)) return walkInnerLoop(statement);
  if (const auto* switch_ = llvm::dyn_cast<clang::SwitchStmt>(statement)) return walkSwitch(switch_);
  if (const auto* label = llvm::dyn_cast<clang::SwitchCase>(statement)) return walk(label->getSubStmt());
  if (llvm::isa<clang::NullStmt>(statement)) return;
  if (const auto* jump = llvm::dyn_cast<clang::BreakStmt>(statement)) return walkBreak(jump);
  if (const auto* jump = llvm::dyn_cast<clang::ContinueStmt>(statement)) return walkContinue(jump);
  if (llvm::isa<clang::ReturnStmt, clang::CoreturnStmt>(statement)) return walkReturn(statement);
  if (const auto* jump = llvm::dyn_cast<clang::GotoStmt>(statement)) return walkGoto(jump);
  if (const auto* label = llvm::dyn_cast<clang::LabelStmt>(statement)) {
    arrive(label);
    return walk(label->getSubStmt());
  }
  if (llvm::isa<clang::IndirectGotoStmt>(statement))
    return walk_.record.effect("effect.goto", at, "a computed jump stands in the loop");
  if (llvm::isa<clang::AsmStmt>(statement))
    return walk_.record.effect("effect.asm", at, "inline assembly stands in the loop");
  if (llvm::isa<clang::CXXTryStmt>(statement))
    return walk_.record.effect("effect.exception", at, "exceptions are handled inside the loop");
  if (const auto* expression = llvm::dyn_cast<clang::Expr>(statement)) {
    const std::size_t known = model_.accesses.size();
    walk_.statement = expression;
    if (walk_.scans.mayBeSuspended(statement))
      walk_.scans.walkStore(statement);
    else if (expression->isGLValue() && !llvm::isa<clang::BinaryOperator, clang::UnaryOperator, clang::CallExpr>(
                                            expression->IgnoreParens()->IgnoreImplicit()))
      walk_.expressions.discard(expression);
    else
      walk_.expressions.evaluate(expression);
    if (isInBlock) markOnce(walk_, *expression, known);
    return;
  }
  walk_.record.effect(
      "effect.unknown-construct", at,
      std::string("a statement of a kind that is not modelled (") + statement->getStmtClassName() + ")");
}

/// Declarations that do nothing when control passes them. A type's own functions are looked at where they are called.
bool Statements::declareType(const clang::Decl* declaration) {
  return llvm::isa<clang::StaticAssertDecl, clang::EmptyDecl, clang::UsingDecl, clang::UsingDirectiveDecl,
                   clang::UsingEnumDecl, clang::UsingShadowDecl, clang::NamespaceAliasDecl, clang::TagDecl,
                   clang::FunctionDecl, clang::LabelDecl>(declaration);
}

void Statements::walkReturn(const clang::Stmt* statement) {
  if (const auto* inner = llvm::dyn_cast<clang::ReturnStmt>(statement); inner && !walk_.frames.empty())
    return walk_.inlining.returnFromCallee(inner);
  for (const clang::Stmt* child : statement->children())
    if (const auto* value = llvm::dyn_cast_or_null<clang::Expr>(child)) {
      if (value->isGLValue())
        walk_.lvalues.place(value);
      else
        walk_.expressions.evaluate(value);
    }
  walk_.record.effect("effect.return", statement->getBeginLoc(), "'return' leaves the loop");
  for (NestedLoop& loop : model_.loops) loop.certain = false;
  leave();
}

/// Control does not come past this point: what stands behind it is walked for its names, and is certain to no one.
void Statements::leave() {
  state_.reachable = false;
  state_.certain = false;
}

void Statements::evaluateSizes(clang::QualType written) {
  const WrittenSizes found = sizesWrittenIn(written, context_);
  for (const clang::Expr* size : found.sizes) walk_.expressions.evaluate(size);
  if (!found.complete)
    walk_.record.effect("effect.unknown-construct", input_.loop.getBeginLoc(),
                        "a type with arrays of variable length is written inside the loop");
}

/// Of an array of variable length, what `sizeof` is given is evaluated.
void Statements::evaluateSizes(const clang::UnaryExprOrTypeTraitExpr* trait) {
  if (trait->getKind() != clang::UETT_SizeOf || !trait->getTypeOfArgument()->isVariablyModifiedType()) return;
  if (trait->isArgumentType()) return evaluateSizes(trait->getArgumentType());
  if (trait->getArgumentExpr()->HasSideEffects(context_))
    walk_.record.effect("effect.unknown-construct", trait->getBeginLoc(), "'sizeof' evaluates what it is given");
}

namespace {

/// `std::vector<int>::iterator it`: the iterator's type, where no initialiser and no argument says it.
clang::TypeLoc writtenIterator(const clang::VarDecl& variable) {
  const clang::QualType type = variable.getType();
  const bool follows = type->getContainedAutoType() || type->getAs<clang::DecltypeType>() ||
                       type.getNonReferenceType()->getAs<clang::SubstTemplateTypeParmType>();
  if (!isIteratorType(type) || follows || !variable.getTypeSourceInfo()) return {};
  clang::TypeLoc written = variable.getTypeSourceInfo()->getTypeLoc().getUnqualifiedLoc();
  if (const auto reference = written.getAs<clang::ReferenceTypeLoc>()) written = reference.getPointeeLoc();
  return written.getUnqualifiedLoc();
}

}  // namespace

void Statements::walkDeclaration(const clang::VarDecl* variable) {
  const clang::QualType type = variable->getType();
  const clang::SourceLocation at = variable->getLocation();
  evaluateSizes(type);
  // The kernel has pointers for iterators.
  if (const clang::TypeLoc iterator = writtenIterator(*variable); !iterator.isNull()) {
    const auto where = walk_.inlining.inKernel(iterator.getSourceRange())
                           ? walk_.text.offsets(iterator.getSourceRange())
                           : std::nullopt;
    const bool isKnown = where && std::any_of(walk_.edits.begin(), walk_.edits.end(), [&](const TextEdit& edit) {
                           return edit.begin == where->first && edit.end == where->second;
                         });
    if (!where || !variable->getInit() ||
        llvm::isa<clang::CXXConstructExpr>(variable->getInit()->IgnoreUnlessSpelledInSource()))
      walk_.functions.obstacle(at, "the iterator '" + variable->getNameAsString() +
                                       "' is declared with its type, and the kernel has a pointer");
    else if (!isKnown)
      walk_.text.edit(iterator.getSourceRange(), {BodyPiece::Text, "auto", -1});
  }
  if (type.isVolatileQualified()) walk_.record.effect("effect.volatile", at, "a volatile variable is declared");
  if (variable->isStaticLocal() || variable->getTLSKind() != clang::VarDecl::TLS_None) {
    if (!(type.isConstQualified() && variable->hasConstantInitialization()))
      walk_.record.effect(
          "effect.static-local", at,
          "the static variable '" + variable->getNameAsString() + "' keeps its value between iterations",
          "leave out 'static' where each iteration assigns it first", automaticInstead(context_, *variable));
    return;
  }
  if (type->isVariableArrayType())
    walk_.record.effect("effect.allocation", at, "an array of variable length is declared");
  if ((!walk_.host.nameable(type) && !isLambdaType(type)) || type->isFunctionPointerType() ||
      type->isMemberPointerType())
    walk_.record.effect("effect.unsupported-type", at,
                        "a variable of the type '" + type.getAsString() + "' is declared",
                        "move the type to namespace scope");
  if (type.isDestructedType() != clang::QualType::DK_none && !walk_.objects.isObject(type))
    walk_.record.effect("effect.allocation", at, "an object with a destructor is created in each iteration",
                        "use an array of a fixed size, or create it before the loop");
  const clang::Expr* initialiser = initialiserOf(*variable);
  if (const auto* parts = llvm::dyn_cast<clang::DecompositionDecl>(variable)) return bindParts(parts);
  if (type->isReferenceType()) return walkReference(variable, initialiser);
  if (!initialiser || isConstantReal(*variable)) return;
  const Value value =
      walk_.lvalues.readsUsedParts(variable, initialiser) ? Value{} : walk_.expressions.evaluate(initialiser);
  walk_.lvalues.noteVariable(variable);
  walk_.objects.hold(variable, value);
  if (isOptionalType(type)) walk_.calls.engage(variable, walk_.calls.holdsNumber(initialiser));
  const Key key{variable, ""};
  // What a header declares, its loop finds when it starts: the loop may itself be the statement around.
  for (const clang::Stmt* around : walk_.around)
    if (around != header_) walk_.written.inStatement[around].insert(key);
  const bool tracked = type->isIntegralOrEnumerationType() || type->isPointerType() ||
                       std::holds_alternative<PointerValue>(value) || isKnownObject(value);
  if (tracked && !std::holds_alternative<std::monostate>(value))
    state_.values.insert_or_assign(key, value);
  else
    state_.values.erase(key);
}

void Statements::walkReference(const clang::VarDecl* variable, const clang::Expr* initialiser) {
  if (!initialiser) return;
  while (const auto* full = llvm::dyn_cast<clang::FullExpr>(initialiser)) initialiser = full->getSubExpr();
  if (const auto* temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(initialiser)) {
    const Value value = walk_.expressions.evaluate(temporary->getSubExpr());
    walk_.references.insert_or_assign(variable, LocalPlace{variable, true});
    walk_.objects.hold(variable, value);
    if (isKnownObject(value))
      state_.values.insert_or_assign({variable, ""}, value);
    else
      state_.values.erase({variable, ""});
    return;
  }
  const Place target = walk_.lvalues.place(initialiser);
  if (std::holds_alternative<OuterPlace>(target)) {
    const OuterName name = walk_.outer.at(std::get<OuterPlace>(target).key);
    if (walk_.objects.isObject(name.type)) {
      walk_.objects.share(name);
      walk_.references.insert_or_assign(variable, target);
      return;
    }
    if (walk_.names.holdsMemory(name.type)) {
      // The kernel has members and elements of the object, by the object's own name: the reference is not needed. Of
      // rows that vary it has the container, and text that says `row` means one of them.
      if (!name.row) walk_.text.edit(variable->getSourceRange(), {BodyPiece::Text, "", -1});
      walk_.references.insert_or_assign(variable, target);
      return;
    }
    // A reference to a container or scalar from outside would need a name of its own in the kernel.
    walk_.record.effect(
        "effect.reference", variable->getLocation(),
        "the reference '" + variable->getNameAsString() + "' is bound to '" + name.name + "' inside the loop",
        "use '" + name.name + "' itself", objectInstead(context_, *variable));
  }
  walk_.references.insert_or_assign(variable, target);
}

/// Of `if constexpr`, the branch that is not discarded.
void Statements::walkKept(const clang::IfStmt* statement) {
  const auto taken = statement->isConstexpr() ? statement->getNondiscardedCase(context_) : std::nullopt;
  if (!taken)
    return walk_.record.effect("effect.unknown-construct", statement->getBeginLoc(),
                               "'if consteval' or an undecided 'if constexpr'");
  if (statement->getInit()) walk(statement->getInit());
  if (const auto* variable = statement->getConditionVariable()) walkDeclaration(variable);
  if (*taken) walk(*taken);
  const clang::Stmt* const discarded = *taken == statement->getThen() ? statement->getElse() : statement->getThen();
  // It names what nobody needs, and the kernel does not have. The text of a template discards other parts elsewhere.
  const clang::FunctionDecl& function = walk_.frames.empty() ? input_.function : *walk_.frames.back().function;
  if (discarded && !function.isTemplateInstantiation())
    walk_.text.edit(discarded->getSourceRange(), {BodyPiece::Text, endsWithoutSemicolon(discarded) ? "" : "{}", -1});
}

void Statements::walkIf(const clang::IfStmt* statement) {
  if (statement->isConstexpr() || statement->isConsteval()) return walkKept(statement);
  const auto guarded = guardedBy(statement);
  if (guarded &&
      (walk_.extrema.tryGuarded(*guarded) || walk_.extrema.tryLocation(*guarded) || walk_.extrema.tryFirst(*guarded)))
    return;
  if (walk_.extrema.tryExtremaChain(statement) || walk_.extrema.tryFirstNested(statement) ||
      walk_.extrema.tryFirstChain(statement))
    return;
  if (statement->getInit()) walk(statement->getInit());
  if (const auto* variable = statement->getConditionVariable()) walkDeclaration(variable);
  walk_.expressions.evaluate(statement->getCond());
  ++model_.branches;
  const State before = state_;
  std::vector<std::vector<Access>> writes;
  const auto branch = [&](const clang::Stmt* body, bool holds) {
    state_ = before;
    state_.certain = false;
    for (const Polynomial& c : walk_.expressions.constraintsOf(statement->getCond(), holds))
      state_.conditions.push_back(c);
    walk_.calls.assume(statement->getCond(), holds);
    const std::size_t first = model_.accesses.size(), conditions = state_.conditions.size();
    if (body) walk(body);
    writes.push_back(walk_.branches.certainWrites({{body, first, model_.accesses.size()}}, conditions));
    return state_;
  };
  const State yes = branch(statement->getThen(), true);
  const State no = branch(statement->getElse(), false);
  state_ = merged(yes, no);
  walk_.cases.joinValues(yes, no, before.conditions.size());
  if (!yes.reachable && !no.reachable) state_.reachable = false;
  // Certain again only when both branches come back here.
  const bool undone =
      walk_.rollsBack && (walk_.exits.isLeave(statement->getThen()) || walk_.exits.isLeave(statement->getElse()));
  state_.certain = before.certain && (undone || (yes.reachable && no.reachable)) && !leavesEarly(statement);
  if (yes.reachable && no.reachable) state_.conditions = before.conditions;
  if (statement->getElse()) walk_.branches.joinWrites(statement, writes);
}

void Statements::walkInnerLoop(const clang::Stmt* loop) {
  if (runsOnce(loop)) return walkOnce(llvm::cast<clang::DoStmt>(loop));
  const auto* counted = llvm::dyn_cast<clang::ForStmt>(loop);
  const auto* range = llvm::dyn_cast<clang::CXXForRangeStmt>(loop);
  const clang::Stmt* outerHeader = std::exchange(header_, loop);
  if (counted && counted->getInit()) walk(counted->getInit());
  header_ = outerHeader;
  if (range && range->getInit()) walk(range->getInit());
  const State entry = state_;
  walk_.entryValues = state_.values;
  walk_.around.push_back(loop);
  walk_.breakTargets.push_back(loop);
  forget(loop);
  // An entry of its own would be something learnt, and cost one more walk.
  const auto changed = [&] {
    const auto found = walk_.written.inStatement.find(loop);
    return walk_.scans.changes() + (found == walk_.written.inStatement.end() ? 0 : found->second.size());
  };
  const std::size_t before = range ? changed() : 0;
  const int index = walk_.headers.addLoop(loop, walk_.path.back());
  // It is evaluated once, and all that the loop changes counts as changed in each of its iterations.
  if (range && changed() != before)
    walk_.record.effect("effect.unknown-construct", range->getRangeInit()->getBeginLoc(),
                        "the range that is walked changes something", "change it in a statement in front of the loop");
  walk_.path.push_back(index);
  if (!model_.loops[static_cast<std::size_t>(index)].trip) state_.certain = false;
  const auto mark = counted ? markHead(walk_, *counted, index) : std::nullopt;
  walk_.induction.beginIteration(loop, index, entry);
  walkLoopBody(loop, index);
  if (mark) markEnd(walk_, *counted, *mark);
  joinContinued();
  state_.certain = false;
  if (counted && counted->getInc())
    walk_.expressions.evaluate(counted->getInc());  // its writes count, its value is in the header
  if (const auto* last = llvm::dyn_cast<clang::DoStmt>(loop)) walk_.expressions.evaluate(last->getCond());
  walk_.induction.endIteration(loop, index);
  walk_.path.pop_back();
  walk_.around.pop_back();
  walk_.breakTargets.pop_back();
  // What the body assigned proves nothing afterwards: there may have been no iteration.
  state_ = entry;
  if (containsReturn(loop) || jumpsOut(loop)) state_.certain = false;
  forget(loop);
  walk_.induction.afterLoop(loop, index, entry);
}

/// The end of the body is reached from its last statement and from each `continue`.
void Statements::joinContinued() {
  for (const State& state : walk_.continued.back()) state_ = merged(state_, state);
  walk_.continued.back().clear();
  state_.reachable = true;
}

void Statements::walkLoopBody(const clang::Stmt* loop, int index) {
  const clang::Stmt* inner = bodyOf(loop);
  // Writes of the body alone tell whether the header's variable is changed behind the header's back.
  walk_.around.push_back(inner);
  if (const auto* range = llvm::dyn_cast<clang::CXXForRangeStmt>(loop)) {
    const auto& counter = model_.loops[static_cast<std::size_t>(index)].counter;
    walk_.headers.bindRangeVariable(range, Polynomial::symbol(counter));
  } else if (const clang::Expr* condition = conditionOf(loop);
             condition && index != 0 && !llvm::isa<clang::DoStmt>(loop)) {
    const bool certain = state_.certain;
    state_.certain = false;
    walk_.around.pop_back();
    const auto values = state_.values;
    if (const clang::DeclStmt* declaration = conditionVariableOf(loop)) walk(declaration);
    walk_.expressions.evaluate(condition);
    const bool isCounted = !model_.loops[static_cast<std::size_t>(index)].variable.empty();
    if (const auto* step = isCounted ? stepInCondition(condition) : nullptr) {
      // The header's value is the one behind the step.
      const auto* counter = llvm::dyn_cast<clang::DeclRefExpr>(step->getSubExpr()->IgnoreParens());
      const auto* variable = counter ? llvm::dyn_cast<clang::VarDecl>(counter->getDecl()) : nullptr;
      const auto known = variable ? values.find(walk_.headers.keyOf(variable)) : values.end();
      if (known != values.end()) state_.values.insert_or_assign(known->first, known->second);
    }
    walk_.around.push_back(inner);
    state_.certain = certain;
  }
  if (index == 0) walk_.exits.walkExits();
  const clang::Stmt* step = trailingStepOf(loop);
  const auto* block = llvm::dyn_cast<clang::CompoundStmt>(inner);
  if (step && block) {
    walkBlock(block, step);
  } else if (step != inner) {
    walk(inner);
  }
  walk_.around.pop_back();
  if (step && index != 0) walk(step);
  if (step) walk_.overlooked.lookAtAll(step);  // the header knows it
}

}  // namespace clustrix::compiler
