#include "Induction/Preheader.h"

#include "Syntax/InitialValue.h"
#include "Syntax/Mentions.h"

#include "clang/AST/StmtCXX.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

const clang::Stmt* frontOf(const clang::Stmt& loop) {
  const auto* range = llvm::dyn_cast<clang::CXXForRangeStmt>(&loop);
  return range ? range->getInit() : nullptr;
}

/// `0` of `int i = 0`, `int i(0)` and `int i{0}`; null for `int i{}` and where there is none.
const clang::Expr* onlyValueIn(const clang::VarDecl* variable) {
  const clang::Expr* initialiser = initialValueOf(*variable);
  const auto* list = llvm::dyn_cast_or_null<clang::InitListExpr>(initialiser);
  if (!list) return initialiser;
  return list->getNumInits() == 1 ? list->getInit(0) : nullptr;
}

std::string sourceOf(const clang::ASTContext& context, const clang::Expr* expression) {
  const auto& manager = context.getSourceManager();
  const auto range = clang::Lexer::makeFileCharRange(
      clang::CharSourceRange::getTokenRange(expression->getSourceRange()), manager, context.getLangOpts());
  if (range.isInvalid() || !manager.isWrittenInMainFile(range.getBegin())) return "";
  return clang::Lexer::getSourceText(range, manager, context.getLangOpts()).str();
}

}  // namespace

std::vector<const clang::VarDecl*> declaredInPreheader(const clang::Stmt& loop) {
  std::vector<const clang::VarDecl*> variables;
  if (const auto* declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(frontOf(loop)))
    for (const clang::Decl* one : declaration->decls())
      if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(one)) variables.push_back(variable);
  return variables;
}

bool isInPreheader(const clang::Stmt& loop, const clang::VarDecl* variable) {
  const auto all = declaredInPreheader(loop);
  return std::find(all.begin(), all.end(), variable) != all.end();
}

bool preheaderDoesMore(const clang::Stmt& loop) {
  const clang::Stmt* front = frontOf(loop);
  if (!front || llvm::isa<clang::NullStmt>(front)) return false;
  const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(front);
  return !declaration || std::any_of(declaration->decl_begin(), declaration->decl_end(),
                                     [](const clang::Decl* one) { return !llvm::isa<clang::VarDecl>(one); });
}

std::optional<std::string> preheaderValue(const clang::ASTContext& context, const clang::Stmt& loop,
                                          const clang::VarDecl* variable) {
  if (!frontOf(loop)) return std::nullopt;
  const std::vector<const clang::VarDecl*> all = declaredInPreheader(loop);
  if (std::find(all.begin(), all.end(), variable) == all.end()) return std::nullopt;
  const clang::QualType type = variable->getType().getCanonicalType();
  const clang::Expr* initialiser = onlyValueIn(variable);
  if (!type->isArithmeticType() || type.isVolatileQualified() || !initialValueOf(*variable)) return std::nullopt;
  std::string text = "0";
  if (initialiser) {
    text = sourceOf(context, initialiser);
    const auto names = [&](const clang::VarDecl* other) { return mentions(initialiser, other); };
    if (text.empty() || initialiser->HasSideEffects(context) || std::any_of(all.begin(), all.end(), names))
      return std::nullopt;
  }
  // Two with one value would be one to whoever knows them by their text.
  const auto sameText = [&](const clang::VarDecl* other) {
    const clang::Expr* known = onlyValueIn(other);
    return other != variable && initialValueOf(*other) && (known ? sourceOf(context, known) : "0") == text;
  };
  if (std::any_of(all.begin(), all.end(), sameText)) return std::nullopt;
  clang::PrintingPolicy policy(context.getLangOpts());
  policy.adjustForCPlusPlus();
  return "static_cast<" + type.getUnqualifiedType().getAsString(policy) + ">(" + text + ")";
}

void refuseCombinedInPreheader(LoopModel& model, const clang::Stmt& loop,
                               const std::vector<const clang::VarDecl*>& declarations) {
  for (std::size_t i = 0; i < model.scalars.size(); ++i) {
    const ScalarState& scalar = model.scalars[i];
    if (!declarations[i] || !isInPreheader(loop, declarations[i]) || scalar.entry) continue;
    const auto follows = [&](const Update& update) {
      return std::find(update.locations.begin(), update.locations.end(), static_cast<int>(i)) != update.locations.end();
    };
    if (!scalar.updates.empty() || std::any_of(model.updates.begin(), model.updates.end(), follows))
      model.effects.push_back({"loop.uncounted",
                               "the iterations combine into '" + scalar.name + "', which the loop's head declares",
                               "declare it in front of the loop", model.loops[0].at});
  }
}

}  // namespace clustrix::compiler
