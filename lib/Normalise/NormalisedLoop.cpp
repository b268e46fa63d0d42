#include "Normalise/NormalisedLoop.h"

#include "Library/LibraryTypes.h"
#include "Syntax/ControlFlow.h"
#include "Syntax/InitialValue.h"
#include "Syntax/LoopParts.h"
#include "Syntax/Mentions.h"
#include "Syntax/Nesting.h"

#include "clang/AST/ParentMap.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

const clang::Expr* plain(const clang::Stmt* statement) {
  const auto* expression = llvm::dyn_cast_or_null<clang::Expr>(statement);
  if (!expression) return nullptr;
  expression = expression->IgnoreParens();
  const auto* full = llvm::dyn_cast<clang::FullExpr>(expression);
  return full ? plain(full->getSubExpr()) : expression;
}

/// `++i`, `it--`, `i += 2`: which variable, and how.
struct Step {
  const clang::VarDecl* variable = nullptr;
  const clang::Expr* expression = nullptr;
  const clang::Expr* name = nullptr;  // of the variable
  bool up = true, byOne = true, isPostfix = false;
};

std::optional<Step> stepOf(const clang::ASTContext& context, const clang::Stmt* statement) {
  const clang::Expr* expression = plain(statement);
  if (!expression) return std::nullopt;
  Step step;
  step.expression = expression;
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression); unary && unary->isIncrementDecrementOp()) {
    step.name = unary->getSubExpr();
    step.up = unary->isIncrementOp();
    step.isPostfix = unary->isPostfix();
  } else if (const auto* op = llvm::dyn_cast<clang::CompoundAssignOperator>(expression)) {
    const bool adds = op->getOpcode() == clang::BO_AddAssign || op->getOpcode() == clang::BO_SubAssign;
    if (!adds || op->getRHS()->HasSideEffects(context)) return std::nullopt;
    step.name = op->getLHS();
    step.byOne = false;
  } else if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expression)) {
    const auto kind = call->getOperator();
    if ((kind != clang::OO_PlusPlus && kind != clang::OO_MinusMinus) || !isIteratorType(call->getArg(0)->getType()))
      return std::nullopt;
    step.name = call->getArg(0);
    step.up = kind == clang::OO_PlusPlus;
    step.isPostfix = call->getNumArgs() == 2;
  }
  step.variable = step.name ? mentionedVariable(step.name) : nullptr;
  if (!step.variable || step.variable->getType().isVolatileQualified()) return std::nullopt;
  const clang::QualType type = step.name->getType();
  const bool builtIn = type->isIntegerType() || type->isPointerType() || isIteratorType(type);
  return builtIn ? std::optional(step) : std::nullopt;
}

/// `c` of `if (c) break;`, where that is all.
const clang::Expr* exitTest(const clang::Stmt* statement) {
  const auto* exit = llvm::dyn_cast<clang::IfStmt>(statement);
  if (!exit || exit->getElse() || exit->getInit() || exit->getConditionVariable() || exit->isConstexpr() ||
      exit->isConsteval())
    return nullptr;
  const clang::Stmt* jump = exit->getThen();
  if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(jump))
    jump = block->size() == 1 ? block->body_front() : nullptr;
  const clang::QualType type = exit->getCond()->getType();
  return llvm::isa_and_nonnull<clang::BreakStmt>(jump) && type->isBooleanType() ? exit->getCond() : nullptr;
}

bool isEndless(const clang::Stmt* loop) {
  if (const auto* for_ = llvm::dyn_cast<clang::ForStmt>(loop)) return !for_->getCond();
  const auto* while_ = llvm::dyn_cast<clang::WhileStmt>(loop);
  if (!while_ || while_->getConditionVariable()) return false;
  const clang::Expr* condition = while_->getCond()->IgnoreParenImpCasts();
  if (const auto* literal = llvm::dyn_cast<clang::IntegerLiteral>(condition)) return literal->getValue() != 0;
  const auto* literal = llvm::dyn_cast<clang::CXXBoolLiteralExpr>(condition);
  return literal && literal->getValue();
}

/// Whether control may get to the end of the body past what stands there.
bool continues(const clang::Stmt* statement, bool own = true) {
  if (!statement || llvm::isa<clang::LambdaExpr>(statement)) return false;
  if (llvm::isa<clang::GotoStmt, clang::IndirectGotoStmt, clang::LabelStmt>(statement)) return true;
  if (llvm::isa<clang::ContinueStmt>(statement)) return own;
  own = own && !isLoop(statement);
  return std::any_of(statement->child_begin(), statement->child_end(),
                     [&](const clang::Stmt* child) { return continues(child, own); });
}

/// Loops, and calls of algorithms, that may be launched where the loop around them is not.
bool mayBeLaunched(const clang::Stmt* statement) {
  if (!statement) return false;
  if (isLoop(statement)) return true;
  const auto leads = [](const clang::Expr* argument) {
    const clang::QualType type = argument->getType();
    return type->isPointerType() || type->isArrayType() || type->isRecordType();
  };
  const auto* call = llvm::dyn_cast<clang::CallExpr>(statement);
  if (call && !llvm::isa<clang::CXXOperatorCallExpr>(call) && llvm::any_of(call->arguments(), leads)) return true;
  return std::any_of(statement->child_begin(), statement->child_end(), mayBeLaunched);
}

