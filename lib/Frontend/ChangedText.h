// Text that is changed before Clang reads it, and the way back: what is found in it is told in the original's terms.
//
//     original ──changes──► text() ──readSource──► SourceUnit ──restore──► SourceUnit of the original
#pragma once

#include "clustrix/Source.h"

#include <optional>
#include <string>
#include <vector>

namespace clustrix::compiler {

/// Bytes [begin, end) of the original become `replacement`, which has as many lines.
struct TextChange {
  std::size_t begin = 0, end = 0;
  std::string replacement;
  bool isLoop = false;                   // the replacement is a loop in place of the call that stands there
  std::optional<CallSite> call{};        // of that loop
  std::optional<Restart> restart{};      // where a loop's head is replaced: how the original's begins later
  std::optional<std::size_t> promise{};  // where in the replacement a loop begins: see AttributeTokens::promise
};

class ChangedText {
 public:
  /// `changes` must not overlap.
  ChangedText(std::string original, std::vector<TextChange> changes);

  const std::string& text() const { return text_; }
  /// Where in text() the loops begin for which the changes promise.
  std::vector<std::size_t> promises() const;
  /// Puts every offset, line and column of `unit`, found in text(), back to where it is in the original.
  void restore(SourceUnit& unit) const;

 private:
  struct Piece {
    std::size_t from = 0, to = 0;  // of text()
    std::size_t original = 0;
    const TextChange* change = nullptr;
  };
  const Piece& pieceAt(std::size_t offset) const;
  std::size_t originalOffset(std::size_t offset) const;
  std::size_t originalEnd(std::size_t end) const;
  void restore(SourcePoint& point, const std::string& file) const;
  void restore(LoopModel& model, const std::string& file) const;
  void restore(HostNode& node) const;
  void restore(LoopSite& site, const std::string& file) const;

  std::string original_, text_;
  std::vector<TextChange> changes_;
  std::vector<Piece> pieces_;
};

}  // namespace clustrix::compiler
