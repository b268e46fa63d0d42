// Secondary induction variables: those of a header beside the one that counts: bounds that are kept in one, and others
// that are stepped too.
//
//     for (int i = 0, e = v.size(); i != e; ++i)         e: its value when the loop starts
//     for (int i = 0, j = n - 1; i < j; ++i, --j)        j: n - 1 - k in iteration k
//     for (i = 0, k = 5; i < n; ++i, k += 2)             k: 5 + 2k, if nothing reads it behind the loop
//     for (; first != last; ++first, ++out)              out: out + k, likewise
//
// The kernel declares those that the body mentions before the body's text: `int j = first_j - 1 * k;`.
#include "HostCode/Liveness.h"
#include "Induction/LoopHeader.h"
#include "KernelText/HostText.h"
#include "Library/LibraryTypes.h"
#include "Lower/Expressions.h"
#include "Lower/Recorder.h"
#include "Memory/Storage.h"
#include "Syntax/InitialValue.h"
#include "Syntax/LoopParts.h"
#include "Syntax/Mentions.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

bool isPointing(clang::QualType type) { return type->isPointerType() || isIteratorType(type); }

}  // namespace

/// The steps of the header, of the statement that ends the body, or in the condition.
std::optional<std::vector<HeaderStep>> LoopHeaders::stepsOf(const clang::Stmt* loop, LoopHeader& header) {
  const auto* for_ = llvm::dyn_cast<clang::ForStmt>(loop);
  header.testedLast = llvm::isa<clang::DoStmt>(loop);
  std::vector<const clang::Expr*> list;
  if (for_ && for_->getInc()) {
    commaParts(for_->getInc(), list);
  } else if (const clang::Stmt* trailing = trailingStepOf(loop)) {
    list.push_back(discarded(llvm::cast<clang::Expr>(trailing)));
  } else if ((header.stepInside = stepInCondition(conditionOf(loop)))) {
    list.push_back(header.stepInside);
    header.stepPlace = header.stepInside->isPrefix() ? StepPlace::BeforeTest : StepPlace::AfterTest;
    // `do { ... } while (++i < n)` tests in iteration k what the body of k + 1 sees.
    if (header.testedLast && header.stepPlace == StepPlace::AfterTest) return std::nullopt;
    if (header.testedLast) header.stepPlace = StepPlace::Outside;
  } else if (const clang::UnaryOperator* inside = bodyStepOf(loop)) {
    list.push_back(inside);
    walk_.bodySteps.insert(inside);
  }
  std::vector<HeaderStep> steps;
  for (const clang::Expr* one : list) {
    HeaderStep step;
    const auto amount = stepOf(one, step.variable);
    if (!amount || !step.variable) return std::nullopt;
    for (const HeaderStep& other : steps)
      if (other.variable == step.variable) return std::nullopt;
    step.amount = *amount;
    steps.push_back(step);
  }
  return steps;
}

/// In the order of the source, since a variable's first value may use those before it.
bool LoopHeaders::readSecondaries(LoopHeader& header, const clang::Stmt* loop, const std::vector<HeaderStep>& steps) {
  const auto stepOfVariable = [&](const clang::VarDecl* variable) {
    for (const HeaderStep& step : steps)
      if (step.variable == variable) return step.amount;
    return Polynomial(0);
  };
  const bool isRoot = loop == &input_.loop;
  const Beginning beginning = isRoot ? beginningOf(loop) : Beginning{};
  if (beginning.other) {
    header.problem = "the header's first part does more than set variables";
    return false;
  }
  std::vector<const clang::VarDecl*> order;
  for (const Beginning::Part& part : beginning.parts) order.push_back(part.variable);
  for (const HeaderStep& step : steps)
    if (std::find(order.begin(), order.end(), step.variable) == order.end()) order.push_back(step.variable);
  if (std::find(order.begin(), order.end(), header.variable) == order.end()) order.push_back(header.variable);
  bool complete = true;
  for (const clang::VarDecl* variable : order) {
    if (variable == header.variable) {
      const auto start = startOf(loop, variable, header.problem);
      if (!start) return false;
      header.start = *start;
      state_.values.insert_or_assign(keyOf(variable), header.start);
      continue;
    }
    auto secondary = secondaryOf(loop, variable, stepOfVariable(variable), header.problem);
    if (!secondary && isRoot) complete = false;
    if (!secondary) continue;
    state_.values.insert_or_assign(keyOf(variable), secondary->first);
    header.secondaries.push_back(*std::move(secondary));
  }
  if (isRoot)
    for (const clang::VarDecl* variable : order) state_.values.erase(keyOf(variable));
  return complete;
}

