// Footprints: what a chunk touches, recorded from the calls that the rewritten file's lambda makes.
//
//     footprint(chunk, touched) ──► RecordedFootprint ──► Touched[] (array, access, rows of elements)
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "Regions.h"
#include "clustrix/Loop.h"

namespace clustrix::runtime {

/// One array's elements that a chunk touches in one way; never empty.
struct Touched {
  int array = 0;
  Access access = Access::Reads;
  RowsList elements;
};

class RecordedRegion final : public Region {
 public:
  explicit RecordedRegion(Index extent) : extent_(extent) {}

  void addBox(Index begin, const Dimension* dimensions, int count);
  void addWhole();
  /// Positions that no Index holds.
  void addUnknown() { known_ = false; }
  /// False once a position overflowed, or the whole of an array without extent was asked for.
  bool known() const { return known_; }
  /// True once the pieces were too many to list: `rows` is then the interval around them.
  bool approximate() const { return approximate_; }
  const RowsList& rows() const { return rows_; }

 private:
  void add(const Rows& rows);

  Index extent_;
  bool known_ = true;
  bool approximate_ = false;
  RowsList rows_;
};

class RecordedFootprint final : public Footprint {
 public:
  explicit RecordedFootprint(const std::vector<ArrayFacts>& arrays);
  RecordedRegion& at(int array, Access access);

  /// False: something the loop touches is not known, so nothing can be moved for it.
  bool known() const;
  /// In the order of arrays, then reads, mayRead, writes, mayWrite, combines. A set that is no longer exact is a `may`.
  std::vector<Touched> touched() const;

 private:
  std::vector<std::unique_ptr<RecordedRegion>> regions_;  // 5 an array, made when asked for
  const std::vector<ArrayFacts>* arrays_;
};

/// What `chunk` touches. Null when that is not known.
std::optional<std::vector<Touched>> touchedBy(const LoopBody& body, const std::vector<ArrayFacts>& arrays, Chunk chunk);

}  // namespace clustrix::runtime
