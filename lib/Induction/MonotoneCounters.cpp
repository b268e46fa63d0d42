// What is known of such a counter at the begin of each iteration: it is one value, no less than at the begin of the
// loop, and no more than as many steps later as there were iterations. That keeps `list[i*m + k]` in row i where a test
// or the row's length keeps k below m.
#include "Induction/MonotoneCounters.h"
#include "Induction/InductionSteps.h"
#include "Induction/LoopHeader.h"
#include "Induction/Quotients.h"
#include "Induction/ValueCases.h"
#include "Lower/Recorder.h"
#include "Memory/Storage.h"

#include "Syntax/Nesting.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// What no one has to guard: a bound that every integer of 64 bits keeps.
constexpr Int128 kMost = INT64_MAX;
constexpr Int128 kNoBound = ~(static_cast<Int128>(1) << 127);

bool names(const clang::Stmt* expression, const clang::VarDecl* variable) {
  const auto* value = llvm::dyn_cast_or_null<clang::Expr>(expression);
  const auto* name = value ? llvm::dyn_cast<clang::DeclRefExpr>(value->IgnoreParens()) : nullptr;
  return name && name->getDecl() == variable;
}

/// `++k`, `k++`, `k += 2`: by how much.
std::optional<std::int64_t> stepOf(const clang::Stmt* statement, const clang::VarDecl* variable) {
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(statement))
    return unary->isIncrementOp() && names(unary->getSubExpr(), variable) ? std::optional<std::int64_t>(1)
                                                                          : std::nullopt;
  const auto* assignment = llvm::dyn_cast<clang::CompoundAssignOperator>(statement);
  if (!assignment || assignment->getOpcode() != clang::BO_AddAssign || !names(assignment->getLHS(), variable))
    return std::nullopt;
  const auto* number = llvm::dyn_cast<clang::IntegerLiteral>(assignment->getRHS()->IgnoreParenImpCasts());
  return number && number->getValue().ult(1U << 20)
             ? std::optional(static_cast<std::int64_t>(number->getValue().getZExtValue()))
             : std::nullopt;
}

class Raises {
 public:
  explicit Raises(const clang::VarDecl* variable) : variable_(variable) {}

  /// False where something else happens to the variable.
  bool visit(const clang::Stmt* statement, bool deeper) {
    if (!statement) return true;
    if (llvm::isa<clang::LabelStmt, clang::IndirectGotoStmt>(statement)) return false;
    if (const auto step = stepOf(statement, variable_)) {
      if (deeper)
        rise.most.reset();
      else if (rise.most)
        *rise.most += *step;
      return true;
    }
    if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(statement);
        cast && cast->getCastKind() == clang::CK_LValueToRValue && names(cast->getSubExpr(), variable_))
      return true;
    if (names(statement, variable_)) return false;
    const bool loops = isLoop(statement);
    return std::all_of(statement->child_begin(), statement->child_end(),
                       [&](const clang::Stmt* child) { return visit(child, deeper || loops); });
  }

  Rise rise{0};

 private:
  const clang::VarDecl* variable_;
};

}  // namespace

std::optional<Rise> riseIn(const clang::Stmt* loop, const clang::VarDecl* variable) {
  Raises raises(variable);
  const bool only = std::all_of(loop->child_begin(), loop->child_end(),
                                [&](const clang::Stmt* child) { return raises.visit(child, false); });
  return only ? std::optional(raises.rise) : std::nullopt;
}

/// A value of the variable in the loop or behind it; `start`: before the loop. Signed integers only: they do not wrap
/// around, and their sums need nothing.
std::optional<SymbolId> InductionSteps::risen(const clang::Stmt* loop, const clang::VarDecl* variable,
                                              const Value& start) {
  const auto* first = std::get_if<IntegerValue>(&start);
  const clang::QualType type = variable->getType();
  if (!first || !first->needs.empty() || walk_.searching || !type->isSignedIntegerType() ||
      walk_.record.sizeOf(type) < walk_.record.sizeOf(context_.IntTy) || walk_.storage.addressTaken(variable) ||
      !walk_.quotients.plainlyNonNegative(first->polynomial) || !riseIn(loop, variable))
    return std::nullopt;
  const SymbolId now = walk_.record.newSymbol(SymbolKind::Opaque, variable->getNameAsString());
  Symbol& symbol = model_.symbols[static_cast<std::size_t>(now.value)];
  symbol.min = first->polynomial.constant().value_or(0);
  symbol.max = walk_.record.rangeOf(type).second;
  rising_.insert(now);
  state_.values.insert_or_assign(walk_.headers.keyOf(variable), IntegerValue{Polynomial::symbol(now), {}});
  return now;
}

void InductionSteps::beginRise(const clang::Stmt* loop, int index, const clang::VarDecl* variable, const Value& start) {
  const auto now = risen(loop, variable, start);
  const auto rise = now ? riseIn(loop, variable) : std::nullopt;
  if (!rise || !rise->most) return;
  const Polynomial counter = Polynomial::symbol(model_.loops[static_cast<std::size_t>(index)].counter);
  const auto raised = multiply(counter, Polynomial(*rise->most));
  const auto most = raised ? add(std::get<IntegerValue>(start).polynomial, *raised) : std::nullopt;
  const auto room = most ? subtract(*most, Polynomial::symbol(*now)) : std::nullopt;
  if (room) state_.conditions.push_back(*room);
}

/// Behind the loop such a counter still is no less than before it.
void InductionSteps::endRises(const clang::Stmt* loop, const State& before) {
  const auto changed = known_.inStatement.find(loop);
  if (changed == known_.inStatement.end()) return;
  for (const Key& key : changed->second) {
    const auto* variable = llvm::dyn_cast_or_null<clang::VarDecl>(key.first);
    const auto start = before.values.find(key);
    if (!variable || !key.second.empty() || start == before.values.end() || state_.values.contains(key)) continue;
    if (known_.inductions.uneven.contains({loop, key})) risen(loop, variable, start->second);
  }
}

/// In itself or in what is needed of it.
bool InductionSteps::mentionsRising(const IntegerValue& value) const {
  const auto isRising = [&](SymbolId id) { return rising_.contains(id); };
  return value.polynomial.mentionsAny(isRising) ||
         std::any_of(value.needs.begin(), value.needs.end(),
                     [&](const Bound& need) { return need.value.mentionsAny(isRising); });
}

bool InductionSteps::needsOfRisingHold(const IntegerValue& value) const {
  const auto isRising = [&](SymbolId id) { return rising_.contains(id); };
  std::vector<Polynomial> known = state_.conditions;
  for (const int index : walk_.path) {
    const NestedLoop& loop = model_.loops[static_cast<std::size_t>(index)];
    known.insert(known.end(), loop.constraints.begin(), loop.constraints.end());
  }
  const auto isNotNegative = [&](const auto& term) {
    return term.second >= 0 && std::all_of(term.first.begin(), term.first.end(), [&](SymbolId id) {
             return walk_.cases.keepsTo({Polynomial::symbol(id), 0, kNoBound}, known);
           });
  };
  return std::all_of(value.needs.begin(), value.needs.end(), [&](const Bound& need) {
    if (!need.value.mentionsAny(isRising)) return true;
    const bool above =
        need.min <= 0 && std::all_of(need.value.terms().begin(), need.value.terms().end(), isNotNegative);
    return (above || walk_.cases.keepsTo({need.value, need.min, kNoBound}, known)) &&
           (need.max >= kMost || walk_.cases.keepsTo({need.value, -kNoBound, need.max}, known));
  });
}

}  // namespace clustrix::compiler
