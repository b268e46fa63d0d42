// Types of the standard library that the compiler knows: containers, views, iterators, and what is copied as bytes.
#pragma once

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Type.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace clustrix::compiler {

/// Whether it is one of the library's sequences whose elements lie side by side; `which` becomes its name.
bool isContainer(clang::QualType type, std::string_view& which);
bool isSpanType(clang::QualType type);
/// `std::span` and `std::string_view`: objects that show elements of others.
bool isViewType(clang::QualType type);
/// The iterators of std::vector and the like: pointers in a wrapper.
bool isIteratorType(clang::QualType type);
clang::QualType iteratorElement(clang::QualType iterator);
bool isVectorType(clang::QualType type);
/// The specialisation of the library's template `name` that the type is, or null.
const clang::ClassTemplateSpecializationDecl* ofLibrary(clang::QualType type, llvm::StringRef name);
/// The number of bits of a `std::bitset`; nothing of other types.
std::optional<std::int64_t> bitsOf(clang::QualType type);
/// A member of a `std::bitset`, or of what stands for one of its bits, or an operator that gives one.
bool isBitsetFunction(const clang::FunctionDecl& function);
/// Whether devices have it as well, in clustrix/bitset.h: of libstdc++, which that takes the place of.
bool isBitsetFunctionOnDevices(const clang::FunctionDecl& function);
/// `std::optional` of a number.
bool isOptionalType(clang::QualType type);
/// Whether objects of the type may be copied as bytes: also pairs and tuples of such, whose assignment is a function.
bool copiesAsBytes(clang::QualType type);

}  // namespace clustrix::compiler
