// A decoded instruction: what the parser read, and what `decode` has chosen for it.
//
//     "@%p1 add.f64 %fd3, %fd1, %fd2;"
//        guard ┘    │        └ operands: rows of the frame (negative: ~constant of the module)
//                   └ words: opcode and modifiers ─ decode ─► execute, pipe, slots, latency
#pragma once

#include <climits>
#include <string>
#include <vector>

#include "Types.h"

namespace ptx {

struct Operand {
  enum class Kind : u8 { none, row, predicate, memory, vector, label, symbol };
  static constexpr int noBase = INT_MIN;

  Kind kind = Kind::none;
  bool negated = false;
  int index = -1;                // row (negative: ~constant), predicate, or base row of an address
  int second = -1;               // the predicate q of "p|q"
  s64 offset = 0;                // of an address
  Space space = Space::generic;  // of a symbol
  std::vector<int> rows;         // of a vector
  std::string text;
};

struct Context;
struct Function;
struct Instruction;
/// Carries an instruction out on the active lanes.
using Execute = void (*)(Context&, const Instruction&);

enum class Kind : u8 { simple, load, store, atomic, branch, branchTable, call, ret, exit, barrier, trap };

struct Instruction {
  std::string text;
  std::vector<std::string> words;  // "add", "f64"
  Kind kind = Kind::simple;
  int guard = -1;
  bool guardNegated = false;
  Type type = Type::none;    // the first type among the words
  Type source = Type::none;  // the second: what cvt and set read
  std::vector<Operand> operands;
  int row[6] = {0, 0, 0, 0, 0, 0};  // operands[i].index

  // How it is carried out.
  Execute execute = nullptr;
  Execute exact = nullptr;  // what is carried out under a rounding of its own: add.rz and the like
  int rounding = 0;         // of <cfenv>
  int mode = 0;
  int mode2 = 0;
  Space space = Space::generic;
  int width = 1;  // vector elements
  bool bypassesL1 = false;
  bool constant = false;  // ld.global.nc: nothing writes there, so it may pass stores

  // What it costs; README.md tells the model.
  Pipe pipe = Pipe::integer;
  u8 slots = 1;        // issue slots of the machine code that it stands for
  u16 latency = 4;     // cycles until a dependent one can issue
  u8 flops = 0;        // of a lane
  bool fused = false;  // multiply-add

  // Control flow.
  int target = -1;           // of a branch
  std::vector<int> targets;  // of a branch table
  int join = -1;             // immediate post-dominator; -1: the function's end
  bool beginsBlock = false;
  int unroll = 1;          // of a branch to its own block's begin: iterations that ptxas makes one block of
  bool keepsLoop = false;  // .pragma "nounroll" stands in front

  // Rows and predicates that the scoreboard looks at.
  u8 readCount = 0;
  u8 writeCount = 0;
  int reads[12];
  int writes[6];
  int readPredicates[3] = {-1, -1, -1};
  int writtenPredicates[2] = {-1, -1};

  // A call.
  std::string callee;
  std::vector<int> argumentOffsets;
  int resultOffset = -1;

  bool has(const char* word) const {
    for (std::size_t number = 1; number < words.size(); ++number)
      if (words[number] == word) return true;
    return false;
  }
};

}  // namespace ptx
