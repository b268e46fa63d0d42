// RowPath: an array that stands for rows which lie apart.
//
//     u[][].data()      each `u[k][i]`: a container's elements
//     rows[].k          each `rows[i].k`: a part of an object
//     a[]               each `a[i]`: what is behind a pointer
//
// The model's subscripts count in rows of one length, the pitch, which no row exceeds; a kernel for the host has the
// container.
#pragma once

#include <string>

namespace clustrix::compiler {

struct RowPath {
  enum Kind { Containers, Parts, Pointers } kind = Containers;
  std::string container;  // C++: `u`
  int levels = 1;         // subscripts in front of the member, or of the element
  std::string member{};   // of what they lead to: `.k`, or ""
};

/// What stands for such an array where others have the C++ of their first element: `u[][].data()`.
std::string baseOf(const RowPath& rows);

}  // namespace clustrix::compiler
