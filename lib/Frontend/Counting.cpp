// Counting: from `first`, `step` and the condition to the number of iterations.
//
//     for (i = first; i < end; i += step)      trip = max(0, ceil((end - first) / step)),  step >= 1 required
//     for (i = first; i != end; i += step)     trip = (end - first) / step,  exact and not negative required
//     for (i = n; i-- > 0;)                    trip = n,  the body sees n - 1 - k
#include "Walker.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

struct Comparison {
  clang::BinaryOperatorKind kind = clang::BO_LT;
  const clang::Expr* left = nullptr;
  const clang::Expr* right = nullptr;
};

std::optional<Comparison> comparisonOf(const clang::Expr* condition) {
  condition = condition->IgnoreParens();
  while (const auto* full = llvm::dyn_cast<clang::FullExpr>(condition)) condition = full->getSubExpr()->IgnoreParens();
  if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(condition)) return comparisonOf(cast->getSubExpr());
  if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(condition); op && op->isComparisonOp())
    return Comparison{op->getOpcode(), op->getLHS(), op->getRHS()};
  if (const auto* rewritten = llvm::dyn_cast<clang::CXXRewrittenBinaryOperator>(condition)) {
    const auto form = rewritten->getDecomposedForm();
    return Comparison{form.Opcode, form.LHS, form.RHS};
  }
  const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(condition);
  if (!call || call->getNumArgs() != 2) return std::nullopt;
  switch (call->getOperator()) {
    case clang::OO_Less:
      return Comparison{clang::BO_LT, call->getArg(0), call->getArg(1)};
    case clang::OO_LessEqual:
      return Comparison{clang::BO_LE, call->getArg(0), call->getArg(1)};
    case clang::OO_Greater:
      return Comparison{clang::BO_GT, call->getArg(0), call->getArg(1)};
    case clang::OO_GreaterEqual:
      return Comparison{clang::BO_GE, call->getArg(0), call->getArg(1)};
    case clang::OO_ExclaimEqual:
      return Comparison{clang::BO_NE, call->getArg(0), call->getArg(1)};
    default:
      return std::nullopt;
  }
}

Polynomial negated(const Polynomial& p) { return subtract(Polynomial(0), p).value_or(Polynomial(0)); }

}  // namespace

