// Edits of a loop's text, on its way into a kernel.
#pragma once

#include "clustrix/KernelText.h"

#include "llvm/ADT/StringRef.h"

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

/// Bytes of the main file.
struct TextRange {
  std::size_t begin = 0, end = 0;
};

/// Edits inside the range, outermost ones only, in the order of the text. Nothing where two cross.
std::optional<std::vector<TextEdit>> ordered(std::vector<TextEdit> edits, TextRange range);
/// The text of the range with the edits, which are in order.
std::vector<BodyPiece> pieced(llvm::StringRef text, const std::vector<TextEdit>& edits, TextRange range);
/// Both. Nothing when edits cross.
std::optional<std::vector<BodyPiece>> cutText(llvm::StringRef text, const std::vector<TextEdit>& edits,
                                              TextRange range);
/// Puts the pieces of what edits copy in front of what stands behind it; false where they cannot be cut.
bool insertCopies(llvm::StringRef text, std::vector<TextEdit>& edits);

}  // namespace clustrix::compiler
