// Statements that only write memory, which the first pass of a scan leaves out.
//
//     sum += a[i]; b[i] = sum;        ──►   sum += a[i]; if constexpr (writing) b[i] = sum;
//     if (a[i] > x) out[j++] = a[i];  ──►   if (a[i] > x) if constexpr (!writing) j++; else out[j++] = a[i];
//
// Such a statement may read running values: what iterations add up to is the same without it. The subscript of a packed
// write is a counter that moves on behind each write, so that no two of them meet.
#include "PackedCounters.h"
#include "Walker.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

const clang::Stmt* plainExpression(const clang::Stmt* statement) {
  const auto* expression = llvm::dyn_cast<clang::Expr>(statement);
  if (!expression) return statement;
  expression = expression->IgnoreParens();
  if (const auto* full = llvm::dyn_cast<clang::FullExpr>(expression)) return plainExpression(full->getSubExpr());
  return expression;
}

/// `A[i]` of `A[i] = x;` and the like; null for other statements.
const clang::Expr* storeTarget(const clang::Stmt* statement) {
  statement = plainExpression(statement);
  if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(statement))
    return op->isAssignmentOp() ? op->getLHS()->IgnoreParens() : nullptr;
  if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(statement))
    return call->getOperator() == clang::OO_Equal && call->getNumArgs() == 2 ? call->getArg(0)->IgnoreParens()
                                                                             : nullptr;
  return nullptr;
}

struct Element {
  const clang::Expr* base = nullptr;
  const clang::Expr* index = nullptr;
};

/// Base and subscript of `A[e]`, for pointers, arrays and containers.
Element elementOf(const clang::Expr* target) {
  if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(target))
    return {element->getBase()->IgnoreParenImpCasts(), element->getIdx()->IgnoreParenImpCasts()};
  const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(target);
  if (call && call->getOperator() == clang::OO_Subscript && call->getNumArgs() == 2)
    return {call->getArg(0)->IgnoreParenImpCasts(), call->getArg(1)->IgnoreParenImpCasts()};
  return {};
}

const clang::VarDecl* variableOf(const clang::Expr* expression) {
  const auto* reference = expression ? llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenImpCasts()) : nullptr;
  return reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
}

/// `++j` or `j++`, whose value nobody uses.
bool increments(const clang::Stmt* statement, const clang::VarDecl* variable) {
  const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(plainExpression(statement));
  return unary && unary->isIncrementOp() && variableOf(unary->getSubExpr()) == variable;
}

/// Whether a call of `callee` can write nothing that its caller sees, globals aside.
bool leavesArgumentsAlone(const clang::FunctionDecl* callee) {
  if (!callee) return false;
  if (isPureFunction(callee)) return true;
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee)) {
    const bool element =
        method->getOverloadedOperator() == clang::OO_Subscript && method->getParent()->isInStdNamespace();
    if (element) return true;
    // A constant lambda may well change what it refers to.
    if (method->getParent()->isLambda() && method->getParent()->capture_size() != 0) return false;
    if (!llvm::isa<clang::CXXConstructorDecl>(method) && !method->isStatic() && !method->isConst()) return false;
  }
  return std::all_of(callee->param_begin(), callee->param_end(), [](const clang::ParmVarDecl* parameter) {
    const clang::QualType type = parameter->getType();
    if (!type->isReferenceType() && !type->isPointerType()) return true;
    return type->getPointeeType().isConstQualified();
  });
}

/// Whether the statement writes anything but its target and what is in `updates`.
bool writesMore(const clang::Stmt* statement, const clang::Stmt* root, const std::vector<const clang::Expr*>& updates) {
  if (!statement) return false;
  const bool known = statement == root || std::find(updates.begin(), updates.end(), statement) != updates.end();
  const auto* op = llvm::dyn_cast<clang::BinaryOperator>(statement);
  const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(statement);
  if (!known && ((op && op->isAssignmentOp()) || (unary && unary->isIncrementDecrementOp()))) return true;
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement)) {
    const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee());
    const bool copies = statement == root && method && method->isTrivial();
    if (!copies && !leavesArgumentsAlone(call->getDirectCallee())) return true;
  }
  if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(statement))
    if (!leavesArgumentsAlone(made->getConstructor())) return true;
  if (llvm::isa<clang::LambdaExpr, clang::StmtExpr>(statement)) return true;
  return std::any_of(statement->child_begin(), statement->child_end(),
                     [&](const clang::Stmt* child) { return writesMore(child, root, updates); });
}

