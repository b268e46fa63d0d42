// Trip counts: from `first`, `step` and the condition to the number of iterations.
//
//     for (i = first; i < end; i += step)      trip = max(0, ceil((end - first) / step)),  step >= 1 required
//     for (i = first; i != end; i += step)     trip = (end - first) / step,  exact and not negative required
//     for (i = n; i-- > 0;)                    tested n - k > 0: trip = n,  the body sees n - k - 1
//     for (i = n; --i >= 0;)                   tested n - 1 - k >= 0: trip = n,  the body sees n - 1 - k
//     for (...; i < n && i < m && on; ++i)     trip = min(n, m) - first,  `on` required
//     for (...; i < n && a[i] != x; ++i)       trip = n - first,  and the iteration may leave: see HeadExits.cpp
//     for (...; i < std::min(n, m); ++i)       inside another loop: both bounds hold, and the count is not known: see
//                                              ValueCases.cpp
#include "Induction/LoopHeader.h"
#include "Induction/TripCounting.h"
#include "KernelText/HostText.h"
#include "KernelText/KernelScope.h"
#include "Library/LibraryFunctions.h"
#include "Library/LibraryTypes.h"
#include "Library/Standard.h"
#include "Lower/Expressions.h"
#include "Lower/Inlining.h"
#include "Lower/Recorder.h"
#include "Memory/Rows.h"
#include "Recurrence/ComparedValues.h"
#include "Recurrence/EarlyExits.h"
#include "Syntax/LoopParts.h"
#include "Syntax/Mentions.h"
#include "Syntax/TreeVisitor.h"
#include "Syntax/Types.h"
#include "Syntax/Unevaluated.h"

#include "clang/AST/TypeLoc.h"

#include <algorithm>
#include <array>
#include <functional>

namespace clustrix::compiler {

namespace {

/// `a`, `b` and `c` of `a && b && c`.
void conjuncts(const clang::Expr* condition, std::vector<const clang::Expr*>& into) {
  const auto* op = llvm::dyn_cast<clang::BinaryOperator>(bareExpression(condition));
  if (!op || op->getOpcode() != clang::BO_LAnd) return into.push_back(condition);
  conjuncts(op->getLHS(), into);
  conjuncts(op->getRHS(), into);
}

/// `v.size()` of a container that has a name.
bool isSize(const clang::CXXMemberCallExpr* call) {
  return roleOf(call->getMethodDecl()) == Role::Size &&
         llvm::isa<clang::DeclRefExpr>(call->getImplicitObjectArgument()->IgnoreParenImpCasts()) &&
         !call->getImplicitObjectArgument()->getType()->isPointerType();
}

/// Functions of numbers with the same result wherever they run, to the last bit.
bool isExact(const clang::FunctionDecl* callee) {
  const StandardFunction* known = numberFunction(callee);
  return known && known->is(Does::Exact) && isPureFunction(callee);
}

/// Whether the value may be computed although the program might not: no memory but variables, nothing that can trap.
bool isSafeAnyway(const clang::Stmt* statement) {
  if (!statement) return true;
  const auto* call = llvm::dyn_cast<clang::CallExpr>(statement);
  if (call && (isExtremum(call) || isExact(call->getDirectCallee())))
    return std::all_of(call->arg_begin(), call->arg_end(), isSafeAnyway);
  if (const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(statement); member && isSize(member)) return true;
  if (llvm::isa<clang::CallExpr, clang::ArraySubscriptExpr, clang::MemberExpr>(statement)) return false;
  const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(statement);
  const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(statement);
  if (unary && unary->getOpcode() == clang::UO_Deref) return false;
  if (binary && (binary->getOpcode() == clang::BO_Div || binary->getOpcode() == clang::BO_Rem)) return false;
  return std::all_of(statement->child_begin(), statement->child_end(), isSafeAnyway);
}

/// Two variables that walk towards each other meet after half of the distance, rounded up: what depends on the one,
/// from `first` on, is between its first value and that at (distance + 1) / 2.
std::optional<std::vector<Bound>> boundsOfMeeting(const std::vector<Bound>& needs, SymbolId probe,
                                                  const Polynomial& first, const Polynomial& step,
                                                  const Polynomial& distance) {
  constexpr Int128 most = (static_cast<Int128>(1) << 64) - 1;
  std::vector<Bound> bounds;
  for (const Bound& need : needs) {
    const auto slope = need.value.coefficientOf(probe);
    const auto begin = need.value.substitute(probe, first);
    const auto way = slope ? multiply(*slope, step) : std::nullopt;
    const auto run = way ? add(distance, Polynomial(1)) : std::nullopt;
    const auto moved = run ? multiply(*way, *run) : std::nullopt;
    const auto twice = begin ? multiply(*begin, Polynomial(2)) : std::nullopt;
    const auto end = moved && twice ? add(*twice, *moved) : std::nullopt;
    if (!end) return std::nullopt;
    bounds.push_back({*begin, need.min, need.max});
    bounds.push_back({*end, 2 * need.min, std::min(2 * need.max, most)});
  }
  return bounds;
}

/// Whether an expression names what is declared where `isOwn` says so, types and enumerators too.
class NamesOwn : public TreeVisitor {
 public:
  explicit NamesOwn(std::function<bool(clang::SourceLocation)> isOwn) : isOwn_(std::move(isOwn)) {}
  bool VisitDeclRefExpr(clang::DeclRefExpr* reference) override {
    return look(reference->getDecl()) && look(reference->getFoundDecl());
  }
  bool VisitTagTypeLoc(clang::TagTypeLoc type) override { return look(type.getDecl()); }
  bool VisitTypedefTypeLoc(clang::TypedefTypeLoc type) override { return look(type.getTypedefNameDecl()); }
  bool VisitUsingTypeLoc(clang::UsingTypeLoc type) override { return look(type.getFoundDecl()); }
  bool found = false;

