// StagingBuffer: bytes of the arrays in host memory of the runtime: what a guarded fetch has read, or a device has
// sent.
//
//     host rows ──where readable──► staged ──► device          device ──► staged ──where they may go──► host rows
#pragma once

#include "devices/Backend.h"
#include "memory/IntervalSet.h"

namespace clustrix::runtime {

/// A copy of `rows`; `from` and `to` are where their first byte is, and both sides have the rows' pitch.
Copy copyOf(CopyKind kind, const Rows& rows, std::uintptr_t from, std::uintptr_t to);

struct StagingBuffer {
  Rows rows;
  unsigned char* bytes = nullptr;
  Index pitch = 0;      // between staged rows; that of `rows` where they are staged with their gaps
  IntervalSet missing;  // addresses that could not be read

  unsigned char* row(Index r) const { return bytes + r * pitch; }
  Bounds bounds(Index r) const {
    const Index begin = rows.begin + r * rows.pitch;
    return {begin, begin + rows.length};
  }
};

/// The host's bytes as they are now, as far as they can be read. Errors: Unsupported.
Status readHost(StagingBuffer& staged);
/// What was read, as copies to the device, where the rows' first byte is at `to`.
std::vector<Copy> copiesOf(const StagingBuffer& staged, std::uintptr_t to);

}  // namespace clustrix::runtime
