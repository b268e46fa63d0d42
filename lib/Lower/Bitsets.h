// std::bitset in a loop's body: members and operators by what they do to the whole object. Two bits share a word, so
// that who changes one of them reads and writes all.
#pragma once

#include "Lower/Walk.h"
#include "Syntax/Conjuncts.h"

namespace clustrix::compiler {

class Bitsets : public WalkPart {
 public:
  using WalkPart::WalkPart;

  /// Nothing of calls that are none of a bitset's.
  std::optional<Value> call(const clang::CallExpr* call);
  /// What a call gives as an object: `b.set(3)` is `b`.
  std::optional<Place> placeOf(const clang::CallExpr* call);
  std::optional<Value> construction(const clang::CXXConstructExpr* made);

 private:
  struct Done {
    Value value;
    Place place;
  };

  std::optional<Done> perform(const clang::CallExpr* call);
  bool ofBit(const clang::CallExpr* call);
  void touchBit(const clang::CXXOperatorCallExpr* bit, bool changes);
  void read(const clang::Expr* operand);
  Place wholeOf(const clang::Expr* object);
  void readWhole(const Place& whole, const clang::Expr* object);
  void writeWhole(const Place& whole, const clang::Expr* object);
  bool isBelow(const clang::Expr* position, std::int64_t bits, const Value& value);
  bool isTested(const clang::Expr* position, std::int64_t bits);
  void narrow(std::pair<Int128, Int128>& range, const Conjunct& test, const clang::VarDecl* variable) const;
  void askBit(const clang::CallExpr* call, const clang::Expr* position, std::int64_t bits, bool throws);
};

}  // namespace clustrix::compiler