void Walker::countTrips(Header& header, const clang::Expr* condition, const Value& start, const Polynomial& step,
                        SymbolId counter) {
  const auto comparison = comparisonOf(condition);
  if (!comparison) return;
  const Key key = keyOf(header.variable);
  const clang::QualType type = header.variable->getType();
  const bool isPointer = type->isPointerType() || isIteratorType(type);
  const auto* first = std::get_if<IntegerValue>(&start);
  const auto* firstPointer = std::get_if<PointerValue>(&start);
  if (isPointer != (firstPointer != nullptr) || (!first && !firstPointer)) return;
  if (firstPointer && (!firstPointer->offset || firstPointer->bytes)) return;
  if (firstPointer) first = &*firstPointer->offset;

  // The condition with a symbol of its own for the variable: how does the difference of its sides depend on it?
  const SymbolId probe = newSymbol(SymbolKind::Opaque, header.variable->getNameAsString());
  std::int64_t unit = 1;
  if (isPointer) {
    const std::int64_t elementBytes = model.arrays[static_cast<std::size_t>(firstPointer->array.value)].elementBytes;
    const std::int64_t bytes = type->isPointerType() ? sizeOf(type->getPointeeType()) : elementBytes;
    if (elementBytes == 0 || bytes % elementBytes != 0) return;
    unit = bytes / elementBytes;
    PointerValue moving{firstPointer->array, IntegerValue{Polynomial::symbol(probe), {}}, std::nullopt};
    state_.values.insert_or_assign(key, moving);
  } else {
    state_.values.insert_or_assign(key, IntegerValue{Polynomial::symbol(probe), {}});
  }
  const auto left = boundValue(comparison->left), right = boundValue(comparison->right);
  state_.values.erase(key);
  if (!left || !right) {
    for (const clang::Expr* side : {comparison->left, comparison->right})
      if (!mentionsLocal(side)) {
        header.code = "loop.bound-changes";
        header.problem = "the bound of the loop may change while it runs";
      }
    return;
  }
  const auto numeric = [&](const Value& value) -> std::optional<IntegerValue> {
    if (const auto* integer = std::get_if<IntegerValue>(&value)) return *integer;
    const auto* pointer = std::get_if<PointerValue>(&value);
    if (!pointer || !firstPointer || pointer->array != firstPointer->array || pointer->bytes) return std::nullopt;
    return pointer->offset;
  };
  const auto a = numeric(*left), b = numeric(*right);
  if (!a || !b) return;
  const auto kind = comparison->kind;
  const bool upward = kind == clang::BO_LT || kind == clang::BO_LE || kind == clang::BO_NE;
  const auto difference = upward ? subtract(b->polynomial, a->polynomial) : subtract(a->polynomial, b->polynomial);
  if (!difference) return;
  const auto slope = difference->coefficientOf(probe);
  if (!slope || !slope->constant() || *slope->constant() == 0) return;
  const auto scaled = multiply(step, Polynomial(unit));
  const auto perStep = scaled ? multiply(*slope, *scaled) : std::nullopt;
  const auto atFirst = multiply(*slope, first->polynomial);
  if (!perStep || !atFirst) return;
  auto distance = add(difference->without(probe), *atFirst);
  if (!distance) return;
  Polynomial stride = negated(*perStep);
  if (kind == clang::BO_LE || kind == clang::BO_GE) distance = add(*distance, Polynomial(1));
  if (!distance) return;
  const auto constantStride = stride.constant();
  if (kind == clang::BO_NE) {
    if (!constantStride || *constantStride == 0) return;
    if (*constantStride < 0) {
      stride = negated(stride);
      distance = negated(*distance);
    }
    header.requirements.push_back(
        {Requirement::NonNegative, *distance, Polynomial(1), point(condition->getBeginLoc())});
    if (*stride.constant() != 1)
      header.requirements.push_back({Requirement::Divisible, *distance, stride, point(condition->getBeginLoc())});
  } else if (constantStride) {
    if (*constantStride < 1) {
      header.problem = "the step leads away from the end";
      return;
    }
  } else if (const auto positive = subtract(stride, Polynomial(1))) {
    header.requirements.push_back(
        {Requirement::NonNegative, *positive, Polynomial(1), point(condition->getBeginLoc())});
  }
  const auto moved = scaled ? multiply(*scaled, Polynomial::symbol(counter)) : std::nullopt;
  const auto value = moved ? add(first->polynomial, *moved) : std::nullopt;
  if (!value) return;
  if (mentionsRowSize(*distance)) {
    // One step at a time up to the size of a row: the variable cannot pass the end, and so does not wrap.
    if (kind == clang::BO_LT && stride == Polynomial(1) && !isPointer) header.value = *value;
    header.bounds = first->needs;
    return;
  }

  // Wrap-around: what the sides need while the loop runs, and the variable's value when it ends.
  header.bounds = first->needs;
  for (const IntegerValue* side : {&*a, &*b})
    for (const Bound& need : side->needs) {
      if (!need.value.mentions(probe)) {
        header.bounds.push_back(need);
        continue;
      }
      const auto inside = need.value.substitute(probe, *value);
      if (!inside) return;
      header.innerBounds.push_back({*inside, need.min, need.max});
    }
  const bool wraps =
      !isPointer && (type->isUnsignedIntegerOrEnumerationType() || sizeOf(type) < sizeOf(context_.IntTy));
  const bool sidesWrap = !header.innerBounds.empty();
  if ((wraps || sidesWrap) && kind != clang::BO_NE) {
    // The last value compared: distance - stride * trip lies in (-stride, 0], so it is at most stride - 1 past the end.
    if (std::abs(*slope->constant()) != 1) return;
    const auto end = *slope->constant() < 0 ? difference->without(probe) : negated(difference->without(probe));
    const auto inclusive = kind == clang::BO_LE || kind == clang::BO_GE ? std::int64_t{0} : std::int64_t{1};
    const auto overshoot =
        *slope->constant() < 0 ? subtract(stride, Polynomial(inclusive)) : subtract(Polynomial(inclusive), stride);
    const auto last = overshoot ? add(end, *overshoot) : std::nullopt;
    if (!last) return;
    const auto [min, max] = rangeOf(type);
    if (wraps) header.bounds.push_back({*last, min, max});
    for (const IntegerValue* side : {&*a, &*b})
      for (const Bound& need : side->needs)
        if (need.value.mentions(probe)) {
          const auto atEnd = need.value.substitute(probe, *last);
          if (!atEnd) return;
          header.bounds.push_back({*atEnd, need.min, need.max});
        }
  }
  header.trip = TripCount{*distance, stride};
  const auto run = multiply(stride, Polynomial::symbol(counter));
  const auto remaining = run ? subtract(*distance, *run) : std::nullopt;
  if (remaining)
    if (const auto positive = subtract(*remaining, Polynomial(1))) header.constraints.push_back(*positive);
  if (isPointer)
    header.pointer = PointerValue{firstPointer->array, IntegerValue{*value, {}}, std::nullopt};
  else
    header.value = *value;
  header.problem.clear();
}