bool namesAny(const clang::Stmt* statement, const std::vector<const clang::VarDecl*>& variables) {
  return std::any_of(variables.begin(), variables.end(),
                     [&](const clang::VarDecl* one) { return mentions(statement, one); });
}

class Reader {
 public:
  Reader(clang::ASTContext& context, const clang::Stmt& function, const clang::Stmt* loop)
      : context_(context), function_(function) {
    result_.statement = loop;
    result_.body = llvm::dyn_cast<clang::CompoundStmt>(bodyOf(loop));
    if (result_.body) body_.assign(result_.body->body_begin(), result_.body->body_end());
    if (!result_.body) body_ = {bodyOf(loop)};
  }

  std::optional<NormalisedLoop> read() {
    const auto* while_ = llvm::dyn_cast<clang::WhileStmt>(result_.statement);
    const auto* for_ = llvm::dyn_cast<clang::ForStmt>(result_.statement);
    if ((while_ && while_->getConditionVariable()) || (for_ && for_->getConditionVariable())) return std::nullopt;
    if (runsOnce(result_.statement) || body_.empty()) return std::nullopt;
    bool restated = false;
    if (isEndless(result_.statement)) {
      restated = result_.body && (readHeadTest() || readTailTest());
      if (!restated) return std::nullopt;
    }
    const clang::Expr* condition = result_.test ? result_.test : conditionOf(result_.statement);
    if (!condition || result_.testedLast) return restated ? std::optional(result_) : std::nullopt;
    if (readTrailingSteps(condition) || readLeadingStep(condition) || readBodySteps(condition)) restated = true;
    return restated ? std::optional(result_) : std::nullopt;
  }

 private:
  /// `double t = a[i]; if (i >= n) break;` may as well ask first.
  bool readHeadTest() {
    std::vector<const clang::VarDecl*> declared;
    for (auto statement = body_.begin(); statement != body_.end(); ++statement) {
      if (const clang::Expr* test = exitTest(*statement)) {
        const bool first = declared.empty();
        if (!first && (test->HasSideEffects(context_) || namesAny(test, declared))) return false;
        result_.test = test;
        result_.dropped.push_back(*statement);
        body_.erase(statement);
        return true;
      }
      const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(*statement);
      if (!declaration) return false;
      for (const clang::Decl* one : declaration->decls()) {
        const auto* variable = llvm::dyn_cast<clang::VarDecl>(one);
        if (!variable || !variable->hasLocalStorage() || !variable->getType()->isArithmeticType() ||
            variable->getType().isVolatileQualified() ||
            (initialiserOf(*variable) && initialiserOf(*variable)->HasSideEffects(context_)))
          return false;
        declared.push_back(variable);
      }
    }
    return false;
  }

  bool readTailTest() {
    const clang::Expr* test = exitTest(body_.back());
    const auto* for_ = llvm::dyn_cast<clang::ForStmt>(result_.statement);
    const bool bare = !for_ || (!for_->getInc() && !for_->getInit());
    if (!test || !bare || continues(result_.body) || namesAny(test, mentionsIn(result_.body).declared)) return false;
    result_.test = test;
    result_.testedLast = true;
    result_.dropped.push_back(body_.back());
    return true;
  }

  /// Steps that end the body, of variables that the condition asks for: the head's, where it has more than one of them
  /// or none.
  bool readTrailingSteps(const clang::Expr* condition) {
    if (llvm::isa<clang::DoStmt>(result_.statement) || !result_.body || continues(result_.body)) return false;
    std::vector<Step> moved, kept;
    std::vector<const clang::Stmt*> statements;
    bool isLast = false;
    for (auto one = body_.rbegin(); one != body_.rend(); ++one) {
      const auto step = stepOf(context_, *one);
      if (!step) break;
      const bool asked = mentions(condition, step->variable);
      if (asked && one == body_.rbegin()) isLast = true;
      (asked ? moved : kept).push_back(*step);
      if (asked) statements.push_back(*one);
    }
    const auto* for_ = llvm::dyn_cast<clang::ForStmt>(result_.statement);
    const bool known = moved.size() == 1 && isLast && !(for_ && for_->getInc());
    if (moved.empty() || known || moved.size() == body_.size()) return false;
    std::vector<const clang::VarDecl*> inside = mentionsIn(result_.body).declared;
    for (const Step& step : kept) inside.push_back(step.variable);
    for (std::size_t i = 0; i < moved.size(); ++i) {
      if (namesAny(moved[i].expression, inside)) return false;
      for (const Step& other : kept)
        if (mentions(other.expression, moved[i].variable)) return false;
      for (std::size_t j = 0; j < i; ++j)
        if (moved[i].variable == moved[j].variable) return false;
    }
    for (auto one = moved.rbegin(); one != moved.rend(); ++one) result_.steps.push_back(one->expression);
    result_.dropped.insert(result_.dropped.end(), statements.begin(), statements.end());
    return true;
  }

