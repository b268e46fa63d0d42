#include "BodyContents.h"

#include "Walker.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

namespace clustrix::compiler {

namespace {

constexpr BodyContents anything{true, true, true, true, true};

class Look {
 public:
  BodyContents found;

  void at(const clang::Stmt* statement) {
    if (!statement) return;
    if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(statement)) {
      found.unusualLoops = found.unusualLoops || !loop->getCond() || !loop->getInc();
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
    found.secondNames = found.secondNames || type->isReferenceType() || type->isPointerType() || isIteratorType(type) ||
                        isSpanType(type);
  }
};

}  // namespace

BodyContents contentsOf(const clang::Stmt* body) {
  Look look;
  look.at(body);
  return look.found;
}

}  // namespace clustrix::compiler
