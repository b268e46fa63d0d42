#include "KernelText/UnusedParts.h"

namespace clustrix::compiler {
namespace {

/// Calls `visit` for each piece of the kernel's text.
void forEachPiece(LoopModel& model, const auto& visit) {
  for (BodyPiece& piece : model.kernel.body) visit(piece);
  for (LocalDefinition& definition : model.kernel.definitions)
    for (BodyPiece& piece : definition.text) visit(piece);
  for (KernelFunction& function : model.kernel.functions)
    for (BodyPiece& piece : function.body) visit(piece);
}

/// Functions that only the loop's header calls have no place in the kernel.
void dropUnusedFunctions(LoopModel& model) {
  std::vector<int> renumbered(model.kernel.functions.size(), -1);
  const auto use = [&](const std::vector<BodyPiece>& pieces) {
    for (const BodyPiece& piece : pieces)
      if (piece.kind == BodyPiece::Function) renumbered[static_cast<std::size_t>(piece.index)] = 0;
  };
  for (std::size_t i = 0; i < model.kernel.functions.size(); ++i)
    if (model.kernel.functions[i].nameFixed) renumbered[i] = 0;
  use(model.kernel.body);
  for (const LocalDefinition& definition : model.kernel.definitions) use(definition.text);
  for (std::size_t i = model.kernel.functions.size(); i-- > 0;)  // a function calls earlier ones only
    if (renumbered[i] == 0) use(model.kernel.functions[i].body);
  std::vector<KernelFunction> kept;
  for (std::size_t i = 0; i < model.kernel.functions.size(); ++i) {
    if (renumbered[i] < 0) continue;
    renumbered[i] = static_cast<int>(kept.size());
    kept.push_back(std::move(model.kernel.functions[i]));
  }
  model.kernel.functions = std::move(kept);
  forEachPiece(model, [&](BodyPiece& piece) {
    if (piece.kind == BodyPiece::Function) piece.index = renumbered[static_cast<std::size_t>(piece.index)];
  });
}

void dropUnusedCaptures(LoopModel& model) {
  std::vector<int> renumbered(model.kernel.captures.size(), -1);
  forEachPiece(model, [&](const BodyPiece& piece) {
    if (piece.kind == BodyPiece::Captured) renumbered[static_cast<std::size_t>(piece.index)] = 0;
    if (piece.kind != BodyPiece::AppendTo) return;
    const ArrayId array = model.appends[static_cast<std::size_t>(piece.index)].array;
    for (std::size_t i = 0; i < model.kernel.captures.size(); ++i)
      if (model.kernel.captures[i].array == array) renumbered[i] = 0;
  });
  for (const ScalarState& state : model.scalars)
    for (std::size_t i = 0; i < model.kernel.captures.size(); ++i)
      if (model.kernel.captures[i].kind == Capture::Scalar &&
          &model.scalars[static_cast<std::size_t>(model.kernel.captures[i].scalar)] == &state)
        renumbered[i] = 0;
  for (const ScalarState& state : model.scalars)
    if (state.entryCapture >= 0) renumbered[static_cast<std::size_t>(state.entryCapture)] = 0;
  std::vector<Capture> kept;
  for (std::size_t i = 0; i < model.kernel.captures.size(); ++i) {
    if (renumbered[i] < 0 && !model.kernel.captures[i].nameFixed) continue;
    renumbered[i] = static_cast<int>(kept.size());
    kept.push_back(model.kernel.captures[i]);
  }
  forEachPiece(model, [&](BodyPiece& piece) {
    if (piece.kind == BodyPiece::Captured) piece.index = renumbered[static_cast<std::size_t>(piece.index)];
  });
  for (ScalarState& state : model.scalars)
    if (state.entryCapture >= 0) state.entryCapture = renumbered[static_cast<std::size_t>(state.entryCapture)];
  model.kernel.captures = std::move(kept);
}

}  // namespace

void dropUnusedParts(LoopModel& model) {
  dropUnusedFunctions(model);
  dropUnusedCaptures(model);
}

}  // namespace clustrix::compiler
