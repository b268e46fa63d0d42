#include "Report/HtmlPage.h"

#include "Report/HtmlEscape.h"
#include "Report/Words.h"

#include <algorithm>
#include <set>

namespace clustrix::compiler {
namespace {

std::vector<std::string_view> linesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

/// Functions go to the first source of their file's name, in the order of their lines.
void findFunctions(Page& page) {
  const auto& functions = page.report->functions;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const auto source = page.byPath.find(functions[i].at.file);
    (source == page.byPath.end() ? page.strangers : page.sources[source->second].functions).push_back(i);
  }
  for (PageSource& source : page.sources)
    std::stable_sort(source.functions.begin(), source.functions.end(), [&](std::size_t left, std::size_t right) {
      return functions[left].at.line < functions[right].at.line;
    });
}

/// Parents come before children, so that the innermost loop has the last word on a line.
void findLoops(Page& page) {
  for (std::size_t f = 0; f < page.report->functions.size(); ++f) {
    const auto& loops = page.report->functions[f].loops;
    for (std::size_t l = 0; l < loops.size(); ++l) {
      const auto source = page.byPath.find(loops[l].at.file);
      if (source == page.byPath.end() || loops[l].at.line < 1) continue;
      auto& around = page.sources[source->second].loops;
      const auto end = std::min(around.size(), static_cast<std::size_t>(std::max(loops[l].at.line, loops[l].endLine)));
      for (auto i = static_cast<std::size_t>(loops[l].at.line) - 1; i < end; ++i) around[i] = LoopOf{f, l};
    }
  }
}

void findOrigins(Page& page) {
  std::vector<OriginSource> sources;
  sources.reserve(page.sources.size());
  for (const PageSource& source : page.sources) sources.push_back({source.text->path, source.original, {}});
  for (const FunctionReport& function : page.report->functions)
    for (const LoopReport& loop : function.loops) {
      const auto source = page.byPath.find(loop.at.file);
      if (source == page.byPath.end()) continue;
      int& end = sources[source->second].loopEnds[loop.at.line];
      end = std::max({end, loop.at.line, loop.endLine});
    }
  for (std::size_t s = 0; s < sources.size(); ++s) {
    PageSource& own = page.sources[s];
    own.origins = originsOf(own.rewritten, sources, s);
    for (std::size_t i = 0; i < own.origins.size(); ++i) {
      const Origin& origin = own.origins[i];
      if (origin.role == Role::None) continue;
      auto& generated = page.sources[origin.source].generated;
      const auto index = static_cast<std::size_t>(origin.line) - 1;
      if (index < generated.size()) generated[index].push_back({s, static_cast<int>(i) + 1});
    }
  }
}

std::string numbered(char what, std::size_t index) { return what + std::to_string(index + 1); }

}  // namespace

Page readPage(const Report& report, const std::vector<SourceText>& sources) {
  Page page;
  page.report = &report;
  for (const SourceText& source : sources) {
    page.byPath.emplace(source.path, page.sources.size());
    PageSource& added = page.sources.emplace_back();
    added.text = &source;
    added.original = linesOf(source.original);
    added.rewritten = linesOf(source.rewritten);
    added.generated.resize(added.original.size());
    added.loops.resize(added.original.size());
  }
  findFunctions(page);
  findLoops(page);
  findOrigins(page);
  return page;
}

std::optional<LineOf> lineAt(const Page& page, const SourcePoint& at) {
  const auto source = page.byPath.find(at.file);
  if (source == page.byPath.end() || at.line < 1) return std::nullopt;
  if (static_cast<std::size_t>(at.line) > page.sources[source->second].original.size()) return std::nullopt;
  return LineOf{source->second, at.line};
}

std::string functionAnchor(std::size_t function) { return numbered('f', function); }
std::string loopAnchor(const LoopOf& loop) { return numbered('f', loop.function) + numbered('l', loop.loop); }
std::string fileAnchor(std::size_t source) { return numbered('s', source); }
std::string lineAnchor(const LineOf& line) { return numbered('s', line.source) + "l" + std::to_string(line.line); }
std::string generatedAnchor(const LineOf& line) { return numbered('g', line.source) + "l" + std::to_string(line.line); }

std::string placeLink(const Page& page, const SourcePoint& at, const std::string& here) {
  const std::string name = at.file == here ? std::to_string(at.line) + ":" + std::to_string(at.column) : place(at);
  const auto line = lineAt(page, at);
  if (!line) return "<code>" + escaped(name) + "</code>";
  return "<a href=\"#" + lineAnchor(*line) + "\"><code>" + escaped(name) + "</code></a>";
}

std::vector<std::string> onlyOnce(const std::vector<std::string>& words) {
  std::vector<std::string> once;
  std::set<std::string_view> seen;
  for (const std::string& word : words)
    if (seen.insert(word).second) once.push_back(word);
  return once;
}

}  // namespace clustrix::compiler
