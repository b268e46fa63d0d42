// Said lines: what a source that was generated itself, by yacc or a translator, calls its lines.
//
//     1  int x;
//     2  #line 40 "grammar.y"
//     3  int y;                   is called line 40 of "grammar.y"
//
// Directives of generated code go on in those names; the page counts lines as they stand in the file.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clustrix::compiler {

class SaidLines {
 public:
  /// `file`: the source's own name, as a literal.
  SaidLines(const std::string& file, const std::vector<std::string_view>& lines);

  /// The line that is called line `number` of `file`, a literal: the first one from `least` on, or the first at all.
  std::optional<int> lineOf(std::string_view file, int number, int least) const;

 private:
  /// Lines `begin <= line < end` are called `next` and on.
  struct Stretch {
    int begin = 1, end = 1, next = 1;
    std::string file;
  };
  std::vector<Stretch> stretches_;
};

}  // namespace clustrix::compiler
