// Thread: one with a stack as large as the program's own, which held the variables of the iterations that it runs.
#pragma once

#include <pthread.h>

#include <cstddef>
#include <functional>

namespace clustrix::runtime {

/// Bytes for the stack of a thread that runs iterations: glibc gives 2 MB where the program's own is unlimited, and
/// oneTBB gives 4 MB.
std::size_t stackSize();

class Thread {
 public:
  Thread() = default;
  Thread(const Thread&) = delete;
  Thread& operator=(const Thread&) = delete;

  bool isStarted() const { return started_; }
  /// Errors: the number that pthread_create gives; 0 where the thread runs.
  int start(std::function<void()> work);
  void join();

 private:
  static void* run(void* thread);

  std::function<void()> work_;
  pthread_t thread_{};
  bool started_ = false;
};

}  // namespace clustrix::runtime
