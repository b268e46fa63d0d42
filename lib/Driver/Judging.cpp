#include "Driver/Judging.h"

#include "Support/Parallel.h"

#include <utility>

namespace clustrix::compiler {
namespace {

constexpr std::size_t batch = 16;  // functions

}  // namespace

void Judging::whole(const AnnotatedFunction& function) {
  {
    const std::lock_guard lock(mutex_);
    tasks_.push_back({&function});
  }
  // To wake the helper for each single one takes longer than to judge it.
  if (helper_) {
    if (tasks_.size() % batch == 0) more_.notify_one();
  } else if (threadsFor(tasks_.size()) > 1) {
    helper_.emplace([this] { work(true); });
  }
}

void Judging::end() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  more_.notify_one();
  work(false);
  helper_.reset();  // which waits for it
}

Verdicts Judging::verdicts() {
  Verdicts all;
  for (Task& task : tasks_) all.push_back(std::move(task.verdicts));
  return all;
}

/// A function that nobody has begun with; null when there is none left, after the last one if asked to wait for that.
Judging::Task* Judging::next(bool waits) {
  std::unique_lock lock(mutex_);
  if (waits) more_.wait(lock, [this] { return ended_ || begun_ < tasks_.size(); });
  return begun_ < tasks_.size() ? &tasks_[begun_++] : nullptr;
}

void Judging::work(bool waits) {
  while (Task* task = next(waits)) task->verdicts = verdictsOn(*task->function);
}

}  // namespace clustrix::compiler
