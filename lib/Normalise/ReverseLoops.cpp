// Loops over reverse iterators, as loops that count: in the text that the frontend models, and nowhere else.
//
//     for (auto it = v.rbegin(); it != v.rend(); ++it) *it = 2 * *it;
//     for (std::ptrdiff_t it = 0; it < SIZE; ++it) v[SIZE - 1 - (it)] = 2 * v[SIZE - 1 - (it)];
#include "Normalise/ReverseLoops.h"

#include "Normalise/AlgorithmCalls.h"
#include "Syntax/InitialValue.h"
#include "Syntax/TreeVisitor.h"

#include "clang/AST/ParentMap.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>
#include <utility>

namespace clustrix::compiler {

namespace {

/// What a text names, by itself or as a member of the object at hand, and what it declares.
class Names : public TreeVisitor {
 public:
  bool VisitDeclRefExpr(clang::DeclRefExpr* reference) override {
    references.push_back(reference);
    uses.emplace_back(reference, reference->getDecl());
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr* member) override {
    if (!llvm::isa<clang::CXXMethodDecl>(member->getMemberDecl())) uses.emplace_back(member, member->getMemberDecl());
    return true;
  }
  bool VisitVarDecl(clang::VarDecl* variable) override {
    declared.push_back(variable->getName());
    return true;
  }
  std::vector<const clang::DeclRefExpr*> references;
  std::vector<std::pair<const clang::Expr*, const clang::ValueDecl*>> uses;  // of variables and members
  std::vector<llvm::StringRef> declared;
};

Names namesIn(const clang::Stmt* statement) {
  Names names;
  names.TraverseStmt(const_cast<clang::Stmt*>(statement));
  return names;
}

/// A loop over a reverse iterator: the variable, and where it begins and ends.
struct Walk {
  const clang::VarDecl* iterator = nullptr;
  const clang::Expr *first = nullptr, *last = nullptr;
};

std::optional<Walk> walkOf(const clang::ForStmt* loop) {
  const auto* init = llvm::dyn_cast_or_null<clang::DeclStmt>(loop->getInit());
  if (!init || !loop->getCond() || !loop->getInc() || !loop->getBody() || loop->getConditionVariable())
    return std::nullopt;
  std::vector<const clang::VarDecl*> variables;
  for (const clang::Decl* one : init->decls()) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(one);
    if (!variable || !initialValueOf(*variable) || !isReverseIterator(variable->getType()) ||
        variable->getType()->isReferenceType())
      return std::nullopt;
    variables.push_back(variable);
  }
  if (variables.empty() || variables.size() > 2) return std::nullopt;
  const auto* test = llvm::dyn_cast<clang::CXXOperatorCallExpr>(spelled(loop->getCond()));
  const auto* rewritten = llvm::dyn_cast<clang::CXXRewrittenBinaryOperator>(spelled(loop->getCond()));
  const clang::Expr *left = nullptr, *right = nullptr;
  if (rewritten && rewritten->getOpcode() == clang::BO_NE) {
    left = rewritten->getLHS();
    right = rewritten->getRHS();
  } else if (test && test->getOperator() == clang::OO_ExclaimEqual && test->getNumArgs() == 2) {
    left = test->getArg(0);
    right = test->getArg(1);
  }
  const auto* step = llvm::dyn_cast<clang::CXXOperatorCallExpr>(spelled(loop->getInc()));
  if (!left || namedVariable(left) != variables[0] || !step || step->getOperator() != clang::OO_PlusPlus ||
      namedVariable(step->getArg(0)) != variables[0])
    return std::nullopt;
  if (variables.size() == 2) {
    if (namedVariable(right) != variables[1]) return std::nullopt;
    right = initialValueOf(*variables[1]);
  }
  return Walk{variables[0], initialValueOf(*variables[0]), right};
}

class Rewriter {
 public:
  Rewriter(clang::ASTContext& context, const clang::ForStmt* loop, const Walk& walk, const Sequence& sequence)
      : context_(context),
        manager_(context.getSourceManager()),
        read_(context),
        loop_(loop),
        walk_(walk),
        sequence_(sequence),
        parents_(const_cast<clang::ForStmt*>(loop)) {}

  /// The changes of the loop's text; nothing where the iterator is used for more than its element.
  std::optional<std::vector<TextChange>> changes() {
    const Names inBody = namesIn(loop_->getBody());
    if (!keepsNames(inBody) || !changeHead()) return std::nullopt;
    for (const clang::DeclRefExpr* reference : inBody.references)
      if (reference->getDecl() == walk_.iterator && !changeUse(reference)) return std::nullopt;
    return changes_;
  }

 private:
  /// The element is named by what stood in the head: it must mean the same in the body, in every iteration.
  bool keepsNames(const Names& inBody) const {
    Names inHead = namesIn(walk_.first);
    const Names last = namesIn(walk_.last);
    inHead.uses.insert(inHead.uses.end(), last.uses.begin(), last.uses.end());
    return std::all_of(inHead.uses.begin(), inHead.uses.end(), [&](const auto& named) {
      const clang::ValueDecl* variable = named.second;
      if (!llvm::isa<clang::VarDecl, clang::FieldDecl>(variable)) return true;
      if (std::find(inBody.declared.begin(), inBody.declared.end(), variable->getName()) != inBody.declared.end())
        return false;
      return !variable->getType().getNonReferenceType()->isScalarType() ||
             std::all_of(inBody.uses.begin(), inBody.uses.end(), [&](const auto& use) {
               if (use.second != variable) return true;
               const auto* cast = llvm::dyn_cast_or_null<clang::ImplicitCastExpr>(parents_.getParent(use.first));
               return cast && cast->getCastKind() == clang::CK_LValueToRValue;
             });
    });
  }

