// Expressions: polynomials and trip counts as C++ text.
//
//     {n}: 1, {}: -1   ──►   n_ - 1                    in clustrix::Index, where `n_` is a constant of that type
//     pitch - cols >= 0   ──►   pitch_ >= cols_        as a person would write it
#pragma once

#include "clustrix/Legality.h"
#include "clustrix/LoopModel.h"

#include <functional>
#include <limits>
#include <string>

namespace clustrix::compiler {

/// The numbers that a clustrix::Index holds.
constexpr Int128 indexMin = std::numeric_limits<long long>::min();
constexpr Int128 indexMax = std::numeric_limits<long long>::max();

/// How a symbol is spelled in one place of the generated text: an identifier, a member access or in parentheses.
using Spelling = std::function<std::string(SymbolId)>;

/// `3 * i * m + j - 1`
std::string sumText(const Polynomial& value, const Spelling& spell);
/// The same, in parentheses where it would otherwise fall apart in a product.
std::string factorText(const Polynomial& value, const Spelling& spell);
/// `clustrix::trips(n_ - 1, 2)`, or a number when it is one.
std::string tripsText(const TripCount& trip, const Spelling& spell);
/// `pitch_ >= cols_`, `off_ == 0`
std::string comparisonText(const Comparison& comparison, const Spelling& spell);

/// `value` within 64 bits as a literal of a type that holds it: `-5`, `18446744073709551615ULL`.
std::string literal(Int128 value);
/// A string literal of C++.
std::string quoted(const std::string& text);

/// Whether C++ can compute `value` in clustrix::Index, each partial sum included, for all values of its parameters that
/// an Index holds.
bool fitsIndex(const Polynomial& value, const LoopModel& model);
/// The same for the two sides that comparisonText makes of it.
bool comparisonFitsIndex(const Polynomial& value, const LoopModel& model);
/// Whether an Index holds every value of the parameter's type.
bool fitsIndex(const Symbol& parameter);

}  // namespace clustrix::compiler
