#pragma once

#include <string>

namespace clustrix::compiler::test {

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace clustrix::compiler::test
