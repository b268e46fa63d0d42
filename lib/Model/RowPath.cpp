#include "clustrix/RowPath.h"

#include "Support/Identifiers.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

constexpr std::string_view row = "[]", elements = ".data()", pitch = "longest row of ";

/// `.values`, `.Base::values`, `.inner.values` or nothing.
bool isMember(std::string_view text) {
  return text.empty() || (text.front() == '.' && std::all_of(text.begin(), text.end(),
                                                             [](char c) { return c == '.' || c == ':' || isWord(c); }));
}

}  // namespace

std::optional<RowPath> rowPathOf(const std::string& base) {
  std::string_view rest = base;
  const bool ofContainers = rest.ends_with(elements);
  if (ofContainers) rest.remove_suffix(elements.size());
  const std::size_t last = rest.rfind(row);
  if (last == std::string_view::npos) return std::nullopt;
  RowPath path;
  path.member = rest.substr(last + row.size());
  if (!isMember(path.member)) return std::nullopt;
  rest = rest.substr(0, last);
  for (; rest.ends_with(row); ++path.levels) rest.remove_suffix(row.size());
  path.container = rest;
  path.kind = ofContainers ? RowPath::Containers : path.member.empty() ? RowPath::Pointers : RowPath::Parts;
  return path;
}

std::optional<RowPath> rowPathOf(const ArrayObject& array) { return rowPathOf(array.base); }

std::string pitchExpression(const std::string& rows) { return std::string(pitch) + rows; }

bool isPitch(const Symbol& symbol) { return symbol.expression.starts_with(pitch); }

}  // namespace clustrix::compiler