std::optional<SecondaryVariable> LoopHeaders::secondaryOf(const clang::Stmt* loop, const clang::VarDecl* variable,
                                                          const Polynomial& step, std::string& problem) {
  const clang::QualType type = variable->getType();
  const bool isRoot = loop == &input_.loop;
  SecondaryVariable secondary{variable, {}, step, ""};
  if (!isRoot) {
    const auto entry = walk_.entryValues.find(keyOf(variable));
    if (entry == walk_.entryValues.end() || changedInside(loop, variable) || !type->isIntegerType())
      return std::nullopt;
    secondary.first = entry->second;
    return secondary;
  }
  const std::string name = "'" + variable->getNameAsString() + "'";
  problem = "the header sets " + name + " to something that is not known before the loop";
  if (type->isReferenceType() || type.isVolatileQualified() || type->isBooleanType() || type->isRecordType() ||
      type->isArrayType())
    if (!isIteratorType(type)) return std::nullopt;
  if (changedInside(loop, variable) || walk_.storage.addressTaken(variable)) {
    problem = "the loop may change " + name + ", which belongs to the header";
    return std::nullopt;
  }
  const clang::Expr* initialiser = initialiserIn(loop, variable);
  const auto first = firstOfSecondary(loop, variable, initialiser, problem);
  if (!first) return std::nullopt;
  secondary.first = *first;
  walk_.locals.insert(variable);
  // Of which only the range is known: the host has to compute it.
  if (const auto* integer = std::get_if<IntegerValue>(&secondary.first);
      integer && !isOverParameters(model_, integer->polynomial))
    return std::nullopt;
  const bool isFixed = step.constant() && *step.constant() == 0;
  const bool isKnown = !isUnknown(secondary.first);
  if (const auto* pointer = std::get_if<PointerValue>(&secondary.first)) {
    problem = "the header's pointer " + name + " is used in the body";
    const bool walks = pointer->offset && !pointer->bytes && isPointing(type) && step.constant() &&
                       walk_.record.sizeOf(type->isPointerType() ? type->getPointeeType() : iteratorElement(type)) ==
                           model_.arrays[static_cast<std::size_t>(pointer->array.value)].elementBytes;
    if (!walks && (!isFixed || mentions(bodyOf(loop), variable))) return std::nullopt;
    return secondary;
  }
  if (!isKnown) {
    // A value of another type, computed by the host.
    secondary.text = initialiser ? walk_.host.sourceText(initialiser->getSourceRange()) : "";
    if (!isFixed || !type->isArithmeticType() || secondary.text.empty() || mentionsLocal(initialiser) ||
        initialiser->HasSideEffects(context_))
      return std::nullopt;
  }
  return secondary;
}

/// The value in the first iteration: an empty one where the model has none for it. Nothing where `problem` says why.
std::optional<Value> LoopHeaders::firstOfSecondary(const clang::Stmt* loop, const clang::VarDecl* variable,
                                                   const clang::Expr* initialiser, std::string& problem) {
  const clang::QualType type = variable->getType();
  const bool declared = initialiserDeclares(loop, variable);
  if (!declared) {
    if (variable->hasGlobalStorage() || !(type->isIntegerType() || isPointing(type))) return std::nullopt;
    if (mayBeReadAfter(input_.function, input_.texts.of(&input_.function), *loop, *variable)) {
      problem = "the header steps '" + variable->getNameAsString() + "', whose value may be used after the loop";
      return std::nullopt;
    }
  }
  if (!initialiser && declared) return std::nullopt;
  if (!initialiser && isPointing(type)) {
    const auto entry = pointerAtEntry(loop, variable, problem);
    return entry ? std::optional<Value>(*entry) : std::nullopt;
  }
  const std::string name = variable->getNameAsString();
  if (!initialiser) return IntegerValue{Polynomial::symbol(walk_.record.parameterOf(name, name, type)), {}};
  const auto value = boundValue(initialiser);
  if (!value) return Value{};
  const Value converted = walk_.expressions.convert(*value, initialiser->getType(), type);
  return std::holds_alternative<PointerValue>(*value) ? *value : converted;
}

