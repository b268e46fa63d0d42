// RandomLoops: loops that the property tests make up, over boxes of one array or two.
#pragma once

#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "clustrix/runtime.h"

namespace clustrix::test {

struct Term {
  Index begin = 0, stride = 0;  // at iteration k: begin + k * stride + i * s1 + j * s2
  Index s1 = 1, c1 = 1, s2 = 1, c2 = 1;

  Index at(Index k, Index i, Index j) const { return begin + k * stride + i * s1 + j * s2; }
};

// Iteration k writes all elements of `write` from all elements of `read`; with `every` > 1 only some of them.
struct Strided {
  unsigned* a;
  const unsigned* b;
  Term write, read;
  int every;
  bool inPlace;

  void operator()(Index k) const {
    unsigned sum = static_cast<unsigned>(k);
    for (Index i = 0; i < read.c1; ++i)
      for (Index j = 0; j < read.c2; ++j) sum = sum * 31 + b[read.at(k, i, j)];
    for (Index i = 0; i < write.c1; ++i)
      for (Index j = 0; j < write.c2; ++j) {
        if ((k + i + j) % every != 0) continue;
        unsigned& element = a[write.at(k, i, j)];
        element = (inPlace ? element : 0) + sum + static_cast<unsigned>(i * 7 + j);
      }
  }
};

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}
  Index between(Index low, Index high) { return std::uniform_int_distribution<Index>(low, high)(random_); }

  Term term(Index iterations, Index size) {
    Term t;
    t.c1 = between(1, 4);
    t.c2 = between(1, 4);
    t.s1 = between(-9, 9);
    t.s2 = between(-3, 3);
    t.stride = between(-6, 6);
    Index low = 0, high = 0;
    for (const auto& [s, c] : {std::pair{t.s1, t.c1}, std::pair{t.s2, t.c2}, std::pair{t.stride, iterations}}) {
      low += std::min<Index>(0, s * (c - 1));
      high += std::max<Index>(0, s * (c - 1));
    }
    t.begin = between(-low, std::max(-low, size - 1 - high));
    return t;
  }
  static bool inside(const Term& t, Index iterations, Index size) {
    for (Index k = 0; k < iterations; ++k)
      for (Index i = 0; i < t.c1; ++i)
        for (Index j = 0; j < t.c2; ++j)
          if (t.at(k, i, j) < 0 || t.at(k, i, j) >= size) return false;
    return true;
  }
  /// No two iterations write the same element, and none reads what another writes.
  static bool independent(const Term& write, const Term* read, Index iterations) {
    std::vector<std::set<Index>> writes(static_cast<std::size_t>(iterations));
    std::set<Index> all;
    for (Index k = 0; k < iterations; ++k) {
      std::set<Index>& own = writes[static_cast<std::size_t>(k)];
      for (Index i = 0; i < write.c1; ++i)
        for (Index j = 0; j < write.c2; ++j) own.insert(write.at(k, i, j));
      for (Index element : own)
        if (!all.insert(element).second) return false;
    }
    for (Index k = 0; read != nullptr && k < iterations; ++k)
      for (Index i = 0; i < read->c1; ++i)
        for (Index j = 0; j < read->c2; ++j) {
          const Index element = read->at(k, i, j);
          if (all.count(element) > 0 && writes[static_cast<std::size_t>(k)].count(element) == 0) return false;
        }
    return true;
  }
  std::string devices() {
    std::string text;
    for (Index group = between(1, 3); group > 0; --group) {
      text += (text.empty() ? "virtual:" : ",") + std::to_string(between(1, 3));
      if (between(0, 2) == 0) text += "x" + std::to_string(between(600, 6000)) + "B";
      if (between(0, 9) == 0) text += "@0.5";
    }
    return text;
  }

 private:
  std::mt19937 random_;
};

inline void addBox(Region& region, const Term& t, Chunk chunk) {
  region.box(t.begin + chunk.begin * t.stride, {t.s1, t.c1}, {t.stride, chunk.size()}, {t.s2, t.c2});
}

}  // namespace clustrix::test
