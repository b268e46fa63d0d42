// Parts of one object: whether they overlap is known before the program runs, and no question for a guard.
//
//     union { double d[100]; long l[100]; } s;
//     for (i < n) s.d[i] = s.l[i + 1];           they meet wherever there are two iterations
//
// A guard that asks for memory of its own would hold only for loops of a few iterations: such a loop is serial, with
// the two accesses as its reason.
#pragma once

#include "Analysis/Facts.h"

#include "clustrix/Legality.h"

#include <optional>
#include <string>

namespace clustrix::compiler {

/// A variable that a loop reads or writes, and where it stands for people.
struct Part {
  PartOf part;
  std::string name;
  SourcePoint at;
  bool written = false;
};

/// Whether two variables have bytes in common; false where that is not known.
bool surelyOverlap(const PartOf& left, const PartOf& right);

/// Why what is written of `written` always overlaps something that is touched of `other`, wherever the loop has more
/// than a few iterations. Nothing where it may not, or where that is not known.
std::optional<Reason> surelyOverlap(const Facts& facts, ArrayId written, ArrayId other);

/// The same of an array and a variable, one of which is written.
std::optional<Reason> surelyOverlap(const Facts& facts, ArrayId array, const Part& variable);

}  // namespace clustrix::compiler
