// Origins: what of an iteration's own variables it has copied from elsewhere, and not written since.
//
//     Point q = p[j];      whole, by memcpy
//     s += q.x;            reads p[j].x, and nothing else of p[j]
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace clustrix::audit {

class Origins {
 public:
  bool empty() const { return copies_.empty(); }
  void clear() { copies_.clear(); }

  void copied(std::uintptr_t to, std::uintptr_t from, std::size_t bytes) {
    std::vector<Copy> pieces;
    forEachPart(from, bytes, [&](std::uintptr_t source, std::uintptr_t at, std::size_t count) {
      pieces.push_back({to + (at - from), source, count});
    });
    if (pieces.empty()) pieces.push_back({to, from, bytes});  // and no copy itself
    written(to, bytes);
    copies_.insert(copies_.end(), pieces.begin(), pieces.end());
  }
  void written(std::uintptr_t begin, std::size_t bytes) {
    if (copies_.empty()) return;
    const std::uintptr_t end = begin + bytes;
    std::vector<Copy> left;
    for (const Copy& one : copies_) {
      const std::uintptr_t oneEnd = one.to + one.bytes;
      if (one.to < begin) left.push_back({one.to, one.from, std::min(begin, oneEnd) - one.to});
      if (oneEnd > end) {
        const std::uintptr_t first = std::max(end, one.to);
        left.push_back({first, one.from + (first - one.to), oneEnd - first});
      }
    }
    copies_ = std::move(left);
  }
  /// Calls `visit(source, at, bytes)` for each part of the memory that is a copy.
  template <class Visit>
  void forEachPart(std::uintptr_t begin, std::size_t bytes, const Visit& visit) const {
    for (const Copy& one : copies_) {
      const std::uintptr_t first = std::max(begin, one.to), end = std::min(begin + bytes, one.to + one.bytes);
      if (first < end) visit(one.from + (first - one.to), first, end - first);
    }
  }

 private:
  struct Copy {
    std::uintptr_t to, from;
    std::size_t bytes;
  };
  std::vector<Copy> copies_;
};

}  // namespace clustrix::audit
