// What library models say of functions and classes, by their names: `at::mm`, `at::Tensor::add_`, `Eigen::*`.
#pragma once

#include "clustrix/Library.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ParentMap.h"
#include "clang/AST/Type.h"

#include <string>

namespace clustrix::compiler {

/// `Eigen::Matrix::rows`: without arguments of templates and inline namespaces. "" of what has no such name.
std::string nameInModels(const clang::NamedDecl& declaration);

/// What is said of a function without a visible body that works on memory, or null.
const LibraryFunction* describedIn(const Library* library, const clang::FunctionDecl* callee);

/// What is said of a function, or null: under its own name, else under that of the nearest scope around it for all that
/// have none. LibraryResult::None: it may do anything, whatever its body does.
const LibraryFunction* entryOf(const Library* library, const clang::FunctionDecl* callee);
/// That of a function that works on objects; null of others.
const LibraryFunction* objectFunction(const Library* library, const clang::FunctionDecl* callee);

/// Whether `address`, `&x`, is an argument by which a call gives x memory, or a handle, of its own.
bool isGiven(const Library* library, const clang::Expr* address, const clang::ParentMap& parents);

/// What is said of the class of `type`, or of what it refers to; null of other types.
const LibraryClass* objectClass(const Library* library, clang::QualType type);

}  // namespace clustrix::compiler
