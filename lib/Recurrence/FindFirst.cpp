// Find-first: what is kept where it is met for the first time, and extremes that begin with none.
//
//     if (!found && a[i] == x) { found = true; at = i; }      if (at < 0 && a[i] == x) at = i;
//     if (at < 0 || a[i] > best) { best = a[i]; at = i; }     if (at == -1 || a[i] < a[at]) at = i;
//
// The kernel has a flag in place of the test for none, which says whether its own part of the iterations has met one:
//
//     if (!at_set && a[i] == x) (at = i, at_set = 1);
//
// That is a maximum with a place: the first part that has met one wins. The host asks the test itself whether there was
// one before. An extreme that begins with none takes whatever it meets first, a NaN as well, and is an extreme like any
// other from there on: so its kernel keeps what its part meets first, beside the extreme, in names of their own. The
// host takes that up where there was none, and the extreme behind it. What it met first may be met again there: an
// extreme that is compared with itself stays, or is replaced by itself.
#include "Induction/LoopHeader.h"
#include "KernelText/BodyEdits.h"
#include "KernelText/HostText.h"
#include "Library/Standard.h"
#include "Lower/Expressions.h"
#include "Lower/Overlooked.h"
#include "Lower/Recorder.h"
#include "Memory/Names.h"
#include "Recurrence/GuardedExtrema.h"
#include "Recurrence/Scan.h"
#include "Recurrence/Updates.h"
#include "Syntax/Conjuncts.h"
#include "Syntax/SpeculationSafety.h"
#include "Syntax/Types.h"

#include <algorithm>
#include <limits>

