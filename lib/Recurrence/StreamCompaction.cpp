// Stream compaction: the subscript of the writes is a counter that moves on with each of them, so that no two of them
// meet.
//
//     if (keep(x)) out[j++] = x;              at j, which then moves on
//     if (keep(x)) { out[j] = x; j += 1; }    the same
//     if (keep(x)) { ++j; out[j] = x; }       at j + 1, where j stands before its step; so is out[++j]
//     if (keep(x)) out[--j] = x;              at j - 1, from behind
//     if (keep(x)) { xy[j] = x; xy[j + 1] = y; j += 2; }
//
// A write belongs to one step of the counter: the one in its subscript, or the next one behind it in its own block, or
// the last one in front of it there. Between the two control goes from one to the other: between two writes the counter
// moves on, whatever else the loop does to it.
#include "Induction/CompactionCounters.h"
#include "Induction/LoopHeader.h"
#include "Lower/Expressions.h"
#include "Lower/Places.h"
#include "Lower/Recorder.h"
#include "Memory/Storage.h"
#include "Recurrence/Scan.h"
#include "Recurrence/Updates.h"
#include "Syntax/ControlFlow.h"
#include "Syntax/Stores.h"
#include "Syntax/Types.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

struct Term {
  const clang::Expr* expression = nullptr;
  bool negative = false;
};

/// The terms of `base + j - 1`. False where the sum may wrap around before it gets to memory.
bool termsOf(const clang::ASTContext& context, const clang::Expr* expression, bool negative, std::vector<Term>& into) {
  const auto* op = llvm::dyn_cast<clang::BinaryOperator>(expression->IgnoreParenImpCasts());
  if (!op || !op->isAdditiveOp()) {
    into.push_back({expression, negative});
    return true;
  }
  const clang::QualType type = op->getType();
  if (!type->isIntegerType() || (type->isUnsignedIntegerType() && context.getTypeSize(type) < 64)) return false;
  return termsOf(context, op->getLHS(), negative, into) &&
         termsOf(context, op->getRHS(), negative != (op->getOpcode() == clang::BO_Sub), into);
}

const clang::UnaryOperator* steppingIn(const clang::Expr* term) {
  const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(term->IgnoreParenImpCasts());
  return unary && unary->isIncrementDecrementOp() ? unary : nullptr;
}

/// The lvalue that a step or an assignment writes; null for other expressions.
const clang::Expr* writtenBy(const clang::Stmt* statement) {
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(statement))
    return unary->isIncrementDecrementOp() ? unary->getSubExpr() : nullptr;
  const auto* op = llvm::dyn_cast<clang::BinaryOperator>(statement);
  return op && op->isAssignmentOp() ? op->getLHS() : nullptr;
}

bool holdsLabel(const clang::Stmt* statement) {
  if (!statement) return false;
  if (llvm::isa<clang::SwitchCase, clang::LabelStmt, clang::StmtExpr>(statement)) return true;
  return std::any_of(statement->child_begin(), statement->child_end(), holdsLabel);
}

}  // namespace

/// Which variable a counter is; nothing where it is no integer from outside that the loop writes.
std::optional<Key> Scans::counterKey(const clang::Expr* lvalue) {
  lvalue = lvalue->IgnoreParens();
  const auto* pointee = llvm::dyn_cast<clang::UnaryOperator>(lvalue);
  const bool named = llvm::isa<clang::DeclRefExpr, clang::MemberExpr>(lvalue) ||
                     (pointee && pointee->getOpcode() == clang::UO_Deref &&
                      llvm::isa<clang::DeclRefExpr>(pointee->getSubExpr()->IgnoreParenImpCasts()));
  const clang::QualType type = lvalue->getType();
  if (!named || !lvalue->isGLValue() || !isInteger(type) || type.isVolatileQualified()) return std::nullopt;
  const State before = state_;
  const std::size_t accesses = model_.accesses.size();
  ++walk_.silent;
  const Place where = walk_.lvalues.place(lvalue);
  --walk_.silent;
  state_ = before;
  model_.accesses.resize(accesses);
  const auto* outer = std::get_if<OuterPlace>(&where);
  return outer && known_.inLoop.contains(outer->key) ? std::optional(outer->key) : std::nullopt;
}

