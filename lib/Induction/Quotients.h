// Quotients and remainders, by a number or by what is known only at run time.
#pragma once

#include "Lower/Walk.h"

namespace clustrix::compiler {

struct Remainder {
  Polynomial exact;           // over a quotient
  std::optional<Bound> need;  // for the loop that stands for it
  bool byNumber = true;       // by a number that is known here
};

class Quotients : public WalkPart {
 public:
  using WalkPart::WalkPart;

  /// Some whole number of few, another one in each iteration: a loop that runs through them stands for it.
  IntegerValue someOf(Int128 least, Int128 most);
  bool isSome(SymbolId id) const { return some_.contains(id); }
  Value remainder(const Value& left, const Value& right, clang::QualType type, bool floor = false);
  std::optional<Value> quotient(const IntegerValue& dividend, std::int64_t divisor, bool floor, clang::QualType type);
  std::optional<Value> masked(const IntegerValue& value, const IntegerValue& mask, clang::QualType type);
  bool plainlyKeepsTo(const Bound& bound) const;
  bool needsNothing(const IntegerValue& value) const;
  bool plainlyNonNegative(const Polynomial& value) const;
  bool plainlyFits(const Polynomial& value, clang::QualType type) const;
  bool mentionsQuotient(const Polynomial& value) const;
  /// The value with remainders as what they are, so that nothing is needed for them; and nothing where that fails.
  std::optional<IntegerValue> withExactRemainders(const IntegerValue& value) const;
  std::vector<Polynomial> whereNotZero(const Polynomial& value, clang::QualType type);
  std::optional<IntegerValue> runTimeQuotient(const IntegerValue& dividend, const IntegerValue& divisor,
                                              clang::QualType type);
  /// `i / n * n + i % n` as `i`: the polynomial with remainders as what they are, where that is shorter.
  Polynomial withoutRemainders(Polynomial value) const;
  bool isPartOfDividend(const Polynomial& value) const;

 private:
  NestedLoop below(const Polynomial& count, const char* name);
  std::optional<SymbolId> quotientOf(const Polynomial& dividend, std::int64_t divisor, bool floor,
                                     clang::QualType type);
  std::optional<SymbolId> runTimeQuotientOf(Polynomial dividend, Polynomial divisor);
  std::optional<Polynomial> quotientsOf(const Polynomial& dividend, const Polynomial& divisor) const;
  bool isOfDivision(const Polynomial& value) const;

  std::set<SymbolId> some_;
  std::map<SymbolId, Remainder> remainders_;                                // counters that stand for them
  std::map<std::pair<Polynomial, Polynomial>, SymbolId> runTimeQuotients_;  // of a dividend and a divisor
};

}  // namespace clustrix::compiler