namespace clustrix::compiler {

namespace {

constexpr Int128 kMost = std::numeric_limits<std::int64_t>::max();
constexpr Int128 kLeast = std::numeric_limits<std::int64_t>::min();
constexpr const char* kNone = " is none";

bool compares(clang::BinaryOperatorKind kind, Int128 left, Int128 right) {
  switch (kind) {
    case clang::BO_LT:
      return left < right;
    case clang::BO_GT:
      return left > right;
    case clang::BO_LE:
      return left <= right;
    case clang::BO_GE:
      return left >= right;
    case clang::BO_EQ:
      return left == right;
    default:
      return left != right;
  }
}

/// The statement that a block of one consists of.
const clang::Stmt* onlyStatement(const clang::Stmt* statement) {
  const auto* block = llvm::dyn_cast_or_null<clang::CompoundStmt>(statement);
  return block && block->size() == 1 ? onlyStatement(block->body_front()) : statement;
}

/// The `if` that a branch consists of, where nothing stands beside it.
const clang::IfStmt* onlyIf(const clang::IfStmt* statement) {
  const auto* inner = llvm::dyn_cast_or_null<clang::IfStmt>(onlyStatement(statement->getThen()));
  const auto plain = [](const clang::IfStmt* one) {
    return !one->getElse() && !one->getInit() && !one->getConditionVariable() && !one->isConstexpr();
  };
  return inner && plain(statement) && plain(inner) ? inner : nullptr;
}

bool isCounted(clang::QualType type) { return type->isIntegerType() || type->isBooleanType(); }

}  // namespace

struct NoneTest {
  const clang::Expr* test = nullptr;  // `at < 0`, without negations
  bool holds = true;                  // where there is none
  OuterName place;                    // the variable that tells
  std::vector<Bound> needs;           // for what is assigned to it to end that
};

/// A value, evaluated once more than the text says.
Value GuardedExtrema::quietly(const clang::Expr* expression) {
  const State state = state_;
  const std::size_t accesses = model_.accesses.size();
  ++walk_.silent;
  Value value = walk_.expressions.valueOf(expression);
  --walk_.silent;
  model_.accesses.resize(accesses);
  state_ = state;
  return value;
}

/// What has to hold for `assigned` to end what the comparison asks for; nothing where that cannot be told. Without a
/// comparison the variable itself is asked.
std::optional<std::vector<Bound>> GuardedExtrema::endingNone(const clang::BinaryOperator* comparison, bool holds,
                                                             const Assigned& assigned, bool targetLeft) {
  auto kind = comparison ? comparison->getOpcode() : clang::BO_NE;
  if (comparison && !targetLeft) kind = clang::BinaryOperator::reverseComparisonOp(kind);
  // Behind the assignment the test has the other outcome.
  if (holds) kind = clang::BinaryOperator::negateComparisonOp(kind);
  const clang::Expr* other = !comparison ? nullptr : targetLeft ? comparison->getRHS() : comparison->getLHS();
  const auto fixed = other ? walk_.expressions.constantOf(other) : std::optional<Int128>(0),
             given = walk_.expressions.constantOf(assigned.value);
  if (fixed && given) return compares(kind, *given, *fixed) ? std::optional(std::vector<Bound>{}) : std::nullopt;
  if (kind == clang::BO_EQ) return std::nullopt;
  const Value value = quietly(assigned.value);
  const auto* number = std::get_if<IntegerValue>(&value);
  if (!number) return std::nullopt;
  std::vector<Bound> needs = number->needs;
  if (fixed && *fixed > kMost) {
    if (kind != clang::BO_NE && kind != clang::BO_LT && kind != clang::BO_LE) return std::nullopt;
    needs.push_back({number->polynomial, kLeast, kMost});
    return needs;
  }
  const Value end = other ? quietly(other) : Value{IntegerValue{}};
  const auto* limit = std::get_if<IntegerValue>(&end);
  if (!limit) return std::nullopt;
  needs.insert(needs.end(), limit->needs.begin(), limit->needs.end());
  const bool below = kind == clang::BO_LT || kind == clang::BO_LE || (kind == clang::BO_NE && (!fixed || *fixed > 0));
  const auto gap =
      below ? subtract(limit->polynomial, number->polynomial) : subtract(number->polynomial, limit->polynomial);
  if (!gap) return std::nullopt;
  needs.push_back({*gap, kind == clang::BO_LE || kind == clang::BO_GE ? 0 : 1, kMost});
  return needs;
}

/// `v.size()` of a container that the loop leaves as it is.
bool GuardedExtrema::isKeptSize(const clang::Expr* expression) const {
  const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(expression->IgnoreParenImpCasts());
  const bool asks = call && call->getNumArgs() == 0 && roleOf(call->getMethodDecl()) == Role::Size;
  const auto* name =
      asks ? llvm::dyn_cast<clang::DeclRefExpr>(call->getImplicitObjectArgument()->IgnoreParenImpCasts()) : nullptr;
  const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  if (!variable) return false;
  const Key key = walk_.headers.keyOf(variable);
  return !known_.inLoop.contains(key) && !known_.appends.contains(key);
}

/// `test` as one for none, where one of the assignments ends that.
std::optional<NoneTest> GuardedExtrema::noneIn(const clang::Expr* test, bool holds, const Assignments& assignments) {
  for (const clang::UnaryOperator* no = llvm::dyn_cast<clang::UnaryOperator>(test->IgnoreParenImpCasts());
       no && no->getOpcode() == clang::UO_LNot;
       no = llvm::dyn_cast<clang::UnaryOperator>(test->IgnoreParenImpCasts())) {
    test = no->getSubExpr();
    holds = !holds;
  }
  test = test->IgnoreParenImpCasts();
  const auto* comparison = llvm::dyn_cast<clang::BinaryOperator>(test);
  if (comparison && !comparison->isRelationalOp() && !comparison->isEqualityOp()) return std::nullopt;
  if (!walk_.text.offsets(test->getSourceRange())) return std::nullopt;
  for (const Assigned& assigned : assignments) {
    const clang::Expr* target = assigned.target();
    if (!isCounted(target->getType())) continue;
    const bool left = comparison && walk_.updates.same(comparison->getLHS(), target);
    const bool right = comparison && walk_.updates.same(comparison->getRHS(), target);
    if (comparison ? left == right : !walk_.updates.same(test, target)) continue;
    const clang::Expr* other = !comparison ? nullptr : left ? comparison->getRHS() : comparison->getLHS();
    const clang::Expr* self = !comparison ? test : left ? comparison->getLHS() : comparison->getRHS();
    if (other && (!isCounted(other->getType()) || walk_.headers.mentionsLocal(other))) continue;
    if (other && walk_.headers.mentionsChanging(other) && !isKeptSize(other)) continue;
    if (comparison && !keepsValue(context_, target->getType(), self->getType())) continue;
    auto name = walk_.names.outerName(target);
    if (!name || !name->variable || !name->key.second.empty()) continue;
    if (auto needs = endingNone(comparison, holds, assigned, left)) return NoneTest{test, holds, *name, *needs};
  }
  return std::nullopt;
}

/// Whether one of the variables tells elsewhere in the loop that there is none yet.
bool GuardedExtrema::endsNone(const std::vector<OuterName>& names) const {
  return std::any_of(names.begin(), names.end(), [this](const OuterName& name) {
    return walk_.scalars.contains({name.key.first, name.key.second + kNone});
  });
}

/// All that is assigned is a variable of the function's own, and its value may be had in vain.
bool GuardedExtrema::mayTakeFirst(const Guarded& guarded, const NoneTest& none) {
  const Assignments& assignments = guarded.assignments;
  const auto names = locationNames(assignments, nullptr, {});
  if (!names || !walk_.text.markable(assignments.front().assignment) || none.place.inMemory) return false;
  const auto outside = [](const OuterName& name) { return name.inMemory || !name.variable; };
  if (std::any_of(names->begin(), names->end(), outside)) return false;
  return std::all_of(assignments.begin(), assignments.end(), [&](const Assigned& assigned) {
    return !assigned.kept && isSafeToSpeculate(assigned.value) && walk_.text.offsets(assigned.value->getSourceRange());
  });
}

/// The flag of a kernel: on the host the test itself.
OuterName GuardedExtrema::firstName(const NoneTest& none) const {
  OuterName name;
  name.key = {none.place.key.first, kNone};
  name.name = none.place.name + "_set";
  name.expression =
      "(" + walk_.host.sourceText(none.test->getSourceRange()) + (none.holds ? " ? 0u : 1u)" : " ? 1u : 0u)");
  name.type = context_.UnsignedIntTy;
  name.range = none.test->getSourceRange();
  return name;
}

void GuardedExtrema::recordFirst(const NoneTest& none, const std::vector<int>& locations) {
  walk_.record.require(none.needs, none.test->getBeginLoc());
  walk_.overlooked.lookAtAll(none.test);
  const OuterName name = firstName(none);
  walk_.outer.insert_or_assign(name.key, name);
  UpdateShape shape;
  shape.target = none.test;
  shape.op = UpdateOperator::Max;
  const bool certain = std::exchange(state_.certain, false);
  ++walk_.silent;
  walk_.updates.recordUpdate(shape, OuterPlace{name.key}, locations);
  --walk_.silent;
  state_.certain = certain;
  ScalarState& told = model_.scalars[static_cast<std::size_t>(model_.updates.back().scalar)];
  told.located = true;
  told.noneOf = none.place.name;
}

/// `at < 0 && a[i] == x`  ──►  `!at_set && a[i] == x`         `at = i`  ──►  `(found, at = i, at_set = 1)`
bool GuardedExtrema::takeFirst(const Guarded& guarded, const NoneTest& none, const std::vector<Conjunct>& tests,
                               std::size_t place) {
  const Assignments& assignments = guarded.assignments;
  for (std::size_t i = place + 1; i < tests.size(); ++i)
    if (!isSafeToSpeculate(tests[i].test)) return false;
  const auto names = locationNames(assignments, nullptr, {});
  ++model_.branches;
  const State entry = state_;
  const std::size_t before = walk_.scans.changes();
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (i == place) continue;
    i == 0 ? static_cast<void>(walk_.expressions.valueOf(tests[i].test))
           : walk_.expressions.evaluateConditionally(tests[i].test);
    if (i > place) walk_.updates.requireElements(tests[i].test);
    for (const Polynomial& c : walk_.expressions.constraintsOf(tests[i].test, tests[i].holds))
      state_.conditions.push_back(c);
    state_.certain = false;
  }
  const std::vector<int> locations = assignLocations(assignments, nullptr, *names);
  if (walk_.scans.changes() != before)
    walk_.record.effect("effect.unknown-construct", none.test->getBeginLoc(),
                        "a test beside that for none changes something");
  const int index = static_cast<int>(model_.updates.size());
  recordFirst(none, locations);
  state_.certain = entry.certain;
  state_.conditions = entry.conditions;
  const BodyPiece flag{BodyPiece::Captured, "", walk_.captures.at(firstName(none).expression)};
  const auto asked = *walk_.text.offsets(none.test->getSourceRange());
  walk_.edits.push_back({asked.first, asked.second, {BodyPiece::Text, none.holds ? "!" : "", -1}, {flag}});
  const auto where = *walk_.text.offsets(assignments.front().assignment->getSourceRange());
  walk_.edits.push_back({where.first, where.first, {BodyPiece::UpdateBegin, "", index}});
  walk_.edits.push_back({where.second,
                         where.second,
                         {BodyPiece::Text, ", ", -1},
                         {flag, {BodyPiece::Text, " = 1", -1}},
                         std::nullopt,
                         {{BodyPiece::UpdateEnd, "", index}}});
  return true;
}

