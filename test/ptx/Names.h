// The names of a function's body: what each means where it stands.
//
//     %r1, %p1      registers: rows and predicates of the frame, handed out as they are met
//     $L__BB0_1     labels (Body.cpp)
//     param0        .param areas of calls, the function's own parameters and its result
//     _ZZ1kvE1s     .shared and .local variables; module variables
#pragma once

#include <map>
#include <string>
#include <vector>

#include "Module.h"

namespace ptx {

class Names {
 public:
  Names(Module& module, Function& function) : module_(module), function_(function) {}

  void enterBraces() { scopes_.emplace_back(); }
  void leaveBraces() { scopes_.pop_back(); }

  int row(const std::string& name);
  int predicate(const std::string& name);
  bool isPredicate(const std::string& name) const;
  int constant(u64 value) { return module_.constant(value); }

  /// ".reg .b32 name", ".param ...", ".local ...", ".shared ...": the whole statement.
  void declare(const std::string& statement);

  /// Offset of a .param area that a call fills or reads.
  int callArea(const std::string& name) const;

  /// Where the named thing lies: space and offset are added to the operand; a label where nothing is known.
  void place(const std::string& name, Operand& operand);

 private:
  struct Memory {
    Space space;
    int offset;
  };

  void declareRegisters(const std::string& statement);
  void declareArea(const std::string& declaration);
  int sharedOffset(const Variable& variable);
  bool placeParameter(const std::string& name, Operand& operand) const;

  Module& module_;
  Function& function_;
  std::map<std::string, int> rows_;
  std::vector<std::map<std::string, int>> scopes_;  // registers that inner braces declare anew
  std::map<std::string, int> predicates_;
  std::map<std::string, int> callAreas_;
  std::map<std::string, Memory> memory_;
};

}  // namespace ptx