bool Walker::readCountdown(Header& header, const clang::Stmt* loop, const clang::Expr* condition, SymbolId counter) {
  const auto comparison = comparisonOf(condition);
  if (!comparison || (comparison->kind != clang::BO_GT && comparison->kind != clang::BO_NE)) return false;
  const auto* step = llvm::dyn_cast<clang::UnaryOperator>(comparison->left->IgnoreParenImpCasts());
  if (!step || step->getOpcode() != clang::UO_PostDec) return false;
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(step->getSubExpr()->IgnoreParens());
  const auto* variable = reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  if (!variable || !variable->getType()->isIntegerType() || variable->getType()->isBooleanType()) return false;
  if (variable->getType().isVolatileQualified() || addressTaken(variable)) return false;
  const auto end = constantOf(comparison->right);
  if (!end || *end != 0) return false;
  if (changedInBody(loop, variable)) {
    header.code = "loop.variable-written";
    header.problem = "the body changes the counting variable '" + variable->getNameAsString() + "'";
    return false;
  }
  const auto start = startOf(loop, variable, header.problem);
  const auto* first = start ? std::get_if<IntegerValue>(&*start) : nullptr;
  if (!first) return false;
  header.variable = variable;
  header.bounds = first->needs;
  header.trip = TripCount{first->polynomial, Polynomial(1)};
  if (comparison->kind == clang::BO_NE)
    header.requirements.push_back(
        {Requirement::NonNegative, first->polynomial, Polynomial(1), point(condition->getBeginLoc())});
  const auto next = subtract(first->polynomial, Polynomial(1));
  header.value = next ? subtract(*next, Polynomial::symbol(counter)) : std::nullopt;
  if (!header.value) {
    header.trip.reset();
    return false;
  }
  header.constraints.push_back(*header.value);
  header.problem.clear();
  return true;
}

void Walker::requireInside(const Header& header, NestedLoop& loop) {
  const auto isParameter = [&](SymbolId id) {
    return model.symbols[static_cast<std::size_t>(id.value)].kind != SymbolKind::Parameter;
  };
  for (const Requirement& requirement : header.requirements) {
    if (requirement.value.mentionsAny(isParameter) || requirement.divisor.mentionsAny(isParameter)) {
      // Only the run could tell, for each outer iteration: the count is not relied upon.
      loop.trip.reset();
      loop.certain = false;
      loop.constraints = {Polynomial::symbol(loop.counter)};
      return;
    }
  }
  model.requirements.insert(model.requirements.end(), header.requirements.begin(), header.requirements.end());
}

void Walker::declareRootVariable(const clang::Stmt* loop, const Header& header) {
  if (const auto* range = llvm::dyn_cast<clang::CXXForRangeStmt>(loop)) {
    const clang::VarDecl* variable = range->getLoopVariable();
    std::string declaration = sourceText(clang::SourceRange(variable->getBeginLoc(), variable->getLocation()));
    if (declaration.empty() || llvm::isa<clang::DecompositionDecl>(variable))
      declaration = (variable->getType()->isReferenceType() ? "auto& " : "auto ") + variable->getNameAsString();
    if (!header.pointer) return;
    const auto array = header.pointer->array;
    for (std::size_t i = 0; i < model.captures.size(); ++i)
      if (model.captures[i].array == array)
        prologue = {{BodyPiece::Text, declaration + " = ", -1},
                    {BodyPiece::Captured, "", static_cast<int>(i)},
                    {BodyPiece::Text, "[", -1},
                    {BodyPiece::Counter, "", -1},
                    {BodyPiece::Text, "];", -1}};
    return;
  }
  if (!header.variable) return;
  const std::string name = header.variable->getNameAsString();
  if (!header.pointer) {
    model.variableDeclaration = typeText(header.variable->getType(), header.variable->getLocation()) + " " + name;
    return;
  }
  const Polynomial offset = header.pointer->offset->polynomial;
  const SymbolId counter = model.loops[0].counter;
  const auto slope = offset.coefficientOf(counter);
  const auto start = offset.without(counter).constant();
  const auto pointee = header.variable->getType();
  const bool wide =
      pointee->isPointerType() && sizeOf(pointee->getPointeeType()) !=
                                      model.arrays[static_cast<std::size_t>(header.pointer->array.value)].elementBytes;
  for (std::size_t i = 0; i < model.captures.size(); ++i) {
    const Capture& capture = model.captures[i];
    if (capture.array != header.pointer->array || !slope || !slope->constant() || !start || wide) continue;
    prologue = {{BodyPiece::Text, "auto " + name + " = ", -1},
                {BodyPiece::Captured, "", static_cast<int>(i)},
                {BodyPiece::Text,
                 std::string(capture.kind == Capture::Span ? ".begin()" : "") + " + (" + std::to_string(*start) +
                     " + " + std::to_string(*slope->constant()) + " * ",
                 -1},
                {BodyPiece::Counter, "", -1},
                {BodyPiece::Text, ");", -1}};
    return;
  }
  effect("effect.iterator", header.variable->getLocation(),
         "the loop walks '" + name + "' from a place that is known only at run time", "count with an integer");
}

}  // namespace clustrix::compiler
