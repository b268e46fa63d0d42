// Handoff: tells ThreadSanitizer what oneTBB promises.
//
// oneTBB is built without ThreadSanitizer, which therefore does not see how work is handed to threads and waited for.
// What oneTBB promises: the caller's writes are seen by every piece of the work, and a piece's by the caller once all
// have ended. One piece is not ordered against another, so that races between pieces are found.
//
// In a build without CLUSTRIX_THREAD_SANITIZER nothing is left of it. CpuThreads.cpp itself is never instrumented,
// since oneTBB's headers would be, in part.
#pragma once

#if defined(CLUSTRIX_THREAD_SANITIZER)
extern "C" void __tsan_acquire(void* address);
extern "C" void __tsan_release(void* address);
#endif

namespace clustrix::runtime {

class Handoff {
 public:
#if defined(CLUSTRIX_THREAD_SANITIZER)
  void give() { __tsan_release(this); }
  void take() { __tsan_acquire(this); }

 private:
  [[maybe_unused]] char place_ = 0;
#else
  void give() {}
  void take() {}
#endif
};

}  // namespace clustrix::runtime
