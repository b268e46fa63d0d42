// Baselines: host bytes as they were when a launch took them that may write some of them.
//
//     host ──► snapshot ──► device ──kernel──► latest ──► host, only where it differs from the snapshot
//
// What a loop may write is a superset, which may hold bytes of other objects that other threads change meanwhile: a
// byte that the loop has not changed must not be written, however long the result stays on a device.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "memory/IntervalSet.h"

namespace clustrix::runtime {

using Bytes = std::vector<unsigned char>;

class Baselines {
 public:
  /// Replaces what is kept of `interval` by the bytes from `offset` on.
  void keep(Bounds interval, std::shared_ptr<const Bytes> bytes, std::size_t offset);
  /// Where memory runs out it has forgotten less, and `kept` has not changed.
  void forget(const IntervalSet& set);
  const IntervalSet& kept() const { return kept_; }
  /// `latest`: what the bytes of `interval`, all kept, have become. Calls nothing; writes the host's where changed.
  void writeChanged(Bounds interval, const unsigned char* latest) const;

 private:
  struct Piece {
    Index end = 0;
    std::shared_ptr<const Bytes> bytes;
    std::size_t offset = 0;
  };
  void cut(Bounds hole);

  std::map<Index, Piece> pieces_;  // by begin
  IntervalSet kept_;
};

/// Writes to `to` the bytes of `result` that differ from `before`.
void writeChangedBytes(unsigned char* to, const unsigned char* result, const unsigned char* before, std::size_t size);

}  // namespace clustrix::runtime
