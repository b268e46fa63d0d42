// Footprints: what a chunk touches, recorded from the calls that the rewritten file's lambda makes.
//
//     footprint(chunk, touched) ──► RecordedFootprint ──► Touched[] (array, access, rows of elements)
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "clustrix/Loop.h"
#include "memory/Regions.h"

namespace clustrix::runtime {

/// Ways to touch that leave an element as it is.
constexpr bool isRead(Access access) { return access == Access::Reads || access == Access::MayRead; }

/// One array's elements that a chunk touches in one way; never empty.
struct Touched {
  int array = 0;
  Access access = Access::Reads;
  RowsList elements;
};

/// One array of which it is not known what is touched in one way.
struct UnknownTouch {
  int array = 0;
  Access access = Access::Reads;
};

class RecordedRegion final : public Region {
 public:
  explicit RecordedRegion(Index extent) : extent_(extent) {}
  /// Calls are written down as `words` and nothing is made of them; `slot` is the region's own number.
  RecordedRegion(std::vector<std::uint64_t>& words, std::size_t slot) : words_(&words), slot_(slot) {}

  void addBox(Index begin, const Dimension* dimensions, int count);
  void addWhole();
  /// Positions that no Index holds, or nobody knows.
  void addUnknown();
  /// What is added from now on and leaves the array's extent makes it unknown.
  void keepInside() { inside_ = true; }
  /// False once a position overflowed, or the whole of an array without extent was asked for.
  bool known() const { return known_; }
  /// True once the pieces were too many to list: `rows` is then the interval around them.
  bool approximate() const { return approximate_; }
  const RowsList& rows() const { return rows_; }

 private:
  void add(const Rows& rows);

  Index extent_ = -1;
  std::vector<std::uint64_t>* words_ = nullptr;
  std::size_t slot_ = 0;
  bool known_ = true;
  bool inside_ = false;
  bool approximate_ = false;
  RowsList rows_;
};

class RecordedFootprint final : public Footprint {
 public:
  explicit RecordedFootprint(const std::vector<ArrayFacts>& arrays);
  /// Only writes down what is called, behind what `words` holds already: the same words, the same footprint.
  RecordedFootprint(const std::vector<ArrayFacts>& arrays, std::vector<std::uint64_t>& words);
  RecordedRegion& at(int array, Access access);

  /// False: something the loop touches is not known, so nothing can be moved for it.
  bool known() const;
  /// Arrays with a way of access of which that holds.
  std::vector<UnknownTouch> unknown() const;
  /// What is known, in the order of arrays, then of the ways of access. A set that is no longer exact is a `may`.
  std::vector<Touched> touched() const;

 private:
  std::vector<std::unique_ptr<RecordedRegion>> regions_;  // accessKinds an array, made when asked for
  const std::vector<ArrayFacts>* arrays_;
  std::vector<std::uint64_t>* words_ = nullptr;
};

/// What `chunk` touches. Null when that is not known; where `unknown` is given, it holds what is not, and the answer
/// all that is.
std::optional<std::vector<Touched>> touchedBy(const LoopBody& body, const std::vector<ArrayFacts>& arrays, Chunk chunk,
                                              std::vector<UnknownTouch>* unknown = nullptr);

}  // namespace clustrix::runtime