/// Whether another statement could stand in its place: not in the head of a loop or a condition.
bool isPlainStatement(const clang::Stmt* statement, const clang::Stmt* parent) {
  if (!parent || llvm::isa<clang::CompoundStmt>(parent)) return parent != nullptr;
  if (const auto* choice = llvm::dyn_cast<clang::IfStmt>(parent))
    return choice->getThen() == statement || choice->getElse() == statement;
  const bool loop = llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt>(parent);
  if (loop) return bodyOf(parent) == statement;
  const auto* label = llvm::dyn_cast<clang::SwitchCase>(parent);
  return label && label->getSubStmt() == statement;
}

/// Whether `inner` is evaluated exactly once whenever `whole` is.
bool isUnconditional(const clang::ParentMap& parents, const clang::Stmt* inner, const clang::Stmt* whole) {
  for (const clang::Stmt* at = inner; at && at != whole; at = parents.getParent(at)) {
    const clang::Stmt* parent = parents.getParent(at);
    if (llvm::isa_and_nonnull<clang::AbstractConditionalOperator, clang::LambdaExpr, clang::StmtExpr>(parent))
      return false;
    const auto* op = llvm::dyn_cast_or_null<clang::BinaryOperator>(parent);
    if (op && op->isLogicalOp()) return false;
    if (!parent) return false;
  }
  return true;
}

}  // namespace

bool Walker::mayBeSuspended(const clang::Stmt* statement) const {
  return frames_.empty() && !searching_ && !storing_ && storeTarget(statement) != nullptr;
}

/// Whether `A[j] = x;` is followed by `++j;`, with nothing between that could come between the two or write to `A`.
bool Walker::movesOnBehind(const clang::Stmt* statement, const clang::Expr* base, const clang::VarDecl* counter) {
  const auto* block = llvm::dyn_cast_or_null<clang::CompoundStmt>(parents(&input_.function).getParent(statement));
  if (!block) return false;
  bool behind = false;
  for (const clang::Stmt* one : block->body()) {
    if (one == statement) {
      behind = true;
      continue;
    }
    if (!behind) continue;
    if (increments(one, counter)) return true;
    const clang::Expr* target = storeTarget(one);
    const Element element = target ? elementOf(target) : Element{};
    if (!target || same(element.base ? element.base : target, base)) return false;
    // `A[j] = x; B[j++] = y;`
    const auto* step = llvm::dyn_cast_or_null<clang::UnaryOperator>(element.index);
    if (step && step->isPostfix() && increments(step, counter)) return true;
  }
  return false;
}

/// The variable that counts where a store writes; null when its subscript is none that moves on.
const clang::VarDecl* Walker::packingCounter(const clang::Stmt* statement) {
  const clang::Expr* target = storeTarget(statement);
  const Element element = target ? elementOf(target) : Element{};
  if (!element.base) return nullptr;
  const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(element.index);
  const bool stepsItself = unary && unary->getOpcode() == clang::UO_PostInc;
  const clang::VarDecl* counter = variableOf(stepsItself ? unary->getSubExpr() : element.index);
  const bool plain = counter && !isLocal(counter) && counter->getType()->isIntegerType() &&
                     !counter->getType()->isBooleanType() && counter->hasLocalStorage() && !addressTaken(counter) &&
                     !counter->getType()->isReferenceType() && !counter->getType().isVolatileQualified();
  if (!plain || !known_.inLoop.contains(keyOf(counter))) return nullptr;
  return stepsItself || movesOnBehind(statement, element.base, counter) ? counter : nullptr;
}

void Walker::walkStore(const clang::Stmt* statement) {
  const auto writes = [&] {
    std::size_t count = 0;
    for (const ScalarState& state : model.scalars) count += state.writes.size();
    return count;
  };
  const clang::VarDecl* counter = packingCounter(statement);
  const std::size_t accesses = model.accesses.size(), updates = model.updates.size(), before = writes();
  const auto* expression = llvm::cast<clang::Expr>(plainExpression(statement));
  storing_ = Storing{counter, counter ? elementOf(storeTarget(statement)).index : nullptr, {}, {}};
  evaluate(expression);
  const Storing stored = *storing_;
  storing_.reset();

  std::size_t written = accesses;
  bool onlyMemory = writes() == before;
  for (std::size_t a = accesses; a < model.accesses.size(); ++a)
    if (model.accesses[a].kind == AccessKind::Write) written = a + 1;
  onlyMemory = onlyMemory && written != accesses;
  for (std::size_t u = updates; u < model.updates.size(); ++u)
    onlyMemory = onlyMemory && (model.updates[u].scalar < 0 || !stored.updates.empty());
  onlyMemory = onlyMemory && !writesMore(expression, expression, stored.updates);
  for (const clang::Expr* update : stored.updates)
    onlyMemory = onlyMemory && isUnconditional(parents(&input_.function), update, expression);
  if (!onlyMemory || !suspend(statement, stored.updates)) {
    for (const int scalar : stored.running) {
      ScalarState& state = model.scalars[static_cast<std::size_t>(scalar)];
      state.exposedReads.insert(state.exposedReads.end(), state.runningReads.begin(), state.runningReads.end());
      state.runningReads.clear();
    }
    return;
  }
  for (std::size_t a = accesses; a < model.accesses.size(); ++a) model.accesses[a].suspended = true;
  Access& target = model.accesses[written - 1];
  const bool whole = coversElement(target, model.arrays[static_cast<std::size_t>(target.array.value)].elementBytes);
  const auto counting = counter ? scalars_.find(keyOf(counter)) : scalars_.end();
  if (counting != scalars_.end() && whole && !target.index && target.update < 0) target.packedBy = counting->second;
}

