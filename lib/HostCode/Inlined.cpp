#include "HostCode/Inlined.h"

#include "Syntax/Nesting.h"
#include "Syntax/Types.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

/// Operators, calls and accesses: about as many instructions as GCC inlines at -O3 without being told to.
constexpr int mostOperations = 24;

int operationsIn(const clang::Stmt* statement) {
  if (!statement) return 0;
  int count = llvm::isa<clang::BinaryOperator, clang::UnaryOperator, clang::CallExpr, clang::ArraySubscriptExpr,
                        clang::CXXConstructExpr, clang::LambdaExpr>(statement);
  for (const clang::Stmt* child : statement->children()) count += operationsIn(child);
  return count;
}

/// Whether all attributes are such that say nothing of the function's code as a whole or of its symbol.
bool isPlain(const clang::FunctionDecl& function) {
  return std::all_of(function.attrs().begin(), function.attrs().end(), [](const clang::Attr* attribute) {
    return attribute->isImplicit() ||
           llvm::isa<clang::AnnotateAttr, clang::PureAttr, clang::ConstAttr, clang::HotAttr, clang::NoThrowAttr,
                     clang::WarnUnusedResultAttr, clang::UnusedAttr>(attribute);
  });
}

/// An inline virtual function may move its class's table to other files, and `main` is not inline.
bool mayBeInline(const clang::FunctionDecl& function) {
  if (function.isInlined() || function.isMain() || function.isVariadic() || function.isDeleted()) return false;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  return !method || (!method->isVirtual() && !lambdaOf(method) &&
                     !llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(method));
}

/// Whether the head's first word and the function's name are the file's own, and no directive stands between them.
bool hasPlainHead(const clang::FunctionDecl& function) {
  const clang::SourceLocation begin = function.getInnerLocStart(), name = function.getLocation();
  if (!begin.isFileID() || !name.isFileID()) return false;
  const clang::ASTContext& context = function.getASTContext();
  const llvm::StringRef head = clang::Lexer::getSourceText(clang::CharSourceRange::getCharRange(begin, name),
                                                           context.getSourceManager(), context.getLangOpts());
  return !head.empty() && !head.contains('#');
}

/// What other files see of an inline function may be hidden from other libraries.
bool staysVisible(const clang::FunctionDecl& function) {
  return !function.getASTContext().getLangOpts().InlineVisibilityHidden ||
         function.getVisibility() == clang::HiddenVisibility;
}

}  // namespace

std::optional<InlinePlace> inlinePlace(const clang::FunctionDecl& function, const FilePlaces& places) {
  if (!mayBeInline(function) || !isPlain(function) || !hasPlainHead(function)) return std::nullopt;
  const clang::Stmt* body = function.getBody();
  if (!body || nestsTooDeep(body) || operationsIn(body) > mostOperations) return std::nullopt;
  const bool seen = function.isExternallyVisible() && !function.isTemplated();
  if (seen && !staysVisible(function)) return std::nullopt;
  return InlinePlace{places.offset(function.getInnerLocStart()), seen};
}

}  // namespace clustrix::compiler