 private:
  bool look(const clang::Decl* declaration) {
    found = found || (declaration->getLocation().isValid() && isOwn_(declaration->getLocation()));
    return !found;
  }

  const std::function<bool(clang::SourceLocation)> isOwn_;
};

Polynomial negated(const Polynomial& p) { return subtract(Polynomial(0), p).value_or(Polynomial(0)); }

}  // namespace

/// `1 << n`, `(int)std::sqrt(n)`: of variables that the loop leaves alone, it is computed once before the loop.
Value LoopHeaders::hostNumber(const clang::Expr* expression) {
  const bool isRoot = walk_.path.size() == 1 && walk_.around.empty();
  if (isRoot || !walk_.frames.empty() || !isInteger(expression->getType()) ||
      walk_.record.sizeOf(expression->getType()) > 8)
    return {};
  if (!isSafeAnyway(expression) || mentionsLocal(expression) || mentionsChanging(expression)) return {};
  const std::string text = walk_.host.hostSource(expression);
  if (text.empty()) return {};
  NamesOwn own([this](clang::SourceLocation at) { return walk_.inlining.insideLoop(at); });
  own.TraverseStmt(const_cast<clang::Expr*>(expression));
  if (own.found) return {};
  const SymbolId number = walk_.record.parameterOf("(" + text + ")", text, expression->getType());
  walk_.numbers.emplace(number, expression);
  return IntegerValue{Polynomial::symbol(number), {}};
}

/// Whether the value may be another one in another iteration.
bool LoopHeaders::mentionsChanging(const clang::Stmt* statement) const {
  if (!statement) return false;
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(statement)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    if (!variable) return !llvm::isa<clang::EnumConstantDecl, clang::FunctionDecl>(reference->getDecl());
    const auto* counted = llvm::dyn_cast<clang::ForStmt>(&input_.loop);
    const bool stepped = variable == walk_.rootVariable || (counted && mentions(counted->getInc(), variable));
    return stepped || known_.inLoop.contains(keyOf(variable)) || variable->getType()->isReferenceType() ||
           variable->getType().isVolatileQualified() || !variable->getType()->isArithmeticType();
  }
  return std::any_of(statement->child_begin(), statement->child_end(),
                     [&](const clang::Stmt* child) { return mentionsChanging(child); });
}

/// A side of the condition; a step in it has its value in `state_` already.
std::optional<Value> LoopHeaders::sideOf(const clang::Expr* side, const LoopHeader& header) {
  if (!side) return IntegerValue{};
  const auto* step = steppedIn(side);
  if (!step || header.stepInside != step) return boundValue(side);
  return walk_.expressions.convert(state_.values.at(keyOf(header.variable)), header.variable->getType(),
                                   side->getType());
}

