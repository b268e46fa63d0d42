#include "Normalise/Cursors.h"

#include "Library/LibraryTypes.h"
#include "Normalise/AlgorithmCalls.h"
#include "Normalise/TextPlaces.h"
#include "Syntax/ControlFlow.h"
#include "Syntax/LoopParts.h"
#include "Syntax/Mentions.h"
#include "Syntax/Nesting.h"
#include "Syntax/TreeVisitor.h"

#include "clang/AST/ParentMap.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>
#include <functional>

namespace clustrix::compiler {

namespace {

bool canBeCursor(const clang::VarDecl* variable) {
  const clang::QualType type = variable->getType();
  if (!variable->hasLocalStorage() || type.isVolatileQualified() || type.isConstQualified()) return false;
  if (isIteratorType(type)) return !type->isReferenceType();
  return type->isPointerType() && type->getPointeeType()->isObjectType() && !type->getPointeeType()->isIncompleteType();
}

/// The changes that make a counter of one cursor of a loop.
class CursorWriter {
 public:
  CursorWriter(const clang::ASTContext& context, const clang::ParentMap& parents, const clang::VarDecl* cursor,
               std::string counter)
      : context_(context),
        manager_(context.getSourceManager()),
        parents_(parents),
        cursor_(cursor),
        counter_(std::move(counter)) {}

  /// False where the cursor is used for more than its element and its place.
  bool write(const clang::Stmt* body) {
    const Mentions all = mentionsIn(body);
    if (all.hidden) return false;
    return std::all_of(all.references.begin(), all.references.end(),
                       [&](const clang::DeclRefExpr* name) { return name->getDecl() != cursor_ || writeUse(name); });
  }
  std::vector<TextChange> changes;
  std::vector<const clang::Expr*> steps;

 private:
  const clang::Stmt* around(const clang::Stmt* statement) const {
    for (;;) {
      statement = parents_.getParent(statement);
      const auto* cast = llvm::dyn_cast_or_null<clang::ImplicitCastExpr>(statement);
      const bool keeps = cast && cast->getCastKind() == clang::CK_NoOp;
      if (!keeps &&
          !llvm::isa_and_nonnull<clang::ParenExpr, clang::MaterializeTemporaryExpr, clang::ExprWithCleanups>(statement))
        return statement;
    }
  }
  bool change(clang::SourceLocation begin, clang::SourceLocation end, const std::string& text) {
    if (!begin.isValid() || !begin.isFileID() || !end.isValid() || !end.isFileID() ||
        !manager_.isWrittenInMainFile(begin) || !manager_.isWrittenInMainFile(end))
      return false;
    const std::size_t from = manager_.getFileOffset(begin), to = manager_.getFileOffset(end);
    const llvm::StringRef old = manager_.getBufferData(manager_.getMainFileID()).substr(from, to - from);
    if (to < from || old.contains('\n') || old.contains("/*")) return false;
    changes.push_back({from, to, text, false, {}});
    return true;
  }
  bool replace(const clang::Expr* expression, const std::string& text) {
    const clang::SourceLocation end = expression->getEndLoc();
    return change(expression->getBeginLoc(), behind(end), text);
  }
  clang::SourceLocation behind(clang::SourceLocation at) const {
    return at.isFileID() ? clang::Lexer::getLocForEndOfToken(at, 0, manager_, context_.getLangOpts()) : at;
  }
  std::string element(const std::string& index) const { return cursor_->getNameAsString() + "[" + index + "]"; }

  bool writeUse(const clang::DeclRefExpr* name) {
    const clang::Stmt* user = around(name);
    if (const auto* unary = llvm::dyn_cast_or_null<clang::UnaryOperator>(user);
        unary && unary->isIncrementDecrementOp())
      return writeStep(unary, unary->isIncrementOp(), unary->isPostfix());
    if (const auto* op = llvm::dyn_cast_or_null<clang::CompoundAssignOperator>(user))
      return writeMove(op, op->getLHS(),
                       op->getOpcode() == clang::BO_AddAssign || op->getOpcode() == clang::BO_SubAssign, name);
    if (const auto* call = llvm::dyn_cast_or_null<clang::CXXOperatorCallExpr>(user)) {
      if (call->getArg(0)->IgnoreParenImpCasts() != name) return writeValue(name);
      switch (call->getOperator()) {
        case clang::OO_PlusPlus:
        case clang::OO_MinusMinus:
          return writeStep(call, call->getOperator() == clang::OO_PlusPlus, call->getNumArgs() == 2);
        case clang::OO_PlusEqual:
        case clang::OO_MinusEqual:
          return writeMove(call, call->getArg(0), true, name);
        case clang::OO_Star:
          return replace(call, element(counter_));
        case clang::OO_Arrow:
          return writeArrow(name, around(call));
        case clang::OO_Subscript:
          return writeSubscript(name, call->getArg(1), call->getRParenLoc());
        case clang::OO_Equal:
          return false;
        default:
          return writeValue(name);
      }
    }
    const auto* load = llvm::dyn_cast_or_null<clang::ImplicitCastExpr>(user);
    if (!load || load->getCastKind() != clang::CK_LValueToRValue) return false;
    const clang::Stmt* reader = around(load);
    if (const auto* star = llvm::dyn_cast_or_null<clang::UnaryOperator>(reader);
        star && star->getOpcode() == clang::UO_Deref)
      return replace(star, element(counter_));
    if (const auto* subscript = llvm::dyn_cast_or_null<clang::ArraySubscriptExpr>(reader);
        subscript && subscript->getLHS()->IgnoreParenImpCasts() == name)
      return writeSubscript(name, subscript->getIdx(), subscript->getRBracketLoc());
    if (const auto* member = llvm::dyn_cast_or_null<clang::MemberExpr>(reader); member && member->isArrow())
      return writeArrow(name, member);
    return writeValue(name);
  }

