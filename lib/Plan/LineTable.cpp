#include "Plan/LineTable.h"

#include <algorithm>

namespace clustrix::compiler {

LineTable::LineTable(const std::string& text) : begins_{0}, end_(text.size()) {
  for (std::size_t i = text.find('\n'); i != std::string::npos; i = text.find('\n', i + 1)) begins_.push_back(i + 1);
}

int LineTable::lineAt(std::size_t offset) const {
  return static_cast<int>(std::upper_bound(begins_.begin(), begins_.end(), offset) - begins_.begin());
}

std::size_t LineTable::begin(int line) const {
  const auto index = static_cast<std::size_t>(std::max(line, 1) - 1);
  return index < begins_.size() ? begins_[index] : end_;
}

}  // namespace clustrix::compiler
