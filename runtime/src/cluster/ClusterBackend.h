// ClusterBackend: the devices of all ranks, as the first rank's program sees them.
//
//     device 0, 1    of the first rank: its own backend, as without other ranks
//     device 2 … 4   of rank 1: requests to its DeviceServer
//
//     copy to a device ──► a block from the program's memory       copy between ranks ──► a block from one to the other
//
// An operation on another rank's stream is a message and no answer; `synchronize` is one question, and the answer says
// how all of them went. What comes home arrives in the program's memory before that.
#pragma once

#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "cluster/Links.h"
#include "cluster/Ranks.h"
#include "cluster/StagedBlock.h"
#include "devices/Backend.h"

namespace clustrix::runtime {

class ClusterBackend final : public Backend {
 public:
  /// What is not there, and why; and ranks that cannot be used.
  struct Absent {
    std::vector<std::string> devices, ranks;
  };
  /// Waits for the other ranks, and measures what `links` does not know. `local`: of this rank; null where it has none.
  ClusterBackend(Ranks& ranks, std::unique_ptr<Backend> local, Links& links, Absent& absent);
  ~ClusterBackend() override;

  std::string kind() const override { return "cluster"; }
  int deviceCount() const override { return static_cast<int>(devices_.size()); }
  const DeviceProperties& properties(DeviceId device) const override { return of(device).properties; }
  std::string obstacle(const Kernel& kernel) const override;
  Status freeMemory(DeviceId device, std::size_t& bytes) override;
  Status allocate(DeviceId device, std::size_t bytes, DeviceAddress& address) override;
  Status release(DeviceId device, DeviceAddress address) override;
  Status allocateHost(DeviceId device, std::size_t bytes, void*& address) override;
  Status releaseHost(DeviceId device, void* address) override;
  Status openStream(DeviceId device, StreamId& stream) override;
  Status closeStream(DeviceId device, StreamId stream) override;
  Status copy(DeviceId device, StreamId stream, const Copy& copy) override;
  Status launch(DeviceId device, StreamId stream, const KernelStart& start) override;
  Status fold(DeviceId device, StreamId stream, const FoldStart& start) override;
  Status reduce(const ReduceStart& start) override;
  bool finished(DeviceId device, StreamId stream) override;
  Status synchronize(DeviceId device, StreamId stream) override;
  std::unique_ptr<CurrentDevice> makeCurrent(DeviceId device) override;
  Status copyNow(DeviceId device, const Copy& rows) override {
    return isLocal(device) ? local_->copyNow(device, rows) : Backend::copyNow(device, rows);
  }
  bool finishCurrent() override { return local_ && local_->finishCurrent(); }
  void trace(bool on) override;
  std::vector<Activity> takeActivities() override;

 private:
  struct Device {
    RankId rank{};
    DeviceId there{};  // its number among those of its rank
    DeviceProperties properties;
  };
  /// A stream of another rank's device.
  struct Lane {
    LaneId id{};
    RankId rank{};
    std::vector<std::unique_ptr<Transfer>> transfers;  // of the program's own memory
    std::list<std::unique_ptr<StagedBlock>> staged;    // from this rank's devices
    std::vector<QuestionId> asked;                     // how all until then went
    Status answer;                                     // the first failure of those that have come
    bool isAsked = true;                               // about all until now
  };

  const Device& of(DeviceId device) const { return devices_[static_cast<std::size_t>(device)]; }
  bool isLocal(DeviceId device) const { return of(device).rank == RankId{}; }
  Status lossOf(DeviceId device) { return ranks_.lossOf(of(device).rank); }
  Lane& laneOf(StreamId stream);
  Status post(DeviceId device, Lane& lane, Request request, Bytes behind = {});
  bool hasEnded(Lane& lane);
  Status finish(Lane& lane);
  void giveUp(Lane& lane);
  Status copyHome(DeviceId device, Lane& lane, const Copy& piece);
  Status copyThere(DeviceId device, Lane& lane, const Copy& piece);
  Status copyBetween(DeviceId device, Lane& lane, const Copy& piece);
  Status copyHere(DeviceId device, StreamId stream, const Copy& piece);
  void add(RankId rank, const Hello& hello, Links& links);
  int machineOf(const std::string& host);
  void measure(RankId rank, const std::string& host, Links& links);
  KernelPlace placeOfKernel(const Kernel* kernel);

  Ranks& ranks_;
  const std::unique_ptr<Backend> local_;
  std::vector<Device> devices_;
  std::map<RankId, double> clockAhead_;  // seconds
  std::vector<std::string> machines_;    // by their hosts; the program's own is the first
  std::mutex mutex_;                     // of what follows
  std::map<StreamId, Lane> lanes_;
  std::uintptr_t nextLane_ = 0;
  std::map<std::pair<DeviceId, StreamId>, std::list<std::unique_ptr<StagedBlock>>> arrived_;  // for this rank's streams
  std::map<const Kernel*, KernelPlace> places_;
};

}  // namespace clustrix::runtime
