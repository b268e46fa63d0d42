#include "execution/KernelObject.h"

namespace clustrix::runtime {
namespace {

std::uintptr_t addressOf(const void* object) { return reinterpret_cast<std::uintptr_t>(object); }

}  // namespace

KernelObject::KernelObject(const LoopBody& body, const std::vector<ArrayFacts>& arrays)
    : object_(body.kernel->size, body.kernel->alignment) {
  std::vector<std::uintptr_t> elementZero;
  elementZero.reserve(arrays.size());
  for (const ArrayFacts& array : arrays) elementZero.push_back(addressOf(array.base));
  body.callBuild(body.build, Memory(elementZero.data(), body.rollBack), object_.get());
}

KernelObject::KernelObject(const LoopBody& body, const std::vector<ArrayFacts>& arrays,
                           const std::vector<int>& bufferOf, const std::vector<Mirror>& mirrors, DeviceAddress rollBack)
    : object_(body.kernel->size, body.kernel->alignment) {
  std::vector<std::uintptr_t> elementZero(arrays.size(), 0);
  for (std::size_t a = 0; a < arrays.size(); ++a) {
    if (bufferOf[a] < 0) continue;
    const Mirror& mirror = mirrors[static_cast<std::size_t>(bufferOf[a])];
    // Modulo 2^64: the address of element 0 may lie before the mirror.
    elementZero[a] = static_cast<std::uintptr_t>(mirror.memory) +
                     (addressOf(arrays[a].base) - static_cast<std::uintptr_t>(mirror.host));
  }
  body.callBuild(body.build, Memory(elementZero.data(), reinterpret_cast<int*>(rollBack)), object_.get());
}

}  // namespace clustrix::runtime