  bool change(clang::SourceLocation begin, clang::SourceLocation end, const std::string& replacement) {
    if (!begin.isFileID() || !end.isFileID() || !manager_.isInMainFile(begin)) return false;
    const std::size_t from = manager_.getFileOffset(begin), to = manager_.getFileOffset(end);
    const llvm::StringRef all = manager_.getBufferData(manager_.getMainFileID());
    if (to <= from || all.substr(from, to - from).contains('\n')) return false;
    changes_.push_back({from, to, replacement, false, {}});
    return true;
  }
  clang::SourceLocation behind(clang::SourceLocation at) const {
    return at.isFileID() ? clang::Lexer::getLocForEndOfToken(at, 0, manager_, context_.getLangOpts()) : at;
  }

  bool changeHead() {
    const std::string name = walk_.iterator->getNameAsString();
    const clang::SourceRange first = spelled(walk_.first)->getSourceRange();
    const auto written = read_.verbatim(first);
    if (!written || !change(loop_->getInit()->getBeginLoc(), behind(loop_->getInc()->getEndLoc()),
                            "std::ptrdiff_t " + name + " = 0; " + name + " < " + sequence_.count + "; ++" + name))
      return false;
    const std::size_t begin = manager_.getFileOffset(first.getBegin());
    changes_.back().restart = Restart{begin, begin + written->size(), "(" + *written + ") + ", "", true};
    return true;
  }

  const clang::CXXOperatorCallExpr* operatorAround(const clang::Expr* expression) const {
    const clang::Stmt* parent = parents_.getParent(expression);
    while (llvm::isa_and_nonnull<clang::ImplicitCastExpr, clang::ParenExpr, clang::MaterializeTemporaryExpr,
                                 clang::CXXConstructExpr>(parent))
      parent = parents_.getParent(parent);
    return llvm::dyn_cast_or_null<clang::CXXOperatorCallExpr>(parent);
  }

  bool changeUse(const clang::DeclRefExpr* reference) {
    const std::string name = walk_.iterator->getNameAsString();
    const auto* around = operatorAround(reference);
    if (!around || namedVariable(around->getArg(0)) != walk_.iterator) return false;
    switch (around->getOperator()) {
      case clang::OO_Star:
        return around->getNumArgs() == 1 &&
               change(around->getBeginLoc(), behind(around->getEndLoc()), sequence_.element(name));
      case clang::OO_Arrow: {
        const auto* member = llvm::dyn_cast_or_null<clang::MemberExpr>(parents_.getParent(around));
        return member && change(around->getBeginLoc(), member->getMemberLoc(), sequence_.element(name) + ".");
      }
      case clang::OO_Subscript: {
        const auto index = read_.value(around->getArg(1));
        return index &&
               change(around->getBeginLoc(), behind(around->getEndLoc()), sequence_.element(name + " + " + *index));
      }
      case clang::OO_Minus:
        return changeDistance(around);
      default:
        return false;
    }
  }

  /// `it - v.rbegin()`
  bool changeDistance(const clang::CXXOperatorCallExpr* difference) {
    const std::string name = walk_.iterator->getNameAsString();
    const clang::Expr* from = difference->getArg(1);
    const auto skipped = read_.between(from, walk_.first);
    if (!skipped || !skipped->backwards) return false;
    const bool same = read_.text(from) == sequence_.first;
    return change(difference->getBeginLoc(), behind(difference->getEndLoc()),
                  same ? "(" + name + ")" : "(" + name + " + (" + skipped->count + "))");
  }

  clang::ASTContext& context_;
  const clang::SourceManager& manager_;
  ArgumentReader read_;
  const clang::ForStmt* loop_;
  const Walk& walk_;
  const Sequence& sequence_;
  clang::ParentMap parents_;
  std::vector<TextChange> changes_;
};

class ReverseFinder : public TreeVisitor {
 public:
  ReverseFinder(clang::ASTContext& context, std::vector<TextChange>& changes) : context_(context), changes_(changes) {}
  bool VisitForStmt(clang::ForStmt* loop) override {
    const auto walk = walkOf(loop);
    const auto sequence = walk ? ArgumentReader(context_).between(walk->first, walk->last) : std::nullopt;
    if (!sequence || !sequence->backwards) return true;
    const auto found = Rewriter(context_, loop, *walk, *sequence).changes();
    if (found && std::none_of(found->begin(), found->end(), [this](const TextChange& one) { return overlaps(one); }))
      changes_.insert(changes_.end(), found->begin(), found->end());
    return true;
  }

 private:
  bool overlaps(const TextChange& change) const {
    return std::any_of(changes_.begin(), changes_.end(),
                       [&](const TextChange& other) { return overlap(change, other); });
  }

  clang::ASTContext& context_;
  std::vector<TextChange>& changes_;
};

}  // namespace

void countReverseLoops(clang::ASTContext& context, const clang::FunctionDecl* function,
                       std::vector<TextChange>& changes) {
  ReverseFinder(context, changes).TraverseStmt(function->getBody());
}

}  // namespace clustrix::compiler
