// Updates: the shapes of assignment that combine a value into a target, as reductions do.
//
//     s += e    s = s + a - b    n++    lo = e < lo ? e : lo    top = std::fmax(top, e)
//
// A shape alone proves nothing: the operands are evaluated like any other expression, so one that reads the target
// shows as a read of an earlier iteration's value, and the analysis refuses the reduction.
#include "Recurrence/Updates.h"
#include "Induction/InductionSteps.h"
#include "KernelText/BodyEdits.h"
#include "Library/LibraryFunctions.h"
#include "Lower/Calls.h"
#include "Lower/Expressions.h"
#include "Lower/Inlining.h"
#include "Lower/Overlooked.h"
#include "Lower/Places.h"
#include "Lower/Recorder.h"
#include "Memory/Storage.h"
#include "Memory/Unions.h"
#include "Normalise/Fixes.h"
#include "Recurrence/ComparedValues.h"
#include "Recurrence/Scan.h"
#include "Syntax/Mentions.h"
#include "Syntax/SpeculationSafety.h"
#include "Syntax/Types.h"

#include "llvm/ADT/FoldingSet.h"

#include <algorithm>
#include <limits>

namespace clustrix::compiler {

namespace {

const clang::Expr* bare(const clang::Expr* expression) { return expression->IgnoreParenImpCasts(); }

/// The terms of `a + b - c`, with their signs.
void addends(const clang::Expr* expression, bool negative, std::vector<std::pair<const clang::Expr*, bool>>& into) {
  const clang::Expr* inner = expression->IgnoreParenImpCasts();
  const auto* op = llvm::dyn_cast<clang::BinaryOperator>(inner);
  if (op && op->isAdditiveOp()) {
    addends(op->getLHS(), negative, into);
    addends(op->getRHS(), negative != (op->getOpcode() == clang::BO_Sub), into);
    return;
  }
  into.emplace_back(expression, negative);
}

void factors(const clang::Expr* expression, clang::BinaryOperatorKind kind, std::vector<const clang::Expr*>& into) {
  const auto* op = llvm::dyn_cast<clang::BinaryOperator>(expression->IgnoreParenImpCasts());
  if (op && op->getOpcode() == kind) {
    factors(op->getLHS(), kind, into);
    factors(op->getRHS(), kind, into);
    return;
  }
  into.push_back(expression);
}

std::optional<UpdateOperator> commutative(clang::BinaryOperatorKind kind) {
  switch (kind) {
    case clang::BO_Add:
    case clang::BO_Sub:
      return UpdateOperator::Add;
    case clang::BO_Mul:
      return UpdateOperator::Multiply;
    case clang::BO_And:
      return UpdateOperator::BitAnd;
    case clang::BO_Or:
      return UpdateOperator::BitOr;
    case clang::BO_Xor:
      return UpdateOperator::BitXor;
    case clang::BO_LAnd:
      return UpdateOperator::LogicalAnd;
    case clang::BO_LOr:
      return UpdateOperator::LogicalOr;
    default:
      return std::nullopt;
  }
}

}  // namespace

bool Updates::same(const clang::Expr* left, const clang::Expr* right) const {
  left = bare(left);
  right = bare(right);
  if (left->getStmtClass() != right->getStmtClass()) return false;
  llvm::FoldingSetNodeID a, b;
  left->Profile(a, context_, true);
  right->Profile(b, context_, true);
  return a == b;
}

std::optional<UpdateShape> Updates::extremumShape(const clang::Expr* target, const clang::Expr* value,
                                                  const clang::Expr* condition, bool takeWhenTrue) {
  condition = condition->IgnoreParenImpCasts();
  while (const auto* negation = llvm::dyn_cast<clang::UnaryOperator>(condition)) {
    if (negation->getOpcode() != clang::UO_LNot) return std::nullopt;
    condition = negation->getSubExpr()->IgnoreParenImpCasts();
    takeWhenTrue = !takeWhenTrue;
  }
  const auto* comparison = llvm::dyn_cast<clang::BinaryOperator>(condition);
  if (!comparison || !comparison->isRelationalOp()) return std::nullopt;
  const bool valueLeft = same(comparison->getLHS(), value) && same(comparison->getRHS(), target);
  const bool valueRight = same(comparison->getRHS(), value) && same(comparison->getLHS(), target);
  if (valueLeft == valueRight) return std::nullopt;
  if (!keepsValue(context_, bare(value)->getType(), target->getType())) return std::nullopt;
  auto kind = comparison->getOpcode();
  if (valueRight) kind = clang::BinaryOperator::reverseComparisonOp(kind);
  UpdateShape shape;
  if (!takeWhenTrue) {
    // `x < lo ? lo : x` takes a NaN, and whatever comes after it.
    shape.takesNan = target->getType()->isRealFloatingType();
    kind = clang::BinaryOperator::negateComparisonOp(kind);
  }
  shape.target = target;
  shape.op = kind == clang::BO_LT || kind == clang::BO_LE ? UpdateOperator::Min : UpdateOperator::Max;
  shape.ties = kind == clang::BO_LE || kind == clang::BO_GE;
  shape.operands = {value, valueLeft ? comparison->getLHS() : comparison->getRHS()};
  shape.mentions = {valueLeft ? comparison->getRHS() : comparison->getLHS()};
  return shape;
}

std::optional<UpdateShape> Updates::calledExtremum(const clang::Expr* target, const clang::CallExpr* call) {
  const auto* callee = call->getDirectCallee();
  if (!isPureFunction(callee) && !comparesList(callee)) return std::nullopt;
  const StandardFunction* known = numberFunction(callee);
  const bool min = known && known->is(Does::Min);
  if (!min && !(known && known->is(Does::Max))) return std::nullopt;
  const auto values = comparedValues(call);
  const auto isTarget = [&](const clang::Expr* value) { return same(value, target); };
  if (values.size() < 2 || std::count_if(values.begin(), values.end(), isTarget) != 1) return std::nullopt;
  const bool first = isTarget(values.front()), floating = target->getType()->isRealFloatingType();
  // `std::min({x, lo, y})` compares x with lo first, and one of them with y.
  if (!first && values.size() > 2) return std::nullopt;
  UpdateShape shape;
  shape.target = target;
  shape.op = min ? UpdateOperator::Min : UpdateOperator::Max;
  shape.ignoresNan = known->is(Does::IgnoreNan);
  if (shape.ignoresNan && !floating) return std::nullopt;
  // `std::min(x, lo)` is `lo < x ? lo : x`: it takes a NaN in x, and an x that is equal.
  shape.ties = !first && !shape.ignoresNan;
  shape.takesNan = shape.ties && floating;
  for (const clang::Expr* value : values) {
    const clang::Expr* plain = value->IgnoreUnlessSpelledInSource();
    if (!keepsValue(context_, plain->getType(), target->getType())) return std::nullopt;
    (isTarget(value) ? shape.mentions : shape.operands).push_back(value);
  }
  return shape;
}

std::optional<UpdateShape> Updates::assignedShape(const clang::Expr* target, const clang::Expr* value) {
  value = bare(value);
  UpdateShape shape;
  shape.target = target;
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(value)) {
    const bool first = same(choice->getFalseExpr(), target), second = same(choice->getTrueExpr(), target);
    if (first == second) return std::nullopt;
    auto found =
        extremumShape(target, first ? choice->getTrueExpr() : choice->getFalseExpr(), choice->getCond(), first);
    if (found) found->mentions.push_back(first ? choice->getFalseExpr() : choice->getTrueExpr());
    return found;
  }
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(value)) return calledExtremum(target, call);
  const auto* op = llvm::dyn_cast<clang::BinaryOperator>(value);
  if (!op) return std::nullopt;
  const auto known = commutative(op->getOpcode());
  if (!known) return std::nullopt;
  shape.op = *known;
  std::vector<std::pair<const clang::Expr*, bool>> terms;
  if (*known == UpdateOperator::Add) {
    addends(op, false, terms);
  } else {
    std::vector<const clang::Expr*> parts;
    factors(op, op->getOpcode(), parts);
    for (const clang::Expr* part : parts) terms.emplace_back(part, false);
  }
  int found = 0;
  const bool logical = *known == UpdateOperator::LogicalAnd || *known == UpdateOperator::LogicalOr;
  for (const auto& [term, negative] : terms) {
    // What stands behind the target is not evaluated any more once the result is certain; chunks do evaluate it.
    if (logical && found > 0 && !isSafeToSpeculate(term)) return std::nullopt;
    if (logical && found > 0) shape.tried.push_back(term);
    if (same(term, target)) {
      ++found;
      if (negative) return std::nullopt;
      shape.mentions.push_back(term);
    } else {
      shape.operands.push_back(term);
    }
  }
  if (found != 1) return std::nullopt;
  return shape;
}

