// Questions about classes and functions that models describe: the registry of the standard library, for all stages.
//
//     std::vector<double> v;        standardClass(v's type)->kind        Container
//     v.rbegin()                    roleOf(the member function)          ReverseBegin
//     std::size(v)                  askedOf(the call)                    Size of v
//
// The names are in lib/Library/models/standard.yml and nowhere else (test/structure/standard_names.py). A class of the
// program's that has such a name is none of the library's: the scopes around it are compared, too.
#pragma once

#include "clustrix/StandardLibrary.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

namespace clustrix::compiler {

/// Declarations of this tree may also be what `added` says. Once for a tree, before it is asked for.
void describeLibrary(clang::ASTContext& tree, const StandardLibrary& added);

/// What is known of a class, or of that of `type` or of what that refers to; null of others.
const StandardClass* standardClass(const clang::CXXRecordDecl* record);
const StandardClass* standardClass(clang::QualType type);

bool isOfKind(clang::QualType type, ClassKind kind);
/// The specialisation of a class of that kind that the type is, or refers to; null of other types.
const clang::ClassTemplateSpecializationDecl* ofKind(clang::QualType type, ClassKind kind);

/// What is known of a container or a view: of what has elements side by side, as many as its size says. Null of others.
const StandardClass* sequenceClass(clang::QualType type);
/// ... with all of its elements in itself: std::array.
bool isInPlace(clang::QualType type);
/// ... whose elements lie apart and are freed with it: std::vector. It is nothing that is copied as bytes.
bool isApart(clang::QualType type);

/// What the member function is to its class.
Role roleOf(const clang::FunctionDecl* member);
/// What is known of a function that is no member, and that is of a library; null of others.
const StandardFunction* standardFunction(const clang::FunctionDecl* function);
bool does(const clang::FunctionDecl* function, Does what);

/// What is known of a function of std:: or of C by its name alone: `sqrtf`, and what a range's algorithm is called. The
/// caller looks where the declaration is.
const StandardFunction* functionNamed(const clang::Decl& inTree, llvm::StringRef name);

/// What a call asks, and of which object: `v.size()`, `std::size(v)`. Arguments of members are the caller's to look at.
struct Question {
  Role role = Role::None;
  const clang::Expr* object = nullptr;
};
Question askedOf(const clang::CallExpr* call);

/// `s.subspan(from)`, `s.first(n)`, `s.last(n)`: a view of some of a view's elements.
bool isPartOfView(Role role);
/// `v.push_back(x)` and all else that may change how many elements there are, or where.
bool changesSize(Role role);
/// Whether a member of that role tells of its object, or leads to its elements, and leaves it as it is.
bool leavesAsItIs(Role role);

}  // namespace clustrix::compiler
