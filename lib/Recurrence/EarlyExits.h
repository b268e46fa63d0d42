// Loops that are left before their count, as a search sees them.
#pragma once

#include "Lower/Walk.h"

namespace clustrix::compiler {

class EarlyExits : public WalkPart {
 public:
  using WalkPart::WalkPart;

  /// Whether a statement that leaves the loop names the variable.
  bool usedWhereLeft(const clang::VarDecl& variable) const;
  bool isExit(const clang::Stmt* loop, const clang::Expr* test);
  std::optional<Polynomial> flagAtEntry(const clang::Stmt* loop, const clang::Expr* test);
  void walkExits();
  bool surelyLeaves(const clang::Stmt* statement) const;
  void recordLeave(const clang::Stmt* statement);
  void requireDefined(const clang::BinaryOperator* op, const Value& right);
  void checkSpeculation();

 private:
  bool setsExitFlag(const clang::Stmt* statement) const;
};

}  // namespace clustrix::compiler
