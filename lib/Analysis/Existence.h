// Existence: whether an element that an iteration touches is there, where the program may never come to the iteration.
//
//     for (i = 0; i < n; ++i) { if (a[i] < 0) throw i; b[i] = sqrt(a[i]); }       b has elements: i < size of b
//
// Asked of loops that may be left: their iterations are tried in any order, those behind the one that leaves too.
#pragma once

#include "Analysis/Facts.h"

#include "clustrix/Legality.h"

#include <string>

namespace clustrix::compiler {

/// `a[i + 1]`, in backticks.
std::string elementOf(const Facts& facts, const Access& access);
/// Both ends of the subscript: 0 <= index and index < the array's extent. Proven, or under guards that are added.
bool staysInside(Facts& facts, Legality& legality, const Access& access);
/// The access may lead out of the array, whose extent is known.
void refuseOutside(const Facts& facts, Legality& legality, const Access& access);
/// An inner loop that counts nothing might never end, in an iteration that the program might never have come to.
void refuseUncounted(const LoopModel& model, Legality& legality);

}  // namespace clustrix::compiler
