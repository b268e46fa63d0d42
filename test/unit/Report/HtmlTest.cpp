#include "Sample.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

std::string page(const std::string& rewritten = "// rewritten <text>\n") {
  return render(sampleReport(), ReportFormat::Html, {{"dir/s.cpp", sampleText, rewritten}});
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("source text is escaped on both sides") {
  CHECK(contains(page(), "b[i] &lt; 1 &amp;&amp; n &gt; 2 ? a[i] : &quot;&amp;&lt;&gt;&#39;&quot;[0];"));
  CHECK(contains(page(), "// rewritten &lt;text&gt;"));
  CHECK_FALSE(contains(page("<script>alert(1)</script>\n"), "<script"));
}

TEST_CASE("names and messages from the source are escaped") {
  Report report = sampleReport();
  report.functions[0].name = "f<&>";
  report.functions[0].loops[0].reasons[0].message = "<em>";
  report.functions[0].loops[1].guards = {"<i>"};
  report.functions[0].loops[1].arrays[0].slice = "<u>";
  const std::string html = render(report, ReportFormat::Html, {{"dir/s.cpp", sampleText, ""}});
  CHECK(contains(html, "f&lt;&amp;&gt;"));
  for (const char* raw : {"<em>", "<i>", "<u>", "f<&>"}) CHECK_FALSE(contains(html, raw));
}

TEST_CASE("the page refers to nothing outside it") {
  for (const char* outside : {"http:", "https:", "<link", "<script", "<img", "src=", "@import", "url("}) {
    CHECK_FALSE(contains(page(), outside));
  }
}

TEST_CASE("a line has the colour of the innermost loop around it") {
  CHECK(contains(page(), "<div class=\"row \" id=\"s1l2\">"));
  CHECK(contains(page(), "<div class=\"row serial\" id=\"s1l3\">"));
  CHECK(contains(page(), "<div class=\"row spread\" id=\"s1l5\">"));
  CHECK(contains(page(), "<div class=\"row serial\" id=\"s1l8\">"));
}

TEST_CASE("a reason stands below the line that it speaks of") {
  const std::string html = page();
  const std::size_t line5 = html.find("id=\"s1l5\""), line6 = html.find("id=\"s1l6\"");
  const std::size_t reason = html.find("is read after an earlier iteration wrote it");
  REQUIRE(reason != std::string::npos);
  CHECK(line5 < reason);
  CHECK(reason < line6);
}

TEST_CASE("a reason in another file stands below its loop and says where") {
  const std::string html = page();
  const std::size_t reason = html.find("<code>dir/helper.h:2:1</code>");
  REQUIRE(reason != std::string::npos);
  CHECK(html.find("id=\"s1l6\"") < reason);
  CHECK(reason < html.find("id=\"s1l7\""));
}

TEST_CASE(
    "what an audit has found stands below the loop, in the colour of what stands in the way where it is a fault") {
  Report report = sampleReport();
  report.functions[0].loops[1].audit = AuditWords{{"2 launches: 1 fault", "fault: it <reads>"}, true};
  const auto html = [&] { return render(report, ReportFormat::Html, {{"dir/s.cpp", sampleText, ""}}); };
  const std::string words = "\">audit: 2 launches: 1 fault<br>audit: fault: it &lt;reads&gt;</div>";
  const std::size_t at = html().find("<div class=\"why serial" + words);
  REQUIRE(at != std::string::npos);
  CHECK(html().find("id=\"s1l4\"") < at);
  CHECK(at < html().find("id=\"s1l5\""));
  report.functions[0].loops[1].audit->hasFault = false;
  CHECK(contains(html(), "<div class=\"why spread" + words));
  CHECK_FALSE(contains(page(), "audit"));
}

TEST_CASE("a source without annotated functions says so") {
  CHECK(contains(render({}, ReportFormat::Html, {{"x.cpp", "int x;\n", "int x;\n"}}), "No annotated functions."));
}
