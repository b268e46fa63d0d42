// What the preprocessor tells of the text in front of loops: macros that stand for pragmas and attributes alone, lines
// that are left out, and whether the program is one of OpenMP's.
//
//     #define IVDEP _Pragma("GCC ivdep")
//     IVDEP for (...) ...                      belongs to the loop, as a pragma on a line of its own does
#pragma once

#include "clang/Lex/Preprocessor.h"

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace clustrix::compiler {

/// Of the main file, in the order of its text.
struct SilentText {
  /// A macro of whose tokens nothing is left but pragmas and attributes: also one that stands for nothing here.
  struct Macro {
    std::size_t begin = 0, end = 0;
    std::string words;      // of its definition and of its arguments
    bool saysMore = false;  // there is a pragma, and other text: `if (c) _Pragma("GCC ivdep")`
  };
  std::vector<Macro> macros;
  std::vector<std::pair<std::size_t, std::size_t>> skipped;  // branches that the preprocessor leaves out
};

/// Filled while the file is read.
std::shared_ptr<const SilentText> watchSilentText(clang::Preprocessor& preprocessor);

}  // namespace clustrix::compiler
