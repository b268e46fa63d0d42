// SARIF 2.1.0, which code hosts show on the lines of a pull request:
//
//     LoopReport on the host, or on its threads alone ──► a result of level `note` for each reason, at the line that
//                                                         stands in the way
//     any other LoopReport                            ──► a result of kind `pass`, at the loop
#include "Report/Formats.h"
#include "Report/Words.h"
#include "clustrix/Remarks.h"

#include <nlohmann/json.hpp>

#include <cctype>

namespace clustrix::compiler {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* passRule = "clustrix-parallel";
constexpr const char* missedRule = "clustrix-missed";

/// A path as a URI reference: relative paths stay relative, absolute ones get their scheme.
std::string uri(const std::string& path) {
  static constexpr const char* digits = "0123456789ABCDEF";
  std::string text = path.rfind('/', 0) == 0 ? "file://" : "";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || std::string("/._-~").find(c) != std::string::npos) {
      text += c;
    } else {
      text += {'%', digits[byte >> 4], digits[byte & 15]};
    }
  }
  return text;
}

Json location(const SourcePoint& at, const std::string& message = "") {
  Json json = {{"physicalLocation",
                {{"artifactLocation", {{"uri", uri(at.file)}}},
                 {"region", {{"startLine", std::max(at.line, 1)}, {"startColumn", std::max(at.column, 1)}}}}}};
  if (!message.empty()) json["message"] = {{"text", message}};
  return json;
}

Json rule(std::string_view id, std::string_view summary) {
  return {{"id", id},
          {"shortDescription", {{"text", summary}}},
          {"defaultConfiguration", {{"level", "note"}}},
          {"properties", {{"documentation", "docs/remarks.md#" + std::string(id)}}}};
}

Json rules() {
  Json all = Json::array();
  all.push_back(rule(passRule, "the loop runs in parallel, or inside the kernel of one that does"));
  all.push_back(rule(missedRule, "the loop stays on the host"));
  for (const RemarkId& remark : remarkIds) all.push_back(rule(remark.id, remark.summary));
  return all;
}

Json fix(const Reason& reason, const std::string& file) {
  Json replacements = Json::array();
  for (const Edit& edit : reason.edits) {
    replacements.push_back({{"deletedRegion", {{"byteOffset", edit.begin}, {"byteLength", edit.end - edit.begin}}},
                            {"insertedContent", {{"text", edit.replacement}}}});
  }
  return {
      {"description", {{"text", reason.hint}}},
      {"artifactChanges", Json::array({{{"artifactLocation", {{"uri", uri(file)}}}, {"replacements", replacements}}})}};
}

Json missed(const FunctionReport& function, const LoopReport& loop, const Reason& reason) {
  std::string message = function.name + ": loop " + describe(loop) + ": " + reason.message;
  if (!reason.hint.empty()) message += ". Hint: " + reason.hint;
  Json json = {{"ruleId", reason.code},
               {"level", "note"},
               {"message", {{"text", message}}},
               {"locations", Json::array({location(reason.at)})}};
  Json related = Json::array({location(loop.at, "the loop")});
  if (reason.other) related.push_back(location(*reason.other, "the other access"));
  json["relatedLocations"] = related;
  if (!reason.edits.empty()) json["fixes"] = Json::array({fix(reason, function.at.file)});
  return json;
}

void addResults(const FunctionReport& function, const LoopReport& loop, Json& results) {
  const std::string what = function.name + ": loop " + describe(loop);
  if (loop.mapped != Mapped::Host && loop.mapped != Mapped::Cpu) {
    results.push_back({{"ruleId", passRule},
                       {"kind", "pass"},
                       {"level", "none"},  // the standard: `level` must be none when `kind` is not `fail`
                       {"message", {{"text", what}}},
                       {"locations", Json::array({location(loop.at)})}});
    return;
  }
  for (const Reason& reason : loop.reasons) results.push_back(missed(function, loop, reason));
  if (!loop.reasons.empty()) return;
  results.push_back({{"ruleId", missedRule},
                     {"level", "note"},
                     {"message", {{"text", what}}},
                     {"locations", Json::array({location(loop.at)})}});
}

}  // namespace

std::string renderSarif(const Report& report) {
  Json results = Json::array();
  for (const FunctionReport& function : report.functions) {
    for (const LoopReport& loop : function.loops) addResults(function, loop, results);
  }
  const Json driver = {{"name", "clustrix-rewrite"}, {"version", CLUSTRIX_VERSION}, {"rules", rules()}};
  const Json json = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                     {"version", "2.1.0"},
                     {"runs", Json::array({{{"tool", {{"driver", driver}}}, {"results", results}}})}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace clustrix::compiler
