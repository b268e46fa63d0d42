// Text that is changed before Clang reads it, and the way back: what is found in it is told in the original's terms.
//
//     original ──changes──► text() ──readSource──► SourceUnit ──restore──► SourceUnit of the original
#pragma once

#include "clustrix/Source.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace clustrix::compiler {

/// A variable that the changed text has in front of a loop, and the original has not.
struct AddedVariable {
  std::string name;      // a word that the original does not know
  std::size_t end = 0;   // of the original's loop, which begins where the change does
  std::string declared;  // see LoopSite
  std::string applied;
  std::string moved{};  // the original's variable that moves in its place
};

/// Bytes [begin, end) of the original become `replacement`, which has as many lines.
struct TextChange {
  std::size_t begin = 0, end = 0;
  std::string replacement;
  bool isLoop = false;                   // the replacement is a loop in place of the call that stands there
  std::optional<CallSite> call{};        // of that loop
  std::optional<Restart> restart{};      // where a loop's head is replaced: how the original's begins later
  std::vector<AddedVariable> added{};    // to the loops whose text names them
  bool forModel = false;                 // loops and variables of the replacement are none of the source's
  std::optional<std::size_t> promise{};  // where in the replacement a loop begins: see AttributeTokens::promise
};

/// Of a place in the text, whose lines and columns count from 1.
std::size_t offsetOf(const std::string& text, const SourcePoint& point);

/// Whether some text is changed by both; text that is put in between has none.
inline bool overlap(const TextChange& one, const TextChange& other) {
  return one.begin < other.end && other.begin < one.end;
}

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
  std::optional<InlinePlace> originalPlace(const InlinePlace& place, std::size_t body) const;
  void restore(SourcePoint& point, const std::string& file) const;
  void restore(LoopModel& model, const std::string& file) const;
  void restore(HostNode& node) const;
  void restore(LoopSite& site, const std::string& file) const;
  bool isForModel(std::size_t offset) const;
  void dropForModel(AnnotatedFunction& function) const;
  void dropForModel(HostNode& node, const std::vector<int>& renumbered) const;
  void addVariables(LoopSite& site) const;
  bool namesAdded(std::string_view place) const;

  std::string original_, text_;
  std::vector<TextChange> changes_;
  std::vector<Piece> pieces_;
  std::set<std::string, std::less<>> added_;  // names of variables
};

}  // namespace clustrix::compiler
