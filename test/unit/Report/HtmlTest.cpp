#include "HtmlSample.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

std::string whole(const Report& report, const std::vector<SourceText>& sources) {
  return render(report, ReportFormat::Html, sources);
}
std::string whole(const std::string& rewritten = sampleRewritten) {
  return whole(sampleReport(), {{"dir/s.cpp", sampleText, rewritten}});
}

}  // namespace

TEST_CASE("a page has totals first, then the legend, then each function with its code") {
  CHECK(containsInOrder(whole(), {"<nav", "<main", "id=\"totals\"", "id=\"legend\"", "id=\"s1\"", "id=\"f1\"",
                                  "id=\"f1l3\"", "class=\"sides\"", "id=\"s1l5\"", "</main>", "<script>"}));
}

TEST_CASE("nothing of a source becomes markup, wherever it stands") {
  Report report = sampleReport();
  const std::string bad = "<img src=x onerror=alert(1)>\"'";
  report.functions[0].name = bad;
  for (LoopReport& loop : report.functions[0].loops) {
    loop.header = bad;
    loop.guards = {bad};
    loop.kinds = {bad};
    loop.reductions = {{bad, bad}};
    loop.arrays = {{bad, bad, bad}};
    loop.audit = AuditWords{{bad}, true};
    for (Reason& reason : loop.reasons) {
      reason.code = reason.message = reason.hint = bad;
      reason.other = SourcePoint{bad, 1, 1};
    }
  }
  report.functions[0].complexity.metrics = {{bad, 1}};
  const std::string html = whole(report, {{"dir/s.cpp", bad + sampleText, bad}, {bad, bad, bad}});
  CHECK_FALSE(contains(html, "<img"));
  CHECK_FALSE(contains(html, "\"'"));
  CHECK(countOf(html, "&lt;img src=x onerror=alert(1)&gt;&quot;&#39;") > 30);
  CHECK(countOf(html, "<script") == 1);
}

TEST_CASE("a page refers to nothing outside it, and may not") {
  for (const char* outside : {"http:", "https:", "<link", "<img", "src=", "@import", "url("})
    CHECK_FALSE(contains(whole(), outside));
  CHECK(contains(whole(), "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "));
}

TEST_CASE("a page is the same each time") { CHECK(whole() == whole()); }

TEST_CASE("a source without annotated functions says so, and has its text") {
  const std::string html = whole(Report(), {{"x.cpp", "int x;\n", "int y;\n"}});
  CHECK(containsInOrder(html, {"No annotated functions.", "The whole file", "int x;", "int y;"}));
  CHECK(contains(whole(Report(), {{"x.cpp", "", ""}}), "No annotated functions."));
}

TEST_CASE("several sources have a section each") {
  Report report = sampleReport();
  report.functions.push_back(report.functions[0]);
  report.functions[1].at.file = "b.cpp";
  for (LoopReport& loop : report.functions[1].loops) loop.at.file = "b.cpp";
  const std::string html = whole(report, {{"dir/s.cpp", sampleText, ""}, {"b.cpp", sampleText, ""}});
  CHECK(containsInOrder(html, {"<section class=\"file\" id=\"s1\">", "<h3 id=\"f1\">", "id=\"s1l5\"", "</section>",
                               "<section class=\"file\" id=\"s2\">", "<h3 id=\"f2\">", "id=\"s2l5\"", "</section>"}));
  CHECK_FALSE(contains(html, "No annotated functions."));
}

TEST_CASE("a function whose text the page does not have is in its table") {
  Report report = sampleReport();
  report.functions.push_back(report.functions[0]);
  report.functions[0].at.file = "x.h";
  report.functions[1].at.line = 99;
  const std::string html = whole(report, {{"dir/s.cpp", sampleText, ""}});
  CHECK(containsInOrder(html,
                        {"id=\"s1\"", "<h3 id=\"f2\">", "id=\"others\"", "<h3 id=\"f1\">", "<td class=\"number\">"}));
}

TEST_CASE("a page of one source has its name as title") {
  CHECK(contains(whole(), "<title>Clustrix report: dir/s.cpp</title>"));
  CHECK(contains(whole(Report(), {}), "<title>Clustrix report</title>"));
}
