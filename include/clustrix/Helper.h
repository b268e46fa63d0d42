// Helpers: functions that one source of a program defines and another one calls. A run over the first writes down what
// the second needs in order to see their bodies.
//
//     eos.cpp                                              heat.cpp
//     double pressure(double rho) { ... }                  double pressure(double rho);
//                                                          for (...) p[i] = pressure(rho[i]);
//
//     eos.cpp ──definedHelpers──► Helper ──importHelpers──► heat.cpp's text, with `inline double pressure(...) { ... }`
//
// A copy that means the same has the same fingerprint: see lib/Splice/Fingerprint.h.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace clustrix::compiler {

struct Helper {
  enum class Kind { Function, Constant };
  Kind kind = Kind::Function;
  std::string symbol;       // the linker's name; of one that is `isInternal`, no other file's
  std::string name;         // qualified: `eos::pressure`
  std::string file;         // as it is called where this is read
  bool isInternal = false;  // other sources cannot name it: it comes along with those that need it
  int line = 0;
  /// What stands around it, outermost first: `namespace eos`, `inline namespace v2`, `namespace`, `extern "C"`.
  std::vector<std::string> scopes{};
  std::size_t begin = 0, body = 0, end = 0;  // of a function, in the file; `body`: behind its brace
  std::string text;                          // the function as it is there; of a constant, a declaration of its value
  std::vector<std::string> usings{};         // what its body may say: `using namespace std;`
  std::vector<std::string> includes{};       // headers of the system that its source includes: `cmath`
  std::vector<std::string> macros{};         // of its source, as behind #define: `SQUARE(x) ((x) * (x))`
  std::vector<std::string> needs{};          // symbols of all functions and constants that it names, as far as written
  std::string fingerprint{};                 // of a function
  std::string problem{};                     // why it can be no other source's, or ""
};

}  // namespace clustrix::compiler
