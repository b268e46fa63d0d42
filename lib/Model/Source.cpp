#include "clustrix/Source.h"

namespace clustrix::compiler {

const Effect* LoopSite::hostCall() const {
  if (!model.kernel.hostCalls.empty()) return &model.kernel.hostCalls.front();
  for (const LoopModel& other : otherInstantiations)
    if (!other.kernel.hostCalls.empty()) return &other.kernel.hostCalls.front();
  return nullptr;
}

}  // namespace clustrix::compiler