std::optional<UpdateShape> Updates::updateShape(const clang::Expr* expression) {
  expression = expression->IgnoreParens();
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression)) {
    UpdateShape shape;
    shape.target = unary->getSubExpr();
    return shape;
  }
  const auto* assignment = llvm::dyn_cast<clang::BinaryOperator>(expression);
  if (!assignment) return std::nullopt;
  if (assignment->getOpcode() == clang::BO_Assign) return assignedShape(assignment->getLHS(), assignment->getRHS());
  const auto* compound = llvm::dyn_cast<clang::CompoundAssignOperator>(assignment);
  if (!compound) return std::nullopt;
  const auto known = commutative(clang::BinaryOperator::getOpForCompoundAssignment(compound->getOpcode()));
  if (!known) return std::nullopt;
  UpdateShape shape;
  shape.target = compound->getLHS();
  shape.operands = {compound->getRHS()};
  shape.op = *known;
  return shape;
}

bool Updates::updatable(const clang::Expr* target, const UpdateShape& shape) {
  const clang::QualType type = target->getType();
  if (type.isVolatileQualified() || !type->isArithmeticType()) return false;
  const bool logical = shape.op == UpdateOperator::LogicalAnd || shape.op == UpdateOperator::LogicalOr;
  const bool bitwise = shape.op == UpdateOperator::BitAnd || shape.op == UpdateOperator::BitOr;
  if (type->isBooleanType()) return logical || bitwise;
  if (logical) return false;
  if (sharesStorage(target)) return false;
  if (type->isRealFloatingType()) return true;
  // An integer that takes floating values is truncated each time: not associative.
  for (const clang::Expr* operand : shape.operands)
    if (bare(operand)->getType()->isRealFloatingType()) return false;
  return true;
}

