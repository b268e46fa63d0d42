#include "clustrix-lsp/CompilerMessages.h"

#include <array>
#include <charconv>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

namespace clustrix::lsp {
namespace {

constexpr std::array<std::string_view, 4> severities = {"fatal error", "error", "warning", "note"};
constexpr std::string_view including = "In file included from ";

/// Takes `:12` from the end of `text`; 0 where there is none.
int takeNumber(std::string_view& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return 0;
  int number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + colon + 1, end, number);
  if (error != std::errc() || stop != end || number <= 0) return 0;
  text = text.substr(0, colon);
  return number;
}

/// `heat.cpp:12:5`, `clustrix-rewrite`. What is followed by no number is a program's name.
MessagePlace placeOf(std::string_view text) {
  const int last = takeNumber(text);
  const int first = last > 0 ? takeNumber(text) : 0;
  if (last == 0) return {};
  return first > 0 ? MessagePlace{std::string(text), first, last} : MessagePlace{std::string(text), last, 1};
}

std::optional<CompilerMessage> messageOf(std::string_view line) {
  std::size_t first = std::string_view::npos;
  CompilerMessage message;
  for (const std::string_view severity : severities) {
    const std::string between = ": " + std::string(severity) + ": ";
    const std::size_t found = line.find(between);
    if (found == std::string_view::npos || found >= first) continue;
    first = found;
    message.severity = severity;
    message.text = line.substr(found + between.size());
  }
  if (first == std::string_view::npos || line.starts_with(' ')) return std::nullopt;
  message.at = placeOf(line.substr(0, first));
  return message;
}

}  // namespace

std::vector<CompilerMessage> compilerMessages(const std::string& printed) {
  std::vector<CompilerMessage> all;
  std::vector<MessagePlace> includedFrom;
  std::istringstream lines(printed);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(including)) {
      std::string_view place = std::string_view(line).substr(including.size());
      if (place.ends_with(':')) place.remove_suffix(1);
      includedFrom.push_back(placeOf(place));
      continue;
    }
    auto message = messageOf(line);
    if (!message) continue;
    message->includedFrom = std::exchange(includedFrom, {});
    if (message->severity == "note" && !all.empty())
      all.back().notes.push_back(std::move(*message));
    else
      all.push_back(std::move(*message));
  }
  return all;
}

}  // namespace clustrix::lsp
