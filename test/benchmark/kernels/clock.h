// Timing for the benchmark kernels: one call to warm up, then the median of several.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

/// Prints `seconds VALUE`: the median time of one `call`.
template <class Call> void measure(int repetitions, const Call& call) {
  call();
  std::vector<double> times;
  for (int i = 0; i < repetitions; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    call();
    times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  std::sort(times.begin(), times.end());
  std::printf("seconds %.6g\n", times[times.size() / 2]);
}
