#include "reductions/Collective.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "devices/OpenStream.h"
#include "memory/Alignment.h"
#include "support/BestEffort.h"
#include "support/Clock.h"

namespace clustrix::runtime {
namespace {

// Smaller results are home before devices have talked to each other.
constexpr std::size_t leastMeeting = std::size_t{256} << 10;

bool writesNothingElse(const LaunchFacts& facts) {
  return std::all_of(facts.whole.begin(), facts.whole.end(), [](const TouchedBytes& touched) {
    return isRead(touched.access) || touched.access == Access::Combines;
  });
}

// One chunk a device: what waits there takes no other chunk's place.
bool eachOnItsOwn(const std::vector<Assigned>& chunks) {
  std::set<int> devices;
  for (const Assigned& chunk : chunks)
    if (chunk.device == anyDevice || !devices.insert(chunk.device).second) return false;
  return devices.size() > 1;
}

CombineStep* combineStepOf(ChunkSchedule& chunk) {
  for (Step& step : chunk.steps)
    if (auto* const combine = std::get_if<CombineStep>(&step)) return combine;
  return nullptr;
}

// A place behind the results, for those of another device.
std::size_t moreFor(const LaunchFacts& facts, const CombineStep& step) {
  return allocatedBytes(step.bytes + facts.partialSize) - allocatedBytes(step.bytes);
}

class Meeting {
 public:
  Meeting(Backend& backend, const LaunchFacts& facts, Execution& execution, void* blockResults)
      : backend_(backend), facts_(facts), execution_(execution), blockResults_(blockResults) {
    auto& waiting = execution_.waiting;
    std::sort(waiting.begin(), waiting.end(),
              [](const WaitingResults& a, const WaitingResults& b) { return a.step.firstBlock < b.step.firstBlock; });
    for (std::size_t owner = 0; owner < waiting.size(); ++owner)
      for (Chunk node : waiting[owner].step.nodes)
        nodes_.push_back({owner, node, waiting[owner].memory + bytesTo(node.begin - waiting[owner].step.firstBlock)});
  }
  Meeting(const Meeting&) = delete;
  Meeting& operator=(const Meeting&) = delete;

  // Whether the results are home; their nodes are told last of all.
  bool all() {
    if (!byLibrary())
      while (ok_ && round()) {
      }
    if (ok_) sendHome();
    if (!ok_) return false;
    execution_.nodes.reserve(execution_.nodes.size() + nodes_.size());
    for (const Node& node : nodes_) execution_.nodes.push_back(node.blocks);
    return true;
  }

 private:
  struct Node {
    std::size_t owner = 0;  // in `waiting`
    Chunk blocks;
    DeviceAddress at{};
  };

  std::size_t bytesTo(Index blocks) const { return static_cast<std::size_t>(blocks) * facts_.partialSize; }
  const WaitingResults& ownerOf(const Node& node) const { return execution_.waiting[node.owner]; }
  DeviceAddress spareOf(const WaitingResults& waiting) const { return waiting.memory + waiting.step.spare; }
  const Kernel& kernel() const { return *facts_.body.kernel; }

  void fail(const WaitingResults& waiting, const Status& status) {
    ok_ = false;
    execution_.problems.push_back({waiting.device, status.failure, status.message});
  }

  // All at once, to a place where no result is: whatever becomes of it, copies can still do it.
  bool byLibrary() {
    const std::vector<WaitingResults>& waiting = execution_.waiting;
    if (!kernel().anyGrouping || nodes_.size() < 2 || nodes_.size() != waiting.size()) return false;
    ReduceStart start{&kernel(), &facts_.copies, {}, spareOf(waiting.front())};
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      if (n > 0 && nodes_[n].blocks.begin != nodes_[n - 1].blocks.end) return false;
      start.parts.push_back({ownerOf(nodes_[n]).id, nodes_[n].at});
    }
    const double begin = now();
    const Status status = backend_.reduce(start);
    if (!status.ok()) {
      if (!status.message.empty())
        execution_.warnings.push_back("collectives: " + status.message + "; results meet by copies between devices");
      return false;
    }
    const std::size_t bytes = facts_.partialSize * (nodes_.size() - 1);
    execution_.collectives.push_back({"reduce across devices", waiting.front().id, begin, now(), bytes});
    execution_.bytesBetween += bytes;
    nodes_ = {{0, {nodes_.front().blocks.begin, nodes_.back().blocks.end}, start.result}};
    return true;
  }

  bool linked(const Node& left, const Node& right) const {
    const DeviceId to = ownerOf(left).id, from = ownerOf(right).id;
    return to == from || backend_.properties(to).peers.contains(from);
  }

  int machineOf(const Node& node) const { return backend_.properties(ownerOf(node).id).machine; }

  // Positions of the left ones: within machines as long as any can meet there, so that a network carries few.
  std::vector<std::size_t> pairs() const {
    std::vector<Chunk> blocks;
    for (const Node& node : nodes_) blocks.push_back(node.blocks);
    for (const bool within : {true, false}) {
      std::vector<std::size_t> lefts = meetingPairs(blocks, blocksOf(facts_), kernel().anyGrouping,
                                                    [this, within](std::size_t left, std::size_t right) {
                                                      const Node &a = nodes_[left], &b = nodes_[right];
                                                      return linked(a, b) && (!within || machineOf(a) == machineOf(b));
                                                    });
      if (!lefts.empty()) return lefts;
    }
    return {};
  }

