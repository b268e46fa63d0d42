#include "Report/HtmlTotals.h"

#include "HtmlSample.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

Reason reasonWith(const std::string& code) {
  return {.code = code, .message = "m", .hint = "", .at = {"dir/s.cpp", 5, 7}, .other = std::nullopt};
}

}  // namespace

TEST_CASE("totals count functions, and loops by what became of them, and lead to the first of each") {
  const SamplePage sample;
  const std::string html = totals(sample.page);
  CHECK(contains(html, "<span><b>1</b> function</span>"));
  CHECK(contains(html, "<span><b>3</b> loops</span>"));
  CHECK(contains(html, "<a href=\"#f1l2\" data-filter=\"parallel\"><b>1</b> parallel</a>"));
  CHECK(contains(html, "<a href=\"#f1l2\" data-filter=\"spread\"><b>1</b> "));
  CHECK(contains(html, "<a href=\"#f1l1\" data-filter=\"serial\"><b>2</b> "));
  CHECK(contains(html, "<a href=\"#f1l2\" data-filter=\"guarded\"><b>1</b> guarded</a>"));
  // What there is none of leads nowhere.
  CHECK(contains(html, "<li class=\"tile threads\"><span><b>0</b> "));
  CHECK_FALSE(contains(html, "fault"));
  CHECK_FALSE(contains(html, "scan"));
}

TEST_CASE("loops in which an audit has found a fault are counted") {
  Report report = sampleReport();
  report.functions[0].loops[1].audit = AuditWords{{"2 launches: 1 fault"}, true};
  const SamplePage sample(report);
  CHECK(contains(totals(sample.page), "<a href=\"#f1l2\" data-filter=\"fault\"><b>1</b> with faults in the audit</a>"));
}

TEST_CASE("the commonest reasons come first, counted by loops, with a sentence and links") {
  Report report = sampleReport();
  auto& loops = report.functions[0].loops;
  loops[0].reasons = {reasonWith("effect.io"), reasonWith("effect.call"), reasonWith("effect.io")};
  loops[1].reasons = {};
  loops[2].reasons = {reasonWith("effect.io"), reasonWith("zzz.unknown")};
  const SamplePage sample(report);
  const std::string html = totals(sample.page);
  CHECK(containsInOrder(html,
                        {"<td class=\"number\">2</td><td><a href=\"#f1l1\" "
                         "data-words=\"effect.io\"><code>effect.io</code></a><br>input and output happen in order</td>",
                         "<a href=\"#f1l1\">dir/s.cpp:3</a>, <a href=\"#f1l3\">dir/s.cpp:6</a></td>",
                         "<td class=\"number\">1</td><td><a href=\"#f1l1\" data-words=\"effect.call\">",
                         "<td class=\"number\">1</td><td><a href=\"#f1l3\" "
                         "data-words=\"zzz.unknown\"><code>zzz.unknown</code></a><br></td>"}));
}

TEST_CASE("of many loops and many reasons the rest is folded, and nothing is left out") {
  Report report = sampleReport();
  auto& loops = report.functions[0].loops;
  const LoopReport one = loops[0];
  loops.assign(20, one);
  for (std::size_t i = 0; i < loops.size(); ++i) {
    loops[i].reasons = {reasonWith("effect.io")};
    if (i < 14) loops[i].reasons.push_back(reasonWith("id." + std::string(1, static_cast<char>('a' + i))));
  }
  const SamplePage sample(report);
  const std::string html = totals(sample.page);
  CHECK(contains(html, "<summary>14 more</summary>"));
  CHECK(contains(html, "<summary>5 more reasons</summary>"));
  CHECK(countOf(html, "<td class=\"number\">") == 15);
  CHECK(countOf(html, "\">dir/s.cpp:3</a>") == 34);
}

TEST_CASE("where nothing stands in the way there is no table of reasons") {
  const SamplePage sample(Report{});
  CHECK_FALSE(contains(totals(sample.page), "<table"));
  CHECK(contains(totals(sample.page), "<b>0</b> functions"));
}
