#include "clustrix-lsp/Scheduler.h"

#include "clustrix-lsp/Child.h"

#include <algorithm>
#include <utility>

namespace clustrix::lsp {

Scheduler::Scheduler(Work work, std::chrono::milliseconds quiet, std::chrono::milliseconds rest)
    : work_(std::move(work)), quiet_(quiet), rest_(rest), thread_([this] { run(); }) {}

Scheduler::~Scheduler() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = isStopped_ = true;
    if (child_) child_->stop();
  }
  changed_.notify_one();
  thread_.join();
}

/// With the mutex held.
void Scheduler::drop(const std::string& uri) {
  std::erase_if(waiting_, [&](const Waiting& one) { return one.snapshot.uri == uri; });
  if (lookedAt_ != uri) return;
  isStopped_ = true;
  if (child_) child_->stop();
}

void Scheduler::want(Snapshot snapshot) {
  {
    const std::lock_guard lock(mutex_);
    const bool before = std::any_of(waiting_.begin(), waiting_.end(), [&](const Waiting& one) {
      return one.snapshot.uri == snapshot.uri && one.snapshot.headersWritten;
    });
    snapshot.headersWritten = snapshot.headersWritten || before;
    drop(snapshot.uri);
    closed_.erase(snapshot.path);
    waiting_.push_back({std::move(snapshot), std::chrono::steady_clock::now() + quiet_});
  }
  changed_.notify_one();
}

void Scheduler::forget(const std::string& uri, const std::string& path) {
  {
    const std::lock_guard lock(mutex_);
    drop(uri);
    closed_.insert(path);
  }
  changed_.notify_one();
}

void Scheduler::run() {
  std::unique_lock lock(mutex_);
  while (!ends_) {
    for (const std::string& path : std::exchange(closed_, {})) work_.forget(path);
    if (waiting_.empty()) {
      changed_.wait(lock);
      continue;
    }
    const auto due = waiting_.front().due;
    if (std::chrono::steady_clock::now() < due) {
      changed_.wait_until(lock, due);
      continue;
    }
    const Snapshot snapshot = std::move(waiting_.front().snapshot);
    waiting_.pop_front();
    lookedAt_ = snapshot.uri;
    isStopped_ = false;
    lock.unlock();
    const bool isWhole = lookAt(snapshot);
    lock.lock();
    // Not while somebody types: who changes the text again would wait for it.
    const auto isBusy = [&] { return !waiting_.empty() || isStopped_; };
    if (isWhole && !changed_.wait_for(lock, rest_, isBusy)) {
      lock.unlock();
      work_.keep(snapshot);
      lock.lock();
    }
    lookedAt_.clear();
  }
}

bool Scheduler::lookAt(const Snapshot& snapshot) {
  work_.prepare(snapshot);
  Child child([&] { return work_.findings(snapshot); });
  {
    const std::lock_guard lock(mutex_);
    child_ = &child;
    if (isStopped_) child.stop();
  }
  const Child::Ending ending = child.wait();
  {
    const std::lock_guard lock(mutex_);
    child_ = nullptr;
    if (isStopped_) return false;
  }
  work_.tell(snapshot, ending.text, ending.why);
  return ending.whole;
}

}  // namespace clustrix::lsp
