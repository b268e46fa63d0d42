// Claims: what the plan says that single iterations touch, for an audit to compare.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace clustrix::audit {

/// [begin, begin + bytes).
struct Piece {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
};

inline bool holds(const Piece& piece, std::uintptr_t begin, std::size_t bytes) {
  return begin >= piece.begin && begin + bytes <= piece.begin + piece.bytes;
}

/// Pieces that were looked up, by the places of the code that asked: each asks beside what it has asked for before.
class RecentPieces {
 public:
  bool hold(std::uint32_t place, std::uintptr_t begin, std::size_t bytes) {
    asked_ = (place >> 3) % pieces_.size();
    return holds(pieces_[asked_], begin, bytes);
  }
  /// What the last one asked for is in there.
  void add(Piece piece) { pieces_[asked_] = piece; }
  void clear() { pieces_ = {}; }

 private:
  std::array<Piece, 32> pieces_ = {};
  std::size_t asked_ = 0;
};

class Claims {
 public:
  virtual ~Claims() = default;
  /// Whether this iteration may touch what the place of the code does, as is known of it. False says nothing: then
  /// `reads` or `writes` is to be asked.
  template <bool isWrite>
  bool isKnown(std::uint64_t iteration, std::uint32_t place, std::uintptr_t begin, std::size_t bytes) {
    return (isWrite ? known_.written : known_.read).hold(place, begin, bytes) && iteration == knownFor_;
  }
  /// `hasWritten`: so has the iteration, before.
  virtual bool reads(std::uint64_t iteration, std::uintptr_t begin, std::size_t bytes, bool hasWritten) = 0;
  virtual bool writes(std::uint64_t iteration, std::uintptr_t begin, std::size_t bytes) = 0;
  /// Iterations of the loop.
  virtual std::uint64_t iterations() const = 0;
  /// What they are said to write for certain, all together.
  virtual std::vector<Piece> written() const = 0;

 protected:
  struct Known {
    RecentPieces read, written;
  };
  std::uint64_t knownFor_ = ~std::uint64_t{0};  // the iteration that was asked for last
  Known known_;                                 // of it
};

}  // namespace clustrix::audit
