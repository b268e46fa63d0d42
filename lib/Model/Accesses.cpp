// What an access touches of its element.
#include "clustrix/LoopModel.h"

namespace clustrix::compiler {

bool coversElement(const Access& access, std::int64_t elementBytes) {
  return elementBytes > 0 && access.someBytes == 0 && access.byteBegin <= 0 && access.byteEnd >= elementBytes;
}

bool isOverParameters(const LoopModel& model, const Polynomial& value) {
  return !value.mentionsAny(
      [&](SymbolId id) { return model.symbols[static_cast<std::size_t>(id.value)].kind != SymbolKind::Parameter; });
}

}  // namespace clustrix::compiler
