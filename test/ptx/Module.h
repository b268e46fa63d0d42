// A module: the functions and variables of one PTX text, on one device.
//
//     text ── parseModule ──► Module { variables, functions with their heads }
//                                │ a function's first use
//                             bodyOf ──► Instruction...   parsed, decoded, branches joined
#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "Instruction.h"

namespace ptx {

struct Parameter {
  std::string name;
  int offset = 0;
  int bytes = 0;
};

/// What ptxas says of a kernel; 32 registers where it was not asked.
struct Resources {
  int registers = 32;
  int spillStores = 0;
  int spillLoads = 0;
  int stack = 0;
};

struct Function {
  std::string name;
  bool isEntry = false;
  bool isDefined = false;
  bool isDecoded = false;
  std::string body;  // its text until it is decoded
  int registers = 0;
  int predicates = 0;
  std::vector<Parameter> parameters;
  Parameter result;
  int uniformBytes = 0;    // of an entry: what the launch passes
  int parameterBytes = 0;  // of a lane: parameters, result and the areas of calls
  int localBytes = 0;
  int sharedBytes = 0;
  std::vector<Instruction> code;
  Resources resources;
};

struct Variable {
  std::string name;
  Space space = Space::global;
  int bytes = 0;
  int align = 1;
  std::unique_ptr<u8[]> holder;
  u8* memory = nullptr;  // within the holder, aligned; null in shared memory
};

struct Module {
  std::string text;
  std::map<std::string, Function> functions;
  std::map<std::string, Variable> variables;
  std::vector<std::array<u64, lanes>> constants;  // immediates: a row each
  std::unordered_map<u64, int> constantIndex;

  /// The row of an immediate: ~index.
  int constant(u64 value);
};

std::unique_ptr<Module> parseModule(const std::string& text);

/// The named function with its instructions; null where the module does not define it.
Function* definedFunction(Module& module, const std::string& name);

}  // namespace ptx
