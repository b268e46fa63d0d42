// Attribute places: `[](int n) [[clustrix::cluster]] {}` puts the attribute where C++ gives it to the function's type,
// which Clang refuses; C++23 has a place for the call operator itself, behind the introducer, which Clang takes. And
// Clang takes no attribute behind GNU's, which GCC does: `__attribute__((hot)) [[clustrix::cluster]] void f()`.
#pragma once

#include "Source/ChangedText.h"

#include <string>
#include <utility>
#include <vector>

namespace clustrix::compiler {

/// The changes that move a lambda's cluster attribute from behind its parameters to behind its introducer, and others
/// from behind GNU's attributes to in front of them.
std::vector<TextChange> movedAttributes(const std::string& text);

/// Begin and end of each cluster attribute that stands behind a lambda's introducer.
std::vector<std::pair<std::size_t, std::size_t>> introducerAttributes(const std::string& text);

}  // namespace clustrix::compiler
