#include "Plan/Forgotten.h"

#include <algorithm>

namespace clustrix::compiler {

bool isForgotten(const LoopModel& model, ArrayId array) {
  return model.rollsBack && model.arrays[static_cast<std::size_t>(array.value)].forgotten &&
         std::none_of(model.accesses.begin(), model.accesses.end(),
                      [&](const Access& access) { return access.array == array && access.kind == AccessKind::Read; });
}

}  // namespace clustrix::compiler
