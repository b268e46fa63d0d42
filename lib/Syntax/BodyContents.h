// What kinds of statement a text holds: one look that spares the passes which have nothing to find there.
#pragma once

#include "clang/AST/Stmt.h"

namespace clustrix::compiler {

/// Each is true where the body may hold such a thing, and false only where it holds none.
struct BodyContents {
  bool calls = false;          // of operators among them
  bool rangeLoops = false;     // `for (x : v)`
  bool unusualLoops = false;   // heads without condition or step, and counters that are stepped in a body
  bool movedPointers = false;  // pointers and iterators that change
  bool aliases = false;        // variables that refer or point to something, or view it
  bool lonelyStores = false;   // loops of one assignment
  bool vectors = false;        // variables that are std::vectors
};

BodyContents contentsOf(const clang::Stmt* body);

/// Whether the text is statements and operators over numbers and pointers that it names itself, and no more: it spells
/// no type but built-in ones, asks for none, names no array and needs no constant, and no name of it comes from a
/// macro.
bool isPlainText(const clang::Stmt* text);

/// Whether it is an expression in which no statement stands: `({ ... })` is the one way for a jump to be in one.
bool isExpressionOnly(const clang::Stmt* statement);

}  // namespace clustrix::compiler
