// Claimed: what the runtime was told of a loop, as claims of its single iterations.
//
//     touched.reads(a_).box(chunk.begin - 1, {1, chunk.size() + 2});
//
//     iteration 7 may read a[6], a[7] and a[8]
//
// To ask the footprint takes longer than many an iteration does: the first and the last ones are asked, and of those
// between one in some. All must stay inside what all touch together.
#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "audit/Claims.h"
#include "audit/RecentReads.h"
#include "schedule/Schedule.h"

namespace clustrix::audit {

class Claimed final : public Claims {
 public:
  /// `facts`: of all iterations, with nothing unknown; they outlive this, and so does the footprint where single
  /// iterations are asked. `before`: what was read in front of the loop, which it takes as values.
  Claimed(const runtime::LaunchFacts& facts, bool asksIterations, const RecentReads& before);

  /// Where the footprint goes by blocks of them.
  void hasIterations(std::uint64_t iterations) { iterations_ = iterations; }
  /// From here on no single iterations are asked.
  void askTogether() { asksIterations_ = false; }
  /// And reads outside of all arrays are nobody's business: an iteration that ends the loop does what it likes.
  void onlyArrays() { onlyArrays_ = true; }
  using IsBest = std::function<bool(std::uintptr_t begin, std::size_t bytes)>;
  /// Each iteration may read an element that is the best so far. `isBest`: whether that has these bytes now.
  void lookBack(IsBest isBest) { areBest_.push_back(std::move(isBest)); }

  bool reads(std::uint64_t iteration, std::uintptr_t begin, std::size_t bytes, bool hasWritten) override;
  bool writes(std::uint64_t iteration, std::uintptr_t begin, std::size_t bytes) override;
  std::uint64_t iterations() const override { return iterations_; }
  /// But where a device has what was there before.
  std::vector<Piece> written() const override;

  /// Running values of a scan, or room for what iterations add to containers, which get it themselves in an audit.
  static bool isOurs(const runtime::ArrayFacts& array) { return array.scratch || array.room != nullptr; }

  static constexpr std::uint64_t all = 256, oneIn = 16;

 private:
  /// By which ways bytes may be touched.
  struct Ways {
    runtime::RowsList read, write;
    runtime::RowsList ownRead;  // where the iteration has written itself
  };
  static Ways waysOf(const std::vector<runtime::TouchedBytes>& touched);
  /// By the loop, and by the iteration at hand where that is asked. `known`: what remembers the rows.
  bool mayTouch(runtime::RowsList Ways::* rows, RecentPieces& known, std::uintptr_t begin, std::size_t bytes);
  bool mayReadAgain(std::uintptr_t begin, std::size_t bytes) const;
  /// It is one that is asked, or one of those that are not.
  void come(std::uint64_t iteration);
  bool isValue(std::uintptr_t begin, std::size_t bytes);
  bool isRow(std::uintptr_t begin) const;
  bool isBest(std::uintptr_t begin, std::size_t bytes) const;
  bool isInArray(std::uintptr_t begin) const;

  const runtime::LaunchFacts& facts_;
  std::uint64_t iterations_;
  bool asksIterations_, onlyArrays_ = false;
  const RecentReads& before_;
  std::vector<IsBest> areBest_;
  Ways whole_;
  bool isAsked_ = false;       // the iteration at hand
  std::optional<Ways> one_;    // of it, where it is asked and they are known
  std::vector<Piece> values_;  // those that were used, in order
  std::vector<Piece> rows_;    // memory of their own, behind the elements of arrays
};

}  // namespace clustrix::audit
