// How a function of the source is declared once more, for devices as well.
//
//     namespace geo {
//     template <class T> T twice(T x) { ... }           template <class T> CLUSTRIX_HD T twice(T);
//     struct V3 { double dot(const V3& o) const; };     friend CLUSTRIX_HD double geo::V3::dot(const geo::V3 &) const;
//
//     namespace geo { int twice(V3 x); }                friend CLUSTRIX_HD int (::geo::twice)(::geo::V3);
//
// C++ lets no one declare a member outside of its class, but for friends: a class may befriend another one's member.
// nvcc takes the execution space of a function from any of its declarations, this one included. Names are those of the
// outermost scope, with `::` in front where the declaration's own hides them; brackets keep a macro from a function's.
#pragma once

#include "Syntax/FunctionText.h"

#include "clustrix/LoopModel.h"

#include "clang/AST/Decl.h"

namespace clang {
class Preprocessor;
}

namespace clustrix::compiler {

struct DeviceDeclaration {
  DeviceFunction function;
  std::string problem;  // why there is none: a clause, or ""
};

/// Where the kernels of a function stand: in the namespaces around it, `offset` bytes into the main file.
struct KernelPlace {
  const clang::FunctionDecl& annotated;
  const clang::DeclContext* scope = nullptr;
  std::size_t offset = 0;
  const clang::Preprocessor* preprocessor = nullptr;  // of the file's macros, or null
};
KernelPlace kernelPlaceOf(const clang::FunctionDecl& annotated, std::size_t offset,
                          const clang::Preprocessor* preprocessor = nullptr);

/// The namespaces around `scope` below those of the kernels' place, outermost first: `detail`, `inline v1`, "" without
/// a name. Nothing where `scope` does not lie below it.
std::optional<std::vector<std::string>> namespacesBelow(const KernelPlace& place, const clang::DeclContext* scope);

/// `function`: a definition that is not dependent.
DeviceDeclaration deviceDeclaration(const clang::FunctionDecl& function, const KernelPlace& place,
                                    FunctionTexts& texts);

/// Whether `type` is known in front of the kernels, by a name.
bool isNamedBefore(clang::QualType type, const KernelPlace& place, const clang::ASTContext& context);

}  // namespace clustrix::compiler
