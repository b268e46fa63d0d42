// The HTML report: for each source its loops as a table, then original and rewritten text side by side. Lines of the
// original carry the colour of the innermost loop around them, and reasons stand below the line that they speak of.
#include "Report/Formats.h"
#include "Report/HtmlStyle.h"
#include "Report/Words.h"

#include <algorithm>
#include <string_view>

namespace clustrix::compiler {
namespace {

/// Everything that comes from a source goes through here, attributes' values included.
std::string escaped(std::string_view text) {
  std::string safe;
  safe.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      case '\'':
        safe += "&#39;";
        break;
      case '\r':
        break;
      case '\0':
        safe += "\xEF\xBF\xBD";
        break;  // U+FFFD: HTML has no way to spell this character
      default:
        safe += c;
    }
  }
  return safe;
}

const char* colour(const LoopReport& loop) {
  switch (verdict(loop)) {
    case Verdict::Spread:
      return "spread";
    case Verdict::Threads:
      return "threads";
    case Verdict::Inside:
      return "inside";
    case Verdict::Kept:
      return "kept";
    case Verdict::Serial:
      break;
  }
  return "serial";
}

std::vector<std::string> splitLines(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

/// What stands beside and below each line of an original; index 0 is line 1.
struct Margin {
  std::vector<std::string> colours, below;
};

void note(Margin& margin, int line, const char* colourName, const std::string& html) {
  if (line < 1 || static_cast<std::size_t>(line) > margin.below.size()) return;
  margin.below[static_cast<std::size_t>(line) - 1] +=
      std::string("<div class=\"why ") + colourName + "\">" + html + "</div>\n";
}

std::string sentence(const Reason& reason) {
  std::string html = escaped(reason.message) + " <code>[" + escaped(reason.code) + "]</code>";
  if (reason.other && *reason.other != reason.at)
    html += "; the other access: <code>" + escaped(place(*reason.other)) + "</code>";
  if (!reason.hint.empty()) html += "<br>Hint: " + escaped(hintOf(reason));
  return html;
}

void annotate(const LoopReport& loop, const std::string& path, Margin& margin) {
  // Parents come before children, so that the innermost loop has the last word on a line's colour.
  for (int line = loop.at.line; line <= std::max(loop.at.line, loop.endLine); ++line) {
    if (line >= 1 && static_cast<std::size_t>(line) <= margin.colours.size()) {
      margin.colours[static_cast<std::size_t>(line) - 1] = colour(loop);
    }
  }
  std::string said = std::string("loop ") + describe(loop);
  for (const std::string& guard : loop.guards) said += "<br>guard: " + escaped(guard);
  note(margin, loop.at.line, colour(loop), said);
  if (loop.audit) {
    std::string heard;
    for (const std::string& words : loop.audit->words)
      heard += (heard.empty() ? "audit: " : "<br>audit: ") + escaped(words);
    note(margin, loop.at.line, loop.audit->hasFault ? "serial" : colour(loop), heard);
  }
  for (const Reason& reason : loop.reasons) {
    const bool here = reason.at.file == path;
    note(margin, here ? reason.at.line : loop.at.line, colour(loop),
         (here ? "" : "<code>" + escaped(place(reason.at)) + "</code>: ") + sentence(reason));
  }
}

std::string original(const SourceText& source, const Report& report, std::size_t sourceNumber) {
  const std::vector<std::string> lines = splitLines(source.original);
  Margin margin{std::vector<std::string>(lines.size()), std::vector<std::string>(lines.size())};
  for (const FunctionReport& function : report.functions) {
    if (function.at.file != source.path) continue;
    for (const LoopReport& loop : function.loops) annotate(loop, source.path, margin);
  }
  std::string html;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string id = "s" + std::to_string(sourceNumber) + "l" + std::to_string(i + 1);
    html += "<div class=\"row " + margin.colours[i] + "\" id=\"" + id + "\"><a href=\"#" + id + "\">" +
            std::to_string(i + 1) + "</a>" + escaped(lines[i]) + "</div>\n" + margin.below[i];
  }
  return html;
}

std::string rewritten(const SourceText& source) {
  std::string html;
  int number = 0;
  for (const std::string& line : splitLines(source.rewritten)) {
    html += "<div class=\"row\"><b>" + std::to_string(++number) + "</b>" + escaped(line) + "</div>\n";
  }
  return html;
}

std::string loopTable(const FunctionReport& function, std::size_t sourceNumber) {
  std::string html = "<p><b><code>" + escaped(function.name) + "</code></b>, line " + std::to_string(function.at.line) +
                     ": " + tally(function) + "; complexity " + std::to_string(function.complexity.level) +
                     " of 5</p>\n<table class=\"loops\">\n" +
                     "<tr><th>Line</th><th>Loop</th><th>Verdict</th><th>Arrays</th></tr>\n";
  for (const LoopReport& loop : function.loops) {
    const std::string line = std::to_string(loop.at.line);
    std::string arrays;
    for (const ArrayReport& array : loop.arrays) {
      arrays += "<code>" + escaped(array.name) + "</code> " + escaped(array.access) + " <code>" + escaped(array.slice) +
                "</code><br>";
    }
    html += "<tr><td><a href=\"#s" + std::to_string(sourceNumber) + "l" + line + "\">" + line + "</a></td><td><code>" +
            escaped(loop.header) + "</code></td><td><span class=\"tag " + colour(loop) + "\">" + describe(loop) +
            "</span></td><td>" + arrays + "</td></tr>\n";
  }
  return html + "</table>\n";
}

std::string section(const SourceText& source, const Report& report, std::size_t number) {
  std::string html = "<section>\n<h2><code>" + escaped(source.path) + "</code></h2>\n";
  bool any = false;
  for (const FunctionReport& function : report.functions) {
    if (function.at.file != source.path) continue;
    html += loopTable(function, number);
    any = true;
  }
  if (!any) html += "<p>No annotated functions.</p>\n";
  return html + "<div class=\"sides\">\n<div class=\"side\"><h3>Original</h3><div class=\"code\">\n" +
         original(source, report, number) +
         "</div></div>\n<div class=\"side\"><h3>Rewritten</h3><div class=\"code\">\n" + rewritten(source) +
         "</div></div>\n</div>\n</section>\n";
}

}  // namespace

std::string renderHtml(const Report& report, const std::vector<SourceText>& sources) {
  std::string html =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Clustrix report</title>\n<style>";
  html += std::string(htmlStyle) + "</style>\n</head>\n<body>\n<h1>Clustrix report</h1>\n<p>";
  for (const char* legend : {"spread", "threads", "inside", "kept", "serial"}) {
    html += std::string("<span class=\"tag ") + legend + "\">" + legend + "</span> ";
  }
  html += "</p>\n";
  for (std::size_t i = 0; i < sources.size(); ++i) html += section(sources[i], report, i + 1);
  return html + "</body>\n</html>\n";
}

}  // namespace clustrix::compiler
