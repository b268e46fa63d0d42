// RowPath: how the base of an array says that it stands for rows which lie apart.
//
//     u[][].data()      each `u[k][i]`: a container's elements
//     rows[].k          each `rows[i].k`: a part of an object
//     a[]               each `a[i]`: what is behind a pointer
//
// No such base is C++: the model's subscripts count in rows of one length, and a kernel for the host has the container.
#pragma once

#include "clustrix/LoopModel.h"

#include <optional>
#include <string>

namespace clustrix::compiler {

struct RowPath {
  enum Kind { Containers, Parts, Pointers } kind = Containers;
  std::string container;  // C++: `u`
  int levels = 1;         // subscripts in front of the member, or of the element
  std::string member;     // of what they lead to: `.k`, or ""
};

/// Nothing for an array with a base of its own.
std::optional<RowPath> rowPathOf(const std::string& base);
std::optional<RowPath> rowPathOf(const ArrayObject& array);

/// What the length of a row is called in place of C++ for it. No run knows it: it is what proofs are made with.
std::string pitchExpression(const std::string& rows);
bool isPitch(const Symbol& symbol);

}  // namespace clustrix::compiler
