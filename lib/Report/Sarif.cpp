// SARIF 2.1.0, which code hosts show on the lines of a pull request, and editors on those of the source:
//
//     LoopReport on the host, or on its threads alone ──► a result of level `note` for each reason, at the line that
//                                                         stands in the way
//     any other LoopReport                            ──► a result of kind `pass`, at the loop
//
// Its columns are units of UTF-16, and not bytes as ours: lines of the sources are counted again. Relative paths are
// said to be relative, to a folder that only the reader knows.
#include "Plan/LineTable.h"
#include "Report/Formats.h"
#include "Report/Words.h"
#include "clustrix/Remarks.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <map>

namespace clustrix::compiler {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* passRule = "clustrix-parallel";
constexpr const char* missedRule = "clustrix-missed";
constexpr const char* callersFolder = "%SRCROOT%";

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

Json artifact(const std::string& path) {
  Json json = {{"uri", uri(path)}};
  if (path.rfind('/', 0) != 0) json["uriBaseId"] = callersFolder;
  return json;
}

/// How many units of UTF-16 the bytes stand for.
int units(std::string_view bytes) {
  int count = 0;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) != 0x80) count += byte >= 0xF0 ? 2 : 1;
  }
  return count;
}

/// The sources that a report speaks of, as far as they are known: headers are not.
class Texts {
 public:
  explicit Texts(const std::vector<SourceText>& sources) {
    for (const SourceText& source : sources)
      files_.emplace(source.path, File{source.original, LineTable(source.original)});
  }

  Json location(const SourcePoint& at, const std::string& message = "") const {
    const int line = std::max(at.line, 1);
    const Json region = {{"startLine", line}, {"startColumn", column(at.file, line, std::max(at.column, 1))}};
    Json json = {{"physicalLocation", {{"artifactLocation", artifact(at.file)}, {"region", region}}}};
    if (!message.empty()) json["message"] = {{"text", message}};
    return json;
  }
  /// Of the bytes [begin, end).
  Json region(const std::string& file, std::size_t begin, std::size_t end) const {
    Json json;
    if (const auto known = files_.find(file); known != files_.end() && end <= known->second.text.size()) {
      const auto add = [&](const char* lineKey, const char* columnKey, std::size_t at) {
        const int line = known->second.lines.lineAt(at);
        const int bytes = static_cast<int>(at - known->second.lines.begin(line));
        json[lineKey] = line;
        json[columnKey] = column(file, line, bytes + 1);
      };
      add("startLine", "startColumn", begin);
      add("endLine", "endColumn", end);
    }
    json["byteOffset"] = begin;
    json["byteLength"] = end - begin;
    return json;
  }

 private:
  struct File {
    std::string_view text;
    LineTable lines;
  };
  int column(const std::string& file, int line, int bytes) const {
    const auto known = files_.find(file);
    if (known == files_.end()) return bytes;
    const std::size_t begin = known->second.lines.begin(line);
    return 1 + units(known->second.text.substr(std::min(begin, known->second.text.size()),
                                               static_cast<std::size_t>(bytes) - 1));
  }

  std::map<std::string, File> files_;
};

/// As the page's sections are called in links.
std::string section(std::string_view id) {
  std::string name(id);
  name.erase(std::remove(name.begin(), name.end(), '.'), name.end());
  return name;
}

Json rule(std::string_view id, std::string_view summary) {
  return {{"id", id},
          {"shortDescription", {{"text", summary}}},
          {"defaultConfiguration", {{"level", "note"}}},
          {"help", {{"text", "docs/remarks.md tells what to do, section " + std::string(id)}}},
          {"properties", {{"documentation", "docs/remarks.md#" + section(id)}}}};
}

Json rules() {
  Json all = Json::array();
  all.push_back(rule(passRule, "the loop runs in parallel, or inside the kernel of one that does"));
  all.push_back(rule(missedRule, "the loop stays on the host"));
  for (const RemarkId& remark : remarkIds) all.push_back(rule(remark.id, remark.summary));
  return all;
}

class Results {
 public:
  Results(const std::vector<SourceText>& sources, const Json& rules) : texts_(sources) {
    for (const Json& rule : rules) rules_.emplace(rule["id"].get<std::string>(), rules_.size());
  }
  Json all = Json::array();

  void add(const FunctionReport& function, const LoopReport& loop) {
    const std::string what = function.name + ": loop " + describe(loop);
    if (loop.mapped != Mapped::Host && loop.mapped != Mapped::Cpu) {
      Json passed = result(passRule, "none", what, loop.at);  // the standard: no level when `kind` is not `fail`
      passed["kind"] = "pass";
      all.push_back(std::move(passed));
      return;
    }
    if (loop.reasons.empty()) all.push_back(result(missedRule, "note", what, loop.at));
    for (const Reason& reason : loop.reasons) all.push_back(missed(function, loop, reason));
  }

 private:
  Json result(const std::string& id, const char* level, const std::string& message, const SourcePoint& at) const {
    Json json = {{"ruleId", id}};
    if (const auto rule = rules_.find(id); rule != rules_.end()) json["ruleIndex"] = rule->second;
    json["level"] = level;
    json["message"] = {{"text", message}};
    json["locations"] = Json::array({texts_.location(at)});
    return json;
  }
  Json missed(const FunctionReport& function, const LoopReport& loop, const Reason& reason) const {
    std::string message = function.name + ": loop " + describe(loop) + ": " + reason.message;
    if (!reason.hint.empty()) message += ". Hint: " + reason.hint;
    Json json = result(reason.code, "note", message, reason.at);
    Json related = Json::array({texts_.location(loop.at, "the loop")});
    if (reason.other) related.push_back(texts_.location(*reason.other, "the other access"));
    json["relatedLocations"] = related;
    if (!reason.edits.empty()) json["fixes"] = Json::array({fix(reason, function.at.file)});
    return json;
  }
  Json fix(const Reason& reason, const std::string& file) const {
    Json replacements = Json::array();
    for (const Edit& edit : reason.edits) {
      replacements.push_back({{"deletedRegion", texts_.region(file, edit.begin, edit.end)},
                              {"insertedContent", {{"text", edit.replacement}}}});
    }
    return {{"description", {{"text", reason.hint}}},
            {"artifactChanges", Json::array({{{"artifactLocation", artifact(file)}, {"replacements", replacements}}})}};
  }

  const Texts texts_;
  std::map<std::string, std::size_t> rules_;  // where they stand
};

}  // namespace

std::string renderSarif(const Report& report, const std::vector<SourceText>& sources) {
  const Json all = rules();
  Results results(sources, all);
  for (const FunctionReport& function : report.functions) {
    for (const LoopReport& loop : function.loops) results.add(function, loop);
  }
  const Json driver = {{"name", "clustrix-rewrite"}, {"version", CLUSTRIX_VERSION}, {"rules", all}};
  const Json folder = {{"description", {{"text", "the folder that clustrix-rewrite was called in"}}}};
  const Json run = {{"tool", {{"driver", driver}}},
                    {"columnKind", "utf16CodeUnits"},
                    {"originalUriBaseIds", {{callersFolder, folder}}},
                    {"results", results.all}};
  const Json json = {
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", Json::array({run})}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace clustrix::compiler
