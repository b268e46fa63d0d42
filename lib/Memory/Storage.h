// What the declarations around the loop tell about memory, and about variables that keep their value.
#pragma once

#include "Lower/Walk.h"

namespace clustrix::compiler {

/// Whether all that is done where the variable is named is to read it.
bool onlyReads(const FunctionText::Mention& mention);

class Storage : public WalkPart {
 public:
  using WalkPart::WalkPart;

  void boundExtent(ArrayObject& object, const clang::ParmVarDecl* parameter, const std::string& expression);
  bool addressTaken(const clang::VarDecl* variable);
  const clang::ParentMap& parents(const clang::FunctionDecl* function);
  bool neverWritten(const clang::VarDecl* variable);
  bool keepsFirstValue(const clang::VarDecl* variable);
  bool isStable(const clang::Stmt* statement);
  void describeAllocation(const OuterName& name, ArrayObject& object);
  std::optional<ArrayId> uniqueArray(const clang::Expr* object, clang::SourceRange range);
  std::optional<ArrayId> iteratorArray(const OuterName& name);
  std::optional<ArrayId> variableArray(const OuterName& name, const clang::VariableArrayType& type);
  std::optional<Int128> keptConstant(const clang::VarDecl* variable);
  std::optional<Value> derivedPointer(const OuterName& name);

 private:
  std::optional<Polynomial> extentOf(const std::string& expression);
  bool everAssigned(const clang::VarDecl* variable);
  bool isForgotten(const clang::VarDecl* variable);
  bool mentionsBefore(const clang::VarDecl* variable, bool (*isSuch)(const FunctionText::Mention&));
  std::string extentProblem(const clang::ParmVarDecl* pointer, const std::string& expression);
  bool mayChangeBefore(const clang::VarDecl* variable);
  std::optional<Int128> foldedConstant(const clang::Expr* expression);
  std::optional<ArrayId> wrappedPointer(const OuterName& name, clang::QualType element, const std::string& base);
  const clang::VarDecl* familyOf(const clang::VarDecl* variable);
  std::optional<Polynomial> offsetFrom(const clang::VarDecl* variable, const clang::VarDecl* family, ArrayId array);
  bool addOffsets(const clang::Expr* pointer, bool negative, std::optional<Polynomial>& sum);
  void declareDerived(const OuterName& name, const OuterName& root, const Polynomial& offset);

  std::map<const clang::VarDecl*, Value> derived_;  // pointers into the array of another one
};

}  // namespace clustrix::compiler
