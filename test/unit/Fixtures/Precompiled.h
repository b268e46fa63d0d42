// Standard headers are parsed once a process instead of once a test: what a source includes in front of all else, the
// second source that does so gets as a precompiled header.
#pragma once

#include <string>
#include <vector>

namespace clustrix::compiler::test {

/// `flags` for the source `text`, and what makes the headers known where they are.
std::vector<std::string> withPrecompiledHeaders(const std::string& text, std::vector<std::string> flags);

}  // namespace clustrix::compiler::test