/// Several conditions at once: the first that fails ends the loop.
void LoopHeaders::finishTrips(LoopHeader& header, const clang::Stmt* loop, SymbolId counter) {
  const bool isRoot = loop == &input_.loop;
  std::vector<const clang::Expr*> conditions;
  conjuncts(conditionOf(loop), conditions);
  if (conditions.size() == 1) return countTrips(header, conditions.front(), counter);
  const std::string problem = header.problem;
  if (header.stepInside) return;
  std::vector<LoopHeader> counted;
  std::vector<Polynomial> fixed;  // 1 where the test holds
  std::vector<const clang::Expr*> ends;
  bool exact = true;
  for (const clang::Expr* const test : conditions) {
    const bool moves =
        mentions(test, header.variable) ||
        std::any_of(header.secondaries.begin(), header.secondaries.end(),
                    [&](const SecondaryVariable& secondary) { return mentions(test, secondary.variable); });
    LoopHeader one = header;
    const bool evaluated = test == conditions.front() || isSafeAnyway(test);
    const std::size_t accesses = model_.accesses.size();
    if (moves && evaluated) countTrips(one, test, counter);
    if (!one.trip) model_.accesses.resize(accesses);  // read again with the body
    const bool fixable = !moves && evaluated && isRoot && test->getType()->isBooleanType();
    const auto holds = fixable ? boundValue(test) : std::nullopt;
    const auto* truth = holds ? std::get_if<IntegerValue>(&*holds) : nullptr;
    if (moves && one.trip)
      counted.push_back(std::move(one));
    else if (truth && truth->needs.empty())
      fixed.push_back(truth->polynomial);
    else if (const auto flag = isRoot ? walk_.exits.flagAtEntry(loop, test) : std::nullopt)
      fixed.push_back(*flag);
    else if (isRoot && walk_.exits.isExit(loop, test))
      ends.push_back(test);
    else
      exact = false;
  }
  if (counted.empty() || (!exact && isRoot)) return;
  const auto atLeastOne = [&](const Polynomial& value) {
    return Requirement{Requirement::NonNegative, *subtract(value, Polynomial(1)), Polynomial(1),
                       walk_.record.point(conditionOf(loop)->getBeginLoc())};
  };
  std::vector<LoopHeader> rest(counted.begin() + 1, counted.end());
  header = std::move(counted.front());
  header.problem = problem;
  for (const Polynomial& test : fixed) header.requirements.push_back(atLeastOne(test));
  for (const LoopHeader& other : rest) {
    const auto isKnown = [&](const LoopHeader& one) { return isOverParameters(model_, one.trip->distance); };
    exact = exact && isRoot && other.trip->stride == header.trip->stride && isKnown(header) && isKnown(other);
    const std::string a = walk_.host.hostText(header.trip->distance), b = walk_.host.hostText(other.trip->distance);
    if (exact)
      header.trip->distance = Polynomial::symbol(walk_.record.parameterOf(
          "((" + a + ") < (" + b + ") ? (" + a + ") : (" + b + "))", "trips", context_.LongLongTy));
    header.constraints.insert(header.constraints.end(), other.constraints.begin(), other.constraints.end());
    header.requirements.insert(header.requirements.end(), other.requirements.begin(), other.requirements.end());
    header.bounds.insert(header.bounds.end(), other.bounds.begin(), other.bounds.end());
    header.innerBounds.insert(header.innerBounds.end(), other.innerBounds.begin(), other.innerBounds.end());
  }
  if (!exact) header.trip.reset();
  if (exact) header.problem.clear();
  walk_.headExits = std::move(ends);
}

/// How far `to` lies behind `from`, in elements. Pointers that a loop walks between belong to one object: where the
/// names differ, the run subtracts them.
std::optional<IntegerValue> LoopHeaders::distanceBetween(const PointerValue& from, const PointerValue& to) {
  if (to.bytes || !to.offset) return std::nullopt;
  if (from.array == to.array) return to.offset;
  const ArrayObject& a = model_.arrays[static_cast<std::size_t>(from.array.value)];
  const ArrayObject& b = model_.arrays[static_cast<std::size_t>(to.array.value)];
  if (a.element != b.element || (!a.identity.empty() && !b.identity.empty())) return std::nullopt;
  const SymbolId gap =
      walk_.record.parameterOf("((" + b.base + ") - (" + a.base + "))", b.name + " - " + a.name, context_.LongTy);
  Symbol& symbol = model_.symbols[static_cast<std::size_t>(gap.value)];
  symbol.max = static_cast<Int128>(1) << 60;
  symbol.min = -symbol.max;
  const auto sum = add(to.offset->polynomial, Polynomial::symbol(gap));
  if (!sum) return std::nullopt;
  return IntegerValue{*sum, to.offset->needs};
}

