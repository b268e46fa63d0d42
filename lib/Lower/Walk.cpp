// The walk of the modelled loop itself, and what is tidied up behind it.
#include "Induction/EntryConditions.h"
#include "Induction/HoistedValues.h"
#include "Induction/Preheader.h"
#include "Lower/Walker.h"
#include "Syntax/ControlFlow.h"
#include "Syntax/LoopParts.h"

#include "clustrix/RowPath.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// Whether the condition may hold a test that ends the loop: see HeadExits.cpp.
bool testsMore(const clang::Expr* condition) {
  const auto* both = condition ? llvm::dyn_cast<clang::BinaryOperator>(condition->IgnoreParenImpCasts()) : nullptr;
  return both && both->getOpcode() == clang::BO_LAnd;
}

}  // namespace

Walker::Walker(const WalkInput& input, const WrittenSets& known, TextFacts& text)
    : input_(input), context_(input.context), known_(known), text_(text) {}

void Walker::run() {
  collectLocals(&input_.loop);
  for (const clang::VarDecl* variable : declaredInPreheader(input_.loop)) locals_.erase(variable);
  const bool left = mayBeLeft(&input_.loop);
  searching_ = left || testsMore(conditionOf(&input_.loop));
  promising_ = searching_ && input_.attributes.promises(input_.loop.getBeginLoc(), context_.getSourceManager());
  if (const clang::Stmt* entrance = input_.texts.of(&input_.function).enteredAt(&input_.loop))
    effect(llvm::isa<clang::LabelStmt>(entrance) ? "effect.goto" : "effect.switch", entrance->getBeginLoc(),
           "a jump from outside leads into the loop");
  path_ = {0};
  state_.certain = false;  // the header is evaluated outside the iterations
  addLoop(&input_.loop, -1);
  searching_ = left || !exits.empty() || !exitFlags_.empty();
  if (!searching_) model.restart.reset();
  state_.certain = true;
  speculating_ = searching_;
  beginIteration(&input_.loop, 0, {});
  walkLoopBody(&input_.loop, 0);
  endIteration(&input_.loop, 0);
  if (searching_) checkSpeculation();
  finishSuspensions();
  recomputeCarried();
  rewriteIntroducers();
  const auto counterLoop = [&](SymbolId id) {
    const auto found = std::find_if(model.loops.begin(), model.loops.end(),
                                    [&](const NestedLoop& loop) { return loop.counter == id; });
    return found == model.loops.end() ? -1 : static_cast<int>(found - model.loops.begin());
  };
  // Values such as `i % n` run through a loop of their own: the accesses that use them lie in it.
  const auto complete = [&](std::vector<int>& loops, const Polynomial& value) {
    bool added = false;
    dependsOn(model.symbols, value, [&](SymbolId id) {
      const int loop = counterLoop(id);
      if (loop < 0 || std::find(loops.begin(), loops.end(), loop) != loops.end()) return false;
      loops.push_back(loop);
      added = true;
      return false;  // look at all of them
    });
    return added;
  };
  for (Access& access : model.accesses) {
    if (access.index && complete(access.loops, *access.index)) access.certain = false;
    for (const int loop : access.loops)
      if (!model.loops[static_cast<std::size_t>(loop)].certain) access.certain = false;
  }
  const auto inMemory = [](const ScalarState& scalar) {
    return scalar.inMemory && !(scalar.writes.empty() && scalar.updates.empty());
  };
  written.memory = !model.appends.empty() || std::any_of(model.scalars.begin(), model.scalars.end(), inMemory) ||
                   std::any_of(model.accesses.begin(), model.accesses.end(),
                               [](const Access& access) { return access.kind == AccessKind::Write; });
  refuseIrregularAppends();
  refuseCopiesOfWritten();
  checkReached();
  checkPointerRows();
  for (Obligation& obligation : model.obligations) complete(obligation.loops, obligation.value);
  // Last: what is around the loop matters where the loop itself mentions it.
  const EntrySymbols around{[&](const clang::VarDecl* variable) -> std::optional<SymbolId> {
                              const auto found = parameters_.find(keyOf(variable));
                              return found == parameters_.end() ? std::nullopt : std::optional(found->second);
                            },
                            [&](const clang::VarDecl* variable) {
                              const std::string name = variable->getNameAsString();
                              return parameters_[keyOf(variable)] = parameterOf(name, name, variable->getType());
                            },
                            [&](const clang::VarDecl* variable) { return addressTaken(variable); }, numbers_};
  for (Polynomial& bound : entryConditions(context_, input_.texts.of(&input_.function), input_.loop, around))
    model.loops[0].constraints.push_back(std::move(bound));
  std::vector<const clang::VarDecl*> used;
  for (const auto& [key, id] : parameters_)
    if (const auto* variable = llvm::dyn_cast_or_null<clang::VarDecl>(key.first); variable && key.second.empty())
      used.push_back(variable);
  std::sort(used.begin(), used.end(), [](const clang::VarDecl* a, const clang::VarDecl* b) {
    return a->getLocation().getRawEncoding() < b->getLocation().getRawEncoding();
  });
  const HoistedNames names{
      [&](const clang::VarDecl* variable, bool make) { return make ? around.make(variable) : around.known(variable); },
      [&](const clang::MemberExpr* member, bool make) -> std::optional<SymbolId> {
        const auto name = outerName(member);
        if (!name || name->row || known_.inLoop.contains(name->key)) return std::nullopt;
        if (const auto found = parameters_.find(name->key); found != parameters_.end()) return found->second;
        return make ? std::optional(parameterOf(name->expression, name->name, member->getType())) : std::nullopt;
      },
      around.addressTaken};
  // A parameter that is one divided by 1 is what it was computed as: exactly, or else where that is in its range.
  const FunctionText& text = input_.texts.of(&input_.function);
  for (HoistedValue& one : hoistedValues(context_, input_.function, text, input_.loop, used, names)) {
    Symbol& symbol = model.symbols[static_cast<std::size_t>(one.symbol.value)];
    if (!symbol.division) symbol.division = Division{std::move(one.value), 1, one.exact};
  }
}

