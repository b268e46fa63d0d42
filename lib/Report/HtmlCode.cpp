#include "Report/HtmlCode.h"

#include "Report/HtmlEscape.h"
#include "Report/HtmlMarks.h"

#include <algorithm>
#include <tuple>

namespace clustrix::compiler {
namespace {

constexpr std::size_t aroundFold = 3, leastFold = 6;  // lines that stay in sight; fewer are not worth a fold
constexpr std::size_t mostNamed = 8;

std::size_t indexOf(int line) { return static_cast<std::size_t>(line) - 1; }

/// A number that leads somewhere, or only stands there.
std::string numberCell(int line, const std::string& anchor, const std::string& title) {
  const std::string number = std::to_string(line);
  if (anchor.empty()) return "<b>" + number + "</b>";
  return "<a href=\"#" + anchor + "\" title=\"" + title + "\">" + number + "</a>";
}

std::string rowOf(const std::string& anchor, const char* colourName, const std::string& cell, std::string_view text) {
  return "<div class=\"l" + std::string(*colourName != 0 ? " " : "") + colourName + "\" id=\"" + anchor + "\">" + cell +
         escaped(text) + "</div>\n";
}

std::string below(const char* colourName, const std::string& html) {
  return std::string("<div class=\"note ") + colourName + "\">" + html + "</div>\n";
}

/// `generated: 25, 62, 95`
std::string namesOf(const std::vector<LineOf>& lines) {
  std::string text = "generated:";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i == mostNamed) return text + ", ...";
    text += (i > 0 ? ", " : " ") + std::to_string(lines[i].line);
  }
  return text;
}

/// `rows[begin, end)`, with quiet stretches of some length folded but for their borders.
template <class Rows>
std::string folded(const Rows& rows, int firstLine) {
  std::string html;
  const auto put = [&](std::size_t from, std::size_t to) {
    for (; from < to; ++from) html += rows[from].html;
  };
  for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
    end = begin + 1;
    while (end < rows.size() && rows[end].isQuiet == rows[begin].isQuiet) ++end;
    const std::size_t above = begin == 0 ? 0 : aroundFold, under = end == rows.size() ? 0 : aroundFold;
    if (!rows[begin].isQuiet || end - begin < above + under + leastFold) {
      put(begin, end);
      continue;
    }
    put(begin, begin + above);
    const auto line = [&](std::size_t i) { return std::to_string(static_cast<std::size_t>(firstLine) + i); };
    html += "<details><summary>lines " + line(begin + above) + "–" + line(end - under - 1) + "</summary>\n";
    put(begin + above, end - under);
    html += "</details>\n";
    put(end - under, end);
  }
  return html;
}

std::string side(const std::string& title, const std::string& label, const std::string& rows) {
  return "<div class=\"side\"><h4>" + title +
         "</h4>\n<div class=\"code\" tabindex=\"0\" role=\"region\" aria-label=\"" + label + "\">\n" +
         (rows.empty() ? "<p>Nothing.</p>\n" : rows) + "</div></div>\n";
}

std::string rangeWords(const LineRange& range) {
  if (range.begin >= range.end) return "no lines";
  if (range.begin + 1 == range.end) return "line " + std::to_string(range.begin);
  return "lines " + std::to_string(range.begin) + "–" + std::to_string(range.end - 1);
}

}  // namespace

CodeWriter::CodeWriter(const Page& page) : page_(page) {
  for (const PageSource& source : page.sources) {
    notes_.emplace_back(source.original.size());
    heads_.emplace_back(source.original.size());
  }
  noteLoops();
  noteReasons();
}

void CodeWriter::noteLoops() {
  const auto& functions = page_.report->functions;
  for (std::size_t f = 0; f < functions.size(); ++f) {
    if (const auto head = lineAt(page_, functions[f].at)) heads_[head->source][indexOf(head->line)] = true;
    for (std::size_t l = 0; l < functions[f].loops.size(); ++l) {
      const LoopReport& loop = functions[f].loops[l];
      const auto line = lineAt(page_, loop.at);
      if (!line) continue;
      std::string kinds;
      for (const std::string& kind : loop.kinds) kinds += (kinds.empty() ? " (" : ", ") + escaped(kind);
      notes_[line->source][indexOf(line->line)] +=
          below(className(verdict(loop)), "<a href=\"#" + loopAnchor({f, l}) + "\">" + signOf(verdict(loop)) + " " +
                                              describe(loop) + "</a>" + kinds + (kinds.empty() ? "" : ")"));
    }
  }
}

