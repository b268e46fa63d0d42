#include "Memory/Restricted.h"

#include "Lower/WalkInput.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

bool isRead(const FunctionText::Mention& mention) {
  const clang::Stmt* parent = mention.parents->getParent(mention.name);
  while (parent && llvm::isa<clang::ParenExpr>(parent)) parent = mention.parents->getParent(parent);
  const auto* cast = llvm::dyn_cast_or_null<clang::ImplicitCastExpr>(parent);
  return cast && cast->getCastKind() == clang::CK_LValueToRValue;
}

/// The parameter that an array's base names, where it is a pointer that keeps the caller's value; else null.
const clang::ParmVarDecl* parameterOf(const ArrayObject& array, const WalkInput& input) {
  const auto parameters = input.function.parameters();
  const auto found = std::find_if(parameters.begin(), parameters.end(), [&](const clang::ParmVarDecl* parameter) {
    return parameter->getIdentifier() && parameter->getName() == array.base;
  });
  if (found == parameters.end() || !(*found)->getType()->isPointerType()) return nullptr;
  const FunctionText::Variable& text = input.texts.of(&input.function).about(*found);
  if (!text.onlyLoaded)
    text.onlyLoaded = text.lentTo.empty() && std::all_of(text.mentions.begin(), text.mentions.end(), isRead);
  return *text.onlyLoaded && input.texts.namesOf(input.function).isOnly(**found) ? *found : nullptr;
}

}  // namespace

void keepRestricted(LoopModel& model, const WalkInput& input) {
  const auto isOwn = [](const ArrayObject& array) { return !array.identity.empty(); };
  const bool alone = std::none_of(model.arrays.begin(), model.arrays.end(), isOwn);
  std::vector<ArrayObject*> others;
  bool found = false;
  for (ArrayObject& array : model.arrays) {
    const clang::ParmVarDecl* parameter = isOwn(array) ? nullptr : parameterOf(array, input);
    if (!parameter) continue;
    if (!parameter->getType().isRestrictQualified()) {
      others.push_back(&array);
      continue;
    }
    found = true;
    array.identity = "restrict " + parameter->getNameAsString();
  }
  // What else has an identity may be where a pointer from outside leads.
  if (!found || !alone) return;
  for (ArrayObject* array : others) array->identity = "parameters";
}

}  // namespace clustrix::compiler
