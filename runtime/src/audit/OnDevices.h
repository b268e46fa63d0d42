// OnDevices: which memory would be on devices, as far as the text has said: what the host does with it is looked at.
//
//     a loop that writes to[k]          devices have to newer          the host may not read or write it
//     residency.reads(to[3])            to[3] comes home               it may read that
//     residency.writes(to[3])           and no device has it           and write it
//
// In an audited program nothing is on any device: loops run as they are written, and each leaves behind what it would.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "audit/Findings.h"
#include "audit/Object.h"
#include "memory/IntervalSet.h"

namespace clustrix::audit {

class OnDevices {
 public:
  /// What one loop leaves there; `objects` have the names of its places.
  struct Left {
    std::string loop;
    runtime::IntervalSet newer, copies;  // what devices alone have; what the host has, too
    std::vector<Object> objects;
  };

  bool empty() const { return left_.empty(); }
  /// A loop has run: what it writes is newer than what others have left.
  void add(Left left);

  // What the text says of the host, see Residency.h.
  void allComesHome(const runtime::IntervalSet& but);
  void hostReads(const runtime::IntervalSet& bytes);
  /// Or nobody will need what they are: the memory ends.
  void hostWrites(const runtime::IntervalSet& bytes);

  /// What is wrong with an access of the host; none where nothing is.
  std::optional<Finding> read(std::uintptr_t begin, std::size_t bytes, Code code) const;
  std::optional<Finding> written(std::uintptr_t begin, std::size_t bytes, Code code) const;
  /// What devices have is freed.
  std::optional<Finding> freed(std::uintptr_t begin, std::size_t bytes) const;

 private:
  void drop();
  /// Of the loop that has left some of these bytes.
  std::optional<Finding> found(Fault fault, std::uintptr_t begin, std::size_t bytes, bool alsoCopies, Code code) const;

  std::vector<Left> left_;
};

}  // namespace clustrix::audit
