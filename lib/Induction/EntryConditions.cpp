// From the loop outwards: a condition that was true on the way in still is, where its variables are only read.
#include "Induction/EntryConditions.h"

#include "Library/Standard.h"
#include "Recurrence/ComparedValues.h"
#include "Syntax/InitialValue.h"

#include "clang/AST/StmtCXX.h"

#include <algorithm>
#include <iterator>

namespace clustrix::compiler {
namespace {

bool isLoaded(const FunctionText::Mention& mention) {
  const clang::Stmt* parent = mention.parents->getParent(mention.name);
  // One of two objects, of which the value is taken: `n < m ? n : m`.
  while (llvm::isa_and_nonnull<clang::ParenExpr, clang::ConditionalOperator>(parent))
    parent = mention.parents->getParent(parent);
  const auto* cast = llvm::dyn_cast_or_null<clang::ImplicitCastExpr>(parent);
  if (!cast) return false;
  // By reference, for the value alone.
  const bool isConst = cast->getCastKind() == clang::CK_NoOp && cast->getType().isConstQualified();
  const auto* call = isConst ? llvm::dyn_cast_or_null<clang::CallExpr>(mention.parents->getParent(cast)) : nullptr;
  return cast->getCastKind() == clang::CK_LValueToRValue || (call && isExtremum(call));
}

}  // namespace

bool isOnlyRead(const FunctionText& text, const clang::VarDecl* variable,
                const std::vector<const clang::Stmt*>& statements) {
  const FunctionText::Variable& about = text.about(variable);
  if (!about.lentTo.empty()) return false;
  if (!about.notLoaded) {
    about.notLoaded.emplace();
    std::remove_copy_if(about.mentions.begin(), about.mentions.end(), std::back_inserter(*about.notLoaded), isLoaded);
  }
  return std::none_of(about.notLoaded->begin(), about.notLoaded->end(), [&](const FunctionText::Mention& mention) {
    return std::any_of(statements.begin(), statements.end(),
                       [&](const clang::Stmt* one) { return one && text.mayBeIn(mention, one); });
  });
}

namespace {

constexpr std::size_t kMostBounds = 64;

/// How a loop's own variable moves.
struct Stepping {
  const clang::VarDecl* variable = nullptr;
  int direction = 0;  // 0: not known
  bool byOne = false;
};

class Reader {
 public:
  Reader(const clang::ASTContext& context, const FunctionText& text, const EntrySymbols& symbols)
      : context_(context), text_(text), symbols_(symbols) {}

  void readLoop(const clang::ForStmt* loop) {
    const clang::Stmt* const body = loop->getBody();
    readCondition(loop->getCond(), true, {loop->getCond(), body});
    const Stepping step = steppingOf(loop->getInc());
    const clang::Expr* const start = startOf(loop->getInit(), step.variable);
    if (!start || step.direction == 0 || !isOnlyRead(step.variable, {loop->getCond(), body})) return;
    if (!keepsDirection(loop->getCond(), step)) return;
    used_.clear();
    const auto first = valueOf(start);
    const auto here = valueOf(step.variable);
    for (const clang::VarDecl* variable : used_)
      if (variable != step.variable && !isOnlyRead(variable, {loop->getCond(), loop->getInc(), body})) return;
    // A start that mentions the variable itself is no start.
    if (std::count(used_.begin(), used_.end(), step.variable) != 1 || !first || !here) return;
    found_.push_back({step.direction > 0 ? subtract(*here, *first) : subtract(*first, *here), used_});
  }

  void readIf(const clang::IfStmt* statement, const clang::Stmt* branch) {
    if (branch != statement->getThen() && branch != statement->getElse()) return;
    readCondition(statement->getCond(), branch == statement->getThen(), {statement->getCond(), branch});
  }

  /// What is declared in front of `inner`, and says an extreme of what the block leaves alone.
  void readBlock(const clang::CompoundStmt* block, const clang::Stmt* inner) {
    const auto& chosen = text_.chosenIn(*block);
    if (chosen.empty()) return;
    const StatementOrder::Place end = text_.order().spanOf(inner).value_or(StatementOrder::Span{}).begin;
    for (const auto& [declaration, variable] : chosen) {
      if (text_.order().spanOf(declaration)->begin >= end) return;
      if (isOnlyRead(variable, {block}))
        readExtreme([&] { return valueOf(variable); }, initialValueOf(*variable), {block});
    }
  }

