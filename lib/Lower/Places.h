// Which object an lvalue designates, and what reading or writing it does.
#pragma once

#include "Lower/Walk.h"

namespace clustrix::compiler {

class Lvalues : public WalkPart {
 public:
  using WalkPart::WalkPart;

  /// Whether the expression's pointer is the host's, wherever the loop runs: null, or loaded from memory.
  bool isHostPointer(const clang::Expr* pointer) const;
  PointerValue insidePlus(const PointerValue& pointer, const IntegerValue* index, std::int64_t size, bool negative);
  Place place(const clang::Expr* lvalue);
  Place subscript(const Value& base, const Value& index, clang::QualType elementType);
  /// `written`: the pointer as the source says it, where it does.
  Place dereference(const Value& pointer, clang::QualType type, clang::SourceLocation at,
                    const clang::Expr* written = nullptr);
  Value addressOf(const Place& place, clang::QualType type);
  Value load(const Place& place, const clang::Expr* expression);
  Value loadOuter(const OuterPlace& outer, const clang::Expr* expression);
  /// A pointer that only a library follows: what it leads to is none of the loop's.
  void loadHandle(const clang::Expr* lvalue);
  void store(const Place& place, const Value& value, const clang::Expr* target, clang::QualType type);
  void access(AccessKind kind, const ElementPlace& element, clang::SourceLocation at, int update = -1);
  Place promoted(const ElementPlace& element, const clang::Expr* expression);
  static bool surelyExists(const ArrayObject& object, const Polynomial& index);
  Place partOfComplex(const clang::UnaryOperator* part);
  void noteLoaded(const clang::Expr* load, const Place& place);
  void noteRelation(const clang::Expr* relation, const clang::Expr* left, const Value& leftValue,
                    const clang::Expr* right, const Value& rightValue);
  void noteVariable(const clang::VarDecl* variable);
  bool asksForNull(const clang::BinaryOperator* op);
  bool tellNull(const clang::Expr* test, const clang::Expr* pointer, bool isNull);
  static Place eitherOf(const Place& one, const Place& other);
  static bool neverHold(const std::vector<Polynomial>& conditions);
  /// What is read of an element of which the variable is a copy.
  std::vector<ElementPlace> usedParts(const clang::VarDecl* variable, const ElementPlace& element);
  bool readsUsedParts(const clang::VarDecl* variable, const clang::Expr* initialiser);

 private:
  const clang::VarDecl* changingPointer(const clang::Expr* pointer) const;
  std::optional<Place> placeOfName(const clang::DeclRefExpr* reference);
  Place placeOfSubscript(const clang::ArraySubscriptExpr* index);
  Place promotedElement(const Place& place, const clang::Expr* expression);
  std::optional<Place> placeOfUnary(const clang::UnaryOperator* unary);
  std::optional<Place> placeOfConversion(const clang::CastExpr* cast);
  std::optional<Place> placeOfBinary(const clang::BinaryOperator* op);
  Place placeOfCall(const clang::CallExpr* call);
  Value loadWritten(const OuterPlace& outer, const OuterName& name, const clang::Expr* expression);
  Value loadPointer(const OuterName& name, clang::SourceLocation at);
  Value loadUnchanged(const OuterPlace& outer, const OuterName& name, const clang::Expr* expression);
  bool checkWholeObject(const OuterPlace& outer, const OuterName& name, clang::SourceLocation at);
  Place member(const clang::MemberExpr* expression);
  Place placeOfChoice(const clang::ConditionalOperator* choice);

  std::vector<std::pair<ArrayId, Polynomial>> promised_;  // elements that it names: see Access::exists
  std::map<const clang::VarDecl*, bool> hostPointers_;    // those that hold nothing but pointers of the host's
  std::set<const clang::Expr*> told_;                     // tests for null that the host answers
};

}  // namespace clustrix::compiler
