// ListedValues: subscripts and bounds that are elements of an array, such as lists of indices.
//
//     x[list[i]]                                the value of list[k_i]
//     const int j = list[i];  x[3 * j + 1]
//     x[column[row[i]]]                         of a list at a place that a list has
//     x[edges[e].ends[c]]                       of a list inside of an array's elements
//     for (int j = row[i]; j < row[i + 1]; ++j) sum += value[j];        a bound of an inner loop
//     const int k = (int)(x[i] / width);  if (k >= 0 && k < m) ++count[k];   of other data
//
// Such a value has a symbol that says of which element it is. What values the elements have is looked at before the
// loop runs, which does not write the list: see clustrix/Inspection.h.
#pragma once

#include "Lower/Walk.h"

#include <set>
#include <string>

namespace clustrix::compiler {

/// What is read of the element: a ListedNumber where it is a whole integer.
Value listedElement(Walk& walk, const ElementPlace& element, const clang::Expr* lvalue);

/// A number that a floating-point one is converted to, `(int)(x * 64)`: any, but for what conditions say of it.
Value convertedNumber(Walk& walk, const clang::CastExpr* cast);

/// A number that the program finds on its way, from 0 to `most`: conditions say so from here on. Nothing where numbers
/// are not to be followed.
std::optional<Polynomial> foundNumber(Walk& walk, const Polynomial& most);

/// The element of which it is not known which one it is, in place of one that lists tell: where a number may have
/// wrapped around on the way. Nothing where it is to stay.
std::optional<ElementPlace> withoutListed(const Walk& walk, const ElementPlace& element);

/// The arrays with such values that the loop writes: their elements are no longer what they were, and none of them may
/// stand in a value when the loop is walked again.
std::set<std::string> changedLists(const LoopModel& model);

}  // namespace clustrix::compiler
