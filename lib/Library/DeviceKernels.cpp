// One visit of each body that a launch may come to. CUDA's own functions are not looked into: they work on numbers and
// on what they are given.
#include "Library/DeviceKernels.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <set>
#include <vector>

namespace clustrix::compiler {
namespace {

/// What a launch may come to, one body after another.
class Reached : public clang::RecursiveASTVisitor<Reached> {
 public:
  std::string problemOf(const clang::FunctionDecl& first) {
    add(&first);
    for (std::size_t next = 0; next < bodies_.size() && problem_.empty(); ++next)
      TraverseStmt(const_cast<clang::Stmt*>(bodies_[next]));
    return problem_;
  }

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }

  bool VisitDeclRefExpr(clang::DeclRefExpr* name) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    if (variable && variable->getType()->isReferenceType() && holdsPointers(variable->getType()->getPointeeType()))
      return say("a pointer is used by reference in it");
    if (variable && variable->hasGlobalStorage() && !isHarmless(*variable))
      say("'" + variable->getNameAsString() + "' is used, which all launches share");
    return problem_.empty();
  }
  bool VisitCallExpr(clang::CallExpr* call) {
    if (llvm::isa<clang::CUDAKernelCallExpr>(call)) return say("it launches a kernel itself");
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (!callee) return say("it calls a function through a pointer");
    if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee); method && method->isVirtual())
      return say("it calls the virtual function '" + method->getNameAsString() + "'");
    if (isOfToolkit(*callee) && isGivenCode(*call)) return say("code of its own is given to a function of CUDA's");
    return add(callee);
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* made) { return add(made->getConstructor()); }
  bool VisitUnaryOperator(clang::UnaryOperator* op) {
    return op->getOpcode() != clang::UO_AddrOf || leadsToNumbers(op->getType()) ||
           say("the address of a pointer is taken in it");
  }
  bool VisitCastExpr(clang::CastExpr* cast) {
    switch (cast->getCastKind()) {
      case clang::CK_IntegralToPointer:
        return say("a number becomes a pointer in it");
      case clang::CK_PointerToIntegral:
        return say("a pointer becomes a number in it");
      case clang::CK_LValueBitCast:
      case clang::CK_LValueToRValueBitCast:
        return !holdsPointers(cast->getType()) || say("bytes become a pointer in it");
      case clang::CK_ArrayToPointerDecay:
        return leadsToNumbers(cast->getType()) || say("it has an array of pointers");
      case clang::CK_LValueToRValue:
        // Pointers are read from parameters and variables of its own alone.
        return !cast->getType()->isAnyPointerType() ||
               llvm::isa<clang::DeclRefExpr>(cast->getSubExpr()->IgnoreParens()) ||
               say("a pointer is read from memory in it");
      case clang::CK_BitCast:
      case clang::CK_ReinterpretMemberPointer:
        return cast->getType()->isVoidPointerType() || !cast->getType()->isAnyPointerType() ||
               leadsToNumbers(cast->getType()) || say("memory is read as pointers in it");
      default:
        return true;
    }
  }
  bool VisitAsmStmt(clang::AsmStmt*) { return say("it has assembler"); }
  bool VisitCXXNewExpr(clang::CXXNewExpr*) { return say("it allocates"); }
  bool VisitLambdaExpr(clang::LambdaExpr* lambda) { return add(lambda->getCallOperator()); }
  bool VisitVarDecl(clang::VarDecl* variable) { return dies(variable->getType()); }
  bool VisitCXXBindTemporaryExpr(clang::CXXBindTemporaryExpr* made) { return dies(made->getType()); }

 private:
  bool say(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
    return false;
  }

  /// The host's reading of a file leaves out what stands there for devices alone, a function's body or all of it.
  static bool hasTextForDevices(const clang::FunctionDecl& function) {
    const clang::SourceManager& manager = function.getASTContext().getSourceManager();
    const llvm::StringRef text =
        manager.getBufferData(manager.getFileID(manager.getExpansionLoc(function.getLocation())));
    return text.contains("__CUDA_ARCH__") || text.contains("NV_IF_TARGET") || text.contains("NV_IF_ELSE_TARGET");
  }

  bool dies(clang::QualType type) {
    return type.isDestructedType() == clang::QualType::DK_none || say("it has an object with a destructor");
  }

  /// Of the toolkit's headers beside the one that declares `cudaGetDeviceCount`, or of Clang's for CUDA.
  static bool isOfToolkit(const clang::Decl& declaration) {
    const clang::ASTContext& context = declaration.getASTContext();
    const clang::SourceManager& manager = context.getSourceManager();
    const auto folderOf = [&](const clang::Decl& one) {
      return llvm::sys::path::parent_path(manager.getFilename(manager.getExpansionLoc(one.getLocation())));
    };
    if (!manager.isInSystemHeader(manager.getExpansionLoc(declaration.getLocation()))) return false;
    const llvm::StringRef folder = folderOf(declaration);
    if (folder.contains("/clang/")) return true;
    for (const clang::NamedDecl* known :
         context.getTranslationUnitDecl()->lookup(&context.Idents.get("cudaGetDeviceCount"))) {
      const llvm::StringRef own = folderOf(*known);
      return folder == own || folder == (own + "/crt").str();
    }
    return false;
  }

  /// CUDA's function would call code of the program's, of its arguments' types.
  static bool isGivenCode(const clang::CallExpr& call) {
    return std::any_of(call.arg_begin(), call.arg_end(), [](const clang::Expr* argument) {
      const clang::QualType type = argument->getType().getNonReferenceType();
      const auto* record = (type->isPointerType() ? type->getPointeeType() : type)->getAsCXXRecordDecl();
      return (record && !isOfToolkit(*record)) || type->isFunctionPointerType();
    });
  }

  /// `threadIdx` and the like, memory of one block, and constants.
  bool isHarmless(const clang::VarDecl& variable) const {
    if (variable.hasAttr<clang::CUDASharedAttr>()) return !holdsPointers(variable.getType());
    if (variable.isUsableInConstantExpressions(variable.getASTContext())) return !holdsPointers(variable.getType());
    return isOfToolkit(variable) &&
           (variable.getName() == "threadIdx" || variable.getName() == "blockIdx" || variable.getName() == "blockDim" ||
            variable.getName() == "gridDim" || variable.getName() == "warpSize");
  }

  bool add(const clang::FunctionDecl* callee) {
    if (!seen_.insert(callee->getCanonicalDecl()).second) return true;
    const llvm::StringRef name = callee->getIdentifier() ? callee->getName() : "";
    // Lines of several launches come in any order; memory of the device's own heap outlives a launch.
    if (name == "printf" || name == "vprintf" || name == "malloc" || name == "free")
      return say("'" + name.str() + "' is called");
    if (name.starts_with("cuda")) return say("'" + name.str() + "' is called");
    if (callee->getBuiltinID() != 0) return true;
    if (isOfToolkit(*callee)) {
      // Textures are of one device, and numbers by their type.
      if (name.starts_with("tex") || name.starts_with("surf")) return say("'" + name.str() + "' is called");
      return !holdsPointers(callee->getReturnType()) || say("'" + name.str() + "' gives a pointer");
    }
    const clang::FunctionDecl* defined = nullptr;
    if (!callee->hasBody(defined)) {
      const bool isTrivial = callee->isTrivial() || callee->isDefaulted();
      return isTrivial || say("'" + callee->getNameAsString() + "' is called, whose body is not seen");
    }
    if (hasTextForDevices(*defined))
      return say("'" + defined->getNameAsString() +
                 "' is of a file that has text for devices alone (__CUDA_ARCH__), which is not seen");
    bodies_.push_back(defined->getBody());
    if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(defined))
      for (const clang::CXXCtorInitializer* initialiser : constructor->inits())
        bodies_.push_back(initialiser->getInit());
    return true;
  }

  std::set<const clang::FunctionDecl*> seen_;
  std::vector<const clang::Stmt*> bodies_;
  std::string problem_;
};

}  // namespace

bool holdsPointers(clang::QualType type) {
  type = type.getCanonicalType();
  if (const auto* array = type->getAsArrayTypeUnsafe()) return holdsPointers(array->getElementType());
  if (type->isAnyPointerType() || type->isReferenceType() || type->isMemberPointerType()) return true;
  const auto* record = type->getAsRecordDecl();
  if (!record) return false;
  if (!record->getDefinition()) return true;
  if (const auto* derived = llvm::dyn_cast<clang::CXXRecordDecl>(record->getDefinition())) {
    if (derived->isPolymorphic()) return true;
    for (const clang::CXXBaseSpecifier& base : derived->bases())
      if (holdsPointers(base.getType())) return true;
  }
  for (const clang::FieldDecl* field : record->getDefinition()->fields())
    if (holdsPointers(field->getType())) return true;
  return false;
}

std::string kernelProblem(const clang::FunctionDecl& kernel) { return Reached().problemOf(kernel); }

bool leadsToNumbers(clang::QualType pointer) { return !holdsPointers(pointer->getPointeeType()); }

}  // namespace clustrix::compiler