  /// `{ --i; ... i ... }` as `{ ... (i - 1) ... }` with the step behind it. A launch of a loop in there would follow
  /// the step of the original.
  bool readLeadingStep(const clang::Expr* condition) {
    const auto* for_ = llvm::dyn_cast<clang::ForStmt>(result_.statement);
    const auto step = stepOf(context_, body_.front());
    if (!result_.body || body_.size() < 2 || !step || !step->byOne || (for_ && for_->getInc())) return false;
    const clang::VarDecl* variable = step->variable;
    const clang::QualType type = variable->getType();
    const bool plainType = type->isIntegerType() && !type->isBooleanType() &&
                           context_.getTypeSize(type) >= context_.getTypeSize(context_.IntTy);
    if (!plainType || !mentions(condition, variable) || condition->HasSideEffects(context_)) return false;
    if ((leavesEarly(result_.body) && !onlyExit()) || std::any_of(body_.begin(), body_.end(), mayBeLaunched))
      return false;
    if (!isAddressNotTaken(function_, variable)) return false;
    const clang::ParentMap parents(const_cast<clang::CompoundStmt*>(result_.body));
    std::vector<std::pair<clang::SourceRange, std::string>> reads;
    for (auto one = std::next(body_.begin()); one != body_.end(); ++one)
      for (const clang::DeclRefExpr* reference : mentionsIn(*one).references) {
        if (reference->getDecl() != variable) continue;
        const auto* load = llvm::dyn_cast_or_null<clang::ImplicitCastExpr>(parents.getParent(reference));
        if (!load || load->getCastKind() != clang::CK_LValueToRValue) return false;
        reads.emplace_back(reference->getSourceRange(),
                           "(" + variable->getNameAsString() + (step->up ? " + 1)" : " - 1)"));
      }
    if (reads.empty()) return false;
    result_.replaced = std::move(reads);
    result_.dropped.push_back(body_.front());
    (llvm::isa<clang::DoStmt>(result_.statement) ? result_.lastSteps : result_.steps).push_back(step->expression);
    return true;
  }
  /// Whether the test that the head takes over is all that leaves the body.
  bool onlyExit() const {
    return result_.test && std::none_of(body_.begin(), body_.end(), [](const auto* one) { return leavesEarly(one); });
  }

  /// Steps in the midst of the body, behind whose only mention nothing asks for the variable again.
  bool readBodySteps(const clang::Expr* condition) {
    const auto* for_ = llvm::dyn_cast<clang::ForStmt>(result_.statement);
    if (llvm::isa<clang::DoStmt>(result_.statement) || (for_ && for_->getInc()) || stepInCondition(condition))
      return false;
    for (const clang::Stmt* one : body_)
      if (leavesEarly(one) || continues(one)) return false;
    std::vector<const clang::Expr*> certain;
    for (const clang::Stmt* one : body_) certainSteps(one, certain);
    std::vector<Step> moved;
    std::size_t asked = 0;
    bool iterators = false;
    for (const clang::Expr* one : certain) {
      const auto step = stepOf(context_, one);
      if (!step || !step->isPostfix || mentionsOf(step->variable) != 1) continue;
      const bool isAsked = mentions(condition, step->variable), isIterator = isIteratorType(step->variable->getType());
      if (!isAsked && !isIterator) continue;
      asked += isAsked ? 1 : 0;
      iterators = iterators || (isIterator && isAsked);
      moved.push_back(*step);
    }
    if (asked == 0 || (asked < 2 && !iterators)) return false;
    if (!std::all_of(moved.begin(), moved.end(),
                     [&](const Step& step) { return isAddressNotTaken(function_, step.variable); }))
      return false;
    for (const Step& step : moved) {
      result_.steps.push_back(step.expression);
      result_.replaced.emplace_back(step.expression->getSourceRange(), step.variable->getNameAsString());
    }
    return true;
  }
  /// How often the loop's body names the variable.
  std::ptrdiff_t mentionsOf(const clang::VarDecl* variable) const {
    std::ptrdiff_t count = 0;
    for (const clang::Stmt* one : body_) {
      const Mentions all = mentionsIn(one);
      if (all.hidden) return -1;
      count += std::count_if(all.references.begin(), all.references.end(),
                             [&](const clang::DeclRefExpr* name) { return name->getDecl() == variable; });
    }
    return count;
  }

  clang::ASTContext& context_;
  const clang::Stmt& function_;
  NormalisedLoop result_;
  std::vector<const clang::Stmt*> body_;  // without what the head has taken over
};

}  // namespace

std::optional<NormalisedLoop> normalisedLoop(clang::ASTContext& context, const clang::Stmt& function,
                                             const clang::Stmt* loop) {
  return Reader(context, function, loop).read();
}

}  // namespace clustrix::compiler
