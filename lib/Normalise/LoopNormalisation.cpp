#include "Normalise/LoopNormalisation.h"

#include "Normalise/AlgorithmCalls.h"
#include "Normalise/NormalisedLoop.h"
#include "Syntax/TreeVisitor.h"

#include "clang/AST/ParentMap.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// Writes a restated loop as changes of the text.
class Writer {
 public:
  Writer(clang::ASTContext& context, const NormalisedLoop& loop)
      : context_(context), manager_(context.getSourceManager()), read_(context), loop_(loop) {}

  /// Nothing where a part of it stands in a macro or holds a comment that would be lost.
  std::optional<std::vector<TextChange>> changes() {
    const bool done = (loop_.testedLast ? changeToDo() : changeHead()) && changeBody();
    return done ? std::optional(changes_) : std::nullopt;
  }

 private:
  std::optional<std::size_t> at(clang::SourceLocation location) const {
    if (!location.isValid() || !location.isFileID() || !manager_.isWrittenInMainFile(location)) return std::nullopt;
    return manager_.getFileOffset(location);
  }
  clang::SourceLocation behind(clang::SourceLocation location) const {
    return location.isFileID() ? clang::Lexer::getLocForEndOfToken(location, 0, manager_, context_.getLangOpts())
                               : clang::SourceLocation();
  }
  clang::SourceLocation semicolonBehind(clang::SourceLocation location) const {
    const auto token = clang::Lexer::findNextToken(location, manager_, context_.getLangOpts());
    return token && token->is(clang::tok::semi) ? token->getLocation() : clang::SourceLocation();
  }

  /// [begin, end) becomes `replacement` and as many line ends as it had.
  bool change(clang::SourceLocation begin, clang::SourceLocation end, std::string replacement) {
    const auto from = at(begin), to = at(end);
    if (!from || !to || *to < *from) return false;
    const llvm::StringRef text = manager_.getBufferData(manager_.getMainFileID()).substr(*from, *to - *from);
    if (text.contains("//") || text.contains("/*") || text.contains('#')) return false;
    replacement += std::string(static_cast<std::size_t>(text.count('\n')), '\n');
    changes_.push_back({*from, *to, std::move(replacement), false, {}});
    return true;
  }
  bool insert(clang::SourceLocation before, const std::string& text) { return change(before, before, text); }

  /// `!(i >= n)`
  std::optional<std::string> testText() const {
    const auto text = read_.text(loop_.test);
    return text ? std::optional("!(" + *text + ")") : std::nullopt;
  }
  std::optional<std::string> stepsText() const {
    std::string all;
    for (const clang::Expr* step : loop_.steps) {
      const auto text = read_.text(step);
      if (!text) return std::nullopt;
      all += (all.empty() ? "" : ", ") + *text;
    }
    return all;
  }

  bool changeHead() {
    const auto steps = stepsText();
    const auto test = loop_.test ? testText() : std::optional<std::string>("");
    if (!steps || !test) return false;
    if (const auto* while_ = llvm::dyn_cast<clang::WhileStmt>(loop_.statement)) {
      const clang::SourceRange old = while_->getCond()->getSourceRange();
      if (loop_.test && !change(old.getBegin(), behind(old.getEnd()), *test)) return false;
      return steps->empty() || (change(while_->getWhileLoc(), behind(while_->getLParenLoc()), "for (; ") &&
                                insert(while_->getRParenLoc(), "; " + *steps));
    }
    const auto* for_ = llvm::dyn_cast<clang::ForStmt>(loop_.statement);
    if (!for_) return true;  // `do`: its steps stay in the body
    const clang::Stmt* init = for_->getInit();
    clang::SourceLocation first = init ? init->getEndLoc() : for_->getLParenLoc();
    if (!llvm::isa_and_nonnull<clang::DeclStmt>(init)) first = semicolonBehind(first);
    if (loop_.test && !insert(behind(first), " " + *test)) return false;
    if (steps->empty()) return true;
    return for_->getInc() ? insert(for_->getInc()->getBeginLoc(), *steps + ", ")
                          : insert(for_->getRParenLoc(), " " + *steps);
  }

  bool changeToDo() {
    const auto test = testText();
    const auto* while_ = llvm::dyn_cast<clang::WhileStmt>(loop_.statement);
    const auto* for_ = llvm::dyn_cast<clang::ForStmt>(loop_.statement);
    const clang::SourceLocation end = while_ ? while_->getRParenLoc() : for_->getRParenLoc();
    const clang::SourceLocation brace = loop_.body->getEndLoc();
    return test && change(loop_.statement->getBeginLoc(), behind(end), "do") &&
           change(brace, behind(brace), "} while (" + *test + ");");
  }

  bool changeBody() {
    for (const clang::Stmt* statement : loop_.dropped) {
      const bool block = llvm::isa<clang::IfStmt>(statement) &&
                         llvm::isa<clang::CompoundStmt>(llvm::cast<clang::IfStmt>(statement)->getThen());
      const clang::SourceLocation end = block ? statement->getEndLoc() : semicolonBehind(statement->getEndLoc());
      if (!end.isValid() || !change(statement->getBeginLoc(), behind(end), "")) return false;
    }
    for (const auto& [range, text] : loop_.replaced)
      if (!change(range.getBegin(), behind(range.getEnd()), text)) return false;
    for (const clang::Expr* step : loop_.lastSteps) {
      const auto text = read_.text(step);
      if (!text || !insert(loop_.body->getEndLoc(), *text + "; ")) return false;
    }
    return true;
  }

  clang::ASTContext& context_;
  const clang::SourceManager& manager_;
  ArgumentReader read_;
  const NormalisedLoop& loop_;
  std::vector<TextChange> changes_;
};

class LoopFinder : public TreeVisitor {
 public:
  LoopFinder(clang::ASTContext& context, const clang::FunctionDecl* function, std::vector<TextChange>& changes)
      : context_(context), function_(function), changes_(changes) {}
  bool VisitForStmt(clang::ForStmt* loop) override { return visit(loop); }
  bool VisitWhileStmt(clang::WhileStmt* loop) override { return visit(loop); }
  bool VisitDoStmt(clang::DoStmt* loop) override { return visit(loop); }

 private:
  bool visit(const clang::Stmt* loop) {
    const auto restated = restated_(loop);
    const auto found = restated ? Writer(context_, *restated).changes() : std::nullopt;
    if (found && std::none_of(found->begin(), found->end(), [this](const TextChange& one) { return touches(one); }))
      changes_.insert(changes_.end(), found->begin(), found->end());
    return true;
  }
  std::optional<NormalisedLoop> restated_(const clang::Stmt* loop) const {
    return normalisedLoop(context_, *function_->getBody(), loop);
  }
  bool touches(const TextChange& change) const {
    return std::any_of(changes_.begin(), changes_.end(),
                       [&](const TextChange& other) { return overlap(change, other) || change.begin == other.begin; });
  }

  clang::ASTContext& context_;
  const clang::FunctionDecl* function_;
  std::vector<TextChange>& changes_;
};

}  // namespace

void normaliseLoops(clang::ASTContext& context, const clang::FunctionDecl* function, std::vector<TextChange>& changes) {
  LoopFinder(context, function, changes).TraverseStmt(function->getBody());
}

}  // namespace clustrix::compiler
