// ".align 8 .b8 name[16] = {...}": what stands behind .global, .shared, .local, .param or .const.
#pragma once

#include <string>
#include <vector>

#include "Module.h"

namespace ptx {

struct Declaration {
  std::string name;
  Type type = Type::none;
  int align = 1;
  int bytes = 0;
  std::string initial;  // behind the '='
};

Declaration parseDeclaration(const std::string& text);

/// The parameters between the brackets of a function's head; `bytes` grows by what they take.
std::vector<Parameter> parseParameters(const std::string& text, int& bytes);

/// A variable with its memory, its initial values in place: numbers, and addresses of the variables before it. An
/// address of a function is 0, since indirect calls end the program anyway.
Variable makeVariable(const Declaration& declaration, bool shared, const std::map<std::string, Variable>& before);

inline int alignedUp(int offset, int align) { return (offset + align - 1) / align * align; }

}  // namespace ptx
