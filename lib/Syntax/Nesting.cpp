#include "Syntax/Nesting.h"

#include "clang/AST/StmtCXX.h"

#include <vector>

namespace clustrix::compiler {

namespace {

struct Open {
  const clang::Stmt* statement = nullptr;
  int depth = 0, loops = 0;  // that it stands in, itself included
};

}  // namespace

bool nestsTooDeep(const clang::Stmt* statement) {
  std::vector<Open> open{{statement, 0, 0}};
  while (!open.empty()) {
    Open one = open.back();
    open.pop_back();
    if (!one.statement) continue;
    one.loops += isLoop(one.statement);
    if (++one.depth > kDeepest || one.loops > kDeepestLoops) return true;
    for (const clang::Stmt* child : one.statement->children()) open.push_back({child, one.depth, one.loops});
  }
  return false;
}

}  // namespace clustrix::compiler
