// Variables that every iteration of a loop moves by the same amount, and counters that it only raises.
#pragma once

#include "Induction/InductionVariables.h"
#include "Lower/Walk.h"

namespace clustrix::compiler {

class InductionSteps : public WalkPart {
 public:
  using WalkPart::WalkPart;

  bool mentionsRising(const IntegerValue& value) const;
  /// Whether all that is needed of a place behind such a counter surely holds: no guard could ask for it.
  bool needsOfRisingHold(const IntegerValue& value) const;
  void beginIteration(const clang::Stmt* loop, int index, const State& before);
  void endIteration(const clang::Stmt* loop, int index);
  void afterLoop(const clang::Stmt* loop, int index, const State& before);
  bool stepsEvenly(const Key& key) const;

 private:
  std::optional<LastingPolynomial> lasting(const Polynomial& polynomial) const;
  std::optional<Polynomial> current(const LastingPolynomial& polynomial);
  std::optional<Value> stepped(const Value& start, const Step& step, const Polynomial& count, clang::QualType type);
  std::optional<Value> valueBefore(const clang::VarDecl* variable, const Key& key, int index, const State& before);
  std::optional<Step> stepBetween(const Value& start, const Value& end, SymbolId counter, clang::QualType type);
  /// Around the walk of one iteration; `before`: the state in front of the loop.
  std::optional<SymbolId> risen(const clang::Stmt* loop, const clang::VarDecl* variable, const Value& start);
  void beginRise(const clang::Stmt* loop, int index, const clang::VarDecl* variable, const Value& start);
  void endRises(const clang::Stmt* loop, const State& before);
  std::optional<Step> stepLeaving(const Value& end, SymbolId counter);
  void keepWrapAround(ScalarState& scalar, const clang::VarDecl* variable, const Step& step);
  void keepEntry(ScalarState& scalar, const clang::VarDecl* variable, const Value& start);

  std::vector<std::map<Key, Value>> starts_;  // of stepping variables, in the iteration at hand of each loop
  std::set<SymbolId> rising_;                 // opaque values of counters that an inner loop only raises
};

}  // namespace clustrix::compiler
