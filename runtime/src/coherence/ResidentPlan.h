// ResidentPlan: a launch whose arrays stay on the devices, as a value: what has to move, what runs, what is then true.
//
//     images (new, grown) ─► fetch what is missing ─► launch, one chunk a device ─► the directory knows who wrote what
//
// Only bytes that a chunk reads, or may write, and that are not valid on its device move: from the host where that is
// current, else from the device that has them. Planning changes nothing and allocates nothing.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "coherence/Directory.h"
#include "schedule/Partition.h"
#include "schedule/Schedule.h"

namespace clustrix::runtime {

/// One device of a launch, as far as planning wants to know.
struct ResidentDevice {
  DeviceId id{};
  std::string name;
  Peers peers;
  std::size_t budget = 0;  // bytes that all images and results may take; 0: no limit
  Index fillGap = 0;       // DeviceProperties::fillGap
  int machine = 0;         // DeviceProperties::machine
  Index leastRelayed = 0;  // DeviceProperties::leastRelayed
};

/// To be allocated; `absorbs` are copied into it and given back.
struct NewImage {
  ImageId id{};
  int device = 0;  // position in the launch's devices
  Bounds host;
  std::vector<ImageId> absorbs;
};

struct Fetch {
  ImageId to{};
  std::optional<ImageId> from;  // null: the host
  Rows rows;
  bool guarded = false;   // through a snapshot, where readable
  bool baseline = false;  // and the snapshot is kept: the launch may write these bytes
  int round = 0;          // those of a round begin when all of the one before have arrived
};

/// What a chunk does with the bytes of one image.
struct ImageUse {
  ImageId image{};
  std::string array;     // the first that lies there
  IntervalSet reads;     // or may read
  IntervalSet writes;    // with certainty
  IntervalSet mayWrite;  // the others that it may write

  IntervalSet written() const { return writes + mayWrite; }
};

struct ResidentPart {
  int device = 0;  // position in the launch's devices
  Chunk chunk;
  std::vector<ImageUse> uses;  // by buffer
  std::vector<int> bufferOf;   // by array; -1: the chunk does not touch it
  std::vector<Fetch> fetches;
  CombineStep combine;  // bytes == 0: no reduction
};

struct ResidentPlan {
  std::vector<ResidentDevice> devices;
  std::vector<NewImage> images;
  std::vector<ResidentPart> parts;
  std::vector<std::size_t> peaks;  // by device: bytes that are allocated at most, images of other loops among them
  std::vector<double> weights;     // that the devices' shares come from
  IntervalSet combined;            // that iterations combine into: the host will, and has them before the launch
  Workspaces workspaces;           // of the threads of each device
  bool steady = false;             // carried out, it leaves the directory as it is
  bool meets = false;              // results of parts stay on their devices until they meet: see Collective.h
  bool fetchFirst = false;         // some part fetches what another overwrites: no kernel before all has arrived
  std::shared_ptr<const DirectoryState> after;  // how it leaves the directory, where it has been carried out before
  std::size_t bytesIn = 0;
  std::size_t bytesBetween = 0;
  std::size_t bytesOut = 0;  // block results
};

/// The answer of planning: a plan; or what to bring home first, since no peer has it, and then to plan anew; or why
/// not.
struct ResidentAnswer {
  std::optional<ResidentPlan> plan;
  IntervalSet home;
  std::string why;
  bool noRoom = false;  // why not: other arrays may be in the way
};

/// Bytes that can be allocated on a device, which costs some time to find out.
using RoomOf = std::function<std::size_t(DeviceId)>;

/// Past so many images for each device of a launch, all go home before another one is planned.
constexpr std::size_t mostImages = 256;

/// `shares`: at most one a device, positions in `devices`. `room` is asked where there are new images only.
ResidentAnswer planResident(const Directory& directory, const LaunchFacts& facts, const std::vector<Share>& shares,
                            const std::vector<ResidentDevice>& devices, const RoomOf& room);

/// A line of CLUSTRIX_PLAN: what a device allocates at most; nothing where that is nothing.
std::string printPeak(std::size_t bytes, DeviceId device, const std::string& name);
/// For CLUSTRIX_PLAN.
std::string print(const ResidentPlan& plan, const Site& site, Index iterations);
/// Every step, for CLUSTRIX_LOG=debug.
std::string printSteps(const ResidentPlan& plan);

}  // namespace clustrix::runtime
