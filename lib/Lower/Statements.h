// Control flow of one iteration, with what is surely executed and what is known where.
#pragma once

#include "Lower/Walk.h"

namespace clustrix::compiler {

class Statements : public WalkPart {
 public:
  using WalkPart::WalkPart;

  void walk(const clang::Stmt* statement);
  void evaluateSizes(clang::QualType written);
  void evaluateSizes(const clang::UnaryExprOrTypeTraitExpr* trait);
  void walkLoopBody(const clang::Stmt* loop, int index);
  void leave();
  static State merged(const State& left, const State& right);
  void bindHolders(const clang::DecompositionDecl* whole);
  Place placeOfBinding(const clang::BindingDecl* part);

 private:
  void walkDeclaration(const clang::VarDecl* variable);
  void walkIf(const clang::IfStmt* statement);
  void walkKept(const clang::IfStmt* statement);
  void walkInnerLoop(const clang::Stmt* loop);
  void joinContinued();
  bool declareType(const clang::Decl* declaration);
  void walkReference(const clang::VarDecl* variable, const clang::Expr* initialiser);
  void walkReturn(const clang::Stmt* statement);
  void forget(const clang::Stmt* statement);
  void walkBlock(const clang::CompoundStmt* block, const clang::Stmt* leftOut = nullptr);
  void walkBreak(const clang::BreakStmt* jump);
  void walkContinue(const clang::ContinueStmt* jump);
  void walkGoto(const clang::GotoStmt* jump);
  void arrive(const clang::LabelStmt* label);
  void walkSwitch(const clang::SwitchStmt* statement);
  void walkOnce(const clang::DoStmt* block);
  std::optional<std::size_t> loopsLeft(const clang::GotoStmt* jump);
  void mergeBreaks(const clang::Stmt* statement);
  void bindParts(const clang::DecompositionDecl* whole);

  const clang::Stmt* inBlock_ = nullptr;                            // the statement of a block that comes next
  const clang::Stmt* header_ = nullptr;                             // the inner loop whose first part is walked
  std::map<const clang::LabelStmt*, std::vector<State>> arrivals_;  // of jumps to a label further down
  std::map<const clang::Stmt*, std::vector<State>> breaks_;         // of jumps behind a switch or `do ... while (0)`
};

}  // namespace clustrix::compiler
