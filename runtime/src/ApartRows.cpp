#include "ApartRows.h"

namespace clustrix::runtime {

bool forEachRow(const ArrayFacts& array, const std::function<bool(Bounds)>& visit) {
  std::function<bool(Bounds)> each = visit;
  return array.eachRow(array.container, &each, [](void* to, ObjectBytes row) {
    const Index begin = static_cast<Index>(reinterpret_cast<std::uintptr_t>(row.begin));
    return (*static_cast<std::function<bool(Bounds)>*>(to))({begin, begin + static_cast<Index>(row.size)});
  });
}

}  // namespace clustrix::runtime
