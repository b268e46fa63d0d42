#include "Induction/InductionSteps.h"
#include "Induction/LoopHeader.h"
#include "Induction/Preheader.h"
#include "KernelText/HostText.h"
#include "Library/LibraryTypes.h"
#include "Lower/Expressions.h"
#include "Lower/Recorder.h"
#include "Lower/Statements.h"

#include <algorithm>
#include <limits>

namespace clustrix::compiler {

namespace {

using LoopVariable = Inductions::LoopVariable;

const clang::VarDecl* steppable(const Key& key) {
  const auto* variable = llvm::dyn_cast_or_null<clang::VarDecl>(key.first);
  if (!variable || !key.second.empty() || variable->getType().isVolatileQualified()) return nullptr;
  const clang::QualType type = variable->getType();
  const bool integer = type->isIntegralOrUnscopedEnumerationType() && !type->isBooleanType();
  return integer || type->isPointerType() || isIteratorType(type) ? variable : nullptr;
}

const IntegerValue* numberOf(const Value& value) {
  if (const auto* integer = std::get_if<IntegerValue>(&value)) return integer;
  const auto* pointer = std::get_if<PointerValue>(&value);
  return pointer && pointer->offset && !pointer->bytes ? &*pointer->offset : nullptr;
}

/// `like`, with another number in it.
Value withNumber(const Value& like, IntegerValue number) {
  const auto* pointer = std::get_if<PointerValue>(&like);
  if (!pointer) return number;
  return PointerValue{pointer->array, std::move(number), std::nullopt};
}

bool sameKind(const Value& left, const Value& right) {
  const auto* a = std::get_if<PointerValue>(&left);
  const auto* b = std::get_if<PointerValue>(&right);
  return left.index() == right.index() && (!a || a->array == b->array);
}

/// What the iteration does is what was supposed, and needs no more for it.
bool follows(const Step& shown, const Step& supposed) {
  return shown.amount == supposed.amount && shown.wrapsAround == supposed.wrapsAround &&
         std::all_of(shown.needs.begin(), shown.needs.end(), [&](const Step::Need& need) {
           return std::find(supposed.needs.begin(), supposed.needs.end(), need) != supposed.needs.end();
         });
}

}  // namespace

std::optional<LastingPolynomial> InductionSteps::lasting(const Polynomial& polynomial) const {
  LastingPolynomial result;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    std::vector<LastingSymbol> factors;
    for (const SymbolId id : monomial) {
      const Symbol& symbol = model_.symbols[static_cast<std::size_t>(id.value)];
      LastingSymbol factor;
      if (symbol.kind == SymbolKind::Parameter) {
        factor = {nullptr, symbol.expression, symbol.name, symbol.min, symbol.max};
      } else {
        const auto counted = std::find_if(walk_.loopIndices.begin(), walk_.loopIndices.end(), [&](const auto& entry) {
          return model_.loops[static_cast<std::size_t>(entry.second)].counter == id;
        });
        if (counted == walk_.loopIndices.end()) return std::nullopt;
        factor.loop = counted->first;
      }
      factors.push_back(std::move(factor));
    }
    std::sort(factors.begin(), factors.end());
    result.emplace(std::move(factors), coefficient);
  }
  return result;
}

std::optional<Polynomial> InductionSteps::current(const LastingPolynomial& polynomial) {
  Polynomial result;
  for (const auto& [factors, coefficient] : polynomial) {
    std::optional<Polynomial> term = Polynomial(coefficient);
    for (const LastingSymbol& factor : factors) {
      SymbolId id;
      if (factor.loop) {
        const auto known = walk_.loopIndices.find(factor.loop);
        if (known == walk_.loopIndices.end()) return std::nullopt;
        id = model_.loops[static_cast<std::size_t>(known->second)].counter;
      } else {
        id = walk_.record.parameterOf(factor.expression, factor.name, context_.LongLongTy);
        Symbol& symbol = model_.symbols[static_cast<std::size_t>(id.value)];
        symbol.min = factor.min;
        symbol.max = factor.max;
      }
      term = term ? multiply(*term, Polynomial::symbol(id)) : std::nullopt;
    }
    const auto sum = term ? add(result, *term) : std::nullopt;
    if (!sum) return std::nullopt;
    result = *sum;
  }
  return result;
}

