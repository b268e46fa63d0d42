#include "execution/KernelObject.h"

namespace clustrix::runtime {
namespace {

std::uintptr_t addressOf(const void* object) { return reinterpret_cast<std::uintptr_t>(object); }

/// Arrays of no elements have a place, too: where the iteration finds nothing.
std::size_t placesFor(const LoopBody& body, const std::vector<ArrayFacts>& arrays) {
  return body.kernel->workspaces ? arrays.size() : 0;
}

}  // namespace

KernelObject::KernelObject(const LoopBody& body, const std::vector<ArrayFacts>& arrays, const Workspaces& workspaces,
                           void* memory, Index workers)
    : object_(body.kernel->size, body.kernel->alignment) {
  std::vector<std::uintptr_t> elementZero;
  elementZero.reserve(arrays.size());
  for (const ArrayFacts& array : arrays) elementZero.push_back(addressOf(array.base));
  const std::vector<WorkspaceAt> own = addressesOf(workspaces, placesFor(body, arrays), addressOf(memory), workers);
  body.callBuild(body.build, Memory(elementZero.data(), body.rollBack, {own.data(), 1}), object_.get());
}

KernelObject::KernelObject(const LoopBody& body, const std::vector<ArrayFacts>& arrays,
                           const std::vector<int>& bufferOf, const std::vector<Mirror>& mirrors, DeviceAddress rollBack,
                           const Workspaces& workspaces, DeviceAddress memory, Index workers)
    : object_(body.kernel->size, body.kernel->alignment) {
  std::vector<std::uintptr_t> elementZero(arrays.size(), 0);
  for (std::size_t a = 0; a < arrays.size(); ++a) {
    if (bufferOf[a] < 0) continue;
    const Mirror& mirror = mirrors[static_cast<std::size_t>(bufferOf[a])];
    // Modulo 2^64: the address of element 0 may lie before the mirror.
    elementZero[a] = static_cast<std::uintptr_t>(mirror.memory) +
                     (addressOf(arrays[a].base) - static_cast<std::uintptr_t>(mirror.host));
  }
  const std::vector<WorkspaceAt> own =
      addressesOf(workspaces, placesFor(body, arrays), static_cast<std::uintptr_t>(memory), workers);
  const WorkspacesAt at{own.data(), workspaces.interleave() ? workers : 1};
  body.callBuild(body.build, Memory(elementZero.data(), reinterpret_cast<int*>(rollBack), at), object_.get());
}

}  // namespace clustrix::runtime
