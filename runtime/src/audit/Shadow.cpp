#include "audit/Shadow.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>
#include <utility>

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
    for (unsigned shift = 0; shift < chunk->cells.size(); ++shift)
      release(chunk->cells[shift], pages * Page::bytes(shift));
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
  return makePage(*chunk, address, shift) ? pageAt(address).at(address) : nothing;
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
  return chunks_[number] = made;
}

char* Shadow::cellsOf(Chunk& chunk, unsigned shift) {
  char*& cells = chunk.cells[shift];
  if (!cells) cells = reserved<char>(pages * Page::bytes(shift));
  return cells;
}

/// The page's granules become that small; each has what is known of the one that it is a part of.
bool Shadow::makePage(Chunk& chunk, std::uintptr_t address, unsigned shift) {
  char* const cells = cellsOf(chunk, shift);
  const std::size_t number = (address & inChunk) >> pageBits, bytes = Page::bytes(shift);
  if (!cells || !room_.has(bytes)) return false;
  take(bytes);
  const Page made(cells + number * bytes, shift), before = std::exchange(chunk.page[number], made);
  if (before.granule() == 0) return true;
  for (std::uintptr_t at = address & ~inPage; at <= (address | inPage); at += made.granule()) {
    const Granule from = before.at(at), to = made.at(at);
    *to.last = *from.last;
    *to.past = *from.past;
  }
  return true;
}

std::uintptr_t Shadow::firstUnwritten(std::uintptr_t begin, std::uintptr_t end, Tick first) const {
  if (unchecked_ > 0) return end;
  while (begin < end) {
    const Page page = pageAt(begin);
    const std::uintptr_t granule = page.granule(), next = std::min(end, (begin | inPage) + 1);
    if (granule == 0) return begin;
    for (; begin < next; begin = (begin & ~(granule - 1)) + granule)
      if (page.at(begin).last->writer < first) return begin;
  }
  return end;
}

void Shadow::forget(std::uintptr_t begin, std::uintptr_t end) {
  while (begin < end && begin >> addressBits == 0) {
    const Page page = pageAt(begin);
    const std::uintptr_t next = (begin | inPage) + 1, granule = page.granule();
    if (granule != 0)
      for (std::uintptr_t at = begin & ~(granule - 1); at < std::min(end, next); at += granule) {
        *page.at(at).last = {};
        *page.at(at).past = {};
      }
    begin = next;
  }
}

}  // namespace clustrix::audit
