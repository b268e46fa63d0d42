#include "Syntax/LoopParts.h"

#include "Library/LibraryTypes.h"
#include "Syntax/ControlFlow.h"
#include "Syntax/InitialValue.h"
#include "Syntax/Mentions.h"
#include "Syntax/Nesting.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

bool hasOwnContinue(const clang::Stmt* statement) {
  if (!statement || isLoop(statement)) return false;
  if (llvm::isa<clang::ContinueStmt>(statement)) return true;
  return std::any_of(statement->child_begin(), statement->child_end(), hasOwnContinue);
}

/// The variable that `++i`, `i += 2` or `i = i + k` steps.
const clang::VarDecl* steppedVariable(const clang::Stmt* statement) {
  const auto* expression = llvm::dyn_cast<clang::Expr>(statement);
  if (!expression) return nullptr;
  expression = bareExpression(expression);
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression))
    return unary->isIncrementDecrementOp() ? mentionedVariable(unary->getSubExpr()) : nullptr;
  const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expression);
  if (call && call->getOperator() == clang::OO_PlusPlus && isIteratorType(call->getArg(0)->getType()))
    return mentionedVariable(call->getArg(0));
  const auto* op = llvm::dyn_cast<clang::BinaryOperator>(expression);
  const bool steps = op && (op->getOpcode() == clang::BO_AddAssign || op->getOpcode() == clang::BO_SubAssign ||
                            op->getOpcode() == clang::BO_Assign);
  return steps ? mentionedVariable(op->getLHS()) : nullptr;
}

std::optional<Comparison> comparisonOfCall(const clang::CXXOperatorCallExpr* call) {
  if (call->getNumArgs() != 2) return std::nullopt;
  const auto of = [&](clang::BinaryOperatorKind kind) { return Comparison{kind, call->getArg(0), call->getArg(1)}; };
  switch (call->getOperator()) {
    case clang::OO_Less:
      return of(clang::BO_LT);
    case clang::OO_LessEqual:
      return of(clang::BO_LE);
    case clang::OO_Greater:
      return of(clang::BO_GT);
    case clang::OO_GreaterEqual:
      return of(clang::BO_GE);
    case clang::OO_ExclaimEqual:
      return of(clang::BO_NE);
    default:
      return std::nullopt;
  }
}

/// The variable that `n++` or, of an iterator, `it++` steps; null for other statements.
const clang::VarDecl* steppedBy(const clang::Stmt* statement) {
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(statement))
    return unary->isIncrementDecrementOp() ? mentionedVariable(unary->getSubExpr()) : nullptr;
  const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(statement);
  const bool steps = call && (call->getOperator() == clang::OO_PlusPlus || call->getOperator() == clang::OO_MinusMinus);
  return steps && isIteratorType(call->getArg(0)->getType()) ? mentionedVariable(call->getArg(0)) : nullptr;
}

/// Whether control may go another way than from one statement to the next.
bool jumps(const clang::Stmt* statement) {
  if (!statement) return false;
  if (llvm::isa<clang::GotoStmt, clang::IndirectGotoStmt, clang::LabelStmt, clang::CXXTryStmt>(statement)) return true;
  return std::any_of(statement->child_begin(), statement->child_end(), jumps);
}

/// How often the variable is mentioned. What a lambda captures may be mentioned any number of times.
int mentionsOf(const clang::Stmt* statement, const clang::VarDecl* variable) {
  if (!statement) return 0;
  if (llvm::isa<clang::LambdaExpr, clang::StmtExpr>(statement)) return mentions(statement, variable) ? 2 : 0;
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(statement))
    return name->getDecl()->getCanonicalDecl() == variable->getCanonicalDecl() ? 1 : 0;
  int count = 0;
  for (const clang::Stmt* child : statement->children()) count += mentionsOf(child, variable);
  return count;
}

}  // namespace

Beginning beginningOf(const clang::Stmt* loop) {
  Beginning beginning;
  const auto* for_ = llvm::dyn_cast<clang::ForStmt>(loop);
  const clang::Stmt* init = for_ ? for_->getInit() : nullptr;
  if (const auto* declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(init)) {
    for (const clang::Decl* one : declaration->decls()) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(one);
      beginning.other |= !variable || llvm::isa<clang::DecompositionDecl>(one) || variable->isStaticLocal();
      if (variable) beginning.parts.push_back({variable, initialValueOf(*variable), true});
    }
  } else if (const auto* expression = llvm::dyn_cast_or_null<clang::Expr>(init)) {
    std::vector<const clang::Expr*> list;
    commaParts(expression, list);
    for (const clang::Expr* one : list) {
      const auto* assignment = llvm::dyn_cast<clang::BinaryOperator>(one);
      const auto* target =
          assignment && assignment->getOpcode() == clang::BO_Assign
              ? llvm::dyn_cast<clang::DeclRefExpr>(discarded(assignment->getLHS())->IgnoreParenImpCasts())
              : nullptr;
      const auto* variable = target ? llvm::dyn_cast<clang::VarDecl>(target->getDecl()) : nullptr;
      beginning.other |= !variable;
      if (variable) beginning.parts.push_back({variable, assignment->getRHS(), false});
    }
  } else if (init && !llvm::isa<clang::NullStmt>(init)) {
    beginning.other = true;
  }
  return beginning;
}