void LoopHeaders::countTrips(LoopHeader& header, const clang::Expr* condition, SymbolId counter) {
  const auto comparison = comparisonOf(condition);
  if (!comparison || comparison->kind == clang::BO_EQ || comparison->kind == clang::BO_Cmp) return;
  TripCounting counting;
  counting.condition = condition;
  counting.comparison = *comparison;
  counting.counter = counter;
  const LoopHeader before = header;
  if (!readFirst(header, counting) || !compareSides(header, counting) || !measureDistance(header, counting)) return;
  if (mentionsListed(model_.symbols, counting.distance) || mentionsListed(model_.symbols, counting.first.polynomial)) {
    header = before;
    return boundByLists(header, counting);
  }
  if (walk_.rows.mentionsRowSize(counting.distance)) {
    // One step at a time up to the size of a row: the variable cannot pass the end, and so does not wrap.
    const bool plain = header.stepPlace == StepPlace::Outside && !header.testedLast && header.secondaries.empty();
    if (comparison->kind == clang::BO_LT && counting.stride == Polynomial(1) && !counting.pointer && plain)
      header.value = counting.value;
    header.bounds = counting.first.needs;
    return;
  }
  if (!boundSides(header, counting)) return;
  header.trip = TripCount{counting.distance, counting.stride};
  const auto run = multiply(counting.stride, Polynomial::symbol(counter));
  const auto remaining = run ? subtract(counting.distance, *run) : std::nullopt;
  if (remaining)
    if (const auto positive = subtract(*remaining, Polynomial(1))) header.constraints.push_back(*positive);
  if (counting.pointer)
    header.pointer = PointerValue{counting.pointer->array, IntegerValue{counting.value, {}}, std::nullopt};
  else
    header.value = counting.seen;
  header.problem.clear();
}

/// Where the variable begins, as the condition tests it for the first time.
bool LoopHeaders::readFirst(const LoopHeader& header, TripCounting& counting) {
  const clang::QualType type = counting.type = header.variable->getType();
  const bool isPointer = type->isPointerType() || isIteratorType(type);
  counting.pointer = std::get_if<PointerValue>(&header.start);
  const IntegerValue* first = numberIn(header.start);
  if (isPointer != (counting.pointer != nullptr) || (!first && !counting.pointer)) return false;
  if (isPointer) {
    if (!counting.pointer->offset || counting.pointer->bytes || header.stepInside) return false;
    first = &*counting.pointer->offset;
  }
  counting.first = *first;
  if (header.stepPlace != StepPlace::BeforeTest) return true;
  const auto next = add(first->polynomial, header.step);
  if (!next) return false;
  counting.first.polynomial = *next;
  if (mayWrap(type)) counting.first = walk_.expressions.checked(counting.first, type);
  return true;
}

/// Arithmetic in smaller types than int is done in int, and cut off where it is stored.
bool LoopHeaders::mayWrap(clang::QualType type) const {
  return type->isUnsignedIntegerOrEnumerationType() || walk_.record.sizeOf(type) < walk_.record.sizeOf(context_.IntTy);
}

