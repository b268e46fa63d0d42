// The page's facts: what its parts ask for, found once.
//
//     Report, sources ──readPage──► Page ──► totals, contents, tables of loops, code
//                                    lines of both texts, loops around a line, what a line became, names of anchors
#pragma once

#include "Report/Origins.h"
#include "clustrix/Report.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clustrix::compiler {

/// A line of a source, or of what was generated of it.
struct LineOf {
  std::size_t source = 0;  // from 0
  int line = 0;            // from 1
};
/// A loop of the report, by indices.
struct LoopOf {
  std::size_t function = 0, loop = 0;
};
struct PageSource {
  const SourceText* text = nullptr;
  std::vector<std::string_view> original, rewritten;
  std::vector<Origin> origins;                 // one for each line of `rewritten`
  std::vector<std::vector<LineOf>> generated;  // of each line of `original`, what came of it, in the order of the text
  std::vector<std::optional<LoopOf>> loops;    // the innermost one around each line of `original`
  std::vector<std::size_t> functions;          // of this file, by line
};
struct Page {
  const Report* report = nullptr;
  std::vector<PageSource> sources;
  std::vector<std::size_t> strangers;  // functions of files whose text is not there
  std::map<std::string, std::size_t> byPath;
};

/// Refers to both: they outlive the page.
Page readPage(const Report& report, const std::vector<SourceText>& sources);

/// The line that `at` names, where its text is there and has so many lines.
std::optional<LineOf> lineAt(const Page& page, const SourcePoint& at);

/// Names of anchors, unique in the page: `f2`, `f2l1`, `s1l18`, `g1l62`; counted from 1.
std::string functionAnchor(std::size_t function);
std::string loopAnchor(const LoopOf& loop);
std::string fileAnchor(std::size_t source);
std::string lineAnchor(const LineOf& line);
std::string generatedAnchor(const LineOf& line);

/// A link to a place, or its name alone where the page does not have it. In the file `here`: `21:20`, else with the
/// file's name.
std::string placeLink(const Page& page, const SourcePoint& at, const std::string& here);

/// Each once, in the order of the text.
std::vector<std::string> onlyOnce(const std::vector<std::string>& words);

}  // namespace clustrix::compiler