/// `start + step * count`, as the variable's type holds it. What wraps around is not known in the first iteration.
std::optional<Value> InductionSteps::stepped(const Value& start, const Step& step, const Polynomial& count,
                                             clang::QualType type) {
  if (step.wrapsAround) return std::nullopt;
  const IntegerValue* number = numberOf(start);
  const auto amount = current(step.amount);
  const auto way = number && amount ? multiply(*amount, count) : std::nullopt;
  const auto end = way ? add(number->polynomial, *way) : std::nullopt;
  if (!end) return std::nullopt;
  IntegerValue result{*end, number->needs};
  for (const Step::Need& need : step.needs) {
    const auto value = current(need.value);
    if (!value) return std::nullopt;
    result.needs.push_back({*value, need.min, need.max});
  }
  // A signed integer that overflowed on the way would have been undefined in the source, too.
  const bool wraps =
      type->isIntegralOrEnumerationType() &&
      (!type->isSignedIntegerOrEnumerationType() || walk_.record.sizeOf(type) < walk_.record.sizeOf(context_.IntTy));
  return withNumber(start, wraps ? walk_.expressions.checked(std::move(result), type) : result);
}

/// The value of a variable before the loop; of the modelled loop, before its first iteration.
std::optional<Value> InductionSteps::valueBefore(const clang::VarDecl* variable, const Key& key, int index,
                                                 const State& before) {
  if (index != 0) {
    const auto found = before.values.find(key);
    return found == before.values.end() ? std::nullopt : std::optional(found->second);
  }
  const std::string name = variable->getNameAsString();
  const clang::QualType type = variable->getType();
  const std::string first = preheaderValue(context_, input_.loop, variable).value_or(name);
  if (isIteratorType(type)) return std::nullopt;
  if (!type->isPointerType()) return IntegerValue{Polynomial::symbol(walk_.record.parameterOf(first, name, type)), {}};
  const clang::QualType pointee = type->getPointeeType();
  if (pointee->isFunctionType() || pointee->isArrayType() || walk_.record.sizeOf(pointee) == 0 ||
      pointee.isVolatileQualified())
    return std::nullopt;
  const auto id = walk_.record.array(name, name, pointee, [&](ArrayObject&) {});
  if (!id) return std::nullopt;
  return PointerValue{*id, IntegerValue{}, std::nullopt};
}

void InductionSteps::beginIteration(const clang::Stmt* loop, int index, const State& before) {
  walk_.loopIndices[loop] = index;
  walk_.continued.emplace_back();
  starts_.emplace_back();
  const auto inner = known_.inStatement.find(loop);
  static const std::set<Key> none;
  const std::set<Key>& changing = index == 0                          ? known_.inductions.wanted
                                  : inner == known_.inStatement.end() ? none
                                                                      : inner->second;
  for (const Key& key : changing) {
    const clang::VarDecl* variable = steppable(key);
    // The header has already said what its own variable is.
    if (!variable || state_.values.contains(key)) continue;
    const bool uneven = known_.inductions.uneven.contains({loop, key});
    if (uneven && index == 0) continue;
    const auto start = valueBefore(variable, key, index, before);
    if (!start) continue;
    if (uneven) {
      beginRise(loop, index, variable, *start);
      continue;
    }
    Value value = *start;
    if (const auto step = known_.inductions.steps.find({loop, key}); step != known_.inductions.steps.end()) {
      const Polynomial count = Polynomial::symbol(model_.loops[static_cast<std::size_t>(index)].counter);
      if (step->second.wrapsAround) {
        value = std::monostate{};
      } else if (numberOf(value)) {
        const auto now = stepped(value, step->second, count, variable->getType());
        if (!now) continue;
        value = *now;
      }
    } else if (numberOf(value)) {
      value = withNumber(
          value, {Polynomial::symbol(walk_.record.newSymbol(SymbolKind::Opaque, variable->getNameAsString())), {}});
    } else if (!std::holds_alternative<LocalPointer>(value)) {
      continue;
    }
    starts_.back()[key] = value;
    if (!std::holds_alternative<std::monostate>(value)) state_.values.insert_or_assign(key, value);
    if (index == 0) state_.assigned.insert(key);
  }
}