/// The condition with a symbol of its own for the variable: how does the difference of its sides depend on it?
bool LoopHeaders::compareSides(LoopHeader& header, TripCounting& counting) {
  counting.probe = walk_.record.newSymbol(SymbolKind::Opaque, header.variable->getNameAsString());
  const Polynomial probe = Polynomial::symbol(counting.probe);
  const Key key = keyOf(header.variable);
  if (counting.pointer) {
    const ArrayId array = counting.pointer->array;
    const std::int64_t elementBytes = model_.arrays[static_cast<std::size_t>(array.value)].elementBytes;
    const bool isPointer = counting.type->isPointerType();
    const std::int64_t bytes = isPointer ? walk_.record.sizeOf(counting.type->getPointeeType()) : elementBytes;
    if (elementBytes == 0 || bytes % elementBytes != 0) return false;
    counting.unit = bytes / elementBytes;
    state_.values.insert_or_assign(key, PointerValue{array, IntegerValue{probe, {}}, std::nullopt});
  } else {
    state_.values.insert_or_assign(key, IntegerValue{probe, {}});
  }
  placeSecondaries(header, counting);
  const auto left = sideOf(counting.comparison.left, header), right = sideOf(counting.comparison.right, header);
  state_.values.erase(key);
  for (const SecondaryVariable& secondary : header.secondaries) state_.values.erase(keyOf(secondary.variable));
  if (!left || !right) {
    for (const clang::Expr* side : {counting.comparison.left, counting.comparison.right})
      if (side && !mentionsLocal(side)) {
        header.code = "loop.bound-changes";
        header.problem = "the bound of the loop may change while it runs";
      }
    return false;
  }
  const auto numeric = [&](const Value& value) -> std::optional<IntegerValue> {
    if (const auto* integer = std::get_if<IntegerValue>(&value)) return *integer;
    const auto* pointer = std::get_if<PointerValue>(&value);
    return pointer && counting.pointer ? distanceBetween(*counting.pointer, *pointer) : std::nullopt;
  };
  auto a = numeric(*left), b = numeric(*right);
  if (!a || !b) return false;
  const bool upward = counting.isIn(clang::BO_LT, clang::BO_LE) || counting.comparison.kind == clang::BO_NE;
  const auto difference = upward ? subtract(b->polynomial, a->polynomial) : subtract(a->polynomial, b->polynomial);
  const auto slope = difference ? difference->coefficientOf(counting.probe) : std::nullopt;
  if (!slope || !slope->constant() || *slope->constant() == 0) return false;
  counting.left = std::move(*a);
  counting.right = std::move(*b);
  counting.difference = *difference;
  counting.slope = *slope->constant();
  return true;
}

/// Secondary induction variables move with the variable: k = (variable - first) * step, where the step is 1 or -1.
void LoopHeaders::placeSecondaries(const LoopHeader& header, const TripCounting& counting) {
  const auto passed = subtract(Polynomial::symbol(counting.probe), counting.first.polynomial);
  const auto unitStep = header.step.constant();
  const auto iteration = passed && counting.unit == 1 && unitStep && std::abs(*unitStep) == 1
                             ? multiply(*passed, Polynomial(*unitStep))
                             : std::nullopt;
  for (const SecondaryVariable& secondary : header.secondaries) {
    const bool moves = !secondary.step.constant() || *secondary.step.constant() != 0;
    if (moves && (!iteration || header.stepPlace != StepPlace::Outside)) continue;
    state_.values.insert_or_assign(keyOf(secondary.variable),
                                   secondaryValue(secondary, moves ? *iteration : Polynomial(0)));
  }
}

/// How far it is to the end, and how far each iteration gets.
bool LoopHeaders::measureDistance(LoopHeader& header, TripCounting& counting) {
  const auto scaled = multiply(header.step, Polynomial(counting.unit));
  const auto perStep = scaled ? multiply(Polynomial(counting.slope), *scaled) : std::nullopt;
  const auto atFirst = multiply(Polynomial(counting.slope), counting.first.polynomial);
  if (!perStep || !atFirst) return false;
  auto distance = add(counting.difference.without(counting.probe), *atFirst);
  if (distance && counting.isIn(clang::BO_LE, clang::BO_GE)) distance = add(*distance, Polynomial(1));
  if (!distance) return false;
  counting.distance = *distance;
  counting.stride = negated(*perStep);
  if (!requireArrival(header, counting)) return false;
  const auto moved = multiply(*scaled, Polynomial::symbol(counting.counter));
  const auto value = moved ? add(counting.first.polynomial, *moved) : std::nullopt;
  const auto seen = value && header.stepPlace == StepPlace::AfterTest ? add(*value, header.step) : value;
  if (!seen) return false;
  counting.value = *value;
  counting.seen = *seen;
  if (!header.testedLast || walk_.rows.mentionsRowSize(counting.distance)) return true;
  // `do`: the first iteration is not tested.
  const auto positive = subtract(counting.distance, Polynomial(1));
  if (positive) requireAt(header, counting, Requirement::NonNegative, *positive, Polynomial(1));
  return positive.has_value();
}

void LoopHeaders::requireAt(LoopHeader& header, const TripCounting& counting, Requirement::Kind kind,
                            const Polynomial& value, const Polynomial& divisor) {
  header.requirements.push_back({kind, value, divisor, walk_.record.point(counting.condition->getBeginLoc())});
}

