#include "Report/HtmlLoops.h"

#include "Report/HtmlEscape.h"
#include "Report/HtmlMarks.h"

#include <algorithm>
#include <tuple>

namespace clustrix::compiler {
namespace {

constexpr std::size_t mostObstacles = 5;  // in sight

/// One thing that stands in the way, at all its places: a line that is accessed six times says it once.
struct Obstacle {
  const Reason* first = nullptr;
  std::vector<std::string> places, others;
};

std::vector<Obstacle> obstaclesOf(const Page& page, const LoopReport& loop) {
  std::vector<Obstacle> obstacles;
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> numbers;
  for (const Reason& reason : loop.reasons) {
    const auto [same, isNew] =
        numbers.emplace(std::tuple(reason.code, reason.message, hintOf(reason)), obstacles.size());
    if (isNew) obstacles.push_back({&reason, {}, {}});
    Obstacle& obstacle = obstacles[same->second];
    obstacle.places.push_back(placeLink(page, reason.at, loop.at.file));
    if (reason.other && *reason.other != reason.at)
      obstacle.others.push_back(placeLink(page, *reason.other, loop.at.file));
  }
  return obstacles;
}

std::string listed(const std::vector<std::string>& words) {
  std::string html;
  for (const std::string& word : onlyOnce(words)) html += (html.empty() ? "" : ", ") + word;
  return html;
}

std::string fact(const char* className, const std::string& html) {
  return std::string("<li") + (*className != 0 ? std::string(" class=\"") + className + "\"" : "") + ">" + html +
         "</li>\n";
}

std::string obstacleFact(const Obstacle& obstacle) {
  std::string html = listed(obstacle.places) + ": " + escaped(obstacle.first->message) + " <code>[" +
                     escaped(obstacle.first->code) + "]</code>";
  if (!obstacle.others.empty()) html += " and " + listed(obstacle.others);
  if (!obstacle.first->hint.empty()) html += "<div class=\"hint\">hint: " + escaped(hintOf(*obstacle.first)) + "</div>";
  return fact("why", html);
}

/// In the order and the words of the text report.
std::string factsOf(const Page& page, const LoopReport& loop) {
  std::string html;
  const std::vector<Obstacle> obstacles = obstaclesOf(page, loop);
  const std::size_t shown = obstacles.size() <= mostObstacles + 1 ? obstacles.size() : mostObstacles;
  for (std::size_t i = 0; i < shown; ++i) html += obstacleFact(obstacles[i]);
  if (shown < obstacles.size()) {
    html += "<li><details><summary>" + std::to_string(obstacles.size() - shown) + " more reasons</summary>\n<ul>\n";
    for (std::size_t i = shown; i < obstacles.size(); ++i) html += obstacleFact(obstacles[i]);
    html += "</ul></details></li>\n";
  }
  for (const std::string& guard : onlyOnce(loop.guards)) html += fact("", "guard: " + escaped(guard));
  if (loop.audit)
    for (const std::string& words : loop.audit->words)
      html += fact(loop.audit->hasFault ? "fault" : "", "audit: " + escaped(words));
  for (const ReductionReport& reduction : loop.reductions)
    html += fact("", "reduction: <code>" + escaped(reduction.variable) + "</code> (" + escaped(reduction.op) + ")");
  for (const ArrayReport& array : loop.arrays)
    html += fact("", escaped(array.access) + " <code>" + escaped(array.name) + "</code>" +
                         (array.slice.empty() ? "" : ": <code>" + escaped(array.slice) + "</code>"));
  return html.empty() ? "" : "<ul class=\"facts\">\n" + html + "</ul>";
}

const char* nameOf(Role role) {
  switch (role) {
    case Role::Kernel:
      return "kernel";
    case Role::Launch:
      return "launch";
    case Role::Text:
    case Role::None:
      break;
  }
  return "as written";
}

/// Where the loop's kernels, launches and text begin in the generated code.
std::string generatedOf(const Page& page, const LoopReport& loop) {
  const auto head = lineAt(page, loop.at);
  if (!head) return "";
  std::string html;
  for (const LineOf& line : page.sources[head->source].generated[static_cast<std::size_t>(head->line) - 1]) {
    const Origin& origin = page.sources[line.source].origins[static_cast<std::size_t>(line.line) - 1];
    if (!origin.begins && origin.role != Role::Text) continue;
    html += std::string(html.empty() ? "" : "<br>") + "<a href=\"#" + generatedAnchor(line) + "\">" +
            nameOf(origin.role) + " " + std::to_string(line.line) + "</a>";
  }
  return html;
}

std::string joinedTags(const LoopReport& loop) {
  std::string text;
  for (const std::string& name : tagsOf(loop)) text += (text.empty() ? "" : " ") + escaped(name);
  return text;
}

std::string loopRow(const Page& page, const LoopOf& at, const LoopReport& loop) {
  std::string kinds;
  for (const std::string& kind : loop.kinds) kinds += " <span class=\"kind\">" + escaped(kind) + "</span>";
  const auto line = lineAt(page, loop.at);
  const std::string number = std::to_string(loop.at.line);
  return "<tr id=\"" + loopAnchor(at) + "\" data-tags=\"" + joinedTags(loop) + R"("><td class="number">)" +
         (line ? "<a href=\"#" + lineAnchor(*line) + "\">" + number + "</a>" : number) + "</td><td class=\"depth" +
         std::to_string(std::clamp(loop.depth, 0, 5)) + "\"><code>" + escaped(loop.header) + "</code></td><td>" +
         tag(loop) + kinds + "<div class=\"mapped\">mapped: " + word(loop.mapped) + "</div></td><td>" +
         factsOf(page, loop) + "</td><td>" + generatedOf(page, loop) + "</td></tr>\n";
}

std::string metricsOf(const ComplexityReport& complexity) {
  std::string text;
  for (const auto& [name, value] : complexity.metrics)
    if (value != 0) text += (text.empty() ? "" : ", ") + escaped(name) + " " + std::to_string(value);
  return text.empty() ? "" : ": " + text;
}

}  // namespace

std::string loopTable(const Page& page, std::size_t index) {
  const FunctionReport& function = page.report->functions[index];
  const ComplexityReport& complexity = function.complexity;
  std::string html = "<h3 id=\"" + functionAnchor(index) + "\"><code>" + escaped(function.name) + "</code></h3>\n<p>" +
                     placeLink(page, function.at, "") + ": " + tally(function) + "; complexity " +
                     std::to_string(complexity.level) + " of 5 (score " + std::to_string(complexity.score) +
                     ", threshold " + std::to_string(complexity.threshold) + metricsOf(complexity) + ")</p>\n";
  if (function.loops.empty()) return html + "<p>No loops.</p>\n";
  html +=
      "<table class=\"loops\">\n<thead><tr><th scope=\"col\">Line</th><th scope=\"col\">Loop</th>"
      "<th scope=\"col\">Verdict</th><th scope=\"col\">Why, and what it touches</th>"
      "<th scope=\"col\">Generated</th></tr></thead>\n<tbody>\n";
  for (std::size_t i = 0; i < function.loops.size(); ++i) html += loopRow(page, {index, i}, function.loops[i]);
  return html + "</tbody>\n</table>\n";
}

}  // namespace clustrix::compiler
