#include "Lower/LoopDistribution.h"

#include "Lower/WalkInput.h"
#include "Source/FilePlaces.h"
#include "Syntax/InitialValue.h"
#include "Syntax/TreeVisitor.h"
#include "Syntax/Types.h"

#include <algorithm>
#include <map>

namespace clustrix::compiler {

namespace {

/// What a statement mentions and declares, and whether it may leave its place in the row of statements.
class Contents : public TreeVisitor {
 public:
  bool VisitDeclRefExpr(clang::DeclRefExpr* reference) override {
    mentioned.insert(reference->getDecl());
    return true;
  }
  bool VisitDecl(clang::Decl* declaration) override {
    if (const auto* value = llvm::dyn_cast<clang::VarDecl>(declaration)) declared.insert(value);
    if (const auto* value = llvm::dyn_cast<clang::BindingDecl>(declaration)) declared.insert(value);
    if (llvm::isa<clang::TypeDecl, clang::UsingDecl, clang::UsingDirectiveDecl, clang::NamespaceAliasDecl>(declaration))
      names = true;
    return true;
  }
  bool VisitReturnStmt(clang::ReturnStmt*) override { return jump(); }
  bool VisitGotoStmt(clang::GotoStmt*) override { return jump(); }
  bool VisitLabelStmt(clang::LabelStmt*) override { return jump(); }
  bool VisitContinueStmt(clang::ContinueStmt*) override { return jump(); }
  bool VisitBreakStmt(clang::BreakStmt*) override { return jump(); }

  std::set<const clang::ValueDecl*> mentioned, declared;
  bool names = false;  // declares some that are not variables
  bool jumps = false;

 private:
  bool jump() { return jumps = true; }
};

Contents contentsOf(const clang::Stmt* statement) {
  Contents contents;
  contents.TraverseStmt(const_cast<clang::Stmt*>(statement));
  return contents;
}

/// The variables that the head sets before anything else; nothing where it does more, or changes others.
std::optional<std::set<const clang::ValueDecl*>> headVariables(const clang::ForStmt* loop,
                                                               const clang::ASTContext& context) {
  std::set<const clang::ValueDecl*> variables;
  const auto sets = [&](const clang::ValueDecl* variable, const clang::Expr* value) {
    if (value && !value->HasSideEffects(context, /*IncludePossibleEffects=*/false)) variables.insert(variable);
    return variables.contains(variable);
  };
  if (const auto* declared = llvm::dyn_cast_or_null<clang::DeclStmt>(loop->getInit())) {
    for (const clang::Decl* one : declared->decls()) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(one);
      if (!variable || !sets(variable, initialiserOf(*variable))) return std::nullopt;
    }
  } else {
    const auto* assigned = llvm::dyn_cast_or_null<clang::BinaryOperator>(loop->getInit());
    const auto* target = assigned && assigned->getOpcode() == clang::BO_Assign
                             ? llvm::dyn_cast<clang::DeclRefExpr>(assigned->getLHS()->IgnoreParens())
                             : nullptr;
    if (!target || !sets(target->getDecl(), assigned->getRHS())) return std::nullopt;
  }
  const bool counts = loop->getInc() && loop->getCond() && !loop->getConditionVariable() &&
                      !loop->getCond()->HasSideEffects(context, /*IncludePossibleEffects=*/false);
  return counts ? std::optional(variables) : std::nullopt;
}

/// Whether an expression reads elements, which the loop may write.
class Reads : public TreeVisitor {
 public:
  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr*) override { return memory(); }
  bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr*) override { return memory(); }
  bool VisitUnaryOperator(clang::UnaryOperator* op) override { return op->getOpcode() != clang::UO_Deref || memory(); }
  bool elements = false;

 private:
  bool memory() { return elements = true; }
};

bool readsElements(const clang::ForStmt* loop) {
  Reads reads;
  for (const clang::Stmt* part : {loop->getInit(), static_cast<const clang::Stmt*>(loop->getCond())})
    reads.TraverseStmt(const_cast<clang::Stmt*>(part));
  return reads.elements;
}

/// The increment moves nothing but variables that the head sets again.
bool movesOnly(const clang::Expr* increment, const std::set<const clang::ValueDecl*>& variables) {
  increment = increment->IgnoreParenImpCasts();
  const clang::Expr* moved = nullptr;
  if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(increment)) {
    if (op->getOpcode() == clang::BO_Comma)
      return movesOnly(op->getLHS(), variables) && movesOnly(op->getRHS(), variables);
    if (op->isAssignmentOp()) moved = op->getLHS();
  } else if (const auto* step = llvm::dyn_cast<clang::UnaryOperator>(increment)) {
    if (step->isIncrementDecrementOp()) moved = step->getSubExpr();
  }
  const auto* variable = moved ? llvm::dyn_cast<clang::DeclRefExpr>(moved->IgnoreParens()) : nullptr;
  return variable && variables.contains(variable->getDecl());
}

/// The loop as written, where all of its own text is in the main file.
const clang::ForStmt* writtenLoop(const WalkInput& input, const clang::SourceManager& manager) {
  const auto* loop = llvm::dyn_cast<clang::ForStmt>(&input.loop);
  const auto* body = loop ? llvm::dyn_cast<clang::CompoundStmt>(loop->getBody()) : nullptr;
  if (!body || input.function.isTemplateInstantiation()) return nullptr;
  const auto written = [&](clang::SourceLocation at) { return at.isFileID() && manager.isWrittenInMainFile(at); };
  const bool all = written(loop->getBeginLoc()) && written(body->getLBracLoc()) && written(body->getRBracLoc()) &&
                   std::all_of(body->body_begin(), body->body_end(), [&](const clang::Stmt* one) {
                     return written(one->getBeginLoc()) && written(one->getEndLoc());
                   });
  return all ? loop : nullptr;
}

