#include "KernelText/DeviceTypes.h"

#include "Source/ComplexSums.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

#include <set>

namespace clustrix::compiler {
namespace {

std::string misfitOfNumber(const clang::BuiltinType& type) {
  switch (type.getKind()) {
    case clang::BuiltinType::LongDouble:
    case clang::BuiltinType::Float128:
    case clang::BuiltinType::Ibm128:
      return "uses long double, which a device takes for double";
    case clang::BuiltinType::Float16:
    case clang::BuiltinType::Half:
    case clang::BuiltinType::BFloat16:
      return "uses a number of 16 bits, which nvcc does not compile for devices";
    default:
      return "";
  }
}

/// Looks into a type, each class once.
class Search {
 public:
  explicit Search(const clang::ASTContext& context) : context_(context) {}

  std::string search(clang::QualType type) {
    if (type.isNull() || type->isDependentType()) return "";
    type = type.getCanonicalType();
    while (type->isPointerType() || type->isReferenceType() || type->isArrayType())
      type = (type->isArrayType() ? clang::QualType(type->getArrayElementTypeNoTypeQual(), 0) : type->getPointeeType())
                 .getCanonicalType();
    if (const auto* number = type->getAs<clang::BuiltinType>()) return misfitOfNumber(*number);
    if (type->isVectorType()) return "uses a vector type of the compiler's, which devices lay out otherwise";
    if (type->isAnyComplexType()) return "uses _Complex, whose arithmetic nvcc leaves out on devices";
    const auto* record = type->getAsCXXRecordDecl();
    return record && record->hasDefinition() && seen_.insert(record->getCanonicalDecl()).second ? searchClass(*record)
                                                                                                : "";
  }

 private:
  std::string searchClass(const clang::CXXRecordDecl& record) {
    if (isComplexNumber(clang::QualType(record.getTypeForDecl(), 0))) return misfitOfComplex(record);
    for (const clang::CXXBaseSpecifier& base : record.bases())
      if (std::string found = search(base.getType()); !found.empty()) return found;
    for (const clang::FieldDecl* field : record.fields()) {
      if (std::string found = misfitOfMember(*field); !found.empty()) return found;
      // What it leads to is none of its own.
      if (field->getType()->isPointerType()) continue;
      if (std::string found = search(field->getType()); !found.empty()) return found;
    }
    return "";
  }
  std::string misfitOfComplex(const clang::CXXRecordDecl& record) {
    const auto& arguments = llvm::cast<clang::ClassTemplateSpecializationDecl>(record).getTemplateArgs();
    return search(arguments[0].getAsType());
  }
  std::string misfitOfMember(const clang::FieldDecl& field) const {
    const std::string which =
        "uses '" + field.getParent()->getNameAsString() + "', whose member '" + field.getNameAsString() + "' a device ";
    const bool ofLibrary = context_.getSourceManager().isInSystemHeader(field.getLocation());
    if (field.hasAttr<clang::NoUniqueAddressAttr>() && !ofLibrary) return which + "may place otherwise";
    const clang::QualType type = field.getType();
    if (type->isDependentType() || type->isIncompleteType() || type->isReferenceType()) return "";
    const bool less = context_.getTypeAlign(type) < context_.getTypeAlign(type.getCanonicalType());
    return less ? which + "places by its type's own alignment" : "";
  }

  const clang::ASTContext& context_;
  std::set<const clang::CXXRecordDecl*> seen_;
};

}  // namespace

std::string misfitOnDevice(clang::QualType type, const clang::ASTContext& context) {
  return Search(context).search(type);
}

}  // namespace clustrix::compiler