/// No bound at all.
static constexpr Int128 kUnbounded = ~(static_cast<Int128>(1) << 127);

/// Whether it touches one whole element, the same in all iterations.
static bool isFixed(const LoopModel& model, const Access& access) {
  return access.index && isOverParameters(model, *access.index) &&
         coversElement(access, model.arrays[static_cast<std::size_t>(access.array.value)].elementBytes);
}

/// Whether an access leads elsewhere than to the element at `index`, or may well do so for all that can be said before
/// the loop runs: what is then asked is whether the elements that it touches lie around that one.
static bool liesElsewhere(const LoopModel& model, const Access& access, const Polynomial& index,
                          const std::function<bool(const Polynomial&)>& plainlyPositive) {
  const auto gap = access.index ? subtract(index, *access.index) : std::nullopt;
  if (!gap) return false;
  if (!gap->isAffine()) return true;
  std::vector<Polynomial> known{Polynomial()};
  for (const int loop : access.loops) {
    const auto& constraints = model.loops[static_cast<std::size_t>(loop)].constraints;
    known.insert(known.end(), constraints.begin(), constraints.end());
  }
  known.insert(known.end(), access.conditions.begin(), access.conditions.end());
  const auto isPositive = [&](const Polynomial& value) {
    return std::any_of(known.begin(), known.end(), [&](const Polynomial& constraint) {
      const auto rest = subtract(value, constraint);
      return rest && plainlyPositive(*rest);
    });
  };
  const auto opposite = multiply(*gap, Polynomial(-1));
  return isPositive(*gap) || (opposite && isPositive(*opposite));
}

/// The element may stand beside others that are read, `x[i] -= l[j] * x[j]`: a run then asks whether they are apart.
std::set<std::string> Walker::promotable() const {
  std::set<std::string> bases;
  const auto positive = [&](const Polynomial& value) { return plainlyKeepsTo({value, 1, kUnbounded}); };
  for (std::size_t i = 0; i < model.arrays.size(); ++i) {
    if (!elementTypes_[i]->isArithmeticType() || rowPathOf(model.arrays[i])) continue;
    const auto isHere = [&](const Access& access) { return access.array.value == static_cast<int>(i); };
    const auto isWrite = [&](const Access& access) { return isHere(access) && access.kind == AccessKind::Write; };
    const auto write = std::find_if(model.accesses.begin(), model.accesses.end(), isWrite);
    if (write == model.accesses.end() || !isFixed(model, *write)) continue;
    const bool fits = std::all_of(model.accesses.begin(), model.accesses.end(), [&](const Access& access) {
      const bool isIt = isHere(access) && isFixed(model, access) && *access.index == *write->index;
      if (isIt || !isHere(access)) return true;
      return access.kind == AccessKind::Read &&
             (isFixed(model, access) || liesElsewhere(model, access, *write->index, positive));
    });
    if (fits) bases.insert(model.arrays[i].base + "[" + hostText(*write->index) + "]");
  }
  return bases;
}

/// Rows of a matrix by pointers are such elements where the loop runs in one of them.
static bool leadsToElements(clang::QualType type) {
  return type->isPointerType() && !type->getPointeeType()->isFunctionType() && !type->getPointeeType()->isVoidType();
}

/// The host reads them before the loop: where the loop reads them in each iteration at least, or where they surely are.
/// What a head within the loop reads,
/// and what leads to further elements, is worth a loop that may have to stay on the host.
std::set<std::string> Walker::fixed() const {
  std::set<std::string> bases;
  for (std::size_t i = 0; i < model.arrays.size(); ++i) {
    const ArrayObject& object = model.arrays[i];
    const clang::QualType type = elementTypes_[i];
    if (rowPathOf(object)) continue;  // no expression leads to one of its elements
    const bool isUsed = type->isIntegerType() ? !type->isBooleanType() : leadsToElements(type);
    if (!isUsed || type.isVolatileQualified()) continue;
    std::map<Polynomial, bool> found;  // indices, and whether the host may read them
    bool fits = true;
    for (const Access& access : model.accesses) {
      if (access.array.value != static_cast<int>(i)) continue;
      fits = fits && access.kind == AccessKind::Read && isFixed(model, access);
      if (!fits) break;
      found[*access.index] |= (access.certain && access.loops.size() == 1) || surelyExists(object, *access.index);
    }
    const bool known = std::all_of(found.begin(), found.end(), [](const auto& one) { return one.second; });
    const bool needed = type->isPointerType() || bounds_.contains(ArrayId{static_cast<int>(i)});
    if (fits && !found.empty() && (known || needed)) bases.insert(object.base);
  }
  return bases;
}

}  // namespace clustrix::compiler
