// The walk of the modelled loop itself, and what is tidied up behind it.
#include "Lower/Walker.h"
#include "Induction/EntryConditions.h"
#include "Induction/HoistedValues.h"
#include "Induction/Preheader.h"
#include "Lower/ListedValues.h"
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

Walk::Walk(const WalkInput& input, const WrittenSets& known, TextFacts& facts, WalkParts& parts)
    : input(input),
      context(input.context),
      known(known),
      facts(facts),
      record(parts.record),
      text(parts.text),
      host(parts.host),
      expressions(parts.expressions),
      quotients(parts.quotients),
      cases(parts.cases),
      lvalues(parts.lvalues),
      names(parts.names),
      rows(parts.rows),
      storage(parts.storage),
      calls(parts.calls),
      objects(parts.objects),
      inlining(parts.inlining),
      functions(parts.functions),
      headers(parts.headers),
      induction(parts.induction),
      updates(parts.updates),
      extrema(parts.extrema),
      scans(parts.scans),
      exits(parts.exits),
      recomputation(parts.recomputation),
      branches(parts.branches),
      conditions(parts.conditions),
      statements(parts.statements),
      overlooked(parts.overlooked) {}

WalkParts::WalkParts(Walk& walk)
    : record(walk),
      text(walk),
      host(walk),
      expressions(walk),
      quotients(walk),
      cases(walk),
      lvalues(walk),
      names(walk),
      rows(walk),
      storage(walk),
      calls(walk),
      objects(walk),
      inlining(walk),
      functions(walk),
      headers(walk),
      induction(walk),
      updates(walk),
      extrema(walk),
      scans(walk),
      exits(walk),
      recomputation(walk),
      branches(walk),
      conditions(walk),
      statements(walk),
      overlooked(walk) {}

Walker::Walker(const WalkInput& input, const WrittenSets& known, TextFacts& facts)
    : Walk(input, known, facts, parts_), parts_(*this) {}

void Walker::run() {
  enter();
  induction.beginIteration(&input.loop, 0, {});
  statements.walkLoopBody(&input.loop, 0);
  induction.endIteration(&input.loop, 0);
  if (speculating) exits.checkSpeculation();
  scans.finishSuspensions();
  recomputation.recomputeCarried();
  functions.rewriteIntroducers();
  functions.refuseHidden();
  for (Access& access : model.accesses) placeInLoops(access);
  noteMemory();
  written.changedLists = changedLists(model);
  scans.refuseIrregularAppends();
  names.refuseCopiesOfWritten();
  names.checkReached();
  rows.checkPointerRows();
  for (Obligation& obligation : model.obligations) addLoopsOf(obligation.value, obligation.loops);
  // Last: what is around the loop matters where the loop itself mentions it.
  lookAround();
}

void Walker::enter() {
  names.collectLocals(&input.loop);
  for (const clang::VarDecl* variable : declaredInPreheader(input.loop)) locals.erase(variable);
  rollsBack = model.rollsBack = input.rollsBack;
  const bool left = !rollsBack && mayBeLeft(&input.loop);
  searching = left || testsMore(conditionOf(&input.loop));
  promising = searching && input.attributes.promises(input.loop.getBeginLoc(), context.getSourceManager());
  if (const clang::Stmt* entrance = input.texts.of(&input.function).enteredAt(&input.loop))
    record.effect(llvm::isa<clang::LabelStmt>(entrance) ? "effect.goto" : "effect.switch", entrance->getBeginLoc(),
                  "a jump from outside leads into the loop");
  path = {0};
  state.certain = false;  // the header is evaluated outside the iterations
  headers.addLoop(&input.loop, -1);
  searching = left || !headExits.empty() || !exitFlags.empty();
  if (!searching) model.restart.reset();
  state.certain = true;
  speculating = searching || rollsBack;
}

bool Walker::addLoopsOf(const Polynomial& value, std::vector<int>& loops) const {
  bool added = false;
  dependsOn(model.symbols, value, [&](SymbolId id) {
    const auto found = std::find_if(model.loops.begin(), model.loops.end(),
                                    [&](const NestedLoop& loop) { return loop.counter == id; });
    const int loop = static_cast<int>(found - model.loops.begin());
    if (found == model.loops.end() || std::find(loops.begin(), loops.end(), loop) != loops.end()) return false;
    loops.push_back(loop);
    added = true;
    return false;  // look at all of them
  });
  return added;
}

