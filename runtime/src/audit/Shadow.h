// Shadow: which iterations read and wrote each byte of memory last.
//
//     for (int i = 1; i < n; ++i) a[i] = a[i - 1] + 1;
//
//     iteration 7 reads a[6], whose last writer is iteration 6: a conflict
//
// Each page of the program's memory is cut into granules of one size: eight bytes at first, four or one as soon as an
// access wants it. So a double costs one cell, and what is told is exact to the byte. Iterations have ticks that only
// go up: what is older than the loop at hand is of another loop, and nothing is cleared in between.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "audit/Room.h"

namespace clustrix::audit {

using Tick = std::uint32_t;  // 0: never
using Code = std::uint32_t;  // a place in the program's code, for whoever reports

/// Which iteration, from where.
struct Touch {
  Tick tick = 0;
  Code code = 0;
};

enum class Hazard { ReadAfterWrite, WriteAfterRead, WriteAfterWrite };

struct Conflict {
  Hazard hazard = Hazard::ReadAfterWrite;
  Touch before;  // by the earlier iteration
};

class Shadow {
 public:
  /// `room`: shared with others; where there is none left, all of them forget. Throws where addresses run out.
  explicit Shadow(Room& room);
  ~Shadow();
  Shadow(const Shadow&) = delete;
  Shadow& operator=(const Shadow&) = delete;

  /// For each granule that the iteration reads for the first time, `found(begin, bytes, conflict, isOwn)`: `conflict`
  /// is null where no other iteration of the loop, which began with the tick `first`, wrote to it before; `isOwn` says
  /// that this one has.
  template <class Found>
  void read(std::uintptr_t address, std::size_t bytes, Touch now, Tick first, const Found& found) {
    touch<false>(address, bytes, now, first, found);
  }
  /// The same of writes, which conflict with reads and writes.
  template <class Found>
  void write(std::uintptr_t address, std::size_t bytes, Touch now, Tick first, const Found& found) {
    touch<true>(address, bytes, now, first, found);
  }

  /// The first of the bytes that no iteration of the loop has written, which began with the tick `first`; `end` where
  /// there is none, or there was no room to know.
  std::uintptr_t firstUnwritten(std::uintptr_t begin, std::uintptr_t end, Tick first) const;

  /// Nothing is known of [begin, end): it was freed. Of a granule of which that is a part, neither.
  void forget(std::uintptr_t begin, std::uintptr_t end);
  /// Of none at all. The room is others' again.
  void forgetAll();

  /// How often all was forgotten for want of room.
  std::uint64_t cleared() const { return room_.cleared(); }
  /// Accesses, or parts of them, for which there was no room.
  std::uint64_t unchecked() const { return unchecked_; }

 private:
  // The two ticks lie beside each other, since nearly all accesses look at nothing else.
  struct Last {
    Tick reader, writer;
  };
  struct Past {
    Touch earlierReader;
    Code reader, writer;
  };
  struct Cells {
    Last* last;
    Past* past;
  };
  static constexpr int chunkBits = 22, pageBits = 12, addressBits = 47;
  static constexpr std::uintptr_t inChunk = (std::uintptr_t{1} << chunkBits) - 1;
  static constexpr std::size_t pages = std::size_t{1} << (chunkBits - pageBits);
  static constexpr std::uint8_t untouched = 255;

  /// 4 MiB of the program's memory.
  struct Chunk {
    std::array<std::uint8_t, pages> shift;  // of each page: granules have 1 << shift bytes
    std::array<Cells, 4> cells;             // by shift; none of those that no page has
  };
  struct Granule {
    Last* last = nullptr;  // null: there is no room
    Past* past = nullptr;
    std::size_t bytes = 0;
  };

  template <bool isWrite, class Found>
  void touch(std::uintptr_t address, std::size_t bytes, Touch now, Tick first, const Found& found) {
    for (const std::uintptr_t end = address + bytes; address < end;) {
      const Granule granule = granuleAt(address, end - address);
      if (!granule.last)
        ++unchecked_;
      else if ((isWrite ? granule.last->writer : granule.last->reader) != now.tick)
        firstTouch<isWrite>(granule, address, now, first, found);
      address += granule.bytes;
    }
  }

  template <bool isWrite, class Found>
  void firstTouch(const Granule& granule, std::uintptr_t address, Touch now, Tick first, const Found& found) {
    Last& last = *granule.last;
    Past& past = *granule.past;
    const auto isEarlier = [&](Tick tick) { return tick >= first && tick != now.tick; };
    Conflict conflict;
    bool conflicts = true;
    if (isEarlier(last.writer))
      conflict = {isWrite ? Hazard::WriteAfterWrite : Hazard::ReadAfterWrite, {last.writer, past.writer}};
    else if (isWrite && isEarlier(last.reader))
      conflict = {Hazard::WriteAfterRead, {last.reader, past.reader}};
    else if (isWrite && isEarlier(past.earlierReader.tick))  // and this iteration has read it, too
      conflict = {Hazard::WriteAfterRead, past.earlierReader};
    else
      conflicts = false;
    const bool isOwn = last.writer == now.tick;
    if (isWrite) {
      last.writer = now.tick;
      past.writer = now.code;
    } else {
      past.earlierReader = {last.reader, past.reader};
      last.reader = now.tick;
      past.reader = now.code;
    }
    found(address, granule.bytes, conflicts ? &conflict : nullptr, isOwn);
  }

  /// That at the address, which is no larger than `most` bytes: pages are cut finer where they have to be.
  Granule granuleAt(std::uintptr_t address, std::size_t most) {
    if (address >> addressBits == 0)
      if (const Chunk* const chunk = chunks_[address >> chunkBits]) {
        const unsigned shift = chunk->shift[(address & inChunk) >> pageBits];
        const std::size_t bytes = std::size_t{1} << (shift & 3U);
        if (shift != untouched && bytes <= most && (address & (bytes - 1)) == 0) return cell(*chunk, shift, address);
      }
    return cut(address, most);
  }
  static Granule cell(const Chunk& chunk, unsigned shift, std::uintptr_t address) {
    const std::size_t at = (address & inChunk) >> shift;
    return {chunk.cells[shift].last + at, chunk.cells[shift].past + at, std::size_t{1} << shift};
  }
  Granule cut(std::uintptr_t address, std::size_t most);
  Granule make(std::uintptr_t address, std::size_t most);
  Chunk* chunkOf(std::uintptr_t address);
  void take(std::size_t bytes) {
    room_.take(bytes);
    taken_ += bytes;
  }
  bool makePage(Chunk& chunk, std::uintptr_t address, unsigned shift);

  Chunk** chunks_ = nullptr;                             // by the upper bits of addresses
  std::vector<std::pair<std::uintptr_t, Chunk*>> made_;  // those that there are, and where
  Room& room_;
  std::size_t taken_ = 0;
  std::uint64_t unchecked_ = 0;
};

}  // namespace clustrix::audit
