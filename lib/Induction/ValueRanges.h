// ValueRanges: subscripts that are not known, and yet cannot be any number.
//
//     count[data[i]]        data: unsigned char      0 .. 255
//     from[y - cy[q]]       const int cy[] = {0, 1, -1}      y - 1 .. y + 1
//     bins[key[i] & mask7]  table[std::min(k, 15)]   of what the operators leave
//
// A loop that runs through them stands for such a value, as for a remainder (see Quotients.h): each iteration has some.
#pragma once

#include "Lower/Walk.h"

namespace clustrix::compiler {

class ValueRanges : public WalkPart {
 public:
  using WalkPart::WalkPart;
  using Range = std::pair<Int128, Int128>;

  /// The least and the largest that an integer can be, wherever it is evaluated.
  Range rangeOf(const clang::Expr* expression) const { return of(expression, 0); }
  /// For an integer of which nothing else is known, where there are few that it can be.
  std::optional<Value> some(const clang::Expr* expression);
  /// Whether the value is made of such alone, and some of them would make it negative: `key[i] % 10` of an int. What
  /// lies in front of the array is not what the program means.
  bool mayBeNegative(const Value& value) const;

 private:
  bool isWhole(clang::QualType type) const;
  bool isData(const clang::Expr* expression) const;
  Range of(const clang::Expr* expression, int depth) const;
  Range ofCast(const clang::CastExpr* cast, int depth) const;
  Range ofBinary(const clang::BinaryOperator* op, int depth) const;
  Range ofCall(const clang::CallExpr* call, int depth) const;
  const clang::Expr* arrayOf(const clang::Expr* element) const;
  Range ofRead(const clang::Expr* place, int depth) const;
  std::optional<Range> ofElements(const clang::Expr* array, int depth) const;
  std::optional<Range> ofList(const clang::Expr* list, int depth) const;
  /// `range` where it fits the type; what the operator left has else wrapped around, or is undefined.
  Range within(clang::QualType type, const Range& range) const;

  mutable int steps_ = 0;
};

}  // namespace clustrix::compiler