bool Updates::valueIsUsed(const clang::Expr* expression) {
  const clang::Stmt* parent = walk_.storage.parents(walk_.currentFunction()).getParent(expression);
  if (!parent || llvm::isa<clang::ReturnStmt, clang::DeclStmt>(parent)) return true;
  if (const auto* full = llvm::dyn_cast<clang::ExprWithCleanups>(parent)) return valueIsUsed(full);
  if (const auto* paren = llvm::dyn_cast<clang::ParenExpr>(parent)) return valueIsUsed(paren);
  if (const auto* comma = llvm::dyn_cast<clang::BinaryOperator>(parent); comma && comma->getOpcode() == clang::BO_Comma)
    return comma->getRHS() == expression && valueIsUsed(comma);
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(parent))
    return choice->getCond() == expression || valueIsUsed(choice);
  if (const auto* cast = llvm::dyn_cast<clang::ExplicitCastExpr>(parent)) return !cast->getType()->isVoidType();
  if (const auto* for_ = llvm::dyn_cast<clang::ForStmt>(parent)) return for_->getCond() == expression;
  if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(parent)) return branch->getCond() == expression;
  if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(parent)) return loop->getCond() == expression;
  if (const auto* loop = llvm::dyn_cast<clang::DoStmt>(parent)) return loop->getCond() == expression;
  return !llvm::isa<clang::CompoundStmt, clang::LabelStmt, clang::SwitchCase, clang::AttributedStmt,
                    clang::CXXForRangeStmt>(parent);
}

