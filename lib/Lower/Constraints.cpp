// Constraints: what a condition says about counters and parameters where it holds, or where it does not.
#include "Induction/Quotients.h"
#include "Induction/ValueCases.h"
#include "Lower/Expressions.h"
#include "Lower/Places.h"
#include "Lower/Recorder.h"
#include "Syntax/Types.h"

#include <algorithm>
#include <utility>

namespace clustrix::compiler {

namespace {

bool isSmallerThan(clang::BinaryOperatorKind kind) { return kind == clang::BO_LT || kind == clang::BO_LE; }

/// An unsigned number that is less than one of the lower half has not wrapped around, if it is near: what is below zero
/// would be in the upper half. What has to hold for that; nothing where it cannot be asked for before the loop.
///
///     const size_t y = i + d;
///     if (y < ny) sum += a[y * nx + j];       d may be negative
std::optional<std::vector<Bound>> boundsOfNear(const LoopModel& model, const std::vector<int>& path,
                                               const IntegerValue& value, const IntegerValue& limit, Int128 max) {
  // That it fits the type is all that the value needs to be the polynomial.
  if (value.needs != std::vector{Bound{value.polynomial, 0, max}} || !limit.needs.empty()) return std::nullopt;
  const auto varies = [&](SymbolId id) {
    return model.symbols[static_cast<std::size_t>(id.value)].kind != SymbolKind::Parameter;
  };
  const auto isCounted = [&](SymbolId id) {
    return std::any_of(path.begin(), path.end(), [&](int index) {
      const NestedLoop& loop = model.loops[static_cast<std::size_t>(index)];
      return loop.counter == id && loop.trip;
    });
  };
  const bool known = !value.polynomial.mentionsAny([&](SymbolId id) { return varies(id) && !isCounted(id); }) &&
                     !limit.polynomial.mentionsAny(varies);
  const Int128 half = (max + 1) / 2;
  if (!known) return std::nullopt;
  return std::vector{Bound{value.polynomial, -half, half - 1}, Bound{limit.polynomial, 0, half - 1}};
}

}  // namespace

std::vector<Polynomial> Expressions::constraintsOf(const clang::Expr* condition, bool holds) {
  condition = condition->IgnoreParenImpCasts();
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(condition))
    return unary->getOpcode() == clang::UO_LNot ? constraintsOf(unary->getSubExpr(), !holds)
                                                : std::vector<Polynomial>{};
  const auto* op = llvm::dyn_cast<clang::BinaryOperator>(condition);
  if (op && op->getOpcode() == (holds ? clang::BO_LAnd : clang::BO_LOr)) {
    auto all = constraintsOf(op->getLHS(), holds);
    for (const Polynomial& more : constraintsOf(op->getRHS(), holds)) all.push_back(more);
    return all;
  }
  if (op && op->isComparisonOp()) return comparisonConstraints(op->getOpcode(), op->getLHS(), op->getRHS(), holds);
  // `if (i & 1)`
  const bool isNumber = (op && (op->isMultiplicativeOp() || op->getOpcode() == clang::BO_And)) ||
                        llvm::isa<clang::DeclRefExpr>(condition);
  return isNumber ? comparisonConstraints(clang::BO_NE, condition, nullptr, holds) : std::vector<Polynomial>{};
}

/// `right` is nothing for zero.
std::vector<Polynomial> Expressions::comparisonConstraints(clang::BinaryOperatorKind kind, const clang::Expr* leftSide,
                                                           const clang::Expr* rightSide, bool holds) {
  for (const clang::Expr* side : {leftSide, rightSide})
    if (side && (!isInteger(side->getType()) || side->HasSideEffects(context_))) return {};
  // The operands were evaluated already; evaluated again for their values only.
  const std::size_t accesses = model_.accesses.size(), loops = model_.loops.size();
  const auto scalars = model_.scalars;
  const bool inPosition = std::exchange(walk_.inPosition, false);
  const std::size_t obligations = model_.obligations.size();
  const auto valueOfSide = [&](const clang::Expr* side) -> std::optional<IntegerValue> {
    if (!side) return IntegerValue{};
    const Value value = side->isGLValue() ? walk_.lvalues.load(walk_.lvalues.place(side), side) : evaluate(side);
    const auto* const integer = numberIn(value);
    return integer ? walk_.quotients.withExactRemainders(*integer) : std::nullopt;
  };
  auto a = valueOfSide(leftSide), b = valueOfSide(rightSide);
  model_.accesses.resize(accesses);
  model_.loops.resize(loops);  // those of remainders, which are said in another way
  model_.scalars = scalars;
  walk_.record.dropObligations(obligations);
  walk_.inPosition = inPosition;
  if (!a || !b) return {};
  if (!holds) kind = clang::BinaryOperator::negateComparisonOp(kind);
  if (kind == clang::BO_GT || kind == clang::BO_GE) {
    std::swap(a, b);
    std::swap(leftSide, rightSide);
    kind = kind == clang::BO_GT ? clang::BO_LT : clang::BO_LE;
  }
  std::vector<Polynomial> inside;
  if (isSmallerThan(kind) && leftSide && leftSide->getType()->isUnsignedIntegerType()) {
    if (const auto bounds =
            boundsOfNear(model_, walk_.path, *a, *b, walk_.record.rangeOf(leftSide->getType()).second)) {
      walk_.record.require(*bounds, leftSide->getBeginLoc());
      inside.push_back(a->polynomial);
      a->needs.clear();
    }
  }
  if (!a->needs.empty() || !b->needs.empty()) return {};
  const auto difference = [](const IntegerValue& x, const IntegerValue& y, std::int64_t minus) {
    const auto d = subtract(x.polynomial, y.polynomial);
    return d ? subtract(*d, Polynomial(minus)) : std::nullopt;
  };
  std::vector<std::optional<Polynomial>> found;
  if (kind == clang::BO_LT) found = {difference(*b, *a, 1)};
  if (kind == clang::BO_LE) found = {difference(*b, *a, 0)};
  if (kind == clang::BO_EQ) found = {difference(*a, *b, 0), difference(*b, *a, 0)};
  if (kind == clang::BO_NE)
    if (const auto apart = difference(*a, *b, 0)) {
      const std::vector<Polynomial> rests = walk_.quotients.whereNotZero(*apart, leftSide->getType());
      return rests.empty() ? besideZero(*apart) : rests;
    }
  std::vector<Polynomial> constraints = inside;
  for (const auto& one : found)
    if (one) constraints.push_back(*one);
  return constraints;
}

/// What `value != 0` says where the value is known to keep to one side of zero: `i != 0`, `i != n - 1`.
std::vector<Polynomial> Expressions::besideZero(const Polynomial& value) const {
  std::vector<Polynomial> known = state_.conditions;
  for (const int index : walk_.path) {
    const auto& constraints = model_.loops[static_cast<std::size_t>(index)].constraints;
    known.insert(known.end(), constraints.begin(), constraints.end());
  }
  for (const std::int64_t side : {1, -1}) {
    const auto away = multiply(value, Polynomial(side));
    const auto beyond = away ? subtract(*away, Polynomial(1)) : std::nullopt;
    if (beyond && walk_.cases.isNotNegative(*away, known)) return {*beyond};
  }
  return {};
}

}  // namespace clustrix::compiler
