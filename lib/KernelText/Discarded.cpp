// Branches that `if constexpr` discards, in text that several instantiations share.
//
//     [&](auto x) { if constexpr (isFloat<decltype(x)>) return x + p[0]; else return 2 * x; }      with a double
//                                                       └────────────── {}, where the kernel has no `p`
//
// The text of a template and of a generic lambda is the kernel's for all of their instantiations, so that a branch
// stays which another one needs. A branch that none takes here is not walked: what only it names is not in the kernel.
#include "KernelText/BodyEdits.h"
#include "KernelText/BodyText.h"
#include "Lower/Inlining.h"
#include "Syntax/LoopParts.h"
#include "Syntax/Types.h"
#include "Syntax/Unevaluated.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// Whether a variable of that name is mentioned. An instantiation's tree has no discarded branches.
bool mentionsName(const clang::Stmt* statement, llvm::StringRef name) {
  if (!statement) return false;
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(statement);
  if (reference && llvm::isa<clang::VarDecl>(reference->getDecl()) && plainName(*reference->getDecl()) == name)
    return true;
  if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(statement)) return mentionsName(lambda->getBody(), name);
  return std::any_of(statement->child_begin(), statement->child_end(),
                     [&](const clang::Stmt* child) { return mentionsName(child, name); });
}

}  // namespace

void BodyEdits::eraseDiscarded() {
  std::vector<const clang::IfStmt*> shared;                     // as in the text that instantiations share
  std::set<std::pair<clang::SourceLocation, const bool>> kept;  // where an `if` stands, and which of its branches
  std::set<const clang::FunctionDecl*> texts;
  const auto read = [&](const clang::FunctionDecl& function, const auto& each) {
    for (const clang::IfStmt* choice : input_.texts.constexprIfsOf(function))
      if (walk_.inlining.inKernel(choice->getSourceRange())) each(choice);
  };
  const auto addInstantiation = [&](const clang::FunctionDecl& function) {
    const clang::FunctionDecl* const text = function.getTemplateInstantiationPattern();
    if (!text) return;
    read(function, [&](const clang::IfStmt* choice) {
      if (const auto branch = choice->getNondiscardedCase(context_))
        kept.emplace(choice->getIfLoc(), *branch == choice->getThen());
    });
    if (texts.insert(text).second) read(*text, [&](const clang::IfStmt* choice) { shared.push_back(choice); });
  };
  for (const clang::FunctionDecl* function : walk_.walked)
    if (lambdaOf(function)) addInstantiation(*function);
  addInstantiation(input_.function);

  // What only the loop's head names, the kernel's text has not.
  const auto isInText = [&](llvm::StringRef name) {
    return mentionsName(bodyOf(&input_.loop), name) ||
           std::any_of(walk_.walked.begin(), walk_.walked.end(),
                       [&](const clang::FunctionDecl* function) { return mentionsName(function->getBody(), name); });
  };
  // A variable that the kernel has by its name. What else an object can do than to give its elements, the kernel's own
  // for it cannot; in a template nobody asks that of a branch that is discarded.
  const TextScope scope{[&](const clang::VarDecl* variable) {
                          const clang::QualType type = variable->getType().getNonReferenceType();
                          if (walk_.inlining.inKernel(variable->getSourceRange())) return true;
                          const auto known = walk_.captures.find(variable->getNameAsString());
                          return known != walk_.captures.end() && isInText(known->first) &&
                                 (type->isDependentType() || !type->isRecordType()) &&
                                 model_.kernel.captures[static_cast<std::size_t>(known->second)].name == known->first;
                        },
                        nullptr};
  std::vector<clang::SourceRange> erased;  // what stands in them has gone with them
  const auto isErased = [&](clang::SourceRange range) {
    return std::any_of(erased.begin(), erased.end(), [&](const auto& outer) { return outer.fullyContains(range); });
  };
  for (const clang::IfStmt* choice : shared) {
    if (isErased(choice->getSourceRange())) continue;
    for (const bool holds : {true, false}) {
      const clang::Stmt* const branch = holds ? choice->getThen() : choice->getElse();
      if (!branch || kept.contains({choice->getIfLoc(), holds}) || !namesOthers(branch, scope)) continue;
      edit(branch->getSourceRange(), {BodyPiece::Text, endsWithoutSemicolon(branch) ? "" : "{}", -1});
      erased.push_back(branch->getSourceRange());
    }
  }
}

}  // namespace clustrix::compiler