/// `at < 0`  ──►  `(!at_set && (found, best_first = (a[i]), at_first = (i), at_set = 1, false))`
bool GuardedExtrema::takeFirstAndBest(const Guarded& guarded, const NoneTest& none, const clang::Expr* alternative) {
  Guarded best = guarded;
  best.none = alternative;
  // The source compares nothing with what it meets first.
  if (!takesExtremum(best) && !(locatedIn(best) && isSafeToSpeculate(locatedIn(best)->value))) return false;
  const auto names = *locationNames(guarded.assignments, nullptr, {});
  // The host takes up the first before the best. What else the loop has made of the variables would come between.
  const bool again = walk_.scalars.contains({none.place.key.first, kNone});
  for (const OuterName& name : names)
    if (walk_.scalars.contains(name.key) && !again) return false;
  std::vector<int> locations;
  std::vector<BodyPiece> first;
  ++walk_.silent;
  for (OuterName name : names) {
    name.key.second += " first";
    name.name += "_first";
    name.expression = "(" + name.expression + ")";
    walk_.outer.insert_or_assign(name.key, name);
    walk_.written.inLoop.insert(name.key);
    locations.push_back(walk_.record.scalar(name.key));
    walk_.record.captureScalar(name, locations.back());
    first.push_back({BodyPiece::Captured, "", walk_.captures.at(name.expression)});
  }
  --walk_.silent;
  const int index = static_cast<int>(model_.updates.size());
  recordFirst(none, locations);
  const BodyPiece flag{BodyPiece::Captured, "", walk_.captures.at(firstName(none).expression)};
  const auto asked = *walk_.text.offsets(none.test->getSourceRange());
  const auto insert = [&](const BodyPiece& piece, std::vector<BodyPiece> more, const clang::Expr* copied,
                          std::vector<BodyPiece> behind) {
    walk_.edits.push_back({asked.second, asked.second, piece, std::move(more),
                           copied ? walk_.text.offsets(copied->getSourceRange()) : std::nullopt, std::move(behind)});
  };
  walk_.edits.push_back(
      {asked.first,
       asked.second,
       {BodyPiece::Text, none.holds ? "(!" : "(", -1},
       {flag, {BodyPiece::Text, none.holds ? " && " : " || ", -1}, {BodyPiece::UpdateBegin, "", index}}});
  for (std::size_t i = 0; i < first.size(); ++i)
    insert(first[i], {{BodyPiece::Text, " = (", -1}}, guarded.assignments[i].value, {{BodyPiece::Text, "), ", -1}});
  insert(flag, {{BodyPiece::Text, none.holds ? " = 1, false" : " = 1, true", -1}}, nullptr,
         {{BodyPiece::UpdateEnd, "", index}, {BodyPiece::Text, ")", -1}});
  if (!tryGuarded(best) && !tryLocation(best))
    walk_.record.effect("effect.unknown-construct", none.test->getBeginLoc(),
                        "an extremum that begins with none cannot be kept by itself");
  return true;
}

