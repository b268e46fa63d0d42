// Loop headers: which loops can be counted before they start, and what their variable is in iteration k.
#include "Induction/LoopHeader.h"
#include "HostCode/Liveness.h"
#include "Induction/Preheader.h"
#include "Induction/ValueCases.h"
#include "KernelText/HostText.h"
#include "Library/LibraryFunctions.h"
#include "Library/LibraryTypes.h"
#include "Lower/Calls.h"
#include "Lower/Expressions.h"
#include "Lower/Places.h"
#include "Lower/Recorder.h"
#include "Lower/Statements.h"
#include "Memory/Names.h"
#include "Memory/Rows.h"
#include "Memory/Storage.h"
#include "Syntax/LoopParts.h"
#include "Syntax/Mentions.h"
#include "Syntax/Nesting.h"

#include "clang/AST/ParentMapContext.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// `e` of `E(e)` and `static_cast<int>(e)`, where the cast is to `type`.
const clang::Expr* withoutCastTo(const clang::Expr* expression, clang::QualType type) {
  expression = bareExpression(expression)->IgnoreParenImpCasts();
  const auto* cast = llvm::dyn_cast<clang::ExplicitCastExpr>(expression);
  const bool same =
      cast && cast->getType().getCanonicalType().getUnqualifiedType() == type.getCanonicalType().getUnqualifiedType();
  return same ? bareExpression(cast->getSubExpr())->IgnoreParenImpCasts() : expression;
}

}  // namespace

Key LoopHeaders::keyOf(const clang::VarDecl* variable) const {
  return {walk_.isLocal(variable) ? variable : variable->getCanonicalDecl(), ""};
}

Value Expressions::valueOf(const clang::Expr* expression) {
  expression = bareExpression(expression);
  // A member function of a temporary sees it as const.
  if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expression);
      cast && cast->getCastKind() == clang::CK_NoOp)
    if (const auto* temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(bareExpression(cast->getSubExpr())))
      return valueOf(temporary->getSubExpr());
  if (const auto* temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(expression))
    return valueOf(temporary->getSubExpr());
  // Which object it is does not matter to who only wants the value.
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(expression);
      choice && choice->isGLValue() && choice->getType()->isScalarType())
    return evaluateConditional(choice);
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(expression); call && isPureFunction(call->getDirectCallee()))
    return walk_.calls.evaluateCall(call);
  return expression->isGLValue() ? walk_.lvalues.load(walk_.lvalues.place(expression), expression)
                                 : evaluate(expression);
}

bool LoopHeaders::changedInside(const clang::Stmt* loop, const clang::VarDecl* variable) const {
  if (changesInCondition(loop, variable)) return true;
  const auto found = known_.inStatement.find(bodyOf(loop));
  return found != known_.inStatement.end() &&
         (found->second.contains(keyOf(variable)) || found->second.contains({variable, ""}));
}

