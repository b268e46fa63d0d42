#include "Recurrence/PrivatisedObjects.h"

#include "Library/LibraryTypes.h"

#include <algorithm>

namespace clustrix::compiler {

bool mayBePrivatised(clang::QualType type) {
  type = type.getNonReferenceType();
  const auto* record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || record->isLambda() || record->isUnion()) return false;
  if (!record->isTriviallyCopyable() || type.isVolatileQualified() || isIteratorType(type) || isOptionalType(type))
    return false;
  if (record->hasTrivialDefaultConstructor() || record->needsImplicitDefaultConstructor()) return true;
  return std::any_of(record->ctor_begin(), record->ctor_end(), [&](const clang::CXXConstructorDecl* one) {
    const bool plain = !one->isUserProvided() || (one->isConstexpr() && record->isInStdNamespace());
    return one->isDefaultConstructor() && plain && !one->isDeleted() && one->getAccess() == clang::AS_public;
  });
}

}  // namespace clustrix::compiler
