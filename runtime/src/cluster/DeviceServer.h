// DeviceServer: a rank's devices, at the first rank's service.
//
//     requests ─► lane 7: receive, launch, send, synchronize     one after another, each as soon as it can
//                 lane 8: launch, synchronize                    a lane that waits holds up no other
//
// One thread does all of it and never waits for one thing alone. What a lane is asked is given to a stream of the
// backend's in that order; results are sent once all before them on the lane is known to have gone well. Each block
// that somebody has been told to expect is sent: without its bytes, where they could not be made.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "cluster/Requests.h"
#include "cluster/StagedBlock.h"
#include "cluster/Transport.h"
#include "devices/Backend.h"
#include "support/BackOff.h"

namespace clustrix::runtime {

class DeviceServer {
 public:
  /// `backend`: null where the rank has no devices.
  DeviceServer(Transport& transport, Backend* backend) : transport_(transport), backend_(backend) {}
  ~DeviceServer();
  DeviceServer(const DeviceServer&) = delete;
  DeviceServer& operator=(const DeviceServer&) = delete;

  /// Tells the first rank what there is, and serves until it says that there is no more. `mayGoOn` is asked now and
  /// then: whether the rest of the program is still there.
  template <class MayGoOn>
  void serve(const std::vector<std::string>& notes, const MayGoOn& mayGoOn) {
    introduce(notes);
    while (!stopped_ && mayGoOn()) turn();
  }

 private:
  struct Outgoing {
    RankId to{};
    Tag tag{};
    std::unique_ptr<StagedBlock> block;  // null: there is nothing to send
  };
  /// A stream, and what it has been asked for.
  struct Lane {
    DeviceId device{};
    StreamId stream{};
    std::deque<Message> waiting;
    std::unique_ptr<StagedBlock> arriving;             // of the first that waits
    std::unique_ptr<Transfer> direct;                  // the same into the device's memory
    std::vector<std::unique_ptr<StagedBlock>> staged;  // whose copies to the device are under way
    std::deque<CopyLayout> layouts;                    // that kernels under way look at
    std::vector<Outgoing> outgoing;                    // whose copies from the device are under way
    std::size_t stagedBytes = 0;
    Status failure;
    bool closed = false;
  };
  struct Sent {
    std::unique_ptr<Transfer> transfer;
    std::unique_ptr<StagedBlock> block;
  };

  void introduce(const std::vector<std::string>& notes);
  void turn();
  void take(Message message);
  void answer(QuestionId question, const Status& status, std::uint64_t value = 0, Bytes behind = {});
  bool advance(Lane& lane);
  bool flush(Lane& lane);
  void dispatch(Outgoing outgoing, bool whole);
  void forgetSent();
  bool hasRoom(Lane& lane, std::size_t bytes);
  /// Whether nothing more is to be waited for: it is there, or will never be.
  bool hasCome(RankId from, const std::unique_ptr<Transfer>& transfer) const;
  void noteArrival(Lane& lane, RankId from, const std::unique_ptr<Transfer>& transfer) const;
  bool receiveDirectly(Lane& lane, const requests::Receive& request, const Block& block);
  Lane& laneBetween(DeviceId device);
  std::unique_ptr<StagedBlock> stage(const Lane& lane, std::uint64_t width, std::uint64_t rows);
  const Kernel* kernelFor(Lane& lane, const KernelPlace& place);
  void lacksLibrary(Lane& lane) const;

  // At once:
  void operator()(const requests::Allocate& request, const Bytes&);
  void operator()(const requests::Release& request, const Bytes&);
  void operator()(const requests::FreeMemory& request, const Bytes&);
  void operator()(const requests::Open& request, const Bytes&);
  void operator()(const requests::SendNow& request, const Bytes&);
  void operator()(const requests::Ping& request, const Bytes&);
  void operator()(const requests::Trace& request, const Bytes&);
  void operator()(const requests::TakeActivities& request, const Bytes&);
  void operator()(const requests::Lost& request, const Bytes&);
  void operator()(const requests::Stop&, const Bytes&) { stopped_ = true; }
  // In a lane's order; whether it is done with.
  bool inOrder(Lane& lane, const requests::Receive& request, const Bytes&);
  bool inOrder(Lane& lane, const requests::Send& request, const Bytes&);
  bool inOrder(Lane& lane, const requests::CopyWithin& request, const Bytes&);
  bool inOrder(Lane& lane, const requests::Launch& request, const Bytes& behind);
  bool inOrder(Lane& lane, const requests::Fold& request, const Bytes&);
  bool inOrder(Lane& lane, const requests::Synchronize& request, const Bytes&);
  bool inOrder(Lane& lane, const requests::Close&, const Bytes&);

  Transport& transport_;
  Backend* const backend_;
  std::map<LaneId, Lane> lanes_;
  std::map<DeviceId, Lane> between_;  // for what other ranks take from a device
  std::vector<Sent> sent_;
  std::vector<RankId> lost_;
  std::map<std::pair<FileId, std::uint64_t>, const Kernel*> kernels_;
  bool stopped_ = false;
  bool moved_ = false;  // something went on in this turn
  BackOff idle_;
};

}  // namespace clustrix::runtime
