// Elements that all paths through a choice write.
#pragma once

#include "Lower/Walk.h"

namespace clustrix::compiler {

/// A statement that has been walked, and its accesses in the model.
struct WalkedStatement {
  const clang::Stmt* statement = nullptr;
  std::size_t first = 0, last = 0;
};

class BothBranches : public WalkPart {
 public:
  using WalkPart::WalkPart;

  std::vector<Access> certainWrites(const std::vector<WalkedStatement>& path, std::size_t conditions) const;
  void joinWrites(const clang::Stmt* choice, const std::vector<std::vector<Access>>& paths);
  void joinCases(const clang::SwitchStmt* choice, const std::vector<WalkedStatement>& statements,
                 std::size_t conditions);

 private:
  bool touchTheSame(const Access& left, const Access& right) const;

  std::map<std::size_t, const clang::Stmt*> joined_;  // accesses that all paths through a choice have
};

}  // namespace clustrix::compiler
