#include "clustrix-lsp/Positions.h"

#include <algorithm>

namespace clustrix::lsp {
namespace {

bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

/// How many units the character that begins with `byte` takes. A byte that is no UTF-8 is one character.
int unitsOf(char byte, Encoding encoding) {
  if (encoding == Encoding::Utf16 && static_cast<unsigned char>(byte) >= 0xF0) return 2;  // a surrogate pair
  return 1;
}

/// The end of the character that begins at `at`.
std::size_t behind(std::string_view text, std::size_t at) {
  if (static_cast<unsigned char>(text[at]) < 0xC0) return at + 1;
  const std::size_t most = std::min(text.size(), at + 4);
  for (++at; at < most && continues(text[at]);) ++at;
  return at;
}

}  // namespace

Positions::Positions(std::string_view text, Encoding encoding) : text_(text), encoding_(encoding), begins_{0} {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool isPair = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if (text[i] == '\n' || (text[i] == '\r' && !isPair)) begins_.push_back(i + 1);
  }
}

std::size_t Positions::lineOf(std::size_t offset) const {
  return static_cast<std::size_t>(std::upper_bound(begins_.begin(), begins_.end(), offset) - begins_.begin()) - 1;
}

std::size_t Positions::contentEnd(std::size_t line) const {
  std::size_t end = line + 1 < begins_.size() ? begins_[line + 1] : text_.size();
  while (end > begins_[line] && (text_[end - 1] == '\n' || text_[end - 1] == '\r')) --end;
  return end;
}

Position Positions::at(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  const std::size_t line = lineOf(offset);
  int character = static_cast<int>(offset - begins_[line]);
  if (encoding_ != Encoding::Utf8) {
    character = 0;
    for (std::size_t i = begins_[line]; i < offset; i = behind(text_, i)) character += unitsOf(text_[i], encoding_);
  }
  return {static_cast<int>(line), character};
}

std::size_t Positions::offset(Position position) const {
  if (position.line < 0) return 0;
  const auto line = static_cast<std::size_t>(position.line);
  if (line >= begins_.size()) return text_.size();
  const std::size_t end = contentEnd(line);
  std::size_t at = begins_[line];
  if (encoding_ == Encoding::Utf8) return std::min(end, at + static_cast<std::size_t>(std::max(position.character, 0)));
  for (int left = position.character; left > 0 && at < end; at = behind(text_, at))
    left -= unitsOf(text_[at], encoding_);
  return std::min(at, end);
}

std::size_t Positions::offset(int line, int column) const {
  const auto index = static_cast<std::size_t>(std::max(line, 1) - 1);
  if (index >= begins_.size()) return text_.size();
  return std::min(contentEnd(index), begins_[index] + static_cast<std::size_t>(std::max(column, 1) - 1));
}

std::size_t Positions::lineEnd(std::size_t offset) const { return contentEnd(lineOf(std::min(offset, text_.size()))); }

}  // namespace clustrix::lsp