  bool writeValue(const clang::DeclRefExpr* name) {
    return replace(name, "(" + cursor_->getNameAsString() + " + " + counter_ + ")");
  }
  bool writeArrow(const clang::DeclRefExpr* name, const clang::Stmt* reader) {
    const auto* member = llvm::dyn_cast_or_null<clang::MemberExpr>(reader);
    return member && llvm::isa<clang::FieldDecl>(member->getMemberDecl()) &&
           change(name->getBeginLoc(), member->getMemberLoc(), element(counter_) + ".");
  }
  bool writeSubscript(const clang::DeclRefExpr* name, const clang::Expr* index, clang::SourceLocation bracket) {
    const bool literal = llvm::isa<clang::IntegerLiteral>(index->IgnoreParenImpCasts());
    return change(name->getBeginLoc(), index->getBeginLoc(),
                  cursor_->getNameAsString() + "[" + counter_ + " + " + (literal ? "" : "static_cast<long long>(")) &&
           (literal || change(bracket, bracket, ")"));
  }
  /// `p += 2;`
  bool writeMove(const clang::Expr* move, const clang::Expr* target, bool adds, const clang::DeclRefExpr* name) {
    steps.push_back(move);
    const clang::Stmt* user = around(move);
    return adds && target->IgnoreParenImpCasts() == name &&
           llvm::isa_and_nonnull<clang::CompoundStmt, clang::IfStmt>(user) && replace(name, counter_);
  }
  /// `p++;` and `*p++`
  bool writeStep(const clang::Expr* step, bool up, bool postfix) {
    steps.push_back(step);
    const std::string operation = up ? "++" : "--";
    const std::string text = postfix ? counter_ + operation : operation + counter_;
    const clang::Stmt* user = around(step);
    if (const auto* load = llvm::dyn_cast_or_null<clang::ImplicitCastExpr>(user);
        load && load->getCastKind() == clang::CK_LValueToRValue)
      user = around(load);
    const auto* star = llvm::dyn_cast_or_null<clang::UnaryOperator>(user);
    const auto* call = llvm::dyn_cast_or_null<clang::CXXOperatorCallExpr>(user);
    if (star && star->getOpcode() == clang::UO_Deref) return replace(star, element(text));
    if (call && call->getOperator() == clang::OO_Star && call->getNumArgs() == 1) return replace(call, element(text));
    return llvm::isa_and_nonnull<clang::CompoundStmt, clang::IfStmt>(user) && replace(step, text);
  }

  const clang::ASTContext& context_;
  const clang::SourceManager& manager_;
  const clang::ParentMap& parents_;
  const clang::VarDecl* cursor_;
  std::string counter_;
};

class CursorFinder : public TreeVisitor {
 public:
  CursorFinder(clang::ASTContext& context, const clang::FunctionDecl* function, std::vector<TextChange>& changes)
      : context_(context),
        places_(context),
        function_(*function->getBody()),
        parents_(const_cast<clang::Stmt*>(function->getBody())),
        changes_(changes) {}
  bool VisitForStmt(clang::ForStmt* loop) override { return visit(loop); }
  bool VisitWhileStmt(clang::WhileStmt* loop) override { return visit(loop); }
  bool VisitDoStmt(clang::DoStmt* loop) override { return visit(loop); }
  bool VisitCXXForRangeStmt(clang::CXXForRangeStmt* loop) override { return visit(loop); }

 private:
  bool visit(const clang::Stmt* loop) {
    const clang::Stmt* body = bodyOf(loop);
    if (mayBeLeft(loop) || !llvm::isa_and_nonnull<clang::CompoundStmt>(parents_.getParent(loop))) return true;
    std::vector<const clang::VarDecl*> cursors;
    std::set<const clang::ValueDecl*> stepped;
    collectStepped(body, stepped);
    if (stepped.empty()) return true;
    const Mentions all = mentionsIn(loop);
    for (const clang::DeclRefExpr* name : all.references) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
      const bool candidate = variable && stepped.contains(variable) && canBeCursor(variable) &&
                             !done_.contains(variable) &&
                             std::find(all.declared.begin(), all.declared.end(), variable) == all.declared.end() &&
                             std::find(cursors.begin(), cursors.end(), variable) == cursors.end();
      if (candidate && mentionedOnlyIn(body, all, variable) && isAddressNotTaken(function_, variable))
        cursors.push_back(variable);
    }
    if (!all.hidden && !cursors.empty()) change(loop, body, cursors);
    return true;
  }

