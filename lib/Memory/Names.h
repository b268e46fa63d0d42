// What the loop mentions from outside, as symbols, arrays, scalars and captures of the kernel.
#pragma once

#include "Lower/Walk.h"

namespace clustrix::compiler {

class OuterNames : public WalkPart {
 public:
  using WalkPart::WalkPart;

  /// The type of a copy of `variable` that each iteration can have to itself: an array small enough for a thread's own
  /// memory. "" when there is none.
  std::optional<OuterName> copiedObject(const clang::Expr* expression);
  std::optional<IntegerValue> copiedNumber(const clang::Expr* expression);
  void refuseCopiesOfWritten();
  std::optional<OuterName> outerName(const clang::Expr* expression);
  std::optional<OuterName> namedObject(const clang::Expr* expression);
  std::optional<OuterName> outerPointee(const clang::Expr* pointer);
  std::optional<OuterName> memberName(const OuterName& object, const clang::MemberExpr* member);
  /// The host follows a pointer or an index to the object `key` before the loop: may it, where there is an iteration?
  void reached(const Key& key, clang::SourceLocation at);
  void checkReached();
  std::optional<Place> returnedPlace(const clang::CallExpr* call);
  bool holdsMemory(clang::QualType type) const;
  std::optional<ArrayId> pointerArray(const OuterName& name);
  std::optional<ArrayId> arrayObject(const OuterName& name);
  void collectLocals(const clang::Stmt* statement);

  std::string hostMember(const OuterName& object, const clang::FieldDecl* field);
  std::optional<std::string> privateMember(const clang::DeclaratorDecl& member, clang::SourceLocation at);
  std::string staticMember(const clang::VarDecl& member, const std::string& text, clang::SourceLocation at);

 private:
  std::string ownTypeOf(clang::QualType type, clang::SourceLocation at);
  std::optional<OuterName> nameOfBinding(const clang::BindingDecl& part, OuterName name);
  std::optional<OuterName> nameOfVariable(const clang::DeclRefExpr& reference, OuterName name);
  std::string variableText(const clang::DeclRefExpr& reference, const clang::VarDecl& variable,
                           clang::SourceRange range);
  std::optional<OuterName> nameOfStatic(const clang::VarDecl& statics, const clang::MemberExpr& member, OuterName name);
  std::optional<OuterName> outerThis(const clang::CXXThisExpr* self);
  PartOf partOf(const OuterName& object, const clang::FieldDecl* field) const;

  std::map<std::string, std::string> ownMembers_;  // how members of `this` are spelled: one spelling for each
  std::set<std::pair<const clang::Expr*, const clang::CallExpr*>> unnamed_;  // what is no object's name, in which call
  /// What calls return, in which call, that have been walked with an effect: once more they would tell the same.
  std::map<std::pair<const clang::CallExpr*, const clang::CallExpr*>, Place> refusedPlaces_;
};

}  // namespace clustrix::compiler