/// A term of a subscript that is the same in all iterations.
std::optional<Polynomial> Scans::fixedTerm(const clang::Expr* term) {
  if (const auto constant = walk_.expressions.constantOf(term)) return Polynomial(static_cast<std::int64_t>(*constant));
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(term->IgnoreParenImpCasts());
  const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  if (!variable || walk_.isLocal(variable) || known_.inLoop.contains(walk_.headers.keyOf(variable)))
    return std::nullopt;
  const Value value = walk_.expressions.valueOf(term);
  const auto* integer = std::get_if<IntegerValue>(&value);
  if (!integer || !integer->needs.empty() || !isOverParameters(model_, integer->polynomial)) return std::nullopt;
  return integer->polynomial;
}

/// How a store's subscript is a counter that moves on; nothing where it is none.
std::optional<Compaction> Scans::compactionOf(const clang::Stmt* statement) {
  const clang::Expr* target = storeTarget(statement);
  const StoredElement element = target ? storedElement(target) : StoredElement{};
  std::vector<Term> terms;
  if (!element.base || !termsOf(context_, element.index, false, terms)) return std::nullopt;
  Compaction compaction;
  for (const Term& term : terms) {
    const clang::UnaryOperator* step = steppingIn(term.expression);
    const clang::Expr* lvalue = step ? step->getSubExpr() : term.expression->IgnoreParenImpCasts();
    if (const auto key = counterKey(lvalue)) {
      if (compaction.counter || term.negative) return std::nullopt;
      compaction.counter = lvalue;
      compaction.key = *key;
      compaction.step = compaction.inside = step;
      compaction.stepped = step && step->isPrefix();
      continue;
    }
    ++walk_.silent;
    const auto fixed = step ? std::nullopt : fixedTerm(term.expression);
    --walk_.silent;
    const auto sum = !fixed          ? std::nullopt
                     : term.negative ? subtract(compaction.at, *fixed)
                                     : add(compaction.at, *fixed);
    if (!sum) return std::nullopt;
    compaction.at = *sum;
  }
  if (!compaction.counter || changes(statement, compaction.counter, compaction.inside)) return std::nullopt;
  if (!compaction.step && !findStepBeside(compaction, statement)) return std::nullopt;
  return compaction;
}

/// Whether the statement writes the counter otherwise than by `known`.
bool Scans::changes(const clang::Stmt* statement, const clang::Expr* counter, const clang::Expr* known) const {
  if (!statement) return false;
  const clang::Expr* written = writtenBy(statement);
  if (written && statement != known && walk_.updates.same(written, counter)) return true;
  return std::any_of(statement->child_begin(), statement->child_end(),
                     [&](const clang::Stmt* child) { return changes(child, counter, known); });
}

/// The step that the statement consists of, or that stands in the subscript of what it stores.
const clang::Expr* Scans::stepIn(const clang::Stmt* statement, const clang::Expr* counter) const {
  const auto* expression = llvm::dyn_cast<clang::Expr>(plainExpression(statement));
  const clang::Expr* written = expression ? writtenBy(expression) : nullptr;
  if (written && walk_.updates.same(written, counter)) return expression;
  const clang::Expr* target = storeTarget(statement);
  const StoredElement element = target ? storedElement(target) : StoredElement{};
  std::vector<Term> terms;
  if (!element.base || !termsOf(context_, element.index, false, terms)) return nullptr;
  for (const Term& term : terms)
    if (const auto* step = steppingIn(term.expression); step && walk_.updates.same(step->getSubExpr(), counter))
      return step;
  return nullptr;
}

bool Scans::findStepBeside(Compaction& compaction, const clang::Stmt* statement) {
  const auto* block =
      llvm::dyn_cast_or_null<clang::CompoundStmt>(walk_.storage.parents(&input_.function).getParent(statement));
  if (!block) return false;
  const std::vector<const clang::Stmt*> body(block->body_begin(), block->body_end());
  const auto here = std::find(body.begin(), body.end(), statement);
  const auto search = [&](auto first, auto last) {
    for (; first != last; ++first) {
      const clang::Expr* step = stepIn(*first, compaction.counter);
      if (changes(*first, compaction.counter, step) || leavesEarly(*first) || holdsLabel(*first)) return false;
      compaction.step = step;
      if (step) return true;
    }
    return false;
  };
  if (here == body.end()) return false;
  if (search(std::next(here), body.end())) return true;
  compaction.stepped = true;
  return search(std::make_reverse_iterator(here), body.rend());
}

