#include "Report/HtmlContents.h"

#include "HtmlSample.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

TEST_CASE("the contents lead to each file and function, with its level and the signs of its loops") {
  const SamplePage sample;
  CHECK(containsInOrder(contents(sample.page),
                        {"<a href=\"#totals\">", "<a href=\"#legend\">", "<a href=\"#s1\"><code>dir/s.cpp</code></a>",
                         "<a href=\"#f1\">ns::step</a>", "title=\"complexity 2 of 5\">2/5</span>", "◆1", "✕2"}));
}

TEST_CASE("the filter has buttons for what the report has, and for nothing else") {
  const SamplePage sample;
  const std::string html = contents(sample.page);
  for (const char* name : {"parallel", "spread", "serial", "guarded", "reduction"})
    CHECK(countOf(html, std::string("data-tag=\"") + name + "\"") == 1);
  CHECK(countOf(html, "data-tag=") == 5);
  CHECK(countOf(html, "aria-pressed=\"false\"") == 5);
}

TEST_CASE("the filter stays out of sight where no script shows it") {
  const SamplePage sample;
  CHECK(contains(contents(sample.page), "<div id=\"filter\" role=\"search\" hidden>"));
}

TEST_CASE("functions of files that the page does not have are under their own head") {
  Report report = sampleReport();
  report.functions[0].at.file = "x.h";
  const SamplePage sample(report);
  CHECK(containsInOrder(contents(sample.page), {"<a href=\"#s1\">", "<a href=\"#others\">", "<a href=\"#f1\">"}));
  CHECK_FALSE(contains(contents(SamplePage().page), "#others"));
}

TEST_CASE("names of functions and files are escaped in the contents") {
  Report report = sampleReport();
  report.functions[0].name = "f<&>";
  const SamplePage sample(report, {{"<b>.cpp", "", ""}});
  const std::string html = contents(sample.page);
  CHECK(contains(html, ">f&lt;&amp;&gt;</a>"));
  CHECK(contains(html, "<code>&lt;b&gt;.cpp</code>"));
}
