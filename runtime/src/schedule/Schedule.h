// Schedule: the steps of a launch as values, decided before anything is allocated.
//
//     LaunchSchedule ── ChunkSchedule[] ── Step[]: Allocate, CopyIn, Launch, CopyOut, Combine, Free
//
// A chunk's buffers are images of host intervals: a byte at address `host.begin + d` is at offset d of its buffer.
// Arrays whose bytes overlap share one buffer, so that writes through one pointer are seen through another.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "memory/Footprints.h"
#include "memory/IntervalSet.h"
#include "memory/Regions.h"
#include "schedule/BlockResults.h"
#include "schedule/Workspaces.h"

namespace clustrix::runtime {

struct AllocateStep {
  int buffer = 0;
  std::size_t bytes = 0;
};
struct CopyInStep {
  int buffer = 0;
  Rows rows;  // host addresses
  /// Read through the kernel into a snapshot of the host's first, since pages may be missing or bytes may be changed
  /// by other chunks meanwhile. What is missing stays unwritten on the device.
  bool guarded = false;
  bool dense = false;  // the snapshot holds the gaps too: one read instead of one a row
};
struct LaunchStep {
  Chunk chunk;
};
enum class WriteBack {
  Direct,   // from the device to its place; the chunk reads none of it, so that it can be run again
  Staged,   // all of the chunk's results first, then to their places
  Changed,  // staged, and only bytes that differ from the snapshot of the CopyInStep `snapshot`
};
struct CopyOutStep {
  int buffer = 0;
  Rows rows;
  WriteBack how = WriteBack::Staged;
  int snapshot = -1;   // index into ChunkSchedule::steps
  bool dense = false;  // staged as one piece with its gaps, which stay behind
};
struct FreeStep {
  int buffer = 0;
};
using Step = std::variant<AllocateStep, CopyInStep, LaunchStep, CopyOutStep, CombineStep, FreeStep>;

struct Buffer {
  Bounds host;  // begins at a multiple of 256, so that elements are aligned as they are on the host
  std::size_t bytes() const { return static_cast<std::size_t>(host.end - host.begin); }
};

struct ChunkSchedule {
  Chunk chunk;
  std::vector<Buffer> buffers;
  std::vector<int> bufferOf;  // by array; -1: the chunk does not touch it
  std::vector<Step> steps;
  std::size_t deviceBytes = 0;  // all buffers, workspaces and the block results
  std::size_t hostBytes = 0;    // snapshots and staged results
  std::size_t bytesIn = 0;
  std::size_t bytesOut = 0;
};

constexpr int anyDevice = -1;
struct Assigned {
  int device = anyDevice;  // position in the launch's devices, or whichever is free first
  ChunkSchedule schedule;
};
struct LaunchSchedule {
  std::vector<Assigned> chunks;  // in the order in which they start on their device
  std::vector<Chunk> onHost;     // too large for any device
  int batches = 1;               // most chunks that one device's share was split into for want of memory
  bool meets = false;            // block results stay on their devices until they meet: see Collective.h
};

/// One array's bytes that iterations touch in one way, as rows of host addresses.
struct TouchedBytes {
  int array = 0;
  Access access = Access::Reads;
  RowsList rows;
};

/// What all chunks of a launch have in common.
struct LaunchFacts {
  const std::vector<ArrayFacts>* arrays = nullptr;
  LoopBody body;
  Index iterations = 0;
  Index block = 1;                    // chunks begin at multiples of it
  std::size_t partialSize = 0;        // bytes of a block's result; 0: no reduction
  CopyLayout copies;                  // of a block's result, where iterations combine into arrays
  Workspaces workspaces;              // of a device's threads
  Index fillGap = 0;                  // DeviceProperties::fillGap
  std::vector<TouchedBytes> whole;    // by all iterations
  std::vector<UnknownTouch> unknown;  // and what they touch nobody knows where: no device can be given it
  // Around what the whole loop touches:
  std::vector<Bounds> writes;
  std::vector<Bounds> uncertain;  // mayRead and mayWrite
};
/// Null when addresses leave their range. Blocks and their results are those of a loop without combined arrays.
std::optional<LaunchFacts> launchFacts(const LoopBody& body, const std::vector<ArrayFacts>& arrays, Index iterations);

/// The same but for what it touches, which is left empty.
LaunchFacts untouchedFacts(const LoopBody& body, const std::vector<ArrayFacts>& arrays, Index iterations);

/// What the chunk touches. Null when that is not known.
std::optional<std::vector<TouchedBytes>> touchedBytes(const LaunchFacts& facts, Chunk chunk);

/// What the first half of the iterations reads and the second one, too: about what any two devices do.
IntervalSet readByBothHalves(const LaunchFacts& facts);

/// What happens to the bytes of one buffer.
struct BufferTraffic {
  RowsList exactIn;
  RowsList guardedIn;
  RowsList exactOut;
  RowsList changedOut;
};
/// What a chunk needs and makes, whichever way it gets there.
struct ChunkTraffic {
  std::vector<Buffer> buffers;  // the bytes touched, not aligned yet
  std::vector<int> bufferOf;    // by array; -1: the chunk does not touch it
  std::vector<BufferTraffic> traffic;
};
/// Null when what the chunk touches is not known. Gaps of at most `fillGap` bytes between what is read are read, too.
std::optional<ChunkTraffic> chunkTraffic(const LaunchFacts& facts, Chunk chunk, Index fillGap);

/// Host bytes that hold `rows`, with or without the gaps between them.
Index stagedSize(const Rows& rows, bool dense);

/// Null when what the chunk touches is not known.
std::optional<ChunkSchedule> scheduleChunk(const LaunchFacts& facts, Chunk chunk);

std::string print(const Step& step);
std::string print(const ChunkSchedule& schedule);

}  // namespace clustrix::runtime
