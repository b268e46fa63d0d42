#include "Report/Segments.h"

#include "HtmlSample.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

FunctionReport functionAt(int line, int loopLine = 0, int endLine = 0) {
  FunctionReport function;
  function.at = {"a.cpp", line, 1};
  if (loopLine > 0) {
    function.loops.emplace_back().at = {"a.cpp", loopLine, 3};
    function.loops.back().endLine = endLine;
  }
  return function;
}

/// `1-4|1-3 5-9|4-9:0,1`: for each segment the lines of both texts, without the last, and its functions.
std::string divided(const std::string& original, const std::string& rewritten,
                    const std::vector<FunctionReport>& functions) {
  const SamplePage sample({functions}, {{"a.cpp", original, rewritten}});
  std::string text;
  for (const Segment& segment : segmentsOf(sample.page, 0)) {
    const auto range = [](const LineRange& lines) {
      return std::to_string(lines.begin) + "-" + std::to_string(lines.end);
    };
    text += (text.empty() ? "" : " ") + range(segment.original) + "|" + range(segment.rewritten);
    for (std::size_t i = 0; i < segment.functions.size(); ++i)
      text += (i == 0 ? ":" : ",") + std::to_string(segment.functions[i]);
  }
  return text;
}

const std::string twoFunctions =
    "int x;\n"              // 1
    "\n"                    // 2
    "// Of f.\n"            // 3
    "[[c]]\n"               // 4
    "void f() {\n"          // 5
    "  for (;;) work();\n"  // 6
    "}\n"                   // 7
    "[[c]]\n"               // 8
    "void g() {\n"          // 9
    "}\n";                  // 10
const std::string ofTwo =
    "#include <r>\n"                        // 1
    "#line 1 \"a.cpp\"\n"                   // 2
    "int x;\n"                              // 3
    "\n"                                    // 4
    "namespace clustrix_a { namespace {\n"  // 5
    "// a.cpp:6: for (;;)\n"                // 6
    "} }  // namespace clustrix_a\n"        // 7
    "#line 3 \"a.cpp\"\n"                   // 8
    "// Of f.\n"                            // 9
    "[[c]]\n"                               // 10
    "void f() {\n"                          // 11
    "  for (;;) work();\n"                  // 12
    "}\n"                                   // 13
    "[[c]]\n"                               // 14
    "void g() {\n"                          // 15
    "}\n";                                  // 16

}  // namespace

TEST_CASE("a function begins with the paragraph above it, and in the generated text with its kernels") {
  CHECK(divided(twoFunctions, ofTwo, {functionAt(5, 6, 6), functionAt(9)}) == "1-3|1-5 3-8|5-14:0 8-11|14-17:1");
}

TEST_CASE("the order of the report's functions does not matter") {
  CHECK(divided(twoFunctions, ofTwo, {functionAt(9), functionAt(5, 6, 6)}) == "1-3|1-5 3-8|5-14:1 8-11|14-17:0");
}

TEST_CASE("a source without functions is one segment") {
  CHECK(divided(twoFunctions, ofTwo, {}) == "1-11|1-17");
  CHECK(divided("", "", {}) == "1-1|1-1");
}

TEST_CASE("functions that begin on one line, or inside another's loops, share a segment") {
  CHECK(divided(twoFunctions, ofTwo, {functionAt(5, 6, 6), functionAt(5), functionAt(6)}) == "1-3|1-5 3-11|5-17:0,1,2");
}

TEST_CASE("functions on lines that there are not have none") {
  CHECK(divided(twoFunctions, ofTwo, {functionAt(0), functionAt(11)}) == "1-11|1-17");
}

TEST_CASE("of a text whose lines come from nowhere all is in the first segment") {
  CHECK(divided(twoFunctions, "int x;\n", {functionAt(5, 6, 6), functionAt(9)}) == "1-3|1-2 3-8|2-2:0 8-11|2-2:1");
}

TEST_CASE("segments are the whole of both texts, in order and without a gap") {
  const SamplePage sample;
  int original = 1, rewritten = 1;
  for (const Segment& segment : segmentsOf(sample.page, 0)) {
    CHECK(segment.original.begin == original);
    CHECK(segment.rewritten.begin == rewritten);
    original = segment.original.end;
    rewritten = segment.rewritten.end;
  }
  CHECK(original == 10);
  CHECK(rewritten == 31);
}
