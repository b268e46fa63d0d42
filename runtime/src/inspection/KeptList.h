// KeptList: a list as it was, to see whether one is the same again: neither an address nor a checksum says that nothing
// has changed.
#pragma once

#include <cstddef>
#include <cstring>
#include <vector>

#include "inspection/Lists.h"

namespace clustrix::runtime {

class KeptList {
 public:
  /// Of readable memory.
  explicit KeptList(const List& list)
      : list_(list),
        bytes_(static_cast<const unsigned char*>(list.begin()),
               static_cast<const unsigned char*>(list.begin()) + list.bytes()) {}

  /// Whether the same numbers are in readable memory, wherever that is.
  bool isOf(const List& other) const {
    return list_.isAlike(other) && std::memcmp(bytes_.data(), other.begin(), bytes_.size()) == 0;
  }
  /// The positions that it was kept of.
  Index from() const { return list_.from; }
  std::size_t bytes() const { return bytes_.size(); }

 private:
  List list_;
  std::vector<unsigned char> bytes_;
};

}  // namespace clustrix::runtime