const clang::Expr* discarded(const clang::Expr* expression) {
  for (;;) {
    expression = expression->IgnoreParens();
    const auto* cast = llvm::dyn_cast<clang::ExplicitCastExpr>(expression);
    if (const auto* full = llvm::dyn_cast<clang::FullExpr>(expression))
      expression = full->getSubExpr();
    else if (cast && cast->getCastKind() == clang::CK_ToVoid)
      expression = cast->getSubExpr();
    else
      return expression;
  }
}

void commaParts(const clang::Expr* list, std::vector<const clang::Expr*>& into) {
  const auto* comma = llvm::dyn_cast<clang::BinaryOperator>(discarded(list));
  if (!comma || comma->getOpcode() != clang::BO_Comma) return into.push_back(discarded(list));
  commaParts(comma->getLHS(), into);
  commaParts(comma->getRHS(), into);
}

const clang::Expr* bareExpression(const clang::Expr* condition) {
  condition = condition->IgnoreParens();
  while (const auto* full = llvm::dyn_cast<clang::FullExpr>(condition)) condition = full->getSubExpr()->IgnoreParens();
  return condition;
}

const clang::VarDecl* mentionedVariable(const clang::Expr* expression) {
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(bareExpression(expression)->IgnoreParenImpCasts());
  return reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
}

std::optional<Comparison> comparisonOf(const clang::Expr* condition) {
  condition = bareExpression(condition);
  if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(condition)) {
    if (cast->getCastKind() == clang::CK_IntegralToBoolean)
      return Comparison{clang::BO_NE, cast->getSubExpr(), nullptr};
    return comparisonOf(cast->getSubExpr());
  }
  if (const auto* op = llvm::dyn_cast<clang::UnaryOperator>(condition); op && op->getOpcode() == clang::UO_LNot) {
    auto inner = comparisonOf(op->getSubExpr());
    if (inner) inner->kind = clang::BinaryOperator::negateComparisonOp(inner->kind);
    return inner;
  }
  if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(condition); op && op->isComparisonOp())
    return Comparison{op->getOpcode(), op->getLHS(), op->getRHS()};
  if (const auto* rewritten = llvm::dyn_cast<clang::CXXRewrittenBinaryOperator>(condition)) {
    const auto form = rewritten->getDecomposedForm();
    return Comparison{form.Opcode, form.LHS, form.RHS};
  }
  const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(condition);
  return call ? comparisonOfCall(call) : std::nullopt;
}

const clang::Stmt* bodyOf(const clang::Stmt* loop) {
  if (const auto* f = llvm::dyn_cast<clang::ForStmt>(loop)) return f->getBody();
  if (const auto* w = llvm::dyn_cast<clang::WhileStmt>(loop)) return w->getBody();
  if (const auto* d = llvm::dyn_cast<clang::DoStmt>(loop)) return d->getBody();
  return llvm::cast<clang::CXXForRangeStmt>(loop)->getBody();
}

const clang::Expr* conditionOf(const clang::Stmt* loop) {
  if (const auto* f = llvm::dyn_cast<clang::ForStmt>(loop)) return f->getCond();
  if (const auto* w = llvm::dyn_cast<clang::WhileStmt>(loop)) return w->getCond();
  if (const auto* d = llvm::dyn_cast<clang::DoStmt>(loop)) return d->getCond();
  return nullptr;
}

const clang::DeclStmt* conditionVariableOf(const clang::Stmt* loop) {
  if (const auto* f = llvm::dyn_cast<clang::ForStmt>(loop)) return f->getConditionVariableDeclStmt();
  if (const auto* w = llvm::dyn_cast<clang::WhileStmt>(loop)) return w->getConditionVariableDeclStmt();
  return nullptr;
}

const clang::Stmt* trailingStepOf(const clang::Stmt* loop) {
  const auto* for_ = llvm::dyn_cast<clang::ForStmt>(loop);
  if (llvm::isa<clang::CXXForRangeStmt>(loop) || (for_ && for_->getInc()) || runsOnce(loop)) return nullptr;
  const clang::Stmt* last = bodyOf(loop);
  if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(last)) {
    if (block->body_empty() || hasOwnContinue(block)) return nullptr;
    last = block->body_back();
  }
  const clang::Expr* condition = conditionOf(loop);
  const clang::VarDecl* variable = condition ? steppedVariable(last) : nullptr;
  const bool counts = variable && mentions(condition, variable) && !stepInCondition(condition);
  return counts ? last : nullptr;
}

const clang::Expr* initialiserIn(const clang::Stmt* loop, const clang::VarDecl* variable) {
  for (const Beginning::Part& part : beginningOf(loop).parts)
    if (part.variable == variable) return part.initialiser;
  return nullptr;
}

bool initialiserDeclares(const clang::Stmt* loop, const clang::VarDecl* variable) {
  const Beginning beginning = beginningOf(loop);
  return std::any_of(beginning.parts.begin(), beginning.parts.end(),
                     [&](const Beginning::Part& part) { return part.declared && part.variable == variable; });
}

