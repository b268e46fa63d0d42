// What a walk is given, and what one walk learns for the next.
#pragma once

#include "Induction/InductionVariables.h"
#include "Lower/Values.h"
#include "Source/Attributes.h"
#include "Source/MathState.h"
#include "Syntax/FunctionText.h"

#include "clustrix/Library.h"

#include "clang/AST/ASTContext.h"

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace clustrix::compiler {

class FilePlaces;

/// What one walk learns about writes for the next.
struct WrittenSets {
  std::set<Key> inLoop;                                     // outer variables written in an iteration
  std::map<const clang::Stmt*, std::set<Key>> inStatement;  // variables written in an inner loop or switch
  std::set<std::string> promotedArrays;  // arrays of which the loop updates one fixed element: treated as a scalar
  std::set<std::string> fixedArrays;   // arrays of integers or pointers of which it reads fixed elements, and no others
  Inductions inductions;               // variables that iterations move evenly
  std::set<std::string> changedLists;  // arrays whose elements stand in values, and that the loop writes
  std::map<Key, int> appends;          // calls of push_back in the loop's text, for each container
  std::set<const clang::VarDecl*> sharedObjects;  // of libraries, that may lead to what others use
  bool memory = false;                            // something else than variables that only this function knows
  friend bool operator==(const WrittenSets&, const WrittenSets&) = default;
};

struct WalkInput {
  clang::ASTContext& context;
  const AttributeTokens& attributes;
  const clang::FunctionDecl& function;
  const clang::Stmt& loop;  // ForStmt, WhileStmt, DoStmt or CXXForRangeStmt
  FunctionTexts& texts;
  const FilePlaces& places;
  std::size_t kernelsAt = 0;
  /// Template parameters with a value count as unknown: the loop's code must be the same in several instantiations.
  bool parametric = false;
  const Library* library = nullptr;  // what calls into libraries do
  MathState mathState{};             // that the source asks for
  bool rollsBack = false;            // see LoopModel
};

/// What the text around the loop says, whatever is learnt about writes: asked once, and kept from walk to walk.
struct TextFacts {
  std::map<const clang::VarDecl*, bool> addressTaken, neverWritten;
};

}  // namespace clustrix::compiler
