// Blocks and messages over MPI. Each call is a few of MPI's own that do not wait, one after another: a library that was
// built for threads is not wanted.
#include <mpi.h>

#include <chrono>
#include <list>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "cluster/Transport.h"

extern "C" int MPIX_Query_cuda_support(void) __attribute__((weak));  // an extension of Open MPI's and MPICH's

namespace clustrix::runtime {
namespace {

/// Tags of messages; those of blocks come behind them.
constexpr int tagOf(Channel channel) { return channel == Channel::Requests ? 1 : 2; }
constexpr int firstOfBlocks = 16;

std::mutex mutex;  // one for all: MPI is called by one thread at a time

class MpiTransfer final : public Transfer {
 public:
  MpiTransfer(MPI_Request request, bool sends, bool isEmpty) : request_(request), sends_(sends), isEmpty_(isEmpty) {}
  ~MpiTransfer() override {
    const std::lock_guard<std::mutex> lock(mutex);
    if (state_ == State::Waiting && request_ != MPI_REQUEST_NULL) MPI_Request_free(&request_);
  }

  State state() override {
    const std::lock_guard<std::mutex> lock(mutex);
    test();
    return state_;
  }

  // What is sent is only read, and nobody is left to read it. What is received may have begun to arrive.
  bool abandon() override {
    if (sends_) return true;
    {
      const std::lock_guard<std::mutex> lock(mutex);
      if (state_ == State::Waiting) MPI_Cancel(&request_);
    }
    for (int tries = 0; tries < 500; ++tries) {
      if (state() != State::Waiting) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
  }

 private:
  void test() {
    if (state_ != State::Waiting) return;
    int done = 0, count = 0;
    MPI_Status status;
    if (MPI_Test(&request_, &done, &status) != MPI_SUCCESS) {
      state_ = State::Failed;
      return;
    }
    if (done == 0) return;
    if (!sends_) MPI_Get_elements(&status, MPI_BYTE, &count);
    state_ = !sends_ && count == 0 && !isEmpty_ ? State::Empty : State::Done;
  }

  MPI_Request request_;
  const bool sends_, isEmpty_;
  State state_ = State::Waiting;
};

class MpiTransport final : public Transport {
 public:
  explicit MpiTransport(MPI_Comm ranks) : ranks_(ranks) {
    MPI_Comm_rank(ranks_, &rank_);
    MPI_Comm_size(ranks_, &size_);
    int found = 0, *bound = nullptr;
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &bound, &found);
    tags_ = (found != 0 ? *bound : 32767) - firstOfBlocks;
    char name[MPI_MAX_PROCESSOR_NAME] = "";
    int length = 0;
    MPI_Get_processor_name(name, &length);
    host_.assign(name, static_cast<std::size_t>(length));
  }

  RankId rank() const override { return static_cast<RankId>(rank_); }
  int size() const override { return size_; }
  std::string host() const override { return host_; }
  int tags() const override { return tags_; }
  bool reachesDevices() const override { return &MPIX_Query_cuda_support != nullptr && MPIX_Query_cuda_support() != 0; }

  bool post(RankId to, Channel channel, Bytes message) override {
    const std::lock_guard<std::mutex> lock(mutex);
    forgetPosted();
    posted_.push_back({MPI_REQUEST_NULL, std::move(message)});
    Posted& one = posted_.back();
    messagesSent_ += 1;
    bytesSent_ += one.message.size();
    return MPI_Isend(one.message.data(), static_cast<int>(one.message.size()), MPI_BYTE, static_cast<int>(to),
                     tagOf(channel), ranks_, &one.request) == MPI_SUCCESS;
  }

