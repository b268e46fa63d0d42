#include "KernelText/TextEdit.h"

#include <algorithm>

namespace clustrix::compiler {

std::optional<std::vector<TextEdit>> ordered(std::vector<TextEdit> edits, TextRange range) {
  std::erase_if(edits, [&](const TextEdit& e) { return e.begin < range.begin || e.end > range.end; });
  std::stable_sort(edits.begin(), edits.end(), [](const TextEdit& a, const TextEdit& b) {
    if (a.begin != b.begin) return a.begin < b.begin;
    const auto rank = [](const TextEdit& e) {
      const BodyPiece::Kind kind = e.piece.kind;
      if (kind == BodyPiece::UpdateEnd || kind == BodyPiece::AssignEnd || kind == BodyPiece::ScanBlockEnd) return 0;
      // What is only inserted stands in front of what replaces the text behind it.
      return e.begin == e.end ? 1 : 2;
    };
    if (rank(a) != rank(b)) return rank(a) < rank(b);
    return a.end > b.end;
  });
  std::vector<TextEdit> kept;
  std::size_t covered = range.begin;
  for (const TextEdit& edit : edits) {
    if (edit.begin < covered && edit.end <= covered) continue;  // inside one that is replaced as a whole
    if (edit.begin < covered) return std::nullopt;
    kept.push_back(edit);
    covered = std::max(covered, edit.end);
  }
  return kept;
}

std::vector<BodyPiece> pieced(llvm::StringRef text, const std::vector<TextEdit>& edits, TextRange range) {
  std::vector<BodyPiece> pieces;
  std::size_t at = range.begin;
  for (const TextEdit& edit : edits) {
    if (edit.begin > at) pieces.push_back({BodyPiece::Text, text.substr(at, edit.begin - at).str(), -1});
    pieces.push_back(edit.piece);
    pieces.insert(pieces.end(), edit.more.begin(), edit.more.end());
    pieces.insert(pieces.end(), edit.behind.begin(), edit.behind.end());
    at = edit.end;
  }
  if (at < range.end) pieces.push_back({BodyPiece::Text, text.substr(at, range.end - at).str(), -1});
  return pieces;
}

bool insertCopies(llvm::StringRef text, std::vector<TextEdit>& edits) {
  for (TextEdit& edit : edits) {
    if (!edit.copied) continue;
    const TextRange range{edit.copied->first, edit.copied->second};
    auto inside = ordered(edits, range);
    if (!inside) return false;
    // What is inserted behind the bytes belongs to what they are a part of: the end of a mark.
    std::erase_if(*inside, [&](const TextEdit& e) { return e.begin == e.end && e.begin == range.end; });
    std::vector<BodyPiece> pieces = pieced(text, *inside, range);
    pieces.insert(pieces.end(), edit.behind.begin(), edit.behind.end());
    edit.behind = std::move(pieces);
    edit.copied.reset();
  }
  return true;
}

std::optional<std::vector<BodyPiece>> cutText(llvm::StringRef text, const std::vector<TextEdit>& edits,
                                              TextRange range) {
  const auto kept = ordered(edits, range);
  if (!kept) return std::nullopt;
  return pieced(text, *kept, range);
}

}  // namespace clustrix::compiler
