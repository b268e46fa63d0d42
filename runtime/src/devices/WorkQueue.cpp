#include "devices/WorkQueue.h"

#include <cstring>

#include "support/BestEffort.h"

namespace clustrix::runtime {

WorkQueue::~WorkQueue() {
  {
    const Lock lock(mutex_);
    stopping_ = true;
  }
  arrived_.notify_all();
  if (thread_.isStarted()) thread_.join();
}

StreamId WorkQueue::open() {
  const Lock lock(mutex_);
  const StreamId stream = static_cast<StreamId>(nextStream_++);
  streams_[stream];
  return stream;
}

Status WorkQueue::close(StreamId stream) {
  const Status status = synchronize(stream);
  const Lock lock(mutex_);
  streams_.erase(stream);
  return status;
}

Status WorkQueue::enqueue(StreamId stream, Operation operation, Length length) {
  const Lock lock(mutex_);
  const auto found = streams_.find(stream);
  if (found == streams_.end()) return {Failure::Failed, "an operation was given to a stream that is not open"};
  // First of all: where memory runs out, nothing has changed, and nobody waits for what never comes.
  entries_.push_back({stream, std::move(operation)});
  const int error = length == Length::Long ? wakeThread() : 0;
  if (error == 0) {
    ++found->second.pending;
    return {};
  }
  entries_.pop_back();
  return {Failure::DeviceLost, std::string("no thread for the virtual device: ") + std::strerror(error)};
}

// The answer is an error's number. Only a thread that runs is given what is queued.
int WorkQueue::wakeThread() {
  if (!thread_.isStarted())
    if (const int error = thread_.start([this] { work(); }); error != 0) return error;
  forThread_ = true;
  arrived_.notify_one();
  return 0;
}

bool WorkQueue::finished(StreamId stream) {
  Lock lock(mutex_);
  help(lock);
  const auto found = streams_.find(stream);
  return found == streams_.end() || found->second.pending == 0;
}

Status WorkQueue::synchronize(StreamId stream) {
  Lock lock(mutex_);
  const auto found = streams_.find(stream);
  if (found == streams_.end()) return {Failure::Failed, "a stream that is not open was synchronized"};
  help(lock);
  done_.wait(lock, [&] { return found->second.pending == 0; });
  Status status;
  std::swap(status, found->second.failure);
  return status;
}

// On the thread that waits, unless the queue's own has work or somebody else is at it.
void WorkQueue::help(Lock& lock) {
  while (!forThread_ && !running_ && !entries_.empty()) runFirst(lock);
  // A long operation may have arrived meanwhile, when the thread could not begin it.
  if (forThread_) arrived_.notify_one();
}

void WorkQueue::work() {
  Lock lock(mutex_);
  while (true) {
    arrived_.wait(lock, [this] { return !running_ && (stopping_ || (forThread_ && !entries_.empty())); });
    if (entries_.empty()) return;
    runFirst(lock);
    if (entries_.empty()) forThread_ = false;
  }
}

// What an operation throws is its failure: the thread, and whoever waits for the stream, go on.
Status WorkQueue::outcome(const Operation& operation) noexcept {
  try {
    return operation();
  } catch (const std::exception&) {
    return {Failure::Failed, noHostMemory};
  }
}

void WorkQueue::runFirst(Lock& lock) {
  Entry entry = std::move(entries_.front());
  entries_.pop_front();
  // A stream is closed only when nothing is pending on it, so the reference stays good.
  Stream& stream = streams_.at(entry.stream);
  if (stream.failure.ok()) {
    running_ = true;
    lock.unlock();
    Status status = outcome(entry.operation);
    lock.lock();
    running_ = false;
    if (!status.ok()) stream.failure = std::move(status);
  }
  if (--stream.pending == 0) done_.notify_all();
}

}  // namespace clustrix::runtime
