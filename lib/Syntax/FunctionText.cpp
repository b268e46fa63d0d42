#include "Syntax/FunctionText.h"

#include "Syntax/InitialValue.h"
#include "Syntax/TreeVisitor.h"

#include "clang/AST/DeclTemplate.h"

#include <algorithm>

namespace clustrix::compiler {

class FunctionText::Reader : public TreeVisitor {
 public:
  explicit Reader(FunctionText& text) : text_(text) {}
  bool shouldVisitImplicitCode() const override { return true; }

  void read(clang::Stmt* body) {
    const clang::ParentMap* const outer = parents_;
    parents_ = text_.parents_.emplace_back(std::make_unique<clang::ParentMap>(body)).get();
    TraverseStmt(body);
    parents_ = outer;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr* name) override {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    if (variable)
      text_.variables_[variable->getCanonicalDecl()].mentions.push_back({name, parents_, isCopied(variable)});
    return true;
  }
  bool VisitLabelStmt(clang::LabelStmt* label) override {
    text_.targets_.push_back(label);
    text_.hasLabels_ = text_.hasJumps_ = true;
    return true;
  }
  bool VisitIndirectGotoStmt(clang::IndirectGotoStmt*) override { return text_.hasJumps_ = true; }
  bool VisitCXXTryStmt(clang::CXXTryStmt*) override { return text_.hasJumps_ = true; }
  bool VisitSwitchCase(clang::SwitchCase* label) override {
    text_.targets_.push_back(label);
    return true;
  }
  bool VisitGotoStmt(clang::GotoStmt* jump) override {
    text_.jumps_[jump->getLabel()].push_back(jump);
    return text_.hasJumps_ = true;
  }
  bool VisitAddrLabelExpr(clang::AddrLabelExpr* label) override {
    text_.values_.insert(label->getLabel());
    return true;
  }
  /// A function's own types are what their text says; what it evaluates does not stand in them.
  bool TraverseTypeLoc(clang::TypeLoc type) override {
    return type.getType()->isVariablyModifiedType() ? TreeVisitor::TraverseTypeLoc(type) : true;
  }
  bool TraverseLambdaExpr(clang::LambdaExpr* lambda, Queue*) override {
    const std::size_t outer = copied_.size();
    for (unsigned i = 0; i < lambda->capture_size(); ++i) {
      const clang::LambdaCapture& capture = lambda->capture_begin()[i];
      if (!capture.capturesVariable()) continue;
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(capture.getCapturedVar());
      const bool lent = capture.getCaptureKind() == clang::LCK_ByRef;
      if (!lent || lambda->isInitCapture(&capture)) TraverseStmt(lambda->capture_init_begin()[i]);
      if (!variable) continue;
      if (!lent)
        copied_.push_back(variable);
      else if (!isCopied(variable))
        text_.variables_[variable->getCanonicalDecl()].lentTo.push_back(lambda);
    }
    readBody(lambda);
    copied_.resize(outer);
    return true;
  }

 private:
  void readBody(clang::LambdaExpr* lambda) {
    const auto* operators = lambda->getDependentCallOperator();
    if (!operators) {
      TraverseStmt(lambda->getBody());
      return;
    }
    for (const clang::FunctionDecl* one : operators->specializations()) {
      const clang::FunctionDecl* definition = nullptr;
      if (one->hasBody(definition)) read(definition->getBody());
    }
  }
  bool isCopied(const clang::VarDecl* variable) const {
    return std::find(copied_.begin(), copied_.end(), variable) != copied_.end();
  }

