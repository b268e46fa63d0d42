// Judging: what can be said of functions while the frontend still models others. Clang's tree belongs to one thread; a
// model is a value, and any other thread can look at it.
//
//     frontend    f0 ── f1 ── f2 ── ...
//     judging        f0 ── f1 ── f2 ──
#pragma once

#include "Driver/Instantiations.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace clustrix::compiler {

class Judging {
 public:
  Judging() = default;
  /// Ends what is under way.
  ~Judging();
  Judging(const Judging&) = delete;
  Judging& operator=(const Judging&) = delete;

  /// The next of `count` functions of one source; it stays where it is until finish(). Few are not worth a thread.
  void add(const AnnotatedFunction& function, std::size_t count);

  /// Of the functions added, all of one source, in that order; nothing where none were.
  Verdicts finish();

 private:
  void work();
  void end();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<const AnnotatedFunction*> functions_;
  std::size_t next_ = 0;
  bool complete_ = false;
  Verdicts verdicts_;
  std::vector<std::thread> threads_;
};

}  // namespace clustrix::compiler