bool GuardedExtrema::tryFirst(const Guarded& guarded) {
  if (walk_.searching || !walk_.frames.empty() || guarded.conditions.size() != 1 || guarded.assignments.empty())
    return false;
  const std::vector<Conjunct> tests = conjuncts(guarded.conditions.front(), guarded.holds);
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (const auto* either = alternativesIn(tests[i])) {
      // The kernel takes the first one up where it asks for none: nothing may be asked behind that.
      if (i + 1 < tests.size()) return false;
      const auto none = noneIn(either->getLHS(), tests[i].holds, guarded.assignments);
      if (none && mayTakeFirst(guarded, *none)) return takeFirstAndBest(guarded, *none, either->getLHS());
    } else if (const auto none = noneIn(tests[i].test, tests[i].holds, guarded.assignments)) {
      if (mayTakeFirst(guarded, *none)) return takeFirst(guarded, *none, tests, i);
    }
  }
  return false;
}

/// `if (!found) if (a[i] == x) { ... }`
bool GuardedExtrema::tryFirstNested(const clang::IfStmt* statement) {
  if (walk_.searching || !walk_.frames.empty()) return false;
  std::vector<Conjunct> tests;
  const clang::IfStmt* inner = statement;
  for (const clang::IfStmt* next = inner; next; next = onlyIf(next)) {
    inner = next;
    for (const Conjunct& test : conjuncts(next->getCond(), true)) tests.push_back(test);
  }
  const auto guarded = inner == statement ? std::nullopt : guardedBy(inner);
  if (!guarded || !guarded->holds || guarded->assignments.empty()) return false;
  for (std::size_t i = 0; i < tests.size(); ++i)
    if (const auto none = noneIn(tests[i].test, tests[i].holds, guarded->assignments))
      return mayTakeFirst(*guarded, *none) && takeFirst(*guarded, *none, tests, i);
  return false;
}

