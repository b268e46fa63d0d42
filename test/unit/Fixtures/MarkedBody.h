// A kernel's body as words, with `<` and `>` around what tells that an extremum was replaced.
#pragma once

#include "Parse.h"

namespace clustrix::compiler::test {

inline std::string markedBody(const LoopModel& model) {
  std::string text;
  for (const BodyPiece& piece : model.kernel.body)
    text += piece.kind == BodyPiece::Captured      ? model.kernel.captures[static_cast<std::size_t>(piece.index)].name
            : piece.kind == BodyPiece::Continue    ? "continue"
            : piece.kind == BodyPiece::UpdateBegin ? "<"
            : piece.kind == BodyPiece::UpdateEnd   ? ">"
                                                   : piece.text;
  return text;
}

}  // namespace clustrix::compiler::test
