#include "Syntax/TreeVisitor.h"

#include "clang/AST/RecursiveASTVisitor.h"

namespace clustrix::compiler {

/// Clang's walk, which asks the visitor at each node.
class TreeVisitor::Traversal : public clang::RecursiveASTVisitor<TreeVisitor::Traversal> {
 public:
  using Base = clang::RecursiveASTVisitor<Traversal>;
  explicit Traversal(TreeVisitor& visitor) : visitor_(visitor) {}

  bool shouldVisitImplicitCode() const { return visitor_.shouldVisitImplicitCode(); }
  bool shouldVisitTemplateInstantiations() const { return visitor_.shouldVisitTemplateInstantiations(); }
  bool dataTraverseStmtPre(clang::Stmt* statement) { return visitor_.dataTraverseStmtPre(statement); }
  bool TraverseDecl(clang::Decl* declaration) { return visitor_.TraverseDecl(declaration); }

#define CLUSTRIX_NODE(NAME) \
  bool Visit##NAME(clang::NAME* node) { return visitor_.Visit##NAME(node); }
  CLUSTRIX_VISITED_NODES(CLUSTRIX_NODE)
#undef CLUSTRIX_NODE
#define CLUSTRIX_NODE(NAME) \
  bool Visit##NAME(clang::NAME node) { return visitor_.Visit##NAME(node); }
  CLUSTRIX_VISITED_TYPE_LOCATIONS(CLUSTRIX_NODE)
#undef CLUSTRIX_NODE
#define CLUSTRIX_NODE(NAME) \
  bool Traverse##NAME(clang::NAME* node, Queue* later = nullptr) { return visitor_.Traverse##NAME(node, later); }
  CLUSTRIX_TRAVERSED_STATEMENTS(CLUSTRIX_NODE)
#undef CLUSTRIX_NODE
#define CLUSTRIX_NODE(NAME) \
  bool Traverse##NAME(clang::NAME node) { return visitor_.Traverse##NAME(node); }
  CLUSTRIX_TRAVERSED_LOCATIONS(CLUSTRIX_NODE)
#undef CLUSTRIX_NODE

 private:
  TreeVisitor& visitor_;
};

bool TreeVisitor::TraverseStmt(clang::Stmt* statement) { return Traversal(*this).TraverseStmt(statement); }
bool TreeVisitor::TraverseType(clang::QualType type) { return Traversal(*this).TraverseType(type); }
bool TreeVisitor::TraverseDecl(clang::Decl* declaration) { return Traversal(*this).Base::TraverseDecl(declaration); }

#define CLUSTRIX_NODE(NAME)                                               \
  bool TreeVisitor::Traverse##NAME(clang::NAME* node, Queue* later) {     \
    return Traversal(*this).Traversal::Base::Traverse##NAME(node, later); \
  }
CLUSTRIX_TRAVERSED_STATEMENTS(CLUSTRIX_NODE)
#undef CLUSTRIX_NODE
#define CLUSTRIX_NODE(NAME) \
  bool TreeVisitor::Traverse##NAME(clang::NAME node) { return Traversal(*this).Traversal::Base::Traverse##NAME(node); }
CLUSTRIX_TRAVERSED_LOCATIONS(CLUSTRIX_NODE)
#undef CLUSTRIX_NODE

}  // namespace clustrix::compiler
