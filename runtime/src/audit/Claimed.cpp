#include "audit/Claimed.h"

#include <link.h>

#include <algorithm>

#include "memory/DisjointRows.h"

namespace clustrix::audit {

namespace {

/// Memory of the program's files that nobody writes, around an address.
std::optional<Piece> constantsAround(std::uintptr_t address) {
  struct Search {
    std::uintptr_t address;
    std::optional<Piece> found;
  } search{address, std::nullopt};
  const auto look = [](dl_phdr_info* module, std::size_t, void* data) {
    auto& wanted = *static_cast<Search*>(data);
    for (int k = 0; k < module->dlpi_phnum; ++k) {
      const auto& segment = module->dlpi_phdr[k];
      const bool isConstant = (segment.p_type == PT_LOAD && (segment.p_flags & PF_W) == 0) ||
                              segment.p_type == PT_GNU_RELRO;  // which is, once it has been loaded
      const std::uintptr_t begin = module->dlpi_addr + segment.p_vaddr;
      if (!isConstant || wanted.address - begin >= segment.p_memsz) continue;
      wanted.found = Piece{begin, segment.p_memsz};
      return 1;
    }
    return 0;
  };
  dl_iterate_phdr(look, &search);
  return search.found;
}

bool holds(const Piece& piece, std::uintptr_t begin, std::size_t bytes) {
  return begin >= piece.begin && begin + bytes <= piece.begin + piece.bytes;
}
/// Of pieces in order, the one that has it.
bool anyHolds(const std::vector<Piece>& pieces, std::uintptr_t begin, std::size_t bytes) {
  const auto behind = std::upper_bound(pieces.begin(), pieces.end(), begin,
                                       [](std::uintptr_t at, const Piece& piece) { return at < piece.begin; });
  return behind != pieces.begin() && holds(*(behind - 1), begin, bytes);
}
void insert(std::vector<Piece>& pieces, Piece piece) {
  pieces.insert(std::upper_bound(pieces.begin(), pieces.end(), piece,
                                 [](const Piece& a, const Piece& b) { return a.begin < b.begin; }),
                piece);
}
Piece pieceOf(runtime::Bounds bounds) {
  return {static_cast<std::uintptr_t>(bounds.begin), static_cast<std::size_t>(bounds.end - bounds.begin)};
}

}  // namespace

Claimed::Claimed(const runtime::LaunchFacts& facts, bool asksIterations, const RecentReads& before)
    : facts_(facts),
      iterations_(static_cast<std::uint64_t>(facts.iterations)),
      asksIterations_(asksIterations),
      before_(before),
      whole_(waysOf(facts.whole)) {
  for (const runtime::ArrayFacts& array : *facts.arrays) {
    if (!runtime::hasRows(array)) continue;
    runtime::forEachRow(array, [&](runtime::Bounds row) {
      if (!row.empty()) rows_.push_back(pieceOf(row));
      return true;
    });
  }
  std::sort(rows_.begin(), rows_.end(), [](const Piece& a, const Piece& b) { return a.begin < b.begin; });
}

Claimed::Ways Claimed::waysOf(const std::vector<runtime::TouchedBytes>& touched) {
  Ways ways;
  for (const runtime::TouchedBytes& one : touched) {
    const auto add = [&](runtime::RowsList& list) { list.insert(list.end(), one.rows.begin(), one.rows.end()); };
    if (one.access != Access::Reads && one.access != Access::MayRead) add(ways.write);
    add(one.access == Access::Writes ? ways.ownRead : ways.read);
  }
  return ways;
}

bool Claimed::hold(const runtime::RowsList& rows, std::uintptr_t begin, std::size_t bytes) {
  const auto at = static_cast<Index>(begin), size = static_cast<Index>(bytes);
  const bool found = std::any_of(rows.begin(), rows.end(), [&](const runtime::Rows& one) {
    if (at < one.begin || at + size > one.end()) return false;
    const Index inRun = one.count > 1 ? (at - one.begin) % one.pitch : at - one.begin;
    return inRun + size <= one.length;
  });
  if (found || bytes == 1) return found;
  // It may begin in one row and end in another.
  return hold(rows, begin, bytes / 2) && hold(rows, begin + bytes / 2, bytes - bytes / 2);
}

bool Claimed::mayRead(const Ways& ways, std::uintptr_t begin, std::size_t bytes, bool hasWritten) {
  return hold(ways.read, begin, bytes) || (hasWritten && hold(ways.ownRead, begin, bytes));
}

bool Claimed::reads(std::uint64_t iteration, std::uintptr_t begin, std::size_t bytes, bool hasWritten) {
  if (iteration >= iterations()) return true;  // a body that has begun to see that the loop has ended
  if (mayRead(whole_, begin, bytes, hasWritten)) {
    const Ways* const ways = of(iteration);
    if (!ways || mayRead(*ways, begin, bytes, hasWritten)) return true;
  }
  return isValue(begin, bytes) || isRow(begin) || (onlyArrays_ && !isInArray(begin)) || isBest(begin, bytes);
}

bool Claimed::writes(std::uint64_t iteration, std::uintptr_t begin, std::size_t bytes) {
  if (isRow(begin)) return true;
  if (iteration >= iterations() || !hold(whole_.write, begin, bytes)) return false;
  const Ways* const ways = of(iteration);
  return !ways || hold(ways->write, begin, bytes);
}

const Claimed::Ways* Claimed::of(std::uint64_t iteration) {
  if (asked_ == iteration) return isKnown_ ? &one_ : nullptr;
  const bool isAsked =
      asksIterations_ && (iteration < all || iteration + all >= iterations() || iteration % oneIn == 0);
  if (!isAsked || iteration >= iterations()) return nullptr;
  const auto k = static_cast<Index>(iteration);
  const auto touched = runtime::touchedBytes(facts_, {k, k + 1});
  asked_ = iteration;
  isKnown_ = touched.has_value();
  one_ = isKnown_ ? waysOf(*touched) : Ways{};
  return isKnown_ ? &one_ : nullptr;
}

bool Claimed::isValue(std::uintptr_t begin, std::size_t bytes) {
  if (anyHolds(values_, begin, bytes)) return true;
  auto piece = constantsAround(begin);
  if (!piece && before_.holds(begin, bytes)) piece = {begin, bytes};
  if (piece) insert(values_, *piece);
  return piece.has_value();
}

bool Claimed::isInArray(std::uintptr_t begin) const {
  return std::any_of(facts_.arrays->begin(), facts_.arrays->end(), [&](const runtime::ArrayFacts& array) {
    const auto first = reinterpret_cast<std::uintptr_t>(array.base);
    return array.extent >= 0 && begin - first < static_cast<std::size_t>(array.extent) * array.elementSize;
  });
}

bool Claimed::isBest(std::uintptr_t begin, std::size_t bytes) const {
  return std::any_of(areBest_.begin(), areBest_.end(), [&](const IsBest& has) { return has(begin, bytes); });
}

bool Claimed::isRow(std::uintptr_t begin) const { return anyHolds(rows_, begin, 1); }

std::vector<Piece> Claimed::written() const {
  std::vector<Piece> pieces;
  for (const runtime::TouchedBytes& one : facts_.whole) {
    // A program leaves padding as it is.
    const runtime::ArrayFacts& array = (*facts_.arrays)[static_cast<std::size_t>(one.array)];
    if (one.access != Access::Writes || array.copyValue != nullptr || isOurs(array)) continue;
    for (const runtime::Rows& rows : one.rows)
      for (Index k = 0; k < rows.count; ++k) {
        const Index begin = rows.begin + k * rows.pitch;
        const Piece piece = pieceOf({begin, begin + rows.length});
        if (!hold(whole_.read, piece.begin, piece.bytes)) pieces.push_back(piece);
      }
  }
  return pieces;
}

}  // namespace clustrix::audit
