// Undo: what a launch is going to write, as it was before, for loops of which an iteration may have the launch undone.
//
//     Undo::of(facts) ── the launch runs, and an iteration asks ──► undo() ── the loop's own text runs
//
// Iterations run that the program, written as it is, never comes to. So all that the launch touches has to be there.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "devices/CpuThreads.h"
#include "schedule/Schedule.h"

namespace clustrix::runtime {

/// Whether all that the launch touches is known, and memory.
bool isThere(const LaunchFacts& facts);

class Undo {
 public:
  /// Nothing where that is not so, or where there is no room for a copy. `threads` outlive this.
  static std::optional<Undo> of(const LaunchFacts& facts, CpuThreads& threads);

  /// Writes what differs and nothing else: of what a launch only may write, the program need not be allowed to.
  void undo() const;

 private:
  struct Piece {
    Rows rows;
    std::size_t at = 0;  // in bytes_
  };

  explicit Undo(CpuThreads& threads) : threads_(&threads) {}
  void add(const Rows& rows);
  bool save();
  template <class Each>
  void forEachRow(const Each& each) const;

  CpuThreads* threads_;
  std::vector<Piece> pieces_;
  std::size_t size_ = 0;
  std::unique_ptr<unsigned char[]> bytes_;
};

}  // namespace clustrix::runtime
