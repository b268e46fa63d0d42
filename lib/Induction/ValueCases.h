// Values that are one of several, each with a symbol of its own.
#pragma once

#include "Induction/LoopHeader.h"
#include "Lower/Walk.h"

namespace clustrix::compiler {

/// One of several values: what it is where the conditions hold, each >= 0.
struct ValueCase {
  IntegerValue value;
  std::vector<Polynomial> conditions;
};

/// How values that are one of several come out, each put in the place of its symbol, and what holds then.
struct CaseOutcome {
  std::vector<std::pair<SymbolId, Polynomial>> values;
  std::vector<Polynomial> conditions;
};

class ValueCases : public WalkPart {
 public:
  using WalkPart::WalkPart;

  Value oneOf(const std::vector<ValueCase>& cases, clang::QualType type);
  Value oneOf(const Value& yes, const State& where, const Value& no, const State& otherwise, std::size_t before,
              clang::QualType type);
  void joinValues(const State& yes, const State& no, std::size_t before);
  Value comparedValue(const clang::CallExpr* call);
  bool accessInEachCase(AccessKind kind, const ElementPlace& element, clang::SourceLocation at, int update);
  bool requireInEachCase(const Bound& need, clang::SourceLocation at);
  bool keepsTo(const Bound& bound, const std::vector<Polynomial>& conditions) const;
  bool isNotNegative(const Polynomial& value, const std::vector<Polynomial>& conditions) const;
  void spreadBounds(LoopHeader& header) const;

 private:
  std::vector<ValueCase> casesApart(const std::vector<ValueCase>& cases, std::vector<Bound>& needs) const;
  static std::vector<ValueCase> comparedCases(const StandardFunction& compares, const std::vector<IntegerValue>& of);
  bool isCase(const Polynomial& value) const;
  std::optional<std::vector<CaseOutcome>> outcomesOf(const std::vector<Polynomial>& values) const;
  static Polynomial in(const CaseOutcome& outcome, Polynomial value);
  void enter(const CaseOutcome& outcome);
  std::vector<Polynomial> limitsOf(SymbolId id, bool above) const;

  std::map<SymbolId, std::vector<ValueCase>> cases_;  // of values that are one of several
};

}  // namespace clustrix::compiler
