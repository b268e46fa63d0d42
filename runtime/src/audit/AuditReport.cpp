#include "audit/AuditReport.h"

#include "audit/Counted.h"

namespace clustrix::audit {

std::string sentence(const Finding& found) {
  const std::string place = found.place.empty() ? "memory that the plan does not name" : found.place;
  const std::string who = "iteration " + std::to_string(found.iteration);
  const std::string other = "iteration " + std::to_string(found.earlier);
  switch (found.fault) {
    case Fault::OtherCount:
      return "it has run " + counted(found.iteration, "iteration") + ", of which the plan has " +
             std::to_string(found.earlier);
    case Fault::HostReadsNewer:
      return "the host reads " + place + ", which devices have newer, and the text does not say so";
    case Fault::HostWritesCopied:
      return "the host writes " + place + ", which devices have copies of, and the text does not say so";
    case Fault::FreedNewer:
      return "the host frees " + place + ", which devices have newer, and the text does not say so";
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

namespace {

constexpr char head[] = "clustrix: audit: ";  // no object: reports are made behind the destructors of all

/// What was found, behind who found it, and where that is.
std::string told(const Finding& found, const Lines& lines) {
  std::string text = sentence(found);
  text += found.times == 1 ? "\n" : " (" + counted(found.times, "time") + ")\n";
  const std::string now = lines(found.code), before = found.earlierCode == 0 ? "" : lines(found.earlierCode);
  if (!now.empty()) text += "    " + now + "\n";
  if (!before.empty()) text += "    " + before + ", before\n";
  return text;
}

std::string toldOf(const std::string& loop, const LoopRecord& record, const Lines& lines) {
  std::string text;
  if (record.stretches.count > 0) text += head + loop + ": " + sentence(record.stretches) + "\n";
  for (const auto& [guard, said] : record.guards)
    if (said.refused > 0)
      text += head + loop + ": " + sentence(guard, said) + (said.reason ? ": " + told(*said.reason, lines) : "\n");
  if (record.skipped > 0)
    text += head + loop + ": nobody looked at " + std::to_string(record.skipped) + " of " +
            counted(record.launches + record.skipped, "launch") +
            ", since a guard said no: CLUSTRIX_AUDIT=guards has them looked at, too\n";
  return text;
}

}  // namespace

std::string progress(const Audit& audit, const AuditedLoop& loop, std::uint64_t seconds) {
  return head + std::string("after ") + std::to_string(seconds) + " s: " + counted(audit.loops(), "loop") + " done, " +
         counted(audit.iterationsSoFar(), "iteration") + ", now in " + loop.site();
}

std::string reported(const Audit& audit, const Lines& lines) {
  std::string text;
  for (const Finding& found : audit.findings().all()) text += head + found.loop + ": " + told(found, lines);
  for (const auto& [loop, record] : audit.records()) text += toldOf(loop, record, lines);
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