/// `if (at < 0) { best = a[i]; at = i; } else if (a[i] > best) { best = a[i]; at = i; }`: the first branch is empty in
/// the kernel, which takes up the first where it asks for none.
bool GuardedExtrema::tryFirstChain(const clang::IfStmt* statement) {
  if (walk_.searching || !walk_.frames.empty() || statement->getInit() || statement->getConditionVariable())
    return false;
  const auto first = plainAssignments(statement->getThen());
  const auto* branch = llvm::dyn_cast_or_null<clang::IfStmt>(onlyStatement(statement->getElse()));
  const auto guarded = branch ? guardedBy(branch) : std::nullopt;
  const auto range = walk_.text.offsets(statement->getThen()->getSourceRange());
  if (!first || !guarded || first->size() != guarded->assignments.size() || !range) return false;
  for (const Assigned& one : *first)
    if (std::none_of(guarded->assignments.begin(), guarded->assignments.end(), [&](const Assigned& other) {
          return walk_.updates.same(one.target(), other.target()) && walk_.updates.same(one.value, other.value);
        }))
      return false;
  const auto none = noneIn(statement->getCond(), true, guarded->assignments);
  if (!none || !mayTakeFirst(*guarded, *none) || !takeFirstAndBest(*guarded, *none, statement->getCond())) return false;
  walk_.overlooked.lookAtAll(statement->getThen());  // the other branch does the same
  const bool block = llvm::isa<clang::CompoundStmt>(statement->getThen());
  walk_.edits.push_back({range->first, range->second, {BodyPiece::Text, block ? "{}" : "(void)0", -1}});
  return true;
}

}  // namespace clustrix::compiler
