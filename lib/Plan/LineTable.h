// Offsets of a text to line numbers and back, in logarithmic time: a file may hold a thousand loops.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace clustrix::compiler {

class LineTable {
 public:
  explicit LineTable(const std::string& text);

  /// The number, from 1, of the line that `offset` is on; a newline belongs to the line that it ends.
  int lineAt(std::size_t offset) const;
  /// Where line `line`, from 1, begins; nothing is behind the last one but the text's end.
  std::size_t begin(int line) const;

 private:
  std::vector<std::size_t> begins_;
  std::size_t end_;
};

}  // namespace clustrix::compiler