  FunctionText& text_;
  const clang::ParentMap* parents_ = nullptr;
  std::vector<const clang::VarDecl*> copied_;  // by the lambdas around
};

FunctionText::FunctionText(const clang::FunctionDecl& function) : order_(function.getBody()) {
  Reader(*this).read(function.getBody());
  const auto place = [&](const clang::Stmt* target) { return order_.spanOf(target)->begin; };
  // Those in instantiated lambdas stand in none of the statements.
  std::erase_if(targets_, [&](const clang::Stmt* target) { return !order_.spanOf(target); });
  std::sort(targets_.begin(), targets_.end(),
            [&](const clang::Stmt* a, const clang::Stmt* b) { return place(a) < place(b); });
}

const FunctionText::Variable& FunctionText::about(const clang::VarDecl* variable) const {
  static const Variable nothing;
  const auto found = variables_.find(variable->getCanonicalDecl());
  return found == variables_.end() ? nothing : found->second;
}

bool FunctionText::isIn(const clang::Stmt* statement, const clang::Stmt* outer) const {
  const auto inner = order_.spanOf(statement), around = order_.spanOf(outer);
  if (inner && around) return around->begin <= inner->begin && inner->end <= around->end;
  while (statement && statement != outer) statement = parents().getParent(statement);
  return statement != nullptr;
}

bool FunctionText::mayBeIn(const Mention& mention, const clang::Stmt* outer) const {
  return mention.parents != &parents() || isIn(mention.name, outer);
}

/// Whether a jump from outside of `statement` may lead to `target` in it.
bool FunctionText::isEntrance(const clang::Stmt* target, const clang::Stmt* statement) const {
  if (const auto* label = llvm::dyn_cast<clang::LabelStmt>(target)) {
    const auto jumps = jumps_.find(label->getDecl());
    return values_.contains(label->getDecl()) ||
           (jumps != jumps_.end() && std::any_of(jumps->second.begin(), jumps->second.end(),
                                                 [&](const clang::GotoStmt* jump) { return !isIn(jump, statement); }));
  }
  const clang::Stmt* choice = target;
  while (choice && !llvm::isa<clang::SwitchStmt>(choice)) choice = parents().getParent(choice);
  return !choice || !isIn(choice, statement);
}

const clang::Stmt* FunctionText::enteredAt(const clang::Stmt* statement) const {
  if (targets_.empty()) return nullptr;
  const auto [known, isNew] = entrances_.try_emplace(statement, nullptr);
  const auto span = order_.spanOf(statement);
  if (!isNew || !span) return known->second;
  const auto first = std::partition_point(targets_.begin(), targets_.end(), [&](const clang::Stmt* target) {
    return order_.spanOf(target)->begin < span->begin;
  });
  for (auto target = first; target != targets_.end() && order_.spanOf(*target)->begin < span->end; ++target)
    if (isEntrance(*target, statement)) return known->second = *target;
  return nullptr;
}

const std::vector<FunctionText::Declared>& FunctionText::chosenIn(const clang::CompoundStmt& block) const {
  const auto [known, isNew] = chosen_.try_emplace(&block);
  if (!isNew) return known->second;
  for (const clang::Stmt* one : block.body()) {
    const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(one);
    if (!declaration || !declaration->isSingleDecl()) continue;
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration->getSingleDecl());
    const clang::Expr* value = variable ? initialValueOf(*variable) : nullptr;
    if (value && llvm::isa<clang::CallExpr, clang::ConditionalOperator>(value->IgnoreParenImpCasts()))
      known->second.push_back({declaration, variable});
  }
  return known->second;
}

namespace {

class ConstexprIfs : public TreeVisitor {
 public:
  explicit ConstexprIfs(std::vector<const clang::IfStmt*>& found) : found_(found) {}
  bool VisitIfStmt(clang::IfStmt* choice) override {
    if (choice->isConstexpr()) found_.push_back(choice);
    return true;
  }

 private:
  std::vector<const clang::IfStmt*>& found_;
};

}  // namespace

bool isChanged(const FunctionText::Mention& mention) {
  const clang::Expr* name = mention.name;
  const clang::Stmt* parent = mention.parents->getParent(name);
  while (llvm::isa_and_nonnull<clang::ParenExpr, clang::MemberExpr>(parent)) {
    name = llvm::cast<clang::Expr>(parent);
    parent = mention.parents->getParent(parent);
  }
  if (const auto* unary = llvm::dyn_cast_or_null<clang::UnaryOperator>(parent)) return unary->isIncrementDecrementOp();
  const auto* op = llvm::dyn_cast_or_null<clang::BinaryOperator>(parent);
  return op && op->isAssignmentOp() && op->getLHS() == name;
}

const FunctionText& FunctionTexts::of(const clang::FunctionDecl* function) {
  std::unique_ptr<FunctionText>& text = texts_[function];
  if (!text) text = std::make_unique<FunctionText>(*function);
  return *text;
}

const DeclaredNames& FunctionTexts::namesOf(const clang::FunctionDecl& function) {
  std::unique_ptr<DeclaredNames>& names = names_[&function];
  if (!names) names = std::make_unique<DeclaredNames>(function);
  return *names;
}

const std::vector<const clang::IfStmt*>& FunctionTexts::constexprIfsOf(const clang::FunctionDecl& function) {
  const auto [known, isNew] = constexprIfs_.try_emplace(&function);
  if (isNew) ConstexprIfs(known->second).TraverseStmt(function.getBody());
  return known->second;
}

}  // namespace clustrix::compiler