/// Elements of containers that the program might never have come to: there have to be such.
void Updates::requireElements(const clang::Stmt* expression) {
  if (!expression) return;
  const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expression);
  if (call && call->getOperator() == clang::OO_Subscript && call->getNumArgs() == 2) {
    const State state = state_;
    const std::size_t accesses = model_.accesses.size();
    ++walk_.silent;
    const Value size = walk_.calls.containerSize(call->getArg(0), context_.getSizeType()),
                at = walk_.expressions.valueOf(call->getArg(1));
    --walk_.silent;
    model_.accesses.resize(accesses);
    state_ = state;
    const auto* count = std::get_if<IntegerValue>(&size);
    const auto* index = std::get_if<IntegerValue>(&at);
    const auto room = count && index ? subtract(count->polynomial, index->polynomial) : std::nullopt;
    constexpr Int128 most = std::numeric_limits<std::int64_t>::max();
    if (room) walk_.record.require({{index->polynomial, 0, most}, {*room, 1, most}}, call->getBeginLoc());
  }
  for (const clang::Stmt* child : expression->children()) requireElements(child);
}

bool Updates::tryUpdate(const clang::Expr* expression) {
  const auto shape = updateShape(expression);
  if (!shape || !updatable(shape->target, *shape)) return false;
  if (shape->takesNan && !walk_.text.markable(expression)) return false;
  // `*p++ = *p++ + 1` names two elements.
  if (!shape->mentions.empty() && steps(shape->target)) return false;
  // A variable that this iteration has assigned before is its own: a plain assignment.
  const State before = state_;
  const std::size_t accesses = model_.accesses.size();
  const Place target = walk_.lvalues.place(shape->target);
  const auto* outer = std::get_if<OuterPlace>(&target);
  const bool own = outer && (state_.assigned.contains(outer->key) || walk_.induction.stepsEvenly(outer->key));
  if (own || (!outer && !std::holds_alternative<ElementPlace>(target))) {
    model_.accesses.resize(accesses);
    state_ = before;
    return false;
  }
  // Only where the value of `n++` itself is not used, but for the subscript of what is packed.
  const auto* stepping = llvm::dyn_cast<clang::UnaryOperator>(expression->IgnoreParens());
  const bool packs = stepping && walk_.storing && walk_.storing->stepping == stepping;
  // `b[i] = sum += a[i]` reads the running sum, which a scan knows.
  const bool used = valueIsUsed(expression);
  const bool runs =
      used && llvm::isa<clang::CompoundAssignOperator>(expression->IgnoreParens()) && walk_.storing && outer;
  if (used && !packs && !runs) {
    model_.accesses.resize(accesses);
    state_ = before;
    return false;
  }
  for (const clang::Expr* operand : shape->operands) {
    if (shape->op == UpdateOperator::LogicalAnd || shape->op == UpdateOperator::LogicalOr) {
      walk_.expressions.evaluateConditionally(operand);
      if (std::find(shape->tried.begin(), shape->tried.end(), operand) != shape->tried.end()) requireElements(operand);
    } else if (operand->isGLValue()) {
      walk_.lvalues.load(walk_.lvalues.place(operand), operand);
    } else {
      walk_.expressions.evaluate(operand);
    }
  }
  const int index = static_cast<int>(model_.updates.size());
  recordUpdate(*shape, target, {});
  // `x = std::min(x, e)`: of the call, the operands are all.
  for (const clang::Stmt* part : expression->children()) walk_.overlooked.lookAt(bare(llvm::cast<clang::Expr>(part)));
  if (shape->takesNan) walk_.text.mark(expression, BodyPiece::UpdateBegin, BodyPiece::UpdateEnd, index);
  if (runs) {
    const int running = walk_.record.scalar(outer->key);
    model_.scalars[static_cast<std::size_t>(running)].runningReads.push_back(
        walk_.record.point(expression->getBeginLoc()));
    walk_.storing->running.push_back(running);
  }
  if (walk_.storing && outer) walk_.storing->updates.push_back(expression);
  if (packs) walk_.storing->unread = true;
  if (shape->op == UpdateOperator::Add) model_.updates.back().step = walk_.scans.constantStep(expression);
  walk_.stepUpdates[expression->IgnoreParens()] = index;
  return true;
}

