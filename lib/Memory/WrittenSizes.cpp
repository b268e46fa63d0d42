#include "Memory/WrittenSizes.h"

namespace clustrix::compiler {

WrittenSizes sizesWrittenIn(clang::QualType type, const clang::ASTContext& context) {
  WrittenSizes found;
  // Those behind a name are computed where the name is declared.
  while (type->isVariablyModifiedType() && !llvm::isa<clang::TypedefType>(type)) {
    const clang::QualType outer = type;
    if (const auto* array = llvm::dyn_cast<clang::VariableArrayType>(type); array && array->getSizeExpr())
      found.sizes.push_back(array->getSizeExpr());
    if (const auto* array = llvm::dyn_cast<clang::ArrayType>(type))
      type = array->getElementType();
    else if (llvm::isa<clang::PointerType, clang::ReferenceType>(type))
      type = type->getPointeeType();
    else
      type = type.getSingleStepDesugaredType(context);
    if (type == outer) {
      found.complete = false;
      break;
    }
  }
  return found;
}

}  // namespace clustrix::compiler
