#include "Driver/Judging.h"

#include <algorithm>
#include <utility>

namespace clustrix::compiler {

Judging::~Judging() {
  {
    const std::lock_guard lock(mutex_);
    next_ = functions_.size();
  }
  end();
}

void Judging::add(const AnnotatedFunction& function, std::size_t count) {
  const std::size_t threads = threadsFor(count);
  if (threads < 2) return;
  const std::lock_guard lock(mutex_);
  if (threads_.empty()) {
    verdicts_.resize(count);
    // The thread that calls is busy.
    for (std::size_t i = 1; i < threads; ++i) threads_.emplace_back([this] { work(); });
  }
  functions_.push_back(&function);
  changed_.notify_one();
}

void Judging::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return complete_ || next_ < functions_.size(); });
    if (next_ >= functions_.size()) return;
    const std::size_t f = next_++;
    const AnnotatedFunction& function = *functions_[f];
    lock.unlock();
    std::vector<Legality> its;
    for (const LoopSite& site : function.loops) its.push_back(analyse(site.model));
    lock.lock();
    verdicts_[f] = std::move(its);
  }
}

void Judging::end() {
  {
    const std::lock_guard lock(mutex_);
    complete_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

Verdicts Judging::finish() {
  if (threads_.empty()) return {};
  {
    const std::lock_guard lock(mutex_);
    complete_ = true;
  }
  work();
  end();
  return std::move(verdicts_);
}

}  // namespace clustrix::compiler
