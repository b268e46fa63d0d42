// Monotone counters: those that a loop only raises: `if (near(i, j)) list[i*m + k++] = j`, with k set to 0 by each
// iteration around it.
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

#include <cstdint>
#include <optional>

namespace clustrix::compiler {

struct Rise {
  std::optional<std::int64_t> most;  // by one iteration; nothing where an inner loop raises it, too
};

/// How `loop` raises the variable; nothing where it may do anything else to it than read it.
std::optional<Rise> riseIn(const clang::Stmt* loop, const clang::VarDecl* variable);

}  // namespace clustrix::compiler
