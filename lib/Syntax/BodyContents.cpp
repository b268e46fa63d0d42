#include "Syntax/BodyContents.h"

#include "Library/LibraryTypes.h"
#include "Library/Standard.h"
#include "Syntax/Types.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

constexpr BodyContents anything{true, true, true, true, true, true, true};

bool isOneExpression(const clang::Stmt* body) {
  const auto* block = llvm::dyn_cast<clang::CompoundStmt>(body);
  return block ? block->size() == 1 && isOneExpression(block->body_front()) : llvm::isa<clang::Expr>(body);
}

class Look {
 public:
  BodyContents found;

  void at(const clang::Stmt* statement) {
    if (!statement) return;
    if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(statement)) {
      found.unusualLoops = found.unusualLoops || !loop->getCond() || !loop->getInc();
      found.lonelyStores = found.lonelyStores || isOneExpression(loop->getBody());
      atHead(loop->getInc());
      at(loop->getInit());
      at(loop->getConditionVariableDeclStmt());
      at(loop->getCond());
      return at(loop->getBody());
    }
    atOne(statement);
    for (const clang::Stmt* child : statement->children()) at(child);
  }

 private:
  /// `++i` is what the head of a counted loop does.
  void atHead(const clang::Expr* step) {
    const bool unusual = found.unusualLoops;
    at(step);
    const auto* plain = llvm::dyn_cast_or_null<clang::UnaryOperator>(step);
    if (plain && plain->isIncrementDecrementOp()) found.unusualLoops = unusual;
  }

  void atOne(const clang::Stmt* statement) {
    switch (statement->getStmtClass()) {
      case clang::Stmt::WhileStmtClass:
      case clang::Stmt::DoStmtClass:
        found.unusualLoops = true;
        break;
      case clang::Stmt::CXXForRangeStmtClass:
        found.rangeLoops = true;
        break;
      case clang::Stmt::LambdaExprClass:
        found = anything;
        break;
      case clang::Stmt::DeclStmtClass:
        for (const clang::Decl* one : llvm::cast<clang::DeclStmt>(statement)->decls()) declared(one);
        break;
      case clang::Stmt::UnaryOperatorClass:
        if (llvm::cast<clang::UnaryOperator>(statement)->isIncrementDecrementOp())
          changed(llvm::cast<clang::UnaryOperator>(statement)->getSubExpr());
        break;
      case clang::Stmt::CompoundAssignOperatorClass:
        changed(llvm::cast<clang::BinaryOperator>(statement)->getLHS());
        break;
      default:
        if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement)) called(*call);
    }
  }
  void changed(const clang::Expr* what) {
    const clang::QualType type = what->getType();
    found.unusualLoops = found.unusualLoops || type->isIntegerType() || type->isPointerType();
    found.movedPointers = found.movedPointers || type->isPointerType();
  }
  void called(const clang::CallExpr& call) {
    found.calls = true;
    if (!llvm::isa<clang::CXXOperatorCallExpr>(call) || !isIteratorType(call.getArg(0)->getType())) return;
    found.unusualLoops = found.movedPointers = true;
  }
  void declared(const clang::Decl* one) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(one);
    if (!variable) {
      if (!llvm::isa<clang::TypedefNameDecl>(one)) found = anything;  // a class may have bodies of its own
      return;
    }
    const clang::QualType type = variable->getType();
    found.vectors = found.vectors || isApart(type);
    found.aliases =
        found.aliases || type->isReferenceType() || type->isPointerType() || isIteratorType(type) || isSpanType(type);
  }
};

bool isPlainVariable(const clang::Decl* declaration) {
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
  return variable && !variable->isConstexpr() && isSpelledPlainly(variable->getType()) &&
         variable->getLocation().isFileID();
}

bool isPlainName(const clang::DeclRefExpr* name) {
  return llvm::isa<clang::VarDecl>(name->getDecl()) && !name->hasQualifier() && name->getLocation().isFileID() &&
         !name->getDecl()->getType().getNonReferenceType()->isArrayType();
}

bool isPlainOne(const clang::Stmt* one) {
  switch (one->getStmtClass()) {
    case clang::Stmt::CompoundStmtClass:
    case clang::Stmt::ForStmtClass:
    case clang::Stmt::WhileStmtClass:
    case clang::Stmt::IfStmtClass:
    case clang::Stmt::BreakStmtClass:
    case clang::Stmt::ContinueStmtClass:
    case clang::Stmt::ParenExprClass:
    case clang::Stmt::ImplicitCastExprClass:
    case clang::Stmt::UnaryOperatorClass:
    case clang::Stmt::BinaryOperatorClass:
    case clang::Stmt::CompoundAssignOperatorClass:
    case clang::Stmt::ConditionalOperatorClass:
    case clang::Stmt::ArraySubscriptExprClass:
    case clang::Stmt::IntegerLiteralClass:
    case clang::Stmt::FloatingLiteralClass:
      return true;
    case clang::Stmt::DeclRefExprClass:
      return isPlainName(llvm::cast<clang::DeclRefExpr>(one));
    case clang::Stmt::DeclStmtClass: {
      const auto all = llvm::cast<clang::DeclStmt>(one)->decls();
      return std::all_of(all.begin(), all.end(), isPlainVariable);
    }
    default:
      return false;
  }
}

}  // namespace

bool isPlainText(const clang::Stmt* text) {
  return !text || (isPlainOne(text) && std::all_of(text->child_begin(), text->child_end(), isPlainText));
}

bool isExpressionOnly(const clang::Stmt* statement) {
  for (;;) {
    switch (statement->getStmtClass()) {
      case clang::Stmt::DeclRefExprClass:
      case clang::Stmt::IntegerLiteralClass:
      case clang::Stmt::FloatingLiteralClass:
        return true;
      case clang::Stmt::ImplicitCastExprClass:
        statement = llvm::cast<clang::ImplicitCastExpr>(statement)->getSubExpr();
        continue;
      case clang::Stmt::ArraySubscriptExprClass: {
        const auto* element = llvm::cast<clang::ArraySubscriptExpr>(statement);
        if (!isExpressionOnly(element->getLHS())) return false;
        statement = element->getRHS();
        continue;
      }
      case clang::Stmt::BinaryOperatorClass:
      case clang::Stmt::CompoundAssignOperatorClass: {
        const auto* op = llvm::cast<clang::BinaryOperator>(statement);
        if (!isExpressionOnly(op->getLHS())) return false;
        statement = op->getRHS();
        continue;
      }
      default:
        return llvm::isa<clang::Expr>(statement) && !llvm::isa<clang::StmtExpr>(statement) &&
               std::all_of(statement->child_begin(), statement->child_end(),
                           [](const clang::Stmt* child) { return !child || isExpressionOnly(child); });
    }
  }
}

BodyContents contentsOf(const clang::Stmt* body) {
  Look look;
  look.at(body);
  return look.found;
}

}  // namespace clustrix::compiler
