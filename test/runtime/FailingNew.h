// FailingNew: the program's `operator new`, which throws where a test wants it to.
#pragma once

#include <atomic>

namespace clustrix::test {

/// Of the calls since `armed` was set, counted from 0, `count` fail from `first` on.
struct NewFails {
  long first = -1;
  long count = 0;
  std::atomic<bool> armed{false};
  std::atomic<long> asked{0};
};
extern NewFails newFails;

}  // namespace clustrix::test
