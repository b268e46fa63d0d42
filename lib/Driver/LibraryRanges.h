// The parts of a library model that name elements: `x[0:n], y[lo + 1 : hi], z[i], c[0:m by ld, 0:n], w`.
#pragma once

#include "clustrix/Library.h"

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

namespace clustrix::compiler {

/// What is wrong with a text, and at which of its characters.
struct RangeMistake {
  std::size_t at = 0;
  std::string message;
};

/// `PARAMETER` or `PARAMETER[RANGE, ...]`, separated by commas; a range is `INDEX`, `BEGIN:END` or `BEGIN:END by
/// STRIDE`. A parameter is one of the names of `parameters`, or a number, from 0; begin, end, index and stride are sums
/// and products of names and whole numbers.
std::variant<std::vector<LibraryAccess>, RangeMistake> parseRanges(const std::string& text,
                                                                   const std::vector<std::string>& parameters);

}  // namespace clustrix::compiler
