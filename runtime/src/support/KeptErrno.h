// KeptErrno: errno is the program's, which no loop of its own would change.
#pragma once

#include <cerrno>

namespace clustrix::runtime {

class KeptErrno {
 public:
  KeptErrno() = default;
  ~KeptErrno() { errno = before_; }
  KeptErrno(const KeptErrno&) = delete;
  KeptErrno& operator=(const KeptErrno&) = delete;

 private:
  const int before_ = errno;
};

}  // namespace clustrix::runtime