/// A directive may leave out some of the text.
bool hasDirectives(llvm::StringRef text) {
  while (!text.empty()) {
    const auto [line, rest] = text.split('\n');
    if (line.ltrim().starts_with("#")) return true;
    text = rest;
  }
  return false;
}

/// The edit between a statement that ends at `end` and the next: behind a comment on the same line.
DistributionPoint placeBehind(std::size_t end, const clang::Stmt* next, const clang::ForStmt* loop,
                              const FilePlaces& places) {
  const llvm::StringRef text = places.text();
  const std::size_t rest = text.find_first_not_of(" \t", end);
  const bool alone = rest != llvm::StringRef::npos && (text[rest] == '\n' || text.substr(rest).starts_with("//"));
  const std::size_t at = alone ? text.find('\n', end) : end;
  const std::size_t begin = places.offset(loop->getBeginLoc());
  const std::size_t line = text.rfind('\n', begin) + 1;  // npos + 1 is the file's start
  const llvm::StringRef indentation =
      text.substr(line, begin - line).take_while([](char c) { return c == ' ' || c == '\t'; });
  const llvm::StringRef head = text.slice(begin, places.offset(loop->getRParenLoc()) + 1);
  const std::string opened = "\n" + indentation.str();
  return {places.point(next->getBeginLoc()), {at, at, opened + "}" + opened + head.str() + " {"}};
}

/// A variable that iterations or statements hand on to each other.
class Varying {
 public:
  explicit Varying(const Walk& walk) : written_(walk.scalarDeclarations.begin(), walk.scalarDeclarations.end()) {}

  /// In front of which statements a split would part two that share one: that is there before, and mentioned behind.
  std::vector<bool> crossed(const std::vector<Contents>& statements) const {
    struct Shared {
      std::size_t first, last;  // statements that have it, and mention it
    };
    std::map<const clang::ValueDecl*, Shared> shared;
    for (std::size_t i = 0; i < statements.size(); ++i) {
      for (const clang::ValueDecl* variable : statements[i].declared) shared.try_emplace(variable, Shared{i, i});
      for (const clang::ValueDecl* variable : statements[i].mentioned) {
        if (written_.contains(variable)) shared.try_emplace(variable, Shared{i, i});
        if (const auto known = shared.find(variable); known != shared.end()) known->second.last = i;
      }
    }
    std::vector<int> changes(statements.size() + 1);  // in how many are shared across, from statement to statement
    for (const auto& [variable, where] : shared) {
      ++changes[where.first + 1];
      --changes[where.last + 1];
    }
    std::vector<bool> crossed;
    int across = 0;
    for (std::size_t i = 0; i < statements.size(); ++i) crossed.push_back((across += changes[i]) > 0);
    return crossed;
  }
  /// Whether `statement` names all that it does to them: a lambda from elsewhere, or a member, may do more.
  bool areNamedIn(const Contents& statement) const {
    return !written_.contains(nullptr) &&
           std::none_of(statement.mentioned.begin(), statement.mentioned.end(), [&](const clang::ValueDecl* variable) {
             return isLambdaType(variable->getType()) && !statement.declared.contains(variable);
           });
  }
  /// Whether the head may be evaluated again behind the first of two loops.
  bool areOutside(const clang::ForStmt* loop, const std::set<const clang::ValueDecl*>& set) const {
    for (const clang::Stmt* part : {loop->getInit(), static_cast<const clang::Stmt*>(loop->getCond()),
                                    static_cast<const clang::Stmt*>(loop->getInc())})
      for (const clang::ValueDecl* variable : contentsOf(part).mentioned)
        if (written_.contains(variable) && !set.contains(variable)) return false;
    return true;
  }

 private:
  std::set<const clang::ValueDecl*> written_;
};

}  // namespace

DistributionPoints distributionPoints(const Walk& walk, const WalkInput& input) {
  const FilePlaces& places = input.places;
  const clang::ForStmt* loop = writtenLoop(input, input.context.getSourceManager());
  if (!loop || !walk.model.effects.empty() || !walk.model.leaves.empty()) return {};
  const auto* body = llvm::cast<clang::CompoundStmt>(loop->getBody());
  const auto variables = body->size() < 2 ? std::nullopt : headVariables(loop, input.context);
  const Varying varying(walk);
  if (!variables || !movesOnly(loop->getInc(), *variables) || !varying.areOutside(loop, *variables)) return {};
  const auto begin = places.offset(loop->getBeginLoc());
  if (readsElements(loop) || hasDirectives(places.text().slice(begin, places.endOf(loop)))) return {};
  // A pragma speaks of this one loop.
  if (places.beginOfStatement(begin) != begin) return {};
  // Two in its place then run just as often.
  const clang::Stmt* around = input.texts.of(&input.function).parents().getParent(loop);
  if (!llvm::isa_and_nonnull<clang::CompoundStmt>(around)) return {};

  std::vector<Contents> statements;
  for (const clang::Stmt* one : body->body()) statements.push_back(contentsOf(one));
  const auto stays = [&](const Contents& one) { return !one.jumps && !one.names && varying.areNamedIn(one); };
  if (!std::all_of(statements.begin(), statements.end(), stays)) return {};

  DistributionPoints splits{places.point(body->getLBracLoc()), places.point(body->getRBracLoc()), {}};
  const std::vector<bool> crossed = varying.crossed(statements);
  for (std::size_t i = 1; i < statements.size(); ++i) {
    if (crossed[i]) continue;
    const std::size_t end = places.endOf(body->body_begin()[i - 1]);
    splits.places.push_back(placeBehind(end, body->body_begin()[i], loop, places));
  }
  return splits;
}

}  // namespace clustrix::compiler
