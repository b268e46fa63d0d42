// Segments: a source and what was generated of it, divided by annotated functions, so that a function's two texts stand
// beside each other.
//
//     source     │ 1 .. 14 │ 15 diffuse .. 31 │ 32 measure .. end │
//     generated  │ 1 .. 11 │ kernels, diffuse │ kernels, measure  │
//
// A segment begins with the comment and the attribute above its function, and goes on up to the next one; the first has
// what stands before all functions. In the generated text it begins behind the last line that came of the segment
// before. Together they are the whole of both texts, each line once.
#pragma once

#include "Report/HtmlPage.h"

namespace clustrix::compiler {

/// Lines `begin <= line < end`.
struct LineRange {
  int begin = 1, end = 1;
};
struct Segment {
  std::vector<std::size_t> functions;  // none in the first one; several that begin on one line share one
  LineRange original, rewritten;
};

/// Of the source of this number. At least one.
std::vector<Segment> segmentsOf(const Page& page, std::size_t number);

}  // namespace clustrix::compiler