/// A value that does not depend on the one before: the iteration leaves it to the next one.
std::optional<Step> InductionSteps::stepLeaving(const Value& end, SymbolId counter) {
  const auto* left = std::get_if<IntegerValue>(&end);
  if (!left || !left->needs.empty() || !left->polynomial.coefficientOf(counter)) return std::nullopt;
  const auto amount = lasting(left->polynomial);  // nothing for what only this iteration knows
  return amount ? std::optional(Step{*amount, true, {}}) : std::nullopt;
}

/// By how much one iteration of `loop` moved the variable; nothing when that is not the same in all of them.
std::optional<Step> InductionSteps::stepBetween(const Value& start, const Value& end, SymbolId counter,
                                                clang::QualType type) {
  if (isUnknown(start)) return stepLeaving(end, counter);
  if (!sameKind(start, end)) return std::nullopt;
  if (std::holds_alternative<LocalPointer>(start)) return Step{};
  const IntegerValue* from = numberOf(start);
  const IntegerValue* to = numberOf(end);
  const auto difference = from && to ? subtract(to->polynomial, from->polynomial) : std::nullopt;
  if (!difference) return std::nullopt;
  const auto varies = [&](SymbolId id) {
    return id == counter || model_.symbols[static_cast<std::size_t>(id.value)].kind == SymbolKind::Opaque;
  };
  const auto amount = difference->mentionsAny(varies) ? std::nullopt : lasting(*difference);
  if (!amount) return stepLeaving(end, counter);
  Step step{*amount, false, {}};
  for (const Bound& need : to->needs) {
    // Arithmetic that wraps at the variable's own width leaves the right value in the end: what it holds at the start
    // of each iteration is checked.
    if (type->isIntegralOrEnumerationType() && std::pair(need.min, need.max) == walk_.record.rangeOf(type)) continue;
    if (std::find(from->needs.begin(), from->needs.end(), need) != from->needs.end()) continue;
    const auto value = need.value.mentionsAny(varies) ? std::nullopt : lasting(need.value);
    if (!value) return std::nullopt;
    step.needs.push_back({*value, need.min, need.max});
  }
  return step;
}

void InductionSteps::endIteration(const clang::Stmt* loop, int index) {
  State end = state_;
  for (const State& state : walk_.continued.back()) end = Statements::merged(end, state);
  const SymbolId counter = model_.loops[static_cast<std::size_t>(index)].counter;
  for (const auto& [key, start] : starts_.back()) {
    const LoopVariable where{loop, key};
    const auto value = end.values.find(key);
    const clang::QualType type = llvm::cast<clang::VarDecl>(key.first)->getType();
    const auto step = value == end.values.end() ? std::nullopt : stepBetween(start, value->second, counter, type);
    const auto supposed = known_.inductions.steps.find(where);
    if (!step || (supposed != known_.inductions.steps.end() && !follows(*step, supposed->second)))
      walk_.written.inductions.uneven.insert(where);
    else if (supposed == known_.inductions.steps.end())
      walk_.written.inductions.steps.emplace(where, *step);
    else
      walk_.written.inductions.steps.insert(*supposed);
  }
  walk_.continued.pop_back();
  if (index != 0) return;
  for (const auto& [key, start] : starts_.back()) {
    const auto known = walk_.scalars.find(key);
    const auto step = known_.inductions.steps.find({loop, key});
    if (known == walk_.scalars.end() || step == known_.inductions.steps.end()) continue;
    ScalarState& scalar = model_.scalars[static_cast<std::size_t>(known->second)];
    const auto* variable = llvm::cast<clang::VarDecl>(key.first);
    if (step->second.wrapsAround)
      keepWrapAround(scalar, variable, step->second);
    else
      keepEntry(scalar, variable, start);
  }
  starts_.pop_back();
  // A closed form is better than a scan, and the only way in which a search can count.
  std::set<int> compaction;
  for (const Access& access : model_.accesses) compaction.insert(access.packedBy);
  const auto runs = [&](std::size_t scalar) {
    return !model_.scalars[scalar].runningReads.empty() ||
           (walk_.searching && !model_.scalars[scalar].updates.empty()) ||
           compaction.contains(static_cast<int>(scalar));
  };
  for (std::size_t i = 0; i < model_.scalars.size(); ++i)
    if (const clang::VarDecl* variable = walk_.scalarDeclarations[i];
        variable && (!model_.scalars[i].exposedReads.empty() || runs(i)))
      if (const Key key = walk_.headers.keyOf(variable);
          steppable(key) && !known_.inductions.uneven.contains({loop, key}))
        walk_.written.inductions.wanted.insert(key);
}

