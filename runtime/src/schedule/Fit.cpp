#include "schedule/Fit.h"

#include <algorithm>

namespace clustrix::runtime {
namespace {

Room smallest(const std::vector<Room>& rooms) {
  Room least = rooms.front();
  for (const Room& room : rooms) {
    least.bytes = std::min(least.bytes, room.bytes);
    least.jobs = std::max(least.jobs, room.jobs);
    if (room.budget != 0) least.budget = least.budget == 0 ? room.budget : std::min(least.budget, room.budget);
  }
  return least;
}

bool fits(const ChunkSchedule& schedule, const Room& room, int jobs) {
  const std::size_t times = static_cast<std::size_t>(jobs);
  if (schedule.deviceBytes > room.bytes / times) return false;
  return room.budget == 0 || schedule.deviceBytes + schedule.hostBytes <= room.budget / times;
}

class Fitter {
 public:
  Fitter(Index unit, const ChunkPlanner& planner, LaunchSchedule& result)
      : unit_(unit), planner_(planner), result_(result) {}

  bool place(const Share& share, const Room& room) {
    device_ = share.device;
    const auto whole = planner_(share.chunk);
    if (!whole) return false;
    if (fits(*whole, room, 1)) {
      add(*whole);
      return true;
    }
    if (hopeless(share.chunk, room)) {
      result_.onHost.push_back(share.chunk);
      return known_;
    }
    const std::size_t before = result_.chunks.size();
    const std::size_t need = std::max(whole->deviceBytes / std::max<std::size_t>(room.bytes, 1),
                                      room.budget == 0 ? 0 : (whole->deviceBytes + whole->hostBytes) / room.budget);
    const Index pieces = static_cast<Index>(std::min<std::size_t>(need + 1, 1u << 16)) * room.jobs;
    for (Chunk part : split(share.chunk, unit_, pieces)) halve(part, room);
    result_.batches = std::max(result_.batches, static_cast<int>(result_.chunks.size() - before));
    return known_;
  }

 private:
  void add(ChunkSchedule schedule) { result_.chunks.push_back({device_, std::move(schedule)}); }

  // Where an array is needed whole by each iteration, no batch is small enough: no need to try all sizes.
  bool hopeless(Chunk chunk, const Room& room) {
    const Index last = (chunk.size() - 1) / unit_;
    for (Index u : {Index{0}, last / 2, last}) {
      const Index begin = chunk.begin + u * unit_;
      const Chunk part{begin, std::min(begin + unit_, chunk.end)};
      const auto schedule = planner_(part);
      known_ = known_ && schedule.has_value();
      if (schedule && fits(*schedule, room, 1)) return false;
    }
    return true;
  }

  void halve(Chunk chunk, const Room& room) {
    const auto schedule = planner_(chunk);
    known_ = known_ && schedule.has_value();
    if (!known_) return;
    const std::vector<Chunk> parts = split(chunk, unit_, 2);
    // A single unit may have the device to itself: the executor waits for memory before it starts one.
    if (fits(*schedule, room, parts.size() == 1 ? 1 : room.jobs)) return add(*schedule);
    if (parts.size() == 1) return result_.onHost.push_back(chunk);
    for (Chunk part : parts) halve(part, room);
  }

  Index unit_;
  const ChunkPlanner& planner_;
  LaunchSchedule& result_;
  int device_ = anyDevice;
  bool known_ = true;
};

}  // namespace

std::optional<LaunchSchedule> fit(const std::vector<Share>& shares, Index unit, const std::vector<Room>& rooms,
                                  const ChunkPlanner& planner) {
  LaunchSchedule result;
  Fitter fitter(unit, planner, result);
  const Room least = smallest(rooms);
  for (const Share& share : shares)
    if (!fitter.place(share, share.device == anyDevice ? least : rooms[static_cast<std::size_t>(share.device)]))
      return std::nullopt;
  return result;
}

}  // namespace clustrix::runtime