/// The other occurrences of the target need their names renamed, but are no reads of their own.
void Updates::renameMentions(const UpdateShape& shape) {
  const std::size_t accesses = model_.accesses.size();
  for (const clang::Expr* mention : shape.mentions) {
    const clang::Expr* lvalue = bare(mention);
    if (lvalue->isGLValue()) {
      const Place again = walk_.lvalues.place(lvalue);
      if (const auto* outer = std::get_if<OuterPlace>(&again)) {
        const OuterName& name = walk_.outer.at(outer->key);
        walk_.record.captureScalar(name, walk_.record.scalar(outer->key));
      }
    }
  }
  // A mention goes by the target's key, and has left its own place in the text under it.
  if (!shape.mentions.empty()) walk_.lvalues.place(shape.target);
  model_.accesses.resize(accesses);
}

void Updates::recordUpdate(const UpdateShape& shape, const Place& target, const std::vector<int>& locations) {
  walk_.record.countWork(1);
  const clang::SourceLocation at = shape.target->getBeginLoc();
  renameMentions(shape);
  Update update;
  update.op = shape.op;
  update.ties = shape.ties;
  update.ignoresNan = shape.ignoresNan;
  update.takesNan = shape.takesNan;
  const bool sum = shape.op == UpdateOperator::Add || shape.op == UpdateOperator::Multiply;
  update.exact = !shape.target->getType()->isRealFloatingType() || !sum;
  update.locations = locations;
  update.certain = state_.certain;
  update.at = walk_.record.point(at);
  const int index = static_cast<int>(model_.updates.size());
  if (const auto* outer = std::get_if<OuterPlace>(&target)) {
    const OuterName name = walk_.outer.at(outer->key);
    walk_.written.inLoop.insert(outer->key);
    for (const clang::Stmt* around : walk_.around) walk_.written.inStatement[around].insert(outer->key);
    update.scalar = walk_.record.scalar(outer->key);
    const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(bare(shape.target));
    if (reference && reference->getDecl()->getType()->isReferenceType() && sum &&
        shape.target->getType()->isSignedIntegerType() &&
        walk_.references.contains(llvm::dyn_cast<clang::VarDecl>(reference->getDecl())))
      walk_.record.effect("effect.reference", at,
                          "the sum '" + name.name + "' is updated through the reference '" +
                              reference->getDecl()->getNameAsString() + "', and the kernel keeps it unsigned",
                          "update '" + name.name + "' itself",
                          objectInstead(context_, *llvm::cast<clang::VarDecl>(reference->getDecl())));
    if (sum) walk_.inlining.refuseSumThroughPointer(shape.target, name.name);
    model_.scalars[static_cast<std::size_t>(update.scalar)].updates.push_back(index);
    walk_.record.captureScalar(name, update.scalar);
    state_.values.erase(outer->key);
    if (name.variable && name.variable->getTLSKind() != clang::VarDecl::TLS_None)
      walk_.record.effect("effect.thread-local", at, "'" + name.name + "' is thread_local");
    model_.updates.push_back(update);
    return;
  }
  const auto& element = std::get<ElementPlace>(target);
  update.array = element.array;
  if (element.index && !mentionsListed(model_.symbols, element.index->polynomial))
    update.index = element.index->polynomial;
  update.named = walk_.text.namesElement(shape.target);
  update.single = update.named && shape.mentions.empty() &&
                  std::all_of(shape.operands.begin(), shape.operands.end(), [](const clang::Expr* operand) {
                    return operand->getType()->isIntegralOrEnumerationType();
                  });
  model_.updates.push_back(update);
  walk_.lvalues.access(AccessKind::Read, element, at, index);
  walk_.lvalues.access(AccessKind::Write, element, at, index);
}

}  // namespace clustrix::compiler
