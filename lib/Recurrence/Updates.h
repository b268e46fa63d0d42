// Assignments that combine a value into a target, as reductions do.
#pragma once

#include "Lower/Walk.h"
#include "Source/ReductionShapes.h"
#include "Syntax/GuardedAssignments.h"

namespace clustrix::compiler {

struct UpdateShape {
  const clang::Expr* target = nullptr;
  std::vector<const clang::Expr*> operands;  // evaluated, must not read the target
  std::vector<const clang::Expr*> mentions;  // further occurrences of the target
  std::vector<const clang::Expr*> tried;     // operands that the program evaluates until the result is certain only
  UpdateOperator op = UpdateOperator::Add;
  bool ties = false;
  bool ignoresNan = false;
  bool takesNan = false;
};

struct DeclaredUpdate {
  const clang::Expr* target = nullptr;
  std::vector<const clang::Expr*> mentions;  // of the target, the first one included
  const clang::Expr* operand = nullptr;
  const clang::FunctionDecl* function = nullptr;
  const clang::CallExpr* call = nullptr;
  DeclaredOperation operation;
};

class Updates : public WalkPart {
 public:
  using WalkPart::WalkPart;

  bool tryUpdate(const clang::Expr* expression);
  void requireElements(const clang::Stmt* expression);
  std::optional<UpdateShape> updateShape(const clang::Expr* expression);
  std::optional<UpdateShape> extremumShape(const clang::Expr* target, const clang::Expr* value,
                                           const clang::Expr* condition, bool takeWhenTrue);
  bool updatable(const clang::Expr* target, const UpdateShape& shape);
  void renameMentions(const UpdateShape& shape);
  void recordUpdate(const UpdateShape& shape, const Place& target, const std::vector<int>& locations);
  bool same(const clang::Expr* left, const clang::Expr* right) const;
  bool tryChoice(const clang::BinaryOperator* assignment);
  void mention(const clang::Expr* variable);
  bool tryDeclared(const clang::Expr* expression);
  void refuseMemberOfCombined(const Key& key, clang::SourceLocation at);

 private:
  bool valueIsUsed(const clang::Expr* expression);
  std::optional<UpdateShape> assignedShape(const clang::Expr* target, const clang::Expr* value);
  std::optional<UpdateShape> calledExtremum(const clang::Expr* target, const clang::CallExpr* call);
  bool keepsItself(const clang::Expr* value, const clang::Expr* target) const;
  void walkChoice(const clang::Expr* target, const clang::Expr* value);
  std::optional<DeclaredUpdate> declaredUpdate(const clang::Expr* expression);
  void walkDeclared(const clang::FunctionDecl* function, const clang::CallExpr* call);
  const clang::DeclRefExpr* otherMention(const clang::Stmt* statement, const clang::VarDecl* variable);
};

}  // namespace clustrix::compiler
