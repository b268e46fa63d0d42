// Helpers that a source has for others: functions of its own text, of which a copy means the same elsewhere.
//
// With copies of all its functions elsewhere a linker may leave the source's object out, where that lies in a library:
// a source that does anything before main has no helpers.
#pragma once

#include "Splice/TextUses.h"

#include "clustrix/Helper.h"

#include "clang/AST/ASTContext.h"

#include <vector>

namespace clustrix::compiler {

/// All functions that the main file defines, and the constants that those name, in the order of its text. What can be
/// no other source's has a problem and no more than its name. `file` is left to the caller.
std::vector<Helper> definedHelpers(clang::ASTContext& context, const TextUses& uses);

}  // namespace clustrix::compiler
