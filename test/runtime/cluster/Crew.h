// Crew: ranks as threads of one process, each with virtual devices; the test is the first rank.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <deque>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "cluster/ClusterBackend.h"
#include "cluster/DeviceServer.h"
#include "devices/VirtualBackend.h"

namespace clustrix::test {

/// What is under way between all ranks.
class Exchange {
 public:
  explicit Exchange(int size) : inboxes_(static_cast<std::size_t>(size)) {}

  /// Nothing comes from this rank any more, nor gets there.
  void cut(runtime::RankId rank) {
    const std::lock_guard<std::mutex> lock(mutex_);
    cut_.push_back(rank);
  }
  /// The same, once so many messages of any rank have been posted.
  void cutAfter(runtime::RankId rank, std::size_t messages) {
    const std::lock_guard<std::mutex> lock(mutex_);
    later_ = rank;
    cutAt_ = messagesSent + messages;
  }
  std::atomic<std::size_t> bytesSent{0}, messagesSent{0};

 private:
  friend class CrewTransport;
  friend class CrewTransfer;
  struct Half {
    runtime::RankId from{}, to{};
    runtime::Tag tag{};
    runtime::Block block;
    runtime::Transfer::State state = runtime::Transfer::State::Waiting;
    bool sends = false;
  };
  using Inbox = std::array<std::deque<runtime::Incoming>, 2>;

  bool isCut(runtime::RankId rank) const { return std::count(cut_.begin(), cut_.end(), rank) > 0; }
  static unsigned char* row(const runtime::Block& block, std::size_t r) {
    return static_cast<unsigned char*>(block.first) + r * block.pitch;
  }
  static void copy(const runtime::Block& from, const runtime::Block& to) {
    std::vector<unsigned char> dense;
    for (std::size_t r = 0; r < from.rows; ++r) dense.insert(dense.end(), row(from, r), row(from, r) + from.width);
    for (std::size_t r = 0; r < to.rows; ++r) std::memcpy(row(to, r), dense.data() + r * to.width, to.width);
  }
  std::shared_ptr<Half> add(const Half& half) {
    const std::lock_guard<std::mutex> lock(mutex_);
    auto added = std::make_shared<Half>(half);
    if (isCut(half.from) || isCut(half.to)) return added;
    const auto other = std::find_if(halves_.begin(), halves_.end(), [&](const auto& one) {
      return one->sends != half.sends && one->from == half.from && one->to == half.to && one->tag == half.tag;
    });
    if (other == halves_.end()) {
      halves_.push_back(added);
      return added;
    }
    const runtime::Block& sent = half.sends ? half.block : (*other)->block;
    const runtime::Block& wanted = half.sends ? (*other)->block : half.block;
    const bool empty = sent.bytes() == 0 && wanted.bytes() > 0;
    if (!empty) copy(sent, wanted);
    bytesSent += sent.bytes();
    added->state = (*other)->state = empty ? runtime::Transfer::State::Empty : runtime::Transfer::State::Done;
    halves_.erase(other);
    return added;
  }
  void forget(const std::shared_ptr<Half>& half) {
    const std::lock_guard<std::mutex> lock(mutex_);
    halves_.remove(half);
  }

  std::mutex mutex_;
  std::vector<Inbox> inboxes_;
  std::list<std::shared_ptr<Half>> halves_;
  std::vector<runtime::RankId> cut_;
  runtime::RankId later_{};
  std::size_t cutAt_ = 0;  // 0: never
};

class CrewTransfer final : public runtime::Transfer {
 public:
  CrewTransfer(Exchange& exchange, const Exchange::Half& half) : exchange_(exchange), half_(exchange.add(half)) {}
  State state() override {
    const std::lock_guard<std::mutex> lock(exchange_.mutex_);
    return half_->state;
  }
  bool abandon() override {
    exchange_.forget(half_);
    return true;
  }

 private:
  Exchange& exchange_;
  const std::shared_ptr<Exchange::Half> half_;
};

class CrewTransport final : public runtime::Transport {
 public:
  CrewTransport(Exchange& exchange, int rank) : exchange_(exchange), rank_(static_cast<runtime::RankId>(rank)) {}

