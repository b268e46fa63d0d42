// The rewritten text of a source with headers in it, file by file: its `#line` directives tell them apart.
#pragma once

#include <map>
#include <string>

namespace clustrix::compiler {

/// By the names of the files; the text begins in `path`. Nothing is in two parts, and together they are all of it.
std::map<std::string, std::string> rewrittenParts(const std::string& rewritten, const std::string& path);

}  // namespace clustrix::compiler
