// A call that is walked: what its parameters and its object stand for, and where its control flow ends.
#pragma once

#include "KernelText/TextEdit.h"
#include "Lower/Values.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace clustrix::compiler {

struct CallFrame {
  const clang::FunctionDecl* function = nullptr;
  const clang::CallExpr* call = nullptr;
  Place object;                                 // what `this` points to
  std::vector<TextEdit> edits;                  // of the function's own text
  std::set<const clang::ParmVarDecl*> objects;  // parameters that stand for objects from outside the loop
  std::map<const clang::VarDecl*, Key> copies;  // parameters, null for *this: of which outer objects the kernel has one
  std::string problem;                          // why its text cannot be repeated
  std::vector<State> returns;                   // where the call's control flow ends
  std::vector<Value> values;                    // what it returns there
  std::vector<Place> places;
  std::size_t depth = 0;                   // loops around the call
  std::shared_ptr<const Closure> closure;  // of a lambda's call, when it is known
};

}  // namespace clustrix::compiler
