#include "Library/LibraryTypes.h"

#include "Library/Standard.h"

#include <algorithm>

namespace clustrix::compiler {

bool isSpanType(clang::QualType type) {
  const StandardClass* known = standardClass(type);
  return known && known->kind == ClassKind::View && !known->constant;
}

bool isViewType(clang::QualType type) { return isOfKind(type, ClassKind::View); }

bool isIteratorType(clang::QualType type) { return !iteratorElement(type).isNull(); }

clang::QualType iteratorElement(clang::QualType iterator) {
  const auto* record = ofKind(iterator, ClassKind::Iterator);
  if (!record) return {};
  const clang::QualType pointer = record->getTemplateArgs()[0].getAsType();
  return pointer->isPointerType() ? pointer->getPointeeType() : clang::QualType{};
}

std::optional<std::int64_t> fixedLength(clang::QualType type) {
  const auto* array = isInPlace(type) ? ofKind(type, ClassKind::Container) : nullptr;
  if (!array || array->getTemplateArgs().size() < 2) return std::nullopt;
  const clang::TemplateArgument& length = array->getTemplateArgs()[1];
  const bool isNumber = length.getKind() == clang::TemplateArgument::Integral;
  return isNumber ? std::optional(length.getAsIntegral().getExtValue()) : std::nullopt;
}

bool isUsualAllocator(const clang::TemplateArgument& argument) {
  return argument.getKind() == clang::TemplateArgument::Type && isOfKind(argument.getAsType(), ClassKind::Allocator);
}

std::optional<std::int64_t> bitsOf(clang::QualType type) {
  const auto* record = ofKind(type, ClassKind::Bits);
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
  const StandardClass* made = standardClass(base);
  if (!made || made->kind != ClassKind::BitBase) return false;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  return !method || (!method->getPrimaryTemplate() && roleOf(method) != Role::BitsAsText);
}

bool isOptionalType(clang::QualType type) {
  const auto* record = ofKind(type, ClassKind::Optional);
  return record && record->getTemplateArgs()[0].getAsType()->isArithmeticType();
}

bool copiesAsBytes(clang::QualType type) {
  const auto* record = type->getAsCXXRecordDecl();
  if (!record || record->isTriviallyCopyable()) return true;
  const auto* specialisation = ofKind(type, ClassKind::Product);
  if (!specialisation || !record->hasTrivialDestructor()) return false;
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
