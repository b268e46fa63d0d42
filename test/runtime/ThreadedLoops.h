// Loops as the compiler emits them, each with its original, for programs with threads: what they compute is checked
// without Catch, whose assertions are for one thread.
#pragma once

#include <vector>

#include "clustrix/runtime.h"

namespace clustrix::test {

/// b[k] = a[k - 1] + a[k + 1]
struct Neighbours {
  const int* a;
  int* b;
  void operator()(Index k) const { b[k + 1] = a[k] + a[k + 2]; }
};
inline bool neighbours(const std::vector<int>& a, std::vector<int>& b, const Residency* residency = nullptr) {
  static constexpr Site site{"neighbours", "threads.cpp", 1, 1};
  const Index n = static_cast<Index>(a.size()) - 2;
  const auto run = [&](Loop& loop) {
    const auto a_ = loop.array("a", a.data(), a.size());
    const auto b_ = loop.array("b", b.data(), b.size());
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.reads(a_).box(chunk.begin, {1, chunk.size() + 2});
      touched.writes(b_).box(chunk.begin + 1, {1, chunk.size()});
    };
    const auto kernel = [&](const Memory& at) { return Neighbours{at(a_), at(b_)}; };
    return loop.run(footprint, kernel);
  };
  if (residency != nullptr) {
    Loop loop(site, n, *residency);
    return run(loop);
  }
  Loop loop(site, n);
  return run(loop);
}

/// sum += a[k]
struct Adding {
  const int* a;
  struct Partial {
    unsigned sum;
  };
  static constexpr Order order = Order::Interleaved;
  static Partial identity() { return {0}; }
  static void combine(Partial& left, const Partial& right) { left.sum += right.sum; }
  void operator()(Index k, Partial& partial) const { partial.sum += static_cast<unsigned>(a[k]); }
};
inline bool total(const std::vector<int>& a, int& sum) {
  static constexpr Site site{"total", "threads.cpp", 2, 1};
  Loop loop(site, static_cast<Index>(a.size()));
  const auto a_ = loop.array("a", a.data(), a.size());
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.reads(a_).box(chunk.begin, {1, chunk.size()});
  };
  const auto kernel = [&](const Memory& at) { return Adding{at(a_)}; };
  Adding::Partial result{};
  if (!loop.run(footprint, kernel, result)) return false;
  sum += static_cast<int>(result.sum);
  return true;
}

/// sum += a[k]; b[k] = sum
struct RunningSum {
  const int* a;
  int* b;
  struct Partial {
    unsigned sum;
  };
  static Partial identity() { return {0}; }
  static void combine(Partial& left, const Partial& right) { left.sum += right.sum; }
  template <bool writing>
  void iterate(Index k, Partial& partial) const {
    auto& sum = carriedAs<int, writing>(partial.sum);
    sum += a[k];
    if constexpr (writing) b[k] = sum;
  }
};
inline bool runningSums(const std::vector<int>& a, std::vector<int>& b) {
  static constexpr Site site{"runningSums", "threads.cpp", 3, 1};
  Loop loop(site, static_cast<Index>(a.size()));
  const auto a_ = loop.array("a", a.data(), a.size());
  const auto b_ = loop.array("b", b.data(), b.size());
  const auto footprint = [&](Chunk chunk, Footprint& touched, const auto&, const auto&) {
    touched.reads(a_).box(chunk.begin, {1, chunk.size()});
    touched.writes(b_).box(chunk.begin, {1, chunk.size()});
  };
  const auto kernel = [&](const Memory& at) { return RunningSum{at(a_), at(b_)}; };
  auto carried = RunningSum::identity();
  return loop.scan(footprint, kernel, carried);
}

/// if (a[k] == key) break
struct Equal {
  const int* a;
  int key;
  bool operator()(Index k) const { return a[k] == key; }
};
inline Index find(const std::vector<int>& a, int key) {
  static constexpr Site site{"find", "threads.cpp", 4, 1};
  Loop loop(site, static_cast<Index>(a.size()));
  const auto a_ = loop.array("a", a.data(), a.size());
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.mayRead(a_).box(chunk.begin, {1, chunk.size()});
  };
  const auto kernel = [&](const Memory& at) { return Equal{at(a_), key}; };
  return loop.search(footprint, kernel);
}

/// a[2 k + 1] = a[2 (k + 3)]: other chunks write into the gaps of what a chunk reads.
struct Interleaved {
  int* a;
  void operator()(Index k) const { a[2 * k + 1] = a[2 * (k + 3)]; }
};
inline bool interleaved(std::vector<int>& a, Index n) {
  static constexpr Site site{"interleaved", "threads.cpp", 5, 1};
  Loop loop(site, n);
  const auto a_ = loop.array("a", a.data(), a.size());
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.reads(a_).box(2 * (chunk.begin + 3), {2, chunk.size()});
    touched.writes(a_).box(2 * chunk.begin + 1, {2, chunk.size()});
  };
  const auto kernel = [&](const Memory& at) { return Interleaved{at(a_)}; };
  return loop.run(footprint, kernel);
}

/// a[k] = depth, by the function itself, whose loops stay as written inside of a kernel.
inline void recurse(int* a, Index n, int depth);
struct Recursive {
  int* a;
  int depth;
  void operator()(Index k) const {
    int inner[3];
    recurse(inner, 3, depth - 1);
    a[k] = inner[2] + 1;
  }
};
inline void recurse(int* a, Index n, int depth) {
  static constexpr Site site{"recurse", "threads.cpp", 6, 1};
  if (depth == 0) {
    for (Index k = 0; k < n; ++k) a[k] = 0;
    return;
  }
  Loop loop(site, n);
  const auto a_ = loop.array("a", a);
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.writes(a_).box(chunk.begin, {1, chunk.size()});
  };
  const auto kernel = [&](const Memory& at) { return Recursive{at(a_), depth}; };
  if (loop.run(footprint, kernel)) return;
  const Recursive body{a, depth};
  for (Index k = 0; k < n; ++k) body(k);
}

}  // namespace clustrix::test
