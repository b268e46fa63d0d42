// Loops: one that stays serial is told with what stands in its way, one diagnostic for each kind of reason; one that
// runs in parallel is a hint, which editors show in passing.
//
//     for (int i = 1; i < n; ++i)      warning  loop stays serial: `a[i - 1]` is read ... [dependence.flow]
//       a[i] = a[i - 1];                        the line in the way: related information
#include "clustrix-lsp/Documents.h"
#include "clustrix-lsp/Findings.h"
#include "clustrix-lsp/Places.h"

#include "Report/Words.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <vector>

namespace clustrix::lsp {
namespace {

using compiler::FunctionReport;
using compiler::LoopReport;
using compiler::Reason;
using compiler::SourcePoint;
using compiler::Verdict;
using Json = nlohmann::json;

constexpr int warning = 2, information = 3, hint = 4;

/// The places of one code that stand in the way of a loop.
using Reasons = std::vector<const Reason*>;

std::vector<Reasons> byCode(const LoopReport& loop) {
  std::vector<Reasons> groups;
  for (const Reason& reason : loop.reasons) {
    const auto same = [&](const Reasons& group) { return group.front()->code == reason.code; };
    const auto group = std::find_if(groups.begin(), groups.end(), same);
    if (group == groups.end())
      groups.push_back({&reason});
    else
      group->push_back(&reason);
  }
  return groups;
}

/// Whether loops inside `loop` run in parallel: then it is meant to be serial, as time steps are.
bool isAroundParallel(const FunctionReport& function, std::size_t loop) {
  for (std::size_t inner = 0; inner < function.loops.size(); ++inner)
    for (int at = function.loops[inner].parent; at >= 0; at = function.loops[static_cast<std::size_t>(at)].parent)
      if (static_cast<std::size_t>(at) == loop && function.loops[inner].mapped != compiler::Mapped::Host) return true;
  return false;
}

int levelOf(const FunctionReport& function, std::size_t loop, const std::string& code) {
  switch (verdict(function.loops[loop])) {
    case Verdict::Spread:
    case Verdict::Inside:
      return hint;
    case Verdict::Threads:
    case Verdict::Kept:
      return information;
    case Verdict::Serial:
      break;
  }
  return code == "serial.requested" || isAroundParallel(function, loop) ? information : warning;
}

Json linesInTheWay(const Reasons& reasons, Places& places) {
  Json all = Json::array();
  const auto add = [&](const SourcePoint& at, const std::string& message) {
    const Json one = {{"location", places.location(at.file, at.line, at.column)}, {"message", message}};
    if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
  };
  for (const Reason* reason : reasons) {
    add(reason->at, reason->message);
    if (reason->other && *reason->other != reason->at) add(*reason->other, "the other access");
  }
  return all;
}

class Writer {
 public:
  Writer(const Reader& reader, Places& places) : reader_(reader), places_(places) {}
  Json all = Json::array();

  void add(const FunctionReport& function, std::size_t index) {
    const LoopReport& loop = function.loops[index];
    const std::string what = std::string("loop ") + describe(loop);
    const Verdict how = verdict(loop);
    if (how == Verdict::Spread || how == Verdict::Inside) {
      const char* const code = loop.parallel ? "clustrix-parallel" : "clustrix-sequential";
      put(loop, levelOf(function, index, code), code, what + kindsOf(loop), Json::array());
      return;
    }
    if (loop.reasons.empty()) put(loop, levelOf(function, index, ""), "clustrix-missed", what, Json::array());
    for (const Reasons& reasons : byCode(loop)) {
      const Reason& first = *reasons.front();
      const Json lines = linesInTheWay(reasons, places_);
      std::string text = what + ": " + first.message;
      if (lines.size() > 1) text += " (and " + std::to_string(lines.size() - 1) + " more)";
      if (!first.hint.empty()) text += "\nhint: " + first.hint;
      put(loop, levelOf(function, index, first.code), first.code, text, lines);
    }
  }

 private:
  static std::string kindsOf(const LoopReport& loop) {
    std::string text;
    for (const std::string& kind : loop.kinds) text += (text.empty() ? " (" : ", ") + kind;
    return text.empty() ? "" : text + ")";
  }
  void put(const LoopReport& loop, int level, const std::string& code, const std::string& text, Json lines) {
    const Range range = places_.head(loop.at.file, loop.at.line, loop.at.column, loop.header);
    Json diagnostic = {{"range", asJson(range)}, {"severity", level}, {"source", "clustrix"},
                       {"code", code},           {"message", text},   {"relatedInformation", std::move(lines)}};
    if (!reader_.remarksPage.empty()) diagnostic["codeDescription"] = {{"href", pageOf(code)}};
    all.push_back(std::move(diagnostic));
  }
  /// The section of a remark's id: `remarks.md#dependenceflow`.
  std::string pageOf(const std::string& code) const {
    std::string section;
    if (code.find('.') != std::string::npos || code == "wrap-around") section = "#" + code;
    section.erase(std::remove(section.begin(), section.end(), '.'), section.end());
    return uriOf(reader_.remarksPage) + section;
  }

  const Reader& reader_;
  Places& places_;
};

}  // namespace

Json loopDiagnostics(const compiler::Report& report, const Reader& reader, Places& places) {
  Writer writer(reader, places);
  for (const FunctionReport& function : report.functions)
    for (std::size_t loop = 0; loop < function.loops.size(); ++loop)
      if (function.loops[loop].at.file == reader.path) writer.add(function, loop);
  return writer.all;
}

}  // namespace clustrix::lsp
