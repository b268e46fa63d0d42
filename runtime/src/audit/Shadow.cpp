#include "audit/Shadow.h"

#include <sys/mman.h>

#include <new>

namespace clustrix::audit {

namespace {

/// Zeros, of which memory is taken where they are written alone; null where addresses run out.
template <class T>
T* reserved(std::size_t count) {
  void* const place =
      mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return place == MAP_FAILED ? nullptr : static_cast<T*>(place);
}
template <class T>
void release(T* place, std::size_t count) {
  if (place) munmap(place, count * sizeof(T));
}

}  // namespace

Shadow::Shadow(Room& room) : room_(room) {
  chunks_ = reserved<Chunk*>(std::size_t{1} << (addressBits - chunkBits));
  if (!chunks_) throw std::bad_alloc();
  room_.add(*this);
}

Shadow::~Shadow() {
  forgetAll();
  release(chunks_, std::size_t{1} << (addressBits - chunkBits));
  room_.remove(*this);
}

void Shadow::forgetAll() {
  for (const auto& [number, chunk] : made_) {
    for (unsigned shift = 0; shift < chunk->cells.size(); ++shift) {
      release(chunk->cells[shift].last, std::size_t{1} << chunkBits >> shift);
      release(chunk->cells[shift].past, std::size_t{1} << chunkBits >> shift);
    }
    release(chunk, 1);
    chunks_[number] = nullptr;
  }
  made_.clear();
  room_.give(taken_);
  taken_ = 0;
}

/// The granule at an address whose page has none yet, or larger ones than the access. Where there is no room, room is
/// made.
Shadow::Granule Shadow::cut(std::uintptr_t address, std::size_t most) {
  const Granule granule = make(address, most);
  const bool isShort = !granule.last && address >> addressBits == 0;
  return isShort && room_.clear() ? make(address, most) : granule;
}

/// The same. Where there is no room, all of the access in the page is one without cells.
Shadow::Granule Shadow::make(std::uintptr_t address, std::size_t most) {
  const std::size_t rest = (std::size_t{1} << pageBits) - (address & ((std::uintptr_t{1} << pageBits) - 1));
  const Granule nothing{nullptr, nullptr, std::min(most, rest)};
  Chunk* const chunk = address >> addressBits == 0 ? chunkOf(address) : nullptr;
  if (!chunk) return nothing;
  unsigned shift = 3;
  for (const unsigned finer : {2U, 0U})
    if (address % (std::size_t{1} << shift) != 0 || most < std::size_t{1} << shift) shift = finer;
  return makePage(*chunk, address, shift) ? cell(*chunk, shift, address) : nothing;
}

Shadow::Chunk* Shadow::chunkOf(std::uintptr_t address) {
  const std::uintptr_t number = address >> chunkBits;
  if (chunks_[number] || !room_.has(sizeof(Chunk))) return chunks_[number];
  Chunk* const made = made_.emplace_back(number, reserved<Chunk>(1)).second;
  if (!made) {
    made_.pop_back();
    return nullptr;
  }
  take(sizeof(Chunk));
  made->shift.fill(untouched);
  return chunks_[number] = made;
}

/// The page's granules become that small; each has what is known of the one that it is a part of.
bool Shadow::makePage(Chunk& chunk, std::uintptr_t address, unsigned shift) {
  Cells& cells = chunk.cells[shift];
  if (!cells.last) cells.last = reserved<Last>(std::size_t{1} << chunkBits >> shift);
  if (!cells.past) cells.past = reserved<Past>(std::size_t{1} << chunkBits >> shift);
  const std::size_t count = std::size_t{1} << pageBits >> shift, bytes = count * (sizeof(Last) + sizeof(Past));
  if (!cells.last || !cells.past || !room_.has(bytes)) return false;
  take(bytes);
  const std::uintptr_t page = address >> pageBits << pageBits;
  std::uint8_t& before = chunk.shift[(address & inChunk) >> pageBits];
  if (before != untouched)
    for (std::size_t k = 0; k < count; ++k) {
      const std::uintptr_t at = page + (k << shift);
      const Granule from = cell(chunk, before, at), to = cell(chunk, shift, at);
      *to.last = *from.last;
      *to.past = *from.past;
    }
  before = static_cast<std::uint8_t>(shift);
  return true;
}

std::uintptr_t Shadow::firstUnwritten(std::uintptr_t begin, std::uintptr_t end, Tick first) const {
  if (unchecked_ > 0) return end;
  while (begin < end) {
    const Chunk* const chunk = begin >> addressBits == 0 ? chunks_[begin >> chunkBits] : nullptr;
    const unsigned shift = chunk ? chunk->shift[(begin & inChunk) >> pageBits] : untouched;
    if (shift == untouched || cell(*chunk, shift, begin).last->writer < first) return begin;
    begin = ((begin >> shift) + 1) << shift;
  }
  return end;
}

void Shadow::forget(std::uintptr_t begin, std::uintptr_t end) {
  while (begin < end && begin >> addressBits == 0) {
    const std::uintptr_t page = begin >> pageBits << pageBits, next = page + (std::uintptr_t{1} << pageBits);
    const Chunk* const chunk = chunks_[begin >> chunkBits];
    const unsigned shift = chunk ? chunk->shift[(begin & inChunk) >> pageBits] : untouched;
    if (shift != untouched)
      for (std::uintptr_t at = begin >> shift << shift; at < std::min(end, next); at += std::uintptr_t{1} << shift) {
        const Granule granule = cell(*chunk, shift, at);
        *granule.last = {};
        *granule.past = {};
      }
    begin = next;
  }
}

}  // namespace clustrix::audit
