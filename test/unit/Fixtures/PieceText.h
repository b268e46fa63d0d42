// A kernel's text, with captures by their names.
#pragma once

#include "clustrix/LoopModel.h"

#include <string>
#include <vector>

namespace clustrix::compiler::test {

inline std::string pieceText(const std::vector<BodyPiece>& pieces, const LoopModel& model) {
  std::string text;
  for (const BodyPiece& piece : pieces)
    text += piece.kind == BodyPiece::Captured ? model.kernel.captures[static_cast<std::size_t>(piece.index)].name
                                              : piece.text;
  return text;
}

}  // namespace clustrix::compiler::test
