#include "Driver/AuditReport.h"

#include "Driver/Files.h"
#include "Support/OneLine.h"

#include <nlohmann/json.hpp>

#include <map>
#include <tuple>

namespace clustrix::compiler {
namespace {

using Json = nlohmann::json;

// What is missing or of another type is as if it were empty.

std::string textIn(const Json& json, const char* key) {
  const auto found = json.is_object() ? json.find(key) : json.end();
  return found != json.end() && found->is_string() ? onOneLine(found->get<std::string>()) : "";
}
std::uint64_t numberIn(const Json& json, const char* key) {
  const auto found = json.is_object() ? json.find(key) : json.end();
  return found != json.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}
Json::array_t listIn(const Json& json, const char* key) {
  const auto found = json.is_object() ? json.find(key) : json.end();
  return found != json.end() && found->is_array() ? found->get<Json::array_t>() : Json::array_t();
}

std::string counted(std::uint64_t count, const std::string& what, const char* ending) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : ending);
}

std::string faultWords(const Json& fault) {
  std::string words = textIn(fault, "message");
  if (const std::uint64_t times = numberIn(fault, "times"); times > 1)
    words += " (" + std::to_string(times) + " times)";
  if (const std::string at = textIn(fault, "at"); !at.empty()) words += ", at " + at;
  if (const std::string before = textIn(fault, "before"); !before.empty()) words += ", before at " + before;
  return words;
}

AuditWords auditedOf(const Json& loop) {
  AuditWords audited;
  const auto add = [&](std::string words) { audited.words.push_back(std::move(words)); };
  const Json::array_t faults = listIn(loop, "faults");
  if (const std::uint64_t launches = numberIn(loop, "launches"); launches > 0)
    add(counted(launches, "launch", "es") + " with " + counted(numberIn(loop, "iterations"), "iteration", "s") + ": " +
        (faults.empty() ? "no fault" : counted(faults.size(), "fault", "s")));
  for (const Json& fault : faults) add("fault: " + faultWords(fault));
  audited.hasFault = !faults.empty();
  for (const Json& guard : listIn(loop, "guards"))
    add(textIn(guard, "message") + (guard.contains("reason") ? ": " + faultWords(guard["reason"]) : ""));
  if (const std::uint64_t skipped = numberIn(loop, "skipped"); skipped > 0)
    add("nobody looked at " + counted(skipped, "launch", "es") + ", since a guard said no");
  if (loop.contains("stretches") && loop["stretches"].is_object()) add(textIn(loop["stretches"], "message"));
  if (const std::string why = textIn(loop, "notSeen"); !why.empty()) add("nobody looked at it, since " + why);
  return audited;
}

using Place = std::tuple<std::string, int, int>;
Place placeOf(const SourcePoint& at, std::map<std::string, std::string>& canonical) {
  std::string& file = canonical[at.file];
  if (file.empty()) file = canonicalPath(at.file);
  return {file, at.line, at.column};
}

}  // namespace

Outcome<std::vector<AuditOfLoop>> readAuditReport(const std::string& path) {
  Outcome<std::string> text = readFile(path);
  if (const Failure* why = failed(text)) return *why;
  const Json json = Json::parse(value(text), nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || numberIn(json, "version") != 1 || !json.contains("loops"))
    return failure(Exit::BadInput, onOneLine(path) +
                                       ": not an audit's report of version 1; an audited program writes one " +
                                       "where CLUSTRIX_AUDIT_REPORT names a file");
  std::vector<AuditOfLoop> loops;
  for (const Json& loop : listIn(json, "loops")) {
    if (!loop.is_object()) continue;
    const SourcePoint at{textIn(loop, "file"), static_cast<int>(numberIn(loop, "line")),
                         static_cast<int>(numberIn(loop, "column"))};
    loops.push_back({at, auditedOf(loop)});
  }
  return loops;
}

void addAudit(Report& report, const std::vector<AuditOfLoop>& audit) {
  std::map<std::string, std::string> canonical;
  std::map<Place, const AuditWords*> known;
  for (const AuditOfLoop& loop : audit) known[placeOf(loop.at, canonical)] = &loop.said;
  for (FunctionReport& function : report.functions)
    for (LoopReport& loop : function.loops) {
      const auto found = known.find(placeOf(loop.at, canonical));
      if (found != known.end())
        loop.audit = *found->second;
      else if (loop.mapped == Mapped::Devices || loop.mapped == Mapped::Cpu)
        loop.audit = AuditWords{{"it was not reached"}, false};
    }
}

}  // namespace clustrix::compiler
