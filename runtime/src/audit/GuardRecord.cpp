#include "audit/GuardRecord.h"

#include "audit/Counted.h"

namespace clustrix::audit {

void addLaunch(GuardRecords& records, const std::vector<runtime::GuardResult>& results, const Findings* found) {
  std::map<std::string, bool> holding;
  for (const runtime::GuardResult& result : results) {
    bool& holds = holding.try_emplace(result.guard, true).first->second;
    holds = holds && result.holds();
    records[result.guard].isOfDependence = result.isOfDependence;
  }
  for (const auto& [guard, holds] : holding) {
    GuardRecord& record = records[guard];
    ++record.asked;
    if (holds) continue;
    ++record.refused;
    if (!found) continue;
    ++record.watched;
    if (found->all().empty()) continue;
    ++record.needed;
    if (!record.reason) record.reason = found->all()[0];
  }
}

std::string sentence(const std::string& guard, const GuardRecord& record) {
  std::string text = "the guard \"" + guard + "\" ";
  if (record.refused == record.asked)
    text += "let none of " + counted(record.asked, "launch") + " through";
  else
    text += "said no to " + std::to_string(record.refused) + " of " + counted(record.asked, "launch");
  if (record.watched == 0) return text + ", at which nobody could look";
  if (record.watched < record.refused) text += ", of which " + std::to_string(record.watched) + " were looked at";
  if (record.needed == 0)
    return text + ", and nothing was found there" + (record.isOfDependence ? ": it was not needed on this input" : "");
  return text + ", and was needed in " + std::to_string(record.needed);
}

}  // namespace clustrix::audit
