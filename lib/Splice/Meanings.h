// Meanings: what a source means, to be compared with what it means beside text that others have put into it.
//
// A header or a function more may change the rest: another overload fits better, a macro is defined now that was not.
// Two readings of a source mean the same where each of its functions, and each that these lead to, calls the same
// functions with the same types and numbers.
#pragma once

#include "clang/AST/ASTContext.h"

#include <functional>
#include <map>
#include <string>

namespace clustrix::compiler {

/// By what is named: functions by the linker's names, variables of the main file, and its types.
using Meanings = std::map<std::string, std::string>;

/// Of all that the main file declares, but for what stands on lines that are `left out`.
Meanings meaningsOf(clang::ASTContext& context, const std::function<bool(int line)>& leftOut);

/// Whether all that there was is there, and the same.
bool areKept(const Meanings& before, const Meanings& now);

}  // namespace clustrix::compiler
