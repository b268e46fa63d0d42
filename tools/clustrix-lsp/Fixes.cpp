// Fixes: the edits that `--fix` applies, each reason's as a quick fix, and all of them at once.
#include "clustrix-lsp/Findings.h"
#include "clustrix-lsp/Places.h"

#include "Driver/Fix.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace clustrix::lsp {
namespace {

using compiler::Edit;
using compiler::FunctionReport;
using compiler::LoopReport;
using compiler::Reason;
using Json = nlohmann::json;

Json textEdit(const Range& range, const std::string& text) { return {{"range", asJson(range)}, {"newText", text}}; }

Json editsOf(const Reason& reason, const std::string& path, Places& places) {
  std::vector<Edit> edits = reason.edits;
  std::sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
  Json all = Json::array();
  for (const Edit& edit : edits) all.push_back(textEdit(places.between(path, edit.begin, edit.end), edit.replacement));
  return all;
}

/// Whether the place `at` of `text` lies inside a character.
bool isInside(const std::string& text, std::size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
}

}  // namespace

Json fixesOf(const compiler::Report& report, const Reader& reader, Places& places) {
  Json all = Json::array();
  std::set<Json> seen;  // several loops may want the same edits
  for (const FunctionReport& function : report.functions) {
    if (function.at.file != reader.path) continue;
    for (const LoopReport& loop : function.loops)
      for (const Reason& reason : loop.reasons) {
        if (reason.edits.empty()) continue;
        Json edits = editsOf(reason, reader.path, places);
        if (!seen.insert(edits).second) continue;
        all.push_back({{"title", reason.hint},
                       {"code", reason.code},
                       {"loop", asJson(places.head(loop.at.file, loop.at.line, loop.at.column, loop.header))},
                       {"line", asJson(places.word(reason.at.file, reason.at.line, reason.at.column))},
                       {"edits", std::move(edits)}});
      }
  }
  return all;
}

Json fixAllOf(const compiler::Report& report, const Reader& reader, Places& places) {
  const std::string& before = places.textOf(reader.path);
  const compiler::Fixed fixed = applyEdits(report, reader.path, before);
  if (fixed.applied == 0) return Json::array();
  // One edit of what differs: what is in front and behind stays as it is, and so does the cursor there.
  const std::string& after = fixed.text;
  const std::size_t most = std::min(before.size(), after.size());
  std::size_t front = 0, back = 0;
  while (front < most && before[front] == after[front]) ++front;
  while (front > 0 && (isInside(before, front) || isInside(after, front))) --front;
  while (back < most - front && before[before.size() - 1 - back] == after[after.size() - 1 - back]) ++back;
  while (back > 0 && (isInside(before, before.size() - back) || isInside(after, after.size() - back))) --back;
  return Json::array({textEdit(places.between(reader.path, front, before.size() - back),
                               after.substr(front, after.size() - back - front))});
}

}  // namespace clustrix::lsp
