// Loops that are left before their count, as a search sees them.
#pragma once

#include "Lower/Walk.h"

#include <map>
#include <span>
#include <tuple>

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
  /// Whether it has been met and leaves.
  bool isLeave(const clang::Stmt* statement) const { return llvm::is_contained(walk_.leaves, statement); }
  void recordLeave(const clang::Stmt* statement) { recordLeave(std::span(&statement, 1)); }
  /// How many of a block's statements from `first` on, more than one, end in what never comes back and go nowhere else
  /// before: `if (fine) return; report(); exit(1);`. 0: none.
  std::size_t leavesTogether(const std::vector<const clang::Stmt*>& block, std::size_t first);
  /// The same of neighbours in a block.
  void recordLeave(std::span<const clang::Stmt* const> statements);
  void requireDefined(const clang::BinaryOperator* op, const Value& right);
  void refuseDivision(clang::SourceLocation at);
  void requireInside(const clang::Expr* element, const Value& index);
  /// Of an element that is known to be inside, or not; `otherwise`: what is said of one that may not be.
  void requireInside(const clang::Expr* element, bool isInside, const char* otherwise);
  bool isBelow(const Polynomial& value, std::int64_t end) const;
  void checkSpeculation();

 private:
  bool surelyLeavesCallee(const clang::Stmt* statement) const;
  bool setsExitFlag(const clang::Stmt* statement) const;
  bool isTheSame(const Polynomial& value) const;
  bool isTable(ArrayId list) const;

  /// Statements of a block up to the first that never comes back or may go elsewhere.
  struct Row {
    std::size_t begin = 0, end = 0;
  };

  std::set<const clang::Expr*> seen_;  // elements of the iteration's own arrays
  std::map<std::tuple<const clang::Stmt*, bool, bool>, Row>
      rows_;  // by the block's last statement, and where it is seen from
};

}  // namespace clustrix::compiler
