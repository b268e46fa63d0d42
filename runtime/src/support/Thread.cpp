#include "support/Thread.h"

#include <sys/resource.h>

#include <utility>

namespace clustrix::runtime {

std::size_t stackSize() {
  constexpr std::size_t ours = std::size_t{1} << 20, unlimited = std::size_t{64} << 20;
  rlimit limit{};
  const bool known = getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  return ours + (known ? static_cast<std::size_t>(limit.rlim_cur) : unlimited);
}

int Thread::start(std::function<void()> work) {
  work_ = std::move(work);
  pthread_attr_t attributes;
  if (const int error = pthread_attr_init(&attributes); error != 0) return error;
  int error = pthread_attr_setstacksize(&attributes, stackSize());
  if (error == 0) error = pthread_create(&thread_, &attributes, run, this);
  pthread_attr_destroy(&attributes);
  started_ = error == 0;
  return error;
}

void Thread::join() {
  pthread_join(thread_, nullptr);
  started_ = false;
}

void* Thread::run(void* thread) {
  static_cast<Thread*>(thread)->work_();
  return nullptr;
}

}  // namespace clustrix::runtime
