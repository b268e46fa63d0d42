// The preheader: what a loop over a range declares in front of it. The launch takes the place of the whole loop, so
// that the host has no such variable: it has its value, and where all iterations step it evenly, each of them can tell
// its own.
//
//     for (int i = 0; auto& x : v) x += i++;       i: `static_cast<int>(0)` before the loop, k in iteration k
#pragma once

#include "clustrix/LoopModel.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"

#include <optional>
#include <string>
#include <vector>

namespace clustrix::compiler {

/// The variables that `loop` declares in front of its range; none for other loops.
std::vector<const clang::VarDecl*> declaredInPreheader(const clang::Stmt& loop);
bool isInPreheader(const clang::Stmt& loop, const clang::VarDecl* variable);
/// Whether something else happens there.
bool preheaderDoesMore(const clang::Stmt& loop);

/// The first value of a number that is declared there, as C++ before the loop; nothing for other variables.
std::optional<std::string> preheaderValue(const clang::ASTContext& context, const clang::Stmt& loop,
                                          const clang::VarDecl* variable);

/// What iterations combine into such a variable has no place on the host to go to. `declarations`: of the scalars.
void refuseCombinedInPreheader(LoopModel& model, const clang::Stmt& loop,
                               const std::vector<const clang::VarDecl*>& declarations);

}  // namespace clustrix::compiler
