// DeepThread: a thread whose stack has room for sources that nest deeper than people write, but programs do.
//
// Clang and our own walks recurse as deep as a source nests. Ten thousand operators in a row are a hundred megabytes of
// stack, of which the system gives out what is used. Where even that is too little the process ends with a message and
// the exit status of a bad source, and not with a crash.
#pragma once

#include <functional>
#include <memory>

namespace clustrix::compiler {

class DeepThread {
 public:
  /// Begins at once. Where the system has no room for such a stack it is a smaller one; where there is no thread at
  /// all, the caller's runs the work.
  explicit DeepThread(std::function<void()> work);
  DeepThread(DeepThread&&) noexcept;
  DeepThread& operator=(DeepThread&&) = delete;
  /// Waits for its end.
  ~DeepThread();

 private:
  struct Running;
  std::unique_ptr<Running> running_;
};

}  // namespace clustrix::compiler
