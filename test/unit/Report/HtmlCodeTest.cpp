#include "Report/HtmlCode.h"

#include "HtmlSample.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

std::string codeOf(const SamplePage& sample, std::size_t source = 0) {
  const CodeWriter writer(sample.page);
  std::string html;
  for (const Segment& segment : segmentsOf(sample.page, source)) html += writer.sides(source, segment, "it");
  return html;
}

std::string repeated(const std::string& line, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += line;
  return text;
}

/// The sample's function behind `above` lines of comment and in front of `under` ones.
std::string folds(int above, int under) {
  Report report = sampleReport();
  for (FunctionReport& function : report.functions) {
    function.at.line += above;
    for (LoopReport& loop : function.loops) {
      loop.at.line += above;
      loop.endLine += above;
      loop.reasons.clear();
    }
  }
  const std::string source = repeated("//\n", above) + sampleText + repeated("//\n", under);
  const std::string html = codeOf(SamplePage(report, {{"dir/s.cpp", source, ""}}));
  std::string found;
  for (std::size_t at = html.find("<summary>"); at != std::string::npos; at = html.find("<summary>", at + 1))
    found += (found.empty() ? "" : " ") + html.substr(at + 9, html.find('<', at + 9) - at - 9);
  return found;
}

}  // namespace

TEST_CASE("each line of both texts is there once, escaped and numbered") {
  const SamplePage sample;
  const std::string html = codeOf(sample);
  for (int line = 1; line <= 9; ++line) CHECK(countOf(html, "id=\"s1l" + std::to_string(line) + "\"") == 1);
  for (int line = 1; line <= 30; ++line) CHECK(countOf(html, "id=\"g1l" + std::to_string(line) + "\"") == 1);
  CHECK(countOf(html, "class=\"l") == 39);
  CHECK(countOf(html, "a[i] = b[i] &lt; 1 &amp;&amp; n &gt; 2 ? a[i] : &quot;&amp;&lt;&gt;&#39;&quot;[0];") == 3);
}

TEST_CASE("numbers lead to the other side and back") {
  const std::string html = codeOf(SamplePage());
  CHECK(contains(html, "<div class=\"l spread\" id=\"s1l5\"><a href=\"#g1l8\" title=\"generated: 8, 23\">5</a>"));
  CHECK(contains(html, "id=\"g1l8\"><a href=\"#s1l5\" title=\"line 5\">8</a>"));
  CHECK(contains(html, "id=\"g1l23\"><a href=\"#s1l5\" title=\"line 5\">23</a>"));
  CHECK(contains(html, "<div class=\"l\" id=\"g1l24\"><b>24</b>"));
  CHECK(contains(html, "title=\"generated: 4, 5, 6, 9, 10, 17, 18, 19, ...\">4</a>"));
}

TEST_CASE("a line of the source has the colour of the innermost loop around it") {
  const std::string html = codeOf(SamplePage());
  CHECK(contains(html, "<div class=\"l\" id=\"s1l2\">"));
  CHECK(contains(html, "<div class=\"l serial\" id=\"s1l3\">"));
  CHECK(contains(html, "<div class=\"l spread\" id=\"s1l5\">"));
  CHECK(contains(html, "<div class=\"l serial\" id=\"s1l8\">"));
}

TEST_CASE("a generated line has the colour of the line that it came from") {
  const std::string html = codeOf(SamplePage());
  CHECK(contains(html, "<div class=\"l spread\" id=\"g1l5\">"));
  CHECK(contains(html, "<div class=\"l spread\" id=\"g1l18\">"));
  CHECK(contains(html, "<div class=\"l serial\" id=\"g1l28\">"));
  CHECK(contains(html, "<div class=\"l\" id=\"g1l14\">"));
}

TEST_CASE("kernels and launches are named, each in front of its first line") {
  CHECK(containsInOrder(codeOf(SamplePage()),
                        {"id=\"g1l3\"", "kernel of <a href=\"#s1l4\">line 4</a>", "id=\"g1l4\"", "id=\"g1l16\"",
                         "launch of <a href=\"#s1l4\">line 4</a>", "id=\"g1l17\""}));
  CHECK(countOf(codeOf(SamplePage()), " of <a") == 2);
}

TEST_CASE("a loop's verdict stands below its head and leads to its row") {
  CHECK(containsInOrder(codeOf(SamplePage()),
                        {"id=\"s1l4\"",
                         "<div class=\"note spread\"><a href=\"#f1l2\">◆ parallelised over devices</a> "
                         "(guarded, reduction)</div>",
                         "id=\"s1l5\""}));
}

TEST_CASE("a reason stands below the line that it speaks of, once for all loops") {
  Report report = sampleReport();
  auto& loops = report.functions[0].loops;
  loops[2].reasons = {loops[0].reasons[0], loops[0].reasons[0]};
  const std::string html = codeOf(SamplePage(report));
  CHECK(countOf(html, "is read after an earlier iteration wrote it") == 1);
  CHECK(containsInOrder(html, {"id=\"s1l5\"",
                               "is read after an earlier iteration wrote it <code>[dependence.flow]</code>"
                               "; loop <a href=\"#f1l1\">3</a>, <a href=\"#f1l3\">6</a></div>",
                               "id=\"s1l6\""}));
}

TEST_CASE("long stretches without loops are folded, and short ones are not") {
  CHECK(folds(7, 0).empty());
  CHECK(folds(8, 0) == "lines 1–6");
  CHECK(folds(20, 0) == "lines 1–18");  // the attribute, and two lines more, stay in sight
  CHECK(folds(0, 20) == "lines 12–29");
  CHECK(folds(20, 20) == "lines 1–18 lines 32–49");
}

TEST_CASE("a side of which there are no lines says so") {
  const std::string html = codeOf(SamplePage(Report(), {{"a.cpp", "int x;\n", ""}}));
  CHECK(
      containsInOrder(html, {"<h4>Source, line 1</h4>", "int x;", "<h4>Generated, no lines</h4>", "<p>Nothing.</p>"}));
}

TEST_CASE("lines of another source lead there") {
  const SamplePage sample(Report(),
                          {{"a.h", "int a;\n", ""}, {"a.cpp", "", "#line 1 \"a.h\"\nint a;\n#line 7 \"a.h\"\n"}});
  CHECK(contains(codeOf(sample, 1), "id=\"g2l2\"><a href=\"#s1l1\" title=\"line 1\">2</a>int a;"));
  CHECK(contains(codeOf(sample, 0), "id=\"s1l1\"><a href=\"#g2l2\" title=\"generated: 2\">1</a>int a;"));
}