/// Edits the text so that the first pass leaves the statement out, but for the updates in it.
bool Walker::suspend(const clang::Stmt* statement, const std::vector<const clang::Expr*>& updates) {
  const auto where = offsets(statement->getSourceRange());
  const clang::Stmt* parent = parents(&input_.function).getParent(statement);
  if (!where || !isPlainStatement(statement, parent)) return false;
  std::vector<TextEdit> added;
  const auto add = [&](BodyPiece piece) { added.push_back({where->first, where->first, std::move(piece)}); };
  const bool inBlock = llvm::isa<clang::CompoundStmt>(parent);
  if (updates.empty()) add({BodyPiece::WhenWriting, "", inBlock ? 0 : 1});
  if (!updates.empty()) add({BodyPiece::WhenCounting, "", -1});
  const clang::SourceManager& manager = context_.getSourceManager();
  const llvm::StringRef text = manager.getBufferData(manager.getMainFileID());
  for (std::size_t u = 0; u < updates.size(); ++u) {
    const auto range = offsets(updates[u]->getSourceRange());
    if (!range) return false;
    if (u > 0) add({BodyPiece::Text, ", ", -1});
    std::vector<TextEdit> inside;
    for (const TextEdit& edit : edits)
      if (edit.begin >= range->first && edit.end <= range->second) inside.push_back(edit);
    std::stable_sort(inside.begin(), inside.end(),
                     [](const TextEdit& a, const TextEdit& b) { return a.begin < b.begin; });
    std::size_t at = range->first;
    for (const TextEdit& edit : inside) {
      if (edit.begin < at) return false;
      if (edit.begin > at) add({BodyPiece::Text, text.substr(at, edit.begin - at).str(), -1});
      add(edit.piece);
      at = edit.end;
    }
    if (at < range->second) add({BodyPiece::Text, text.substr(at, range->second - at).str(), -1});
  }
  if (!updates.empty()) {
    add({BodyPiece::Text, ";", -1});
    add({BodyPiece::CountingEnd, "", -1});
  }
  suspensions_.insert(suspensions_.end(), added.begin(), added.end());
  return true;
}

/// Without a running value or a packed write there is no scan: the text stays as it is.
void Walker::finishSuspensions() {
  // A counter that wraps around would come back to elements that are written already. An array of 2^64 elements is
  // none, and a signed integer that overflowed would have been undefined in the source.
  for (std::size_t s = 0; s < model.scalars.size(); ++s) {
    const auto packs = [&](const Access& access) { return access.packedBy == static_cast<int>(s); };
    if (std::none_of(model.accesses.begin(), model.accesses.end(), packs)) continue;
    const clang::VarDecl* counter = scalarDeclarations[s];
    const clang::QualType type = counter->getType();
    const bool isUnsigned = type->isUnsignedIntegerOrEnumerationType();
    if (sizeOf(type) >= (isUnsigned ? 8 : sizeOf(context_.IntTy))) continue;
    const ScalarState& state = model.scalars[s];
    const SymbolId first = parameterOf(state.expression, state.name, type);
    const auto room = roomForPacked(model, s, input_.loop, counter, loopIndices_, first, rangeOf(type).second);
    if (room)
      for (Obligation one : *room) {
        one.at = point(counter->getLocation());
        model.obligations.push_back(std::move(one));
      }
    else
      effect("wrap-around", counter->getLocation(), "'" + state.name + "', which counts what is kept, may wrap around",
             "use a signed type that is wide enough, such as long");
  }
  const bool scans =
      std::any_of(model.scalars.begin(), model.scalars.end(),
                  [](const ScalarState& s) { return !s.runningReads.empty(); }) ||
      std::any_of(model.accesses.begin(), model.accesses.end(), [](const Access& a) { return a.packedBy >= 0; });
  if (scans) {
    edits.insert(edits.end(), suspensions_.begin(), suspensions_.end());
    return;
  }
  for (Access& access : model.accesses) access.suspended = false;
}

}  // namespace clustrix::compiler
