#include "Report/HtmlContents.h"

#include "Report/HtmlEscape.h"
#include "Report/HtmlMarks.h"

#include <set>

namespace clustrix::compiler {
namespace {

std::string entry(const Page& page, std::size_t index) {
  const FunctionReport& function = page.report->functions[index];
  const std::string level = std::to_string(function.complexity.level);
  return "<li data-of=\"" + functionAnchor(index) + "\"><a href=\"#" + functionAnchor(index) + "\">" +
         escaped(function.name) + R"(</a> <span class="marks"><span class="level" title="complexity )" + level +
         " of 5\">" + level + "/5</span>" + signs(function) + "</span></li>\n";
}

std::string entries(const Page& page, const std::vector<std::size_t>& functions) {
  if (functions.empty()) return "";
  std::string html = "<ul>\n";
  for (const std::size_t index : functions) html += entry(page, index);
  return html + "</ul>\n";
}

std::string button(const std::string& tagName, const std::string& words) {
  return R"(<button type="button" aria-pressed="false" data-tag=")" + escaped(tagName) + "\">" + words + "</button>\n";
}

/// Of what the report has alone: a button that finds nothing is none.
std::string buttons(const Page& page) {
  std::set<std::string> had;
  for (const FunctionReport& function : page.report->functions)
    for (const LoopReport& loop : function.loops)
      for (std::string& name : tagsOf(loop)) had.insert(std::move(name));
  std::string html;
  if (had.erase("parallel") > 0) html += button("parallel", "parallel");
  for (const Verdict which : verdicts)
    if (had.erase(className(which)) > 0)
      html += button(className(which), std::string("<span aria-hidden=\"true\">") + signOf(which) + "</span> " +
                                           escaped(shortName(which)));
  for (const std::string& name : had) html += button(name, name == "fault" ? "audit: faults" : escaped(name));
  return html;
}

}  // namespace

std::string contents(const Page& page) {
  std::string html =
      "<nav id=\"contents\" aria-label=\"Contents\">\n<div id=\"filter\" role=\"search\" hidden>\n"
      "<label for=\"filter-text\">Filter</label> <input type=\"search\" id=\"filter-text\" autocomplete=\"off\" "
      "placeholder=\"function, loop, reason\">\n<div class=\"buttons\">\n" +
      buttons(page) +
      "</div>\n<p><span id=\"filter-result\" role=\"status\"></span> "
      "<button type=\"button\" id=\"filter-clear\" hidden>Show all</button></p>\n</div>\n"
      "<ul>\n<li><a href=\"#totals\">Totals</a></li>\n<li><a href=\"#legend\">Legend</a></li>\n";
  for (std::size_t i = 0; i < page.sources.size(); ++i)
    html += "<li data-of=\"" + fileAnchor(i) + "\"><a href=\"#" + fileAnchor(i) + "\"><code>" +
            escaped(page.sources[i].text->path) + "</code></a>\n" + entries(page, page.sources[i].functions) +
            "</li>\n";
  if (!page.strangers.empty())
    html += "<li data-of=\"others\"><a href=\"#others\">Other files</a>\n" + entries(page, page.strangers) + "</li>\n";
  return html + "</ul>\n</nav>\n";
}

}  // namespace clustrix::compiler
