// Declared: whether a piece of C++ surely declares a name as a variable whose value is no constant.
//
//     void f(double* a, const int n) { int m = n; const int w = 8;      n, m: yes      w: may be a constant
#pragma once

#include <string>
#include <string_view>

namespace clustrix::compiler {

/// By the text alone: of a type that is one name, `unsigned long n`, `std::size_t n`. False wherever that is in doubt.
bool declaresVariable(std::string_view cpp, const std::string& name);

}  // namespace clustrix::compiler
