#include "schedule/Workspaces.h"

#include <algorithm>

#include "devices/Backend.h"

namespace clustrix::runtime {
namespace {

constexpr Index cacheLine = 128;                      // of a GPU; two of a CPU: no worker writes into another one's
constexpr Index mostWorkspaceBytes = Index{1} << 48;  // for one worker: no machine has as much

/// The bytes that a worker uses of an array. False: no machine has so much.
bool measure(const ArrayFacts& array, Bounds used, Workspaces::Part& part) {
  const Index size = static_cast<Index>(array.elementSize);
  Index count = 0;
  return !__builtin_sub_overflow(used.end, used.begin, &count) && !__builtin_mul_overflow(count, size, &part.bytes) &&
         !__builtin_mul_overflow(used.begin, size, &part.before) && part.bytes <= mostWorkspaceBytes;
}

}  // namespace

Index Workspaces::workers(Chunk chunk) const {
  if (empty() || chunk.size() <= 0) return 0;
  const Index wanted = (std::min(chunk.size(), most) + together - 1) / together * together;
  return std::max(together, std::min(wanted, most / together * together));
}

std::optional<Workspaces> workspacesFor(const std::vector<Touched>& touched, const std::vector<ArrayFacts>& arrays) {
  Workspaces result;
  result.alignment = cacheLine;
  for (const Touched& elements : touched) {
    if (elements.access != Access::Owns) continue;
    const ArrayFacts& array = arrays[static_cast<std::size_t>(elements.array)];
    Workspaces::Part part;
    part.array = elements.array;
    if (!measure(array, bounds(elements.elements), part)) return std::nullopt;
    result.alignment = std::max(result.alignment, static_cast<Index>(array.alignment));
    result.parts.push_back(part);
  }
  for (Workspaces::Part& part : result.parts) {
    part.bytes = (part.bytes + result.alignment - 1) / result.alignment * result.alignment;
    result.each += part.bytes;
  }
  return result.each <= mostWorkspaceBytes ? std::optional(std::move(result)) : std::nullopt;
}

void useDevices(Workspaces& workspaces, const std::vector<DeviceProperties>& devices) {
  if (workspaces.empty() || devices.empty()) return;
  constexpr Index warp = 32;  // what launches are made of, also where a stand-in runs one thread after another
  workspaces.most = devices.front().workers;
  workspaces.inStep = true;
  bool areGpus = true;
  for (const DeviceProperties& device : devices) {
    const Index room = static_cast<Index>(device.memory / 16) / workspaces.each;
    workspaces.most = std::min({workspaces.most, Index{device.workers}, std::max<Index>(1, room)});
    areGpus = areGpus && device.workers >= warp;
    workspaces.inStep = workspaces.inStep && device.lanes == warp;
  }
  workspaces.together = areGpus ? warp : 1;
}

std::vector<WorkspaceAt> addressesOf(const Workspaces& workspaces, std::size_t arrays, std::uintptr_t memory,
                                     Index workers) {
  std::vector<WorkspaceAt> result(arrays);
  for (const Workspaces::Part& part : workspaces.parts) {
    result[static_cast<std::size_t>(part.array)] = {memory, part.bytes, part.before};
    memory += static_cast<std::uintptr_t>(part.bytes * workers);
  }
  return result;
}

}  // namespace clustrix::runtime
