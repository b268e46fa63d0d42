#include "clustrix-lsp/Places.h"

#include "clustrix-lsp/Documents.h"

#include <nlohmann/json.hpp>

#include <cctype>
#include <fstream>
#include <iterator>

namespace clustrix::lsp {
namespace {

bool isWordByte(char byte) {
  return std::isalnum(static_cast<unsigned char>(byte)) != 0 || byte == '_' || static_cast<unsigned char>(byte) >= 0x80;
}

bool isBlank(char byte) { return std::isspace(static_cast<unsigned char>(byte)) != 0; }

std::string fromDisk(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

Places::Places(const std::map<std::string, std::string>& open, Encoding encoding) : open_(open), encoding_(encoding) {}

Places::Known& Places::known(const std::string& file) {
  const auto found = files_.find(file);
  if (found != files_.end()) return found->second;
  const auto open = open_.find(file);
  // Positions look at the text, which has to have its place before.
  Known& made =
      files_.emplace(file, Known{open == open_.end() ? fromDisk(file) : "", nullptr, {"", encoding_}}).first->second;
  made.text = open == open_.end() ? &made.read : &open->second;
  made.positions = Positions(*made.text, encoding_);
  return made;
}

const std::string& Places::textOf(const std::string& file) { return *known(file).text; }
const Positions& Places::positionsOf(const std::string& file) { return known(file).positions; }

Range Places::between(const std::string& file, std::size_t begin, std::size_t end) {
  const Positions& positions = positionsOf(file);
  return {positions.at(begin), positions.at(end)};
}

Range Places::word(const std::string& file, int line, int column) {
  const std::string& text = textOf(file);
  const std::size_t begin = positionsOf(file).offset(line, column);
  std::size_t end = begin;
  while (end < text.size() && isWordByte(text[end])) ++end;
  if (end == begin && end < positionsOf(file).lineEnd(begin)) ++end;
  return between(file, begin, end);
}

Range Places::wholeLine(const std::string& file, int line) {
  const std::size_t begin = positionsOf(file).offset(line, 1);
  return between(file, begin, positionsOf(file).lineEnd(begin));
}

Range Places::head(const std::string& file, int line, int column, const std::string& head) {
  const std::string& text = textOf(file);
  const std::size_t begin = positionsOf(file).offset(line, column);
  std::size_t end = begin;
  for (const char byte : head) {
    if (isBlank(byte)) continue;
    while (end < text.size() && isBlank(text[end])) ++end;
    if (end == text.size() || text[end] != byte) return between(file, begin, positionsOf(file).lineEnd(begin));
    ++end;
  }
  return end == begin ? word(file, line, column) : between(file, begin, end);
}

nlohmann::json Places::location(const std::string& file, int line, int column) {
  return {{"uri", uriOf(file)}, {"range", asJson(word(file, line, column))}};
}

}  // namespace clustrix::lsp
