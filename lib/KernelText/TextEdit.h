// Edits of a loop's text, on its way into a kernel.
#pragma once

#include "clustrix/LoopModel.h"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace clustrix::compiler {

/// A change of the loop's text: bytes [begin, end) of the main file become `piece`, and `more` behind it.
struct TextEdit {
  std::size_t begin = 0, end = 0;
  BodyPiece piece;
  std::vector<BodyPiece> more{};
  std::optional<std::pair<std::size_t, std::size_t>> copied{};  // behind them: these bytes, as they are edited
  std::vector<BodyPiece> behind{};
};

}  // namespace clustrix::compiler
