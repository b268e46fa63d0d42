// Clang's RecursiveASTVisitor with virtual functions.
//
//     class Calls : public TreeVisitor {                           Calls calls;
//       bool VisitCallExpr(clang::CallExpr* call) override { … }   calls.TraverseStmt(body);
//     };
//
// The functions mean what they mean there: `Visit…` looks at a node and returns whether to go on, `Traverse…` goes
// through a node and all below it, and `dataTraverseStmtPre` says whether a statement is entered. Each class derived
// from Clang's own compiles the walk over all kinds of nodes once more, for some ten seconds; here that is done once.
// From Clang 20 on, clang::DynamicRecursiveASTVisitor does the same.
//
// Nodes that nobody looks at yet are missing: name them in one of the lists.
#pragma once

#include "clang/AST/ASTFwd.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/TypeLoc.h"

#include "llvm/ADT/PointerIntPair.h"
#include "llvm/ADT/SmallVector.h"

/// Statements, expressions, declarations and types, given as pointers.
#define CLUSTRIX_VISITED_NODES(NODE)                                                                                  \
  NODE(AddrLabelExpr)                                                                                                 \
  NODE(ArraySubscriptExpr)                                                                                            \
  NODE(AsmStmt)                                                                                                       \
  NODE(AtomicExpr)                                                                                                    \
  NODE(AttributedStmt)                                                                                                \
  NODE(BinaryOperator)                                                                                                \
  NODE(BreakStmt)                                                                                                     \
  NODE(CXXBindTemporaryExpr) NODE(CXXConstructExpr) NODE(CXXDefaultArgExpr) NODE(CXXDefaultInitExpr)                  \
      NODE(CXXDeleteExpr) NODE(CXXDependentScopeMemberExpr) NODE(CXXDynamicCastExpr) NODE(CXXFoldExpr)                \
          NODE(CXXForRangeStmt) NODE(CXXInheritedCtorInitExpr) NODE(CXXNewExpr) NODE(CXXNoexceptExpr)                 \
              NODE(CXXOperatorCallExpr) NODE(CXXThisExpr) NODE(CXXThrowExpr) NODE(CXXTryStmt) NODE(CXXTypeidExpr)     \
                  NODE(CallExpr) NODE(CastExpr) NODE(ConceptSpecializationExpr) NODE(ContinueStmt) NODE(Decl)         \
                      NODE(DeclRefExpr) NODE(DeclStmt) NODE(DecltypeType) NODE(DoStmt) NODE(Expr) NODE(ForStmt)       \
                          NODE(FunctionDecl) NODE(GotoStmt) NODE(IfStmt) NODE(IndirectGotoStmt) NODE(LabelStmt)       \
                              NODE(LambdaExpr) NODE(MemberExpr) NODE(NamedDecl) NODE(NamespaceAliasDecl)              \
                                  NODE(PredefinedExpr) NODE(RequiresExpr) NODE(ReturnStmt) NODE(SizeOfPackExpr)       \
                                      NODE(Stmt) NODE(SwitchCase) NODE(TemplateSpecializationType)                    \
                                          NODE(TypeOfExprType) NODE(TypedefType) NODE(UnaryExprOrTypeTraitExpr)       \
                                              NODE(UnaryOperator) NODE(UnresolvedMemberExpr) NODE(UserDefinedLiteral) \
                                                  NODE(UsingDirectiveDecl) NODE(VAArgExpr) NODE(VarDecl)              \
                                                      NODE(WhileStmt)

/// Types as they are written, given as values.
#define CLUSTRIX_VISITED_TYPE_LOCATIONS(NODE) \
  NODE(DecltypeTypeLoc)                       \
  NODE(SubstTemplateTypeParmTypeLoc) NODE(TagTypeLoc) NODE(TypeOfExprTypeLoc) NODE(TypedefTypeLoc) NODE(UsingTypeLoc)

/// Statements whose walk may be replaced.
#define CLUSTRIX_TRAVERSED_STATEMENTS(NODE)                                                                            \
  NODE(CXXForRangeStmt)                                                                                                \
  NODE(CXXNoexceptExpr)                                                                                                \
  NODE(CallExpr)                                                                                                       \
  NODE(ConceptSpecializationExpr)                                                                                      \
  NODE(DoStmt)                                                                                                         \
  NODE(ForStmt)                                                                                                        \
  NODE(ImplicitCastExpr)                                                                                               \
  NODE(LambdaExpr) NODE(RequiresExpr) NODE(StmtExpr) NODE(SubstNonTypeTemplateParmExpr) NODE(UnaryExprOrTypeTraitExpr) \
      NODE(WhileStmt)

/// What else may be walked otherwise, given as values.
#define CLUSTRIX_TRAVERSED_LOCATIONS(NODE) \
  NODE(DecltypeTypeLoc) NODE(ElaboratedTypeLoc) NODE(NestedNameSpecifierLoc) NODE(TypeLoc)

namespace clustrix::compiler {

class TreeVisitor {
 public:
  /// Statements that are gone through later, so that deep expressions take no deep stack.
  using Queue = llvm::SmallVectorImpl<llvm::PointerIntPair<clang::Stmt*, 1, bool>>;

  virtual ~TreeVisitor() = default;

  virtual bool shouldVisitImplicitCode() const { return false; }
  virtual bool shouldVisitTemplateInstantiations() const { return false; }
  virtual bool dataTraverseStmtPre(clang::Stmt*) { return true; }

  bool TraverseStmt(clang::Stmt* statement);
  bool TraverseType(clang::QualType type);
  virtual bool TraverseDecl(clang::Decl* declaration);

#define CLUSTRIX_NODE(NAME) \
  virtual bool Visit##NAME(clang::NAME*) { return true; }
  CLUSTRIX_VISITED_NODES(CLUSTRIX_NODE)
#undef CLUSTRIX_NODE
#define CLUSTRIX_NODE(NAME) \
  virtual bool Visit##NAME(clang::NAME) { return true; }
  CLUSTRIX_VISITED_TYPE_LOCATIONS(CLUSTRIX_NODE)
#undef CLUSTRIX_NODE
#define CLUSTRIX_NODE(NAME) virtual bool Traverse##NAME(clang::NAME* node, Queue* later = nullptr);
  CLUSTRIX_TRAVERSED_STATEMENTS(CLUSTRIX_NODE)
#undef CLUSTRIX_NODE
#define CLUSTRIX_NODE(NAME) virtual bool Traverse##NAME(clang::NAME node);
  CLUSTRIX_TRAVERSED_LOCATIONS(CLUSTRIX_NODE)
#undef CLUSTRIX_NODE

 private:
  class Traversal;
};

}  // namespace clustrix::compiler
