// Positions: where the protocol, whose characters are code units of UTF-16 or of what was agreed upon, and the
// compiler, which counts bytes, mean the same place of a text.
//
//     double größe = x;      `x`: byte 17 of the line, column 18 for the compiler, character 15 for the protocol
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace clustrix::lsp {

enum class Encoding { Utf8, Utf16, Utf32 };

/// Both from 0.
struct Position {
  int line = 0, character = 0;
  bool operator==(const Position&) const = default;
};

class Positions {
 public:
  /// `text` is looked at, and not copied: it must stay.
  Positions(std::string_view text, Encoding encoding);

  Position at(std::size_t offset) const;
  /// What lies behind the end of its line is the end of the line, what lies behind the text the text's end.
  std::size_t offset(Position position) const;
  /// Of what the compiler calls line and column, both from 1.
  std::size_t offset(int line, int column) const;
  /// The line's end, without what ends it.
  std::size_t lineEnd(std::size_t offset) const;

 private:
  std::size_t lineOf(std::size_t offset) const;
  std::size_t contentEnd(std::size_t line) const;

  std::string_view text_;
  Encoding encoding_;
  std::vector<std::size_t> begins_;
};

}  // namespace clustrix::lsp
