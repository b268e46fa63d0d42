// What calls of functions without a visible body do, in the words of `--library-model`.
//
//     vendor::axpy:                                  LibraryFunction { "vendor::axpy", 4 parameters,
//       parameters: [n, alpha, x, y]                   reads  { parameter 2, elements [0, p0) }, ...
//       reads: x[0:n], y[0:n]        ──driver──►        writes { parameter 3, elements [0, p0) } }
//       writes: y[0:n]
//
// The frontend turns a call into these accesses. Nothing here is proven: the author of the file vouches for it.
#pragma once

#include "clustrix/Polynomial.h"

#include <optional>
#include <string>
#include <vector>

namespace clustrix::compiler {

/// Elements [begin, end), as mathematical integers; SymbolId{p} stands for the value of parameter p.
struct LibraryElements {
  Polynomial begin, end;
  friend bool operator==(const LibraryElements&, const LibraryElements&) = default;
};

/// What is touched, at most: the object behind a reference, any element behind a pointer, or just `elements`.
struct LibraryAccess {
  int parameter = 0;  // from 0
  std::optional<LibraryElements> elements{};
  friend bool operator==(const LibraryAccess&, const LibraryAccess&) = default;
};

struct LibraryFunction {
  std::string name;                 // qualified: `vendor::axpy`
  std::optional<int> parameters{};  // how many; overloads with another number are not meant. Nothing: any
  bool pure = false;                // for any arguments it returns, and does nothing else
  bool threadSafe = true;           // calls may overlap
  bool device = false;              // it can be called on a device
  std::vector<LibraryAccess> reads{}, writes{};
};

}  // namespace clustrix::compiler
