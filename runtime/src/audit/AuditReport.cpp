#include "audit/AuditReport.h"

namespace clustrix::audit {

namespace {

constexpr char head[] = "clustrix: audit: ";  // no object: reports are made behind the destructors of all

std::string counted(std::uint64_t count, const std::string& what) {
  const char* const ending = count == 1 ? "" : what.back() == 's' ? "es" : "s";
  return std::to_string(count) + " " + what + ending;
}

std::string sentence(const Finding& found) {
  const std::string place = found.place.empty() ? "memory that the plan does not name" : found.place;
  const std::string who = "iteration " + std::to_string(found.iteration);
  const std::string other = "iteration " + std::to_string(found.earlier);
  switch (found.fault) {
    case Fault::OtherCount:
      return "it has run " + counted(found.iteration, "iteration") + ", of which the plan has " +
             std::to_string(found.earlier);
    case Fault::Unwritten:
      return "no iteration writes " + place + ", of which the plan says that one does";
    case Fault::ReadAfterWrite:
      return who + " reads " + place + ", which " + other + " has written";
    case Fault::WriteAfterRead:
      return who + " writes " + place + ", which " + other + " has read";
    case Fault::WriteAfterWrite:
      return who + " writes " + place + ", which " + other + " has written";
    case Fault::StalePrivate:
      return who + " reads " + place + ", which is private, and " + other + " has set it";
    case Fault::UnclaimedRead:
      return who + " reads " + place + ", of which the plan says nothing";
    case Fault::UnclaimedWrite:
      break;
  }
  return who + " writes " + place + ", of which the plan says nothing";
}

}  // namespace

std::string reported(const Audit& audit, const Lines& lines) {
  std::string text;
  for (const Finding& found : audit.findings().all()) {
    text += head + found.loop + ": " + sentence(found);
    text += found.times == 1 ? "\n" : " (" + counted(found.times, "time") + ")\n";
    const std::string now = lines(found.code), before = found.earlierCode == 0 ? "" : lines(found.earlierCode);
    if (!now.empty()) text += "    " + now + "\n";
    if (!before.empty()) text += "    " + before + ", before\n";
  }
  for (const auto& [loop, why] : audit.notSeen()) text += head + loop + ": nobody looked at it, since " + why + "\n";
  const std::uint64_t unchecked = audit.unchecked();
  if (unchecked > 0)
    text += head + counted(unchecked, "access") +
            " not checked for want of memory: give it more with "
            "CLUSTRIX_AUDIT_MEMORY\n";
  const std::size_t faults = audit.findings().all().size();
  return text + head + counted(audit.loops(), "loop") + ", " + counted(audit.iterations(), "iteration") + ": " +
         (faults == 0 ? "no fault" : counted(faults, "fault")) + "\n";
}

}  // namespace clustrix::audit
