// A child: a copy of this process in which an analysis runs. It may crash, which half of a program may make a compiler
// do, and it may be stopped at any place, when the text that it looks at is an old one; what it had is gone with it.
#pragma once

#include <functional>
#include <mutex>
#include <string>

#include <sys/types.h>

namespace clustrix::lsp {

class Child {
 public:
  /// Begins with `work`, whose result is to be handed back. Only the calling thread goes on in the copy: what locks
  /// other threads may hold is not for `work` to need.
  explicit Child(const std::function<std::string()>& work);
  /// Stops it, where it has not ended.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  struct Ending {
    bool whole = false;  // `text` is what `work` returned
    std::string text;
    std::string why;  // not whole: how it ended, in words
  };
  /// Waits for its end. Once.
  Ending wait();
  /// From any thread.
  void stop();

 private:
  std::mutex mutex_;  // of the process's number, which is somebody else's after its end
  pid_t process_ = -1;
  int results_ = -1;
};

}  // namespace clustrix::lsp
