// What macros mean in different places of a source: a text that is repeated somewhere else is expanded there.
//
//     #define K 3
//     int Grid::at(int i) const { return values_[i] * K; }
//     #undef K
//     #define K 5                             here, the text of Grid::at says something else
#pragma once

#include "clang/Basic/SourceLocation.h"

#include <string>

namespace clang {
class Preprocessor;
class Stmt;
}  // namespace clang

namespace clustrix::compiler {

/// The first word in the text of `body` that is another macro at `place`, or a macro in only one of the two places, or
/// that the preprocessor answers by the place itself: `__LINE__`. "" where there is none.
std::string changedMacro(const clang::Stmt* body, clang::SourceLocation place, const clang::Preprocessor& preprocessor);

/// The first word of `text` that is a macro at `place` and would be replaced there; "" where there is none.
std::string expandedWord(const std::string& text, clang::SourceLocation place, const clang::Preprocessor& preprocessor);

}  // namespace clustrix::compiler