  // False: nothing more can meet, or it has failed.
  bool round() {
    const std::vector<std::size_t> lefts = pairs();
    if (lefts.empty()) return false;
    const double begin = now();
    Streams streams;
    for (std::size_t left : lefts)
      if (ok_) enqueuePair(streams, nodes_[left], nodes_[left + 1]);
    waitFor(streams);
    if (!ok_) return false;
    for (auto left = lefts.rbegin(); left != lefts.rend(); ++left) join(*left, begin);
    return true;
  }

  void join(std::size_t left, double begin) {
    Node& to = nodes_[left];
    const Node& from = nodes_[left + 1];
    if (ownerOf(to).id != ownerOf(from).id) {
      execution_.bytesBetween += facts_.partialSize;
      execution_.collectives.push_back({"combine across devices", ownerOf(to).id, begin, now(), facts_.partialSize});
    }
    to.blocks.end = from.blocks.end;
    nodes_.erase(nodes_.begin() + static_cast<std::ptrdiff_t>(left) + 1);
  }

  // One for each owner: pairs of one device take turns with its spare place.
  using Streams = std::map<std::size_t, std::unique_ptr<OpenStream>>;

  OpenStream* streamOf(Streams& streams, std::size_t owner) {
    std::unique_ptr<OpenStream>& stream = streams[owner];
    if (stream) return stream.get();
    stream = std::make_unique<OpenStream>(backend_, execution_.waiting[owner].id);
    const Status status = stream->open();
    if (!status.ok()) fail(execution_.waiting[owner], status);
    return status.ok() ? stream.get() : nullptr;
  }

  void enqueuePair(Streams& streams, const Node& left, const Node& right) {
    OpenStream* const stream = streamOf(streams, left.owner);
    if (stream == nullptr) return;
    const DeviceAddress spare = spareOf(ownerOf(left));
    Copy copy;
    copy.kind = CopyKind::DeviceToDevice;
    copy.from = static_cast<std::uintptr_t>(right.at);
    copy.to = static_cast<std::uintptr_t>(spare);
    copy.width = facts_.partialSize;
    copy.peer = ownerOf(right).id;
    Status status = stream->copy(copy);
    const Index distance =
        static_cast<Index>(static_cast<std::uintptr_t>(spare) - static_cast<std::uintptr_t>(left.at));
    if (status.ok())
      status = stream->fold({&kernel(), {reinterpret_cast<void*>(left.at), distance, {0, 2}, 2, &facts_.copies}});
    if (!status.ok()) fail(ownerOf(left), status);
  }

  void waitFor(Streams& streams) {
    for (const auto& [owner, stream] : streams) {
      const Status status = stream->synchronize();
      if (!status.ok()) fail(execution_.waiting[owner], status);
    }
  }

  void sendHome() {
    Streams streams;
    for (const Node& node : nodes_) {
      OpenStream* const stream = ok_ ? streamOf(streams, node.owner) : nullptr;
      if (stream == nullptr) break;
      Copy copy;
      copy.kind = CopyKind::DeviceToHost;
      copy.from = static_cast<std::uintptr_t>(node.at);
      copy.to = reinterpret_cast<std::uintptr_t>(blockResults_) + bytesTo(node.blocks.begin);
      copy.width = facts_.partialSize;
      const Status status = stream->copy(copy);
      if (!status.ok()) fail(ownerOf(node), status);
      execution_.bytesOut += facts_.partialSize;
    }
    waitFor(streams);
  }

  Backend& backend_;
  const LaunchFacts& facts_;
  Execution& execution_;
  void* const blockResults_;
  std::vector<Node> nodes_;  // in order
  bool ok_ = true;
};

}  // namespace

bool resultsMayMeet(const LaunchFacts& facts) {
  return facts.body.kernel->copyHost != nullptr && facts.partialSize >= leastMeeting && writesNothingElse(facts);
}

CombineStep staying(const LaunchFacts& facts, CombineStep step) {
  step.nodes = fewestNodes(facts, step.range());
  step.spare = step.bytes;
  step.bytes += facts.partialSize;
  step.stays = true;
  return step;
}

void letResultsMeet(const LaunchFacts& facts, const std::vector<Room>& rooms, LaunchSchedule& schedule) {
  if (!resultsMayMeet(facts) || !eachOnItsOwn(schedule.chunks)) return;
  for (Assigned& assigned : schedule.chunks) {
    const Room& room = rooms[static_cast<std::size_t>(assigned.device)];
    const ChunkSchedule& chunk = assigned.schedule;
    const std::size_t needed = chunk.deviceBytes + moreFor(facts, *combineStepOf(assigned.schedule));
    if (needed > room.bytes || (room.budget != 0 && needed + chunk.hostBytes > room.budget)) return;
  }
  for (Assigned& assigned : schedule.chunks) {
    ChunkSchedule& chunk = assigned.schedule;
    CombineStep& step = *combineStepOf(chunk);
    chunk.deviceBytes += moreFor(facts, step);
    chunk.bytesOut -= facts.partialSize * static_cast<std::size_t>(step.leaving());
    step = staying(facts, std::move(step));
  }
  schedule.meets = true;
}

void meet(Backend& backend, const LaunchFacts& facts, Execution& execution, void* blockResults) noexcept {
  bool met = false;
  bestEffort([&] { met = Meeting(backend, facts, execution, blockResults).all(); });
  for (const WaitingResults& waiting : execution.waiting) {
    if (!met) execution.left.push_back(waiting.chunk);  // for which there is room
    bestEffort([&] { static_cast<void>(backend.release(waiting.id, waiting.memory)); });
  }
  execution.waiting.clear();
}

}  // namespace clustrix::runtime