/// The step of `++i`, `i -= 2`, `i = i + k`, and the variable it steps.
std::optional<Polynomial> LoopHeaders::stepOf(const clang::Expr* increment, const clang::VarDecl*& variable) {
  increment = bareExpression(increment);
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(increment); unary && unary->isIncrementDecrementOp()) {
    variable = mentionedVariable(unary->getSubExpr());
    return Polynomial(unary->isIncrementOp() ? 1 : -1);
  }
  const clang::Expr* amount = nullptr;
  bool negative = false;
  if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(increment)) {
    variable = mentionedVariable(call->getArg(0));
    if (call->getOperator() == clang::OO_PlusPlus) return Polynomial(1);
    if (call->getOperator() == clang::OO_MinusMinus) return Polynomial(-1);
    if (call->getOperator() != clang::OO_PlusEqual || call->getNumArgs() != 2) return std::nullopt;
    amount = call->getArg(1);
  } else if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(increment)) {
    variable = mentionedVariable(op->getLHS());
    if (op->getOpcode() == clang::BO_AddAssign || op->getOpcode() == clang::BO_SubAssign) {
      amount = op->getRHS();
      negative = op->getOpcode() == clang::BO_SubAssign;
    } else if (op->getOpcode() == clang::BO_Assign) {
      if (!variable) return std::nullopt;
      const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(withoutCastTo(op->getRHS(), variable->getType()));
      if (!sum || !sum->isAdditiveOp()) return std::nullopt;
      negative = sum->getOpcode() == clang::BO_Sub;
      if (mentionedVariable(sum->getLHS()) == variable)
        amount = sum->getRHS();
      else if (!negative && mentionedVariable(sum->getRHS()) == variable)
        amount = sum->getLHS();
    }
  }
  if (!amount || !variable || !amount->getType()->isIntegerType()) return std::nullopt;
  const auto value = boundValue(amount);
  const auto* integer = value ? std::get_if<IntegerValue>(&*value) : nullptr;
  if (!integer || !integer->needs.empty()) return std::nullopt;
  return negative ? subtract(Polynomial(0), integer->polynomial) : integer->polynomial;
}

/// A value that the header needs; for the modelled loop itself, a side-effect free expression over what the loop does
/// not write is a parameter even where it is no polynomial, such as `start[i + 1]` or `n / 2`.
std::optional<Value> LoopHeaders::boundValue(const clang::Expr* expression) {
  const auto happened = [&] {
    std::size_t count = model_.effects.size() + model_.updates.size();
    for (const ScalarState& state : model_.scalars) count += state.exposedReads.size() + state.writes.size();
    for (const Access& access : model_.accesses) count += access.kind == AccessKind::Write;
    return count;
  };
  const std::size_t before = happened();
  const Value value = walk_.expressions.valueOf(expression);
  if (happened() != before) return std::nullopt;
  const bool isRoot = walk_.path.size() == 1 && walk_.around.empty();
  const auto* integer = std::get_if<IntegerValue>(&value);
  // Of a remainder only the range may be known, and the host has to compute the loop's bounds.
  const bool isRange =
      isRoot && integer && !isOverParameters(model_, integer->polynomial) && !mentionsLocal(expression);
  if (!isUnknown(value) && !isRange) return value;
  if (const IntegerValue* const listed = isRoot ? nullptr : numberIn(value)) return *listed;
  if (!isRoot || !expression->getType()->isIntegerType()) return std::nullopt;
  const std::string text = walk_.host.hostSource(expression);
  if (text.empty() || mentionsLocal(expression)) return std::nullopt;
  const SymbolId number = walk_.record.parameterOf("(" + text + ")", text, expression->getType());
  walk_.numbers.emplace(number, expression);
  return IntegerValue{Polynomial::symbol(number), {}};
}

bool LoopHeaders::mentionsLocal(const clang::Stmt* statement) const {
  if (!statement) return false;
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(statement)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    const auto* part = llvm::dyn_cast<clang::BindingDecl>(reference->getDecl());
    if (part) variable = llvm::cast<clang::VarDecl>(part->getDecomposedDecl());
    if (variable && walk_.isLocal(variable)) return true;
  }
  return std::any_of(statement->child_begin(), statement->child_end(),
                     [&](const clang::Stmt* child) { return mentionsLocal(child); });
}