  runtime::RankId rank() const override { return rank_; }
  int size() const override { return static_cast<int>(exchange_.inboxes_.size()); }
  std::string host() const override { return "node" + std::to_string(static_cast<int>(rank_)); }
  int tags() const override { return 1000; }
  bool reachesDevices() const override { return true; }  // for those of CUDA, of which it has none
  bool post(runtime::RankId to, runtime::Channel channel, runtime::Bytes message) override {
    const std::lock_guard<std::mutex> lock(exchange_.mutex_);
    if (++exchange_.messagesSent == exchange_.cutAt_) exchange_.cut_.push_back(exchange_.later_);
    if (!exchange_.isCut(rank_) && !exchange_.isCut(to))
      exchange_.inboxes_[static_cast<std::size_t>(to)][static_cast<std::size_t>(channel)].push_back(
          {rank_, std::move(message)});
    return true;
  }
  bool poll(runtime::Channel channel, runtime::Incoming& message) override {
    const std::lock_guard<std::mutex> lock(exchange_.mutex_);
    auto& inbox = exchange_.inboxes_[static_cast<std::size_t>(rank_)][static_cast<std::size_t>(channel)];
    if (inbox.empty()) return false;
    message = std::move(inbox.front());
    inbox.pop_front();
    return true;
  }
  std::unique_ptr<runtime::Transfer> send(runtime::RankId to, runtime::Tag tag, const runtime::Block& block) override {
    return std::make_unique<CrewTransfer>(
        exchange_, Exchange::Half{rank_, to, tag, block, runtime::Transfer::State::Waiting, true});
  }
  std::unique_ptr<runtime::Transfer> receive(runtime::RankId from, runtime::Tag tag,
                                             const runtime::Block& block) override {
    return std::make_unique<CrewTransfer>(
        exchange_, Exchange::Half{from, rank_, tag, block, runtime::Transfer::State::Waiting, false});
  }
  std::size_t bytesSent() const override { return exchange_.bytesSent; }
  std::size_t messagesSent() const override { return exchange_.messagesSent; }
  void finish(int) override {}
  [[noreturn]] void abort(int) override { std::abort(); }

 private:
  Exchange& exchange_;
  const runtime::RankId rank_;
};

inline std::unique_ptr<runtime::Backend> virtualDevices(const std::string& spec) {
  return runtime::makeVirtualBackend(std::get<runtime::VirtualDevices>(runtime::parseDeviceSpec(spec).spec));
}

class Crew {
 public:
  /// What each rank brings, the test's own first; "" for nothing. `links`: what is known of them.
  explicit Crew(const std::vector<std::string>& devices, double patience = 5, runtime::Links* links = nullptr)
      : exchange_(static_cast<int>(devices.size())), own_(exchange_, 0), ranks_(own_, patience) {
    for (std::size_t r = 1; r < devices.size(); ++r)
      served_.push_back(std::make_unique<Served>(exchange_, static_cast<int>(r), devices[r]));
    std::unique_ptr<runtime::Backend> local;
    if (!devices[0].empty()) local = virtualDevices(devices[0]);
    runtime::Links unknown("", "here");
    backend_ = std::make_unique<runtime::ClusterBackend>(ranks_, std::move(local), links != nullptr ? *links : unknown,
                                                         absent_);
  }
  ~Crew() {
    backend_.reset();
    for (const auto& one : served_) one->stopped = true;
    for (const auto& one : served_) one->thread.join();
  }

  runtime::Backend& backend() { return *backend_; }
  /// For a context, which the crew outlives.
  std::unique_ptr<runtime::Backend> take() { return std::move(backend_); }
  Exchange& exchange() { return exchange_; }
  const runtime::ClusterBackend::Absent& absent() const { return absent_; }
  /// The rank is gone.
  void kill(int rank) { exchange_.cut(static_cast<runtime::RankId>(rank)); }

 private:
  struct Served {
    Served(Exchange& exchange, int rank, const std::string& devices)
        : transport(exchange, rank), backend(devices.empty() ? nullptr : virtualDevices(devices)), thread([this] {
            runtime::DeviceServer server(transport, backend.get());
            const std::vector<std::string> none = {"no GPU"};
            server.serve(backend ? std::vector<std::string>() : none, [this] { return !stopped; });
          }) {}
    CrewTransport transport;
    std::unique_ptr<runtime::Backend> backend;
    std::atomic<bool> stopped{false};
    std::thread thread;  // last
  };

  Exchange exchange_;
  CrewTransport own_;
  runtime::Ranks ranks_;
  std::vector<std::unique_ptr<Served>> served_;
  runtime::ClusterBackend::Absent absent_;
  std::unique_ptr<runtime::Backend> backend_;
};

}  // namespace clustrix::test
