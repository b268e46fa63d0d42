#include "Report/HtmlPage.h"

#include "HtmlSample.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

std::vector<int> linesGenerated(const Page& page, int line) {
  std::vector<int> lines;
  for (const LineOf& each : page.sources[0].generated[static_cast<std::size_t>(line) - 1]) lines.push_back(each.line);
  return lines;
}

}  // namespace

TEST_CASE("a page knows what became of each line of a source") {
  const SamplePage sample;
  CHECK(linesGenerated(sample.page, 1) == std::vector<int>{13});
  CHECK(linesGenerated(sample.page, 4) == std::vector<int>{4, 5, 6, 9, 10, 17, 18, 19, 20, 22});
  CHECK(linesGenerated(sample.page, 5) == std::vector<int>{8, 23});
}

TEST_CASE("a line belongs to the innermost loop around it") {
  const SamplePage sample;
  const auto& loops = sample.page.sources[0].loops;
  REQUIRE(loops.size() == 9);
  CHECK_FALSE(loops[1]);
  CHECK(loops[2]->loop == 0);
  CHECK(loops[4]->loop == 1);
  CHECK(loops[6]->loop == 2);
  CHECK(loops[7]->loop == 0);
  CHECK_FALSE(loops[8]);
}

TEST_CASE("functions go to their file, by line, and to none where the page does not have it") {
  Report report = sampleReport();
  report.functions.push_back(report.functions[0]);
  report.functions[1].at.line = 1;
  report.functions.push_back(report.functions[0]);
  report.functions[2].at.file = "x.h";
  const SamplePage sample(report);
  CHECK(sample.page.sources[0].functions == std::vector<std::size_t>{1, 0});
  CHECK(sample.page.strangers == std::vector<std::size_t>{2});
}

TEST_CASE("lines of a header lead to the text that was generated of them") {
  const SamplePage sample(Report(), {{"s.cpp", "#include \"s.h\"\nint b;\n", "#line 2 \"s.cpp\"\nint b;\n"},
                                     {"s.h", "int a;\n", "#line 1 \"s.h\"\nint a;\n#line 1 \"s.cpp\"\n"}});
  const LineOf became = sample.page.sources[1].generated[0].at(0);
  CHECK(became.source == 1);
  CHECK(became.line == 2);
  CHECK(sample.page.sources[0].generated[0].empty());
}

TEST_CASE("loops on lines that a source does not have are on none") {
  Report report = sampleReport();
  report.functions[0].loops[0].at.line = 0;
  report.functions[0].loops[1].at.line = 99;
  report.functions[0].loops[1].endLine = 120;
  report.functions[0].loops[2].endLine = 99;
  const SamplePage sample(report);
  CHECK_FALSE(sample.page.sources[0].loops[4]);
  CHECK(sample.page.sources[0].loops[8]->loop == 2);
}

TEST_CASE("a place is a link where the page has its line, and a name else") {
  const SamplePage sample;
  CHECK(placeLink(sample.page, {"dir/s.cpp", 5, 7}, "dir/s.cpp") == "<a href=\"#s1l5\"><code>5:7</code></a>");
  CHECK(placeLink(sample.page, {"dir/s.cpp", 5, 7}, "x.cpp") == "<a href=\"#s1l5\"><code>dir/s.cpp:5:7</code></a>");
  CHECK(placeLink(sample.page, {"dir/s.cpp", 10, 1}, "dir/s.cpp") == "<code>10:1</code>");
  CHECK(placeLink(sample.page, {"dir/s.cpp", 0, 0}, "dir/s.cpp") == "<code>0:0</code>");
  CHECK(placeLink(sample.page, {"<x>\n.h", 1, 2}, "") == "<code>&lt;x&gt;\\n.h:1:2</code>");
}

TEST_CASE("anchors of different things differ") {
  CHECK(functionAnchor(0) == "f1");
  CHECK(loopAnchor({1, 0}) == "f2l1");
  CHECK(fileAnchor(0) == "s1");
  CHECK(lineAnchor({1, 7}) == "s2l7");
  CHECK(generatedAnchor({1, 7}) == "g2l7");
}

TEST_CASE("words that are told once keep their order") {
  CHECK(onlyOnce({"b", "a", "b", "c", "a"}) == std::vector<std::string>{"b", "a", "c"});
}