/// The variable's value when the loop starts.
std::optional<Value> LoopHeaders::startOf(const clang::Stmt* loop, const clang::VarDecl* variable,
                                          std::string& problem) {
  const bool isRoot = loop == &input_.loop;
  if (!isRoot) {
    // The init was walked; at the loop's entry the value may already be forgotten, so it is kept aside.
    const auto found = walk_.entryValues.find(keyOf(variable));
    if (found == walk_.entryValues.end()) return std::nullopt;
    return found->second;
  }
  const clang::Expr* initialiser = initialiserIn(loop, variable);
  if (walk_.isLocal(variable)) {
    if (!initialiser || variable->getType()->isReferenceType()) return std::nullopt;
    return boundValue(initialiser);
  }
  if (variable->hasGlobalStorage() || variable->getType()->isReferenceType() || walk_.storage.addressTaken(variable)) {
    problem = "the counting variable can be reached in other ways";
    return std::nullopt;
  }
  std::optional<Value> value;
  if (initialiser && !variable->getType()->isIntegralOrEnumerationType()) {
    if (!endsUnused(loop, variable, problem)) return std::nullopt;
    value = boundValue(initialiser);
  } else if (initialiser) {
    value = boundValue(initialiser);
    if (value) *value = walk_.expressions.convert(*value, initialiser->getType(), variable->getType());
  } else if (variable->getType()->isIntegerType()) {
    value = IntegerValue{Polynomial::symbol(walk_.record.parameterOf(variable->getNameAsString(),
                                                                     variable->getNameAsString(), variable->getType())),
                         {}};
  } else {
    value = pointerAtEntry(loop, variable, problem);
  }
  walk_.locals.insert(variable);
  return value;
}

/// The kernel's own pointer takes the place of the variable: nothing may ask where that has come to.
bool LoopHeaders::endsUnused(const clang::Stmt* loop, const clang::VarDecl* variable, std::string& problem) {
  if (!mayBeReadAfter(input_.function, input_.texts.of(&input_.function), *loop, *variable)) return true;
  problem = "the value of '" + variable->getNameAsString() + "' after the loop may be used";
  return false;
}

/// A pointer or an iterator that walks on from where it stands.
std::optional<Value> LoopHeaders::pointerAtEntry(const clang::Stmt* loop, const clang::VarDecl* variable,
                                                 std::string& problem) {
  const bool isIterator = isIteratorType(variable->getType());
  if (!isIterator && !variable->getType()->isPointerType()) return std::nullopt;
  if (!endsUnused(loop, variable, problem)) return std::nullopt;
  OuterName name;
  name.key = {variable->getCanonicalDecl(), ""};
  name.variable = variable;
  name.expression = variable->getNameAsString();
  name.name = name.expression + "_start";  // the variable itself is the kernel's own
  name.type = variable->getType();
  name.range = clang::SourceRange(loop->getBeginLoc(), loop->getBeginLoc());
  const auto array = isIterator ? walk_.storage.iteratorArray(name) : walk_.names.pointerArray(name);
  if (!array) return std::nullopt;
  return PointerValue{*array, IntegerValue{}, std::nullopt};
}

LoopHeader LoopHeaders::headerOf(const clang::Stmt* loop, SymbolId counter) {
  LoopHeader header;
  if (const auto* range = llvm::dyn_cast<clang::CXXForRangeStmt>(loop)) {
    readRange(header, range, counter);
    return header;
  }
  if (!conditionOf(loop) || conditionVariableOf(loop)) {
    header.code = "loop.uncounted";
    header.problem = "the loop has no condition that counts";
    return header;
  }
  header.code = "loop.uncounted";
  header.problem = "the number of iterations is not known before the loop starts";
  if (const auto steps = stepsOf(loop, header)) readCounted(header, loop, *steps, counter);
  return header;
}

void LoopHeaders::readCounted(LoopHeader& header, const clang::Stmt* loop, const std::vector<HeaderStep>& steps,
                              SymbolId counter) {
  const auto counts = std::find_if(steps.begin(), steps.end(),
                                   [&](const HeaderStep& step) { return mentions(conditionOf(loop), step.variable); });
  if (counts == steps.end()) return;
  const clang::VarDecl* variable = counts->variable;
  const clang::QualType type = variable->getType();
  if (type->isRealFloatingType()) {
    header.problem = "a floating-point variable counts the iterations";
    return;
  }
  if (type->isBooleanType() || type.isVolatileQualified() || type->isReferenceType() ||
      walk_.storage.addressTaken(variable)) {
    header.problem = "the counting variable can change behind the header's back";
    return;
  }
  if (changedInside(loop, variable)) {
    header.code = "loop.variable-written";
    header.problem = "the loop changes the counting variable '" + variable->getNameAsString() + "'";
    return;
  }
  header.variable = variable;
  header.step = counts->amount;
  if (readSecondaries(header, loop, steps)) finishTrips(header, loop, counter);
  // What they begin with was put in for the head alone.
  for (const HeaderStep& step : steps) state_.values.erase(keyOf(step.variable));
}