  bool poll(Channel channel, Incoming& message) override {
    const std::lock_guard<std::mutex> lock(mutex);
    forgetPosted();
    std::optional<Arriving>& arriving = arriving_[static_cast<std::size_t>(channel)];
    if (!arriving && !begin(channel, arriving)) return false;
    int done = 0;
    if (MPI_Test(&arriving->request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS || done == 0) return false;
    message = std::move(arriving->message);
    arriving.reset();
    return true;
  }

  std::unique_ptr<Transfer> send(RankId to, Tag tag, const Block& block) override {
    const std::lock_guard<std::mutex> lock(mutex);
    bytesSent_ += block.bytes();
    messagesSent_ += 1;
    return transfer(block, true, [&](int count, MPI_Datatype type, MPI_Request& request) {
      return MPI_Isend(block.first, count, type, static_cast<int>(to), of(tag), ranks_, &request);
    });
  }

  std::unique_ptr<Transfer> receive(RankId from, Tag tag, const Block& block) override {
    const std::lock_guard<std::mutex> lock(mutex);
    return transfer(block, false, [&](int count, MPI_Datatype type, MPI_Request& request) {
      return MPI_Irecv(block.first, count, type, static_cast<int>(from), of(tag), ranks_, &request);
    });
  }

  std::size_t bytesSent() const override {
    const std::lock_guard<std::mutex> lock(mutex);
    return bytesSent_;
  }
  std::size_t messagesSent() const override {
    const std::lock_guard<std::mutex> lock(mutex);
    return messagesSent_;
  }

  // Nothing is left on its way when MPI ends: there a rank may wait for another one's help, which waits for all ranks.
  void finish(int status) override {
    endLater(status);
    MPI_Request met = MPI_REQUEST_NULL;
    if (MPI_Ibarrier(ranks_, &met) != MPI_SUCCESS) std::_Exit(status);
    for (int done = 0; done == 0;) {
      Incoming unread;
      for (const Channel channel : {Channel::Requests, Channel::Replies})
        while (poll(channel, unread)) continue;
      if (posted_.empty() && MPI_Test(&met, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS) std::_Exit(status);
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
    MPI_Finalize();
  }
  [[noreturn]] void abort(int status) override {
    endLater(status);
    MPI_Abort(MPI_COMM_WORLD, status);
    std::_Exit(status);
  }

 private:
  struct Posted {
    MPI_Request request;
    Bytes message;
  };
  struct Arriving {
    MPI_Request request;
    Incoming message;
  };

  // Where neither MPI nor its launcher ends this process, it ends by itself.
  static void endLater(int status) {
    std::thread([status] {
      std::this_thread::sleep_for(std::chrono::seconds(10));
      std::_Exit(status);
    }).detach();
  }

  static int of(Tag tag) { return static_cast<int>(tag) + firstOfBlocks; }

  void forgetPosted() {
    for (auto one = posted_.begin(); one != posted_.end();) {
      int done = 0;
      const bool over = MPI_Test(&one->request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS || done != 0;
      one = over ? posted_.erase(one) : std::next(one);
    }
  }

  /// Whether a message has begun to come.
  bool begin(Channel channel, std::optional<Arriving>& arriving) {
    int found = 0, size = 0;
    MPI_Message matched;
    MPI_Status status;
    if (MPI_Improbe(MPI_ANY_SOURCE, tagOf(channel), ranks_, &found, &matched, &status) != MPI_SUCCESS || found == 0)
      return false;
    MPI_Get_count(&status, MPI_BYTE, &size);
    arriving.emplace();
    arriving->message = {static_cast<RankId>(status.MPI_SOURCE), Bytes(static_cast<std::size_t>(size))};
    return MPI_Imrecv(arriving->message.bytes.data(), size, MPI_BYTE, &matched, &arriving->request) == MPI_SUCCESS;
  }

  /// `start(count, type, request)` begins it.
  template <class Start>
  std::unique_ptr<Transfer> transfer(const Block& block, bool sends, const Start& start) {
    MPI_Request request = MPI_REQUEST_NULL;
    int error = MPI_SUCCESS;
    if (block.rows <= 1 || block.pitch == block.width) {
      error = start(static_cast<int>(block.bytes()), MPI_BYTE, request);
    } else {
      MPI_Datatype rows = MPI_DATATYPE_NULL;
      MPI_Type_create_hvector(static_cast<int>(block.rows), static_cast<int>(block.width),
                              static_cast<MPI_Aint>(block.pitch), MPI_BYTE, &rows);
      MPI_Type_commit(&rows);
      error = start(1, rows, request);
      MPI_Type_free(&rows);
    }
    if (error != MPI_SUCCESS) return nullptr;
    return std::make_unique<MpiTransfer>(request, sends, block.bytes() == 0);
  }

  const MPI_Comm ranks_;
  int rank_ = 0, size_ = 1, tags_ = 0;
  std::string host_;
  std::list<Posted> posted_;
  std::optional<Arriving> arriving_[2];
  std::size_t bytesSent_ = 0, messagesSent_ = 0;
};

Transport* join(std::string& error) {
  int provided = 0, begun = 0;
  MPI_Initialized(&begun);
  if (begun != 0) {
    error = "the program has started MPI itself";
    return nullptr;
  }
  if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided) != MPI_SUCCESS) {
    error = "MPI cannot be started";
    return nullptr;
  }
  if (provided < MPI_THREAD_SERIALIZED) {
    error = "this MPI is for programs of one thread";
    return nullptr;
  }
  // A rank that has gone is told by our own means; MPI would end the program.
  MPI_Comm ranks = MPI_COMM_NULL;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  if (MPI_Comm_dup(MPI_COMM_WORLD, &ranks) != MPI_SUCCESS) {
    error = "MPI has no communicator for the ranks";
    return nullptr;
  }
  MPI_Comm_set_errhandler(ranks, MPI_ERRORS_RETURN);
  return new MpiTransport(ranks);
}

}  // namespace
}  // namespace clustrix::runtime

extern "C" __attribute__((visibility("default"))) const clustrix::runtime::TransportLibrary clustrixTransport = {
    clustrix::runtime::transportInterface, &clustrix::runtime::join};