Value LoopHeaders::secondaryValue(const SecondaryVariable& secondary, const Polynomial& iteration) {
  const auto* first = std::get_if<IntegerValue>(&secondary.first);
  const auto moved = multiply(secondary.step, iteration);
  if (const auto* pointer = std::get_if<PointerValue>(&secondary.first); pointer && pointer->offset && moved) {
    const auto offset = add(pointer->offset->polynomial, *moved);
    if (!offset) return std::monostate{};
    return PointerValue{pointer->array, IntegerValue{*offset, pointer->offset->needs}, pointer->bytes, pointer->piece};
  }
  if (!first || !moved) return secondary.first;
  const auto value = add(first->polynomial, *moved);
  if (!value) return std::monostate{};
  const clang::QualType type = secondary.variable->getType();
  const bool wraps =
      type->isUnsignedIntegerOrEnumerationType() || walk_.record.sizeOf(type) < walk_.record.sizeOf(context_.IntTy);
  const bool moves = !moved->constant() || *moved->constant() != 0;
  IntegerValue result{*value, first->needs};
  return wraps && moves ? walk_.expressions.checked(result, type) : result;
}

void LoopHeaders::declareSecondaries(const LoopHeader& header) {
  for (const SecondaryVariable& secondary : header.secondaries) {
    if (!mentions(bodyOf(&input_.loop), secondary.variable)) continue;
    if (std::holds_alternative<PointerValue>(secondary.first)) {
      const Value value = secondaryValue(secondary, Polynomial::symbol(model_.loops[0].counter));
      const auto* pointer = std::get_if<PointerValue>(&value);
      if (!pointer || !declareWalking(secondary.variable, *pointer))
        walk_.record.effect(
            "effect.pointer-unknown", secondary.variable->getLocation(),
            "the header's pointer '" + secondary.variable->getNameAsString() + "' is no array's in the kernel");
      continue;
    }
    const std::string name = secondary.variable->getNameAsString();
    const std::string type = walk_.host.typeText(secondary.variable->getType(), secondary.variable->getLocation());
    const auto capture = [&](const std::string& wish, const std::string& expression) {
      Capture made;
      made.name = wish;
      made.type = type;
      made.expression = "static_cast<" + type + ">(" + expression + ")";
      model_.kernel.captures.push_back(made);
      return static_cast<int>(model_.kernel.captures.size()) - 1;
    };
    const auto* first = std::get_if<IntegerValue>(&secondary.first);
    walk_.prologue.push_back({BodyPiece::Text, type + " " + name + " = static_cast<" + type + ">(", -1});
    walk_.prologue.push_back(
        {BodyPiece::Captured, "",
         capture("first_" + name, first ? walk_.host.hostText(first->polynomial) : secondary.text)});
    const auto step = secondary.step.constant();
    if (!step || *step != 0) {
      if (step)
        walk_.prologue.push_back({BodyPiece::Text, " + (" + std::to_string(*step) + ") * ", -1});
      else
        walk_.prologue.insert(walk_.prologue.end(),
                              {{BodyPiece::Text, " + ", -1},
                               {BodyPiece::Captured, "", capture("step_" + name, walk_.host.hostText(secondary.step))},
                               {BodyPiece::Text, " * ", -1}});
      walk_.prologue.push_back({BodyPiece::Counter, "", -1});
    }
    walk_.prologue.push_back({BodyPiece::Text, "); ", -1});
  }
}

}  // namespace clustrix::compiler