/// `auto& row`
static std::string rowDeclaration(const clang::VarDecl& variable) {
  const bool isConst = variable.getType().getNonReferenceType().isConstQualified();
  return (isConst ? "const auto& " : "auto& ") + variable.getNameAsString();
}

void LoopHeaders::readRange(LoopHeader& header, const clang::CXXForRangeStmt* loop, SymbolId counter) {
  header.code = "loop.uncounted";
  header.problem = "the range is not one of contiguous elements known before the loop";
  const bool isRoot = loop == &input_.loop;
  for (const clang::VarDecl* variable : declaredInPreheader(*loop))
    if (isRoot && (!preheaderValue(context_, *loop, variable) || walk_.storage.addressTaken(variable))) {
      header.problem = "the head declares '" + variable->getNameAsString() + "', which is more than a number";
      return;
    }
  if (isRoot && preheaderDoesMore(*loop)) {
    header.problem = "the head does more in front of the range than declare variables";
    return;
  }
  const clang::Expr* range = loop->getRangeInit();
  std::optional<PointerValue> array;
  std::optional<Polynomial> count;
  bool isPart = false;
  if (!walk_.rows.rowType(range).isNull()) {
    const Value size = walk_.calls.containerSize(range, context_.getSizeType());
    if (const auto* integer = std::get_if<IntegerValue>(&size)) count = integer->polynomial;
    header.rows = range;
  } else if (const auto view = isRoot ? std::nullopt : walk_.calls.ownView(range)) {
    if (view->first)
      array = view->first;
    else
      rangeParts_.insert_or_assign(loop, LocalPlace{});
    isPart = !view->first;
    if (view->size) count = view->size->polynomial;
  } else if (const auto start = walk_.calls.containerStart(range)) {
    array = start;
    const Value size = walk_.calls.containerSize(range, context_.getSizeType());
    if (const auto* integer = std::get_if<IntegerValue>(&size)) count = integer->polynomial;
    if (const auto length = arrayLength(range->getType()); length && !input_.parametric) count = Polynomial(*length);
  } else if (const auto name = walk_.names.outerName(range)) {
    walk_.outer.insert_or_assign(name->key, *name);
    if (const auto id = walk_.names.arrayObject(*name)) array = PointerValue{*id, IntegerValue{}, std::nullopt};
    const Value size = arrayLength(name->type) ? walk_.calls.containerSize(range, context_.getSizeType()) : Value{};
    if (const auto* integer = std::get_if<IntegerValue>(&size)) count = integer->polynomial;
  }
  if (!array && !isPart && !header.rows && !isRoot && !input_.parametric) {
    // A row of an array, a member of an element, an array of the iteration's own.
    if (const auto length = arrayLength(range->getType())) {
      Place whole = walk_.lvalues.place(range);
      isPart = std::holds_alternative<LocalPlace>(whole) || std::holds_alternative<ElementPlace>(whole);
      if (isPart) count = Polynomial(*length);
      if (isPart) rangeParts_.insert_or_assign(loop, std::move(whole));
    }
  }
  if ((!array && !header.rows && !isPart) || !count) return;
  header.problem.clear();
  header.pointer = array;
  if (walk_.rows.mentionsRowSize(*count)) {  // each row has a size of its own
    header.value = Polynomial::symbol(counter);
    return;
  }
  header.trip = TripCount{*count, Polynomial(1)};
  if (const auto below = subtract(*count, *add(Polynomial::symbol(counter), Polynomial(1))))
    header.constraints.push_back(*below);
}