/// Whether the variable's value at the start of each iteration of the modelled loop is known, or still supposed to be.
bool InductionSteps::stepsEvenly(const Key& key) const {
  return known_.inductions.wanted.contains(key) && !known_.inductions.uneven.contains({&input_.loop, key});
}

/// What the iteration before has left, but for the first iteration.
void InductionSteps::keepWrapAround(ScalarState& scalar, const clang::VarDecl* variable, const Step& step) {
  const SymbolId counter = model_.loops[0].counter;
  const auto left = current(step.amount);
  const auto before = subtract(Polynomial::symbol(counter), Polynomial(1));
  scalar.entry = left && before ? left->substitute(counter, *before) : std::nullopt;
  const std::string name = variable->getNameAsString();
  const std::string first = preheaderValue(context_, input_.loop, variable).value_or(name);
  scalar.firstEntry = Polynomial::symbol(walk_.record.parameterOf(first, name, variable->getType()));
}

void InductionSteps::keepEntry(ScalarState& scalar, const clang::VarDecl* variable, const Value& start) {
  const IntegerValue* number = numberOf(start);
  if (!number) return;
  scalar.entry = number->polynomial;
  state_.conditions.clear();  // it holds whatever path this iteration took
  walk_.record.require(number->needs, variable->getLocation());
  const auto* pointer = std::get_if<PointerValue>(&start);
  if (!pointer) return;
  scalar.entryArray = pointer->array;
  scalar.entryCapture = static_cast<int>(model_.kernel.captures.size());
  Capture base;
  base.kind = Capture::Pointer;
  base.name = scalar.name + "_start";
  base.type = walk_.host.typeText(variable->getType().getUnqualifiedType(), variable->getLocation());
  base.expression = scalar.expression;
  base.array = pointer->array;
  model_.kernel.captures.push_back(std::move(base));
}

void InductionSteps::afterLoop(const clang::Stmt* loop, int index, const State& before) {
  const std::map<Key, Value> starts = std::move(starts_.back());
  starts_.pop_back();
  endRises(loop, before);
  const NestedLoop& nested = model_.loops[static_cast<std::size_t>(index)];
  if (!nested.certain || !nested.trip || nested.trip->stride != Polynomial(1)) return;
  const Polynomial distance = nested.trip->distance;
  const auto constant = distance.constant();
  const Polynomial count = constant && *constant < 0 ? Polynomial(0) : distance;
  for (const auto& [key, start] : starts) {
    const auto step = known_.inductions.steps.find({loop, key});
    const auto first = before.values.find(key);
    if (step == known_.inductions.steps.end() || first == before.values.end()) continue;
    const clang::QualType type = llvm::cast<clang::VarDecl>(key.first)->getType();
    auto value = std::holds_alternative<LocalPointer>(first->second)
                     ? first->second
                     : stepped(first->second, step->second, count, type);
    if (!value) continue;
    // A negative distance is no iteration, which the product with it would not say.
    auto* integer = std::get_if<IntegerValue>(&*value);
    if (auto* pointer = std::get_if<PointerValue>(&*value)) integer = &*pointer->offset;
    if (integer && !constant) integer->needs.push_back({distance, 0, std::numeric_limits<std::int64_t>::max()});
    state_.values.insert_or_assign(key, *value);
  }
}

}  // namespace clustrix::compiler
