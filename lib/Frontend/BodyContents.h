// What kinds of statement a function's body holds: one look that spares the passes which have nothing to find there.
#pragma once

#include "clang/AST/Stmt.h"

namespace clustrix::compiler {

/// Each is true where the body may hold such a thing, and false only where it holds none.
struct BodyContents {
  bool calls = false;          // of operators among them
  bool rangeLoops = false;     // `for (x : v)`
  bool unusualLoops = false;   // heads without condition or step, and counters that are stepped in a body
  bool movedPointers = false;  // pointers and iterators that change
  bool secondNames = false;    // variables that refer or point to something, or view it
};

BodyContents contentsOf(const clang::Stmt* body);

}  // namespace clustrix::compiler
