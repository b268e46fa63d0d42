// The HTML report, one page that refers to nothing outside it:
//
//     ┌ contents ────────┐ totals, commonest reasons, legend
//     │ filter           │ ┌ heat.cpp ──────────────────────────────────┐
//     │ heat.cpp         │ │ diffuse: table of loops                    │
//     │   diffuse 4/5 ◆1 │ │   source beside generated code             │
//     │   measure 1/5 ◆1 │ │ measure: ...                               │
//     └──────────────────┘ └────────────────────────────────────────────┘
//
// It reads the same without its script, which filters, and lights up the lines that belong together.
#include "PageText.h"
#include "Report/Formats.h"
#include "Report/HtmlCode.h"
#include "Report/HtmlContents.h"
#include "Report/HtmlEscape.h"
#include "Report/HtmlLoops.h"
#include "Report/HtmlMarks.h"
#include "Report/HtmlTotals.h"

namespace clustrix::compiler {
namespace {

/// Escaping is the first defence. This is the second: whatever slips through can load nothing and send nothing.
constexpr const char* policy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

std::string head(const std::vector<SourceText>& sources) {
  const std::string title = sources.size() == 1 ? "Clustrix report: " + sources.front().path : "Clustrix report";
  return std::string("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n") +
         R"(<meta http-equiv="Content-Security-Policy" content=")" + policy + "\">\n" +
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" + escaped(title) +
         "</title>\n<style>\n" + std::string(pageStyle) + "</style>\n</head>\n<body>\n" +
         "<a class=\"skip\" href=\"#main\">Skip the contents</a>\n";
}

std::string functionNames(const Page& page, const Segment& segment) {
  std::string names;
  for (const std::size_t function : segment.functions)
    names += (names.empty() ? "" : ", ") + escaped(page.report->functions[function].name);
  return names;
}

/// The tables of the functions that begin on one line, then their code.
std::string article(const Page& page, const CodeWriter& code, std::size_t source, const Segment& segment) {
  std::string html = "<article>\n";
  for (const std::size_t function : segment.functions) html += loopTable(page, function);
  const std::string behind = functionAnchor(segment.functions.front()) + "end";
  return html + R"(<a class="skip" href="#)" + behind + "\">Skip the code</a>\n" +
         code.sides(source, segment, functionNames(page, segment)) + "<div id=\"" + behind +
         "\" tabindex=\"-1\"></div>\n</article>\n";
}

/// Functions of which the page has the report and not the lines.
std::string tablesAlone(const Page& page, const std::vector<std::size_t>& functions) {
  std::string html;
  for (const std::size_t function : functions) html += "<article>\n" + loopTable(page, function) + "</article>\n";
  return html;
}

std::string file(const Page& page, const CodeWriter& code, std::size_t source) {
  const PageSource& text = page.sources[source];
  std::string html = R"(<section class="file" id=")" + fileAnchor(source) + "\">\n<h2><code>" +
                     escaped(text.text->path) + "</code></h2>\n";
  if (text.functions.empty()) html += "<p>No annotated functions.</p>\n";
  const std::vector<Segment> segments = segmentsOf(page, source);
  const LineRange &first = segments.front().original, &generated = segments.front().rewritten;
  if (first.begin < first.end || generated.begin < generated.end)
    html += "<details class=\"before\"><summary>" +
            std::string(segments.size() > 1 ? "Before the first function" : "The whole file") + "</summary>\n" +
            code.sides(source, segments.front(), "before the first function") + "</details>\n";
  std::vector<std::size_t> nowhere = text.functions;
  for (std::size_t i = 1; i < segments.size(); ++i) {
    html += article(page, code, source, segments[i]);
    for (const std::size_t shown : segments[i].functions) std::erase(nowhere, shown);
  }
  return html + tablesAlone(page, nowhere) + "</section>\n";
}

}  // namespace

std::string renderHtml(const Report& report, const std::vector<SourceText>& sources) {
  const Page page = readPage(report, sources);
  const CodeWriter code(page);
  std::string html = head(sources) + contents(page) + "<main id=\"main\" tabindex=\"-1\">\n<h1>Clustrix report</h1>\n" +
                     totals(page) + legend();
  for (std::size_t i = 0; i < page.sources.size(); ++i) html += file(page, code, i);
  if (!page.strangers.empty())
    html += "<section class=\"file\" id=\"others\">\n<h2>Other files</h2>\n" + tablesAlone(page, page.strangers) +
            "</section>\n";
  return html + "</main>\n<script>\n" + std::string(pageScript) + "</script>\n</body>\n</html>\n";
}

}  // namespace clustrix::compiler