const clang::UnaryOperator* steppedIn(const clang::Expr* side) {
  const auto* unary = side ? llvm::dyn_cast<clang::UnaryOperator>(side->IgnoreParenImpCasts()) : nullptr;
  return unary && unary->isIncrementDecrementOp() ? unary : nullptr;
}

const clang::UnaryOperator* stepInCondition(const clang::Expr* condition) {
  const auto comparison = comparisonOf(condition);
  if (!comparison) return nullptr;
  const auto* left = steppedIn(comparison->left);
  return left ? left : steppedIn(comparison->right);
}

namespace {

/// Whether evaluating the statement changes the variable in another place than `step`.
bool changesBeside(const clang::Stmt* statement, const clang::VarDecl* variable, const clang::Stmt* step) {
  if (!statement || statement == step) return false;
  const clang::Expr* target = nullptr;
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(statement); unary && unary->isIncrementDecrementOp())
    target = unary->getSubExpr();
  if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(statement); op && op->isAssignmentOp())
    target = op->getLHS();
  if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(statement))
    if (call->isAssignmentOp() || call->getOperator() == clang::OO_PlusPlus ||
        call->getOperator() == clang::OO_MinusMinus)
      target = call->getArg(0);
  if (target && mentions(target, variable)) return true;
  return std::any_of(statement->child_begin(), statement->child_end(),
                     [&](const clang::Stmt* child) { return changesBeside(child, variable, step); });
}

}  // namespace

bool changesInCondition(const clang::Stmt* loop, const clang::VarDecl* variable) {
  const auto* head = llvm::dyn_cast<clang::ForStmt>(loop);
  const bool countsElsewhere = (head && head->getInc()) || trailingStepOf(loop);
  const clang::Expr* condition = conditionOf(loop);
  return changesBeside(condition, variable, countsElsewhere ? nullptr : stepInCondition(condition));
}

void certainSteps(const clang::Stmt* statement, std::vector<const clang::Expr*>& into) {
  if (!statement) return;
  if (steppedBy(statement)) return into.push_back(llvm::cast<clang::Expr>(statement));
  if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(statement)) {
    if (!branch->isConstexpr()) certainSteps(branch->getCond(), into);
    return;
  }
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(statement))
    return certainSteps(choice->getCond(), into);
  if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(statement); op && op->isLogicalOp())
    return certainSteps(op->getLHS(), into);
  const bool passes =
      llvm::isa<clang::CompoundStmt, clang::DeclStmt, clang::Expr>(statement) &&
      !llvm::isa<clang::LambdaExpr, clang::StmtExpr, clang::AbstractConditionalOperator, clang::CallExpr,
                 clang::UnaryExprOrTypeTraitExpr, clang::CXXNoexceptExpr, clang::CXXTypeidExpr>(statement);
  const auto* call = llvm::dyn_cast<clang::CallExpr>(statement);
  if (!passes && !(call && call->getDirectCallee())) return;
  for (const clang::Stmt* child : statement->children()) certainSteps(child, into);
}

const clang::UnaryOperator* bodyStepOf(const clang::Stmt* loop) {
  const clang::Expr* condition = conditionOf(loop);
  const clang::Stmt* body = bodyOf(loop);
  if (!condition || stepInCondition(condition) || leavesEarly(body) || jumps(body)) return nullptr;
  std::vector<const clang::Expr*> steps;
  certainSteps(body, steps);
  const clang::UnaryOperator* found = nullptr;
  for (const clang::Expr* step : steps) {
    const clang::VarDecl* variable = steppedBy(step);
    if (!mentions(condition, variable)) continue;
    if (found || mentionsOf(body, variable) != 1) return nullptr;
    found = llvm::dyn_cast<clang::UnaryOperator>(step);
    if (!found) return nullptr;
  }
  return found;
}

bool endsWithoutSemicolon(const clang::Stmt* statement) {
  if (const auto* attributed = llvm::dyn_cast<clang::AttributedStmt>(statement))
    return endsWithoutSemicolon(attributed->getSubStmt());
  if (const auto* if_ = llvm::dyn_cast<clang::IfStmt>(statement))
    return endsWithoutSemicolon(if_->getElse() ? if_->getElse() : if_->getThen());
  if (llvm::isa<clang::DoStmt>(statement)) return true;
  if (llvm::isa<clang::ForStmt, clang::WhileStmt, clang::CXXForRangeStmt>(statement))
    return endsWithoutSemicolon(bodyOf(statement));
  if (const auto* switch_ = llvm::dyn_cast<clang::SwitchStmt>(statement))
    return endsWithoutSemicolon(switch_->getBody());
  if (const auto* label = llvm::dyn_cast<clang::LabelStmt>(statement)) return endsWithoutSemicolon(label->getSubStmt());
  return !llvm::isa<clang::CompoundStmt, clang::NullStmt, clang::DeclStmt, clang::CXXTryStmt>(statement);
}

}  // namespace clustrix::compiler