  void readNumber(SymbolId number, const clang::Expr* expression) {
    const auto stand = [&] {
      numbers_.emplace(static_cast<int>(variables_.size()), number);
      variables_.push_back(nullptr);
      return std::optional(Polynomial::symbol(SymbolId{static_cast<int>(variables_.size()) - 1}));
    };
    readExtreme(stand, expression, {});
  }

  /// Innermost first: what is said of a variable makes those that it is compared with matter, too. In a nest of
  /// hundreds of loops only the nearest ones are of use.
  std::vector<Polynomial> result() {
    std::vector<Polynomial> bounds;
    std::vector<bool> taken(found_.size(), false);
    for (bool grown = true; grown;) {
      grown = false;
      for (std::size_t i = 0; i < found_.size() && bounds.size() < kMostBounds; ++i) {
        const auto& [bound, variables] = found_[i];
        if (taken[i] || !bound) continue;
        const auto matters = [&](const clang::VarDecl* one) { return made_.count(one) != 0 || symbols_.known(one); };
        if (std::none_of(variables.begin(), variables.end(), matters)) continue;
        taken[i] = grown = true;
        if (auto value = withSymbols(*bound)) bounds.push_back(*std::move(value));
      }
    }
    return bounds;
  }

 private:
  using Statements = std::vector<const clang::Stmt*>;

  bool isOnlyRead(const clang::VarDecl* variable, const Statements& statements) const {
    return compiler::isOnlyRead(text_, variable, statements);
  }

  /// `unchanged`: from where the condition is evaluated to the loop.
  void readCondition(const clang::Expr* condition, bool holds, const Statements& unchanged) {
    const auto* op = condition ? llvm::dyn_cast<clang::BinaryOperator>(condition->IgnoreParenImpCasts()) : nullptr;
    if (!op) return;
    if (op->getOpcode() == (holds ? clang::BO_LAnd : clang::BO_LOr)) {
      readCondition(op->getLHS(), holds, unchanged);
      readCondition(op->getRHS(), holds, unchanged);
      return;
    }
    if (!op->isRelationalOp()) return;
    used_.clear();
    const auto left = valueOf(op->getLHS()), right = valueOf(op->getRHS());
    if (!left || !right) return;
    for (const clang::VarDecl* variable : used_)
      if (!isOnlyRead(variable, unchanged)) return;
    auto kind = op->getOpcode();
    if (!holds) kind = clang::BinaryOperator::negateComparisonOp(kind);
    const bool less = kind == clang::BO_LT || kind == clang::BO_LE;
    const bool strict = kind == clang::BO_LT || kind == clang::BO_GT;
    const auto gap = less ? subtract(*right, *left) : subtract(*left, *right);
    found_.push_back({gap ? subtract(*gap, Polynomial(strict ? 1 : 0)) : std::nullopt, used_});
  }

  /// What is compared, of which the least or the greatest is taken.
  struct Extreme {
    bool least = true;
    std::vector<Polynomial> of;
  };

  std::optional<Extreme> extremeOf(const clang::Expr* expression) {
    const clang::QualType wanted = expression->getType();
    expression = expression->IgnoreParenImpCasts();
    if (!keepsValue(expression->getType(), wanted)) return std::nullopt;
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(expression); call && isExtremum(call)) {
      Extreme extreme{does(call->getDirectCallee(), Does::Min), {}};
      for (const clang::Expr* argument : call->arguments()) {
        if (const auto* made = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(argument)) argument = made->getSubExpr();
        if (auto value = valueOfEither(argument)) extreme.of.push_back(*std::move(value));
      }
      return extreme;
    }
    const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(expression);
    const auto* test =
        choice ? llvm::dyn_cast<clang::BinaryOperator>(choice->getCond()->IgnoreParenImpCasts()) : nullptr;
    if (!test || !test->isRelationalOp()) return std::nullopt;
    const auto left = valueOf(test->getLHS()), right = valueOf(test->getRHS());
    const auto yes = valueOfEither(choice->getTrueExpr()), no = valueOfEither(choice->getFalseExpr());
    if (!left || !right || !yes || !no) return std::nullopt;
    const bool less = test->getOpcode() == clang::BO_LT || test->getOpcode() == clang::BO_LE;
    if (*yes == *left && *no == *right) return Extreme{less, {*left, *right}};
    if (*yes == *right && *no == *left) return Extreme{!less, {*left, *right}};
    return std::nullopt;
  }

