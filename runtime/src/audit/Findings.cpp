#include "audit/Findings.h"

namespace clustrix::audit {

void Findings::add(const Finding& found) {
  const auto [known, isNew] = known_.try_emplace({found.fault, found.loop, found.code, found.earlierCode}, all_.size());
  if (isNew)
    all_.push_back(found);
  else
    all_[known->second].times += found.times;
}

}  // namespace clustrix::audit
