// What the text of the main file's functions needs of the preprocessor to be read elsewhere: headers of the system, and
// macros of the main file's own.
//
//     #include <cmath>                              includes: cmath
//     #define SQUARE(x) ((x) * (x))
//     double f(double x) { return SQUARE(x); }      at 72: SQUARE, `SQUARE(x) ((x) * (x))`
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace clang {
class Preprocessor;
}

namespace clustrix::compiler {

struct OwnMacro {
  std::size_t at = 0;      // of the main file's text, where it is expanded
  std::string name, text;  // what stands behind its #define
};

struct TextUses {
  std::vector<std::string> includes;
  std::vector<OwnMacro> macros;
};

/// Filled while the source is preprocessed, in its order.
std::shared_ptr<const TextUses> watchTextUses(clang::Preprocessor& preprocessor);

}  // namespace clustrix::compiler
