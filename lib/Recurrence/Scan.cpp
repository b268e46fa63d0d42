// Statements that only write memory, which the first pass of a scan leaves out.
//
//     sum += a[i]; b[i] = sum;        ──►   sum += a[i]; if constexpr (writing) b[i] = sum;
//     if (a[i] > x) out[j++] = a[i];  ──►   if (a[i] > x) if constexpr (!writing) j++; else out[j++] = a[i];
//     if (a[i] > x) v.push_back(i);   ──►   if (a[i] > x) if constexpr (!writing) v_next++; else v[v_next++] = i;
//
// Such a statement may read running values: what iterations add up to is the same without it. Where the subscript is
// such a value, see StreamCompaction.cpp.
#include "Recurrence/Scan.h"
#include "KernelText/BodyEdits.h"
#include "Library/LibraryFunctions.h"
#include "Library/LibraryTypes.h"
#include "Lower/Expressions.h"
#include "Lower/Recorder.h"
#include "Memory/Storage.h"
#include "Syntax/LoopParts.h"
#include "Syntax/Nesting.h"
#include "Syntax/Stores.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

bool writesMore(const clang::Stmt* statement, const clang::Stmt* root, const std::vector<const clang::Expr*>& updates);

bool callsLambda(const clang::Stmt* statement) {
  if (!statement) return false;
  const auto* call = llvm::dyn_cast<clang::CallExpr>(statement);
  const auto* method = call ? llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee()) : nullptr;
  return (method && method->getParent()->isLambda()) ||
         std::any_of(statement->child_begin(), statement->child_end(), callsLambda);
}

