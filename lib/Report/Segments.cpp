#include "Report/Segments.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

/// A line that a paragraph begins behind: empty, or the end of what is before.
bool parts(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  return first == std::string_view::npos || line[first] == '}';
}

/// The first line of the paragraph that `line` is in, not before `least`.
int paragraphAt(const std::vector<std::string_view>& lines, int line, int least) {
  while (line > least && !parts(lines[static_cast<std::size_t>(line) - 2])) --line;
  return line;
}

int lastLineOf(const FunctionReport& function) {
  int last = function.at.line;
  for (const LoopReport& loop : function.loops)
    if (loop.at.file == function.at.file) last = std::max({last, loop.at.line, loop.endLine});
  return last;
}

std::vector<Segment> byFunctions(const Page& page, const PageSource& source) {
  std::vector<Segment> segments(1);
  const int end = static_cast<int>(source.original.size()) + 1;
  int before = 0, head = 0;
  for (const std::size_t index : source.functions) {
    const FunctionReport& function = page.report->functions[index];
    if (function.at.line < 1 || function.at.line >= end) continue;
    // A function inside another's loops is shown with it.
    if (segments.size() == 1 || (function.at.line > head && function.at.line > before)) {
      const int begin = paragraphAt(source.original, function.at.line, before + 1);
      segments.back().original.end = begin;
      segments.emplace_back().original.begin = begin;
      head = function.at.line;
    }
    segments.back().functions.push_back(index);
    before = std::max(before, lastLineOf(function));
  }
  segments.back().original.end = end;
  return segments;
}

}  // namespace

std::vector<Segment> segmentsOf(const Page& page, std::size_t number) {
  const PageSource& source = page.sources[number];
  std::vector<Segment> segments = byFunctions(page, source);
  std::size_t current = 0;
  int behind = 1;
  for (std::size_t i = 0; i < source.origins.size(); ++i) {
    const Origin& origin = source.origins[i];
    if (origin.role != Role::Text || origin.source != number) continue;
    while (current + 1 < segments.size() && origin.line >= segments[current + 1].original.begin) {
      segments[current].rewritten.end = behind;
      segments[++current].rewritten = {behind, behind};
    }
    behind = static_cast<int>(i) + 2;
  }
  const int end = static_cast<int>(source.rewritten.size()) + 1;
  segments[current].rewritten.end = end;
  while (++current < segments.size()) segments[current].rewritten = {end, end};
  return segments;
}

}  // namespace clustrix::compiler
