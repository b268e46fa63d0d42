// Extrema with what is kept beside them: argmin, argmax and find-first.
#pragma once

#include "Lower/Walk.h"
#include "Recurrence/Updates.h"
#include "Syntax/Conjuncts.h"
#include "Syntax/GuardedAssignments.h"

namespace clustrix::compiler {

struct NoneTest;

struct GuardedExtremum;

struct Located {
  const clang::Expr* value = nullptr;  // `a[i]`
  const clang::Expr* best = nullptr;   // `a[at]`, which is the same where `at` is i
  UpdateOperator op = UpdateOperator::Max;
  bool ties = false;
  std::size_t comparison = 0;  // among the tests of the condition
};

class GuardedExtrema : public WalkPart {
 public:
  using WalkPart::WalkPart;

  bool tryLocation(const Guarded& guarded);
  bool tryExtremaChain(const clang::IfStmt* first);
  bool tryFirst(const Guarded& guarded);
  bool tryFirstNested(const clang::IfStmt* statement);
  bool tryFirstChain(const clang::IfStmt* statement);
  std::optional<Guarded> guardedChoice(const clang::BinaryOperator* assignment) const;
  bool tryGuarded(const Guarded& guarded);
  /// How many statements of a block, from `first` on, were walked together; 0: none.
  std::size_t tryGuardedRun(const std::vector<const clang::Stmt*>& block, std::size_t first);

 private:
  std::optional<std::vector<OuterName>> locationNames(const Assignments& assignments, const Assigned* extremum,
                                                      const Key& target);
  std::vector<int> assignLocations(const Assignments& assignments, const Assigned* extremum,
                                   const std::vector<OuterName>& names);
  std::optional<Located> locatedIn(const Guarded& guarded) const;
  bool keepsItsValue(const Located& located, const Assignments& assignments) const;
  void markLocated(const Assigned& assigned, const clang::Expr* value, int update);
  void evaluateAround(const Guarded& guarded, const Located& located);
  std::optional<UpdateShape> extremumOf(const clang::IfStmt* statement);
  std::optional<NoneTest> noneIn(const clang::Expr* test, bool holds, const Assignments& assignments);
  std::optional<std::vector<Bound>> endingNone(const clang::BinaryOperator* comparison, bool holds,
                                               const Assigned& assigned, bool targetLeft);
  Value quietly(const clang::Expr* expression);
  bool isKeptSize(const clang::Expr* expression) const;
  bool endsNone(const std::vector<OuterName>& names) const;
  bool mayTakeFirst(const Guarded& guarded, const NoneTest& none);
  OuterName firstName(const NoneTest& none) const;
  void recordFirst(const NoneTest& none, const std::vector<int>& locations);
  bool takeFirst(const Guarded& guarded, const NoneTest& none, const std::vector<Conjunct>& tests, std::size_t place);
  bool takeFirstAndBest(const Guarded& guarded, const NoneTest& none, const clang::Expr* alternative);
  bool takesExtremum(const Guarded& guarded);
  std::optional<GuardedExtremum> extremumIn(const Guarded& guarded);
  bool tryUpdateIf(const clang::IfStmt* statement, bool whole = true);
  void evaluateTests(const Guarded& guarded, GuardedExtremum& extremum);
  bool tryGuardedRest(const std::vector<const clang::Stmt*>& block, std::size_t first, const clang::VarDecl* flag,
                      const clang::Expr* meaning);
  bool joinRun(Guarded& run, const clang::Stmt* statement, const clang::VarDecl* flag) const;
  bool closeRun(Guarded& run, const clang::Stmt* statement);
  /// Whether nothing stands between the end of `statement` and that of the iteration, or of the called function.
  bool isLast(const clang::Stmt* statement, bool ofFunction);
};

}  // namespace clustrix::compiler
