#include "Report/HtmlTotals.h"

#include "Report/HtmlEscape.h"
#include "Report/HtmlMarks.h"
#include "Support/OneLine.h"
#include "clustrix/Remarks.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

constexpr std::size_t mostCauses = 10, mostLinks = 6;

struct Tally {
  std::size_t count = 0;
  LoopOf first;
};
struct CommonReason {
  std::string code;
  std::vector<LoopOf> loops;
};

const LoopReport& loopAt(const Page& page, const LoopOf& at) {
  return page.report->functions[at.function].loops[at.loop];
}

template <class Function>
void forEachLoop(const Page& page, Function function) {
  for (std::size_t f = 0; f < page.report->functions.size(); ++f)
    for (std::size_t l = 0; l < page.report->functions[f].loops.size(); ++l) function(LoopOf{f, l});
}

/// The most frequent first, by id where they are as frequent.
std::vector<CommonReason> commonReasons(const Page& page) {
  std::map<std::string, std::vector<LoopOf>> byCode;
  forEachLoop(page, [&](const LoopOf& at) {
    std::vector<std::string> codes;
    codes.reserve(loopAt(page, at).reasons.size());
    for (const Reason& reason : loopAt(page, at).reasons) codes.push_back(reason.code);
    for (const std::string& code : onlyOnce(codes)) byCode[code].push_back(at);
  });
  std::vector<CommonReason> causes;
  causes.reserve(byCode.size());
  for (auto& [code, loops] : byCode) causes.push_back({code, std::move(loops)});
  std::stable_sort(causes.begin(), causes.end(), [](const CommonReason& left, const CommonReason& right) {
    return left.loops.size() > right.loops.size();
  });
  return causes;
}

std::string tile(const std::string& name, const std::string& tagName, const Tally& tally) {
  const std::string inside = "<b>" + std::to_string(tally.count) + "</b> " + name;
  if (tally.count == 0) return "<li class=\"tile " + escaped(tagName) + "\"><span>" + inside + "</span></li>\n";
  return "<li class=\"tile " + escaped(tagName) + "\"><a href=\"#" + loopAnchor(tally.first) + "\" data-filter=\"" +
         escaped(tagName) + "\">" + inside + "</a></li>\n";
}

std::string tiles(const Page& page) {
  std::map<std::string, Tally> tallies;
  std::size_t all = 0;
  forEachLoop(page, [&](const LoopOf& at) {
    ++all;
    for (const std::string& tagName : tagsOf(loopAt(page, at))) {
      Tally& tally = tallies[tagName];
      if (tally.count++ == 0) tally.first = at;
    }
  });
  const std::size_t functions = page.report->functions.size();
  std::string html = "<ul class=\"tiles\">\n<li class=\"tile\"><span><b>" + std::to_string(functions) + "</b> " +
                     (functions == 1 ? "function" : "functions") + "</span></li>\n<li class=\"tile\"><span><b>" +
                     std::to_string(all) + "</b> " + (all == 1 ? "loop" : "loops") + "</span></li>\n";
  html += tile("parallel", "parallel", tallies["parallel"]);
  for (const Verdict which : verdicts) {
    const std::string sign = std::string("<span aria-hidden=\"true\">") + signOf(which) + "</span> ";
    html += tile(sign + escaped(shortName(which)), className(which), tallies[className(which)]);
  }
  for (const char* kind : {"guarded", "reduction", "scan", "append", "task", "asserted"})
    if (tallies[kind].count > 0) html += tile(kind, kind, tallies[kind]);
  if (tallies["fault"].count > 0) html += tile("with faults in the audit", "fault", tallies["fault"]);
  return html + "</ul>\n";
}

std::string_view summaryOf(const std::string& code) {
  const RemarkId* remark = findRemark(code);
  return remark == nullptr ? std::string_view() : remark->summary;
}

std::string loopLink(const Page& page, const LoopOf& at) {
  const SourcePoint& head = loopAt(page, at).at;
  return "<a href=\"#" + loopAnchor(at) + "\">" + escaped(onOneLine(head.file)) + ":" + std::to_string(head.line) +
         "</a>";
}

std::string row(const Page& page, const CommonReason& cause) {
  std::string html = "<tr><td class=\"number\">" + std::to_string(cause.loops.size()) + "</td><td><a href=\"#" +
                     loopAnchor(cause.loops.front()) + "\" data-words=\"" + escaped(cause.code) + "\"><code>" +
                     escaped(cause.code) + "</code></a><br>" + escaped(summaryOf(cause.code)) + "</td><td>";
  const std::size_t shown = cause.loops.size() <= mostLinks + 1 ? cause.loops.size() : mostLinks;
  for (std::size_t i = 0; i < shown; ++i) html += (i > 0 ? ", " : "") + loopLink(page, cause.loops[i]);
  if (shown < cause.loops.size()) {
    html += " <details><summary>" + std::to_string(cause.loops.size() - shown) + " more</summary>";
    for (std::size_t i = shown; i < cause.loops.size(); ++i)
      html += (i > shown ? ", " : "") + loopLink(page, cause.loops[i]);
    html += "</details>";
  }
  return html + "</td></tr>\n";
}

std::string reasonTable(const Page& page, const std::vector<CommonReason>& causes, std::size_t begin, std::size_t end) {
  std::string html =
      "<table class=\"causes\">\n<thead><tr><th scope=\"col\">Loops</th><th scope=\"col\">Reason</th>"
      "<th scope=\"col\">Where</th></tr></thead>\n<tbody>\n";
  for (std::size_t i = begin; i < end; ++i) html += row(page, causes[i]);
  return html + "</tbody>\n</table>\n";
}

}  // namespace

std::string totals(const Page& page) {
  std::string html = "<section id=\"totals\">\n<h2>Totals</h2>\n" + tiles(page);
  const std::vector<CommonReason> causes = commonReasons(page);
  if (!causes.empty()) {
    const std::size_t shown = std::min(causes.size(), mostCauses);
    html += "<h3>What stands in the way most often</h3>\n" + reasonTable(page, causes, 0, shown);
    if (shown < causes.size())
      html += "<details><summary>" + std::to_string(causes.size() - shown) + " more reasons</summary>\n" +
              reasonTable(page, causes, shown, causes.size()) + "</details>\n";
  }
  return html + "</section>\n";
}

}  // namespace clustrix::compiler
