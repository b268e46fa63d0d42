#include "Report/HtmlMarks.h"

#include "Report/HtmlEscape.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

struct KindWords {
  const char* kind;
  const char* meaning;
};
constexpr std::array kindWords{
    KindWords{"reduction", "iterations combine values: sums, extremes, the first that finds something"},
    KindWords{"scan", "iterations have running values, such as sums up to here"},
    KindWords{"guarded", "runs in parallel where all its guards hold; where one does not, the original loop runs"},
    KindWords{"append", "iterations put elements behind each other, in their order"},
    KindWords{"task", "calls run as tasks of their own"},
    KindWords{"asserted", "trusted, not proven: the author vouches for it"},
};

/// One loop of each clause that `describe` has.
std::vector<LoopReport> oneOfEach() {
  std::vector<LoopReport> loops(6);
  loops[0].mapped = Mapped::Devices;
  loops[1].mapped = Mapped::Cpu;
  loops[2].mapped = Mapped::Threads;
  loops[3].mapped = Mapped::Sequential;
  loops[4].parallel = true;
  return loops;
}

}  // namespace

const char* className(Verdict verdict) {
  switch (verdict) {
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

const char* signOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::Spread:
      return "◆";
    case Verdict::Threads:
      return "◇";
    case Verdict::Inside:
      return "▪";
    case Verdict::Kept:
      return "○";
    case Verdict::Serial:
      break;
  }
  return "✕";
}

const char* shortName(Verdict verdict) {
  switch (verdict) {
    case Verdict::Spread:
      return "over devices";
    case Verdict::Threads:
      return "host's threads";
    case Verdict::Inside:
      return "inside a kernel";
    case Verdict::Kept:
      return "could be parallel";
    case Verdict::Serial:
      break;
  }
  return "serial";
}

std::vector<std::string> tagsOf(const LoopReport& loop) {
  std::vector<std::string> tags{className(verdict(loop))};
  if (loop.parallel) tags.emplace_back("parallel");
  tags.insert(tags.end(), loop.kinds.begin(), loop.kinds.end());
  if (loop.audit && loop.audit->hasFault) tags.emplace_back("fault");
  return tags;
}

std::string tag(const LoopReport& loop) {
  const Verdict what = verdict(loop);
  return std::string("<span class=\"tag ") + className(what) + R"("><span aria-hidden="true">)" + signOf(what) +
         "</span> " + describe(loop) + "</span>";
}

std::string signs(const FunctionReport& function) {
  std::string html;
  for (const Verdict which : verdicts) {
    const auto count = std::count_if(function.loops.begin(), function.loops.end(),
                                     [=](const LoopReport& loop) { return verdict(loop) == which; });
    if (count == 0) continue;
    html += std::string("<span class=\"sign ") + className(which) + "\" title=\"" + std::to_string(count) + " " +
            escaped(shortName(which)) + "\">" + signOf(which) + std::to_string(count) + "</span>";
  }
  return html;
}

std::string legend() {
  std::string html = "<section id=\"legend\">\n<h2>Legend</h2>\n<div class=\"legend\">\n<ul>\n";
  for (const LoopReport& loop : oneOfEach()) html += "<li>" + tag(loop) + "</li>\n";
  html += "</ul>\n<dl>\n";
  for (const KindWords& words : kindWords)
    html += std::string("<dt>") + words.kind + "</dt><dd>" + escaped(words.meaning) + "</dd>\n";
  return html +
         "</dl>\n<p>A number in front of a line leads to the other side: from the source to what was generated of it, "
         "and back. Stretches without loops are folded.</p>\n</div>\n</section>\n";
}

}  // namespace clustrix::compiler
