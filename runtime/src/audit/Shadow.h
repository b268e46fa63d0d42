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
#include <optional>
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

  /// Remembers an access of one granule where that is all there is to do: the iteration has done the same there before,
  /// or it conflicts with none and `may` says yes. Otherwise, it is left to `read` and `write`.
  template <bool isWrite, class May>
  [[gnu::always_inline]] bool settle(std::uintptr_t address, std::size_t bytes, Touch now, Tick first, const May& may) {
    const Page page = pageAt(address);
    if (page.granule() != bytes || (address & (bytes - 1)) != 0) return false;
    const Granule at = page.at(address);
    if (lastTick<isWrite>(at) == now.tick) return true;
    if (conflicting<isWrite>(at, now.tick, first) || !may()) return false;
    remember<isWrite>(at, now, first);
    return true;
  }
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
  static constexpr int chunkBits = 22, pageBits = 12, addressBits = 47;
  static constexpr std::uintptr_t inChunk = (std::uintptr_t{1} << chunkBits) - 1;
  static constexpr std::uintptr_t inPage = (std::uintptr_t{1} << pageBits) - 1;
  static constexpr std::size_t pages = std::size_t{1} << (chunkBits - pageBits);

  struct Granule {
    Last* last = nullptr;  // null: there is no room
    Past* past = nullptr;
    std::size_t bytes = 0;
  };
  /// The cells of a page, if it has any: all that are looked at most, and behind them the others.
  class Page {
   public:
    Page() = default;
    Page(char* cells, unsigned shift) : word_(reinterpret_cast<std::uintptr_t>(cells) | shift) {}

    static constexpr std::size_t count(unsigned shift) { return std::size_t{1} << pageBits >> shift; }
    static constexpr std::size_t bytes(unsigned shift) { return count(shift) * (sizeof(Last) + sizeof(Past)); }
    /// The bytes of the program's memory that a cell is of; 0 where the page has none.
    std::size_t granule() const { return word_ == 0 ? 0 : std::size_t{1} << shift(); }
    Granule at(std::uintptr_t address) const {
      char* const cells = reinterpret_cast<char*>(word_ & ~std::uintptr_t{3});
      const std::size_t index = (address & inPage) >> shift();
      return {reinterpret_cast<Last*>(cells) + index,
              reinterpret_cast<Past*>(cells + count(shift()) * sizeof(Last)) + index, std::size_t{1} << shift()};
    }

   private:
    unsigned shift() const { return word_ & 3U; }
    std::uintptr_t word_ = 0;  // where they are, and a granule is 1 << (the lowest two bits) bytes
  };
  /// 4 MiB of the program's memory.
  struct Chunk {
    std::array<Page, pages> page;
    std::array<char*, 4> cells;  // of all pages, by their granules; null where none has such
  };

  Page pageAt(std::uintptr_t address) const {
    const Chunk* const chunk = address >> addressBits == 0 ? chunks_[address >> chunkBits] : nullptr;
    return chunk ? chunk->page[(address & inChunk) >> pageBits] : Page();
  }

  template <bool isWrite, class Found>
  void touch(std::uintptr_t address, std::size_t bytes, Touch now, Tick first, const Found& found) {
    for (const std::uintptr_t end = address + bytes; address < end;) {
      const Granule granule = granuleAt(address, end - address);
      if (!granule.last)
        ++unchecked_;
      else if (lastTick<isWrite>(granule) != now.tick)
        firstTouch<isWrite>(granule, address, now, first, found);
      address += granule.bytes;
    }
  }

  template <bool isWrite, class Found>
  static void firstTouch(const Granule& granule, std::uintptr_t address, Touch now, Tick first, const Found& found) {
    const auto conflict = conflicting<isWrite>(granule, now.tick, first);
    const bool isOwn = granule.last->writer == now.tick;
    remember<isWrite>(granule, now, first);
    found(address, granule.bytes, conflict ? &*conflict : nullptr, isOwn);
  }

  template <bool isWrite>
  static Tick lastTick(const Granule& granule) {
    return isWrite ? granule.last->writer : granule.last->reader;
  }

  /// An access of the iteration `now` with an earlier one of the loop.
  template <bool isWrite>
  static std::optional<Conflict> conflicting(const Granule& granule, Tick now, Tick first) {
    const Last& last = *granule.last;
    const Past& past = *granule.past;
    const auto isEarlier = [&](Tick tick) { return tick >= first && tick != now; };
    if (isEarlier(last.writer))
      return Conflict{isWrite ? Hazard::WriteAfterWrite : Hazard::ReadAfterWrite, {last.writer, past.writer}};
    if (isWrite && isEarlier(last.reader)) return Conflict{Hazard::WriteAfterRead, {last.reader, past.reader}};
    if (isWrite && isEarlier(past.earlierReader.tick))  // and this iteration has read it, too
      return Conflict{Hazard::WriteAfterRead, past.earlierReader};
    return std::nullopt;
  }

  template <bool isWrite>
  static void remember(const Granule& granule, Touch now, Tick first) {
    Last& last = *granule.last;
    Past& past = *granule.past;
    if (isWrite) {
      last.writer = now.tick;
      past.writer = now.code;
      return;
    }
    // One earlier reader is enough; memory that stays as it is costs less.
    const Tick earlier = past.earlierReader.tick;
    if (earlier < first || earlier == now.tick) past.earlierReader = {last.reader, past.reader};
    last.reader = now.tick;
    if (past.reader != now.code) past.reader = now.code;
  }

  /// That at the address, which is no larger than `most` bytes: pages are cut finer where they have to be.
  Granule granuleAt(std::uintptr_t address, std::size_t most) {
    const Page page = pageAt(address);
    const std::size_t bytes = page.granule();
    return bytes != 0 && bytes <= most && (address & (bytes - 1)) == 0 ? page.at(address) : cut(address, most);
  }
  Granule cut(std::uintptr_t address, std::size_t most);
  Granule make(std::uintptr_t address, std::size_t most);
  Chunk* chunkOf(std::uintptr_t address);
  void take(std::size_t bytes) {
    room_.take(bytes);
    taken_ += bytes;
  }
  static char* cellsOf(Chunk& chunk, unsigned shift);
  bool makePage(Chunk& chunk, std::uintptr_t address, unsigned shift);

  Chunk** chunks_ = nullptr;                             // by the upper bits of addresses
  std::vector<std::pair<std::uintptr_t, Chunk*>> made_;  // those that there are, and where
  Room& room_;
  std::size_t taken_ = 0;
  std::uint64_t unchecked_ = 0;
};

}  // namespace clustrix::audit
