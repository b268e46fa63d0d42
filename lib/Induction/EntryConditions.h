// Entry conditions: what holds of the variables around a loop whenever it is entered.
//
//     for (int i = 0; i < 48; ++i)     i >= 0, 47 - i >= 0
//       if (n <= i)                    i - n >= 0
//         for (...)                    <- here
//
// and of extremes, whether they are variables or stand in the loop's head:
//
//     const int end = std::min(k + 64, n);
//     for (int j = k; j < end; ++j)    <- k + 64 - end >= 0, n - end >= 0
#pragma once

#include "Syntax/FunctionText.h"

#include "clustrix/LoopModel.h"

#include "clang/AST/ASTContext.h"

#include <functional>
#include <map>
#include <vector>

namespace clustrix::compiler {

/// Whether all that the statements do with the variable is to read it.
bool isOnlyRead(const FunctionText& text, const clang::VarDecl* variable,
                const std::vector<const clang::Stmt*>& statements);

/// The symbols of the loop's model that stand for local variables around it.
struct EntrySymbols {
  std::function<std::optional<SymbolId>(const clang::VarDecl*)> known;
  std::function<SymbolId(const clang::VarDecl*)> make;  // a symbol of its own
  std::function<bool(const clang::VarDecl*)> addressTaken;
  std::map<SymbolId, const clang::Expr*> numbers;  // symbols that stand for what the host computes in front of the loop
};

/// Each >= 0 whenever control gets to `loop`: bounds of enclosing loops, conditions around it and extremes, of
/// variables that nothing changes from there to here. Only those that say something of a known symbol.
std::vector<Polynomial> entryConditions(const clang::ASTContext& context, const FunctionText& text,
                                        const clang::Stmt& loop, const EntrySymbols& symbols);

}  // namespace clustrix::compiler
