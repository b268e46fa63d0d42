// A segment of a source beside what was generated of it:
//
//     15 │ [[clustrix::cluster]]             │  62 │ [[clustrix::cluster]]
//     16 │ void diffuse(double* plate, ...   │  63 │ void diffuse(double* plate, ... { clustrix::Residency ...
//     18 │   for (int r = 1; r < ...         │     launch of line 18
//        │   ◆ parallelised over devices     │  65 │     const clustrix::Launch launch = ...
//
// Each number is a link to the other side. A line has the colour of the innermost loop around it, on both sides; what
// stands in the way is below the line that it speaks of. Stretches in which nothing happens are folded.
#pragma once

#include "Report/Segments.h"

namespace clustrix::compiler {

class CodeWriter {
 public:
  /// `page` outlives it.
  explicit CodeWriter(const Page& page);

  /// `what` is the segment's name for those who do not see where it stands, escaped.
  std::string sides(std::size_t source, const Segment& segment, const std::string& what) const;

 private:
  /// A row as HTML, and whether nothing happens on it.
  struct Row {
    std::string html;
    bool isQuiet = false;
  };

  void noteLoops();
  void noteReasons();
  const char* colourOf(std::size_t source, int line) const;
  bool isQuiet(const LineOf& line) const;
  Row originalRow(const LineOf& line) const;
  Row generatedRow(const LineOf& line) const;

  const Page& page_;
  std::vector<std::vector<std::string>> notes_;  // of each source, below each line
  std::vector<std::vector<bool>> heads_;         // of each source, where a function begins
};

}  // namespace clustrix::compiler
