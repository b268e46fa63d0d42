#include "clustrix-lsp/Documents.h"

#include "clustrix-lsp/Protocol.h"

#include <nlohmann/json.hpp>

#include <cctype>
#include <string_view>

namespace clustrix::lsp {
namespace {

int hexDigit(char letter) {
  if (letter >= '0' && letter <= '9') return letter - '0';
  const char lower = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace

std::optional<std::string> pathOf(const std::string& uri) {
  static constexpr std::string_view scheme = "file://";
  if (!uri.starts_with(scheme)) return std::nullopt;
  const std::size_t begin = uri.find('/', scheme.size());  // behind the machine's name
  if (begin == std::string::npos) return std::nullopt;
  std::string path;
  for (std::size_t i = begin; i < uri.size(); ++i) {
    const bool isEscape = uri[i] == '%' && i + 2 < uri.size() && hexDigit(uri[i + 1]) >= 0 && hexDigit(uri[i + 2]) >= 0;
    path += isEscape ? static_cast<char>(hexDigit(uri[i + 1]) * 16 + hexDigit(uri[i + 2])) : uri[i];
    if (isEscape) i += 2;
  }
  return path;
}

std::string uriOf(const std::string& path) {
  static constexpr const char* digits = "0123456789ABCDEF";
  std::string uri = "file://";
  for (const char letter : path) {
    const auto byte = static_cast<unsigned char>(letter);
    if (std::isalnum(byte) != 0 || std::string_view("/._-~").find(letter) != std::string_view::npos)
      uri += letter;
    else
      uri += {'%', digits[byte >> 4], digits[byte & 15]};
  }
  return uri;
}

bool applyChange(const nlohmann::json& change, Encoding encoding, std::string& text) {
  const std::optional<std::string> replacement = textAt(change, "text");
  if (!replacement) return false;
  if (!change.contains("range")) {
    text = *replacement;
    return true;
  }
  const auto range = rangeOf(change["range"]);
  if (!range) return false;
  const Positions positions(text, encoding);
  const std::size_t begin = positions.offset(range->start), end = positions.offset(range->end);
  if (end < begin) return false;
  text.replace(begin, end - begin, *replacement);
  return true;
}

}  // namespace clustrix::lsp
