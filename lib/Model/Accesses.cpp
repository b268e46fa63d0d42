// What an access touches of its element.
#include "clustrix/LoopModel.h"

namespace clustrix::compiler {

bool coversElement(const Access& access, std::int64_t elementBytes) {
  return elementBytes > 0 && access.someBytes == 0 && access.byteBegin <= 0 && access.byteEnd >= elementBytes;
}

}  // namespace clustrix::compiler
