// Depfiles: the compiler reads the rewritten file, a build system must watch the original.
#pragma once

#include <string>

namespace clustrix::tools {

/// The Makefile-style `rules` with `source` wherever they name the file `rewritten`.
std::string nameOriginal(const std::string& rules, const std::string& rewritten, const std::string& source);

/// `path` as make reads it: spaces, `#` and `$` escaped.
std::string escapeForMake(const std::string& path);

}  // namespace clustrix::tools
