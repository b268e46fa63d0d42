// Hovers: on a loop's head what it became, with slices and guards; on an annotated function's name its level.
#include "clustrix-lsp/Findings.h"
#include "clustrix-lsp/Places.h"

#include "Report/Words.h"

#include <nlohmann/json.hpp>

namespace clustrix::lsp {
namespace {

using compiler::FunctionReport;
using compiler::LoopReport;
using Json = nlohmann::json;

/// As Markdown shows it letter by letter.
std::string code(const std::string& text) {
  const char* const fence = text.find('`') == std::string::npos ? "`" : "``";
  return fence + text + fence;
}

std::string level(const FunctionReport& function) {
  return "complexity level " + std::to_string(function.complexity.level) + " (score " +
         std::to_string(function.complexity.score) + ", threshold " + std::to_string(function.complexity.threshold) +
         ")";
}

std::string textOf(const FunctionReport& function, const LoopReport& loop) {
  std::string text = std::string("**loop ") + describe(loop) + "**";
  for (std::size_t i = 0; i < loop.kinds.size(); ++i) text += (i == 0 ? ": " : ", ") + loop.kinds[i];
  text += "\n\nin " + code(function.name) + ", " + level(function) + "\n";
  for (const auto& reduction : loop.reductions)
    text += "\n- reduction of " + code(reduction.variable) + " (" + code(reduction.op) + ")";
  for (const auto& array : loop.arrays)
    text += "\n- " + array.access + " " + code(array.name) + ": " + code(array.slice);
  for (const std::string& guard : loop.guards) text += "\n- guarded at run time: " + code(guard);
  for (const auto& reason : loop.reasons) {
    text += "\n- line " + std::to_string(reason.at.line) + ": " + reason.message + " [" + reason.code + "]";
    if (!reason.hint.empty()) text += "; hint: " + hintOf(reason);
  }
  return text;
}

}  // namespace

Json hoversOf(const compiler::Report& report, const Reader& reader, Places& places) {
  Json all = Json::array();
  for (const FunctionReport& function : report.functions) {
    if (function.at.file != reader.path) continue;
    for (const LoopReport& loop : function.loops)
      all.push_back({{"range", asJson(places.head(loop.at.file, loop.at.line, loop.at.column, loop.header))},
                     {"text", textOf(function, loop)}});
    all.push_back({{"range", asJson(places.word(function.at.file, function.at.line, function.at.column))},
                   {"text", "**" + function.name + "**\n\n" + level(function) + "; " + tally(function)}});
  }
  return all;
}

}  // namespace clustrix::lsp