/// The loop comes to its end: by steps that do not lead away from it, and to `!=` exactly.
bool LoopHeaders::requireArrival(LoopHeader& header, TripCounting& counting) {
  const auto stride = counting.stride.constant();
  if (counting.comparison.kind == clang::BO_NE) {
    if (!stride || *stride == 0) return false;
    if (*stride < 0) {
      counting.stride = negated(counting.stride);
      counting.distance = negated(counting.distance);
    }
    requireAt(header, counting, Requirement::NonNegative, counting.distance, Polynomial(1));
    if (*counting.stride.constant() != 1)
      requireAt(header, counting, Requirement::Divisible, counting.distance, counting.stride);
  } else if (stride) {
    if (*stride < 1) header.problem = "the step leads away from the end";
    return *stride >= 1;
  } else if (const auto positive = subtract(counting.stride, Polynomial(1))) {
    requireAt(header, counting, Requirement::NonNegative, *positive, Polynomial(1));
  }
  return true;
}

/// Wrap-around: what the sides need while the loop runs, and the variable's value when it ends.
bool LoopHeaders::boundSides(LoopHeader& header, const TripCounting& counting) {
  header.bounds.insert(header.bounds.end(), counting.first.needs.begin(), counting.first.needs.end());
  std::vector<Bound> moving;  // with the variable
  for (const IntegerValue* side : {&counting.left, &counting.right})
    for (const Bound& need : side->needs) {
      if (!need.value.mentions(counting.probe)) {
        header.bounds.push_back(need);
        continue;
      }
      const auto inside = need.value.substitute(counting.probe, counting.value);
      if (!inside) return false;
      header.innerBounds.push_back({*inside, need.min, need.max});
      moving.push_back(need);
    }
  const bool wraps = !counting.pointer && mayWrap(counting.type);
  const bool ordered = (wraps || !header.innerBounds.empty()) && counting.comparison.kind != clang::BO_NE;
  return !ordered || boundEnd(header, counting, std::move(moving), wraps);
}

/// The same for where a loop ends that does not come to its end exactly.
bool LoopHeaders::boundEnd(LoopHeader& header, const TripCounting& counting, std::vector<Bound> moving, bool wraps) {
  const auto [min, max] = walk_.record.rangeOf(counting.pointer ? context_.LongTy : counting.type);
  const auto unitStep = header.step.constant();
  if (std::abs(counting.slope) == 2 && unitStep && std::abs(*unitStep) == 1) {
    if (wraps) moving.push_back({Polynomial::symbol(counting.probe), min, max});
    const auto bounds =
        boundsOfMeeting(moving, counting.probe, counting.first.polynomial, header.step, counting.distance);
    if (bounds) header.bounds.insert(header.bounds.end(), bounds->begin(), bounds->end());
    return bounds.has_value();
  }
  // The last value compared: distance - stride * trip lies in (-stride, 0], so it is at most stride - 1 past the end.
  if (std::abs(counting.slope) != 1) return false;
  const Polynomial rest = counting.difference.without(counting.probe);
  const auto end = counting.slope < 0 ? rest : negated(rest);
  const auto inclusive = counting.isIn(clang::BO_LE, clang::BO_GE) ? std::int64_t{0} : std::int64_t{1};
  const auto overshoot = counting.slope < 0 ? subtract(counting.stride, Polynomial(inclusive))
                                            : subtract(Polynomial(inclusive), counting.stride);
  const auto last = overshoot ? add(end, *overshoot) : std::nullopt;
  if (!last) return false;
  if (wraps) header.bounds.push_back({*last, min, max});
  for (const Bound& need : moving) {
    const auto atEnd = need.value.substitute(counting.probe, *last);
    if (!atEnd) return false;
    header.bounds.push_back({*atEnd, need.min, need.max});
  }
  return true;
}

void LoopHeaders::requireInside(const LoopHeader& header, NestedLoop& loop) {
  for (const Requirement& requirement : header.requirements) {
    if (!isOverParameters(model_, requirement.value) || !isOverParameters(model_, requirement.divisor)) {
      // Only the run could tell, for each outer iteration: the count is not relied upon.
      loop.trip.reset();
      loop.certain = false;
      loop.constraints = {Polynomial::symbol(loop.counter)};
      return;
    }
  }
  model_.requirements.insert(model_.requirements.end(), header.requirements.begin(), header.requirements.end());
}

}  // namespace clustrix::compiler
