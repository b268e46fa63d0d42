#include "clustrix/Source.h"

namespace clustrix::compiler {

const Effect* LoopSite::hostCall() const {
  if (!model.hostCalls.empty()) return &model.hostCalls.front();
  for (const LoopModel& other : otherInstantiations)
    if (!other.hostCalls.empty()) return &other.hostCalls.front();
  return nullptr;
}

}  // namespace clustrix::compiler
