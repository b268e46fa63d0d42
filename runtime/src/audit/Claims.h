// Claims: what the plan says that single iterations touch, for an audit to compare.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clustrix::audit {

/// [begin, begin + bytes).
struct Piece {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
};

class Claims {
 public:
  virtual ~Claims() = default;
  /// `hasWritten`: so has the iteration, before.
  virtual bool reads(std::uint64_t iteration, std::uintptr_t begin, std::size_t bytes, bool hasWritten) = 0;
  virtual bool writes(std::uint64_t iteration, std::uintptr_t begin, std::size_t bytes) = 0;
  /// Iterations of the loop.
  virtual std::uint64_t iterations() const = 0;
  /// What they are said to write for certain, all together.
  virtual std::vector<Piece> written() const = 0;
};

}  // namespace clustrix::audit