/// Whether a call of `callee` can write nothing that its caller sees, globals aside.
bool leavesArgumentsAlone(const clang::FunctionDecl* callee) {
  if (!callee) return false;
  const clang::ASTContext& context = callee->getASTContext();
  if (isPureFunction(callee)) return true;
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee)) {
    const bool element =
        method->getOverloadedOperator() == clang::OO_Subscript && method->getParent()->isInStdNamespace();
    if (element) return true;
    // A constant lambda may well change what it refers to. Those that call others are not looked into: they may call
    // themselves.
    if (method->getParent()->isLambda() && method->getParent()->capture_size() != 0 &&
        (!method->hasBody() || callsLambda(method->getBody()) || writesMore(method->getBody(), nullptr, {})))
      return false;
    // `std::pair{i, x}` takes references to whatever numbers it copies.
    const auto isNumber = [](const clang::ParmVarDecl* parameter) {
      return parameter->getType().getNonReferenceType()->isScalarType();
    };
    if (llvm::isa<clang::CXXConstructorDecl>(method) && method->getParent()->isInStdNamespace() &&
        copiesAsBytes(context.getRecordType(method->getParent())) &&
        std::all_of(method->param_begin(), method->param_end(), isNumber))
      return true;
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

/// The same of `out.push_back(x)`, which adds to its container.
bool growsMore(const clang::CXXMemberCallExpr* growth, const std::vector<const clang::Expr*>& updates) {
  return writesMore(growth->getImplicitObjectArgument(), nullptr, updates) ||
         writesMore(growth->getArg(0), nullptr, updates);
}

/// `out.push_back(x);`; null for other statements.
const clang::CXXMemberCallExpr* growthStatement(const clang::Stmt* statement) {
  return growthIn(llvm::dyn_cast<clang::Expr>(plainExpression(statement)));
}

/// Whether another statement could stand in its place: not in the head of a loop or a condition.
bool isPlainStatement(const clang::Stmt* statement, const clang::Stmt* parent) {
  if (!parent || llvm::isa<clang::CompoundStmt>(parent)) return parent != nullptr;
  if (const auto* choice = llvm::dyn_cast<clang::IfStmt>(parent))
    return choice->getThen() == statement || choice->getElse() == statement;
  const bool loop = isLoop(parent);
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

bool Scans::mayBeSuspended(const clang::Stmt* statement) const {
  return walk_.frames.empty() && !walk_.searching && !walk_.storing &&
         (storeTarget(statement) != nullptr || growthStatement(statement) != nullptr);
}

void Scans::walkStore(const clang::Stmt* statement) {
  const auto writes = [&] {
    std::size_t count = 0;
    for (const ScalarState& state : model_.scalars) count += state.writes.size();
    return count;
  };
  const auto compaction = compactionOf(statement);
  const std::size_t accesses = model_.accesses.size(), updates = model_.updates.size(), before = writes();
  const auto* expression = llvm::cast<clang::Expr>(plainExpression(statement));
  walk_.storing = Storing{};
  walk_.storing->stepping = compaction ? compaction->inside : nullptr;
  walk_.storing->growth = growthStatement(statement);
  walk_.expressions.evaluate(expression);
  const Storing stored = *walk_.storing;
  walk_.storing.reset();

  std::size_t written = accesses;
  const auto counts = [&](std::size_t update) {
    return stored.counted >= 0 &&
           model_.updates[update].scalar == model_.appends[static_cast<std::size_t>(stored.counted)].counter;
  };
  bool onlyMemory = writes() == before;
  for (std::size_t a = accesses; a < model_.accesses.size(); ++a)
    if (model_.accesses[a].kind == AccessKind::Write) written = a + 1;
  onlyMemory = onlyMemory && written != accesses;
  for (std::size_t u = updates; u < model_.updates.size(); ++u)
    onlyMemory = onlyMemory && (model_.updates[u].scalar < 0 || counts(u) || !stored.updates.empty());
  onlyMemory = onlyMemory && !(stored.growth ? growsMore(stored.growth, stored.updates)
                                             : writesMore(expression, expression, stored.updates));
  for (const clang::Expr* update : stored.updates)
    onlyMemory = onlyMemory && isUnconditional(walk_.storage.parents(&input_.function), update, expression);
  const auto counting = compaction ? walk_.scalars.find(compaction->key) : walk_.scalars.end();
  // `a[k++] += x` is no packed write, and k's own value has been used.
  const auto readCounter = [&] {
    if (counting == walk_.scalars.end() || !stored.unread) return;
    model_.scalars[static_cast<std::size_t>(counting->second)].exposedReads.push_back(
        walk_.record.point(compaction->inside->getBeginLoc()));
  };
  if (!onlyMemory || !suspend(statement, stored)) {
    readCounter();
    for (const int scalar : stored.running) {
      ScalarState& state = model_.scalars[static_cast<std::size_t>(scalar)];
      state.exposedReads.insert(state.exposedReads.end(), state.runningReads.begin(), state.runningReads.end());
      state.runningReads.clear();
    }
    return;
  }
  for (std::size_t a = accesses; a < model_.accesses.size(); ++a) model_.accesses[a].suspended = true;
  Access& target = model_.accesses[written - 1];
  if (stored.counted >= 0) {
    target.packedBy = model_.appends[static_cast<std::size_t>(stored.counted)].counter;
    for (std::size_t u = updates; u < model_.updates.size(); ++u)
      if (counts(u)) target.packedStep = static_cast<int>(u);
    return;
  }
  if (counting == walk_.scalars.end() || target.index || target.update >= 0) return readCounter();
  target.packedBy = counting->second;
  target.packedStep = static_cast<int>(compactions_.size());
  compactions_.push_back(*compaction);
}

/// Edits the text so that the first pass leaves the statement out, but for the updates in it.
bool Scans::suspend(const clang::Stmt* statement, const Storing& stored) {
  const std::vector<const clang::Expr*>& updates = stored.updates;
  const bool counts = !updates.empty() || stored.counted >= 0;
  const auto where = walk_.text.offsets(statement->getSourceRange());
  const clang::Stmt* parent = walk_.storage.parents(&input_.function).getParent(statement);
  if (!where || !isPlainStatement(statement, parent)) return false;
  std::vector<TextEdit> added;
  const auto add = [&](BodyPiece piece) { added.push_back({where->first, where->first, std::move(piece)}); };
  if (!llvm::isa<clang::CompoundStmt>(parent)) {
    const bool isLast = statement->getEndLoc() == input_.loop.getEndLoc();  // whose semicolon the loop's text lacks
    const auto end = isLast ? std::optional(where->second) : walk_.text.behindSemicolon(*statement);
    if (!end) return false;
    add({BodyPiece::ScanBlockBegin, "", -1});
    added.push_back({*end, *end, {BodyPiece::ScanBlockEnd, "", isLast ? 1 : 0}});
  }
  add({counts ? BodyPiece::WhenCounting : BodyPiece::WhenWriting, "", -1});
  if (stored.counted >= 0) add({BodyPiece::AppendStep, "", stored.counted});
  const clang::SourceManager& manager = context_.getSourceManager();
  const llvm::StringRef text = manager.getBufferData(manager.getMainFileID());
  for (std::size_t u = 0; u < updates.size(); ++u) {
    const auto range = walk_.text.offsets(updates[u]->getSourceRange());
    if (!range) return false;
    if (u > 0 || stored.counted >= 0) add({BodyPiece::Text, ", ", -1});
    std::vector<TextEdit> inside;
    for (const TextEdit& edit : walk_.edits)
      if (edit.begin >= range->first && edit.end <= range->second) inside.push_back(edit);
    std::stable_sort(inside.begin(), inside.end(), [](const TextEdit& a, const TextEdit& b) {
      return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    });
    std::size_t at = range->first;
    for (const TextEdit& edit : inside) {
      if (edit.begin < at && edit.end <= at) continue;  // inside one that is replaced as a whole
      if (edit.begin < at) return false;
      if (edit.begin > at) add({BodyPiece::Text, text.substr(at, edit.begin - at).str(), -1});
      add(edit.piece);
      at = edit.end;
    }
    if (at < range->second) add({BodyPiece::Text, text.substr(at, range->second - at).str(), -1});
  }
  if (counts) {
    add({BodyPiece::Text, ";", -1});
    add({BodyPiece::CountingEnd, "", -1});
  }
  suspensions_.insert(suspensions_.end(), added.begin(), added.end());
  return true;
}

/// Without a running value or a packed write there is no scan: the text stays as it is.
void Scans::finishSuspensions() {
  settleCompactions();
  const bool scans =
      std::any_of(model_.scalars.begin(), model_.scalars.end(),
                  [](const ScalarState& s) { return !s.runningReads.empty(); }) ||
      std::any_of(model_.accesses.begin(), model_.accesses.end(), [](const Access& a) { return a.packedBy >= 0; });
  if (scans) {
    walk_.edits.insert(walk_.edits.end(), suspensions_.begin(), suspensions_.end());
    return;
  }
  for (Access& access : model_.accesses) access.suspended = false;
}

}  // namespace clustrix::compiler
