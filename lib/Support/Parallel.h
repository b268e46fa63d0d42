// Independent pieces of work on several threads of the compiler itself.
#pragma once

#include "Support/DeepThread.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace clustrix::compiler {

/// How many threads so many pieces of one source are worth: a thread costs as much as some ten functions' analysis.
inline std::size_t threadsFor(std::size_t pieces) {
  static const std::size_t processors = std::thread::hardware_concurrency();  // which reads a file
  return pieces < 32 ? 1 : processors;
}

/// work(0) ... work(count - 1), each once, in any order, on at most `threads` threads, the caller's among them. `work`
/// does not throw.
template <class Work>
void forEachIndex(std::size_t count, std::size_t threads, const Work& work) {
  std::atomic<std::size_t> next{0};
  const auto loop = [&] {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  };
  std::vector<DeepThread> helpers;
  for (std::size_t t = 1; t < std::min(count, threads); ++t) helpers.emplace_back(loop);
  loop();
}

}  // namespace clustrix::compiler