/// Of `T[n]` and `std::array<T, n>`.
std::optional<std::int64_t> LoopHeaders::arrayLength(clang::QualType type) const {
  type = type.getNonReferenceType();
  if (const auto* array = context_.getAsConstantArrayType(type))
    return static_cast<std::int64_t>(array->getSize().getZExtValue());
  return fixedLength(type);
}

/// An element of an array that lies in something else.
Place LoopHeaders::partOfRange(const Place& whole, const clang::Expr* range, const Polynomial& position,
                               clang::QualType type) {
  if (const auto* own = std::get_if<LocalPlace>(&whole)) return LocalPlace{own->variable, false};
  const auto& element = std::get<ElementPlace>(whole);
  Value first = walk_.lvalues.addressOf(whole, range->getType().getNonReferenceType());
  auto* pointer = std::get_if<PointerValue>(&first);
  if (!pointer) return UnknownPlace{};
  if (!range->getType().getNonReferenceType()->isArrayType()) pointer->bytes = {element.begin, element.end};
  Place part = walk_.lvalues.subscript(*pointer, IntegerValue{position, {}}, type);
  if (auto* found = std::get_if<ElementPlace>(&part); found && !element.inside.empty()) found->inside = element.inside;
  return part;
}

void LoopHeaders::bindRangeVariable(const clang::CXXForRangeStmt* loop, const Polynomial& position) {
  const clang::VarDecl* variable = loop->getLoopVariable();
  if (const auto rows = rangeRows_.find(loop); rows != rangeRows_.end()) {
    const auto row =
        walk_.rows.rowPlace(rows->second, IntegerValue{position, {}}, context_.LongLongTy, variable->getSourceRange());
    const auto container = row && loop == &input_.loop ? walk_.names.namedObject(rows->second) : std::nullopt;
    const auto held = container ? walk_.captures.find(container->expression) : walk_.captures.end();
    if (held != walk_.captures.end() && walk_.prologue.empty())
      walk_.prologue = {{BodyPiece::Text, rowDeclaration(*variable) + " = ", -1},
                        {BodyPiece::Captured, "", held->second},
                        {BodyPiece::Text, "[", -1},
                        {BodyPiece::Counter, "", -1},
                        {BodyPiece::Text, "]; ", -1}};
    if (row && variable->getType()->isReferenceType() && !llvm::isa<clang::DecompositionDecl>(variable)) {
      walk_.references.insert_or_assign(variable, *row);
      return;
    }
  }
  const auto array = rangeArrays_.find(loop);
  const auto part = rangeParts_.find(loop);
  if (array == rangeArrays_.end() && part == rangeParts_.end()) {
    if (variable->getType()->isReferenceType()) walk_.references.insert_or_assign(variable, UnknownPlace{});
    walk_.record.effect("effect.iterator", loop->getRangeInit()->getBeginLoc(),
                        "a range is walked that is not one of contiguous elements known before the loop");
    return;
  }
  const clang::QualType element = variable->getType().getNonReferenceType();
  Place target = part != rangeParts_.end()
                     ? partOfRange(part->second, loop->getRangeInit(), position, element)
                     : walk_.lvalues.subscript(array->second, IntegerValue{position, {}}, element);
  const auto name = part == rangeParts_.end() ? walk_.names.namedObject(loop->getRangeInit()) : std::nullopt;
  if (auto* inside = std::get_if<ElementPlace>(&target); inside && name && name->row)
    inside->inside = walk_.rows.insideRow(*name, IntegerValue{position, {}});
  if (variable->getType()->isReferenceType()) {
    walk_.references.insert_or_assign(variable, target);
    if (const auto* parts = llvm::dyn_cast<clang::DecompositionDecl>(variable)) walk_.statements.bindHolders(parts);
    return;
  }
  if (const auto* parts = llvm::dyn_cast<clang::DecompositionDecl>(variable)) walk_.statements.bindHolders(parts);
  if (const auto* read = std::get_if<ElementPlace>(&target))
    for (const ElementPlace& part : walk_.lvalues.usedParts(variable, *read))
      walk_.lvalues.access(AccessKind::Read, part, variable->getLocation());
  const auto* record = element->getAsCXXRecordDecl();
  if (record && !copiesAsBytes(element))
    walk_.record.effect("effect.unsupported-type", variable->getLocation(), "the elements are not trivially copyable");
}

