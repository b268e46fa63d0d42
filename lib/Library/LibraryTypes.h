// Types of the standard library that the compiler knows: containers, views, iterators, and what is copied as bytes.
#pragma once

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Type.h"

#include <cstdint>
#include <optional>

namespace clustrix::compiler {

/// `std::span`: a view through which elements may be written.
bool isSpanType(clang::QualType type);
/// `std::span` and `std::string_view`: objects that show elements of others.
bool isViewType(clang::QualType type);
/// The iterators of std::vector and the like: pointers in a wrapper.
bool isIteratorType(clang::QualType type);
clang::QualType iteratorElement(clang::QualType iterator);
/// The number of elements of a `std::array`; nothing of other types.
std::optional<std::int64_t> fixedLength(clang::QualType type);
/// Whether an argument of a template is the usual allocator.
bool isUsualAllocator(const clang::TemplateArgument& argument);
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
