// What the function says about names in front of the loop, and the kernel has to say again: it stands outside.
//
//     using std::max;                                  void operator()(clustrix::Index k) const {
//     for (int i = 0; i < n; ++i) o[i] = max(i, 5);      using std::max;
//                                                        int i = clustrix::counter<int>(k);
//                                                        o[i] = max(i, 5);
#pragma once

#include "Syntax/FunctionText.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

#include <vector>

namespace clustrix::compiler {

/// The statements in which the function, or one around it, declares that it uses names, namespaces under other names or
/// enumerators, as far as they hold where the loop stands; the outermost first.
std::vector<const clang::DeclStmt*> usingsInFront(const clang::FunctionDecl& function, const clang::Stmt& loop,
                                                  FunctionTexts& texts);

}  // namespace clustrix::compiler
