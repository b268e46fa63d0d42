#include "Library/LibraryTypes.h"

#include <algorithm>

namespace clustrix::compiler {

bool isContainer(clang::QualType type, std::string_view& which) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->isInStdNamespace() || !record->getIdentifier()) return false;
  for (const std::string_view name : {"vector", "array", "span", "basic_string", "basic_string_view"})
    if (record->getName() == llvm::StringRef(name)) {
      which = name;
      return true;
    }
  return false;
}

bool isSpanType(clang::QualType type) {
  std::string_view which;
  return isContainer(type, which) && which == "span";
}

bool isViewType(clang::QualType type) {
  std::string_view which;
  return isContainer(type, which) && (which == "span" || which == "basic_string_view");
}

bool isVectorType(clang::QualType type) { return ofLibrary(type, "vector") != nullptr; }

bool isIteratorType(clang::QualType type) { return !iteratorElement(type).isNull(); }

clang::QualType iteratorElement(clang::QualType iterator) {
  const auto* record = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
      iterator.getNonReferenceType()->getAsCXXRecordDecl());
  if (!record || !record->getIdentifier() || record->getName() != "__normal_iterator") return {};
  const clang::QualType pointer = record->getTemplateArgs()[0].getAsType();
  return pointer->isPointerType() ? pointer->getPointeeType() : clang::QualType{};
}

const clang::ClassTemplateSpecializationDecl* ofLibrary(clang::QualType type, llvm::StringRef name) {
  const auto* record =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type.getNonReferenceType()->getAsCXXRecordDecl());
  return record && record->isInStdNamespace() && record->getName() == name ? record : nullptr;
}

std::optional<std::int64_t> bitsOf(clang::QualType type) {
  const auto* record = ofLibrary(type, "bitset");
  return record ? std::optional(record->getTemplateArgs()[0].getAsIntegral().getExtValue()) : std::nullopt;
}

namespace {

/// Null for other functions.
const clang::CXXRecordDecl* bitsetOf(const clang::FunctionDecl& function) {
  const clang::CXXRecordDecl* owner = nullptr;
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function)) {
    owner = method->getParent();
    // What stands for a bit is a class of its own.
    if (const auto* around = llvm::dyn_cast<clang::CXXRecordDecl>(owner->getDeclContext())) owner = around;
  } else if (function.isOverloadedOperator() && function.isInStdNamespace()) {
    owner = function.getReturnType()->getAsCXXRecordDecl();
  }
  return owner && bitsOf(clang::QualType(owner->getTypeForDecl(), 0)) ? owner : nullptr;
}

}  // namespace

bool isBitsetFunction(const clang::FunctionDecl& function) { return bitsetOf(function) != nullptr; }

bool isBitsetFunctionOnDevices(const clang::FunctionDecl& function) {
  const clang::CXXRecordDecl* bitset = bitsetOf(function);
  if (!bitset || bitset->getNumBases() != 1) return false;
  // That of the library's debugging mode has another base.
  const auto* base = bitset->bases_begin()->getType()->getAsCXXRecordDecl();
  if (!base || !base->getIdentifier() || base->getName() != "_Base_bitset") return false;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  return !method || (!method->getPrimaryTemplate() && !(method->getIdentifier() && method->getName() == "to_string"));
}

bool isOptionalType(clang::QualType type) {
  const auto* record = ofLibrary(type, "optional");
  return record && record->getTemplateArgs()[0].getAsType()->isArithmeticType();
}

bool copiesAsBytes(clang::QualType type) {
  const auto* record = type->getAsCXXRecordDecl();
  if (!record || record->isTriviallyCopyable()) return true;
  const auto* specialisation = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  if (!specialisation || !record->isInStdNamespace() || !record->hasTrivialDestructor()) return false;
  if (record->getName() != "pair" && record->getName() != "tuple") return false;
  const auto isPlain = [](const clang::TemplateArgument& argument) {
    return argument.getKind() == clang::TemplateArgument::Type && !argument.getAsType()->isReferenceType() &&
           copiesAsBytes(argument.getAsType());
  };
  const auto arguments = specialisation->getTemplateArgs().asArray();
  return std::all_of(arguments.begin(), arguments.end(), [&](const clang::TemplateArgument& argument) {
    if (argument.getKind() != clang::TemplateArgument::Pack) return isPlain(argument);
    return std::all_of(argument.pack_begin(), argument.pack_end(), isPlain);
  });
}

}  // namespace clustrix::compiler
