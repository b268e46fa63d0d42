#include "support/ByteSize.h"

#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace clustrix::runtime {
namespace {

constexpr const char* units[] = {"B", "KB", "MB", "GB", "TB"};

std::optional<double> unitOf(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  if (text.empty()) return 1.0;
  double factor = 1;
  for (const char* unit : units) {
    const std::string name = unit;
    const bool long_ = name.size() == 2 && text == std::string{name[0], 'I', 'B'};
    const bool short_ = name.size() == 2 && text == std::string{name[0]};
    if (text == name || long_ || short_) return factor;
    factor *= 1024;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::size_t> parseByteSize(const std::string& text) {
  // strtod would also take "inf", "0x1" and leading blanks.
  std::size_t digits = 0;
  while (digits < text.size() && (std::isdigit(static_cast<unsigned char>(text[digits])) != 0 || text[digits] == '.'))
    ++digits;
  if (digits == 0) return std::nullopt;
  const std::string number = text.substr(0, digits);
  char* end = nullptr;
  const double value = std::strtod(number.c_str(), &end);
  if (end != number.c_str() + number.size()) return std::nullopt;
  std::size_t unitBegin = digits;
  while (unitBegin < text.size() && text[unitBegin] == ' ') ++unitBegin;
  const std::optional<double> unit = unitOf(text.substr(unitBegin));
  if (!unit) return std::nullopt;
  const double bytes = std::floor(value * *unit);
  if (!(bytes >= 1) || bytes > 9e18) return std::nullopt;
  return static_cast<std::size_t>(bytes);
}

std::string printByteSize(std::size_t bytes) {
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 1024 && unit + 1 < sizeof units / sizeof *units) value /= 1024, ++unit;
  char text[32];
  std::snprintf(text, sizeof text, unit == 0 || value >= 100 ? "%.0f %s" : "%.1f %s", value, units[unit]);
  return text;
}

}  // namespace clustrix::runtime
