#include "audit/Audit.h"

#include <utility>

namespace clustrix::audit {

AuditedLoop& Audit::begin(std::string site, Frame frame, Claims* claims, Findings* apart) {
  const std::size_t depth = underWay_.size();
  if (depth == 0) room_.clear();  // of loops that have ended
  if (depth == levels_.size()) levels_.emplace_back(room_);
  Findings& findings = apart ? *apart : findings_;
  const std::uint64_t before = records_[site].launches;
  underWay_.push_back(std::make_unique<AuditedLoop>(levels_[depth], std::move(site), frame, findings, claims));
  underWay_.back()->isLaunch(before);
  return *underWay_.back();
}

void Audit::end() {
  const AuditedLoop& loop = *underWay_.back();
  LoopRecord& record = records_[loop.site()];
  ++record.launches;
  record.iterations += loop.iterations();
  record.stretches.add(loop.stretches());
  ++loops_;
  underWay_.back()->end();
  iterations_ += loop.iterations();
  underWay_.pop_back();
}

std::uint64_t Audit::iterationsSoFar() const {
  std::uint64_t all = iterations_;
  for (const auto& loop : underWay_) all += loop->iterations();
  return all;
}

std::uint64_t Audit::unchecked() const {
  std::uint64_t all = 0;
  for (const Level& level : levels_) all += level.shadow.unchecked();
  return all;
}

}  // namespace clustrix::audit