int LoopHeaders::addLoop(const clang::Stmt* loop, int parent) {
  const int index = static_cast<int>(model_.loops.size());
  NestedLoop nested;
  nested.parent = parent;
  nested.at = walk_.record.point(loop->getBeginLoc());
  model_.loops.push_back(nested);
  const SymbolId counter = walk_.record.newSymbol(SymbolKind::Counter, "k" + std::to_string(index));
  model_.loops[static_cast<std::size_t>(index)].counter = counter;
  walk_.bounding = index != 0;
  LoopHeader header = headerOf(loop, counter);
  walk_.bounding = false;
  walk_.cases.spreadBounds(header);
  NestedLoop& made = model_.loops[static_cast<std::size_t>(index)];
  made.certain = true;
  made.constraints = {Polynomial::symbol(counter)};
  if (header.pointer && llvm::isa<clang::CXXForRangeStmt>(loop)) rangeArrays_.insert_or_assign(loop, *header.pointer);
  if (header.rows) rangeRows_.insert_or_assign(loop, header.rows);
  if (!header.trip) {
    made.certain = false;
    if (index == 0) model_.effects.push_back({header.code, header.problem, "", made.at});
    if (index == 0 || !header.value) return index;
  }
  made.trip = header.trip;
  made.constraints.insert(made.constraints.end(), header.constraints.begin(), header.constraints.end());
  if (header.variable) {
    made.variable = header.variable->getNameAsString();
    model_.symbols[static_cast<std::size_t>(counter.value)].name = "k_" + made.variable;
    if (header.pointer)
      state_.values.insert_or_assign(keyOf(header.variable), *header.pointer);
    else if (header.value)
      state_.values.insert_or_assign(keyOf(header.variable), IntegerValue{*header.value, {}});
    made.value = header.value;
  }
  for (const SecondaryVariable& secondary : header.secondaries) {
    const Value value = secondaryValue(secondary, Polynomial::symbol(counter));
    if (!isUnknown(value)) state_.values.insert_or_assign(keyOf(secondary.variable), value);
  }
  if (index == 0) {
    model_.requirements.insert(model_.requirements.end(), header.requirements.begin(), header.requirements.end());
    for (const Bound& bound : header.bounds)
      model_.obligations.push_back({bound.value, bound.min, bound.max, {}, {}, made.at});
    if (header.variable && !initialiserDeclares(loop, header.variable)) walk_.outerCounter = header.variable;
    walk_.rootVariable = header.variable;
    if (const auto* range = llvm::dyn_cast<clang::CXXForRangeStmt>(loop)) walk_.rootVariable = range->getLoopVariable();
    declareRootVariable(loop, header);
    declareSecondaries(header);
    if (walk_.searching) readRestart(loop, header);
  } else {
    requireInside(header, made);
    walk_.record.require(header.bounds, loop->getBeginLoc());
  }
  const auto outerPath = walk_.path;
  walk_.path.push_back(index);
  if (index == 0) walk_.path = {0};
  walk_.record.require(header.innerBounds, loop->getBeginLoc());
  walk_.path = outerPath;
  return index;
}

}  // namespace clustrix::compiler
