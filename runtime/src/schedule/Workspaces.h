// Workspaces: where each thread that runs iterations has the arrays that are its own. See clustrix/Workspace.h.
//
//     w of worker 0, w of worker 1, ... │ t of worker 0, t of worker 1, ...
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "clustrix/Workspace.h"
#include "memory/Footprints.h"

namespace clustrix::runtime {

struct DeviceProperties;

/// As values; all sizes in bytes. Empty where a kernel has none.
struct Workspaces {
  struct Part {
    int array = 0;
    Index bytes = 0;   // of one worker, a multiple of the alignment
    Index before = 0;  // from the array's element 0 to what is used of it
  };
  std::vector<Part> parts;
  Index each = 0;       // of one worker
  Index alignment = 1;  // of the memory
  Index most = 1;       // workers of a device at a time
  Index together = 1;   // that a device starts at a time: their number is a multiple of it
  bool inStep = false;  // what it starts at a time goes on together
  /// Whether those of a device have elements between each other.
  bool interleave() const { return inStep && together > 1; }

  bool empty() const { return parts.empty(); }
  /// Workers of a device for so many iterations; 0 where there are no workspaces.
  Index workers(Chunk chunk) const;
  std::size_t bytes(Chunk chunk) const { return static_cast<std::size_t>(workers(chunk) * each); }
};

/// Room for what the whole loop says that it `owns` in `touched`. Null where that is more than any machine has.
std::optional<Workspaces> workspacesFor(const std::vector<Touched>& touched, const std::vector<ArrayFacts>& arrays);

/// For any of these devices, of whose memory a sixteenth is given to workspaces: fewer workers where arrays are large.
void useDevices(Workspaces& workspaces, const std::vector<DeviceProperties>& devices);

/// The addresses that a kernel is told, by the array's id. `memory`: room for so many workers.
std::vector<WorkspaceAt> addressesOf(const Workspaces& workspaces, std::size_t arrays, std::uintptr_t memory,
                                     Index workers);

}  // namespace clustrix::runtime
