#include "KernelText/Extremes.h"

#include "Library/DeviceBuiltins.h"
#include "Library/LibraryFunctions.h"
#include "Library/Standard.h"
#include "Syntax/TreeVisitor.h"

#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <array>

namespace clustrix::compiler {
namespace {

bool isExtreme(const clang::FunctionDecl& function) {
  const bool clamps = does(&function, Does::Clamp);
  return (clamps || hasNamesakeOfNvcc(function)) && function.getNumParams() == (clamps ? 3u : 2u) &&
         llvm::all_of(function.parameters(), [](const clang::ParmVarDecl* parameter) {
           return parameter->getType().getNonReferenceType()->isArithmeticType();
         });
}

}  // namespace

std::string nameInKernels(const clang::FunctionDecl* function) {
  const bool ofNumbers = function && (isLeftOutOnDevices(*function) || isDivisionOfLibrary(function)) &&
                         llvm::none_of(function->parameters(), [](const clang::ParmVarDecl* one) {
                           return one->getType()->isSpecificBuiltinType(clang::BuiltinType::LongDouble);
                         });
  const bool hasOwn = ofNumbers || isSortOfElements(function) || isBisectionOfNumbers(function);
  return hasOwn ? functionNamed(*function, function->getName())->kernel : "";
}

namespace {

class Extremes : public TreeVisitor {
 public:
  Extremes(const clang::Stmt* text, const clang::ASTContext& context, std::vector<TextEdit>& edits)
      : context_(context), file_(fileOf(text->getBeginLoc())), edits_(edits) {}

  bool VisitCastExpr(clang::CastExpr* cast) override {
    const auto* call = cast->getCastKind() == clang::CK_LValueToRValue
                           ? llvm::dyn_cast<clang::CallExpr>(cast->getSubExpr()->IgnoreParens())
                           : nullptr;
    if (call) callByValue(*call);
    return true;
  }
  bool VisitCallExpr(clang::CallExpr* call) override {
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(call->getCallee()->IgnoreImpCasts());
    const std::string own = nameInKernels(call->getDirectCallee());
    if (name && !own.empty()) replace(*name, own);
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr* name) override {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(name->getDecl());
    if (!function || name->hasQualifier() || !isExtreme(*function) || !hasNamesakeOfNvcc(*function)) return true;
    if (!replace(*name, "std::" + function->getNameAsString()))
      problem = "nvcc has a '" + function->getNameAsString() + "' of its own, and a macro does not say std::";
    return true;
  }

  std::string problem;

 private:
  /// And so what it is given: `std::max(std::min(a, b), c)`.
  void callByValue(const clang::CallExpr& call) {
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(call.getCallee()->IgnoreImpCasts());
    const auto* callee = name ? llvm::dyn_cast<clang::FunctionDecl>(name->getDecl()) : nullptr;
    if (!callee || !isExtreme(*callee) || !replace(*name, functionNamed(*callee, callee->getName())->kernel)) return;
    for (const clang::Expr* argument : call.arguments())
      if (const auto* inner = llvm::dyn_cast<clang::CallExpr>(argument->IgnoreParens())) callByValue(*inner);
  }
  clang::FileID fileOf(clang::SourceLocation at) const {
    const auto& manager = context_.getSourceManager();
    return manager.getFileID(manager.getExpansionLoc(at));
  }
  /// Template arguments stay: `std::max<long>`. False: it stands in a macro, or in a file that the text includes.
  bool replace(const clang::DeclRefExpr& name, const std::string& own) {
    const auto& manager = context_.getSourceManager();
    const clang::SourceLocation first = name.getBeginLoc(), last = name.getLocation();
    if (!first.isFileID() || !last.isFileID() || fileOf(first) != file_) return false;
    const std::size_t begin = manager.getFileOffset(first);
    const std::size_t end =
        manager.getFileOffset(clang::Lexer::getLocForEndOfToken(last, 0, manager, context_.getLangOpts()));
    const auto overlaps = [&](const TextEdit& edit) { return edit.begin < end && begin < edit.end; };
    if (std::none_of(edits_.begin(), edits_.end(), overlaps))
      edits_.push_back({begin, end, {BodyPiece::Text, own, -1}});
    return true;
  }

  const clang::ASTContext& context_;
  const clang::FileID file_;
  std::vector<TextEdit>& edits_;
};

}  // namespace

std::string spellExtremes(const clang::Stmt* text, const clang::ASTContext& context, std::vector<TextEdit>& edits) {
  Extremes extremes(text, context, edits);
  extremes.TraverseStmt(const_cast<clang::Stmt*>(text));
  return extremes.problem;
}

}  // namespace clustrix::compiler