  /// Of an expression that may stand for the object itself.
  std::optional<Polynomial> valueOfEither(const clang::Expr* expression) {
    if (!expression->isLValue()) return valueOf(expression);
    const clang::VarDecl* const variable = variableOf(expression->IgnoreParenImpCasts());
    return variable ? valueOf(variable) : std::nullopt;
  }

  void readExtreme(const std::function<std::optional<Polynomial>()>& itself, const clang::Expr* expression,
                   const Statements& unchanged) {
    used_.clear();
    const auto extreme = extremeOf(expression);
    for (const clang::VarDecl* variable : used_)
      if (!isOnlyRead(variable, unchanged)) return;
    const auto value = extreme ? itself() : std::nullopt;
    if (!value) return;
    for (const Polynomial& other : extreme->of)
      found_.push_back({extreme->least ? subtract(other, *value) : subtract(*value, other), used_});
  }

  static const clang::VarDecl* variableOf(const clang::Expr* expression) {
    const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParens());
    return reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  }

  Stepping steppingOf(const clang::Expr* increment) const {
    if (!increment) return {};
    increment = increment->IgnoreParens();
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(increment); unary && unary->isIncrementDecrementOp())
      return {variableOf(unary->getSubExpr()), unary->isIncrementOp() ? 1 : -1, true};
    const auto* op = llvm::dyn_cast<clang::CompoundAssignOperator>(increment);
    if (!op || (op->getOpcode() != clang::BO_AddAssign && op->getOpcode() != clang::BO_SubAssign)) return {};
    const auto amount = constantOf(op->getRHS());
    if (!amount || *amount <= 0) return {};
    return {variableOf(op->getLHS()), op->getOpcode() == clang::BO_AddAssign ? 1 : -1, false};
  }

  static const clang::Expr* startOf(const clang::Stmt* first, const clang::VarDecl* variable) {
    if (!first || !variable) return nullptr;
    if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(first)) {
      const bool declares =
          std::find(declaration->decl_begin(), declaration->decl_end(), variable) != declaration->decl_end();
      return declares ? initialValueOf(*variable) : nullptr;
    }
    const auto* assignment = llvm::dyn_cast<clang::BinaryOperator>(first);
    const bool assigns =
        assignment && assignment->getOpcode() == clang::BO_Assign && variableOf(assignment->getLHS()) == variable;
    return assigns ? assignment->getRHS() : nullptr;
  }

  /// Steps never wrap around: signed ones may not, and those by one stop at the bound that the condition sets.
  bool keepsDirection(const clang::Expr* condition, const Stepping& step) const {
    const clang::QualType type = step.variable->getType();
    if (type->isSignedIntegerType() && context_.getTypeSize(type) >= context_.getTypeSize(context_.IntTy)) return true;
    const auto* op = condition ? llvm::dyn_cast<clang::BinaryOperator>(condition->IgnoreParenImpCasts()) : nullptr;
    if (!op || !step.byOne) return false;
    const auto* compared = llvm::dyn_cast<clang::DeclRefExpr>(op->getLHS()->IgnoreParenImpCasts());
    return compared && compared->getDecl() == step.variable &&
           op->getOpcode() == (step.direction > 0 ? clang::BO_LT : clang::BO_GT);
  }

  std::optional<std::int64_t> constantOf(const clang::Expr* expression) const {
    clang::Expr::EvalResult result;
    if (expression->isValueDependent() || !expression->EvaluateAsInt(result, context_)) return std::nullopt;
    const llvm::APSInt& value = result.Val.getInt();
    return value.isRepresentableByInt64() ? std::optional(value.getExtValue()) : std::nullopt;
  }

  bool keepsValue(clang::QualType from, clang::QualType to) const {
    if (!from->isIntegerType() || !to->isIntegerType() || to->isBooleanType()) return false;
    const std::uint64_t narrow = context_.getTypeSize(from), wide = context_.getTypeSize(to);
    if (from->isSignedIntegerOrEnumerationType() == to->isSignedIntegerOrEnumerationType()) return narrow <= wide;
    return !from->isSignedIntegerOrEnumerationType() && narrow < wide;
  }

  /// Over stand-ins for the variables: their places in `variables_`.
  std::optional<Polynomial> valueOf(const clang::VarDecl* variable) {
    const clang::QualType type = variable->getType();
    if (!variable->hasLocalStorage() || !type->isIntegerType() || type->isBooleanType() || type.isVolatileQualified() ||
        symbols_.addressTaken(variable))
      return std::nullopt;
    used_.push_back(variable);
    const auto place = std::find(variables_.begin(), variables_.end(), variable);
    const auto index = static_cast<int>(place - variables_.begin());
    if (place == variables_.end()) variables_.push_back(variable);
    return Polynomial::symbol(SymbolId{index});
  }

  std::optional<Polynomial> valueOf(const clang::Expr* expression) {
    expression = expression->IgnoreParens();
    if (const auto constant = constantOf(expression)) return Polynomial(*constant);
    if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(expression)) {
      const clang::Expr* const from = cast->getSubExpr();
      if (cast->getCastKind() == clang::CK_LValueToRValue) {
        const clang::VarDecl* const variable = variableOf(from);
        return variable ? valueOf(variable) : std::nullopt;
      }
      const bool kept = cast->getCastKind() == clang::CK_NoOp ||
                        (cast->getCastKind() == clang::CK_IntegralCast && keepsValue(from->getType(), cast->getType()));
      return kept ? valueOf(from) : std::nullopt;
    }
    const auto* op = llvm::dyn_cast<clang::BinaryOperator>(expression);
    // What is unsigned may wrap around.
    if (!op || !op->getType()->isSignedIntegerType()) return std::nullopt;
    const bool known =
        op->getOpcode() == clang::BO_Add || op->getOpcode() == clang::BO_Sub || op->getOpcode() == clang::BO_Mul;
    const auto left = known ? valueOf(op->getLHS()) : std::nullopt;
    const auto right = left ? valueOf(op->getRHS()) : std::nullopt;
    if (!right) return std::nullopt;
    return op->getOpcode() == clang::BO_Add   ? add(*left, *right)
           : op->getOpcode() == clang::BO_Sub ? subtract(*left, *right)
                                              : multiply(*left, *right);
  }

  std::optional<Polynomial> withSymbols(const Polynomial& value) {
    std::optional<Polynomial> sum = Polynomial();
    for (const auto& [monomial, coefficient] : value.terms()) {
      std::optional<Polynomial> term = Polynomial(coefficient);
      for (const SymbolId stand : monomial) {
        const auto number = numbers_.find(stand.value);
        const SymbolId id =
            number != numbers_.end() ? number->second : symbolOf(variables_[static_cast<std::size_t>(stand.value)]);
        if (term) term = multiply(*term, Polynomial::symbol(id));
      }
      sum = sum && term ? add(*sum, *term) : std::nullopt;
    }
    return sum;
  }

  SymbolId symbolOf(const clang::VarDecl* variable) {
    if (const auto known = symbols_.known(variable)) return *known;
    const auto place = made_.find(variable);
    return place != made_.end() ? place->second : made_[variable] = symbols_.make(variable);
  }

  struct Found {
    std::optional<Polynomial> bound;
    std::vector<const clang::VarDecl*> variables;
  };

  const clang::ASTContext& context_;
  const FunctionText& text_;
  const EntrySymbols& symbols_;
  std::vector<const clang::VarDecl*> variables_, used_;
  std::vector<Found> found_;
  std::map<int, SymbolId> numbers_;  // by their places in `variables_`
  std::map<const clang::VarDecl*, SymbolId> made_;
};

}  // namespace

std::vector<Polynomial> entryConditions(const clang::ASTContext& context, const FunctionText& text,
                                        const clang::Stmt& loop, const EntrySymbols& symbols) {
  Reader reader(context, text, symbols);
  for (const auto& [symbol, expression] : symbols.numbers) reader.readNumber(symbol, expression);
  const clang::Stmt* inner = &loop;
  for (const clang::Stmt* around = text.parents().getParent(inner); around; around = text.parents().getParent(around)) {
    if (llvm::isa<clang::LambdaExpr>(around) || text.enteredAt(inner)) break;
    if (const auto* outer = llvm::dyn_cast<clang::ForStmt>(around); outer && outer->getBody() == inner)
      reader.readLoop(outer);
    if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(around)) reader.readIf(branch, inner);
    if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(around)) reader.readBlock(block, inner);
    inner = around;
  }
  return reader.result();
}

}  // namespace clustrix::compiler