void Walker::placeInLoops(Access& access) const {
  if (access.index && addLoopsOf(*access.index, access.loops)) access.certain = false;
  for (const int loop : access.loops)
    if (!model.loops[static_cast<std::size_t>(loop)].certain) access.certain = false;
}

void Walker::noteMemory() {
  const auto inMemory = [](const ScalarState& scalar) {
    return scalar.inMemory && !(scalar.writes.empty() && scalar.updates.empty());
  };
  const auto isWrite = [](const Access& access) { return access.kind == AccessKind::Write; };
  written.memory = !model.appends.empty() || std::any_of(model.scalars.begin(), model.scalars.end(), inMemory) ||
                   std::any_of(model.accesses.begin(), model.accesses.end(), isWrite);
}

std::vector<const clang::VarDecl*> Walker::parameterVariables() const {
  std::vector<const clang::VarDecl*> variables;
  for (const auto& [key, id] : parameters)
    if (const auto* variable = llvm::dyn_cast_or_null<clang::VarDecl>(key.first); variable && key.second.empty())
      variables.push_back(variable);
  std::sort(variables.begin(), variables.end(), [](const clang::VarDecl* a, const clang::VarDecl* b) {
    return a->getLocation().getRawEncoding() < b->getLocation().getRawEncoding();
  });
  return variables;
}

void Walker::lookAround() {
  const FunctionText& function = input.texts.of(&input.function);
  const auto known = [&](const Key& key) {
    const auto found = parameters.find(key);
    return found == parameters.end() ? std::nullopt : std::optional(found->second);
  };
  const EntrySymbols entry{[&](const clang::VarDecl* variable) { return known(headers.keyOf(variable)); },
                           [&](const clang::VarDecl* variable) {
                             const std::string name = variable->getNameAsString();
                             return parameters[headers.keyOf(variable)] =
                                        record.parameterOf(name, name, variable->getType());
                           },
                           [&](const clang::VarDecl* variable) { return storage.addressTaken(variable); }, numbers};
  for (Polynomial& bound : entryConditions(context, function, input.loop, entry))
    model.loops[0].constraints.push_back(std::move(bound));
  const HoistedNames hoisted{
      [&](const clang::VarDecl* variable, bool make) { return make ? entry.make(variable) : entry.known(variable); },
      [&](const clang::MemberExpr* member, bool make) -> std::optional<SymbolId> {
        const auto name = names.outerName(member);
        if (!name || name->row || Walk::known.inLoop.contains(name->key)) return std::nullopt;
        if (const auto symbol = known(name->key)) return symbol;
        return make ? std::optional(record.parameterOf(name->expression, name->name, member->getType())) : std::nullopt;
      },
      entry.addressTaken};
  // A parameter that is one divided by 1 is what it was computed as: exactly, or else where that is in its range.
  for (HoistedValue& one :
       hoistedValues(context, input.function, function, input.loop, parameterVariables(), hoisted)) {
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
  const auto positive = [&](const Polynomial& value) { return quotients.plainlyKeepsTo({value, 1, kUnbounded}); };
  for (std::size_t i = 0; i < model.arrays.size(); ++i) {
    if (!elementTypes[i]->isArithmeticType() || model.arrays[i].rows) continue;
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
    if (fits) bases.insert(model.arrays[i].base + "[" + host.hostText(*write->index) + "]");
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
    const clang::QualType type = elementTypes[i];
    if (object.rows) continue;  // no expression leads to one of its elements
    const bool isUsed = type->isIntegerType() ? !type->isBooleanType() : leadsToElements(type);
    if (!isUsed || type.isVolatileQualified()) continue;
    std::map<Polynomial, bool> found;  // indices, and whether the host may read them
    bool fits = true;
    for (const Access& access : model.accesses) {
      if (access.array.value != static_cast<int>(i)) continue;
      fits = fits && access.kind == AccessKind::Read && isFixed(model, access);
      if (!fits) break;
      found[*access.index] |=
          (access.certain && access.loops.size() == 1) || Lvalues::surelyExists(object, *access.index);
    }
    const bool known = std::all_of(found.begin(), found.end(), [](const auto& one) { return one.second; });
    const bool needed = type->isPointerType() || bounds.contains(ArrayId{static_cast<int>(i)});
    if (fits && !found.empty() && (known || needed)) bases.insert(object.base);
  }
  return bases;
}

}  // namespace clustrix::compiler
