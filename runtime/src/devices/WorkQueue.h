// WorkQueue: operations carried out one after another in the order in which they were given; a virtual device's engine.
//
// A thread of its own does the work, so that devices run side by side. Operations that are known to be short wait for
// whoever asks for their result and run on that thread: waking another takes longer than they do.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>

#include "devices/Backend.h"
#include "support/Thread.h"

namespace clustrix::runtime {

class WorkQueue {
 public:
  using Operation = std::function<Status()>;
  enum class Length { Short, Long };

  WorkQueue() = default;
  ~WorkQueue();
  WorkQueue(const WorkQueue&) = delete;
  WorkQueue& operator=(const WorkQueue&) = delete;

  StreamId open();
  /// Waits for the stream's operations.
  Status close(StreamId stream);
  /// After a failure on the stream, its later operations are passed over until it is synchronized. What is thrown for
  /// want of memory leaves the queue as it was.
  Status enqueue(StreamId stream, Operation operation, Length length = Length::Long);
  bool finished(StreamId stream);
  Status synchronize(StreamId stream);

 private:
  struct Stream {
    std::size_t pending = 0;
    Status failure;
  };
  struct Entry {
    StreamId stream{};
    Operation operation;
  };
  using Lock = std::unique_lock<std::mutex>;

  int wakeThread();
  static Status outcome(const Operation& operation) noexcept;
  void work();
  void help(Lock& lock);
  void runFirst(Lock& lock);

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::condition_variable done_;
  std::deque<Entry> entries_;
  std::map<StreamId, Stream> streams_;
  std::uintptr_t nextStream_ = 1;
  bool forThread_ = false;  // there are long operations: what is queued is the thread's work
  bool running_ = false;    // an operation runs now, on whichever thread
  bool stopping_ = false;
  Thread thread_;  // started by the first long operation
};

}  // namespace clustrix::runtime
