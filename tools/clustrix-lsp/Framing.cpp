#include "clustrix-lsp/Framing.h"

#include <cctype>
#include <charconv>
#include <istream>
#include <optional>
#include <string_view>

namespace clustrix::lsp {
namespace {

constexpr std::size_t longestHeader = 4096;                  // a line of it
constexpr std::size_t longestBody = std::size_t{256} << 20;  // the text of one file, which is read whole

/// The next line without its end; nothing at the end of the input. What is too long for a header is cut.
std::optional<std::string> headerLine(std::istream& in) {
  std::string line;
  char letter = 0;
  while (in.get(letter)) {
    if (letter == '\n') {
      if (line.ends_with('\r')) line.pop_back();
      return line;
    }
    if (line.size() < longestHeader) line += letter;
  }
  return line.empty() ? std::nullopt : std::optional(line);
}

bool isLengthField(std::string_view name) {
  static constexpr std::string_view wanted = "content-length";
  if (name.size() != wanted.size()) return false;
  for (std::size_t i = 0; i < name.size(); ++i)
    if (std::tolower(static_cast<unsigned char>(name[i])) != wanted[i]) return false;
  return true;
}

/// The number that `Content-Length: N` says, -1 where it says none; nothing where the line is of another field.
std::optional<long long> lengthOf(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || !isLengthField(line.substr(0, colon))) return std::nullopt;
  std::string_view digits = line.substr(colon + 1);
  while (!digits.empty() && digits.front() == ' ') digits.remove_prefix(1);
  while (!digits.empty() && digits.back() == ' ') digits.remove_suffix(1);
  long long number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return error == std::errc() && end == digits.data() + digits.size() && number >= 0 ? number : -1;
}

Frame bodyOf(std::istream& in, long long length) {
  if (length < 0) return BrokenFrame{"Content-Length is no number"};
  const auto size = static_cast<std::size_t>(length);
  if (size > longestBody) return BrokenFrame{"a message of " + std::to_string(length) + " bytes is more than is read"};
  std::string body(size, '\0');
  in.read(body.data(), static_cast<std::streamsize>(size));
  if (static_cast<std::size_t>(in.gcount()) < size) return BrokenFrame{"the input ends inside a message"};
  return Message{std::move(body)};
}

}  // namespace

Frame readFrame(std::istream& in) {
  std::optional<long long> length;
  bool any = false;
  while (const auto line = headerLine(in)) {
    if (line->empty() && !any) continue;
    if (line->empty()) return length ? bodyOf(in, *length) : BrokenFrame{"a message without Content-Length"};
    any = true;
    if (const auto said = lengthOf(*line)) length = said;
  }
  if (any) return BrokenFrame{"the input ends inside a message's header"};
  return EndOfInput{};
}

std::string framed(const std::string& body) {
  return "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

}  // namespace clustrix::lsp
