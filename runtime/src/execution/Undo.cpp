#include "execution/Undo.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "memory/ReadableMemory.h"

namespace clustrix::runtime {
namespace {

/// Bytes that one thread copies before another one is worth waking.
constexpr Index pieceSize = Index{1} << 18;

/// What a footprint says of an array whose extent is known keeps to that.
bool isThere(const ArrayFacts& array, const RowsList& all) {
  return array.extent >= 0 || std::all_of(all.begin(), all.end(), [](const Rows& rows) {
           return isMapped(static_cast<std::uintptr_t>(rows.begin), static_cast<std::size_t>(rows.end() - rows.begin));
         });
}

}  // namespace

bool isThere(const LaunchFacts& facts) {
  return facts.unknown.empty() && std::all_of(facts.whole.begin(), facts.whole.end(), [&](const TouchedBytes& touched) {
           const ArrayFacts& array = (*facts.arrays)[static_cast<std::size_t>(touched.array)];
           return array.scratch || isThere(array, touched.rows);
         });
}

std::optional<Undo> Undo::of(const LaunchFacts& facts, CpuThreads& threads) {
  if (!isThere(facts)) return std::nullopt;
  Undo undo(threads);
  for (const TouchedBytes& touched : facts.whole) {
    const ArrayFacts& array = (*facts.arrays)[static_cast<std::size_t>(touched.array)];
    if (array.scratch || isRead(touched.access) || array.forgotten) continue;
    for (const Rows& rows : touched.rows) undo.add(rows);
  }
  if (!undo.save()) return std::nullopt;
  return undo;
}

// In pieces, for the threads.
void Undo::add(const Rows& rows) {
  const auto put = [&](const Rows& piece) {
    pieces_.push_back({piece, size_});
    size_ += static_cast<std::size_t>(piece.size());
  };
  if (rows.count == 1) {
    for (Index at = 0; at < rows.length; at += pieceSize)
      put(run({rows.begin + at, rows.begin + std::min(rows.length, at + pieceSize)}));
    return;
  }
  const Index together = std::max<Index>(1, pieceSize / rows.length);
  for (Index first = 0; first < rows.count; first += together) {
    Rows piece = rows;
    piece.begin += first * rows.pitch;
    piece.count = std::min(together, rows.count - first);
    put(piece);
  }
}

template <class Each>
void Undo::forEachRow(const Each& each) const {
  onThreads(*threads_, static_cast<Index>(pieces_.size()), 1, [&](Chunk chunk) {
    for (Index p = chunk.begin; p < chunk.end; ++p) {
      const Piece& piece = pieces_[static_cast<std::size_t>(p)];
      unsigned char* saved = bytes_.get() + piece.at;
      for (Index r = 0; r < piece.rows.count; ++r, saved += piece.rows.length)
        each(reinterpret_cast<unsigned char*>(piece.rows.begin + r * piece.rows.pitch), saved,
             static_cast<std::size_t>(piece.rows.length));
    }
  });
}

bool Undo::save() {
  bytes_.reset(new (std::nothrow) unsigned char[size_]);
  if (bytes_ == nullptr) return false;
  forEachRow(
      [](const unsigned char* bytes, unsigned char* saved, std::size_t size) { std::memcpy(saved, bytes, size); });
  return true;
}

void Undo::undo() const {
  forEachRow([](unsigned char* bytes, const unsigned char* saved, std::size_t size) {
    for (std::size_t b = 0; b < size; ++b)
      if (bytes[b] != saved[b]) bytes[b] = saved[b];
  });
}

}  // namespace clustrix::runtime
