// The loop's body as text with holes, cut out of the source along the walk's edits.
#pragma once

#include "Lower/Walk.h"

namespace clustrix::compiler {

/// Fills `model.body`, `bodyLine` and `header`; leaves out captures that the text does not mention. An Effect says why
/// when the text cannot be used.
void cutBody(Walk& walk, const WalkInput& input);

/// Bytes [begin, end) of `text` along the edits inside them; nothing when edits cross.
std::optional<std::vector<BodyPiece>> cutText(llvm::StringRef text, const std::vector<TextEdit>& edits,
                                              std::size_t begin, std::size_t end);

}  // namespace clustrix::compiler
