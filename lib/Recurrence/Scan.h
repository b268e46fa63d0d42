// Statements that write where a running value says: scans, stream compaction and appends.
#pragma once

#include "Lower/Walk.h"

namespace clustrix::compiler {

struct AppendPlace {
  Polynomial index, step;  // behind the elements that were there before
};

struct Compaction {
  const clang::Expr* counter = nullptr;  // an lvalue
  Key key;
  const clang::Expr* step = nullptr;    // that each of its writes belongs to
  const clang::Expr* inside = nullptr;  // the same, where it stands in the subscript
  bool stepped = false;                 // the subscript sees the value behind the step
  Polynomial at;                        // what else it adds
};

class Scans : public WalkPart {
 public:
  using WalkPart::WalkPart;

  bool tryAppend(const clang::CXXMemberCallExpr* call);
  void refuseIrregularAppends();
  std::size_t changes() const;
  bool mayBeSuspended(const clang::Stmt* statement) const;
  void walkStore(const clang::Stmt* statement);
  void finishSuspensions();
  bool changes(const clang::Stmt* statement, const clang::Expr* counter, const clang::Expr* known) const;
  std::int64_t constantStep(const clang::Expr* step) const;

 private:
  std::optional<AppendPlace> appendPlace(const Key& key);
  int appendTo(const OuterName& name, ArrayId id, const std::optional<AppendPlace>& where, clang::SourceLocation at);
  int countAppends(const OuterName& name, int append);
  void recordAppended(int append, const std::optional<AppendPlace>& where, std::int64_t bytes,
                      clang::SourceLocation at);
  bool mayCount(const clang::CXXMemberCallExpr* call) const;
  bool suspend(const clang::Stmt* statement, const Storing& stored);
  std::optional<Compaction> compactionOf(const clang::Stmt* statement);
  std::optional<Key> counterKey(const clang::Expr* lvalue);
  bool findStepBeside(Compaction& compaction, const clang::Stmt* statement);
  const clang::Expr* stepIn(const clang::Stmt* statement, const clang::Expr* counter) const;
  std::optional<Polynomial> fixedTerm(const clang::Expr* term);
  void settleCompactions();
  void keepPackedApart(std::size_t scalar, const Compaction& compaction);

  std::vector<TextEdit> suspensions_;    // edits that only a scan needs
  std::vector<Compaction> compactions_;  // Access::packedStep counts these until they are settled
  std::map<Key, int> appended_;          // elements that the iteration has added so far
};

}  // namespace clustrix::compiler
