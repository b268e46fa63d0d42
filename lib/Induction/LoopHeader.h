// Which loops can be counted before they start, and what their variables are in iteration k.
#pragma once

#include "Lower/Walk.h"

namespace clustrix::compiler {

/// A further variable of the header: `j` of `for (int i = 0, j = n; i < j; ++i, --j)`, `e` of `int i = 0, e = n`.
struct SecondaryVariable {
  const clang::VarDecl* variable = nullptr;
  Value first;
  Polynomial step{0};
  std::string text;  // its first value, when that is no polynomial: valid before the loop
};

struct HeaderStep {
  const clang::VarDecl* variable = nullptr;
  Polynomial amount;
};

enum class StepPlace { Outside, BeforeTest, AfterTest };  // `++i` beside, `++i < n`, `i++ < n`

struct LoopHeader {
  const clang::VarDecl* variable = nullptr;  // the induction variable
  StepPlace stepPlace = StepPlace::Outside;
  const clang::UnaryOperator* stepInside = nullptr;  // the step, when it stands in the condition
  bool testedLast = false;                           // `do ... while`
  Value start;
  Polynomial step{0};
  std::vector<SecondaryVariable> secondaries;
  std::optional<Polynomial> value;      // of it, over the loop's counter
  std::optional<PointerValue> pointer;  // iterator loops: what it points to in iteration `counter`
  const clang::Expr* rows = nullptr;    // range loops over a container of containers
  std::optional<TripCount> trip;
  std::vector<Polynomial> constraints;  // over the counter, beyond counter >= 0
  std::vector<Requirement> requirements;
  std::vector<Bound> bounds;       // must hold before the loop
  std::vector<Bound> innerBounds;  // must hold in every iteration
  std::string code, problem;       // why it cannot be counted
};

struct TripCounting;

class LoopHeaders : public WalkPart {
 public:
  using WalkPart::WalkPart;

  Value hostNumber(const clang::Expr* expression);
  bool mentionsChanging(const clang::Stmt* statement) const;
  void bindRangeVariable(const clang::CXXForRangeStmt* loop, const Polynomial& position);
  std::optional<std::int64_t> arrayLength(clang::QualType type) const;
  int addLoop(const clang::Stmt* loop, int parent);
  bool mentionsLocal(const clang::Stmt* statement) const;
  Key keyOf(const clang::VarDecl* variable) const;

 private:
  LoopHeader headerOf(const clang::Stmt* loop, SymbolId counter);
  void readCounted(LoopHeader& header, const clang::Stmt* loop, const std::vector<HeaderStep>& steps, SymbolId counter);
  void readRange(LoopHeader& header, const clang::CXXForRangeStmt* loop, SymbolId counter);
  std::optional<std::vector<HeaderStep>> stepsOf(const clang::Stmt* loop, LoopHeader& header);
  bool readSecondaries(LoopHeader& header, const clang::Stmt* loop, const std::vector<HeaderStep>& steps);
  std::optional<SecondaryVariable> secondaryOf(const clang::Stmt* loop, const clang::VarDecl* variable,
                                               const Polynomial& step, std::string& problem);
  std::optional<Value> firstOfSecondary(const clang::Stmt* loop, const clang::VarDecl* variable,
                                        const clang::Expr* initialiser, std::string& problem);
  Value secondaryValue(const SecondaryVariable& secondary, const Polynomial& iteration);
  void declareSecondaries(const LoopHeader& header);
  void finishTrips(LoopHeader& header, const clang::Stmt* loop, SymbolId counter);
  std::optional<Value> sideOf(const clang::Expr* side, const LoopHeader& header);
  std::optional<IntegerValue> distanceBetween(const PointerValue& from, const PointerValue& to);
  void countTrips(LoopHeader& header, const clang::Expr* condition, SymbolId counter);
  void boundByLists(LoopHeader& header, const TripCounting& counting);
  bool readFirst(const LoopHeader& header, TripCounting& counting);
  bool mayWrap(clang::QualType type) const;
  bool compareSides(LoopHeader& header, TripCounting& counting);
  void placeSecondaries(const LoopHeader& header, const TripCounting& counting);
  bool measureDistance(LoopHeader& header, TripCounting& counting);
  void requireAt(LoopHeader& header, const TripCounting& counting, Requirement::Kind kind, const Polynomial& value,
                 const Polynomial& divisor);
  bool requireArrival(LoopHeader& header, TripCounting& counting);
  bool boundSides(LoopHeader& header, const TripCounting& counting);
  bool boundEnd(LoopHeader& header, const TripCounting& counting, std::vector<Bound> moving, bool wraps);
  std::optional<Value> startOf(const clang::Stmt* loop, const clang::VarDecl* variable, std::string& problem);
  bool endsUnused(const clang::Stmt* loop, const clang::VarDecl* variable, std::string& problem);
  std::optional<Value> pointerAtEntry(const clang::Stmt* loop, const clang::VarDecl* variable, std::string& problem);
  std::optional<Value> boundValue(const clang::Expr* expression);
  std::optional<Polynomial> stepOf(const clang::Expr* increment, const clang::VarDecl*& variable);
  bool changedInside(const clang::Stmt* loop, const clang::VarDecl* variable) const;
  Place partOfRange(const Place& whole, const clang::Expr* range, const Polynomial& position, clang::QualType type);
  void declareRootVariable(const clang::Stmt* loop, const LoopHeader& header);
  std::string walkedAs(const clang::VarDecl& variable, const Capture& capture);
  bool declareWalking(const clang::VarDecl* variable, const PointerValue& pointer);
  void requireInside(const LoopHeader& header, NestedLoop& loop);
  void readRestart(const clang::Stmt* loop, const LoopHeader& header);

  std::map<const clang::Stmt*, PointerValue> rangeArrays_;      // what range-for loops walk
  std::map<const clang::Stmt*, const clang::Expr*> rangeRows_;  // or a container of containers
  std::map<const clang::Stmt*, Place> rangeParts_;              // or an array in something else
};

}  // namespace clustrix::compiler