/// What stands in the way of several loops mostly is the same: it is told once a line, with all of them.
void CodeWriter::noteReasons() {
  const auto& functions = page_.report->functions;
  std::map<std::tuple<std::size_t, int, std::string, std::string>, std::vector<LoopOf>> told;
  for (std::size_t f = 0; f < functions.size(); ++f)
    for (std::size_t l = 0; l < functions[f].loops.size(); ++l)
      for (const Reason& reason : functions[f].loops[l].reasons)
        if (const auto line = lineAt(page_, reason.at)) {
          auto& loops = told[{line->source, line->line, reason.message, reason.code}];
          if (loops.empty() || loops.back().function != f || loops.back().loop != l) loops.push_back({f, l});
        }
  for (const auto& [what, loops] : told) {
    const auto& [source, line, message, code] = what;
    std::string html = escaped(message) + " <code>[" + escaped(code) + "]</code>";
    for (std::size_t i = 0; i < loops.size(); ++i)
      html += std::string(i == 0 ? "; loop " : ", ") + "<a href=\"#" + loopAnchor(loops[i]) + "\">" +
              std::to_string(functions[loops[i].function].loops[loops[i].loop].at.line) + "</a>";
    const LoopReport& first = functions[loops.front().function].loops[loops.front().loop];
    notes_[source][indexOf(line)] += below(className(verdict(first)), html);
  }
}

const char* CodeWriter::colourOf(std::size_t source, int line) const {
  const auto& loops = page_.sources[source].loops;
  if (indexOf(line) >= loops.size() || !loops[indexOf(line)]) return "";
  const LoopOf& at = *loops[indexOf(line)];
  return className(verdict(page_.report->functions[at.function].loops[at.loop]));
}

bool CodeWriter::isQuiet(const LineOf& line) const {
  return indexOf(line.line) < notes_[line.source].size() && !page_.sources[line.source].loops[indexOf(line.line)] &&
         !heads_[line.source][indexOf(line.line)] && notes_[line.source][indexOf(line.line)].empty();
}

CodeWriter::Row CodeWriter::originalRow(const LineOf& line) const {
  const PageSource& source = page_.sources[line.source];
  const auto& became = source.generated[indexOf(line.line)];
  const std::string cell = became.empty() ? numberCell(line.line, "", "")
                                          : numberCell(line.line, generatedAnchor(became.front()), namesOf(became));
  return {rowOf(lineAnchor(line), colourOf(line.source, line.line), cell, source.original[indexOf(line.line)]) +
              notes_[line.source][indexOf(line.line)],
          isQuiet(line)};
}

CodeWriter::Row CodeWriter::generatedRow(const LineOf& line) const {
  const PageSource& source = page_.sources[line.source];
  const Origin& origin = source.origins[indexOf(line.line)];
  const std::string_view text = source.rewritten[indexOf(line.line)];
  const LineOf from{origin.source, origin.line};
  if (origin.role == Role::None || indexOf(from.line) >= page_.sources[from.source].original.size())
    return {rowOf(generatedAnchor(line), "", numberCell(line.line, "", ""), text), true};
  const char* colourName = colourOf(from.source, from.line);
  const std::string number = std::to_string(from.line);
  std::string html;
  if (origin.begins && origin.role != Role::Text)
    html = below(colourName, (origin.role == Role::Kernel ? "kernel of <a href=\"#" : "launch of <a href=\"#") +
                                 lineAnchor(from) + "\">line " + number + "</a>");
  html += rowOf(generatedAnchor(line), colourName, numberCell(line.line, lineAnchor(from), "line " + number), text);
  return {html, origin.role == Role::Text && isQuiet(from)};
}

std::string CodeWriter::sides(std::size_t source, const Segment& segment, const std::string& what) const {
  std::vector<Row> original, generated;
  for (int line = segment.original.begin; line < segment.original.end; ++line)
    original.push_back(originalRow({source, line}));
  for (int line = segment.rewritten.begin; line < segment.rewritten.end; ++line)
    generated.push_back(generatedRow({source, line}));
  return "<div class=\"sides\">\n" +
         side("Source, " + rangeWords(segment.original), "Source: " + what, folded(original, segment.original.begin)) +
         side("Generated, " + rangeWords(segment.rewritten), "Generated: " + what,
              folded(generated, segment.rewritten.begin)) +
         "</div>\n";
}

}  // namespace clustrix::compiler
