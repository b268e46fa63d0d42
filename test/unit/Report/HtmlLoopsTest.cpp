#include "Report/HtmlLoops.h"

#include "HtmlSample.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

std::string tableOf(const Report& report) { return loopTable(SamplePage(report).page, 0); }

}  // namespace

TEST_CASE("a function's head says its place, its tally and its complexity") {
  CHECK(containsInOrder(tableOf(sampleReport()),
                        {"<h3 id=\"f1\"><code>ns::step</code></h3>", "<a href=\"#s1l2\"><code>dir/s.cpp:2:1</code></a>",
                         "1 of 3 loops parallel, 1 spread over devices; complexity 2 of 5 (score 14, threshold 4: "
                         "branches 1, nesting 2)"}));
}

TEST_CASE("a loop's row has line, head, verdict, kinds, mapping, guards, reductions and arrays") {
  CHECK(containsInOrder(
      tableOf(sampleReport()),
      {"<tr id=\"f1l2\" data-tags=\"spread parallel guarded reduction\">", "<a href=\"#s1l4\">4</a>",
       "<td class=\"depth1\"><code>for (int i = 0; i &lt; n; ++i)</code>", "parallelised over devices",
       "<span class=\"kind\">guarded</span>", "<span class=\"kind\">reduction</span>", "mapped: devices",
       "<li>guard: &#39;a&#39; and &#39;b&#39; do not overlap</li>", "<li>reduction: <code>sum</code> (+)</li>",
       "<li>read-write <code>a</code>: <code>[lo, hi)</code></li>",
       "<li>read <code>b</code>: <code>[lo, hi)</code></li>", "</tr>"}));
}

TEST_CASE("a reason stands in the table with its place, id, other access and hint") {
  const std::string html = tableOf(sampleReport());
  CHECK(containsInOrder(html,
                        {"id=\"f1l1\"", "<a href=\"#s1l5\"><code>5:7</code></a>: &#39;a&#39; is read after",
                         "<code>[dependence.flow]</code> and <a href=\"#s1l7\"><code>7:7</code></a>", "id=\"f1l2\""}));
  CHECK(containsInOrder(html, {"id=\"f1l3\"", "<code>dir/helper.h:2:1</code>: the call of", "[effect.call]",
                               "hint: define &#39;f&#39; in this file (--fix does it)"}));
}

TEST_CASE("what stands in the way in several places is told once, with all of them") {
  Report report = sampleReport();
  auto& reasons = report.functions[0].loops[0].reasons;
  reasons.push_back(reasons[0]);
  reasons[1].at.column = 20;
  reasons.push_back(reasons[0]);
  reasons.push_back(reasons[0]);
  reasons[3].hint = "another";
  const std::string html = tableOf(report);
  CHECK(countOf(html, "is read after") == 2);
  CHECK(contains(html, "<code>5:7</code></a>, <a href=\"#s1l5\"><code>5:20</code></a>: "));
}

TEST_CASE("of many reasons the rest is folded, and none is left out") {
  Report report = sampleReport();
  auto& reasons = report.functions[0].loops[0].reasons;
  const auto with = [&](std::size_t count) {
    reasons.resize(count, reasons[0]);
    for (std::size_t i = 0; i < count; ++i) reasons[i].message = "reason " + std::to_string(i) + ".";
    return tableOf(report);
  };
  CHECK_FALSE(contains(with(6), "<details>"));
  CHECK(containsInOrder(with(9),
                        {"reason 4.", "<summary>4 more reasons</summary>", "reason 5.", "reason 8.", "</details>"}));
}

TEST_CASE("an access that is in its own way is no second place") {
  Report report = sampleReport();
  report.functions[0].loops[0].reasons[0].other = report.functions[0].loops[0].reasons[0].at;
  CHECK_FALSE(contains(tableOf(report), "</code> and <"));
}

TEST_CASE("a guard that is asked for twice is told once") {
  Report report = sampleReport();
  auto& guards = report.functions[0].loops[1].guards;
  guards.push_back(guards[0]);
  CHECK(countOf(tableOf(report), "guard: ") == 1);
}

TEST_CASE("what an audit has found stands in the table, marked where it is a fault") {
  Report report = sampleReport();
  report.functions[0].loops[1].audit = AuditWords{{"2 launches: 1 fault", "fault: it <reads>"}, true};
  CHECK(containsInOrder(tableOf(report), {"<li class=\"fault\">audit: 2 launches: 1 fault</li>",
                                          "<li class=\"fault\">audit: fault: it &lt;reads&gt;</li>"}));
  report.functions[0].loops[1].audit->hasFault = false;
  CHECK(contains(tableOf(report), "<li>audit: 2 launches: 1 fault</li>"));
  CHECK_FALSE(contains(tableOf(sampleReport()), "audit"));
}

TEST_CASE("a loop leads to its kernel, its launch and itself in the generated code") {
  CHECK(containsInOrder(tableOf(sampleReport()),
                        {"id=\"f1l2\"",
                         "<td><a href=\"#g1l4\">kernel 4</a><br><a href=\"#g1l17\">launch 17</a><br>"
                         "<a href=\"#g1l22\">as written 22</a></td></tr>",
                         "id=\"f1l3\"", "<td><a href=\"#g1l27\">as written 27</a></td></tr>"}));
}

TEST_CASE("a loop on no line of the page has its number and no links") {
  Report report = sampleReport();
  report.functions[0].loops[1].at.line = 40;
  CHECK(containsInOrder(tableOf(report),
                        {"id=\"f1l2\"", "<td class=\"number\">40</td>", "<td></td></tr>", "id=\"f1l3\""}));
}

TEST_CASE("a function without loops says so") {
  Report report = sampleReport();
  report.functions[0].loops.clear();
  CHECK(contains(tableOf(report), "<p>No loops.</p>"));
}
