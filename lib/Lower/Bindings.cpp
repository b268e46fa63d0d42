// Structured bindings: each name is another word for a part of an object, or for what `get` returns of it.
//
//     auto& [key, value] = pairs[i];      key is pairs[i].first, value is pairs[i].second
#include "Lower/Expressions.h"
#include "Lower/Places.h"
#include "Lower/Recorder.h"
#include "Lower/Statements.h"
#include "Syntax/InitialValue.h"

#include "clang/AST/DeclCXX.h"

namespace clustrix::compiler {

void Statements::bindParts(const clang::DecompositionDecl* whole) {
  const clang::Expr* initialiser = initialValueOf(*whole);
  if (whole->getType()->isReferenceType()) {
    walkReference(whole, initialiser);
  } else if (initialiser) {
    while (const auto* full = llvm::dyn_cast<clang::FullExpr>(initialiser)) initialiser = full->getSubExpr();
    if (const auto* copy = llvm::dyn_cast<clang::ArrayInitLoopExpr>(initialiser)) {
      const clang::Expr* source = copy->getCommonExpr()->getSourceExpr();
      const Place from = walk_.lvalues.place(source);
      if (std::holds_alternative<OuterPlace>(from))
        walk_.record.effect("effect.unknown-construct", whole->getLocation(), "a structured binding copies an array",
                            "bind it by reference");
      else
        walk_.lvalues.load(from, source);
    } else if (!walk_.lvalues.readsUsedParts(whole, initialiser)) {
      walk_.expressions.evaluate(initialiser);
    }
  }
  bindHolders(whole);
}

/// `std::tuple` and `std::pair`: each name is a reference of its own to what `get<I>` returns.
void Statements::bindHolders(const clang::DecompositionDecl* whole) {
  for (const clang::BindingDecl* part : whole->bindings()) {
    const clang::VarDecl* holder = part->getHoldingVar();
    if (!holder) continue;
    walk_.locals.insert(holder);
    walkReference(holder, initialValueOf(*holder));
  }
}

Place Statements::placeOfBinding(const clang::BindingDecl* part) {
  if (const clang::VarDecl* holder = part->getHoldingVar()) {
    const auto bound = walk_.references.find(holder);
    return bound == walk_.references.end() ? Place{UnknownPlace{}} : bound->second;
  }
  return part->getBinding() ? walk_.lvalues.place(part->getBinding()) : Place{UnknownPlace{}};
}

}  // namespace clustrix::compiler