/// `c` of `++j`, `j += c`, `j = j - c`; 0 where it is no small constant.
std::int64_t Scans::constantStep(const clang::Expr* step) const {
  step = step->IgnoreParens();
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(step)) return unary->isIncrementOp() ? 1 : -1;
  const auto* op = llvm::dyn_cast<clang::BinaryOperator>(step);
  const clang::Expr* amount = op ? op->getRHS() : nullptr;
  bool negative = op && op->getOpcode() == clang::BO_SubAssign;
  if (op && op->getOpcode() == clang::BO_Assign) {
    const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(op->getRHS()->IgnoreParenImpCasts());
    if (!sum || !sum->isAdditiveOp()) return 0;
    const bool first = walk_.updates.same(sum->getLHS(), op->getLHS());
    negative = sum->getOpcode() == clang::BO_Sub;
    amount = first ? sum->getRHS() : sum->getLHS();
  }
  const auto constant = amount ? walk_.expressions.constantOf(amount) : std::nullopt;
  if (!constant || *constant > INT32_MAX || *constant < -INT32_MAX) return 0;
  return static_cast<std::int64_t>(negative ? -*constant : *constant);
}

/// What the walk has found of packed writes, once all steps of their counters are known.
void Scans::settleCompactions() {
  std::map<int, Compaction> counters;
  for (Access& access : model_.accesses) {
    // What is counted of a container's growth is no variable of the program's.
    if (access.packedBy < 0 || model_.scalars[static_cast<std::size_t>(access.packedBy)].append >= 0) continue;
    const Compaction& compaction = compactions_[static_cast<std::size_t>(access.packedStep)];
    const auto found = walk_.stepUpdates.find(compaction.step->IgnoreParens());
    const int index = found == walk_.stepUpdates.end() ? -1 : found->second;
    const bool isOne = index >= 0 && static_cast<std::size_t>(index) < model_.updates.size() &&
                       model_.updates[static_cast<std::size_t>(index)].scalar == access.packedBy;
    const std::int64_t step = isOne ? model_.updates[static_cast<std::size_t>(index)].step : 0;
    const auto at = compaction.stepped ? add(compaction.at, Polynomial(step)) : compaction.at;
    if (step == 0 || !at) {
      access.packedBy = access.packedStep = -1;
      continue;
    }
    access.packedStep = index;
    access.packedAt = *at;
    counters.emplace(access.packedBy, compaction);
  }
  for (const auto& [scalar, compaction] : counters) keepPackedApart(static_cast<std::size_t>(scalar), compaction);
}

/// A counter that wraps around would come back to elements that are written already. An array of 2^64 elements is none,
/// and a signed integer that overflowed would have been undefined in the source.
void Scans::keepPackedApart(std::size_t scalar, const Compaction& compaction) {
  const clang::QualType type = compaction.counter->getType();
  if (walk_.record.sizeOf(type) >=
      (type->isUnsignedIntegerOrEnumerationType() ? 8 : walk_.record.sizeOf(context_.IntTy)))
    return;
  const clang::VarDecl* variable = walk_.scalarDeclarations[scalar];
  const ScalarState& state = model_.scalars[scalar];
  std::optional<std::vector<Obligation>> room;
  if (variable) {
    const SymbolId first = walk_.record.parameterOf(state.expression, state.name, type);
    room = boundsOfCompactionCounter(model_, scalar, input_.loop, variable, walk_.loopIndices, first,
                                     walk_.record.rangeOf(type));
  }
  if (!room)
    walk_.record.effect("wrap-around", compaction.counter->getBeginLoc(),
                        "'" + state.name + "', which counts what is kept, may wrap around",
                        "use a signed type that is wide enough, such as long");
  else
    for (Obligation one : *room) {
      one.at = walk_.record.point(variable->getLocation());
      model_.obligations.push_back(std::move(one));
    }
}

}  // namespace clustrix::compiler