  static void collectStepped(const clang::Stmt* statement, std::set<const clang::ValueDecl*>& into) {
    if (!statement) return;
    const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(statement);
    const auto* op = llvm::dyn_cast<clang::CompoundAssignOperator>(statement);
    const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(statement);
    const clang::Expr* target = unary && unary->isIncrementDecrementOp() ? unary->getSubExpr()
                                : op                                     ? op->getLHS()
                                : call && call->getNumArgs() > 0         ? call->getArg(0)
                                                                         : nullptr;
    const auto* name = target ? llvm::dyn_cast<clang::DeclRefExpr>(target->IgnoreParenImpCasts()) : nullptr;
    if (name) into.insert(name->getDecl());
    for (const clang::Stmt* child : statement->children()) collectStepped(child, into);
  }
  /// Not in the loop's head.
  static bool mentionedOnlyIn(const clang::Stmt* body, const Mentions& all, const clang::VarDecl* variable) {
    const auto count = [&](const Mentions& mentions) {
      return std::count_if(mentions.references.begin(), mentions.references.end(),
                           [&](const clang::DeclRefExpr* name) { return name->getDecl() == variable; });
    };
    return count(all) == count(mentionsIn(body));
  }

  /// Whether some iterations may leave the step out. What all of them take is known without counting.
  bool isConditional(const clang::Stmt* step, const clang::Stmt* loop) const {
    for (const clang::Stmt* at = step; at && at != loop; at = parents_.getParent(at)) {
      const clang::Stmt* parent = parents_.getParent(at);
      if (llvm::isa_and_nonnull<clang::IfStmt, clang::SwitchStmt, clang::AbstractConditionalOperator>(parent))
        return true;
      const auto* op = llvm::dyn_cast_or_null<clang::BinaryOperator>(parent);
      if ((op && op->isLogicalOp()) || (isLoop(at) && leavesEarly(bodyOf(at)))) return true;
    }
    return leavesEarly(bodyOf(loop));
  }

  void change(const clang::Stmt* loop, const clang::Stmt* body, const std::vector<const clang::VarDecl*>& cursors) {
    std::vector<TextChange> found;
    std::string before, behind;
    std::vector<AddedVariable> added;
    std::vector<const clang::VarDecl*> counted;
    for (const clang::VarDecl* cursor : cursors) {
      const std::string name = cursor->getNameAsString(), counter = places_.fresh(name + "_moved");
      CursorWriter writer(context_, parents_, cursor, counter);
      const bool written =
          writer.write(body) && std::any_of(writer.steps.begin(), writer.steps.end(), [&](const auto* one) {
            return isIteratorType(cursor->getType()) || isConditional(one, loop);
          });
      if (!written) continue;
      found.insert(found.end(), writer.changes.begin(), writer.changes.end());
      before += "decltype(" + name + " - " + name + ") " + counter + " = 0; ";
      behind += " " + name + " += " + counter + ";";
      added.push_back({counter, 0, "std::ptrdiff_t " + counter + " = 0;", name + " += " + counter + ";", name});
      counted.push_back(cursor);
    }
    const auto begin = places_.at(loop->getBeginLoc()), end = places_.behindLoop(loop);
    if (counted.empty() || !begin || !end) return;
    for (AddedVariable& one : added) one.end = *end;
    found.push_back({*begin, *begin, "{ " + before, false, {}});
    found.back().added = added;
    found.push_back({*end, *end, behind + " }", false, {}});
    const auto meets = [](const TextChange& one, const TextChange& other) {
      return &other != &one && (overlap(one, other) || one.begin == other.begin);
    };
    for (const TextChange& one : found)
      for (const auto& others : {std::cref(changes_), std::cref(found)})
        for (const TextChange& other : others.get())
          if (meets(one, other)) return;
    changes_.insert(changes_.end(), found.begin(), found.end());
    done_.insert(counted.begin(), counted.end());
  }
  clang::ASTContext& context_;
  const TextPlaces places_;
  const clang::Stmt& function_;
  clang::ParentMap parents_;
  std::vector<TextChange>& changes_;
  std::set<const clang::VarDecl*> done_;
};

}  // namespace

void countCursors(clang::ASTContext& context, const clang::FunctionDecl* function, std::vector<TextChange>& changes) {
  CursorFinder(context, function, changes).TraverseStmt(function->getBody());
}

}  // namespace clustrix::compiler
