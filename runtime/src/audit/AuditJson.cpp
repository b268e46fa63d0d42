#include "audit/AuditJson.h"

#include <set>

#include "support/JsonText.h"

namespace clustrix::audit {

namespace {

std::string key(const char* name) { return "\"" + std::string(name) + "\": "; }
std::string text(const char* name, const std::string& value) { return key(name) + runtime::jsonText(value); }
std::string number(const char* name, std::uint64_t value) { return key(name) + std::to_string(value); }

std::string listed(const std::vector<std::string>& values, const char* between) {
  std::string all;
  for (const std::string& value : values) all += (all.empty() ? "" : between) + value;
  return all;
}
std::string object(const std::vector<std::string>& members) { return "{" + listed(members, ", ") + "}"; }

std::string asJson(const Finding& found, const Lines& lines) {
  return object({text("message", sentence(found)), text("place", found.place), number("iteration", found.iteration),
                 number("times", found.times), text("at", lines(found.code)),
                 text("before", found.earlierCode == 0 ? "" : lines(found.earlierCode))});
}

std::string asJson(const std::string& guard, const GuardRecord& record, const Lines& lines) {
  std::vector<std::string> members = {text("guard", guard),
                                      number("asked", record.asked),
                                      number("refused", record.refused),
                                      number("watched", record.watched),
                                      number("needed", record.needed),
                                      text("message", sentence(guard, record))};
  if (record.reason) members.push_back(key("reason") + asJson(*record.reason, lines));
  return object(members);
}

/// Of the loop of that name, all that is known.
std::string asJson(const Audit& audit, const std::string& name, const Lines& lines) {
  const auto known = audit.records().find(name);
  const LoopRecord record = known == audit.records().end() ? LoopRecord() : known->second;
  const auto unseen = audit.notSeen().find(name);
  const std::string cut =
      object({number("count", record.stretches.count), number("shortest", record.stretches.shortest),
              text("message", sentence(record.stretches))});
  std::vector<std::string> faults, guards;
  for (const Finding& found : audit.findings().all())
    if (found.loop == name) faults.push_back(asJson(found, lines));
  for (const auto& [guard, said] : record.guards)
    if (said.refused > 0) guards.push_back(asJson(guard, said, lines));
  return object({text("name", name), text("function", record.function), text("file", record.file),
                 number("line", static_cast<std::uint64_t>(record.line)),
                 number("column", static_cast<std::uint64_t>(record.column)), number("launches", record.launches),
                 number("iterations", record.iterations), number("skipped", record.skipped),
                 key("stretches") + (record.stretches.count == 0 ? "null" : cut),
                 unseen == audit.notSeen().end() ? key("notSeen") + "null" : text("notSeen", unseen->second),
                 key("faults") + "[" + listed(faults, ", ") + "]", key("guards") + "[" + listed(guards, ", ") + "]"});
}

}  // namespace

std::string asJson(const Audit& audit, const Lines& lines) {
  std::set<std::string> names;
  for (const auto& [name, record] : audit.records()) names.insert(name);
  for (const auto& [name, why] : audit.notSeen()) names.insert(name);
  for (const Finding& found : audit.findings().all()) names.insert(found.loop);
  std::vector<std::string> loops;
  loops.reserve(names.size());
  for (const std::string& name : names) loops.push_back("\n  " + asJson(audit, name, lines));
  return object({number("version", 1), number("faults", audit.findings().all().size()),
                 number("unchecked", audit.unchecked()), key("loops") + "[" + listed(loops, ",") + "\n]"}) +
         "\n";
}

}  // namespace clustrix::audit
