#include "WorkQueue.h"

#include <cstring>

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
  if (length == Length::Long) {
    Status status = wakeThread();
    if (!status.ok()) return status;
  }
  ++found->second.pending;
  entries_.push_back({stream, std::move(operation)});
  return {};
}

Status WorkQueue::wakeThread() {
  forThread_ = true;
  arrived_.notify_one();
  if (thread_.isStarted()) return {};
  if (const int error = thread_.start([this] { work(); }); error != 0)
    return {Failure::DeviceLost, std::string("no thread for the virtual device: ") + std::strerror(error)};
  return {};
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

void WorkQueue::runFirst(Lock& lock) {
  Entry entry = std::move(entries_.front());
  entries_.pop_front();
  // A stream is closed only when nothing is pending on it, so the reference stays good.
  Stream& stream = streams_[entry.stream];
  if (stream.failure.ok()) {
    running_ = true;
    lock.unlock();
    Status status = entry.operation();
    lock.lock();
    running_ = false;
    if (!status.ok()) stream.failure = std::move(status);
  }
  if (--stream.pending == 0) done_.notify_all();
}

}  // namespace clustrix::runtime
