// What stands in the way of a loop, where, and which change of the text would lift it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace clustrix::compiler {

struct SourcePoint {
  std::string file;
  int line = 0;    // from 1
  int column = 0;  // from 1
  friend auto operator<=>(const SourcePoint&, const SourcePoint&) = default;
};

/// A change of the main file that would lift a refusal: bytes [begin, end) become `replacement`. Proposed only when the
/// program means the same afterwards; `clustrix-rewrite --fix` applies it.
struct Edit {
  std::size_t begin = 0, end = 0;
  std::string replacement;
};

/// What makes a loop serial whatever its subscripts: an unknown call, volatile, I/O, goto, ...
struct Effect {
  std::string code;     // a remark id of docs/remarks.md, such as "effect.call"
  std::string message;  // a sentence without the final point
  std::string hint;     // the edit that would lift it, or ""
  SourcePoint at;
  std::vector<Edit> edits{};  // the hint, when it can be applied mechanically
};

}  // namespace clustrix::compiler

// Compiled once, in lib/Model/Vectors.cpp.
extern template class std::vector<clustrix::compiler::Edit>;
extern template class std::vector<clustrix::compiler::Effect>;
